(** A finite set of pairs of columns that Alice can keep to: the checker, and what it has shown about every column.

    The conditions are those of crates/checker/src/strip.rs. Whoever reads columns from the left to the right has the direction [true], the
    other way round [false]: a triangular strip looks different then. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** A column has a colour or 0 in each row; [None] is the wall. *)
Definition column := option (list nat).
Definition in_row (y : column) i := match y with Some l => nth i l 0 | None => 0 end.
Definition code (y : column) : positive := match y with Some l => xO (put_list l 1) | None => 1%positive end.
Lemma code_inj x y : code x = code y -> x = y.
Proof.
  destruct x, y; simpl; intros E; try discriminate; auto. inversion E as [E']. apply put_list_inj in E'.
  destruct E'. now subst.
Qed.

(** Why a set of pairs is refused: the columns in the [direction] in which they are read. *)
Inductive unmet := NotClosed | NoStart | Stopped | DeadRow (x y z : column) (row : nat)
  | NoAnswer (x y z next : column) | NoSpareMove (direction : bool) (x y z : column).

Notation set := (PositiveMap.t unit).
(** What may stand on the left and on the right of a column. *)
Record sides_of := SidesOf { on_the_left : list column; on_the_right : list column; left_set : set; right_set : set }.
Notation table := (PositiveMap.t sides_of).
Definition list_of_pairs := list (column * (list column * list column)).
Definition set_of (ys : list column) : set := fold_right (fun y => PositiveMap.add (code y) tt) (PositiveMap.empty unit) ys.
Definition table_of (l : list_of_pairs) : table :=
  fold_right (fun (e : column * (list column * list column)) => let (xs, zs) := snd e in
    PositiveMap.add (code (fst e)) (SidesOf xs zs (set_of xs) (set_of zs))) (PositiveMap.empty _) l.

Section Conditions.
  Variable s : strip.
  Notation rows := (height s).
  Notation k := (palette s).
  (** What may come before a column in a direction, and whether the second may stand on the right of the first. *)
  Variable before : bool -> column -> list column.
  Variable allows : column -> column -> bool.
  Definition follows (d : bool) x y := if d then allows x y else allows y x.

  (** Whether a vertex of a column is joined to one of the next column. *)
  Definition joined (d : bool) i i' := if d then across (strip_shape s) i i' else across (strip_shape s) i' i.
  (** The rows of the next column to which row [i] is joined, and perhaps one that there is not. *)
  Definition next_rows (d : bool) i : list nat :=
    let above := match i with O => [] | S i => [i] end in
    i :: match strip_shape s with
         | Grid | Cylinder => []
         | King => S i :: above
         | Triangular => if d then [S i] else above
         end.
  (** The colours around row [i] of [y], which stands between [x] and [z]. *)
  Definition around d (x y z : column) i : list nat :=
    map (in_row x) (next_rows (negb d) i) ++ map (in_row z) (next_rows d i) ++
    in_row y (S i) :: match i with O => [] | S i => [in_row y i] end.
  Definition free d x y z i c := negb (mem c (around d x y z i)).
  Definition colours_left d x y z i := let seen := around d x y z i in filter (fun c => negb (mem c seen)) (seq 1 k).
  Definition blank (y : column) := forallb (fun i => in_row y i =? 0) (seq 0 rows).
  (** Whether a vertex in this row may be coloured now, apart from its colour. [fresh]: perhaps nothing is coloured at all. *)
  Definition open (fresh : bool) d x y z i :=
    negb (stays_connected s) || existsb (fun c => negb (c =? 0)) (around d x y z i) || fresh && blank x && blank y && blank z.
  Definition steps fresh d (x y z : column) : list column :=
    match y with
    | None => []
    | Some l => flat_map (fun i => if (nth i l 0 =? 0) && open fresh d x y z i
        then map (fun c => Some (set_colour l i c)) (colours_left d x y z i) else []) (seq 0 rows)
    end.
  Definition full (y : column) :=
    match y with None => true | Some _ => forallb (fun i => negb (in_row y i =? 0)) (seq 0 rows) end.

  (** If coloured vertices are connected, no uncoloured column is between coloured ones (on a cylinder it may be, where they meet at the back). *)
  Definition in_one_piece := stays_connected s && negb (goes_round (strip_shape s)).
  Definition torn x y z := in_one_piece && blank y && negb (blank x) && negb (blank z).
  Definition torn_beyond u x y z := in_one_piece && blank x && negb (blank u) && negb (blank y && blank z).

  (** Alice answers in [y], or in [x], whatever stands beyond it. *)
  Definition answer_here fresh d x y z := existsb (fun y' => follows d x y' && follows d y' z) (steps fresh d x y z).
  Definition answer_beside fresh d x y z :=
    match x with
    | None => false
    | Some _ => forallb (fun u => torn_beyond u x y z || follows d y z && answer_here fresh d u x y) (before d x)
    end.
  Definition answered d x z y' :=
    bob_may_skip s && follows d x y' && follows d y' z ||
    answer_here false d x y' z || answer_beside false d x y' z || answer_beside false (negb d) z y' x.
  (** Bob skips, and [y] is the first column in this direction in which there is something to colour. *)
  Definition first_open x y z := goes_round (strip_shape s) || full x || stays_connected s && blank x && blank y && negb (blank z).
  Definition all_blank x y z := blank x && blank y && blank z.
  Definition spare d x y z :=
    negb (existsb (fun i => (in_row y i =? 0) && open true d x y z i) (seq 0 rows)) || negb (first_open x y z) ||
    answer_here (all_blank x y z) d x y z || answer_beside (all_blank x y z) (negb d) z y x.
  (** Whether the boards look different from the right: then spare moves are looked for in both directions. *)
  Definition one_way := match strip_shape s with Triangular => true | _ => false end.

  Variable go_on : column -> column -> column -> bool.
  Definition look_at x y z : option unmet :=
    if negb (go_on x y z) then Some Stopped else
    if torn x y z then None else
    match find (fun i => (in_row y i =? 0) && negb (existsb (free true x y z i) (seq 1 k))) (seq 0 rows) with
    | Some i => Some (DeadRow x y z i)
    | None =>
        match find (fun y' => negb (answered true x z y')) (steps true true x y z) with
        | Some y' => Some (NoAnswer x y z y')
        | None =>
            if negb (bob_may_skip s) then None
            else if negb (spare true x y z) then Some (NoSpareMove true x y z)
            else if one_way && negb (spare false z y x) then Some (NoSpareMove false z y x) else None
        end
    end.

  Fixpoint first_of {A} (f : A -> option unmet) (l : list A) : option unmet :=
    match l with [] => None | a :: l => match f a with Some why => Some why | None => first_of f l end end.
  Definition look_around y := first_of (fun x => first_of (look_at x y) (before false y)) (before true y).

  (** Turning a column upside down, with the other columns in reverse order if the boards look different from the right, and exchanging
      two colours. *)
  Inductive symmetry := Flip | Swap (c : nat).
  Definition swap c x := if x =? c then S c else if x =? S c then c else x.
  Definition image g (y : column) : column :=
    match y, g with None, _ => None | Some l, Flip => Some (rev l) | Some l, Swap c => Some (map (swap c) l) end.
  Definition reverses g := match g with Flip => one_way | Swap _ => false end.
  Definition symmetries := Flip :: map Swap (seq 1 (pred k)).

  (** Looks at every column that is no image of an earlier one. *)
  Fixpoint survey (l : list_of_pairs) (done : set) : option unmet :=
    match l with
    | [] => None
    | (y, _) :: l =>
        let go_ahead := survey l (PositiveMap.add (code y) tt done) in
        match y with
        | None => go_ahead
        | Some _ =>
            if existsb (fun g => PositiveMap.mem (code (image g y)) done) symmetries then go_ahead
            else match look_around y with Some why => Some why | None => go_ahead end
        end
    end.

  Variable known_on_the_left : column -> column -> bool.
  Definition has_rows (y : column) := match y with Some l => length l =? rows | None => true end.
  (** [y] stands on the right of [x], and that is known of [y] and of all images. *)
  Definition closed_pair x y := has_rows y && known_on_the_left y x &&
    forallb (fun g => follows (negb (reverses g)) (image g x) (image g y)) symmetries.
  Definition closed_pairs (l : list_of_pairs) :=
    forallb (fun e => has_rows (fst e) && forallb (closed_pair (fst e)) (snd (snd e))) l.
  Definition empty_column : column := Some (repeat 0 rows).
  Definition start_allowed := allows empty_column empty_column &&
    (goes_round (strip_shape s) || allows None empty_column && allows empty_column None).
  Definition check_pairs l : option unmet :=
    if negb (closed_pairs l) then Some NotClosed
    else if negb start_allowed then Some NoStart
    else survey l (PositiveMap.empty unit).
