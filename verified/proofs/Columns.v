(** A finite set of pairs of columns that Alice can keep to: the checker, and what it has shown about every column.

    The conditions are those of crates/checker/src/strip.rs. *)
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

(** Why a set of pairs is refused. *)
Inductive unmet := NotClosed | NoStart | Stopped | DeadRow (x y z : column) (row : nat)
  | NoAnswer (x y z next : column) | NoSpareMove (x y z : column).

Notation set := (PositiveMap.t unit).
Notation table := (PositiveMap.t (list column * set)).
(** What may stand beside each column. *)
Definition list_of_pairs := list (column * list column).
Definition set_of (ys : list column) : set := fold_right (fun y => PositiveMap.add (code y) tt) (PositiveMap.empty unit) ys.
Definition table_of (l : list_of_pairs) : table :=
  fold_right (fun e => PositiveMap.add (code (fst e)) (snd e, set_of (snd e))) (PositiveMap.empty _) l.

Section Conditions.
  Variable s : strip.
  Notation rows := (height s).
  Notation k := (palette s).
  Variable beside : column -> list column.
  Variable allows : column -> column -> bool.

  (** Whether [c] is free for row [i] of [y] between [x] and [z]. *)
  Definition free (x y z : column) i c :=
    negb (in_row x i =? c) && negb (in_row z i =? c) && negb (in_row y (S i) =? c) &&
    match i with O => true | S i => negb (in_row y i =? c) end.
  Definition steps (x y z : column) : list column :=
    match y with
    | None => []
    | Some l => flat_map (fun i => if nth i l 0 =? 0
        then map (fun c => Some (set_colour l i c)) (filter (free x y z i) (seq 1 k)) else []) (seq 0 rows)
    end.
  Definition full (y : column) :=
    match y with None => true | Some l => forallb (fun i => negb (nth i l 0 =? 0)) (seq 0 rows) end.

  (** Alice answers in [y], or in [x], whatever stands beyond it. *)
  Definition answer_here x y z := existsb (fun y' => allows x y' && allows y' z) (steps x y z).
  Definition answer_in u x y := existsb (fun x' => allows u x' && allows x' y) (steps u x y).
  Definition answer_beside x y z :=
    match x with None => false | Some _ => allows y z && forallb (fun u => answer_in u x y) (beside x) end.
  Definition answered x z y' :=
    bob_may_skip s && allows x y' && allows y' z ||
    answer_here x y' z || answer_beside x y' z || answer_beside z y' x.
  Definition spare x y z :=
    full y || negb (on_cylinder s) && negb (full x) || answer_here x y z || answer_beside z y x.

  Variable go_on : column -> column -> column -> bool.
  Definition look_at x y z : option unmet :=
    if negb (go_on x y z) then Some Stopped else
    match find (fun i => (in_row y i =? 0) && negb (existsb (free x y z i) (seq 1 k))) (seq 0 rows) with
    | Some i => Some (DeadRow x y z i)
    | None =>
        match find (fun y' => negb (answered x z y')) (steps x y z) with
        | Some y' => Some (NoAnswer x y z y')
        | None => if bob_may_skip s && negb (spare x y z) then Some (NoSpareMove x y z) else None
        end
    end.

  Fixpoint first_of {A} (f : A -> option unmet) (l : list A) : option unmet :=
    match l with [] => None | a :: l => match f a with Some why => Some why | None => first_of f l end end.
  Definition look_around y := first_of (fun x => first_of (look_at x y) (beside y)) (beside y).

  (** Turning a column upside down, and exchanging two colours. *)
  Inductive symmetry := Flip | Swap (c : nat).
  Definition swap c x := if x =? c then S c else if x =? S c then c else x.
  Definition image g (y : column) : column :=
    match y, g with None, _ => None | Some l, Flip => Some (rev l) | Some l, Swap c => Some (map (swap c) l) end.
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

  Definition has_rows (y : column) := match y with Some l => length l =? rows | None => true end.
  Definition closed_pair x y := has_rows y && allows y x && forallb (fun g => allows (image g x) (image g y)) symmetries.
  Definition closed_pairs (l : list_of_pairs) :=
    forallb (fun e => has_rows (fst e) && forallb (closed_pair (fst e)) (snd e)) l.
  Definition empty_column : column := Some (repeat 0 rows).
  Definition start_allowed := allows empty_column empty_column && (on_cylinder s || allows None empty_column).
  Definition check_pairs l : option unmet :=
    if negb (closed_pairs l) then Some NotClosed
    else if negb start_allowed then Some NoStart
    else survey l (PositiveMap.empty unit).
