(** A finite set of pairs of columns that Alice can keep to: the checker, and what it has shown about every column.

    The conditions are those of crates/checker/src/strip.rs. Whoever reads columns from the left to the right has the direction [true], the
    other way round [false]: a triangular strip looks different then. What stands beside a column is a list of columns, the nearest first,
    as many as the rule of the game reaches; beyond a wall there are walls. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Local Boards.
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

(** Why a set of pairs is refused: the columns in the [direction] in which they are read. [NotLocal]: the game is not of this kind. *)
Inductive unmet := NotLocal | NotClosed | NoStart | Stopped | DeadRow (xs : list column) (y : column) (zs : list column) (row : nat)
  | NoAnswer (xs : list column) (y : column) (zs : list column) (next : column)
  | NoSpareMove (direction : bool) (xs : list column) (y : column) (zs : list column).

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
  Variables (shape : shape) (rows : nat) (L : local).
  (** Whether Alice may let a move of Bob's be, whether she needs moves to spare, and whether colours may be exchanged. *)
  Variables lets_be spares recolour : bool.
  Notation k := (hues L).
  Notation m := (range L).
  (** What may come before a column in a direction, and whether the second may stand on the right of the first. *)
  Variable before : bool -> column -> list column.
  Variable allows : column -> column -> bool.
  Definition follows (d : bool) x y := if d then allows x y else allows y x.

  (** The rows of the [t]-th column in a direction that matter to row [i], each with its distance. *)
  Definition spots (d : bool) t i : list (nat * nat) :=
    flat_map (fun i' => let e := away shape d t i i' in if (1 <=? e) && (e <=? m) then [(i', e)] else []) (seq (i - m) (S (m + m))).
  (** The same, and [clash], from tables. *)
  Variable near_rows : bool -> nat -> nat -> list (nat * nat).
  Variable bars : nat -> nat -> nat -> bool.
  Definition colours_at (x : column) (places : list (nat * nat)) : list (nat * nat) :=
    fold_right (fun p l => match in_row x (fst p) with O => l | S c => (snd p, S c) :: l end) [] places.
  Fixpoint on_side (d : bool) t (xs : list column) i : list (nat * nat) :=
    match xs with [] => [] | x :: xs => colours_at x (near_rows d t i) ++ on_side d (S t) xs i end.
  (** The colours that matter to row [i] of [y], which stands between [xs] and [zs], each with its distance. *)
  Definition around d xs (y : column) zs i : list (nat * nat) :=
    on_side (negb d) 1 xs i ++ on_side d 1 zs i ++ colours_at y (near_rows d 0 i).
  Definition free (seen : list (nat * nat)) c := forallb (fun p => negb (bars (fst p) c (snd p))) seen.
  Definition blank (y : column) := forallb (fun i => in_row y i =? 0) (seq 0 rows).
  Definition all_blank xs y zs := blank y && forallb blank xs && forallb blank zs.
  (** Whether a vertex that sees this may be coloured now, apart from its colour. [fresh]: perhaps nothing is coloured at all. *)
  Definition open (fresh : bool) xs y zs (seen : list (nat * nat)) :=
    negb (stays_connected L) || existsb (fun p => fst p =? 1) seen || fresh && all_blank xs y zs.
  Definition steps fresh d xs (y : column) zs : list column :=
    match y with
    | None => []
    | Some l => flat_map (fun i => if nth i l 0 =? 0
        then let seen := around d xs y zs i in
             if open fresh xs y zs seen then map (fun c => Some (set_colour l i c)) (filter (free seen) (seq 1 k)) else []
        else []) (seq 0 rows)
    end.
  Definition full (y : column) :=
    match y with None => true | Some _ => forallb (fun i => negb (in_row y i =? 0)) (seq 0 rows) end.

  (** If coloured vertices are connected, no uncoloured column is between coloured ones (on a cylinder it may be, where they meet at the back). *)
  Definition in_one_piece := stays_connected L && negb (goes_round shape).
  Fixpoint trails (xs : list column) := match xs with [] => true | x :: xs => if blank x then forallb blank xs else trails xs end.
  Fixpoint solid (xs : list column) := match xs with [] => true | x :: xs => if blank x then solid xs else trails xs end.
  Definition untorn xs y zs :=
    if blank y then forallb blank xs && solid zs || forallb blank zs && solid xs else trails xs && trails zs.
  (** If the rule reaches further than neighbours, the columns have to agree with it. *)
  Definition legal_here d xs y zs := forallb (fun i => match in_row y i with O => true | c => free (around d xs y zs i) c end) (seq 0 rows).
  Fixpoint legal_side d xs zs := match zs with [] => true | z :: zs => legal_here d xs z zs && legal_side d (z :: xs) zs end.
  Definition legal_window d xs y zs := legal_here d xs y zs && legal_side d (y :: xs) zs && legal_side (negb d) (y :: zs) xs.
  Definition can_be d xs y zs := (negb in_one_piece || untorn xs y zs) && ((m =? 1) || legal_window d xs y zs).

  (** What may come before a column or a wall, and all rows of [t] columns before it. *)
  Definition before_it d (y : column) := match y with None => [None] | Some _ => before d y end.
  Fixpoint rows_before t d (y : column) : list (list column) :=
    match t with O => [[]] | S t => flat_map (fun x => map (cons x) (rows_before t d x)) (before_it d y) end.

  Definition nearest (xs : list column) : column := hd None xs.
  (** Alice answers in [y], or in the nearest of [xs], whatever stands beyond them. *)
  Definition answer_here fresh d xs y zs :=
    existsb (fun y' => follows d (nearest xs) y' && follows d y' (nearest zs)) (steps fresh d xs y zs).
  Definition answer_beside fresh d xs y zs :=
    match xs with
    | Some l :: others => forallb (fun u => negb (can_be d (xs ++ [u]) y zs) ||
        follows d y (nearest zs) && answer_here fresh d (others ++ [u]) (Some l) (y :: removelast zs)) (before_it d (last xs None))
    | _ => false
    end.
  Definition answered d xs zs y' :=
    lets_be && follows d (nearest xs) y' && follows d y' (nearest zs) ||
    answer_here false d xs y' zs || answer_beside false d xs y' zs || answer_beside false (negb d) zs y' xs.
  (** Bob skips, and [y] is the first column in this direction in which there is something to colour. *)
  Definition first_open x y z := goes_round shape || full x || stays_connected L && blank x && blank y && negb (blank z).
  Definition spare d xs y zs :=
    negb (existsb (fun i => (in_row y i =? 0) && open true xs y zs (around d xs y zs i)) (seq 0 rows)) ||
    negb (first_open (nearest xs) y (nearest zs)) ||
    answer_here (all_blank xs y zs) d xs y zs || answer_beside (all_blank xs y zs) (negb d) zs y xs.
  (** Whether the boards look different from the right: then spare moves are looked for in both directions. *)
  Definition one_way := match shape with Triangular => true | _ => false end.

  Variable go_on : column -> bool.
  Definition look_at xs y zs : option unmet :=
    if negb (go_on y) then Some Stopped else
    if negb (can_be true xs y zs) then None else
    match find (fun i => (in_row y i =? 0) && negb (existsb (free (around true xs y zs i)) (seq 1 k))) (seq 0 rows) with
    | Some i => Some (DeadRow xs y zs i)
    | None =>
        match find (fun y' => negb (answered true xs zs y')) (steps true true xs y zs) with
        | Some y' => Some (NoAnswer xs y zs y')
        | None =>
            if negb spares then None
            else if negb (spare true xs y zs) then Some (NoSpareMove true xs y zs)
            else if one_way && negb (spare false zs y xs) then Some (NoSpareMove false zs y xs) else None
        end
    end.

  Fixpoint first_of {A} (f : A -> option unmet) (l : list A) : option unmet :=
    match l with [] => None | a :: l => match f a with Some why => Some why | None => first_of f l end end.
  Definition look_around y :=
    let zss := rows_before m false y in first_of (fun xs => first_of (look_at xs y) zss) (rows_before m true y).

  (** Turning a column upside down, with the other columns in reverse order if the boards look different from the right, and exchanging
      two colours. *)
  Inductive symmetry := Flip | Swap (c : nat).
  Definition swap c x := if x =? c then S c else if x =? S c then c else x.
  Definition image g (y : column) : column :=
    match y, g with None, _ => None | Some l, Flip => Some (rev l) | Some l, Swap c => Some (map (swap c) l) end.
  Definition reverses g := match g with Flip => one_way | Swap _ => false end.
  Definition symmetries := Flip :: if recolour then map Swap (seq 1 (pred k)) else [].
  (** Colours that are exchanged clash with the same colours. *)
  Definition alike := negb recolour || forallb (fun s => forallb (fun e => forallb (fun c => forallb (fun d =>
    eqb (clash L e (swap s c) (swap s d)) (clash L e c d)) (seq 1 k)) (seq 1 k)) (seq 1 m)) (seq 1 (pred k)).

  (** Looks at every column that is no image of an earlier one. *)
  Fixpoint survey (l : list_of_pairs) (done : set) : option unmet :=
    match l with
    | [] => None
    | (y, _) :: l =>
        let go_ahead := fun _ : unit => survey l (PositiveMap.add (code y) tt done) in
        match y with
        | None => go_ahead tt
        | Some _ =>
            if existsb (fun g => PositiveMap.mem (code (image g y)) done) symmetries then go_ahead tt
            else match look_around y with Some why => Some why | None => go_ahead tt end
        end
    end.

  Variable known_on_the_left : column -> column -> bool.
  (** A column has so many rows and no other colours. *)
  Definition has_rows (y : column) := match y with Some l => (length l =? rows) && forallb (fun c => c <=? k) l | None => true end.
  (** [y] stands on the right of [x], and that is known of [y] and of all images. *)
  Definition closed_pair x y := has_rows y && known_on_the_left y x &&
    forallb (fun g => follows (negb (reverses g)) (image g x) (image g y)) symmetries.
  Definition closed_pairs (l : list_of_pairs) :=
    forallb (fun e => has_rows (fst e) && forallb (closed_pair (fst e)) (snd (snd e))) l.
  Definition empty_column : column := Some (repeat 0 rows).
  Definition start_allowed := allows empty_column empty_column &&
    (goes_round shape || allows None empty_column && allows empty_column None).
  Definition check_pairs l : option unmet :=
    if negb (closed_pairs l && alike) then Some NotClosed
    else if negb start_allowed then Some NoStart
    else survey l (PositiveMap.empty unit).
End Conditions.

Definition before (t : table) (d : bool) y :=
  match PositiveMap.find (code y) t with Some e => if d then on_the_left e else on_the_right e | None => [] end.
Definition allows (t : table) x y :=
  match PositiveMap.find (code x) t with Some e => PositiveMap.mem (code y) (right_set e) | None => false end.
Definition known_on_the_left (t : table) y x :=
  match PositiveMap.find (code y) t with Some e => PositiveMap.mem (code x) (left_set e) | None => false end.
(** Tables of what is asked again and again. *)
Definition table_of_rows shape rows (L : local) : bool -> nat -> nat -> list (nat * nat) :=
  let table d := map (fun t => map (spots shape L d t) (seq 0 rows)) (seq 0 (S (range L))) in
  let to_right := table true in let to_left := table false in
  fun d t i => nth i (nth t (if d : bool then to_right else to_left) []) [].
Definition table_of_clashes (L : local) : nat -> nat -> nat -> bool :=
  let table := map (fun e => map (fun c => map (clash L e c) (seq 0 (S (hues L)))) (seq 0 (S (hues L)))) (seq 0 (S (range L))) in
  fun e c d => nth d (nth c (nth e table []) []) false.
Definition alice_may_skip (s : strip) := match strip_skipper s with Some Left => true | _ => false end.
(** The checker: [None] if nothing is wrong. *)
Definition check_strip go_on recolour (s : strip) (l : list_of_pairs) : option unmet :=
  match local_of (strip_game s) with
  | None => Some NotLocal
  | Some L =>
      if goes_round (strip_shape s) && negb (range L =? 1) ||
         negb (bob_may_skip s) && match strip_skipper s with Some Right => true | _ => false end
      then Some NotLocal
      else
        let t := table_of l in
        check_pairs (strip_shape s) (height s) L (bob_may_skip s || alice_may_skip s) (bob_may_skip s) recolour (before t) (allows t)
          (table_of_rows (strip_shape s) (height s) L) (table_of_clashes L) go_on (known_on_the_left t) l
  end.

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
  Variables (shape : shape) (rows : nat) (L : local).
  Variables lets_be spares recolour : bool.
  Notation k := (hues L).
  Notation m := (range L).
  Variable before : bool -> column -> list column.
  Variable allows : column -> column -> bool.
  Variable near_rows : bool -> nat -> nat -> list (nat * nat).
  Variable bars : nat -> nat -> nat -> bool.
  Notation follows d x y := (follows allows d x y = true).
  Hypothesis near_rows_spec : forall d t i i' e, i < rows -> In (i', e) (near_rows d t i) <-> away shape d t i i' = e /\ 1 <= e <= m.
  Hypothesis bars_spec : forall e c d, e <= m -> c <= k -> d <= k -> bars e c d = clash L e c d.
  Hypothesis lists : forall d x y, follows d x y -> In x (before d y).
  Definition tall (y : column) := has_rows rows L y = true.
  Hypothesis all_tall : forall x y, allows x y = true -> tall x /\ tall y.
  Notation steps := (steps rows L near_rows bars).
  Notation blank := (blank rows).
  Notation all_blank := (all_blank rows).
  Notation talls := (Forall tall).

  Lemma follows_tall d x y : follows d x y -> tall x /\ tall y.
  Proof. destruct d; simpl; intros F; apply all_tall in F; tauto. Qed.
  Lemma follows_swap d x y : follows d x y -> follows (negb d) y x.
  Proof. now destruct d. Qed.
  Lemma tall_wall : tall None.
  Proof. reflexivity. Qed.
  Lemma tall_length l : tall (Some l) <-> length l = rows /\ forall c, In c l -> c <= k.
  Proof.
    unfold tall. simpl. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. split; intros [A B]; split; auto; intros c C; apply Nat.leb_le; auto.
  Qed.
  Lemma tall_beyond y i : tall y -> rows <= i -> in_row y i = 0.
  Proof. destruct y as [l|]; simpl; auto. intros T I. apply tall_length in T. apply nth_overflow. lia. Qed.
  Lemma tall_colour y i : tall y -> in_row y i <= k.
  Proof.
    destruct y as [l|]; simpl; [|lia]. intros T. apply tall_length in T. destruct T as [_ T].
    destruct (Nat.lt_ge_cases i (length l)) as [I|I]; [apply T, nth_In; auto|rewrite nth_overflow; auto; lia].
  Qed.
  Lemma tall_nth (xs : list column) t : talls xs -> tall (nth t xs None).
  Proof.
    intros T. destruct (Nat.lt_ge_cases t (length xs)) as [I|I]; [|rewrite nth_overflow by auto; apply tall_wall].
    rewrite Forall_forall in T. apply T, nth_In. auto.
  Qed.
  Lemma nearest_nth (xs : list column) : nearest xs = nth 0 xs None.
  Proof. now destruct xs. Qed.

  (** ** What stands around a vertex *)

  (** [c] is the colour of a vertex at distance [e]. *)
  Definition Side d (xs : list column) i e c := exists t i', i' < rows /\ away shape d (S t) i i' = e /\ in_row (nth t xs None) i' = c.
  Definition Hit d (xs : list column) (y : column) (zs : list column) i e c := 1 <= e <= m /\ (Side (negb d) xs i e c \/ Side d zs i e c \/
    exists i', i' < rows /\ away shape d 0 i i' = e /\ in_row y i' = c).
  Lemma hit_swap d xs y zs i e c : Hit d xs y zs i e c -> Hit (negb d) zs y xs i e c.
  Proof.
    intros [E H]. split; auto. rewrite negb_involutive. destruct H as [H|[H|(i' & I & A & C)]]; auto. right. right.
    exists i'. rewrite away_here in *. auto.
  Qed.
  Lemma colours_at_spec x places e c : In (e, c) (colours_at x places) <-> 1 <= c /\ exists i', In (i', e) places /\ in_row x i' = c.
  Proof.
    induction places as [|[i' e'] places IH]; simpl; [split; [intros []|intros (_ & i' & [] & _)]|].
    destruct (in_row x i') as [|c'] eqn:E; simpl; rewrite IH; clear IH.
    - split; [intros (C & j & J & F); split; auto; exists j; auto|]. intros (C & j & [J|J] & F); [inversion J; subst; lia|eauto].
    - split.
      + intros [H|(C & j & J & F)]; [inversion H; subst; split; [lia|exists i'; auto]|split; auto; exists j; auto].
      + intros (C & j & [J|J] & F); [left; inversion J; subst; f_equal; auto|right; eauto].
  Qed.
  Lemma on_side_spec d i e c xs : forall t, In (e, c) (on_side near_rows d t xs i) <->
    1 <= c /\ exists s i', In (i', e) (near_rows d (t + s) i) /\ in_row (nth s xs None) i' = c.
  Proof.
    induction xs as [|x xs IH]; intros t; simpl.
    - split; [intros []|]. intros (C & s & i' & _ & E). destruct s; simpl in E; lia.
    - rewrite in_app_iff, colours_at_spec, IH. split.
      + intros [(C & i' & A & E)|(C & s & i' & A & E)]; split; auto.
        * exists 0, i'. rewrite Nat.add_0_r. auto.
        * exists (S s), i'. now rewrite Nat.add_succ_r.
      + intros (C & [|s] & i' & A & E); [left|right]; split; auto.
        * exists i'. now rewrite Nat.add_0_r in A.
        * exists s, i'. now rewrite Nat.add_succ_r in A.
  Qed.
  Lemma around_spec d xs y zs i e c : talls xs -> tall y -> talls zs -> i < rows ->
    In (e, c) (around near_rows d xs y zs i) <-> 1 <= c /\ Hit d xs y zs i e c.
  Proof.
    intros TX TY TZ I. unfold around. rewrite !in_app_iff, !on_side_spec, colours_at_spec. setoid_rewrite near_rows_spec; auto.
    assert (B : forall y i', tall y -> 1 <= in_row y i' -> i' < rows).
    { intros x i' T X. destruct (Nat.lt_ge_cases i' rows); auto. rewrite tall_beyond in X by auto. lia. }
    assert (S : forall d xs, talls xs -> (1 <= c /\ exists s i', (away shape d (1 + s) i i' = e /\ 1 <= e <= m) /\ in_row (nth s xs None) i' = c) <->
      1 <= c /\ 1 <= e <= m /\ Side d xs i e c).
    { intros b ys T. split.
      - intros (C & s & i' & [A E] & X). split; auto. split; auto. exists s, i'. split; auto. apply (B (nth s ys None)); [now apply tall_nth|lia].
      - intros (C & E & s & i' & _ & A & X). split; auto. exists s, i'. auto. }
    rewrite !S by auto. unfold Hit. split.
    - intros [H|[H|(C & i' & [A E] & X)]]; [tauto|tauto|]. split; auto. split; auto. right. right. exists i'. split; auto.
      apply (B y); auto. lia.
    - intros (C & E & [H|[H|(i' & _ & A & X)]]); auto. right. right. split; auto. exists i'. auto.
  Qed.
  Lemma hit_colour d xs y zs i e c : talls xs -> tall y -> talls zs -> Hit d xs y zs i e c -> c <= k.
  Proof.
    intros TX TY TZ [_ [(t & i' & _ & _ & <-)|[(t & i' & _ & _ & <-)|(i' & _ & _ & <-)]]]; auto using tall_colour, tall_nth.
  Qed.
  Definition Forbidden d (xs : list column) (y : column) (zs : list column) i c := exists e c', 1 <= c' /\ Hit d xs y zs i e c' /\ clash L e c c' = true.
  Lemma forbidden_swap d xs y zs i c : Forbidden d xs y zs i c -> Forbidden (negb d) zs y xs i c.
  Proof. intros (e & c' & C & H & X). exists e, c'. auto using hit_swap. Qed.
  Lemma forbidden_swap_iff d xs y zs i c : Forbidden (negb d) zs y xs i c <-> Forbidden d xs y zs i c.
  Proof. split; intros H; apply forbidden_swap in H; auto. now rewrite negb_involutive in H. Qed.
  Lemma free_spec d xs y zs i c : talls xs -> tall y -> talls zs -> i < rows -> c <= k ->
    free bars (around near_rows d xs y zs i) c = true <-> ~ Forbidden d xs y zs i c.
  Proof.
    intros TX TY TZ I C. unfold free. rewrite forallb_forall. split.
    - intros F (e & c' & C' & H & X). assert (K := hit_colour _ _ _ _ _ _ _ TX TY TZ H). specialize (F (e, c')).
      rewrite around_spec in F by auto. specialize (F (conj C' H)). simpl in F. rewrite bars_spec in F by (auto; apply H).
      rewrite X in F. discriminate.
    - intros N [e c'] A. apply around_spec in A; auto. destruct A as [C' H]. assert (K := hit_colour _ _ _ _ _ _ _ TX TY TZ H). simpl.
      rewrite bars_spec by (auto; apply H). apply negb_true_iff, not_true_iff_false. intros X. apply N. exists e, c'. auto.
  Qed.

  Lemma all_blank_swap xs y zs : all_blank xs y zs = all_blank zs y xs.
  Proof. unfold Columns.all_blank. rewrite <- !andb_assoc. f_equal. apply andb_comm. Qed.
  Definition Open (fresh : bool) d (xs : list column) (y : column) (zs : list column) i := stays_connected L = false \/ (exists c, 1 <= c /\ Hit d xs y zs i 1 c) \/
    (fresh = true /\ all_blank xs y zs = true).
  Lemma open_spec fresh d xs y zs i : talls xs -> tall y -> talls zs -> i < rows ->
    open rows L fresh xs y zs (around near_rows d xs y zs i) = true <-> Open fresh d xs y zs i.
  Proof.
    intros TX TY TZ I. unfold open, Open. rewrite !orb_true_iff, andb_true_iff, negb_true_iff, existsb_exists. split.
    - intros [[A|((e, c) & A & N)]|A]; auto. simpl in N. apply Nat.eqb_eq in N. subst e. apply around_spec in A; auto. right. left. exists c. auto.
    - intros [A|[(c & C & A)|A]]; auto. left. right. exists (1, c). rewrite around_spec by auto. auto.
  Qed.
  Lemma open_swap fresh d xs y zs i : Open fresh d xs y zs i -> Open fresh (negb d) zs y xs i.
  Proof.
    intros [A|[(c & C & A)|A]]; [left|right; left|right; right]; auto; [exists c; auto using hit_swap|now rewrite all_blank_swap].
  Qed.

  (** ** Columns that can come up *)
  Definition LegalHere d (xs : list column) (y : column) (zs : list column) := forall i, i < rows -> in_row y i <> 0 -> ~ Forbidden d xs y zs i (in_row y i).
  Fixpoint LegalSide d (xs zs : list column) : Prop := match zs with [] => True | z :: zs => LegalHere d xs z zs /\ LegalSide d (z :: xs) zs end.
  Definition CanBe d xs y zs := (in_one_piece shape L = true -> untorn rows xs y zs = true) /\
    (m <> 1 -> LegalHere d xs y zs /\ LegalSide d (y :: xs) zs /\ LegalSide (negb d) (y :: zs) xs).
  Lemma legal_here_spec d xs y zs : talls xs -> tall y -> talls zs -> LegalHere d xs y zs -> legal_here rows near_rows bars d xs y zs = true.
  Proof.
    intros TX TY TZ H. apply forallb_forall. intros i I. apply in_seq in I. destruct (in_row y i) as [|c] eqn:E; auto. rewrite <- E.
    apply free_spec; auto; [lia|now apply tall_colour|]. apply H; lia.
  Qed.
  Lemma legal_side_spec d zs : forall xs, talls xs -> talls zs -> LegalSide d xs zs -> legal_side rows near_rows bars d xs zs = true.
  Proof.
    induction zs as [|z zs IH]; intros xs TX TZ; simpl; auto. intros [A B]. inversion TZ; subst. rewrite legal_here_spec, IH; auto.
  Qed.
  Lemma can_be_spec d xs y zs : talls xs -> tall y -> talls zs -> CanBe d xs y zs -> can_be shape rows L near_rows bars d xs y zs = true.
  Proof.
    intros TX TY TZ [A B]. unfold can_be. apply andb_true_iff. split.
    - destruct (in_one_piece shape L); auto.
    - destruct (Nat.eqb_spec m 1) as [E|E]; auto. simpl. destruct (B E) as (B1 & B2 & B3). unfold legal_window.
      rewrite legal_here_spec, !legal_side_spec; auto.
  Qed.
  Lemma legal_here_swap d xs y zs : LegalHere d xs y zs -> LegalHere (negb d) zs y xs.
  Proof. intros H i I N F. apply (proj1 (forbidden_swap_iff d xs y zs i _)) in F. now apply (H i). Qed.
  Lemma untorn_swap xs y zs : untorn rows xs y zs = untorn rows zs y xs.
  Proof. unfold untorn. destruct (blank y); [apply orb_comm|apply andb_comm]. Qed.
  Lemma can_be_swap d xs y zs : CanBe d xs y zs -> CanBe (negb d) zs y xs.
  Proof.
    intros [A B]. split; [rewrite untorn_swap; auto|]. intros N. destruct (B N) as (B1 & B2 & B3). rewrite negb_involutive.
    auto using legal_here_swap.
  Qed.

  Definition Before d u (y : column) := match y with None => u = None | Some _ => follows d u y end.
  Fixpoint Chain d y xs : Prop := match xs with [] => True | x :: xs => Before d x y /\ Chain d x xs end.
  Lemma before_tall d u y : Before d u y -> tall u.
  Proof. destruct y; simpl; [|intros ->; reflexivity]. intros F. now apply follows_tall in F. Qed.
  Lemma chain_talls d xs : forall y, Chain d y xs -> talls xs.
  Proof. induction xs as [|x xs IH]; intros y; simpl; auto. intros [A B]. constructor; eauto using before_tall. Qed.
  Lemma in_before_it d u y : Before d u y -> In u (before_it before d y).
  Proof. destruct y; simpl; auto. Qed.
  Lemma in_rows_before d xs : forall y, Chain d y xs -> In xs (rows_before before (length xs) d y).
  Proof.
    induction xs as [|x xs IH]; intros y; simpl; auto. intros [A B]. apply in_flat_map. exists x. split; [now apply in_before_it|].
    apply in_map. auto.
  Qed.

  (** ** Moves and answers *)
  Definition step fresh d (xs : list column) (y : column) (zs : list column) (y' : column) := exists l i c, y = Some l /\ i < rows /\ nth i l 0 = 0 /\ 1 <= c <= k /\
    ~ Forbidden d xs y zs i c /\ Open fresh d xs y zs i /\ y' = Some (set_colour l i c).
  Lemma in_steps fresh d xs y zs y' : talls xs -> tall y -> talls zs -> In y' (steps fresh d xs y zs) <-> step fresh d xs y zs y'.
  Proof.
    intros TX T TZ. unfold Columns.steps, step. cbv zeta. destruct y as [l|]; [|split; [intros []|intros (l & i & c & E & _); discriminate]].
    rewrite in_flat_map. split.
    - intros (i & I & M). apply in_seq in I. destruct (Nat.eqb_spec (nth i l 0) 0) as [Z|]; [|contradiction].
      destruct (open rows L fresh xs (Some l) zs _) eqn:O; [|contradiction]. apply open_spec in O; [|auto|auto|auto|lia].
      apply in_map_iff in M. destruct M as (c & E & F). apply filter_In in F. destruct F as [C F]. apply in_seq in C.
      exists l, i, c. apply free_spec in F; [|auto|auto|auto|lia|lia]. repeat (split; [now (auto; lia)|]). auto.
    - intros (l' & i & c & E & I & Z & C & F & O & ->). inversion E; subst. exists i. split; [apply in_seq; lia|].
      rewrite Z, Nat.eqb_refl. apply open_spec in O; auto. rewrite O. apply in_map_iff. exists c. split; auto. apply filter_In.
      split; [apply in_seq; lia|]. apply free_spec; auto. lia.
  Qed.
  Lemma in_set_colour l : forall i c x, In x (set_colour l i c) -> x = c \/ In x l.
  Proof. induction l as [|y l IH]; intros [|i] c x; simpl; auto; [|]; intros [E|E]; auto. apply IH in E. tauto. Qed.
  Lemma step_tall fresh d xs y zs y' : tall y -> step fresh d xs y zs y' -> tall y'.
  Proof.
    intros T (l & i & c & -> & _ & _ & C & _ & _ & ->). apply tall_length in T. apply tall_length. rewrite set_length. split; [tauto|].
    intros x X. apply in_set_colour in X. destruct X as [->|X]; [lia|]. now apply T.
  Qed.
  Lemma step_swap fresh d xs y zs y' : step fresh d xs y zs y' -> step fresh (negb d) zs y xs y'.
  Proof.
    intros (l & i & c & A & B & C & D & E & F & H). exists l, i, c. rewrite forbidden_swap_iff. auto 9 using open_swap.
  Qed.

  Definition Here fresh d (xs : list column) (y : column) (zs : list column) := exists y', step fresh d xs y zs y' /\ follows d (nearest xs) y' /\ follows d y' (nearest zs).
  Definition Beside fresh d (xs : list column) (y : column) (zs : list column) := exists x others, xs = x :: others /\ x <> None /\
    forall u, Before d u (last xs None) -> CanBe d (xs ++ [u]) y zs ->
      follows d y (nearest zs) /\ Here fresh d (others ++ [u]) x (y :: removelast zs).
  Definition Answered d xs zs y' := (lets_be = true /\ follows d (nearest xs) y' /\ follows d y' (nearest zs)) \/
    Here false d xs y' zs \/ Beside false d xs y' zs \/ Beside false (negb d) zs y' xs.
  Definition Alive d (xs : list column) (y : column) (zs : list column) := forall i, i < rows -> in_row y i = 0 -> exists c, 1 <= c <= k /\ ~ Forbidden d xs y zs i c.
  Definition Spare d xs y zs := (forall i, i < rows -> in_row y i = 0 -> ~ Open true d xs y zs i) \/
    first_open shape rows L (nearest xs) y (nearest zs) = false \/
    Here (all_blank xs y zs) d xs y zs \/ Beside (all_blank xs y zs) (negb d) zs y xs.
  (** What is to be shown about a column, in each direction. *)
  Definition GoodIn d y := forall xs zs, length xs = m -> length zs = m -> Chain d y xs -> Chain (negb d) y zs -> CanBe d xs y zs ->
    Alive d xs y zs /\ (forall y', step true d xs y zs y' -> Answered d xs zs y') /\ (spares = true -> Spare d xs y zs).
  Definition Good y := GoodIn true y /\ (one_way shape = true -> GoodIn false y).

  Notation answer_here := (answer_here rows L allows near_rows bars).
  Notation answer_beside := (answer_beside shape rows L before allows near_rows bars).
  Lemma here_spec fresh d xs y zs : talls xs -> tall y -> talls zs -> answer_here fresh d xs y zs = true -> Here fresh d xs y zs.
  Proof.
    intros TX T TZ H. apply existsb_exists in H. destruct H as (y' & I & E). apply andb_true_iff in E.
    exists y'. rewrite in_steps in I by auto. tauto.
  Qed.
  Lemma talls_removelast zs : talls zs -> talls (removelast zs).
  Proof.
    intros T. destruct zs as [|z zs] using rev_ind; auto. rewrite removelast_last. apply Forall_app in T. tauto.
  Qed.
  Lemma talls_one (u : column) : tall u -> talls [u].
  Proof. auto. Qed.
  Lemma beside_spec fresh d xs y zs : talls xs -> tall y -> talls zs -> answer_beside fresh d xs y zs = true -> Beside fresh d xs y zs.
  Proof.
    unfold Columns.answer_beside. intros TX TY TZ H. destruct xs as [|[l|] others]; try discriminate.
    exists (Some l), others. split; [reflexivity|]. split; [discriminate|]. intros u U N. assert (TU := before_tall _ _ _ U). rewrite forallb_forall in H.
    apply in_before_it, H in U. inversion TX; subst. apply can_be_spec in N; [|apply Forall_app; auto|auto|auto].
    apply orb_prop in U. destruct U as [U|U]; [apply negb_true_iff in U; discriminate (eq_trans (eq_sym U) N)|].
    apply andb_true_iff in U. destruct U as [A B]. split; auto. apply here_spec; auto.
    - apply Forall_app. auto.
    - constructor; auto using talls_removelast.
  Qed.
  Lemma here_swap fresh d xs y zs : Here fresh d xs y zs -> Here fresh (negb d) zs y xs.
  Proof. intros (y' & S & A & B). exists y'. auto using step_swap, follows_swap. Qed.
  Lemma answered_swap d xs zs y' : Answered d xs zs y' -> Answered (negb d) zs xs y'.
  Proof.
    intros [(A & B & C)|[H|[H|H]]]; [left|right; left|right; right; right|right; right; left]; auto using here_swap.
    - split; auto using follows_swap.
    - now rewrite negb_involutive.
  Qed.
  Lemma spare_spec d xs y zs : talls xs -> tall y -> talls zs ->
    spare shape rows L before allows near_rows bars d xs y zs = true -> Spare d xs y zs.
  Proof.
    intros TX TY TZ P. unfold spare in P. rewrite !orb_true_iff, !negb_true_iff in P. unfold Spare.
    destruct P as [[[P|P]|P]|P]; auto using here_spec, beside_spec. left. intros i I Z O.
    apply open_spec in O; auto. rewrite existsb_false in P. specialize (P i ltac:(apply in_seq; lia)). rewrite Z, O in P. discriminate.
  Qed.
  Notation look_at := (look_at shape rows L lets_be spares before allows near_rows bars).
  Lemma look_at_good go_on xs y zs : talls xs -> tall y -> talls zs -> CanBe true xs y zs ->
    look_at go_on xs y zs = None ->
    Alive true xs y zs /\ (forall y', step true true xs y zs y' -> Answered true xs zs y') /\
    (spares = true -> Spare true xs y zs /\ (one_way shape = true -> Spare false zs y xs)).
  Proof.
    intros TX TY TZ NT. unfold Columns.look_at. destruct (negb (go_on y)); [discriminate|]. rewrite can_be_spec by auto. cbn [negb].
    destruct (find _ (seq 0 rows)) eqn:D; [discriminate|]. destruct (find _ (steps true true xs y zs)) eqn:M; [discriminate|].
    intros E. split; [|split].
    - intros i I Z. assert (F := find_none _ _ D i). cbv beta in F. rewrite Z in F. simpl in F.
      specialize (F ltac:(apply in_seq; lia)). apply negb_false_iff, existsb_exists in F.
      destruct F as (c & C & F). apply in_seq in C. exists c. rewrite free_spec in F by (auto; lia). split; auto. lia.
    - intros y' S. assert (T' := step_tall _ _ _ _ _ _ TY S). apply in_steps in S; auto.
      apply (find_nothing _ _ M) in S. unfold answered in S. rewrite !orb_true_iff, !andb_true_iff in S.
      unfold Answered. destruct S as [[[S|S]|S]|S]; auto using here_spec, beside_spec. tauto.
    - intros SK. rewrite SK in E. simpl in E. destruct (spare shape rows L before allows near_rows bars true xs y zs) eqn:P; [|discriminate].
      split; [now apply spare_spec|]. intros W. rewrite W in E. simpl in E.
      destruct (spare shape rows L before allows near_rows bars false zs y xs) eqn:Q; [|discriminate]. now apply spare_spec.
  Qed.
  Lemma look_around_good go_on y : tall y -> look_around shape rows L lets_be spares before allows near_rows bars go_on y = None -> Good y.
  Proof.
    intros T A. assert (G : forall xs zs, length xs = m -> length zs = m -> Chain true y xs -> Chain false y zs -> CanBe true xs y zs ->
      Alive true xs y zs /\ (forall y', step true true xs y zs y' -> Answered true xs zs y') /\
      (spares = true -> Spare true xs y zs /\ (one_way shape = true -> Spare false zs y xs))).
    { intros xs zs LX LZ X Z N. apply (look_at_good go_on); eauto using chain_talls.
      apply in_rows_before in X, Z. rewrite LX in X. rewrite LZ in Z. unfold look_around in A. cbv zeta in A.
      assert (F := first_of_none _ _ A xs X). simpl in F. exact (first_of_none _ _ F zs Z). }
    split; [intros xs zs LX LZ X Z N; destruct (G xs zs LX LZ X Z N) as (B & C & D); split; [auto|split; [auto|intros SK; now apply D]]|].
    intros W xs zs LX LZ X Z N. apply can_be_swap in N. destruct (G zs xs LZ LX Z X N) as (B & C & D). split; [|split].
    - intros i I E. destruct (B i I E) as (c & CK & F). exists c. split; auto. intros H. now apply F, forbidden_swap_iff.
    - intros y' S. apply step_swap in S. simpl in S. now apply (answered_swap true), C.
    - intros SK. now apply D.
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
    Hypothesis turned_away : forall d t i j, i < rows -> j < rows -> away shape (way d) t (turned i) (turned j) = away shape d t i j.
    Hypothesis renamed_0 : renamed 0 = 0.
    Hypothesis renamed_in : forall c, 1 <= c <= k -> 1 <= renamed c <= k.
    Hypothesis renamed_twice : forall c, renamed (renamed c) = c.
    Hypothesis renamed_clash : forall e c d, 1 <= e <= m -> 1 <= c <= k -> 1 <= d <= k -> clash L e (renamed c) (renamed d) = clash L e c d.
    Hypothesis kept : forall d x y, follows d x y -> follows (way d) (im x) (im y).

    Lemma way_twice d : xorb (way d) turns = d.
    Proof. now rewrite xorb_assoc, xorb_nilpotent, xorb_false_r. Qed.
    Lemma way_negb d : way (negb d) = negb (way d).
    Proof. now destruct d, turns. Qed.
    Lemma same_column x y : tall x -> tall y -> (x = None <-> y = None) ->
      (forall i, i < rows -> in_row x i = in_row y i) -> x = y.
    Proof.
      destruct x as [l|], y as [l'|]; simpl; intros A B C D; auto.
      - f_equal. apply tall_length in A, B. apply nth_ext with 0 0; [lia|]. intros i I. apply D. lia.
      - destruct C as [_ C]. specialize (C eq_refl). discriminate.
      - destruct C as [C _]. specialize (C eq_refl). discriminate.
    Qed.
    Lemma im_twice y : tall y -> im (im y) = y.
    Proof.
      intros T. apply same_column; auto; [rewrite !im_wall; tauto|]. intros i I.
      rewrite !im_row, turned_twice by auto. apply renamed_twice.
    Qed.
    Lemma ims_twice ys : talls ys -> map im (map im ys) = ys.
    Proof. intros T. rewrite map_map. rewrite <- (map_id ys) at 2. apply map_ext_in. intros y Y. apply im_twice. rewrite Forall_forall in T. auto. Qed.
    Lemma ims_tall ys : talls ys -> talls (map im ys).
    Proof. rewrite !Forall_forall. intros T y Y. apply in_map_iff in Y. destruct Y as (x & <- & X). auto. Qed.
    Lemma im_none : im None = None.
    Proof. now apply im_wall. Qed.
    Lemma nth_im t xs : nth t (map im xs) None = im (nth t xs None).
    Proof. rewrite <- im_none at 1. apply map_nth. Qed.
    Lemma nearest_im xs : nearest (map im xs) = im (nearest xs).
    Proof. rewrite !nearest_nth. apply nth_im. Qed.
    Lemma last_im xs : last (map im xs) None = im (last xs None).
    Proof. induction xs as [|x [|y xs] IH]; simpl in *; auto. now rewrite im_none. Qed.
    Lemma removelast_im xs : map im (removelast xs) = removelast (map im xs).
    Proof. induction xs as [|x [|y xs] IH]; simpl in *; auto. now rewrite IH. Qed.
    Lemma renamed_inj c d : renamed c = renamed d -> c = d.
    Proof. intros E. rewrite <- (renamed_twice c), E. apply renamed_twice. Qed.
    Lemma renamed_some c : c <= k -> 1 <= c -> 1 <= renamed c.
    Proof. intros K C. apply renamed_in. lia. Qed.
    Lemma side_im d xs i e c : talls xs -> i < rows -> Side d xs i e c -> Side (way d) (map im xs) (turned i) e (renamed c).
    Proof.
      intros T I (t & i' & I' & A & C). exists t, (turned i'). split; auto. rewrite turned_away by auto. split; auto.
      rewrite nth_im, im_row, turned_twice by auto using tall_nth. f_equal. exact C.
    Qed.
    Lemma hit_im d xs y zs i e c : talls xs -> tall y -> talls zs -> i < rows ->
      Hit d xs y zs i e c -> Hit (way d) (map im xs) (im y) (map im zs) (turned i) e (renamed c).
    Proof.
      intros TX TY TZ I [E H]. split; auto. rewrite <- way_negb. destruct H as [H|[H|(i' & I' & A & C)]]; auto using side_im.
      right. right. exists (turned i'). split; auto. rewrite turned_away by auto. split; auto. rewrite im_row, turned_twice by auto. congruence.
    Qed.
    Lemma forbidden_im d xs y zs i c : talls xs -> tall y -> talls zs -> i < rows -> 1 <= c <= k ->
      Forbidden d xs y zs i c -> Forbidden (way d) (map im xs) (im y) (map im zs) (turned i) (renamed c).
    Proof.
      intros TX TY TZ I C (e & c' & C' & H & X). assert (K := hit_colour _ _ _ _ _ _ _ TX TY TZ H). exists e, (renamed c').
      split; [apply renamed_some; auto|]. split; [now apply hit_im|]. rewrite renamed_clash; auto. apply H.
    Qed.
    Lemma not_forbidden_im d xs y zs i c : talls xs -> tall y -> talls zs -> i < rows -> 1 <= c <= k ->
      ~ Forbidden d xs y zs i c -> ~ Forbidden (way d) (map im xs) (im y) (map im zs) (turned i) (renamed c).
    Proof.
      intros TX TY TZ I C N H. apply forbidden_im in H; auto using ims_tall.
      now rewrite way_twice, !ims_twice, im_twice, turned_twice, renamed_twice in H by auto.
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
    Lemma blanks_im ys : talls ys -> forallb blank (map im ys) = forallb blank ys.
    Proof. induction ys as [|y ys IH]; simpl; auto. intros T. inversion T; subst. now rewrite blank_im, IH. Qed.
    Lemma all_blank_im xs y zs : talls xs -> tall y -> talls zs -> all_blank (map im xs) (im y) (map im zs) = all_blank xs y zs.
    Proof. intros. unfold Columns.all_blank. now rewrite blank_im, !blanks_im. Qed.
    Lemma trails_im ys : talls ys -> trails rows (map im ys) = trails rows ys.
    Proof. induction ys as [|y ys IH]; simpl; auto. intros T. inversion T; subst. now rewrite blank_im, blanks_im, IH. Qed.
    Lemma solid_im ys : talls ys -> solid rows (map im ys) = solid rows ys.
    Proof. induction ys as [|y ys IH]; simpl; auto. intros T. inversion T; subst. now rewrite blank_im, trails_im, IH. Qed.
    Lemma legal_here_im d xs y zs : talls xs -> tall y -> talls zs -> LegalHere d xs y zs -> LegalHere (way d) (map im xs) (im y) (map im zs).
    Proof.
      intros TX TY TZ H i I N. rewrite im_row in N |- * by auto. assert (NZ : in_row y (turned i) <> 0) by (intros E; rewrite E in N; auto).
      specialize (H (turned i) (turned_in i I) NZ). rewrite <- (turned_twice i) at 1 by auto. apply not_forbidden_im; auto.
      split; [lia|now apply tall_colour].
    Qed.
    Lemma legal_side_im d zs : forall xs, talls xs -> talls zs -> LegalSide d xs zs -> LegalSide (way d) (map im xs) (map im zs).
    Proof.
      induction zs as [|z zs IH]; intros xs TX TZ; simpl; auto. inversion TZ; subst. intros [A B]. split; [now apply legal_here_im|].
      apply (IH (z :: xs)); auto.
    Qed.
    Lemma can_be_im d xs y zs : talls xs -> tall y -> talls zs -> CanBe d xs y zs -> CanBe (way d) (map im xs) (im y) (map im zs).
    Proof.
      intros TX TY TZ [A B]. split.
      - intros P. specialize (A P). unfold untorn in *. now rewrite blank_im, !blanks_im, !solid_im, !trails_im.
      - intros N. destruct (B N) as (B1 & B2 & B3). rewrite <- way_negb. split; [now apply legal_here_im|].
        split; [apply (legal_side_im d zs (y :: xs))|apply (legal_side_im (negb d) xs (y :: zs))]; auto.
    Qed.
    Lemma open_im fresh d xs y zs i : talls xs -> tall y -> talls zs -> i < rows ->
      Open fresh d xs y zs i -> Open fresh (way d) (map im xs) (im y) (map im zs) (turned i).
    Proof.
      intros TX TY TZ I [A|[(c & C & N)|A]]; [left; auto|right; left|right; right; now rewrite all_blank_im].
      exists (renamed c). assert (K := hit_colour _ _ _ _ _ _ _ TX TY TZ N). split; auto using hit_im, renamed_some.
    Qed.
    Lemma in_row_set l i c j : length l = rows -> i < rows ->
      in_row (Some (set_colour l i c)) j = if j =? i then c else nth j l 0.
    Proof.
      intros LL I. simpl. destruct (Nat.eqb_spec j i) as [->|N]; [apply set_same; lia|now apply set_other].
    Qed.
    Lemma step_im fresh d xs y zs y' : talls xs -> tall y -> talls zs -> step fresh d xs y zs y' ->
      step fresh (way d) (map im xs) (im y) (map im zs) (im y').
    Proof.
      intros TX TY TZ S. assert (TY' := step_tall _ _ _ _ _ _ TY S).
      destruct S as (l & i & c & -> & I & Z & C & F & O & ->).
      destruct (im (Some l)) as [b|] eqn:M; [|apply (proj1 (im_wall _)) in M; discriminate].
      assert (LL : length l = rows) by now apply tall_length in TY.
      assert (TM : tall (Some b)) by (rewrite <- M; auto).
      assert (LM : length b = rows) by now apply tall_length in TM.
      assert (IC := renamed_in c C).
      exists b, (turned i), (renamed c). split; [auto|]. split; [auto|]. split.
      { change (in_row (Some b) (turned i) = 0). rewrite <- M, im_row, turned_twice by auto. simpl. now rewrite Z. }
      split; [auto|]. split; [rewrite <- M; now apply not_forbidden_im|]. split; [rewrite <- M; now apply open_im|].
      apply same_column; auto.
      - apply tall_length. rewrite set_length. split; auto. intros x X. apply in_set_colour in X. destruct X as [->|X]; [lia|].
        apply tall_length in TM. now apply TM.
      - rewrite im_wall. split; discriminate.
      - intros j J. rewrite im_row by auto. rewrite !in_row_set by auto.
        destruct (Nat.eqb_spec (turned j) i) as [E|N].
        + subst. rewrite turned_twice by auto. now rewrite Nat.eqb_refl.
        + destruct (Nat.eqb_spec j (turned i)) as [E|]; [subst; rewrite turned_twice in N by auto; contradiction|].
          change (renamed (in_row (Some l) (turned j)) = in_row (Some b) j). now rewrite <- M, im_row by auto.
    Qed.
    Lemma full_im y : tall y -> full rows (im y) = full rows y.
    Proof.
      assert (H : forall y, tall y -> full rows y = true -> full rows (im y) = true).
      { intros x T. destruct (im x) as [b|] eqn:M; auto. destruct x as [l|]; [|rewrite (proj2 (im_wall None) eq_refl) in M; discriminate].
        unfold full. rewrite !forallb_forall. intros F i I. apply in_seq in I.
        rewrite <- M, im_row by (auto; lia). apply negb_true_iff, Nat.eqb_neq. rewrite <- renamed_0. intros E.
        apply renamed_inj in E. specialize (F (turned i)). rewrite in_seq in F. specialize (F ltac:(assert (turned i < rows) by (apply turned_in; lia); lia)).
        rewrite E in F. discriminate. }
      intros T. apply eq_true_iff_eq. split; intros F; auto. rewrite <- (im_twice y) by auto. auto.
    Qed.
    Lemma here_im fresh d xs y zs : talls xs -> tall y -> talls zs -> Here fresh d xs y zs -> Here fresh (way d) (map im xs) (im y) (map im zs).
    Proof. intros TX TY TZ (y' & S & A & B). exists (im y'). rewrite !nearest_im. auto using step_im. Qed.
    Lemma before_im d u y : tall u -> tall y -> Before (way d) u (im y) -> Before d (im u) y.
    Proof.
      intros TU TY. destruct y as [l|]; simpl.
      - destruct (im (Some l)) as [b|] eqn:M; [|apply (proj1 (im_wall _)) in M; discriminate]. simpl. intros F. apply kept in F.
        now rewrite way_twice, <- M, im_twice in F by auto.
      - rewrite im_none. simpl. intros ->. apply im_none.
    Qed.
    Lemma chain_im d xs : forall y, tall y -> Chain (way d) (im y) xs -> Chain d y (map im xs).
    Proof.
      induction xs as [|x xs IH]; intros y T; simpl; auto. intros [A B]. assert (TX := before_tall _ _ _ A).
      split; [now apply before_im|]. apply IH; auto. now rewrite im_twice.
    Qed.
    Lemma beside_im fresh d xs y zs : talls xs -> tall y -> talls zs -> Beside fresh d xs y zs -> Beside fresh (way d) (map im xs) (im y) (map im zs).
    Proof.
      intros TX TY TZ (x & others & -> & N & C). exists (im x), (map im others). split; [reflexivity|]. split; [now rewrite im_wall|].
      intros u U B. assert (TU := before_tall _ _ _ U). inversion TX; subst. rewrite last_im in U.
      assert (TL : tall (last (x :: others) None)).
      { rewrite Forall_forall in TX. apply TX. destruct (exists_last (l := x :: others)) as (ys & a & ->); [discriminate|]. rewrite last_last, in_app_iff. simpl. auto. }
      apply before_im in U; auto.
      assert (B' : CanBe d ((x :: others) ++ [im u]) y zs).
      { apply can_be_im in B; auto using ims_tall; [|apply Forall_app; auto using ims_tall].
        rewrite way_twice, map_app, ims_twice, im_twice, ims_twice in B by auto. exact B. }
      destruct (C _ U B') as [D E]. rewrite nearest_im. split; auto. apply here_im in E; auto.
      - rewrite map_app in E. simpl in E. rewrite im_twice in E by auto. rewrite removelast_im in E. exact E.
      - apply Forall_app. auto.
      - constructor; auto using talls_removelast.
    Qed.
    Lemma good_im d y : tall y -> GoodIn d y -> GoodIn (way d) (im y).
    Proof.
      intros T G xs zs LX LZ X Z N. assert (TX := chain_talls _ _ _ X). assert (TZ := chain_talls _ _ _ Z). rewrite <- way_negb in Z.
      apply chain_im in X, Z; auto.
      assert (N' : CanBe d (map im xs) y (map im zs)).
      { apply can_be_im in N; auto. now rewrite way_twice, im_twice in N by auto. }
      assert (TX' := ims_tall _ TX). assert (TZ' := ims_tall _ TZ).
      destruct (G _ _ (eq_trans (map_length im xs) LX) (eq_trans (map_length im zs) LZ) X Z N') as (A & B & C). split; [|split].
      - intros i I E. rewrite im_row in E by auto. rewrite <- renamed_0 in E. apply renamed_inj in E.
        destruct (A (turned i)) as (c & K & F); auto. exists (renamed c). split; auto.
        rewrite <- (ims_twice xs), <- (ims_twice zs) by auto. rewrite <- (turned_twice i) by auto. apply not_forbidden_im; auto.
      - intros y' S. assert (TY' := step_tall _ _ _ _ _ _ (im_tall _ T) S).
        apply step_im in S; auto. rewrite way_twice, (im_twice y) in S by auto.
        apply B in S. rewrite <- (ims_twice xs), <- (ims_twice zs), <- (im_twice y') by auto. unfold Answered in *.
        rewrite <- way_negb, !(nearest_im (map im _)). assert (TI := im_tall _ TY').
        destruct S as [(D & E & F)|[H|[H|H]]]; [left|right; left|right; right; left|right; right; right]; auto using here_im, beside_im.
      - intros SK. rewrite <- (ims_twice xs), <- (ims_twice zs) by auto. unfold Spare. unfold first_open. rewrite <- way_negb.
        rewrite !(nearest_im (map im _)). assert (TNX : tall (nearest (map im xs))) by (rewrite nearest_nth; now apply tall_nth).
        assert (TNZ : tall (nearest (map im zs))) by (rewrite nearest_nth; now apply tall_nth).
        rewrite full_im, !blank_im, all_blank_im by auto.
        destruct (C SK) as [H|[H|[H|H]]]; auto 9 using here_im, beside_im. left. intros i I E O.
        rewrite im_row in E by auto. rewrite <- renamed_0 in E. apply renamed_inj in E.
        apply (H (turned i)); auto. apply open_im in O; auto using ims_tall. now rewrite way_twice, !ims_twice, im_twice in O by auto.
    Qed.
  End Image.

  Notation symmetries := (symmetries L recolour).
  Notation reverses := (reverses shape).
  Hypothesis alike_ok : alike L recolour = true.
  Hypothesis kept : forall g x y, In g symmetries -> allows x y = true -> follows (negb (reverses g)) (image g x) (image g y).
  Lemma kept_in g d x y : In g symmetries -> follows d x y -> follows (xorb d (reverses g)) (image g x) (image g y).
  Proof. intros I F. destruct d; apply (kept g) in F; auto; destruct (reverses g); exact F. Qed.
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
  Lemma swap_small c x : 1 <= c < k -> x <= k -> swap c x <= k.
  Proof. unfold swap. intros C X. destruct (Nat.eqb_spec x c), (Nat.eqb_spec x (S c)); lia. Qed.
  Lemma image_wall g y : image g y = None <-> y = None.
  Proof. destruct y, g; simpl; split; congruence. Qed.
  Lemma in_symmetries g : In g symmetries -> g = Flip \/ (recolour = true /\ exists c, g = Swap c /\ 1 <= c < k).
  Proof.
    intros [<-|I]; auto. destruct recolour; [|contradiction]. apply in_map_iff in I. destruct I as (c & <- & I). apply in_seq in I. right. split; auto.
    exists c. split; auto. lia.
  Qed.
  Lemma image_tall g y : In g symmetries -> tall y -> tall (image g y).
  Proof.
    intros I T. apply in_symmetries in I. destruct y as [l|]; [|now destruct g]. apply tall_length in T. destruct T as [A B].
    destruct I as [->|(_ & c & -> & C)]; cbn [image]; apply tall_length.
    - rewrite rev_length. split; auto. intros x X. apply in_rev in X. auto.
    - rewrite map_length. split; auto. intros x X. apply in_map_iff in X. destruct X as (z & <- & Z). apply swap_small; auto.
  Qed.
  Lemma image_row_flip y i : tall y -> i < rows -> in_row (image Flip y) i = in_row y (rows - S i).
  Proof.
    destruct y as [l|]; simpl; auto. intros T I. apply tall_length in T. destruct T as [T _]. rewrite rev_nth by lia. now rewrite T.
  Qed.
  Lemma image_row_swap c y i : 1 <= c -> in_row (image (Swap c) y) i = swap c (in_row y i).
  Proof.
    intros C. destruct y as [l|]; simpl; [|now rewrite swap_0]. rewrite <- (swap_0 c C) at 1. apply map_nth.
  Qed.
  (** Upside down a triangular strip goes the other way, and other strips stay as they are. *)
  Lemma flip_away d t i j : i < rows -> j < rows -> away shape (xorb d (one_way shape)) t (rows - S i) (rows - S j) = away shape d t i j.
  Proof. intros I J. unfold away, one_way. destruct d, shape; cbn [xorb]; by_order; lia. Qed.
  Lemma swap_clash c e a b : recolour = true -> 1 <= c < k -> 1 <= e <= m -> 1 <= a <= k -> 1 <= b <= k ->
    clash L e (swap c a) (swap c b) = clash L e a b.
  Proof.
    intros RE C E A B. assert (X := alike_ok). unfold alike in X. rewrite RE in X. simpl in X. rewrite forallb_forall in X.
    specialize (X c ltac:(apply in_seq; lia)). rewrite forallb_forall in X. specialize (X e ltac:(apply in_seq; lia)).
    rewrite forallb_forall in X. specialize (X a ltac:(apply in_seq; lia)). rewrite forallb_forall in X.
    specialize (X b ltac:(apply in_seq; lia)). now apply eqb_prop.
  Qed.
  Lemma image_good_in g d y : In g symmetries -> tall y -> GoodIn d y -> GoodIn (xorb d (reverses g)) (image g y).
  Proof.
    intros I. assert (K := fun d x y => kept_in g d x y I). assert (IT := fun y => image_tall g y I). apply in_symmetries in I.
    destruct I as [->|(RE & c & -> & C)].
    - apply (good_im (image Flip) (fun i => rows - S i) (fun c => c)); auto using image_wall, image_row_flip, flip_away; intros; lia.
    - apply (good_im (image (Swap c)) (fun i => i) (swap c)); auto using image_wall, swap_in, swap_twice, swap_clash.
      + intros x i _ _. apply image_row_swap. lia.
      + intros e t i j _ _. simpl. now rewrite xorb_false_r.
      + apply swap_0. lia.
  Qed.
  Lemma image_good g y : In g symmetries -> tall y -> Good y -> Good (image g y).
  Proof.
    intros I T [A B]. destruct (reverses g) eqn:V.
    - assert (W : one_way shape = true) by (destruct g; [exact V|discriminate]). specialize (B W).
      apply (image_good_in g) in A, B; auto. rewrite V in A, B. simpl in A, B. split; auto.
    - split; [|intros W; specialize (B W)]; [apply (image_good_in g) in A|apply (image_good_in g) in B]; auto; now rewrite V in *.
  Qed.
  Lemma image_twice g y : In g symmetries -> image g (image g y) = y.
  Proof.
    intros I. apply in_symmetries in I. destruct y as [l|]; [|now destruct g].
    destruct I as [->|(_ & c & -> & C)]; simpl; f_equal; [apply rev_involutive|].
    rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext. intros x. apply swap_twice.
  Qed.

  Notation survey := (survey shape rows L lets_be spares recolour before allows near_rows bars).
  Lemma survey_good go_on : forall l done, survey go_on l done = None ->
    (forall e, In e l -> tall (fst e)) ->
    (forall i, PositiveMap.mem i done = true -> exists y, code y = i /\ (y <> None -> Good y)) ->
    forall y ys, In (y, ys) l -> y <> None -> Good y.
  Proof.
    induction l as [|[x xs] l IH]; [intros done _ _ _ y ys []|]. intros done E T D y ys I N.
    assert (X : survey go_on l (PositiveMap.add (code x) tt done) = None /\ (x <> None -> Good x)).
    { cbn [Columns.survey] in E. destruct x as [b|]; [|split; auto; congruence].
      destruct (existsb _ _) eqn:S.
      - split; auto. intros _. apply existsb_exists in S. destruct S as (g & G & M). apply D in M.
        destruct M as (z & C & GZ). apply code_inj in C. subst.
        assert (TM : tall (Some b)) by exact (T _ (or_introl eq_refl)).
        rewrite <- (image_twice g (Some b)) by auto. apply image_good; auto using image_tall. apply GZ.
        rewrite image_wall. discriminate.
      - destruct (look_around shape rows L lets_be spares before allows near_rows bars go_on (Some b)) eqn:A; [discriminate|]. split; auto. intros _.
        apply (look_around_good go_on); auto. exact (T _ (or_introl eq_refl)). }
    destruct X as [X1 X2]. destruct I as [I|I]; [inversion I; subst; auto|].
    eapply IH; eauto; [intros e J; apply T; simpl; auto|]. intros i M. apply mem_add in M.
    destruct M as [->|M]; eauto.
  Qed.
End Proof.

Lemma table_of_rows_spec shape rows L d t i i' e : i < rows ->
  In (i', e) (table_of_rows shape rows L d t i) <-> away shape d t i i' = e /\ 1 <= e <= range L.
Proof.
  intros I. assert (X : In (i', e) (spots shape L d t i) <-> away shape d t i i' = e /\ 1 <= e <= range L).
  { unfold spots. rewrite in_flat_map. split.
    - intros (j & J & H). destruct (_ && _) eqn:A; [|contradiction]. destruct H as [H|[]]. inversion H; subst.
      rewrite andb_true_iff, !Nat.leb_le in A. auto.
    - intros [A E]. exists i'. pose proof (away_rows shape d t i i'). split; [apply in_seq; lia|]. rewrite A.
      rewrite (proj2 (Nat.leb_le 1 e)), (proj2 (Nat.leb_le e (range L))) by lia. simpl. auto. }
  rewrite <- X. destruct (Nat.lt_ge_cases t (S (range L))) as [T|T].
  - unfold table_of_rows. replace (nth i (nth t (if d then _ else _) []) []) with (spots shape L d t i); [tauto|].
    destruct d; rewrite (nth_map_seq _ _ t) by auto; now rewrite nth_map_seq.
  - rewrite X. pose proof (away_least shape d t i i'). split; [|lia]. unfold table_of_rows.
    rewrite (nth_overflow (if d then _ else _)) by (destruct d; rewrite map_length, seq_length; lia). destruct i; intros [].
Qed.
Lemma table_of_clashes_spec L e c d : e <= range L -> c <= hues L -> d <= hues L -> table_of_clashes L e c d = clash L e c d.
Proof.
  intros E C D. unfold table_of_clashes. rewrite (nth_map_seq _ _ e) by lia. rewrite (nth_map_seq _ _ c) by lia. now rewrite nth_map_seq by lia.
Qed.

(** What is true of accepted pairs. *)
Record sound (s : strip) (L : local) (allowed : column -> column -> bool) : Prop := Sound {
  sound_start : allowed (empty_column (height s)) (empty_column (height s)) = true;
  sound_walls : goes_round (strip_shape s) = false ->
    allowed None (empty_column (height s)) = true /\ allowed (empty_column (height s)) None = true;
  sound_tall : forall x y, allowed x y = true -> tall (height s) L x /\ tall (height s) L y;
  sound_good : forall y x, y <> None -> allowed y x = true ->
    GoodIn (strip_shape s) (height s) L (bob_may_skip s || alice_may_skip s) (bob_may_skip s) allowed true y }.

Theorem check_strip_sound go_on recolour s l : check_strip go_on recolour s l = None ->
  exists L, local_of (strip_game s) = Some L /\ (goes_round (strip_shape s) = true -> range L = 1) /\
    (bob_may_skip s = false -> strip_skipper s <> Some Right) /\ sound s L (allows (table_of l)).
Proof.
  unfold check_strip. destruct (local_of (strip_game s)) as [L|]; [|discriminate]. destruct (_ || _) eqn:K; [discriminate|].
  apply orb_false_iff in K. destruct K as [K1 K2]. intros V. exists L. split; auto. split.
  { intros G. rewrite G in K1. now apply negb_false_iff, Nat.eqb_eq in K1. }
  split; [intros B; rewrite B in K2; destruct (strip_skipper s) as [[]|]; discriminate|]. revert V.
  unfold check_pairs. cbv zeta. set (t := table_of l). destruct (closed_pairs _ _ _ _ _ _ l && alike L recolour) eqn:C; [|discriminate].
  destruct (start_allowed _ _ (allows t)) eqn:S; [|discriminate]. cbn [negb]. intros V.
  apply andb_true_iff in C. destruct C as [C AL]. unfold closed_pairs in C. rewrite forallb_forall in C.
  assert (CP : forall x y, allows t x y = true -> has_rows (height s) L x = true /\
    closed_pair (strip_shape s) (height s) L recolour (allows t) (known_on_the_left t) x y = true).
  { intros x y A. apply allows_listed in A. destruct A as (_ & xs & zs & I & J). apply C in I. simpl in I.
    apply andb_true_iff in I. destruct I as [I' I]. rewrite forallb_forall in I. auto. }
  unfold closed_pair in CP.
  assert (TA : forall a b, allows t a b = true -> tall (height s) L a /\ tall (height s) L b).
  { intros a b A. apply CP in A. rewrite !andb_true_iff in A. unfold tall. tauto. }
  apply andb_true_iff in S. destruct S as [S1 S2]. constructor; auto.
  - intros Y. rewrite Y in S2. simpl in S2. now apply andb_true_iff in S2.
  - intros y x N A. apply allows_listed in A. destruct A as (_ & xs & zs & I & _).
    apply (survey_good (strip_shape s) (height s) L (bob_may_skip s || alice_may_skip s) (bob_may_skip s) recolour (before t) (allows t)
      (table_of_rows (strip_shape s) (height s) L) (table_of_clashes L)) with (go_on := go_on) (l := l) (done := PositiveMap.empty unit) (ys := (xs, zs)); auto.
    + intros. now apply table_of_rows_spec.
    + intros. now apply table_of_clashes_spec.
    + intros [|] a b A; simpl in A.
      * apply CP in A. rewrite !andb_true_iff in A. apply known_listed. tauto.
      * now apply allows_listed in A.
    + intros g a b G A. apply CP in A. rewrite !andb_true_iff, forallb_forall in A. now apply A.
    + intros e E. apply C in E. apply andb_true_iff in E. unfold tall. tauto.
    + intros i M. now apply mem_empty in M.
Qed.
