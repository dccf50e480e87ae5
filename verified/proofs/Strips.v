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
  Variable d : bool.
  Notation "x ~ y" := (follows allowed d x y = true) (at level 70).
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
  Definition step_at fresh f a y := a < n /\ step s fresh d (column_at f (left a)) (f a) (column_at f (right a)) y.
  Definition answers fresh f := exists a y, step_at fresh f a y /\ keeps (change f a y).

  Lemma answer_in_column fresh f j y : keeps f -> j < n ->
    Here s allowed fresh d (column_at f (left j)) y (column_at f (right j)) -> answers fresh (change f j y).
  Proof.
    intros K J (y' & ST & A & B). exists j, y'. split.
    - split; auto. rewrite change_same, !at_change; auto using left_not_itself. now apply (not_itself S).
    - intros i I. assert (X := keeps_one f j y' K J A B i I).
      assert (E : forall i, change (change f j y) j y' i = change f j y' i)
        by (intros m; unfold change; destruct (m =? j); auto).
      assert (E' : forall o, column_at (change (change f j y) j y') o = column_at (change f j y') o)
        by (intros [m|]; simpl; auto).
      now rewrite E, !E'.
  Qed.
  Lemma answer_on_the_left fresh f j y : keeps f -> j < n ->
    (forall a, left j = Some a -> torn_beyond s (column_at f (left a)) (f a) y (column_at f (right j)) = false) ->
    Beside s allowed fresh d (column_at f (left j)) y (column_at f (right j)) -> answers fresh (change f j y).
  Proof.
    intros K J T (N & A). destruct (left j) as [a|] eqn:L; [|now destruct N]. simpl in *.
    assert (AN : a < n) by exact (left_in S a j J L). assert (R : right a = Some j) by now apply (back S a j AN J).
    assert (LA : left a <> Some j).
    { intros E. apply (not_both_sides S a j J L). now apply (back S j a J AN). }
    destruct (A (column_at f (left a))) as (C & x & ST & B & D); [apply K; auto|auto|].
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
Lemma keeps_swap allowed d n left right f : keeps allowed d n left right f -> keeps allowed (negb d) n right left f.
Proof. intros K j J. destruct (K j J). auto using follows_swap. Qed.

Section Answer.
  Variables (s : strip) (allowed : column -> column -> bool) (n : nat) (left right : nat -> option nat).
  Hypothesis OK : sound s allowed.
  Hypothesis S : sides n left right.
  Notation keeps := (keeps allowed true n left right).
  Notation answers := (answers allowed true n left right s).
  Notation step_at := (step_at true n left right s).
  (** No uncoloured column between coloured ones, around the column [j] that holds [y] and further to either side. *)
  Definition untorn f j := torn s (column_at f (left j)) (f j) (column_at f (right j)) = false.
  Definition untorn_left f j y := forall a, left j = Some a ->
    torn_beyond s (column_at f (left a)) (f a) y (column_at f (right j)) = false.
  Definition untorn_right f j y := forall a, right j = Some a ->
    torn_beyond s (column_at f (right a)) (f a) y (column_at f (left j)) = false.

  Lemma answer_on_the_right fresh f j y : keeps f -> j < n -> untorn_right f j y ->
    Beside s allowed fresh false (column_at f (right j)) y (column_at f (left j)) -> answers fresh (change f j y).
  Proof.
    intros K J T B. apply keeps_swap in K. simpl in K.
    destruct (answer_on_the_left allowed false n right left (sides_swap _ _ _ S) s fresh f j y) as (a & x & [A ST] & K'); auto.
    apply keeps_swap in K'. simpl in K'. apply step_swap in ST. simpl in ST. exists a, x. split; [split|]; auto.
  Qed.
  Lemma column_good f j : keeps f -> j < n -> f j <> None -> GoodIn s allowed true (f j).
  Proof. intros K J N. destruct (K j J) as [_ A]. exact (sound_good _ _ OK _ _ N A). Qed.

  (** Alice has an answer to each move, *)
  Lemma answer f j y : keeps f -> f j <> None -> untorn f j -> untorn_left f j y -> untorn_right f j y -> step_at true f j y ->
    (bob_may_skip s = true /\ keeps (change f j y)) \/ answers false (change f j y).
  Proof.
    intros K N U UL UR [J ST]. destruct (K j J) as [A B].
    destruct (column_good f j K J N (column_at f (left j)) (column_at f (right j))) as (_ & G & _); auto.
    destruct (G y ST) as [(SK & C & D)|[H|[H|H]]].
    - left. split; auto. now apply keeps_one.
    - right. now apply answer_in_column.
    - right. now apply answer_on_the_left.
    - right. now apply answer_on_the_right.
  Qed.
  (** and to a skip, *)
  Lemma answer_skip f j i : keeps f -> j < n -> f j <> None -> untorn f j -> untorn_right f j (f j) -> bob_may_skip s = true ->
    let x := column_at f (left j) in let z := column_at f (right j) in
    i < height s -> in_row (f j) i = 0 -> Open s true true x (f j) z i -> first_open s x (f j) z = true ->
    answers (all_blank s x (f j) z) (change f j (f j)).
  Proof.
    intros K J N U UR SK x z I Z O F. destruct (K j J) as [A B].
    destruct (column_good f j K J N x z) as (_ & _ & G); auto.
    destruct (G SK) as [H|[H|[H|H]]]; [destruct (H i I Z O)|congruence| |].
    - now apply answer_in_column.
    - now apply answer_on_the_right.
  Qed.
  (** and nothing is dead. *)
  Lemma nothing_dead f j i : keeps f -> j < n -> f j <> None -> untorn f j -> i < height s -> in_row (f j) i = 0 ->
    exists c, 1 <= c <= palette s /\ ~ Near s true (column_at f (left j)) (f j) (column_at f (right j)) i c.
  Proof.
    intros K J N U I Z. destruct (K j J) as [A B].
    destruct (column_good f j K J N (column_at f (left j)) (column_at f (right j))) as (G & _ & _); auto.
  Qed.
End Answer.

Section Same.
  Variables (s : strip) (allowed : column -> column -> bool) (d : bool) (n : nat) (left right : nat -> option nat).
  Hypothesis S : sides n left right.
  Variables f g : nat -> column.
  Hypothesis E : forall j, j < n -> f j = g j.
  Lemma at_left j : j < n -> column_at f (left j) = column_at g (left j).
  Proof. intros J. destruct (left j) as [i|] eqn:L; auto. exact (E _ (left_in _ _ _ S i j J L)). Qed.
  Lemma at_right j : j < n -> column_at f (right j) = column_at g (right j).
  Proof. intros J. destruct (right j) as [i|] eqn:L; auto. exact (E _ (right_in _ _ _ S i j J L)). Qed.
  Lemma keeps_same : keeps allowed d n left right f -> keeps allowed d n left right g.
  Proof. intros K j J. rewrite <- at_left, <- at_right, <- E by auto. auto. Qed.
  Lemma step_same fresh a y : step_at d n left right s fresh f a y -> step_at d n left right s fresh g a y.
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

Definition left_of (x : shape) n j := match j with O => if goes_round x then Some (pred n) else None | S j => Some j end.

Section Board.
  Variables (s : strip) (n : nat).
  Notation r := (height s).
  Notation k := (palette s).
  Notation shape := (strip_shape s).
  Hypothesis long_enough : shortest shape <= n.
  Notation right := (right_of shape n).
  Notation left := (left_of shape n).
  Notation g := (graph_of (r * n) (board shape r n)).
  Notation N := (r * n).

  Lemma board_sides : sides n left right.
  Proof.
    assert (L := long_enough). unfold left_of, right_of, shortest in *. constructor.
    - intros i [|j] J; destruct (goes_round shape); intros E; inversion E; subst; lia.
    - intros i j J. destruct (Nat.ltb_spec (S j) n), (goes_round shape); intros E; inversion E; subst; lia.
    - intros i [|j] I J; destruct (Nat.ltb_spec (S i) n), (goes_round shape);
        (split; intros E; inversion E; subst; try (exfalso; lia); f_equal; lia).
    - intros j J. destruct (Nat.ltb_spec (S j) n), (goes_round shape); intros E; inversion E; lia.
    - intros i [|j] J A; destruct (goes_round shape); inversion A; subst;
        match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; intros E; inversion E; lia.
  Qed.
  Lemma cell_in i j : i < r -> j < n -> cell r i j < N.
  Proof. unfold cell. intros I J. nia. Qed.
  Lemma cell_of v : v < N -> exists i j, i < r /\ j < n /\ v = cell r i j.
  Proof.
    intros V. assert (R : r <> 0) by lia. exists (v mod r), (v / r). split; [now apply Nat.mod_upper_bound|].
    split; [apply Nat.div_lt_upper_bound; lia|]. unfold cell. rewrite (Nat.div_mod v r R) at 1. lia.
  Qed.
  Lemma in_board v w : In (v, w) (board shape r n) <-> exists i j, i < r /\ j < n /\ v = cell r i j /\
    ((S i < r /\ w = cell r (S i) j) \/
     exists i' j', i' < r /\ across shape i i' = true /\ right j = Some j' /\ w = cell r i' j').
  Proof.
    unfold board. rewrite in_flat_map. split.
    - intros (j & J & H). apply in_flat_map in H. destruct H as (i & I & H). apply in_seq in I, J.
      exists i, j. apply in_app_iff in H. destruct H as [H|H].
      + destruct (Nat.ltb_spec (S i) r); [|contradiction]. destruct H as [H|[]]. inversion H; subst.
        repeat split; auto; lia.
      + destruct (right j) as [j'|] eqn:R; [|contradiction]. apply in_map_iff in H. destruct H as (i' & E & H).
        apply filter_In in H. destruct H as [H A]. apply in_seq in H. inversion E; subst.
        repeat split; auto; try lia. right. exists i', j'. repeat split; auto. lia.
    - intros (i & j & I & J & -> & H). exists j. split; [apply in_seq; lia|]. apply in_flat_map. exists i.
      split; [apply in_seq; lia|]. apply in_app_iff. destruct H as [[L ->]|(i' & j' & I' & A & R & ->)].
      + left. apply Nat.ltb_lt in L. rewrite L. simpl. auto.
      + right. rewrite R. apply in_map_iff. exists i'. split; auto. apply filter_In. split; auto. apply in_seq. lia.
  Qed.
  (** The vertices around one: above and below it, in the column on the right, and in the column on the left. *)
  Lemma near i j w : i < r -> j < n -> In w (neighbours g (cell r i j)) <->
    exists i' j', i' < r /\ j' < n /\ w = cell r i' j' /\
      ((j' = j /\ (i' = S i \/ i = S i')) \/ (right j = Some j' /\ across shape i i' = true) \/
       (left j = Some j' /\ across shape i' i = true)).
  Proof.
    intros I J. rewrite in_neighbours, existsb_exists. split.
    - intros (_ & _ & e & H & E). apply joins_spec in E. destruct E as [-> | ->]; apply in_board in H;
        destruct H as (i1 & j1 & I1 & J1 & E & H).
      + apply cell_inj in E; auto. destruct E; subst. destruct H as [[L ->]|(i' & j' & I' & A & R & ->)].
        * exists (S i1), j1. auto 8.
        * exists i', j'. assert (j' < n) by exact (right_in _ _ _ board_sides _ _ J R). auto 8.
      + subst. exists i1, j1. repeat split; auto. destruct H as [[L H]|(i' & j' & I' & A & R & H)].
        * apply cell_inj in H; auto. destruct H; subst. auto.
        * assert (j' < n) by exact (right_in _ _ _ board_sides _ _ J1 R). apply cell_inj in H; auto.
          destruct H; subst. right. right. split; auto. now apply (back _ _ _ board_sides).
    - intros (i' & j' & I' & J' & -> & H). split; [now apply cell_in|]. split; [now apply cell_in|].
      destruct H as [[-> [->| ->]]|[[R A]|[L A]]].
      + exists (cell r i j, cell r (S i) j). rewrite joins_spec, in_board. split; auto. exists i, j. auto 6.
      + exists (cell r i' j, cell r (S i') j). rewrite joins_spec, in_board. split; auto. exists i', j. auto 6.
      + exists (cell r i j, cell r i' j'). rewrite joins_spec, in_board. split; auto. exists i, j. eauto 11.
      + exists (cell r i' j', cell r i j). rewrite joins_spec, in_board. split; auto. exists i', j'.
        apply (back _ _ _ board_sides) in L; auto. eauto 11.
  Qed.
  Lemma no_loop i j : i < r -> j < n -> ~ In (cell r i j) (neighbours g (cell r i j)).
  Proof.
    intros I J H. apply near in H; auto. destruct H as (i' & j' & I' & J' & E & H). apply cell_inj in E; auto.
    destruct E; subst. destruct H as [[_ H]|[[H _]|[H _]]]; try lia.
    - now apply (not_itself _ _ _ board_sides) in H.
    - now apply (left_not_itself n left right board_sides) in H.
  Qed.
  Lemma near_itself i : across shape i i = true.
  Proof. unfold across. now rewrite Nat.eqb_refl. Qed.

  (** The columns of a position. *)
  Definition columns (c : colouring) j : column := Some (map (fun i => colour_of c (cell r i j)) (seq 0 r)).
  Notation around c j := (column_at (columns c) (left j)).
  Notation beyond c j := (column_at (columns c) (right j)).
  Lemma in_columns c j i : i < r -> in_row (columns c j) i = colour_of c (cell r i j).
  Proof. intros I. simpl. now rewrite nth_map_seq. Qed.
  Lemma columns_tall c j : tall s (columns c j).
  Proof. unfold tall. simpl. rewrite map_length, seq_length. apply Nat.eqb_refl. Qed.

  Definition taken c v d := existsb (fun w => colour_of c w =? d) (neighbours g v).
  Lemma taken_near c i j d : i < r -> j < n -> 1 <= d ->
    taken c (cell r i j) d = true <-> Near s true (around c j) (columns c j) (beyond c j) i d.
  Proof.
    intros I J D. unfold taken. rewrite existsb_exists. split.
    - intros (w & W & E). apply Nat.eqb_eq in E. apply near in W; auto. destruct W as (i' & j' & I' & J' & -> & H).
      rewrite <- in_columns in E by auto. destruct H as [[-> H]|[[R A]|[L A]]].
      + right. right. exists i'. auto.
      + right. left. exists i'. rewrite R. auto.
      + left. exists i'. rewrite L. auto.
    - assert (SIDE : forall o i', i' < r -> in_row (column_at (columns c) o) i' = d -> exists j', o = Some j' /\ colour_of c (cell r i' j') = d).
      { intros [m|] i' I' E; simpl column_at in E; [|simpl in E; lia]. rewrite in_columns in E by auto. eauto. }
      intros [(i' & I' & A & E)|[(i' & I' & A & E)|(i' & I' & A & E)]].
      + apply SIDE in E; auto. destruct E as (j' & L & E). exists (cell r i' j'). rewrite E, Nat.eqb_refl. split; auto.
        apply near; auto. exists i', j'. assert (j' < n) by exact (left_in _ _ _ board_sides _ _ J L). auto 9.
      + apply SIDE in E; auto. destruct E as (j' & R & E). exists (cell r i' j'). rewrite E, Nat.eqb_refl. split; auto.
        apply near; auto. exists i', j'. assert (j' < n) by exact (right_in _ _ _ board_sides _ _ J R). auto 9.
      + rewrite in_columns in E by auto. exists (cell r i' j). rewrite E, Nat.eqb_refl. split; auto.
        apply near; auto. exists i', j. auto 9.
  Qed.
  Lemma taken_spec c i j d : i < r -> j < n -> 1 <= d ->
    taken c (cell r i j) d = false <-> ~ Near s true (around c j) (columns c j) (beyond c j) i d.
  Proof. intros I J D. rewrite <- taken_near, not_true_iff_false by auto. tauto. Qed.

  (** ** The game *)
  Notation R := (rules_of (strip_game s) N (board shape r n)).
  Definition legal (c : colouring) v d := v < N /\ colour_of c v = 0 /\ 1 <= d <= k /\ taken c v d = false.
  Definition playable c v d := legal c v d /\ ready R c v = true.

  Lemma ready_spec c v : ready R c v = negb (stays_connected s) || touching g c v.
  Proof. unfold strip_game. now destruct (stays_connected s). Qed.
  Lemma same_taken c i j d : length c = N -> i < r -> j < n ->
    same_as_neighbour g (set_colour c (cell r i j) d) (cell r i j) = taken c (cell r i j) d.
  Proof.
    intros L I J. unfold same_as_neighbour, taken. rewrite set_same by (rewrite L; now apply cell_in).
    apply existsb_ext_in. intros w W. rewrite set_other; auto. intros ->. now apply (no_loop i j).
  Qed.
  Lemma breaks_taken c i j d : length c = N -> i < r -> j < n -> 1 <= d <= k ->
    breaks_the_rule (connected_colouring k) g (board shape r n) (set_colour c (cell r i j) d) (cell r i j) =
    taken c (cell r i j) d.
  Proof.
    intros L I J D. assert (V := cell_in i j I J). assert (NL := no_loop i j I J). set (v := cell r i j) in *.
    assert (SV : colour_of (set_colour c v d) v = d) by (apply set_same; lia).
    unfold breaks_the_rule, taken, connected_colouring. cbn [too_near no_arcs].
    apply eq_true_iff_eq. rewrite orb_true_iff, !existsb_exists. split.
    - intros [(((e, e'), m) & E & H)|(a & _ & H)].
      + apply in_map_iff in E. destruct E as (x & E & _). inversion E; subst. apply existsb_exists in H.
        destruct H as (w & W & H). rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in H. destruct H as [[NE _] T].
        unfold are_these in T. rewrite SV, orb_true_iff, !andb_true_iff, !Nat.eqb_eq in T.
        unfold ball in W. simpl in W. unfold grow in W. apply filter_In in W. destruct W as [_ W]. simpl in W.
        rewrite orb_false_r, orb_true_iff, Nat.eqb_eq, mem_spec in W. destruct W as [W|W]; [congruence|].
        exists w. split; auto. rewrite set_other in T by auto. apply Nat.eqb_eq. intuition congruence.
      + simpl in H. now rewrite andb_false_r in H.
    - intros (w & W & E). apply Nat.eqb_eq in E. left. exists (d, d, 1). split; [apply in_map_iff; exists d; split; auto; apply in_seq; lia|].
      apply existsb_exists. assert (NE : w <> v) by (intros ->; auto). exists w. split.
      + unfold ball. simpl. unfold grow. apply filter_In. split; [apply in_seq; rewrite graph_of_length; apply in_neighbours in W; lia|].
        simpl. rewrite orb_false_r, orb_true_iff, mem_spec. auto.
      + unfold coloured, are_these. rewrite SV, set_other, E, !Nat.eqb_refl by auto.
        rewrite (proj2 (Nat.eqb_neq w v) NE), (proj2 (Nat.eqb_neq d 0)) by lia. reflexivity.
  Qed.
  Lemma conflict_taken c i j d : length c = N -> i < r -> j < n -> 1 <= d <= k ->
    conflict R (set_colour c (cell r i j) d) (cell r i j) = taken c (cell r i j) d.
  Proof.
    intros. unfold strip_game. destruct (stays_connected s); [now apply breaks_taken|now apply same_taken].
  Qed.
  (** Bob has not won as long as every uncoloured vertex has a colour left. *)
  Lemma ended_spec c : length c = N ->
    ended R c = None <-> forall v, v < N -> colour_of c v = 0 -> exists d, 1 <= d <= k /\ taken c v d = false.
  Proof.
    intros L. assert (X : forall lost : nat -> bool,
      (forall v, v < N -> lost v = true <-> colour_of c v = 0 /\ forall d, 1 <= d <= k -> taken c v d = true) ->
      (if existsb lost (seq 0 (length c)) then Some (Wins Right) else None) = None <->
      forall v, v < N -> colour_of c v = 0 -> exists d, 1 <= d <= k /\ taken c v d = false).
    { intros lost H. destruct (existsb lost (seq 0 (length c))) eqn:E.
      - split; [discriminate|]. intros A. exfalso. apply existsb_exists in E. destruct E as (v & V & E). apply in_seq in V.
        rewrite L in V. apply H in E; [|lia]. destruct E as [Z E]. destruct (A v) as (d & D & F); [lia|auto|].
        rewrite E in F; [discriminate|auto].
      - split; auto. intros _ v V Z. rewrite existsb_false in E. specialize (E v ltac:(apply in_seq; lia)).
        destruct (existsb (fun d => negb (taken c v d)) (seq 1 k)) eqn:F.
        + apply existsb_exists in F. destruct F as (d & D & F). apply in_seq in D. exists d. split; [lia|].
          now apply negb_true_iff in F.
        + exfalso. apply not_true_iff_false in E. apply E, H; auto. split; auto. intros d D. rewrite existsb_false in F.
          apply negb_false_iff, F, in_seq. lia. }
    unfold strip_game. destruct (stays_connected s); apply X; intros v V; clear X.
    - unfold without_colour. rewrite andb_true_iff, negb_true_iff, coloured_false, forallb_forall.
      destruct (cell_of v V) as (i & j & I & J & ->). split; intros [Z A]; split; auto; intros d D.
      + rewrite <- (breaks_taken c i j d) by auto. apply A, in_seq. cbn [number_of_colours connected_colouring]. lia.
      + apply in_seq in D. cbn [number_of_colours connected_colouring] in D. rewrite breaks_taken by (auto; lia). apply A. lia.
    - unfold dead. rewrite andb_true_iff, negb_true_iff, coloured_false, forallb_forall.
      split; intros [Z A]; split; auto; intros d D; apply A; [apply in_seq; lia|apply in_seq in D; lia].
  Qed.
  Lemma ended_before c v d : length c = N -> legal c v d -> ended R (set_colour c v d) = None -> ended R c = None.
  Proof.
    intros L (V & Z & D & F). assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
    rewrite (ended_spec _ L'), (ended_spec _ L). intros A w W ZW. destruct (Nat.eq_dec w v) as [->|NE]; [eauto|].
    destruct (A w W) as (e & E & T); [now rewrite set_other|]. exists e. split; auto. unfold taken in *.
    rewrite existsb_false in *. intros u U. specialize (T u U). apply Nat.eqb_neq in T. apply Nat.eqb_neq. intros X. apply T.
    rewrite set_other; auto. intros ->. lia.
  Qed.

  (** If nothing that is uncoloured is next to something coloured, all is coloured or nothing is. *)
  Lemma all_alike c : length c = N -> (forall v, v < N -> colour_of c v = 0 -> is_beside g c v = false) ->
    forall v w, v < N -> w < N -> colour_of c v = 0 -> colour_of c w = 0.
  Proof.
    intros L A. assert (ONE : forall i j i' j', i < r -> j < n -> In (cell r i' j') (neighbours g (cell r i j)) ->
      colour_of c (cell r i j) = 0 -> colour_of c (cell r i' j') = 0).
    { intros i j i' j' I J W Z. specialize (A _ (cell_in i j I J) Z). unfold is_beside in A. rewrite existsb_false in A.
      now apply coloured_false, A. }
    assert (UP : forall j, j < n -> forall i, i < r -> colour_of c (cell r i j) = 0 -> colour_of c (cell r 0 j) = 0).
    { intros j J. induction i as [|i IH]; auto. intros I Z. apply IH; [lia|]. apply (ONE (S i) j); auto.
      apply near; auto. exists i, j. repeat split; auto. lia. }
    assert (DOWN : forall j, j < n -> colour_of c (cell r 0 j) = 0 -> forall i, i < r -> colour_of c (cell r i j) = 0).
    { intros j J Z. induction i as [|i IH]; auto. intros I. apply (ONE i j); auto; [lia| |apply IH; lia].
      apply near; auto; [lia|]. exists (S i), j. repeat split; auto. }
    assert (BACK : 0 < r -> forall j, j < n -> colour_of c (cell r 0 j) = 0 -> colour_of c (cell r 0 0) = 0).
    { intros P. induction j as [|j IH]; auto. intros J Z. apply IH; [lia|]. apply (ONE 0 (S j)); auto.
      apply near; auto. exists 0, j. split; [lia|]. split; [lia|]. split; [auto|]. right. right. split; [reflexivity|apply near_itself]. }
    assert (ON : 0 < r -> colour_of c (cell r 0 0) = 0 -> forall j, j < n -> colour_of c (cell r 0 j) = 0).
    { intros P Z. induction j as [|j IH]; auto. intros J. apply (ONE 0 j); auto; [lia| |apply IH; lia].
      apply near; auto; [lia|]. exists 0, (S j). split; [lia|]. split; [lia|]. split; [auto|]. right. left. split; [|apply near_itself].
      unfold right_of. apply Nat.ltb_lt in J. now rewrite J. }
    intros v w V W Z. destruct (cell_of v V) as (i & j & I & J & ->), (cell_of w W) as (i' & j' & I' & J' & ->).
    apply DOWN; auto. apply ON; auto; [lia|]. apply (BACK ltac:(lia) j); auto. now apply (UP j J i).
  Qed.
  Definition uncoloured_all (c : colouring) := forall v, v < N -> colour_of c v = 0.
  Lemma touching_cases c v : length c = N -> v < N -> colour_of c v = 0 -> touching g c v = true ->
    is_beside g c v = true \/ uncoloured_all c.
  Proof.
    intros L V Z T. unfold touching in T. apply orb_true_iff in T. destruct T as [T|T]; auto. right.
    apply negb_true_iff in T. rewrite existsb_false in T. intros w W. apply (all_alike c L) with v; auto.
    intros u U ZU. specialize (T u ltac:(apply in_seq; lia)). apply coloured_false in ZU. now rewrite ZU in T.
  Qed.
  Lemma uncoloured_touching c v : length c = N -> uncoloured_all c -> v < N -> touching g c v = true.
  Proof.
    intros L U V. unfold touching. apply orb_true_iff. right. apply negb_true_iff, existsb_false. intros w W.
    apply andb_false_iff. right. apply existsb_false. intros u I. apply coloured_false, U. apply in_neighbours in I. tauto.
  Qed.
  (** Something that is uncoloured may be coloured. *)
  Lemma somewhere_ready c v : length c = N -> v < N -> colour_of c v = 0 ->
    exists w, w < N /\ colour_of c w = 0 /\ ready R c w = true.
  Proof.
    intros L V Z. destruct (existsb (fun w => negb (coloured c w) && is_beside g c w) (seq 0 (length c))) eqn:E.
    - apply existsb_exists in E. destruct E as (w & W & E). apply in_seq in W. apply andb_true_iff in E. destruct E as [ZW B].
      exists w. split; [lia|]. split; [now apply negb_true_iff, coloured_false in ZW|]. rewrite ready_spec. unfold touching.
      rewrite B. now rewrite orb_true_r.
    - exists v. split; auto. split; auto. rewrite ready_spec. unfold touching. rewrite E. simpl. now rewrite !orb_true_r.
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
  Lemma blank_spec c j : blank s (columns c j) = true <-> forall i, i < r -> colour_of c (cell r i j) = 0.
  Proof.
    unfold blank. rewrite forallb_forall. split; intros H i I.
    - rewrite <- in_columns by auto. apply Nat.eqb_eq, H, in_seq. lia.
    - apply in_seq in I. rewrite in_columns by lia. apply Nat.eqb_eq, H. lia.
  Qed.
  Lemma blank_row y i : blank s y = true -> i < r -> in_row y i = 0.
  Proof. unfold blank. rewrite forallb_forall. intros H I. apply Nat.eqb_eq, H, in_seq. lia. Qed.
  Lemma all_blank_columns c o : uncoloured_all c -> (forall j, o = Some j -> j < n) -> blank s (column_at (columns c) o) = true.
  Proof.
    intros U O. destruct o as [j|]; [|now apply forallb_forall]. apply blank_spec. intros i I. apply U, cell_in; auto.
  Qed.
  Lemma beside_near c i j : i < r -> j < n -> is_beside g c (cell r i j) = true <->
    exists d, 1 <= d /\ Near s true (around c j) (columns c j) (beyond c j) i d.
  Proof.
    intros I J. unfold is_beside. rewrite existsb_exists. split.
    - intros (w & W & C). apply coloured_true in C. exists (colour_of c w). split; [lia|]. apply taken_near; auto; [lia|].
      unfold taken. apply existsb_exists. exists w. split; auto. apply Nat.eqb_refl.
    - intros (d & D & H). apply taken_near in H; auto. unfold taken in H. apply existsb_exists in H. destruct H as (w & W & E).
      apply Nat.eqb_eq in E. exists w. split; auto. apply coloured_true. lia.
  Qed.
  Lemma ready_open c i j : length c = N -> i < r -> j < n -> colour_of c (cell r i j) = 0 -> ready R c (cell r i j) = true ->
    Open s true true (around c j) (columns c j) (beyond c j) i.
  Proof.
    intros L I J Z E. rewrite ready_spec in E. unfold Open. destruct (stays_connected s); auto. simpl in E. right.
    apply touching_cases in E; auto using cell_in. destruct E as [E|U]; [left; now apply beside_near|right]. split; auto.
    split; [|split].
    - apply all_blank_columns; auto. intros a A. exact (left_in _ _ _ board_sides _ _ J A).
    - apply (all_blank_columns c (Some j)); auto. intros a A. now inversion A; subst.
    - apply all_blank_columns; auto. intros a A. exact (right_in _ _ _ board_sides _ _ J A).
  Qed.
  Lemma open_ready c i j fresh : length c = N -> i < r -> j < n -> (stays_connected s = true -> fresh = true -> uncoloured_all c) ->
    Open s fresh true (around c j) (columns c j) (beyond c j) i -> ready R c (cell r i j) = true.
  Proof.
    intros L I J U [E|[E|(E & _)]]; rewrite ready_spec.
    - now rewrite E.
    - apply beside_near in E; auto. unfold touching. rewrite E. apply orb_true_r.
    - destruct (stays_connected s); auto. rewrite uncoloured_touching; auto using cell_in.
  Qed.
  Lemma legal_step c v d : length c = N -> playable c v d -> exists j y,
    step_at true n left right s true (columns c) j y /\ forall j', j' < n -> change (columns c) j y j' = columns (set_colour c v d) j'.
  Proof.
    intros L [(V & Z & D & F) E]. apply cell_of in V. destruct V as (i & j & I & J & ->).
    apply taken_spec in F; auto; try lia. apply ready_open in E; auto.
    eexists j, _. split; [|intros j' J'; symmetry; apply columns_set; auto].
    split; auto. exists (map (fun i => colour_of c (cell r i j)) (seq 0 r)), i, d.
    split; [reflexivity|]. rewrite nth_map_seq by auto. auto 7.
  Qed.
  Lemma step_legal c fresh j y : length c = N -> (stays_connected s = true -> fresh = true -> uncoloured_all c) ->
    step_at true n left right s fresh (columns c) j y -> exists v d,
    playable c v d /\ forall j', j' < n -> change (columns c) j y j' = columns (set_colour c v d) j'.
  Proof.
    intros L U [J (l & i & d & E & I & Z & D & F & O & ->)]. inversion E; subst. rewrite nth_map_seq in Z by auto.
    exists (cell r i j), d. split; [|intros j' J'; symmetry; apply columns_set; auto]. split.
    - split; [now apply cell_in|]. split; auto. split; auto. apply taken_spec; auto. lia.
    - now apply (open_ready c i j fresh).
  Qed.

  (** ** Coloured columns without a gap *)
  Definition whole (f : nat -> column) := in_one_piece s = true -> forall a b e, a < b -> b < e -> e < n ->
    blank s (f a) = false -> blank s (f e) = false -> blank s (f b) = false.
  Lemma not_round : in_one_piece s = true -> stays_connected s = true /\ goes_round shape = false.
  Proof. unfold in_one_piece. rewrite andb_true_iff, negb_true_iff. auto. Qed.
  Lemma blank_wall : blank s None = true.
  Proof. now apply forallb_forall. Qed.
  Lemma whole_untorn f j : whole f -> j < n -> untorn s left right f j.
  Proof.
    intros W J. unfold untorn, torn. destruct (in_one_piece s) eqn:P; auto. simpl. specialize (W P).
    destruct (not_round P) as [_ G]. destruct (blank s (f j)) eqn:B; auto. simpl.
    unfold left_of, right_of. rewrite G. destruct j as [|j]; simpl column_at; [now rewrite blank_wall|].
    destruct (Nat.ltb_spec (S (S j)) n); simpl column_at; [|rewrite andb_comm; now rewrite blank_wall].
    destruct (blank s (f j)) eqn:B1; auto. destruct (blank s (f (S (S j)))) eqn:B2; auto.
    rewrite (W j (S j) (S (S j))) in B; auto.
  Qed.
  Lemma whole_left f j y : whole (change f j y) -> j < n -> untorn_left s left right f j y.
  Proof.
    intros W J a A. unfold torn_beyond. destruct (in_one_piece s) eqn:P; auto. simpl. specialize (W P).
    destruct (not_round P) as [_ G]. unfold left_of in *. rewrite G in *. destruct j as [|j]; [discriminate|]. inversion A; subst a.
    destruct (blank s (f j)) eqn:B; auto. simpl. destruct j as [|j]; simpl column_at; [now rewrite blank_wall|].
    destruct (blank s (f j)) eqn:B1; auto. simpl. assert (X := W j (S j)). rewrite !change_other in X by lia.
    destruct (blank s y) eqn:B2; simpl.
    - unfold right_of. rewrite G. destruct (Nat.ltb_spec (S (S (S j))) n); simpl column_at; [|now rewrite blank_wall].
      destruct (blank s (f (S (S (S j))))) eqn:B3; auto. rewrite (X (S (S (S j)))) in B; auto. now rewrite change_other by lia.
    - rewrite (X (S (S j))) in B; auto. now rewrite change_same.
  Qed.
  Lemma whole_right f j y : whole (change f j y) -> j < n -> untorn_right s left right f j y.
  Proof.
    intros W J a A. unfold torn_beyond. destruct (in_one_piece s) eqn:P; auto. simpl. specialize (W P).
    destruct (not_round P) as [_ G]. unfold right_of in *. rewrite G in *. destruct (Nat.ltb_spec (S j) n); [|discriminate].
    inversion A; subst a. destruct (blank s (f (S j))) eqn:B; auto. simpl.
    destruct (Nat.ltb_spec (S (S j)) n); simpl column_at; [|now rewrite blank_wall].
    destruct (blank s (f (S (S j)))) eqn:B1; auto. simpl.
    assert (X := fun a L => W a (S j) (S (S j)) L ltac:(lia) ltac:(lia)). rewrite !change_other in X by lia.
    destruct (blank s y) eqn:B2; simpl.
    - unfold left_of. rewrite G. destruct j as [|j]; simpl column_at; [now rewrite blank_wall|].
      destruct (blank s (f j)) eqn:B3; auto. rewrite (X j) in B; auto. now rewrite change_other by lia.
    - rewrite (X j) in B; auto. now rewrite change_same.
  Qed.
  Lemma whole_same f f' : (forall j, j < n -> f j = f' j) -> whole f -> whole f'.
  Proof. intros E W P a b e AB BE EN. rewrite <- !E by lia. now apply W. Qed.
  (** A column next to the new vertex, or its own, had a colour before. *)
  Lemma beside_column c i j : i < r -> j < n -> goes_round shape = false -> is_beside g c (cell r i j) = true ->
    exists j', j' < n /\ blank s (columns c j') = false /\ j' <= S j /\ j <= S j'.
  Proof.
    intros I J G B. unfold is_beside in B. apply existsb_exists in B. destruct B as (w & W & C). apply near in W; auto.
    destruct W as (i' & j' & I' & J' & -> & W). exists j'. split; auto. split.
    - apply not_true_iff_false. rewrite blank_spec. intros Z. apply coloured_true in C. auto.
    - destruct W as [[-> _]|[[R _]|[R _]]]; [lia| |].
      + unfold right_of in R. rewrite G in R. destruct (S j <? n); inversion R. lia.
      + unfold left_of in R. rewrite G in R. destruct j; inversion R. lia.
  Qed.
  Lemma blank_set c v i j d j' : v = cell r i j -> length c = N -> i < r -> j < n -> j' < n -> j' <> j ->
    blank s (columns (set_colour c v d) j') = blank s (columns c j').
  Proof. intros -> L I J J' NE. rewrite columns_set by auto. now rewrite change_other. Qed.
  Lemma whole_set c v d : length c = N -> whole (columns c) -> playable c v d -> whole (columns (set_colour c v d)).
  Proof.
    intros L W [(V & Z & D & _) E] P a b e AB BE EN A B. specialize (W P). destruct (not_round P) as [T G].
    rewrite ready_spec, T in E. simpl in E. apply touching_cases in E; auto.
    destruct (cell_of v V) as (i & j & I & J & Q). assert (BS := fun j' => blank_set c v i j d j' Q L I J).
    destruct (Nat.eq_dec b j) as [->|NB].
    { apply not_true_iff_false. rewrite blank_spec. intros X. specialize (X i I). rewrite <- Q, set_same in X; lia. }
    rewrite BS by lia. destruct (blank s (columns c b)) eqn:BB; auto. exfalso.
    assert (SIDE : exists j', j' < n /\ blank s (columns c j') = false /\ j' <= S j /\ j <= S j' \/ uncoloured_all c).
    { destruct E as [E|U]; [|exists 0; auto]. rewrite Q in E. destruct (beside_column c i j I J G E) as (j' & H). exists j'. left. tauto. }
    destruct SIDE as (j' & [(J' & C & N1 & N2)|U]).
    - destruct (Nat.eq_dec j' b) as [->|NJ]; [congruence|].
      destruct (Nat.eq_dec a j) as [->|NA]; [|destruct (Nat.eq_dec e j) as [->|NE]].
      + rewrite BS in B by lia. rewrite (W j' b e) in BB; auto; [discriminate|lia].
      + rewrite BS in A by lia. rewrite (W a b j') in BB; auto; [discriminate|lia].
      + rewrite BS in A, B by lia. rewrite (W a b e) in BB; auto. discriminate.
    - assert (X : forall j', j' < n -> blank s (columns c j') = true) by (intros m M; apply blank_spec; intros; apply U, cell_in; auto).
      destruct (Nat.eq_dec a j) as [->|NA]; [rewrite BS, X in B by lia|rewrite BS, X in A by lia]; discriminate.
  Qed.

  (** ** Play *)
  Lemma legal_move c p v d : length c = N -> ended R c = None -> playable c v d <-> In (Colour v d) (moves R (State c p 0)).
  Proof.
    intros L E. assert (KR : colours R = k) by (unfold strip_game; now destruct (stays_connected s)).
    assert (U : 1 <= d <= k -> may_use R p d = true).
    { intros D. unfold strip_game. destruct (stays_connected s); auto. simpl. apply mem_spec. destruct p; apply in_seq; lia. }
    rewrite in_moves, in_colour_moves. split.
    - intros [(V & Z & D & F) Y]. exists v, d. cbn [col turn]. rewrite L, KR. repeat (split; [now auto|]).
      destruct (cell_of v V) as (i & j & I & J & ->). now rewrite conflict_taken.
    - intros (v' & d' & X & _ & V & Z & Y & D & _ & F). inversion X; subst v' d'. cbn [col] in *. rewrite L in V. rewrite KR in D.
      destruct (cell_of v V) as (i & j & I & J & ->). rewrite conflict_taken in F by auto. repeat (split; [now auto|]). auto.
  Qed.
  Lemma no_heap c p m : In m (moves R (State c p 0)) -> exists v d, m = Colour v d.
  Proof.
    destruct m as [v d|h|]; [eauto| |]; rewrite in_moves; [rewrite in_heap_moves; simpl; lia|contradiction].
  Qed.
  Lemma no_heap_moves c p : heap_moves R (State c p 0) = [].
  Proof.
    destruct (heap_moves R (State c p 0)) as [|h l] eqn:H; auto. exfalso.
    assert (I : In h (heap_moves R (State c p 0))) by (rewrite H; simpl; auto). apply in_heap_moves in I. simpl in I. lia.
  Qed.
  Lemma some_move c p : length c = N -> ended R c = None -> verdict R (State c p 0) = None -> exists v d, playable c v d.
  Proof.
    intros L E V. apply verdict_none in V. destruct (moves R (State c p 0)) as [|m ms] eqn:M; [congruence|].
    destruct (no_heap c p m) as (v & d & ->); [rewrite M; simpl; auto|]. exists v, d.
    apply (legal_move c p); auto. rewrite M. simpl. auto.
  Qed.
  Lemma not_over c p v d : length c = N -> ended R c = None -> playable c v d -> verdict R (State c p 0) = None.
  Proof.
    intros L E M. apply (legal_move c p) in M; auto. apply in_moves in M. unfold verdict.
    destruct (heap_moves R (State c p 0)); auto. cbn [col]. rewrite E.
    destruct (colour_moves R (State c p 0)); [contradiction|auto].
  Qed.
  Lemma end_is_won c p v : length c = N -> ended R c = None -> verdict R (State c p 0) = Some v -> v = Wins Left.
  Proof.
    intros L E V. assert (A : forall w, w < N -> coloured c w = true).
    { intros w W. destruct (coloured c w) eqn:C; auto. exfalso. apply coloured_false in C.
      destruct (somewhere_ready c w L W C) as (u & U & Z & Y). destruct (proj1 (ended_spec c L) E u U Z) as (d & D & F).
      rewrite (not_over c p u d) in V; auto; [discriminate|]. repeat (split; [now auto|]). auto. }
    unfold verdict in V. rewrite no_heap_moves in V. cbn [col] in V. rewrite E in V.
    destruct (colour_moves R (State c p 0)); [|discriminate]. inversion V as [V']. clear V V'. unfold strip_game.
    destruct (stays_connected s); auto. simpl. rewrite (proj2 (forallb_forall _ _)); auto. intros w W. apply in_seq in W. apply A. lia.
  Qed.
  Lemma fewer c v d : length c = N -> legal c v d -> uncoloured (set_colour c v d) < uncoloured c.
  Proof. intros L (V & Z & D & _). rewrite (uncoloured_set c v d); auto; lia. Qed.

  (** Alice keeps to positions in which nobody is without a colour and she has an answer to each of Bob's moves, or may let it be: then
      there has to be a move to spare. *)
  Section Keeping.
    Variable kept : colouring -> Prop.
    Variable pass : bool.
    Hypothesis kept_length : forall c, kept c -> length c = N.
    Hypothesis kept_ended : forall c, kept c -> ended R c = None.
    Hypothesis reply : forall c v d, kept c -> playable c v d -> (pass = true /\ kept (set_colour c v d)) \/
      exists v' d', playable (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d').
    Hypothesis spare_move : forall c, kept c -> pass = true -> (exists v d, playable c v d) ->
      exists v d, playable c v d /\ kept (set_colour c v d).

    Lemma wins_if_bob_begins : pass = false -> forall m c, uncoloured c < m -> kept c -> can_win R Left (State c Right 0).
    Proof.
      intros NS. induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (L := kept_length c K).
      destruct (verdict R (State c Right 0)) as [w|] eqn:V.
      { apply forces_end with w; auto. now rewrite (end_is_won c Right w L E V). }
      apply forces_theirs; [auto|discriminate|]. intros mv I. destruct (no_heap _ _ _ I) as (v & d & ->).
      apply legal_move in I; auto. destruct (reply c v d K I) as [[SK _]|(v' & d' & I' & K')]; [congruence|].
      assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
      assert (E' : ended R (set_colour c v d) = None) by exact (ended_before _ v' d' L' (proj1 I') (kept_ended _ K')).
      simpl. apply forces_mine with (Colour v' d').
      - exact (not_over _ _ v' d' L' E' I').
      - reflexivity.
      - now apply legal_move.
      - apply IH; auto. pose proof (fewer c v d L (proj1 I)). pose proof (fewer _ v' d' L' (proj1 I')). simpl. lia.
    Qed.
    Lemma wins_despite_skips : pass = true -> forall m c, uncoloured c < m -> kept c ->
      forall p, forces_alike R (Some Right) Left (wins_for Left) (State c p 0).
    Proof.
      intros SK. induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (L := kept_length c K).
      assert (MINE : forall c, uncoloured c < S m -> kept c -> forces_alike R (Some Right) Left (wins_for Left) (State c Left 0)).
      { clear c U K E L. intros c U K. assert (E := kept_ended c K). assert (L := kept_length c K).
        destruct (verdict R (State c Left 0)) as [w|] eqn:V.
        { apply forces_end with w; auto. now rewrite (end_is_won c Left w L E V). }
        destruct (spare_move c K SK (some_move c Left L E V)) as (v & d & I & K').
        apply forces_mine with (Colour v d); auto.
        - apply in_moves_in. left. now apply legal_move.
        - simpl. apply IH; auto. pose proof (fewer c v d L (proj1 I)). lia. }
      intros [|]; [exact (MINE c U K)|]. destruct (verdict R (State c Right 0)) as [w|] eqn:V.
      { apply forces_end with w; auto. now rewrite (end_is_won c Right w L E V). }
      apply forces_theirs; [auto|discriminate|]. intros mv I. apply in_moves_in in I.
      destruct I as [I|[-> _]]; [|exact (MINE c U K)].
      destruct (no_heap _ _ _ I) as (v & d & ->). apply legal_move in I; auto. pose proof (fewer c v d L (proj1 I)). simpl.
      destruct (reply c v d K I) as [[_ K']|(v' & d' & I' & K')]; [apply IH; auto; lia|].
      assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
      assert (E' : ended R (set_colour c v d) = None) by exact (ended_before _ v' d' L' (proj1 I') (kept_ended _ K')).
      apply forces_mine with (Colour v' d').
      - exact (not_over _ _ v' d' L' E' I').
      - reflexivity.
      - apply in_moves_in. left. now apply legal_move.
      - simpl. apply IH; auto. pose proof (fewer _ v' d' L' (proj1 I')). lia.
    Qed.
  End Keeping.

  (** ** Alice keeps to pairs of columns *)
  Variable allowed : column -> column -> bool.
  Hypothesis OK : sound s allowed.
  Definition kept c := length c = N /\ keeps allowed true n left right (columns c) /\ whole (columns c).

  Lemma kept_ended c : kept c -> ended R c = None.
  Proof.
    intros (L & K & W). apply ended_spec; auto. intros v V Z. destruct (cell_of v V) as (i & j & I & J & ->).
    destruct (nothing_dead s allowed n left right OK (columns c) j i) as (d & P & F); auto using whole_untorn.
    - discriminate.
    - now rewrite in_columns.
    - exists d. split; auto. apply taken_spec; auto. lia.
  Qed.
  Lemma answers_kept c f fresh : length c = N -> whole (columns c) -> (stays_connected s = true -> fresh = true -> uncoloured_all c) ->
    (forall j, j < n -> f j = columns c j) -> answers allowed true n left right s fresh f ->
    exists v d, playable c v d /\ kept (set_colour c v d).
  Proof.
    intros L W U E (a & y & ST & K). apply (step_same s true n left right board_sides f (columns c) E) in ST.
    destruct (step_legal c fresh a y L U ST) as (v & d & M & X). exists v, d. split; auto. split; [now rewrite set_length|].
    split; [|now apply whole_set].
    revert K. apply keeps_same with (1 := board_sides). intros j J. rewrite <- X by auto. unfold change.
    destruct (j =? a); auto.
  Qed.
  (** Whatever Bob does, Alice has an answer. *)
  Lemma reply c v d : kept c -> playable c v d ->
    (bob_may_skip s = true /\ kept (set_colour c v d)) \/
    exists v' d', playable (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d').
  Proof.
    intros (L & K & W) M. assert (W' := whole_set c v d L W M). destruct (legal_step c v d L M) as (j & y & ST & X).
    assert (J := proj1 ST). assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
    assert (WC : whole (change (columns c) j y)) by (apply whole_same with (2 := W'); intros; symmetry; auto).
    destruct (answer s allowed n left right OK board_sides (columns c) j y K) as [[SK K']|A]; auto using whole_untorn, whole_left, whole_right.
    - discriminate.
    - left. split; auto. split; auto. split; auto. revert K'. now apply keeps_same with (1 := board_sides).
    - right. apply (answers_kept _ (change (columns c) j y) false); auto. discriminate.
  Qed.
  (** In a column that is neither full nor uncoloured there is something to colour, and in an uncoloured one beside one with colours. *)
  Lemma nothing_beside c j : stays_connected s = true -> j < n -> (forall i, i < r -> colour_of c (cell r i j) = 0 -> is_beside g c (cell r i j) = false) ->
    full s (columns c j) = true \/ (blank s (columns c j) = true /\ forall m, right j = Some m -> blank s (columns c m) = true).
  Proof.
    intros T J A. destruct (full s (columns c j)) eqn:F; auto. right.
    assert (X : exists i, i < r /\ colour_of c (cell r i j) = 0).
    { destruct (existsb (fun i => colour_of c (cell r i j) =? 0) (seq 0 r)) eqn:E.
      - apply existsb_exists in E. destruct E as (i & I & E). apply in_seq in I. apply Nat.eqb_eq in E. exists i. split; auto. lia.
      - exfalso. apply not_true_iff_false in F. apply F. unfold full, columns. apply forallb_forall. intros i I.
        change (negb (in_row (columns c j) i =? 0) = true). assert (I' := I). apply in_seq in I. rewrite in_columns by lia.
        rewrite existsb_false in E. now rewrite (E i I'). }
    destruct X as (i & I & Z).
    assert (ONE : forall i i' j', i < r -> colour_of c (cell r i j) = 0 -> In (cell r i' j') (neighbours g (cell r i j)) -> colour_of c (cell r i' j') = 0).
    { intros a i' j' B ZA W. specialize (A a B ZA). unfold is_beside in A. rewrite existsb_false in A. now apply coloured_false, A. }
    assert (UP : forall a, a < r -> colour_of c (cell r a j) = 0 -> colour_of c (cell r 0 j) = 0).
    { induction a as [|a IH]; auto. intros B ZA. apply IH; [lia|]. apply (ONE (S a)); auto. apply near; auto. exists a, j. repeat split; auto. lia. }
    assert (DOWN : forall a, a < r -> colour_of c (cell r a j) = 0).
    { assert (Z0 := UP i I Z). induction a as [|a IH]; auto. intros B. apply (ONE a); auto; [lia|apply IH; lia|].
      apply near; auto; [lia|]. exists (S a), j. repeat split; auto. }
    split; [now apply blank_spec|]. intros m M. apply blank_spec. intros a B. apply (ONE a); auto. apply near; auto.
    exists a, m. repeat split; auto; [exact (right_in _ _ _ board_sides _ _ J M)|]. right. left. split; auto. apply near_itself.
  Qed.
  (** The leftmost column with a vertex that may be coloured. *)
  Definition has_ready c j := existsb (fun i => (colour_of c (cell r i j) =? 0) && ready R c (cell r i j)) (seq 0 r).
  Lemma spare_move c : kept c -> bob_may_skip s = true -> (exists v d, playable c v d) ->
    exists v d, playable c v d /\ kept (set_colour c v d).
  Proof.
    intros (L & K & W) SK (v & d & (V & Z & _) & Y). apply cell_of in V. destruct V as (i0 & j0 & I0 & J0 & ->).
    assert (SOME : has_ready c j0 = true).
    { apply existsb_exists. exists i0. split; [apply in_seq; lia|]. now rewrite Z, Y. }
    destruct (find (has_ready c) (seq 0 n)) as [a|] eqn:F.
    2: { assert (X := find_none _ _ F j0 ltac:(apply in_seq; lia)). congruence. }
    assert (B := find_first _ _ _ _ F). apply find_some in F. destruct F as [A F]. apply in_seq in A.
    apply existsb_exists in F. destruct F as (i & I & F). apply in_seq in I. apply andb_true_iff in F. destruct F as [ZI RI].
    apply Nat.eqb_eq in ZI. assert (AN : a < n) by lia. assert (IR : i < r) by lia.
    assert (RO := RI). apply ready_open in RO; auto.
    assert (CASES : stays_connected s = false \/ is_beside g c (cell r i a) = true \/ uncoloured_all c).
    { rewrite ready_spec in RI. destruct (stays_connected s); auto. right. apply touching_cases; auto using cell_in. }
    apply (answers_kept c (change (columns c) a (columns c a)) (all_blank s (around c a) (columns c a) (beyond c a))); auto.
    - intros T AB. unfold all_blank in AB. rewrite !andb_true_iff in AB. destruct AB as [[B1 B2] B3].
      destruct CASES as [E|[E|E]]; [congruence| |auto]. apply beside_near in E; auto.
      destruct E as (e & E & [(i' & I' & _ & X)|[(i' & I' & _ & X)|(i' & I' & _ & X)]]); rewrite blank_row in X; auto; lia.
    - intros j' _. unfold change. destruct (Nat.eqb_spec j' a); subst; auto.
    - apply answer_skip with (i := i); auto using board_sides, whole_untorn; [discriminate| |now rewrite in_columns|].
      { apply whole_right; auto. apply whole_same with (2 := W). intros j' _. unfold change. destruct (Nat.eqb_spec j' a); now subst. }
      unfold first_open. destruct (goes_round shape) eqn:G; auto. simpl.
      destruct a as [|b].
      { replace (left 0) with (@None nat) by (unfold left_of; now rewrite G). reflexivity. }
      cbn [left_of column_at].
      assert (NB : has_ready c b = false) by (apply (B b); lia). unfold has_ready in NB. rewrite existsb_false in NB.
      assert (RB : right b = Some (S b)) by (unfold right_of; now rewrite (proj2 (Nat.ltb_lt _ _) AN)).
      destruct (stays_connected s) eqn:T.
      + destruct (nothing_beside c b) as [X|[X1 X2]]; [auto|lia| |now rewrite X|].
        { intros i' I' Z'. specialize (NB i' ltac:(apply in_seq; lia)). rewrite Z', ready_spec, T in NB. simpl in NB.
          unfold touching in NB. now apply orb_false_iff in NB. }
        specialize (X2 _ RB). rewrite X1, X2. apply orb_true_iff. right. simpl. apply negb_true_iff, not_true_iff_false. intros X3.
        destruct CASES as [E|[E|E]]; [discriminate| |].
        * apply beside_near in E; auto. unfold left_of in E. cbn [column_at] in E.
          destruct E as (e & E & [(i' & I' & _ & X)|[(i' & I' & _ & X)|(i' & I' & _ & X)]]); rewrite blank_row in X; auto; lia.
        * specialize (NB i ltac:(apply in_seq; lia)). rewrite (E (cell r i b)) in NB by (apply cell_in; lia).
          rewrite ready_spec, uncoloured_touching, orb_true_r in NB; auto; [discriminate|apply cell_in; lia].
      + apply orb_true_iff. left. unfold full, columns. apply forallb_forall. intros i' I'.
        change (negb (in_row (columns c b) i' =? 0) = true). specialize (NB i' I'). apply in_seq in I'. rewrite in_columns by lia.
        rewrite ready_spec, T in NB. simpl in NB. now rewrite andb_true_r in NB; rewrite NB.
  Qed.
  Lemma kept_start : kept (repeat 0 N).
  Proof.
    split; [apply repeat_length|]. assert (C : forall j, columns (repeat 0 N) j = empty_column s).
    { intros j. unfold columns, empty_column. f_equal. apply nth_ext with 0 0; [now rewrite map_length, seq_length, repeat_length|].
      intros i I. rewrite map_length, seq_length in I. rewrite nth_map_seq by auto. unfold colour_of. now rewrite !nth_repeat. }
    assert (ST := sound_start _ _ OK). assert (WA := sound_walls _ _ OK). split.
    - intros j J. unfold left_of, right_of. rewrite C. simpl follows. split.
      + destruct j; simpl; [|now rewrite C]. destruct (goes_round shape); simpl; rewrite ?C; auto. now apply WA.
      + destruct (S j <? n); simpl; [now rewrite C|]. destruct (goes_round shape); simpl; rewrite ?C; auto. now apply WA.
    - intros _ a b e _ _ _ X. exfalso. apply not_true_iff_false in X. apply X, blank_spec. intros i _. unfold colour_of. apply nth_repeat.
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
Lemma same_moves s n edges : let R := rules_of (strip_game s) n edges in
  (forall p q c, may_use R p c = may_use R q c) /\ (forall h p q, options R h p = options R h q).
Proof. unfold strip_game. destruct (stays_connected s); split; auto. intros [] []; reflexivity. Qed.
Theorem strip_sound go_on s l : check_strip go_on s l = None -> holds_for_every_length s.
Proof.
  intros C n L. apply check_strip_sound in C. cbv zeta. destruct (same_moves s (height s * n) (board (strip_shape s) (height s) n)) as [U O].
  assert (ST : kept s n (allows (table_of l)) (repeat 0 (height s * n))) by now apply kept_start. destruct (bob_may_skip s) eqn:SK.
  - intros p. assert (F : forces_alike (rules_of (strip_game s) (height s * n) (board (strip_shape s) (height s) n))
      (Some Right) Left (wins_for Left) (State (repeat 0 (height s * n)) p 0)).
    { apply wins_despite_skips with (kept := kept s n (allows (table_of l))) (pass := true) (m := S (uncoloured (repeat 0 (height s * n)))); auto.
      - now intros c [K _].
      - now apply kept_ended.
      - intros c v d K M. edestruct reply as [[_ X]|X]; eauto.
      - intros c K _. now apply spare_move. }
    split; [now apply forces_in_alike|now apply without_skips].
  - apply wins_if_bob_begins with (kept := kept s n (allows (table_of l))) (pass := false) (m := S (uncoloured (repeat 0 (height s * n)))); auto.
    + now intros c [K _].
    + now apply kept_ended.
    + intros c v d K M. edestruct reply as [[X _]|X]; eauto. congruence.
Qed.

(** So many colours are enough. *)
Corollary strip_chi go_on s l : check_strip go_on s l = None -> 1 <= palette s ->
  let games k := strip_game (Strip (strip_shape s) (height s) k (stays_connected s) (bob_may_skip s)) in
  forall columns, shortest (strip_shape s) <= columns ->
  forall first, bob_may_skip s = true \/ first = Right ->
  exists c, is_least games None (height s * columns) (board (strip_shape s) (height s) columns) first c /\ c <= palette s.
Proof.
  intros C K games n L p P. apply strip_sound in C. specialize (C n L). cbv zeta in C.
  assert (E : games (palette s) = strip_game s) by (now destruct s). assert (CE : cells (strip_game s) (height s * n) = height s * n)
    by (unfold strip_game; now destruct (stays_connected s)).
  apply least_exists; auto.
  - intros j _. unfold games, strip_game. simpl. now destruct (stays_connected s).
  - rewrite E, CE. apply forces_in_none. destruct (bob_may_skip s); [apply C|]. destruct P as [P| ->]; [discriminate|exact C].
Qed.