End Conditions.

Definition beside (t : table) y := match PositiveMap.find (code y) t with Some (ys, _) => ys | None => [] end.
Definition allows (t : table) x y :=
  match PositiveMap.find (code x) t with Some (_, ys) => PositiveMap.mem (code y) ys | None => false end.
(** The checker: [None] if nothing is wrong. *)
Definition check_strip go_on (s : strip) (l : list_of_pairs) : option unmet :=
  let t := table_of l in check_pairs s (beside t) (allows t) go_on l.

(** ** Why that is a proof *)

Lemma in_set_of y ys : PositiveMap.mem (code y) (set_of ys) = true <-> In y ys.
Proof.
  induction ys as [|x ys IH]; simpl.
  - split; [|intros []]. intros M. now apply mem_empty in M.
  - rewrite mem_add, IH. split; intros [E|E]; auto. apply code_inj in E. auto. left. now subst.
Qed.
Lemma find_table l i e : PositiveMap.find i (table_of l) = Some e ->
  exists x, In (x, fst e) l /\ code x = i /\ snd e = set_of (fst e).
Proof.
  induction l as [|[x ys] l IH]; simpl; [now rewrite PositiveMap.gempty|].
  destruct (Pos.eq_dec i (code x)) as [->|N].
  - rewrite PositiveMap.gss. intros E. inversion E; subst. exists x. simpl. auto.
  - rewrite PositiveMap.gso by auto. intros F. destruct (IH F) as (y & A & B). exists y. auto.
Qed.
Lemma allows_beside l x y : allows (table_of l) x y = true <-> In y (beside (table_of l) x).
Proof.
  unfold allows, beside. destruct (PositiveMap.find (code x) (table_of l)) as [[ys t]|] eqn:F.
  - apply find_table in F. destruct F as (_ & _ & _ & E). simpl in E. subst. apply in_set_of.
  - split; [discriminate|intros []].