End Conditions.

Definition before (t : table) (d : bool) y :=
  match PositiveMap.find (code y) t with Some e => if d then on_the_left e else on_the_right e | None => [] end.
Definition allows (t : table) x y :=
  match PositiveMap.find (code x) t with Some e => PositiveMap.mem (code y) (right_set e) | None => false end.
Definition known_on_the_left (t : table) y x :=
  match PositiveMap.find (code y) t with Some e => PositiveMap.mem (code x) (left_set e) | None => false end.
(** The checker: [None] if nothing is wrong. *)
Definition check_strip go_on (s : strip) (l : list_of_pairs) : option unmet :=
  let t := table_of l in check_pairs s (before t) (allows t) go_on (known_on_the_left t) l.

(** ** Why that is a proof *)

Lemma in_set_of y ys : PositiveMap.mem (code y) (set_of ys) = true <-> In y ys.
Proof.
  induction ys as [|x ys IH]; simpl.
  - split; [|intros []]. intros M. now apply mem_empty in M.
  - rewrite mem_add, IH. split; intros [E|E]; auto. apply code_inj in E. auto. left. now subst.
Qed.
Lemma find_table l i e : PositiveMap.find i (table_of l) = Some e ->
  exists x, In (x, (on_the_left e, on_the_right e)) l /\ code x = i /\ left_set e = set_of (on_the_left e) /\
    right_set e = set_of (on_the_right e).
Proof.
  induction l as [|[x [xs zs]] l IH]; simpl; [now rewrite PositiveMap.gempty|].
  destruct (Pos.eq_dec i (code x)) as [->|N].
  - rewrite PositiveMap.gss. intros E. inversion E; subst. exists x. simpl. auto.
  - rewrite PositiveMap.gso by auto. intros F. destruct (IH F) as (y & A & B). exists y. auto.
Qed.
Lemma allows_listed l x y : allows (table_of l) x y = true ->
  In y (before (table_of l) false x) /\ exists xs zs, In (x, (xs, zs)) l /\ In y zs.
Proof.
  unfold allows, before. destruct (PositiveMap.find (code x) (table_of l)) as [e|] eqn:F; [|discriminate].
  apply find_table in F. destruct F as (z & I & C & _ & E). apply code_inj in C. subst. rewrite E, in_set_of. eauto.
Qed.
Lemma known_listed l x y : known_on_the_left (table_of l) y x = true -> In x (before (table_of l) true y).
Proof.
  unfold known_on_the_left, before. destruct (PositiveMap.find (code y) (table_of l)) as [e|] eqn:F; [|discriminate].
  apply find_table in F. destruct F as (z & _ & _ & E & _). now rewrite E, in_set_of.
Qed.
Lemma first_of_none {A} (f : A -> option unmet) l : first_of f l = None -> forall a, In a l -> f a = None.
Proof.
  induction l as [|x l IH]; simpl; [intros _ a []|]. destruct (f x) eqn:F; [discriminate|].
  intros N a [<-|I]; auto.
