(** Boards of every length: Alice wins by keeping to a set of pairs of columns. *)
From Coq Require Import List Arith Lia Bool.
From Chromex Require Import Game Rules Facts Columns Checker.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** A row of columns, each with at most one on either side *)
Definition column_at (f : nat -> column) (o : option nat) : column := match o with Some j => f j | None => None end.
Definition change (f : nat -> column) j y i := if i =? j then y else f i.
Lemma change_same f j y : change f j y j = y.
Proof. unfold change. now rewrite Nat.eqb_refl. Qed.
Lemma change_other f j y i : i <> j -> change f j y i = f i.
Proof. unfold change. intros N. now rewrite (proj2 (Nat.eqb_neq i j)). Qed.

Section Row.
  Variable allowed : column -> column -> bool.
  Notation "x ~ y" := (allowed x y = true) (at level 70).
  Hypothesis sym : forall x y, x ~ y -> y ~ x.
  Variable n : nat.
  Variables left right : nat -> option nat.
  Record sides : Prop := Sides {
    left_in : forall i j, j < n -> left j = Some i -> i < n;
    right_in : forall i j, j < n -> right j = Some i -> i < n;
    back : forall i j, i < n -> j < n -> (right i = Some j <-> left j = Some i);
    not_itself : forall j, j < n -> right j <> Some j;
    not_both_sides : forall i j, j < n -> left j = Some i -> right j <> Some i }.
  Hypothesis S : sides.

  (** All columns that stand side by side are allowed to. *)
  Definition keeps (f : nat -> column) := forall j, j < n ->
    column_at f (left j) ~ f j /\ f j ~ column_at f (right j).

  Lemma left_not_itself j : j < n -> left j <> Some j.
  Proof. intros J E. apply (proj2 (back S j j J J)) in E. now apply (not_itself S j). Qed.
  Lemma at_change f j y o : o <> Some j -> column_at (change f j y) o = column_at f o.
  Proof. destruct o as [i|]; auto. intros N. simpl. apply change_other. congruence. Qed.

  Lemma keeps_one f j y : keeps f -> j < n -> column_at f (left j) ~ y -> y ~ column_at f (right j) ->
    keeps (change f j y).
  Proof.
    intros K J A B i I. destruct (Nat.eq_dec i j) as [->|N].
    - rewrite change_same, !at_change; auto using left_not_itself. apply (not_itself S); auto.
    - rewrite change_other by auto. destruct (K i I) as [K1 K2]. split.
      + destruct (left i) as [a|] eqn:L; auto. simpl in *. destruct (Nat.eq_dec a j) as [->|M].
        * rewrite change_same. apply (proj2 (back S j i J I)) in L. now rewrite L in B.
        * now rewrite change_other.
      + destruct (right i) as [a|] eqn:R; auto. simpl in *. destruct (Nat.eq_dec a j) as [->|M].
        * rewrite change_same. apply (proj1 (back S i j I J)) in R. now rewrite R in A.
        * now rewrite change_other.
  Qed.
  (** The column at [j] is changed to [y], and that on its left, [a], to [x]. *)
  Lemma keeps_two f j y a x : keeps f -> j < n -> left j = Some a ->
    column_at f (left a) ~ x -> x ~ y -> y ~ column_at f (right j) -> keeps (change (change f j y) a x).
  Proof.
    intros K J L A B C. assert (AN : a < n) by exact (left_in S a j J L).
    assert (R : right a = Some j) by now apply (back S a j AN J).
    assert (NA : a <> j) by (intros ->; now apply (left_not_itself j)).
    assert (RJ : right j <> Some a) by now apply (not_both_sides S).
    assert (LA : left a <> Some j) by (intros E; apply RJ, (back S j a J AN); auto).
    intros i I. destruct (Nat.eq_dec i a) as [->|N1].
    { rewrite change_same, R. split.
      - now rewrite !at_change by auto using left_not_itself.
      - simpl. rewrite change_other, change_same by auto. exact B. }
    rewrite (change_other _ a) by auto. destruct (Nat.eq_dec i j) as [->|N2].
    { rewrite change_same, L. split.
      - simpl. now rewrite change_same.
      - rewrite !at_change by (auto; now apply (not_itself S)). exact C. }
    rewrite change_other by auto. destruct (K i I) as [K1 K2]. split.
    - destruct (left i) as [b|] eqn:LI; auto. simpl in *. assert (BN : b < n) by exact (left_in S b i I LI).
      apply (proj2 (back S b i BN I)) in LI.
      rewrite (change_other _ a) by congruence. destruct (Nat.eq_dec b j) as [->|M].
      + rewrite change_same. now rewrite LI in C.
      + now rewrite change_other.
    - destruct (right i) as [b|] eqn:RI; auto. simpl in *. assert (BN : b < n) by exact (right_in S b i I RI).
      apply (proj1 (back S i b I BN)) in RI. destruct (Nat.eq_dec b a) as [->|M].
      + rewrite change_same. now rewrite RI in A.
      + rewrite (change_other _ a) by auto. rewrite change_other; auto. congruence.
  Qed.

  Variable s : strip.
  (** A move in column [a], and what becomes of it. *)
  Definition step_at f a y := a < n /\ step s (column_at f (left a)) (f a) (column_at f (right a)) y.
  Definition answers f := exists a y, step_at f a y /\ keeps (change f a y).
  Definition same (f g : nat -> column) := forall j, j < n -> f j = g j.

  Lemma answer_in_column f j y : keeps f -> j < n -> Here s allowed (column_at f (left j)) y (column_at f (right j)) ->
    exists y', step_at (change f j y) j y' /\ keeps (change (change f j y) j y').
  Proof.
    intros K J (y' & ST & A & B). exists y'. split.
    - split; auto. rewrite change_same, !at_change; auto using left_not_itself. now apply (not_itself S).
    - intros i I. assert (X := keeps_one f j y' K J A B i I).
      assert (E : forall i, change (change f j y) j y' i = change f j y' i)
        by (intros m; unfold change; destruct (m =? j); auto).
      assert (E' : forall o, column_at (change (change f j y) j y') o = column_at (change f j y') o)
        by (intros [m|]; simpl; auto).
      now rewrite E, !E'.
  Qed.
  Lemma answer_on_the_left f j y : keeps f -> j < n ->
    Beside s allowed (column_at f (left j)) y (column_at f (right j)) -> answers (change f j y).
  Proof.
    intros K J (N & C & A). destruct (left j) as [a|] eqn:L; [|now destruct N]. simpl in *.
    assert (AN : a < n) by exact (left_in S a j J L). assert (R : right a = Some j) by now apply (back S a j AN J).
    assert (LA : left a <> Some j).
    { intros E. apply (not_both_sides S a j J L). now apply (back S j a J AN). }
    destruct (A (column_at f (left a))) as (x & ST & B & D); [apply sym, K; auto|].
    exists a, x. split.
    - split; auto. rewrite R, at_change by auto. simpl. rewrite change_same, change_other; auto.
      intros ->. now apply (left_not_itself j).
    - now apply keeps_two.
  Qed.
End Row.

(** The same, seen from the other side. *)
Lemma sides_swap n left right : sides n left right -> sides n right left.
Proof.
  intros [A B C D E]. constructor; auto.
  - intros i j I J. symmetry. auto.
  - intros j J L. apply (proj2 (C j j J J)) in L. now apply (D j).
  - intros i j J R L. now apply (E i j).
Qed.
Lemma keeps_swap allowed n left right f : (forall x y, allowed x y = true -> allowed y x = true) ->
  keeps allowed n left right f -> keeps allowed n right left f.
Proof. intros sym K j J. destruct (K j J). auto. Qed.

Section Answer.
  Variables (s : strip) (allowed : column -> column -> bool) (n : nat) (left right : nat -> option nat).
  Hypothesis OK : sound s allowed.
  Hypothesis S : sides n left right.
  Notation keeps := (keeps allowed n left right).
  Notation answers := (answers allowed n left right s).
  Notation step_at := (step_at n left right s).

  Lemma answer_on_the_right f j y : keeps f -> j < n ->
    Beside s allowed (column_at f (right j)) y (column_at f (left j)) -> answers (change f j y).
  Proof.
    intros K J B. assert (sym := sound_sym _ _ OK).
    destruct (answer_on_the_left allowed sym n right left (sides_swap _ _ _ S) s f j y) as (a & x & [A ST] & K'); auto.
    { now apply keeps_swap. }
    exists a, x. split; [split; auto using step_swap|now apply keeps_swap].
  Qed.
  Lemma column_good f j : keeps f -> j < n -> f j <> None -> Good s allowed (f j).
  Proof. intros K J N. destruct (K j J) as [_ A]. exact (sound_good _ _ OK _ _ N A). Qed.

  (** Alice has an answer to each move, *)
  Lemma answer f j y : keeps f -> f j <> None -> step_at f j y ->
    (bob_may_skip s = true /\ keeps (change f j y)) \/ answers (change f j y).
  Proof.
    intros K N [J ST]. assert (sym := sound_sym _ _ OK). destruct (K j J) as [A B].
    destruct (column_good f j K J N (column_at f (left j)) (column_at f (right j))) as (_ & G & _); auto.
    destruct (G y ST) as [(SK & C & D)|[H|[H|H]]].
    - left. split; auto. now apply keeps_one.
    - right. destruct (answer_in_column allowed n left right S s f j y K J H) as (y' & E & F). now exists j, y'.
    - right. now apply answer_on_the_left.
    - right. now apply answer_on_the_right.
  Qed.
  (** and to a skip, *)
  Lemma answer_skip f j : keeps f -> j < n -> f j <> None -> bob_may_skip s = true -> full s (f j) = false ->
    (on_cylinder s = false -> full s (column_at f (left j)) = true) -> answers (change f j (f j)).
  Proof.
    intros K J N SK F L. assert (sym := sound_sym _ _ OK). destruct (K j J) as [A B].
    destruct (column_good f j K J N (column_at f (left j)) (column_at f (right j))) as (_ & _ & G); auto.
    destruct (G SK) as [H|[(H & H')|[H|H]]]; [congruence|rewrite L in H'; congruence| |].
    - destruct (answer_in_column allowed n left right S s f j (f j) K J H) as (y' & C & D). now exists j, y'.
    - now apply answer_on_the_right.
  Qed.
  (** and nothing is dead. *)
  Lemma nothing_dead f j i : keeps f -> j < n -> f j <> None -> i < height s -> in_row (f j) i = 0 ->
    exists c, 1 <= c <= palette s /\ Free s (column_at f (left j)) (f j) (column_at f (right j)) i c.
  Proof.
    intros K J N I Z. assert (sym := sound_sym _ _ OK). destruct (K j J) as [A B].
    destruct (column_good f j K J N (column_at f (left j)) (column_at f (right j))) as (G & _ & _); auto.
  Qed.
End Answer.

Section Same.
  Variables (s : strip) (allowed : column -> column -> bool) (n : nat) (left right : nat -> option nat).
  Hypothesis S : sides n left right.
  Variables f g : nat -> column.
  Hypothesis E : forall j, j < n -> f j = g j.
  Lemma at_left j : j < n -> column_at f (left j) = column_at g (left j).
  Proof. intros J. destruct (left j) as [i|] eqn:L; auto. exact (E _ (left_in _ _ _ S i j J L)). Qed.
  Lemma at_right j : j < n -> column_at f (right j) = column_at g (right j).
  Proof. intros J. destruct (right j) as [i|] eqn:L; auto. exact (E _ (right_in _ _ _ S i j J L)). Qed.
  Lemma keeps_same : keeps allowed n left right f -> keeps allowed n left right g.
  Proof. intros K j J. rewrite <- at_left, <- at_right, <- E by auto. auto. Qed.
  Lemma step_same a y : step_at n left right s f a y -> step_at n left right s g a y.
  Proof. intros [A ST]. split; auto. now rewrite <- at_left, <- at_right, <- E. Qed.
End Same.

(** ** The board *)
Lemma existsb_false {A} (f : A -> bool) l : existsb f l = false <-> forall x, In x l -> f x = false.
Proof.
  induction l as [|a l IH]; simpl; [split; [intros _ x []|auto]|]. rewrite orb_false_iff, IH. split.
  - intros [H T] x [<-|I]; auto.
  - intros H. split; auto.
Qed.
Lemma cell_inj rows i j i' j' : i < rows -> i' < rows -> cell rows i j = cell rows i' j' -> i = i' /\ j = j'.
Proof.
  unfold cell. intros I I' E. assert (J : j = j').
  { destruct (Nat.lt_trichotomy j j') as [L|[L|L]]; auto; exfalso; nia. }
  subst. split; auto. lia.
Qed.
Lemma joins_spec e v w : joins e v w = true <-> e = (v, w) \/ e = (w, v).
Proof.
  destruct e as [a b]. unfold joins. simpl. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq.
  split; intros [H|H]; [left|right|left|right]; inversion H; subst; auto.
Qed.

Section Board.
  Variables (s : strip) (n : nat).
  Notation r := (height s).
  Notation k := (palette s).
  Notation cylinder := (on_cylinder s).
  Hypothesis long_enough : (if cylinder then 3 else 1) <= n.
  Notation right := (right_of cylinder n).
  Definition left j := match j with O => if cylinder then Some (pred n) else None | S j => Some j end.
  Notation g := (graph_of (r * n) (board cylinder r n)).
  Notation N := (r * n).

  Lemma board_sides : sides n left right.
  Proof.
    unfold left, right_of. constructor.
    - intros i [|j] J; destruct cylinder; intros E; inversion E; subst; lia.
    - intros i j J. destruct (Nat.ltb_spec (S j) n), cylinder; intros E; inversion E; subst; lia.
    - intros i [|j] I J; destruct (Nat.ltb_spec (S i) n), cylinder;
        (split; intros E; inversion E; subst; try (exfalso; lia); f_equal; lia).
    - intros j J. destruct (Nat.ltb_spec (S j) n), cylinder; intros E; inversion E; lia.
    - intros i [|j] J L; destruct cylinder; inversion L; subst;
        match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; intros E; inversion E; lia.
  Qed.
  Lemma cell_in i j : i < r -> j < n -> cell r i j < N.
  Proof. unfold cell. intros I J. nia. Qed.
  Lemma cell_of v : v < N -> exists i j, i < r /\ j < n /\ v = cell r i j.
  Proof.
    intros V. assert (R : r <> 0) by lia. exists (v mod r), (v / r). split; [now apply Nat.mod_upper_bound|].
    split; [apply Nat.div_lt_upper_bound; lia|]. unfold cell. rewrite (Nat.div_mod v r R) at 1. lia.
  Qed.
  Lemma in_board v w : In (v, w) (board cylinder r n) <-> exists i j, i < r /\ j < n /\ v = cell r i j /\
    ((S i < r /\ w = cell r (S i) j) \/ exists j', right j = Some j' /\ w = cell r i j').
  Proof.
    unfold board. rewrite in_flat_map. split.
    - intros (j & J & H). apply in_flat_map in H. destruct H as (i & I & H). apply in_seq in I, J.
      exists i, j. apply in_app_iff in H. destruct H as [H|H].
      + destruct (Nat.ltb_spec (S i) r); [|contradiction]. destruct H as [H|[]]. inversion H; subst.
        repeat split; auto; lia.
      + destruct (right j) as [j'|] eqn:R; [|contradiction]. destruct H as [H|[]]. inversion H; subst.
        repeat split; auto; try lia. right. exists j'. auto.
    - intros (i & j & I & J & -> & H). exists j. split; [apply in_seq; lia|]. apply in_flat_map. exists i.
      split; [apply in_seq; lia|]. apply in_app_iff. destruct H as [[L ->]|(j' & R & ->)].
      + left. apply Nat.ltb_lt in L. rewrite L. simpl. auto.
      + right. rewrite R. simpl. auto.
  Qed.
  Lemma near i j w : i < r -> j < n -> In w (neighbours g (cell r i j)) <->
    exists i' j', i' < r /\ j' < n /\ w = cell r i' j' /\
      ((j' = j /\ (i' = S i \/ i = S i')) \/ (i' = i /\ (right j = Some j' \/ left j = Some j'))).
  Proof.
    intros I J. rewrite in_neighbours, existsb_exists. split.
    - intros (_ & _ & e & H & E). apply joins_spec in E. destruct E as [-> | ->]; apply in_board in H;
        destruct H as (i1 & j1 & I1 & J1 & E & H).
      + apply cell_inj in E; auto. destruct E; subst. destruct H as [[L ->]|(j' & R & ->)].
        * exists (S i1), j1. auto 8.
        * exists i1, j'. assert (j' < n) by exact (right_in _ _ _ board_sides _ _ J R). auto 8.
      + subst. exists i1, j1. repeat split; auto. destruct H as [[L H]|(j' & R & H)].
        * apply cell_inj in H; auto. destruct H; subst. auto.
        * assert (j' < n) by exact (right_in _ _ _ board_sides _ _ J1 R). apply cell_inj in H; auto.
          destruct H; subst. right. split; auto. right. now apply (back _ _ _ board_sides).
    - intros (i' & j' & I' & J' & -> & H). split; [now apply cell_in|]. split; [now apply cell_in|].
      destruct H as [[-> [->| ->]]|[-> [R|L]]].
      + exists (cell r i j, cell r (S i) j). rewrite joins_spec, in_board. split; auto. exists i, j. auto 6.
      + exists (cell r i' j, cell r (S i') j). rewrite joins_spec, in_board. split; auto. exists i', j. auto 6.
      + exists (cell r i j, cell r i j'). rewrite joins_spec, in_board. split; auto. exists i, j. eauto 8.
      + exists (cell r i j', cell r i j). rewrite joins_spec, in_board. split; auto. exists i, j'.
        apply (back _ _ _ board_sides) in L; auto. eauto 8.
  Qed.

  (** The columns of a position. *)
  Definition columns (c : colouring) j : column := Some (map (fun i => colour_of c (cell r i j)) (seq 0 r)).
  Notation around c j := (column_at (columns c) (left j)).
  Notation beyond c j := (column_at (columns c) (right j)).
  Lemma in_columns c j i : i < r -> in_row (columns c j) i = colour_of c (cell r i j).
  Proof. intros I. simpl. now rewrite nth_map_seq. Qed.
  Lemma columns_tall c j : tall s (columns c j).
  Proof. unfold tall. simpl. rewrite map_length, seq_length. apply Nat.eqb_refl. Qed.

  Definition taken c v d := existsb (fun w => colour_of c w =? d) (neighbours g v).
  Lemma taken_spec c i j d : i < r -> j < n -> 1 <= d ->
    taken c (cell r i j) d = false <-> Free s (around c j) (columns c j) (beyond c j) i d.
  Proof.
    intros I J D. unfold taken. rewrite existsb_false.
    assert (SIDE : forall o, in_row (column_at (columns c) o) i <> d <->
      forall j', o = Some j' -> colour_of c (cell r i j') <> d).
    { intros [m|]; simpl column_at.
      - rewrite in_columns by auto. split; [intros H j' E; inversion E; now subst|auto].
      - simpl. split; [discriminate|intros _; lia]. }
    unfold Free. rewrite !SIDE. split.
    - intros H. assert (F : forall i' j', i' < r -> j' < n -> (j' = j /\ (i' = S i \/ i = S i')) \/
        (i' = i /\ (right j = Some j' \/ left j = Some j')) -> colour_of c (cell r i' j') <> d).
      { intros i' j' I' J' E. apply Nat.eqb_neq, H, near; auto. exists i', j'. auto. }
      split; [|split].
      + intros j' L. apply F; auto. exact (left_in _ _ _ board_sides _ _ J L).
      + intros j' R. apply F; auto. exact (right_in _ _ _ board_sides _ _ J R).
      + intros i' I' E. rewrite in_columns by auto. apply F; auto.
    - intros (A & B & C) w W. apply near in W; auto. destruct W as (i' & j' & I' & J' & -> & H). apply Nat.eqb_neq.
      destruct H as [[-> H]|[-> [H|H]]]; auto. rewrite <- in_columns by auto. auto.
  Qed.
  Lemma no_loop i j : i < r -> j < n -> ~ In (cell r i j) (neighbours g (cell r i j)).
  Proof.
    intros I J H. apply near in H; auto. destruct H as (i' & j' & I' & J' & E & H). apply cell_inj in E; auto.
    destruct E; subst. destruct H as [[_ H]|[_ [H|H]]]; try lia.
    - now apply (not_itself _ _ _ board_sides) in H.
    - now apply (left_not_itself n left right board_sides) in H.
  Qed.

  (** A legal move, as far as colours are concerned. *)
  Definition legal (c : colouring) v d :=
    v < N /\ colour_of c v = 0 /\ 1 <= d <= k /\ same_as_neighbour g (set_colour c v d) v = false.
  Lemma conflict_taken c i j d : length c = N -> i < r -> j < n ->
    same_as_neighbour g (set_colour c (cell r i j) d) (cell r i j) = taken c (cell r i j) d.
  Proof.
    intros L I J. unfold same_as_neighbour, taken. rewrite set_same by (rewrite L; now apply cell_in).
    apply existsb_ext_in. intros w W. rewrite set_other; auto. intros ->. now apply (no_loop i j).
  Qed.
  Lemma columns_set c i j d : length c = N -> i < r -> j < n -> forall j', j' < n ->
    columns (set_colour c (cell r i j) d) j' =
    change (columns c) j (Some (set_colour (map (fun i => colour_of c (cell r i j)) (seq 0 r)) i d)) j'.
  Proof.
    intros L I J j' J'. unfold change. destruct (Nat.eqb_spec j' j) as [->|NE]; unfold columns; f_equal.
    - apply nth_ext with 0 0; [now rewrite set_length, !map_length|]. intros i' I'. rewrite map_length, seq_length in I'.
      rewrite nth_map_seq by auto. destruct (Nat.eq_dec i' i) as [->|NI].
      + rewrite set_same by (rewrite L; now apply cell_in). symmetry. apply set_same. now rewrite map_length, seq_length.
      + rewrite set_other by (intros E; apply cell_inj in E; tauto). symmetry.
        transitivity (nth i' (map (fun i => colour_of c (cell r i j)) (seq 0 r)) 0); [now apply set_other|].
        now rewrite nth_map_seq.
    - apply map_ext_in. intros i' I'. apply in_seq in I'. apply set_other. intros E. apply cell_inj in E; auto; lia.
  Qed.
  Lemma legal_step c v d : length c = N -> legal c v d -> exists j y,
    step_at n left right s (columns c) j y /\ forall j', j' < n -> change (columns c) j y j' = columns (set_colour c v d) j'.
  Proof.
    intros L (V & Z & D & F). apply cell_of in V. destruct V as (i & j & I & J & ->).
    rewrite conflict_taken in F by auto. apply taken_spec in F; auto; try lia.
    eexists j, _. split; [|intros j' J'; symmetry; apply columns_set; auto].
    split; auto. exists (map (fun i => colour_of c (cell r i j)) (seq 0 r)), i, d.
    split; [reflexivity|]. rewrite nth_map_seq by auto. auto 6.
  Qed.
  Lemma step_legal c j y : length c = N -> step_at n left right s (columns c) j y -> exists v d,
    legal c v d /\ forall j', j' < n -> change (columns c) j y j' = columns (set_colour c v d) j'.
  Proof.
    intros L [J (l & i & d & E & I & Z & D & F & ->)]. inversion E; subst. rewrite nth_map_seq in Z by auto.
    exists (cell r i j), d. split; [|intros j' J'; symmetry; apply columns_set; auto].
    split; [now apply cell_in|]. split; auto. split; auto. rewrite conflict_taken by auto. apply taken_spec; auto. lia.
  Qed.

  (** ** Play *)
  Variable allowed : column -> column -> bool.
  Hypothesis OK : sound s allowed.
  Notation R := (colouring_game k g).
  Definition kept c := length c = N /\ keeps allowed n left right (columns c).

  Lemma kept_ended c : kept c -> ended R c = None.
  Proof.
    intros [L K]. simpl. destruct (existsb (dead k g c) (seq 0 (length c))) eqn:X; auto. exfalso.
    apply existsb_exists in X. destruct X as (v & V & D). apply in_seq in V. simpl in V. rewrite L in V.
    destruct (cell_of v) as (i & j & I & J & ->); [lia|]. unfold dead in D. apply andb_true_iff in D. destruct D as [Z D].
    apply negb_true_iff, coloured_false in Z.
    destruct (nothing_dead s allowed n left right OK (columns c) j i) as (d & P & F); auto.
    - discriminate.
    - now rewrite in_columns.
    - apply taken_spec in F; auto; [|lia]. unfold taken in F. rewrite forallb_forall in D.
      rewrite D in F; [discriminate|]. apply in_seq. lia.
  Qed.
  Lemma ended_before c v d : length c = N -> legal c v d -> ended R (set_colour c v d) = None -> ended R c = None.
  Proof.
    intros L (V & Z & D & F). simpl. rewrite set_length.
    destruct (existsb (dead k g (set_colour c v d)) (seq 0 (length c))) eqn:X; [discriminate|]. intros _.
    destruct (existsb (dead k g c) (seq 0 (length c))) eqn:Y; auto. exfalso.
    apply existsb_exists in Y. destruct Y as (w & W & Y). rewrite existsb_false in X. specialize (X w W).
    apply in_seq in W. simpl in W. rewrite L in W. unfold dead in X, Y. apply andb_true_iff in Y. destruct Y as [ZW Y].
    apply negb_true_iff, coloured_false in ZW. rewrite forallb_forall in Y.
    destruct (Nat.eq_dec w v) as [->|NE].
    - destruct (cell_of v V) as (i & j & I & J & ->). rewrite conflict_taken in F by auto. unfold taken in F.
      rewrite Y in F; [discriminate|]. apply in_seq. lia.
    - assert (U : coloured (set_colour c v d) w = false) by (apply coloured_false; rewrite set_other; auto).
      rewrite U in X. simpl in X.
      assert (T : forallb (fun e => existsb (fun u => colour_of (set_colour c v d) u =? e) (neighbours g w)) (seq 1 k) = true).
      { apply forallb_forall. intros e E. assert (E' := Y e E). apply in_seq in E. apply existsb_exists in E'.
        destruct E' as (u & U1 & U2). apply existsb_exists. exists u. split; auto. rewrite set_other; auto.
        intros ->. apply Nat.eqb_eq in U2. lia. }
      congruence.
  Qed.

  Lemma legal_move c p v d : length c = N -> ended R c = None -> legal c v d <-> In (Colour v d) (moves R (State c p 0)).
  Proof.
    intros L E. rewrite in_moves, in_colour_moves. split.
    - intros (V & Z & D & F). exists v, d. cbn [col]. rewrite L. repeat (split; [now auto|]). auto.
    - intros (v' & d' & X & _ & V & Z & _ & D & _ & F). inversion X; subst. cbn [col] in *. rewrite L in V. now split.
  Qed.
  Lemma no_heap c p m : In m (moves R (State c p 0)) -> exists v d, m = Colour v d.
  Proof.
    destruct m as [v d|h|]; [eauto| |]; rewrite in_moves; [rewrite in_heap_moves; simpl; lia|contradiction].
  Qed.
  Lemma end_is_won c p v : ended R c = None -> verdict R (State c p 0) = Some v -> v = Wins Left.
  Proof.
    unfold verdict. intros E. destruct (heap_moves R (State c p 0)); [|discriminate]. cbn [col]. rewrite E.
    destruct (colour_moves R (State c p 0)); [|discriminate]. intros X. now inversion X.
  Qed.
  Lemma not_over c p v d : length c = N -> ended R c = None -> legal c v d -> verdict R (State c p 0) = None.
  Proof.
    intros L E M. apply (legal_move c p) in M; auto. apply in_moves in M. unfold verdict.
    destruct (heap_moves R (State c p 0)); auto. cbn [col]. rewrite E.
    destruct (colour_moves R (State c p 0)); [contradiction|auto].
  Qed.
  Lemma some_move c p : length c = N -> ended R c = None -> verdict R (State c p 0) = None -> exists v d, legal c v d.
  Proof.
    intros L E V. apply verdict_none in V. destruct (moves R (State c p 0)) as [|m ms] eqn:M; [congruence|].
    destruct (no_heap c p m) as (v & d & ->); [rewrite M; simpl; auto|]. exists v, d.
    apply (legal_move c p); auto. rewrite M. simpl. auto.
  Qed.
  Lemma fewer c v d : length c = N -> legal c v d -> uncoloured (set_colour c v d) < uncoloured c.
  Proof. intros L (V & Z & D & _). rewrite (uncoloured_set c v d); auto; lia. Qed.

  Lemma answers_kept c f : length c = N -> (forall j, j < n -> f j = columns c j) ->
    answers allowed n left right s f -> exists v d, legal c v d /\ kept (set_colour c v d).
  Proof.
    intros L E (a & y & ST & K). apply (step_same s n left right board_sides f (columns c) E) in ST.
    destruct (step_legal c a y L ST) as (v & d & M & X). exists v, d. split; auto. split; [now rewrite set_length|].
    revert K. apply keeps_same with (1 := board_sides). intros j J. rewrite <- X by auto. unfold change.
    destruct (j =? a); auto.
  Qed.
  (** Whatever Bob does, Alice has an answer. *)
  Lemma reply c v d : kept c -> legal c v d ->
    (bob_may_skip s = true /\ kept (set_colour c v d)) \/
    exists v' d', legal (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d').
  Proof.
    intros [L K] M. destruct (legal_step c v d L M) as (j & y & ST & X).
    assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
    destruct (answer s allowed n left right OK board_sides (columns c) j y K) as [[SK K']|A]; auto.
    - discriminate.
    - left. split; auto. split; auto. revert K'. now apply keeps_same with (1 := board_sides).
    - right. exact (answers_kept _ _ L' X A).
  Qed.
  Lemma spare_move c : kept c -> bob_may_skip s = true -> (exists v d, legal c v d) ->
    exists v d, legal c v d /\ kept (set_colour c v d).
  Proof.
    intros [L K] SK (v & d & V & Z & _). apply cell_of in V. destruct V as (i & j & I & J & ->).
    assert (NF : full s (columns c j) = false).
    { destruct (full s (columns c j)) eqn:F; auto. simpl in F. rewrite forallb_forall in F.
      specialize (F i ltac:(apply in_seq; lia)). rewrite nth_map_seq, Z in F by auto. discriminate. }
    destruct (find (fun j => negb (full s (columns c j))) (seq 0 n)) as [a|] eqn:F.
    - assert (B := find_first _ _ _ _ F). apply find_some in F. destruct F as [A F]. apply in_seq in A.
      apply negb_true_iff in F.
      apply (answers_kept c (change (columns c) a (columns c a))); auto.
      { intros j' _. unfold change. destruct (Nat.eqb_spec j' a); subst; auto. }
      apply answer_skip; auto using board_sides; try lia; try discriminate. intros G.
      destruct a as [|a]; simpl; [now rewrite G|]. apply negb_false_iff. apply (B a). lia.
    - assert (X := find_none _ _ F j ltac:(apply in_seq; lia)). cbv beta in X. rewrite NF in X. discriminate.
  Qed.

  Lemma wins_if_bob_begins : bob_may_skip s = false -> forall m c, uncoloured c < m -> kept c ->
    can_win R Left (State c Right 0).
  Proof.
    intros NS. induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (L := proj1 K).
    destruct (verdict R (State c Right 0)) as [w|] eqn:V.
    { apply forces_end with w; auto. now rewrite (end_is_won c Right w E V). }
    apply forces_theirs; [auto|discriminate|]. intros mv I. destruct (no_heap _ _ _ I) as (v & d & ->).
    apply legal_move in I; auto. destruct (reply c v d K I) as [[SK _]|(v' & d' & I' & K')]; [congruence|].
    assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
    assert (E' : ended R (set_colour c v d) = None) by exact (ended_before _ v' d' L' I' (kept_ended _ K')).
    simpl. apply forces_mine with (Colour v' d').
    - exact (not_over _ _ v' d' L' E' I').
    - reflexivity.
    - now apply legal_move.
    - apply IH; auto. pose proof (fewer c v d L I). pose proof (fewer _ v' d' L' I'). simpl. lia.
  Qed.
  Lemma wins_despite_skips : bob_may_skip s = true -> forall m c, uncoloured c < m -> kept c ->
    forall p, forces_alike R (Some Right) Left (wins_for Left) (State c p 0).
  Proof.
    intros SK. induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (L := proj1 K).
    assert (MINE : forall c, uncoloured c < S m -> kept c -> forces_alike R (Some Right) Left (wins_for Left) (State c Left 0)).
    { clear c U K E L. intros c U K. assert (E := kept_ended c K). assert (L := proj1 K).
      destruct (verdict R (State c Left 0)) as [w|] eqn:V.
      { apply forces_end with w; auto. now rewrite (end_is_won c Left w E V). }
      destruct (spare_move c K SK (some_move c Left L E V)) as (v & d & I & K').
      apply forces_mine with (Colour v d); auto.
      - apply in_moves_in. left. now apply legal_move.
      - simpl. apply IH; auto. pose proof (fewer c v d L I). lia. }
    intros [|]; [exact (MINE c U K)|]. destruct (verdict R (State c Right 0)) as [w|] eqn:V.
    { apply forces_end with w; auto. now rewrite (end_is_won c Right w E V). }
    apply forces_theirs; [auto|discriminate|]. intros mv I. apply in_moves_in in I.
    destruct I as [I|[-> _]]; [|exact (MINE c U K)].
    destruct (no_heap _ _ _ I) as (v & d & ->). apply legal_move in I; auto. pose proof (fewer c v d L I). simpl.
    destruct (reply c v d K I) as [[_ K']|(v' & d' & I' & K')]; [apply IH; auto; lia|].
    assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
    assert (E' : ended R (set_colour c v d) = None) by exact (ended_before _ v' d' L' I' (kept_ended _ K')).
    apply forces_mine with (Colour v' d').
    - exact (not_over _ _ v' d' L' E' I').
    - reflexivity.
    - apply in_moves_in. left. now apply legal_move.
    - simpl. apply IH; auto. pose proof (fewer _ v' d' L' I'). lia.
  Qed.
  Lemma kept_start : kept (repeat 0 N).
  Proof.
    split; [apply repeat_length|]. assert (C : forall j, columns (repeat 0 N) j = empty_column s).
    { intros j. unfold columns, empty_column. f_equal. apply nth_ext with 0 0; [now rewrite map_length, seq_length, repeat_length|].
      intros i I. rewrite map_length, seq_length in I. rewrite nth_map_seq by auto. unfold colour_of. now rewrite !nth_repeat. }
    assert (ST := sound_start _ _ OK). assert (W := sound_wall _ _ OK). assert (sym := sound_sym _ _ OK).
    intros j J. unfold left, right_of. rewrite C. split.
    - destruct j; simpl; [destruct cylinder; simpl; rewrite ?C; auto|now rewrite C].
    - destruct (S j <? n); simpl; [now rewrite C|]. destruct cylinder; simpl; rewrite ?C; auto.
  Qed.
End Board.

(** Without skips it is only easier. *)
Lemma without_skips R p s : forces_alike R (Some (opponent p)) p (wins_for p) s -> can_win R p s.
Proof.
  intros F. induction F as [s v V G|s m V T I F IH|s V T F IH].
  - eapply forces_end; eauto.
  - apply in_moves_in in I. destruct I as [I|[_ S]]; [eapply forces_mine; eauto|].
    unfold may_skip in S. rewrite T in S. destruct p; discriminate.
  - apply forces_theirs; auto. intros m I. apply (IH m). apply in_moves_in. auto.
Qed.

(** What is accepted is true. *)
Theorem strip_sound go_on s l : check_strip go_on s l = None -> holds_for_every_length s.
Proof.
  intros C n L. apply check_strip_sound in C. cbv zeta. destruct (bob_may_skip s) eqn:SK.
  - intros p. assert (F : forces_alike (colouring_game (palette s) (graph_of (height s * n) (board (on_cylinder s) (height s) n)))
      (Some Right) Left (wins_for Left) (State (repeat 0 (height s * n)) p 0)).
    { eapply wins_despite_skips; eauto. now apply kept_start with (allowed := allows (table_of l)). }
    split; [now apply forces_in_alike|now apply without_skips].
  - eapply wins_if_bob_begins; eauto. now apply kept_start with (allowed := allows (table_of l)).
Qed.

(** So many colours are enough. *)
Corollary strip_chi go_on s l : check_strip go_on s l = None -> 1 <= palette s ->
  forall columns, (if on_cylinder s then 3 else 1) <= columns ->
  forall first, bob_may_skip s = true \/ first = Right ->
  exists c, is_least Colouring None (height s * columns) (board (on_cylinder s) (height s) columns) first c /\ c <= palette s.
Proof.
  intros C K n L p P. apply strip_sound in C. specialize (C n L). cbv zeta in C. apply least_exists; auto.
  destruct (bob_may_skip s); [apply C|]. destruct P as [P| ->]; [discriminate|exact C].
Qed.