Qed.
Lemma beside_listed l x y : In y (beside (table_of l) x) -> exists ys, In (x, ys) l /\ In y ys.
Proof.
  unfold beside. destruct (PositiveMap.find (code x) (table_of l)) as [[ys t]|] eqn:F; [|intros []].
  apply find_table in F. destruct F as (z & I & C & _). apply code_inj in C. subst. eauto.
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
  Variable beside : column -> list column.
  Variable allows : column -> column -> bool.
  Notation "x ~ y" := (allows x y = true) (at level 70).
  Hypothesis lists : forall x y, x ~ y <-> In y (beside x).
  Definition tall (y : column) := has_rows s y = true.
  Hypothesis sym : forall x y, x ~ y -> y ~ x.
  Hypothesis all_tall : forall x y, x ~ y -> tall y.
  Notation steps := (steps s).
  Notation image := image.

  Definition Free x y z i c := in_row x i <> c /\ in_row z i <> c /\
    forall j, j < rows -> j = S i \/ i = S j -> in_row y j <> c.
  Lemma tall_beyond y i : tall y -> rows <= i -> in_row y i = 0.
  Proof.
    destruct y as [l|]; simpl; auto. intros T I. apply Nat.eqb_eq in T. apply nth_overflow. lia.
  Qed.
  Lemma free_spec x y z i c : tall y -> i < rows -> 1 <= c -> free x y z i c = true <-> Free x y z i c.
  Proof.
    intros T I C. unfold free, Free. rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq. split.
    - intros [[[A B] D] E]. repeat split; auto. intros j J [->| ->]; auto. now apply negb_true_iff, Nat.eqb_neq in E.
    - intros (A & B & D). repeat split; auto.
      + destruct (Nat.lt_ge_cases (S i) rows) as [L|L]; [apply D; auto|]. rewrite tall_beyond by auto. lia.
      + destruct i; auto. apply negb_true_iff, Nat.eqb_neq, D; auto. lia.
  Qed.

  Definition step x y z y' := exists l i c, y = Some l /\ i < rows /\ nth i l 0 = 0 /\ 1 <= c <= k /\
    Free x y z i c /\ y' = Some (set_colour l i c).
  Lemma in_steps x y z y' : tall y -> In y' (steps x y z) <-> step x y z y'.
  Proof.
    intros T. unfold Columns.steps, step. destruct y as [l|]; [|split; [intros []|intros (l & i & c & E & _); discriminate]].
    rewrite in_flat_map. split.
    - intros (i & I & M). apply in_seq in I. destruct (Nat.eqb_spec (nth i l 0) 0) as [Z|]; [|contradiction].
      apply in_map_iff in M. destruct M as (c & E & F). apply filter_In in F. destruct F as [C F]. apply in_seq in C.
      exists l, i, c. rewrite free_spec in F by (auto; lia). repeat (split; [now (auto; lia)|]). auto.
    - intros (l' & i & c & E & I & Z & C & F & ->). inversion E; subst. exists i. split; [apply in_seq; lia|].
      rewrite Z, Nat.eqb_refl. apply in_map_iff. exists c. split; auto. apply filter_In.
      split; [apply in_seq; lia|]. apply free_spec; auto. lia.
  Qed.
  Lemma step_tall x y z y' : tall y -> step x y z y' -> tall y'.
  Proof.
    intros T (l & i & c & -> & _ & _ & _ & _ & ->). unfold tall in *. simpl in *. now rewrite set_length.
  Qed.
  Lemma step_swap x y z y' : step x y z y' -> step z y x y'.
  Proof.
    intros (l & i & c & A & B & C & D & (E & F & G) & H). exists l, i, c. unfold Free. tauto.
  Qed.

  Definition Here x y z := exists y', step x y z y' /\ x ~ y' /\ y' ~ z.
  Definition Beside x y z := x <> None /\ y ~ z /\ forall u, x ~ u -> exists x', step u x y x' /\ u ~ x' /\ x' ~ y.
  Definition Answered x z y' := (bob_may_skip s = true /\ x ~ y' /\ y' ~ z) \/ Here x y' z \/ Beside x y' z \/ Beside z y' x.
  Definition Alive x y z := forall i, i < rows -> in_row y i = 0 -> exists c, 1 <= c <= k /\ Free x y z i c.
  Definition Spare x y z := full s y = true \/ (on_cylinder s = false /\ full s x = false) \/ Here x y z \/ Beside z y x.
  (** What is to be shown about a column. *)
  Definition Good y := forall x z, y ~ x -> y ~ z ->
    Alive x y z /\ (forall y', step x y z y' -> Answered x z y') /\ (bob_may_skip s = true -> Spare x y z).

  Lemma here_spec x y z : tall y -> answer_here s allows x y z = true -> Here x y z.
  Proof.
    intros T H. apply existsb_exists in H. destruct H as (y' & I & E). apply andb_true_iff in E.
    exists y'. rewrite in_steps in I by auto. tauto.
  Qed.
  Lemma beside_spec x y z : tall x -> answer_beside s beside allows x y z = true -> Beside x y z.
  Proof.
    unfold answer_beside. intros T H. destruct x as [l|]; [|discriminate]. apply andb_true_iff in H. destruct H as [A B].
    split; [discriminate|]. split; auto. intros u U. rewrite forallb_forall in B. apply lists, B in U.
    apply existsb_exists in U. destruct U as (x' & I & E). apply andb_true_iff in E. exists x'.
    rewrite in_steps in I by auto. tauto.
  Qed.
  Lemma look_at_good go_on x y z : tall x -> tall y -> tall z ->
    look_at s beside allows go_on x y z = None ->
    Alive x y z /\ (forall y', step x y z y' -> Answered x z y') /\ (bob_may_skip s = true -> Spare x y z).
  Proof.
    intros TX TY TZ. unfold look_at. destruct (negb (go_on x y z)); [discriminate|].
    destruct (find _ (seq 0 rows)) eqn:D; [discriminate|]. destruct (find _ (steps x y z)) eqn:M; [discriminate|].
    intros E. split; [|split].
    - intros i I Z. assert (F := find_none _ _ D i). cbv beta in F. rewrite Z in F. simpl in F.
      specialize (F ltac:(apply in_seq; lia)). apply negb_false_iff, existsb_exists in F.
      destruct F as (c & C & F). apply in_seq in C. exists c. rewrite free_spec in F by (auto; lia). split; auto. lia.
    - intros y' S. assert (T' := step_tall _ _ _ _ TY S). apply in_steps in S; auto.
      apply (find_nothing _ _ M) in S. unfold answered in S. rewrite !orb_true_iff, !andb_true_iff in S.
      unfold Answered. destruct S as [[[S|S]|S]|S]; auto using here_spec, beside_spec. tauto.
    - intros SK. rewrite SK in E. simpl in E. destruct (spare s beside allows x y z) eqn:P; [|discriminate].
      unfold spare in P. rewrite !orb_true_iff, andb_true_iff, !negb_true_iff in P. unfold Spare.
      destruct P as [[[P|P]|P]|P]; auto using here_spec, beside_spec.
  Qed.
  Lemma look_around_good go_on y : tall y -> look_around s beside allows go_on y = None -> Good y.
  Proof.
    intros T L x z X Z. apply (look_at_good go_on); eauto.
    unfold look_around in L. apply lists in X, Z. assert (F := first_of_none _ _ L x X). simpl in F.
    exact (first_of_none _ _ F z Z).
  Qed.

  (** *** Images *)
  Section Image.
    (* Row [i] of the image has the colour of row [turned i], renamed. *)
    Variable im : column -> column.
    Variables turned renamed : nat -> nat.
    Hypothesis im_wall : forall y, im y = None <-> y = None.
    Hypothesis im_tall : forall y, tall y -> tall (im y).
    Hypothesis im_row : forall y i, tall y -> i < rows -> in_row (im y) i = renamed (in_row y (turned i)).
    Hypothesis turned_in : forall i, i < rows -> turned i < rows.
    Hypothesis turned_twice : forall i, i < rows -> turned (turned i) = i.
    Hypothesis turned_near : forall i j, i < rows -> j < rows -> j = S i \/ i = S j ->
      turned j = S (turned i) \/ turned i = S (turned j).
    Hypothesis renamed_0 : renamed 0 = 0.
    Hypothesis renamed_in : forall c, 1 <= c <= k -> 1 <= renamed c <= k.
    Hypothesis renamed_twice : forall c, renamed (renamed c) = c.
    Hypothesis kept : forall x y, x ~ y -> im x ~ im y.

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
    Lemma free_im x y z i c : tall x -> tall y -> tall z -> i < rows ->
      Free x y z i c -> Free (im x) (im y) (im z) (turned i) (renamed c).
    Proof.
      intros TX TY TZ I (A & B & C). unfold Free. rewrite !im_row, turned_twice by auto.
      repeat split; try (intros E; apply renamed_inj in E; auto; fail).
      intros j J N. rewrite im_row by auto. intros E. apply renamed_inj in E. revert E. apply C; auto.
      apply turned_near in N; auto. rewrite turned_twice in N by auto. tauto.
    Qed.
    Lemma in_row_set l i c j : length l = rows -> i < rows ->
      in_row (Some (set_colour l i c)) j = if j =? i then c else nth j l 0.
    Proof.
      intros L I. simpl. destruct (Nat.eqb_spec j i) as [->|N]; [apply set_same; lia|now apply set_other].
    Qed.
    Lemma step_im x y z y' : tall x -> tall y -> tall z -> step x y z y' -> step (im x) (im y) (im z) (im y').
    Proof.
      intros TX TY TZ S. assert (TY' := step_tall _ _ _ _ TY S).
      destruct S as (l & i & c & -> & I & Z & C & F & ->).
      destruct (im (Some l)) as [m|] eqn:M; [|apply (proj1 (im_wall _)) in M; discriminate].
      assert (LL : length l = rows) by now apply Nat.eqb_eq in TY.
      assert (TM : tall (Some m)) by (rewrite <- M; auto).
      assert (LM : length m = rows) by now apply Nat.eqb_eq in TM.
      exists m, (turned i), (renamed c). split; [auto|]. split; [auto|]. split.
      { change (in_row (Some m) (turned i) = 0). rewrite <- M, im_row, turned_twice by auto. simpl. now rewrite Z. }
      split; [auto|]. split; [rewrite <- M; now apply free_im|].
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
        simpl. rewrite !forallb_forall. intros F i I. apply in_seq in I. change (negb (in_row (Some m) i =? 0) = true).
        rewrite <- M, im_row by (auto; lia). apply negb_true_iff, Nat.eqb_neq. rewrite <- renamed_0. intros E.
        apply renamed_inj in E. specialize (F (turned i)). rewrite in_seq in F. specialize (F ltac:(assert (turned i < rows) by (apply turned_in; lia); lia)).
        simpl in E. rewrite E in F. discriminate. }
      intros T. apply eq_true_iff_eq. split; intros F; auto. rewrite <- (im_twice y) by auto. auto.
    Qed.
    Lemma here_im x y z : tall x -> tall y -> tall z -> Here x y z -> Here (im x) (im y) (im z).
    Proof. intros TX TY TZ (y' & S & A & B). exists (im y'). repeat split; auto using step_im. Qed.
    Lemma beside_im x y z : tall x -> tall y -> Beside x y z -> Beside (im x) (im y) (im z).
    Proof.
      intros TX TY (A & B & C). split; [now rewrite im_wall|]. split; auto. intros u U.
      assert (TU := all_tall _ _ U). apply kept in U. rewrite im_twice in U by auto.
      destruct (C _ U) as (x' & S & D & E). exists (im x'). rewrite <- (im_twice u) by auto.
      repeat split; auto using step_im.
    Qed.
    Lemma good_im y : tall y -> Good y -> Good (im y).
    Proof.
      intros T G x z X Z. assert (TX := all_tall _ _ X). assert (TZ := all_tall _ _ Z).
      apply kept in X, Z. rewrite im_twice in X, Z by auto. destruct (G _ _ X Z) as (A & B & C). split; [|split].
      - intros i I E. rewrite im_row in E by auto. rewrite <- renamed_0 in E. apply renamed_inj in E.
        destruct (A (turned i)) as (c & K & F); auto. exists (renamed c). split; auto.
        rewrite <- (im_twice x), <- (im_twice z) by auto. rewrite <- (turned_twice i) by auto. apply free_im; auto.
      - intros y' S. assert (TY' := step_tall _ _ _ _ (im_tall _ T) S).
        assert (S' : step (im x) y (im z) (im y')) by (rewrite <- (im_twice y) by auto; apply step_im; auto).
        apply B in S'. rewrite <- (im_twice x), <- (im_twice z), <- (im_twice y') by auto.
        destruct S' as [(D & E & F)|[H|[H|H]]]; [left|right; left|right; right; left|right; right; right];
          auto using here_im, beside_im.
      - intros SK. rewrite <- (im_twice x), <- (im_twice z) by auto. unfold Spare. rewrite !full_im by auto.
        rewrite <- (full_im x) by auto. destruct (C SK) as [H|[H|[H|H]]]; auto 9 using here_im, beside_im.
    Qed.
  End Image.

  Hypothesis kept : forall g x y, In g (symmetries s) -> x ~ y -> image g x ~ image g y.
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
  Lemma image_good g y : In g (symmetries s) -> tall y -> Good y -> Good (image g y).
  Proof.
    intros I. assert (K := fun x y => kept g x y I). apply in_symmetries in I. destruct I as [->|(c & -> & C)].
    - apply (good_im (image Flip) (fun i => rows - S i) (fun c => c)); auto using image_wall, image_tall, image_row_flip;
        intros; lia.
    - apply (good_im (image (Swap c)) (fun i => i) (swap c)); auto using image_wall, image_tall, swap_in, swap_twice.
      + intros x i _ _. apply image_row_swap. lia.
      + apply swap_0. lia.
  Qed.
  Lemma image_twice g y : In g (symmetries s) -> tall y -> image g (image g y) = y.
  Proof.
    intros I. apply in_symmetries in I. destruct y as [l|]; [|now destruct g]. intros _.
    destruct I as [->|(c & -> & C)]; simpl; f_equal; [apply rev_involutive|].
    rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext. intros x. apply swap_twice.
  Qed.

  Lemma survey_good go_on : forall l done, survey s beside allows go_on l done = None ->
    (forall e, In e l -> tall (fst e)) ->
    (forall i, PositiveMap.mem i done = true -> exists y, code y = i /\ (y <> None -> Good y)) ->
    forall y ys, In (y, ys) l -> y <> None -> Good y.
  Proof.
    induction l as [|[x xs] l IH]; [intros done _ _ _ y ys []|]. intros done E T D y ys I N.
    assert (X : survey s beside allows go_on l (PositiveMap.add (code x) tt done) = None /\ (x <> None -> Good x)).
    { cbn [survey] in E. destruct x as [m|]; [|split; auto; congruence].
      destruct (existsb _ _) eqn:S.
      - split; auto. intros _. apply existsb_exists in S. destruct S as (g & G & M). apply D in M.
        destruct M as (z & C & GZ). apply code_inj in C. subst.
        assert (TM : tall (Some m)) by exact (T _ (or_introl eq_refl)).
        rewrite <- (image_twice g (Some m)) by auto. apply image_good; auto using image_tall. apply GZ.
        rewrite image_wall. discriminate.
      - destruct (look_around s beside allows go_on (Some m)) eqn:L; [discriminate|]. split; auto. intros _.
        apply (look_around_good go_on); auto. exact (T _ (or_introl eq_refl)). }
    destruct X as [X1 X2]. destruct I as [I|I]; [inversion I; subst; auto|].
    eapply IH; eauto; [intros e J; apply T; simpl; auto|]. intros i M. apply mem_add in M.
    destruct M as [->|M]; eauto.
  Qed.
End Proof.

(** What is true of accepted pairs. *)
Record sound (s : strip) (allowed : column -> column -> bool) : Prop := Sound {
  sound_sym : forall x y, allowed x y = true -> allowed y x = true;
  sound_start : allowed (empty_column s) (empty_column s) = true;
  sound_wall : on_cylinder s = false -> allowed None (empty_column s) = true;
  sound_good : forall y x, y <> None -> allowed y x = true -> Good s allowed y }.

Theorem check_strip_sound go_on s l : check_strip go_on s l = None -> sound s (allows (table_of l)).
Proof.
  unfold check_strip, check_pairs. destruct (closed_pairs s (allows (table_of l)) l) eqn:C; [|discriminate].
  destruct (start_allowed s (allows (table_of l))) eqn:S; [|discriminate]. cbn [negb]. intros V.
  unfold closed_pairs in C. rewrite forallb_forall in C.
  assert (CP : forall x y, allows (table_of l) x y = true -> closed_pair s (allows (table_of l)) x y = true).
  { intros x y A. apply allows_beside, beside_listed in A. destruct A as (ys & I & J). apply C in I. simpl in I.
    apply andb_true_iff in I. destruct I as [_ I]. rewrite forallb_forall in I. auto. }
  unfold closed_pair in CP.
  assert (SY : forall x y, allows (table_of l) x y = true -> allows (table_of l) y x = true).
  { intros x y A. apply CP in A. rewrite !andb_true_iff in A. tauto. }
  apply andb_true_iff in S. destruct S as [S1 S2]. constructor; auto.
  - intros Y. rewrite Y in S2. exact S2.
  - intros y x N A. apply allows_beside, beside_listed in A. destruct A as (ys & I & _).
    apply (survey_good s (beside (table_of l)) (allows (table_of l))) with (go_on := go_on) (l := l) (done := PositiveMap.empty unit) (ys := ys); auto.
    + intros. apply allows_beside.
    + intros a b A. apply CP in A. rewrite !andb_true_iff in A. unfold tall. tauto.
    + intros g a b G A. apply CP in A. rewrite !andb_true_iff, forallb_forall in A. now apply A.
    + intros e E. apply C in E. apply andb_true_iff in E. unfold tall. tauto.
    + intros i M. now apply mem_empty in M.
Qed.