Qed.
Lemma find_nothing {A} (f : A -> bool) l : find (fun x => negb (f x)) l = None -> forall x, In x l -> f x = true.
Proof. intros F x I. apply negb_false_iff. exact (find_none _ _ F x I). Qed.

Section Proof.
  Variable s : strip.
  Notation rows := (height s).
  Notation k := (palette s).
  Variable before : bool -> column -> list column.
  Variable allows : column -> column -> bool.
  Notation follows d x y := (follows allows d x y = true).
  Hypothesis lists : forall d x y, follows d x y -> In x (before d y).
  Definition tall (y : column) := has_rows s y = true.
  Hypothesis all_tall : forall x y, allows x y = true -> tall x /\ tall y.
  Notation steps := (steps s).
  Notation joined := (joined s).
  Notation blank := (blank s).

  Lemma follows_tall d x y : follows d x y -> tall x /\ tall y.
  Proof. destruct d; simpl; intros F; apply all_tall in F; tauto. Qed.
  Lemma follows_swap d x y : follows d x y -> follows (negb d) y x.
  Proof. now destruct d. Qed.
  Lemma joined_swap d i i' : joined (negb d) i i' = joined d i' i.
  Proof. now destruct d. Qed.

  (** Whether [c] is the colour of a vertex that is joined to the one in row [i]. *)
  Definition Near d x y z i c :=
    (exists i', i' < rows /\ joined d i' i = true /\ in_row x i' = c) \/
    (exists i', i' < rows /\ joined d i i' = true /\ in_row z i' = c) \/
    (exists i', i' < rows /\ (i' = S i \/ i = S i') /\ in_row y i' = c).
  Lemma tall_beyond y i : tall y -> rows <= i -> in_row y i = 0.
  Proof.
    destruct y as [l|]; simpl; auto. intros T I. apply Nat.eqb_eq in T. apply nth_overflow. lia.
  Qed.
  Lemma across_spec x i i' : across x i i' = true <->
    i' = i \/ match x with Grid | Cylinder => False | King => i' = S i \/ i = S i' | Triangular => i' = S i end.
  Proof.
    unfold across. rewrite orb_true_iff, Nat.eqb_eq. destruct x; rewrite ?orb_true_iff, ?Nat.eqb_eq; intuition congruence.
  Qed.
  Lemma next_rows_spec d i i' : In i' (next_rows s d i) <-> joined d i i' = true.
  Proof.
    unfold next_rows, Columns.joined. destruct d, (strip_shape s), i; rewrite across_spec; simpl; lia.
  Qed.
  Lemma in_next_row d x i c : tall x -> 1 <= c ->
    In c (map (in_row x) (next_rows s d i)) <-> exists i', i' < rows /\ joined d i i' = true /\ in_row x i' = c.
  Proof.
    intros T C. rewrite in_map_iff. split.
    - intros (i' & E & F). exists i'. apply next_rows_spec in F. destruct (Nat.lt_ge_cases i' rows) as [L|L]; auto.
      rewrite tall_beyond in E by auto. lia.
    - intros (i' & _ & F & E). exists i'. now rewrite next_rows_spec.
  Qed.
  Lemma around_spec d x y z i c : tall x -> tall y -> tall z -> i < rows -> 1 <= c ->
    In c (around s d x y z i) <-> Near d x y z i c.
  Proof.
    intros TX TY TZ I C. unfold around, Near. rewrite !in_app_iff, !in_next_row by auto.
    assert (SW : forall i', joined (negb d) i i' = joined d i' i) by (intros; apply joined_swap). setoid_rewrite SW.
    assert (E : In c (in_row y (S i) :: match i with O => [] | S i => [in_row y i] end) <->
      exists i', i' < rows /\ (i' = S i \/ i = S i') /\ in_row y i' = c); [|tauto]. split.
    - intros [F|F].
      + exists (S i). destruct (Nat.lt_ge_cases (S i) rows) as [L|L]; [auto|]. rewrite tall_beyond in F by auto. lia.
      + destruct i as [|i]; [contradiction|]. destruct F as [F|[]]. exists i. repeat split; auto. lia.
    - intros (i' & A & [->| ->] & E); simpl; auto.
  Qed.
  Lemma near_swap d x y z i c : Near d x y z i c -> Near (negb d) z y x i c.
  Proof.
    intros [(i' & A & J & E)|[(i' & A & J & E)|H]]; [right; left|left|right; right; exact H];
      exists i'; rewrite joined_swap; auto.
  Qed.
  Lemma near_swap_iff d x y z i c : Near (negb d) z y x i c <-> Near d x y z i c.
  Proof. split; intros H; apply near_swap in H; auto. now rewrite negb_involutive in H. Qed.
  Lemma free_spec d x y z i c : tall x -> tall y -> tall z -> i < rows -> 1 <= c -> free s d x y z i c = true <-> ~ Near d x y z i c.
  Proof.
    intros TX TY TZ I C. unfold free. rewrite negb_true_iff, <- not_true_iff_false, mem_spec, around_spec by auto. tauto.
  Qed.
  Definition Open (fresh : bool) d x y z i := stays_connected s = false \/ (exists c, 1 <= c /\ Near d x y z i c) \/
    (fresh = true /\ blank x = true /\ blank y = true /\ blank z = true).
  Lemma open_spec fresh d x y z i : tall x -> tall y -> tall z -> i < rows -> open s fresh d x y z i = true <-> Open fresh d x y z i.
  Proof.
    intros TX TY TZ I. unfold open, Open. rewrite !orb_true_iff, !andb_true_iff, negb_true_iff, existsb_exists. split.
    - intros [[A|(c & A & N)]|A]; auto; [|tauto]. apply negb_true_iff, Nat.eqb_neq in N. right. left. exists c.
      rewrite <- around_spec by (auto; lia). split; auto. lia.
    - intros [A|[(c & C & A)|A]]; auto; [|tauto]. left. right. exists c. rewrite around_spec by auto. split; auto.
      apply negb_true_iff, Nat.eqb_neq. lia.
  Qed.
  Lemma open_swap fresh d x y z i : Open fresh d x y z i -> Open fresh (negb d) z y x i.
  Proof. intros [A|[(c & C & A)|A]]; [left|right; left|right; right]; auto; [|tauto]. exists c. auto using near_swap. Qed.

  Definition step fresh d x y z y' := exists l i c, y = Some l /\ i < rows /\ nth i l 0 = 0 /\ 1 <= c <= k /\
    ~ Near d x y z i c /\ Open fresh d x y z i /\ y' = Some (set_colour l i c).
  Lemma in_steps fresh d x y z y' : tall x -> tall y -> tall z -> In y' (steps fresh d x y z) <-> step fresh d x y z y'.
  Proof.
    intros TX T TZ. unfold Columns.steps, step, colours_left. cbv zeta. destruct y as [l|]; [|split; [intros []|intros (l & i & c & E & _); discriminate]].
    rewrite in_flat_map. split.
    - intros (i & I & M). apply in_seq in I. destruct (_ && _) eqn:Z; [|contradiction].
      apply andb_true_iff in Z. destruct Z as [Z O]. apply Nat.eqb_eq in Z. apply open_spec in O; [|auto|auto|auto|lia].
      apply in_map_iff in M. destruct M as (c & E & F). apply filter_In in F. destruct F as [C F]. apply in_seq in C.
      exists l, i, c. apply free_spec in F; [|auto|auto|auto|lia|lia]. repeat (split; [now (auto; lia)|]). auto.
    - intros (l' & i & c & E & I & Z & C & F & O & ->). inversion E; subst. exists i. split; [apply in_seq; lia|].
      apply open_spec in O; auto. rewrite Z, Nat.eqb_refl, O. apply in_map_iff. exists c. split; auto. apply filter_In.
      split; [apply in_seq; lia|]. apply free_spec; auto. lia.
  Qed.
  Lemma step_tall fresh d x y z y' : tall y -> step fresh d x y z y' -> tall y'.
  Proof.
    intros T (l & i & c & -> & _ & _ & _ & _ & _ & ->). unfold tall in *. simpl in *. now rewrite set_length.
  Qed.
  Lemma step_swap fresh d x y z y' : step fresh d x y z y' -> step fresh (negb d) z y x y'.
  Proof.
    intros (l & i & c & A & B & C & D & E & F & H). exists l, i, c. rewrite near_swap_iff. auto 9 using open_swap.
  Qed.

  Definition Here fresh d x y z := exists y', step fresh d x y z y' /\ follows d x y' /\ follows d y' z.
  Definition Beside fresh d x y z := x <> None /\
    forall u, follows d u x -> torn_beyond s u x y z = false -> follows d y z /\ Here fresh d u x y.
  Definition Answered d x z y' := (bob_may_skip s = true /\ follows d x y' /\ follows d y' z) \/
    Here false d x y' z \/ Beside false d x y' z \/ Beside false (negb d) z y' x.
  Definition Alive d x y z := forall i, i < rows -> in_row y i = 0 -> exists c, 1 <= c <= k /\ ~ Near d x y z i c.
  Definition Spare d x y z := (forall i, i < rows -> in_row y i = 0 -> ~ Open true d x y z i) \/ first_open s x y z = false \/
    Here (all_blank s x y z) d x y z \/ Beside (all_blank s x y z) (negb d) z y x.
  (** What is to be shown about a column, in each direction. *)
  Definition GoodIn d y := forall x z, follows d x y -> follows d y z -> torn s x y z = false ->
    Alive d x y z /\ (forall y', step true d x y z y' -> Answered d x z y') /\ (bob_may_skip s = true -> Spare d x y z).
  Definition Good y := GoodIn true y /\ (one_way s = true -> GoodIn false y).

  Lemma here_spec fresh d x y z : tall x -> tall y -> tall z -> answer_here s allows fresh d x y z = true -> Here fresh d x y z.
  Proof.
    intros TX T TZ H. apply existsb_exists in H. destruct H as (y' & I & E). apply andb_true_iff in E.
    exists y'. rewrite in_steps in I by auto. tauto.
  Qed.
  Lemma beside_spec fresh d x y z : tall x -> tall y -> answer_beside s before allows fresh d x y z = true -> Beside fresh d x y z.
  Proof.
    unfold answer_beside. intros TX TY H. destruct x as [l|]; [|discriminate].
    split; [discriminate|]. intros u U N. assert (TU := proj1 (follows_tall _ _ _ U)). rewrite forallb_forall in H. apply lists, H in U.
    rewrite N in U. simpl in U. apply andb_true_iff in U. destruct U. auto using here_spec.
  Qed.
  Lemma here_swap fresh d x y z : Here fresh d x y z -> Here fresh (negb d) z y x.
  Proof. intros (y' & S & A & B). exists y'. auto using step_swap, follows_swap. Qed.
  Lemma answered_swap d x z y' : Answered d x z y' -> Answered (negb d) z x y'.
  Proof.
    intros [(A & B & C)|[H|[H|H]]]; [left|right; left|right; right; right|right; right; left]; auto using here_swap.
    - split; auto using follows_swap.
    - now rewrite negb_involutive.
  Qed.
  Lemma spare_spec d x y z : tall x -> tall y -> tall z -> spare s before allows d x y z = true -> Spare d x y z.
  Proof.
    intros TX TY TZ P. unfold spare in P. rewrite !orb_true_iff, !negb_true_iff in P. unfold Spare.
    destruct P as [[[P|P]|P]|P]; auto using here_spec, beside_spec. left. intros i I Z O.
    apply open_spec in O; auto. assert (X : existsb (fun i => (in_row y i =? 0) && open s true d x y z i) (seq 0 rows) = true).
    { apply existsb_exists. exists i. split; [apply in_seq; lia|]. now rewrite Z, O. }
    congruence.
  Qed.
  Lemma look_at_good go_on x y z : tall x -> tall y -> tall z -> torn s x y z = false ->
    look_at s before allows go_on x y z = None ->
    Alive true x y z /\ (forall y', step true true x y z y' -> Answered true x z y') /\
    (bob_may_skip s = true -> Spare true x y z /\ (one_way s = true -> Spare false z y x)).
  Proof.
    intros TX TY TZ NT. unfold look_at. destruct (negb (go_on x y z)); [discriminate|]. rewrite NT.
    destruct (find _ (seq 0 rows)) eqn:D; [discriminate|]. destruct (find _ (steps true true x y z)) eqn:M; [discriminate|].
    intros E. split; [|split].
    - intros i I Z. assert (F := find_none _ _ D i). cbv beta in F. rewrite Z in F. simpl in F.
      specialize (F ltac:(apply in_seq; lia)). apply negb_false_iff, existsb_exists in F.
      destruct F as (c & C & F). apply in_seq in C. exists c. rewrite free_spec in F by (auto; lia). split; auto. lia.
    - intros y' S. assert (T' := step_tall _ _ _ _ _ _ TY S). apply in_steps in S; auto.
      apply (find_nothing _ _ M) in S. unfold answered in S. rewrite !orb_true_iff, !andb_true_iff in S.
      unfold Answered. destruct S as [[[S|S]|S]|S]; auto using here_spec, beside_spec. tauto.
    - intros SK. rewrite SK in E. simpl in E. destruct (spare s before allows true x y z) eqn:P; [|discriminate].
      split; [now apply spare_spec|]. intros W. rewrite W in E. simpl in E.
      destruct (spare s before allows false z y x) eqn:Q; [|discriminate]. now apply spare_spec.
  Qed.
  Lemma torn_swap x y z : torn s x y z = torn s z y x.
  Proof. unfold torn. rewrite <- !andb_assoc. do 2 f_equal. apply andb_comm. Qed.
  Lemma look_around_good go_on y : tall y -> look_around s before allows go_on y = None -> Good y.
  Proof.
    intros T L. assert (G : forall x z, follows true x y -> follows true y z -> torn s x y z = false ->
      Alive true x y z /\ (forall y', step true true x y z y' -> Answered true x z y') /\
      (bob_may_skip s = true -> Spare true x y z /\ (one_way s = true -> Spare false z y x))).
    { intros x z X Z N. apply (look_at_good go_on); auto; [apply follows_tall in X; tauto|apply follows_tall in Z; tauto|].
      apply lists in X. apply follows_swap, lists in Z. simpl in Z. unfold look_around in L.
      assert (F := first_of_none _ _ L x X). simpl in F. exact (first_of_none _ _ F z Z). }
    split; [intros x z X Z N; destruct (G x z X Z N) as (A & B & C); split; [auto|split; [auto|intros SK; now apply C]]|].
    intros W x z X Z N. rewrite torn_swap in N. destruct (G z x Z X N) as (A & B & C). split; [|split].
    - intros i I E. destruct (A i I E) as (c & CK & F). exists c. split; auto. intros H. now apply F, near_swap_iff.
    - intros y' S. apply step_swap in S. simpl in S. now apply (answered_swap true), B.
    - intros SK. now apply C.
  Qed.

  (** *** Images *)
  Section Image.
    (* Row [i] of the image has the colour of row [turned i], renamed; the columns are in the other order if [turns]. *)
    Variable im : column -> column.
    Variables turned renamed : nat -> nat.
    Variable turns : bool.
    Notation way d := (xorb d turns).
    Hypothesis im_wall : forall y, im y = None <-> y = None.
    Hypothesis im_tall : forall y, tall y -> tall (im y).
    Hypothesis im_row : forall y i, tall y -> i < rows -> in_row (im y) i = renamed (in_row y (turned i)).
    Hypothesis turned_in : forall i, i < rows -> turned i < rows.
    Hypothesis turned_twice : forall i, i < rows -> turned (turned i) = i.
    Hypothesis turned_near : forall i j, i < rows -> j < rows -> j = S i \/ i = S j ->
      turned j = S (turned i) \/ turned i = S (turned j).
    Hypothesis turned_across : forall d i j, i < rows -> j < rows -> joined d i j = true -> joined (way d) (turned i) (turned j) = true.
    Hypothesis renamed_0 : renamed 0 = 0.
    Hypothesis renamed_in : forall c, 1 <= c <= k -> 1 <= renamed c <= k.
    Hypothesis renamed_some : forall c, 1 <= c -> 1 <= renamed c.
    Hypothesis renamed_twice : forall c, renamed (renamed c) = c.
    Hypothesis kept : forall d x y, follows d x y -> follows (way d) (im x) (im y).

    Lemma way_twice d : xorb (way d) turns = d.
    Proof. now rewrite xorb_assoc, xorb_nilpotent, xorb_false_r. Qed.
    Lemma way_negb d : way (negb d) = negb (way d).
    Proof. now destruct d, turns. Qed.
    Lemma same_column x y : tall x -> tall y -> (x = None <-> y = None) ->
      (forall i, i < rows -> in_row x i = in_row y i) -> x = y.
    Proof.
      destruct x as [l|], y as [m|]; simpl; intros A B C D; auto.
      - f_equal. unfold tall in *. simpl in *. apply Nat.eqb_eq in A, B. apply nth_ext with 0 0; [lia|].
        intros i I. apply D. lia.
      - destruct C as [_ C]. specialize (C eq_refl). discriminate.
      - destruct C as [C _]. specialize (C eq_refl). discriminate.
    Qed.
    Lemma im_twice y : tall y -> im (im y) = y.
    Proof.
      intros T. apply same_column; auto; [rewrite !im_wall; tauto|]. intros i I.
      rewrite !im_row, turned_twice by auto. apply renamed_twice.
    Qed.
    Lemma renamed_inj c d : renamed c = renamed d -> c = d.
    Proof. intros E. rewrite <- (renamed_twice c), E. apply renamed_twice. Qed.
    Lemma near_im d x y z i c : tall x -> tall y -> tall z -> i < rows ->
      Near d x y z i c -> Near (way d) (im x) (im y) (im z) (turned i) (renamed c).
    Proof.
      intros TX TY TZ I [(j & J & N & E)|[(j & J & N & E)|(j & J & N & E)]]; [left|right; left|right; right];
        exists (turned j); (split; [now apply turned_in|split; [auto|rewrite im_row, turned_twice by auto; congruence]]).
    Qed.
    Lemma not_near_im d x y z i c : tall x -> tall y -> tall z -> i < rows ->
      ~ Near d x y z i c -> ~ Near (way d) (im x) (im y) (im z) (turned i) (renamed c).
    Proof.
      intros TX TY TZ I N H. apply near_im in H; auto. now rewrite way_twice, !im_twice, turned_twice, renamed_twice in H by auto.
    Qed.
    Lemma blank_im y : tall y -> blank (im y) = blank y.
    Proof.
      assert (H : forall y, tall y -> blank y = true -> blank (im y) = true).
      { intros x T. unfold Columns.blank. rewrite !forallb_forall. intros F i I. apply in_seq in I.
        rewrite im_row by (auto; lia). specialize (F (turned i)). rewrite in_seq in F.
        specialize (F ltac:(assert (turned i < rows) by (apply turned_in; lia); lia)). apply Nat.eqb_eq in F.
        now rewrite F, renamed_0, Nat.eqb_refl. }
      intros T. apply eq_true_iff_eq. split; intros F; auto. rewrite <- (im_twice y) by auto. auto.
    Qed.
    Lemma open_im fresh d x y z i : tall x -> tall y -> tall z -> i < rows ->
      Open fresh d x y z i -> Open fresh (way d) (im x) (im y) (im z) (turned i).
    Proof.
      intros TX TY TZ I [A|[(c & C & N)|A]]; [left; auto|right; left|right; right; now rewrite !blank_im].
      exists (renamed c). split; auto using near_im.
    Qed.
    Lemma in_row_set l i c j : length l = rows -> i < rows ->
      in_row (Some (set_colour l i c)) j = if j =? i then c else nth j l 0.
    Proof.
      intros L I. simpl. destruct (Nat.eqb_spec j i) as [->|N]; [apply set_same; lia|now apply set_other].
    Qed.
    Lemma step_im fresh d x y z y' : tall x -> tall y -> tall z -> step fresh d x y z y' ->
      step fresh (way d) (im x) (im y) (im z) (im y').
    Proof.
      intros TX TY TZ S. assert (TY' := step_tall _ _ _ _ _ _ TY S).
      destruct S as (l & i & c & -> & I & Z & C & F & O & ->).
      destruct (im (Some l)) as [m|] eqn:M; [|apply (proj1 (im_wall _)) in M; discriminate].
      assert (LL : length l = rows) by now apply Nat.eqb_eq in TY.
      assert (TM : tall (Some m)) by (rewrite <- M; auto).
      assert (LM : length m = rows) by now apply Nat.eqb_eq in TM.
      exists m, (turned i), (renamed c). split; [auto|]. split; [auto|]. split.
      { change (in_row (Some m) (turned i) = 0). rewrite <- M, im_row, turned_twice by auto. simpl. now rewrite Z. }
      split; [auto|]. split; [rewrite <- M; now apply not_near_im|]. split; [rewrite <- M; now apply open_im|].
      apply same_column; auto.
      - unfold tall. simpl. rewrite set_length. now apply Nat.eqb_eq.
      - rewrite im_wall. split; discriminate.
      - intros j J. rewrite im_row by auto. rewrite !in_row_set by auto.
        destruct (Nat.eqb_spec (turned j) i) as [E|N].
        + subst. rewrite turned_twice by auto. now rewrite Nat.eqb_refl.
        + destruct (Nat.eqb_spec j (turned i)) as [E|]; [subst; rewrite turned_twice in N by auto; contradiction|].
          change (renamed (in_row (Some l) (turned j)) = in_row (Some m) j). now rewrite <- M, im_row by auto.
    Qed.
    Lemma full_im y : tall y -> full s (im y) = full s y.
    Proof.
      assert (H : forall y, tall y -> full s y = true -> full s (im y) = true).
      { intros x T. destruct (im x) as [m|] eqn:M; auto. destruct x as [l|]; [|rewrite (proj2 (im_wall None) eq_refl) in M; discriminate].
        unfold full. rewrite !forallb_forall. intros F i I. apply in_seq in I.
        rewrite <- M, im_row by (auto; lia). apply negb_true_iff, Nat.eqb_neq. rewrite <- renamed_0. intros E.
        apply renamed_inj in E. specialize (F (turned i)). rewrite in_seq in F. specialize (F ltac:(assert (turned i < rows) by (apply turned_in; lia); lia)).
        rewrite E in F. discriminate. }
      intros T. apply eq_true_iff_eq. split; intros F; auto. rewrite <- (im_twice y) by auto. auto.
    Qed.
    Lemma here_im fresh d x y z : tall x -> tall y -> tall z -> Here fresh d x y z -> Here fresh (way d) (im x) (im y) (im z).
    Proof. intros TX TY TZ (y' & S & A & B). exists (im y'). auto using step_im. Qed.
    Lemma torn_beyond_im u x y z : tall u -> tall x -> tall y -> tall z ->
      torn_beyond s (im u) (im x) (im y) (im z) = torn_beyond s u x y z.
    Proof. intros. unfold torn_beyond. now rewrite !blank_im. Qed.
    Lemma beside_im fresh d x y z : tall x -> tall y -> tall z -> Beside fresh d x y z -> Beside fresh (way d) (im x) (im y) (im z).
    Proof.
      intros TX TY TZ (A & C). split; [now rewrite im_wall|]. intros u U N.
      assert (TU := proj1 (follows_tall _ _ _ U)). apply kept in U. rewrite way_twice, im_twice in U by auto.
      rewrite <- (im_twice u) in N |- * by auto. rewrite torn_beyond_im in N by auto.
      destruct (C _ U N). auto using here_im.
    Qed.
    Lemma good_im d y : tall y -> GoodIn d y -> GoodIn (way d) (im y).
    Proof.
      intros T G x z X Z N. assert (TX := proj1 (follows_tall _ _ _ X)). assert (TZ := proj2 (follows_tall _ _ _ Z)).
      apply kept in X, Z. rewrite way_twice, im_twice in X, Z by auto.
      assert (N' : torn s (im x) y (im z) = false).
      { rewrite <- (im_twice x), <- (im_twice z) in N by auto. unfold torn in *. now rewrite !(blank_im (im _)), blank_im in N by auto. }
      destruct (G _ _ X Z N') as (A & B & C). split; [|split].
      - intros i I E. rewrite im_row in E by auto. rewrite <- renamed_0 in E. apply renamed_inj in E.
        destruct (A (turned i)) as (c & K & F); auto. exists (renamed c). split; auto.
        rewrite <- (im_twice x), <- (im_twice z) by auto. rewrite <- (turned_twice i) by auto. apply not_near_im; auto.
      - intros y' S. assert (TY' := step_tall _ _ _ _ _ _ (im_tall _ T) S).
        apply step_im in S; auto. rewrite way_twice, (im_twice y) in S by auto.
        apply B in S. rewrite <- (im_twice x), <- (im_twice z), <- (im_twice y') by auto. unfold Answered. rewrite <- way_negb.
        destruct S as [(D & E & F)|[H|[H|H]]]; [left|right; left|right; right; left|right; right; right];
          auto using here_im, beside_im.
      - intros SK. rewrite <- (im_twice x), <- (im_twice z) by auto. unfold Spare. unfold first_open, all_blank. rewrite <- way_negb.
        rewrite full_im, !(blank_im (im _)), (blank_im y) by auto.
        destruct (C SK) as [H|[H|[H|H]]]; auto 9 using here_im, beside_im. left. intros i I E O.
        rewrite im_row in E by auto. rewrite <- renamed_0 in E. apply renamed_inj in E.
        apply (H (turned i)); auto. apply open_im in O; auto. now rewrite way_twice, !im_twice in O by auto.
    Qed.
  End Image.

  Hypothesis kept : forall g x y, In g (symmetries s) -> allows x y = true -> follows (negb (reverses s g)) (image g x) (image g y).
  Lemma kept_in g d x y : In g (symmetries s) -> follows d x y -> follows (xorb d (reverses s g)) (image g x) (image g y).
  Proof. intros I F. destruct d; apply (kept g) in F; auto; destruct (reverses s g); exact F. Qed.
  Lemma swap_0 c : 1 <= c -> swap c 0 = 0.
  Proof. unfold swap. intros C. rewrite !(proj2 (Nat.eqb_neq 0 _)) by lia. auto. Qed.
  Lemma swap_twice c x : swap c (swap c x) = x.
  Proof.
    unfold swap. destruct (Nat.eqb_spec x c) as [->|A].
    - now rewrite (proj2 (Nat.eqb_neq (S c) c)), Nat.eqb_refl by lia.
    - destruct (Nat.eqb_spec x (S c)) as [->|B]; [now rewrite Nat.eqb_refl|].
      now rewrite (proj2 (Nat.eqb_neq x c) A), (proj2 (Nat.eqb_neq x (S c)) B).
  Qed.
  Lemma swap_in c x : 1 <= c < k -> 1 <= x <= k -> 1 <= swap c x <= k.
  Proof. unfold swap. intros C X. destruct (Nat.eqb_spec x c), (Nat.eqb_spec x (S c)); lia. Qed.
  Lemma swap_some c x : 1 <= c -> 1 <= x -> 1 <= swap c x.
  Proof. unfold swap. intros C X. destruct (Nat.eqb_spec x c), (Nat.eqb_spec x (S c)); lia. Qed.
  Lemma image_wall g y : image g y = None <-> y = None.
  Proof. destruct y, g; simpl; split; congruence. Qed.
  Lemma image_tall g y : tall y -> tall (image g y).
  Proof. unfold tall. destruct y, g; simpl; auto; now rewrite ?rev_length, ?map_length. Qed.
  Lemma image_row_flip y i : tall y -> i < rows -> in_row (image Flip y) i = in_row y (rows - S i).
  Proof.
    destruct y as [l|]; simpl; auto. intros T I. apply Nat.eqb_eq in T. rewrite rev_nth by lia. now rewrite T.
  Qed.
  Lemma image_row_swap c y i : 1 <= c -> in_row (image (Swap c) y) i = swap c (in_row y i).
  Proof.
    intros C. destruct y as [l|]; simpl; [|now rewrite swap_0]. rewrite <- (swap_0 c C) at 1. apply map_nth.
  Qed.
  Lemma in_symmetries g : In g (symmetries s) -> g = Flip \/ exists c, g = Swap c /\ 1 <= c < k.
  Proof.
    intros [<-|I]; auto. apply in_map_iff in I. destruct I as (c & <- & I). apply in_seq in I. right. exists c.
    split; auto. lia.
  Qed.
  (** Upside down a triangular strip goes the other way, and other strips stay as they are. *)
  Lemma flip_across d i j : i < rows -> j < rows -> joined d i j = true ->
    joined (xorb d (one_way s)) (rows - S i) (rows - S j) = true.
  Proof.
    intros I J. unfold Columns.joined, one_way.
    destruct d, (strip_shape s); cbn [xorb]; rewrite !across_spec; lia.
  Qed.
  Lemma image_good_in g d y : In g (symmetries s) -> tall y -> GoodIn d y -> GoodIn (xorb d (reverses s g)) (image g y).
  Proof.
    intros I. assert (K := fun d x y => kept_in g d x y I). apply in_symmetries in I. destruct I as [->|(c & -> & C)].
    - apply (good_im (image Flip) (fun i => rows - S i) (fun c => c)); auto using image_wall, image_tall, image_row_flip, flip_across;
        intros; lia.
    - apply (good_im (image (Swap c)) (fun i => i) (swap c)); auto using image_wall, image_tall, swap_in, swap_twice.
      + intros x i _ _. apply image_row_swap. lia.
      + intros e i j _ _. simpl. now rewrite xorb_false_r.
      + apply swap_0. lia.
      + intros x. apply swap_some. lia.
  Qed.
  Lemma image_good g y : In g (symmetries s) -> tall y -> Good y -> Good (image g y).
  Proof.
    intros I T [A B]. destruct (reverses s g) eqn:V.
    - assert (W : one_way s = true) by (destruct g; [exact V|discriminate]). specialize (B W).
      apply (image_good_in g) in A, B; auto. rewrite V in A, B. simpl in A, B. split; auto.
    - split; [|intros W; specialize (B W)]; [apply (image_good_in g) in A|apply (image_good_in g) in B]; auto; now rewrite V in *.
  Qed.
  Lemma image_twice g y : In g (symmetries s) -> tall y -> image g (image g y) = y.
  Proof.
    intros I. apply in_symmetries in I. destruct y as [l|]; [|now destruct g]. intros _.
    destruct I as [->|(c & -> & C)]; simpl; f_equal; [apply rev_involutive|].
    rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext. intros x. apply swap_twice.
  Qed.

  Lemma survey_good go_on : forall l done, survey s before allows go_on l done = None ->
    (forall e, In e l -> tall (fst e)) ->
    (forall i, PositiveMap.mem i done = true -> exists y, code y = i /\ (y <> None -> Good y)) ->
    forall y ys, In (y, ys) l -> y <> None -> Good y.
  Proof.
    induction l as [|[x xs] l IH]; [intros done _ _ _ y ys []|]. intros done E T D y ys I N.
    assert (X : survey s before allows go_on l (PositiveMap.add (code x) tt done) = None /\ (x <> None -> Good x)).
    { cbn [survey] in E. destruct x as [m|]; [|split; auto; congruence].
      destruct (existsb _ _) eqn:S.
      - split; auto. intros _. apply existsb_exists in S. destruct S as (g & G & M). apply D in M.
        destruct M as (z & C & GZ). apply code_inj in C. subst.
        assert (TM : tall (Some m)) by exact (T _ (or_introl eq_refl)).
        rewrite <- (image_twice g (Some m)) by auto. apply image_good; auto using image_tall. apply GZ.
        rewrite image_wall. discriminate.
      - destruct (look_around s before allows go_on (Some m)) eqn:L; [discriminate|]. split; auto. intros _.
        apply (look_around_good go_on); auto. exact (T _ (or_introl eq_refl)). }
    destruct X as [X1 X2]. destruct I as [I|I]; [inversion I; subst; auto|].
    eapply IH; eauto; [intros e J; apply T; simpl; auto|]. intros i M. apply mem_add in M.
    destruct M as [->|M]; eauto.
  Qed.
End Proof.

(** What is true of accepted pairs. *)
Record sound (s : strip) (allowed : column -> column -> bool) : Prop := Sound {
  sound_start : allowed (empty_column s) (empty_column s) = true;
  sound_walls : goes_round (strip_shape s) = false ->
    allowed None (empty_column s) = true /\ allowed (empty_column s) None = true;
  sound_good : forall y x, y <> None -> allowed y x = true -> GoodIn s allowed true y }.

Theorem check_strip_sound go_on s l : check_strip go_on s l = None -> sound s (allows (table_of l)).
Proof.
  unfold check_strip, check_pairs. set (t := table_of l).
  destruct (closed_pairs s (allows t) (known_on_the_left t) l) eqn:C; [|discriminate].
  destruct (start_allowed s (allows t)) eqn:S; [|discriminate]. cbn [negb]. intros V.
  unfold closed_pairs in C. rewrite forallb_forall in C.
  assert (CP : forall x y, allows t x y = true -> has_rows s x = true /\ closed_pair s (allows t) (known_on_the_left t) x y = true).
  { intros x y A. apply allows_listed in A. destruct A as (_ & xs & zs & I & J). apply C in I. simpl in I.
    apply andb_true_iff in I. destruct I as [I' I]. rewrite forallb_forall in I. auto. }
  unfold closed_pair in CP.
  apply andb_true_iff in S. destruct S as [S1 S2]. constructor; auto.
  - intros Y. rewrite Y in S2. simpl in S2. now apply andb_true_iff in S2.
  - intros y x N A. apply allows_listed in A. destruct A as (_ & xs & zs & I & _).
    apply (survey_good s (before t) (allows t)) with (go_on := go_on) (l := l) (done := PositiveMap.empty unit) (ys := (xs, zs)); auto.
    + intros [|] a b A; simpl in A.
      * apply CP in A. rewrite !andb_true_iff in A. apply known_listed. tauto.
      * now apply allows_listed in A.
    + intros a b A. apply CP in A. rewrite !andb_true_iff in A. unfold tall. tauto.
    + intros g a b G A. apply CP in A. rewrite !andb_true_iff, forallb_forall in A. now apply A.
    + intros e E. apply C in E. apply andb_true_iff in E. unfold tall. tauto.
    + intros i M. now apply mem_empty in M.
Qed.
