(** The boards of [board]: rows and columns, which vertices are near each other, and what stands beside a column. *)
From Coq Require Import List Arith Lia Bool.
From Chromex Require Import Game Rules Facts Local.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** How far a vertex in row [i] is from one in row [i'] of the [t]-th column to the right, or to the left if not [d]. *)
Definition away (x : shape) (d : bool) t i i' :=
  let rows := (i - i') + (i' - i) in
  match x with
  | Grid | Cylinder => rows + t
  | King => Nat.max rows t
  | Triangular => if (if d then i <=? i' else i' <=? i) then Nat.max rows t else rows + t
  end.
Lemma across_spec x i i' : across x i i' = true <->
  i' = i \/ match x with Grid | Cylinder => False | King => i' = S i \/ i = S i' | Triangular => i' = S i end.
Proof.
  unfold across. rewrite orb_true_iff, Nat.eqb_eq. destruct x; rewrite ?orb_true_iff, ?Nat.eqb_eq; intuition congruence.
Qed.
(** Splits where rows or columns are compared. *)
Ltac by_order := repeat match goal with
  | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
  | H : context [?a <=? ?b] |- _ => destruct (Nat.leb_spec a b)
  | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
  | H : context [?a <? ?b] |- _ => destruct (Nat.ltb_spec a b) end.
Lemma away_right x i i' : away x true 1 i i' = 1 <-> across x i i' = true.
Proof. rewrite across_spec. unfold away. destruct x; by_order; lia. Qed.
Lemma away_left x i i' : away x false 1 i i' = 1 <-> across x i' i = true.
Proof. rewrite across_spec. unfold away. destruct x; by_order; lia. Qed.
Lemma away_here x d i i' : away x d 0 i i' = (i - i') + (i' - i).
Proof. unfold away. destruct x, d; by_order; lia. Qed.
Lemma away_least x d t i i' : t <= away x d t i i'.
Proof. unfold away. destruct x, d; by_order; lia. Qed.
Lemma away_rows x d t i i' : (i - i') + (i' - i) <= away x d t i i'.
Proof. unfold away. destruct x, d; by_order; lia. Qed.

Lemma cell_inj rows i j i' j' : i < rows -> i' < rows -> cell rows i j = cell rows i' j' -> i = i' /\ j = j'.
Proof.
  unfold cell. intros I I' E. assert (J : j = j').
  { destruct (Nat.lt_trichotomy j j') as [L|[L|L]]; auto; exfalso; nia. }
  subst. split; auto. lia.
Qed.
Lemma cell_in r n i j : i < r -> j < n -> cell r i j < r * n.
Proof. unfold cell. intros I J. nia. Qed.
Lemma cell_of r n v : v < r * n -> exists i j, i < r /\ j < n /\ v = cell r i j.
Proof.
  intros V. assert (R : r <> 0) by lia. exists (v mod r), (v / r). split; [now apply Nat.mod_upper_bound|].
  split; [apply Nat.div_lt_upper_bound; lia|]. unfold cell. rewrite (Nat.div_mod v r R) at 1. lia.
Qed.
Lemma joins_spec e v w : joins e v w = true <-> e = (v, w) \/ e = (w, v).
Proof.
  destruct e as [a b]. unfold joins. simpl. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq.
  split; intros [H|H]; [left|right|left|right]; inversion H; subst; auto.
Qed.

(** ** A row of columns, each with at most one on either side *)

(** So many steps further. *)
Fixpoint far (next : nat -> option nat) t (o : option nat) : option nat :=
  match t with O => o | S t => far next t (match o with Some j => next j | None => None end) end.
Lemma far_none next t : far next t None = None.
Proof. induction t; auto. Qed.
Lemma far_step next t : forall o, far next (S t) o = match far next t o with Some j => next j | None => None end.
Proof. induction t as [|t IH]; intros o; [reflexivity|]. change (far next (S (S t)) o) with (far next (S t) (match o with Some j => next j | None => None end)). now rewrite IH. Qed.
(** [m]: within so many steps, and one more, nobody comes back to where he was. *)
Record sides (n m : nat) (left right : nat -> option nat) : Prop := Sides {
  left_in : forall i j, j < n -> left j = Some i -> i < n;
  right_in : forall i j, j < n -> right j = Some i -> i < n;
  back : forall i j, i < n -> j < n -> (right i = Some j <-> left j = Some i);
  no_return_left : forall j t, j < n -> t <= m -> far left t (left j) <> Some j;
  no_return_right : forall j t, j < n -> t <= m -> far right t (right j) <> Some j }.
Lemma sides_swap n m left right : sides n m left right -> sides n m right left.
Proof. intros [A B C D E]. constructor; auto. intros i j I J. symmetry. auto. Qed.
Lemma far_in n m left right : sides n m left right -> forall t o j, (forall i, o = Some i -> i < n) -> far left t o = Some j -> j < n.
Proof.
  intros S. induction t as [|t IH]; simpl; intros o j O E; [now apply O|]. eapply IH; [|exact E]. intros i I.
  destruct o as [a|]; [|discriminate]. exact (left_in _ _ _ _ S i a (O a eq_refl) I).
Qed.

Definition left_of (x : shape) n j := match j with O => if goes_round x then Some (pred n) else None | S j => Some j end.

Section Board.
  Variables (shape : shape) (r n : nat).
  Hypothesis long_enough : shortest shape <= n.
  Notation right := (right_of shape n).
  Notation left := (left_of shape n).
  Notation N := (r * n).
  Notation g := (graph_of N (board shape r n)).

  Lemma flat_left t j : goes_round shape = false -> far left t (left j) = if S t <=? j then Some (j - S t) else None.
  Proof.
    intros G. induction t as [|t IH].
    - simpl. unfold left_of. rewrite G. destruct j; by_order; auto; try lia. f_equal. lia.
    - rewrite far_step, IH. by_order; try lia; auto.
      + unfold left_of. replace (j - S t) with (S (j - S (S t))) by lia. auto.
      + unfold left_of. replace (j - S t) with 0 by lia. now rewrite G.
  Qed.
  Lemma flat_right t j : j < n -> goes_round shape = false -> far right t (right j) = if j + S t <? n then Some (j + S t) else None.
  Proof.
    intros J G. induction t as [|t IH].
    - simpl. unfold right_of. rewrite G. replace (j + 1) with (S j) by lia. auto.
    - rewrite far_step, IH. by_order; try lia; auto.
      + unfold right_of. rewrite (proj2 (Nat.ltb_lt _ _)) by lia. f_equal. lia.
      + unfold right_of. by_order; [lia|]. now rewrite G.
  Qed.
  Lemma round_left j : goes_round shape = true -> 3 <= n -> j < n -> left j = Some (if j =? 0 then pred n else pred j).
  Proof. intros G L J. unfold left_of. rewrite G. now destruct j. Qed.
  Lemma round_right j : goes_round shape = true -> 3 <= n -> j < n -> right j = Some (if S j =? n then 0 else S j).
  Proof. intros G L J. unfold right_of. rewrite G. destruct (Nat.eqb_spec (S j) n), (Nat.ltb_spec (S j) n); auto; lia. Qed.
  Lemma board_sides m : m <= 1 \/ goes_round shape = false -> sides n m left right.
  Proof.
    intros M. assert (L := long_enough). unfold shortest in L. constructor.
    - unfold left_of. intros i [|j] J; destruct (goes_round shape); intros E; inversion E; subst; lia.
    - unfold right_of. intros i j J. destruct (Nat.ltb_spec (S j) n), (goes_round shape); intros E; inversion E; subst; lia.
    - unfold left_of, right_of. intros i [|j] I J; destruct (Nat.ltb_spec (S i) n), (goes_round shape);
        (split; intros E; inversion E; subst; try (exfalso; lia); f_equal; lia).
    - intros j t J T. destruct (goes_round shape) eqn:G.
      + destruct M as [M|M]; [|discriminate]. assert (J' : (if j =? 0 then pred n else pred j) < n) by (destruct (Nat.eqb_spec j 0); lia).
        rewrite round_left by auto. destruct t as [|[|t]]; [| |lia]; simpl; [|rewrite round_left by auto]; intros E; injection E as E;
          destruct (Nat.eqb_spec j 0); try (destruct (Nat.eqb_spec (pred n) 0)); try (destruct (Nat.eqb_spec (pred j) 0)); lia.
      + rewrite flat_left by auto. by_order; [|discriminate]. intros E. injection E as E. lia.
    - intros j t J T. destruct (goes_round shape) eqn:G.
      + destruct M as [M|M]; [|discriminate]. assert (J' : (if S j =? n then 0 else S j) < n) by (destruct (Nat.eqb_spec (S j) n); lia).
        rewrite round_right by auto. destruct t as [|[|t]]; [| |lia]; simpl; [|rewrite round_right by auto]; intros E; injection E as E;
          destruct (Nat.eqb_spec (S j) n); try (destruct (Nat.eqb_spec 1 n)); try (destruct (Nat.eqb_spec (S (S j)) n)); lia.
      + rewrite flat_right by auto. by_order; [|discriminate]. intros E. injection E as E. lia.
  Qed.
  Lemma right_inside i j : j < n -> right j = Some i -> i < n.
  Proof. exact (right_in _ _ _ _ (board_sides 1 (or_introl (le_n 1))) i j). Qed.
  Lemma left_inside i j : j < n -> left j = Some i -> i < n.
  Proof. exact (left_in _ _ _ _ (board_sides 1 (or_introl (le_n 1))) i j). Qed.
  Lemma right_left i j : i < n -> j < n -> (right i = Some j <-> left j = Some i).
  Proof. exact (back _ _ _ _ (board_sides 1 (or_introl (le_n 1))) i j). Qed.

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
        * exists i', j'. assert (j' < n) by exact (right_inside _ _ J R). auto 8.
      + subst. exists i1, j1. repeat split; auto. destruct H as [[L H]|(i' & j' & I' & A & R & H)].
        * apply cell_inj in H; auto. destruct H; subst. auto.
        * assert (j' < n) by exact (right_inside _ _ J1 R). apply cell_inj in H; auto.
          destruct H; subst. right. right. split; auto. now apply right_left.
    - intros (i' & j' & I' & J' & -> & H). split; [now apply cell_in|]. split; [now apply cell_in|].
      destruct H as [[-> [->| ->]]|[[R A]|[L A]]].
      + exists (cell r i j, cell r (S i) j). rewrite joins_spec, in_board. split; auto. exists i, j. auto 6.
      + exists (cell r i' j, cell r (S i') j). rewrite joins_spec, in_board. split; auto. exists i', j. auto 6.
      + exists (cell r i j, cell r i' j'). rewrite joins_spec, in_board. split; auto. exists i, j. eauto 11.
      + exists (cell r i' j', cell r i j). rewrite joins_spec, in_board. split; auto. exists i', j'.
        apply right_left in L; auto. eauto 11.
  Qed.
  Lemma no_loop v : ~ In v (neighbours g v).
  Proof.
    intros H. assert (V := proj1 (proj1 (in_neighbours _ _ _ _) H)). destruct (cell_of r n v V) as (i & j & I & J & ->).
    apply near in H; auto. destruct H as (i' & j' & I' & J' & E & H). apply cell_inj in E; auto.
    destruct E; subst. destruct H as [[_ H]|[[H _]|[H _]]]; try lia.
    - exact (no_return_right _ _ _ _ (board_sides 1 (or_introl (le_n 1))) j' 0 J' (Nat.le_0_l 1) H).
    - exact (no_return_left _ _ _ _ (board_sides 1 (or_introl (le_n 1))) j' 0 J' (Nat.le_0_l 1) H).
  Qed.
  Lemma near_itself i : across shape i i = true.
  Proof. unfold across. now rewrite Nat.eqb_refl. Qed.

  (** ** Distances on boards that do not go round *)
  Hypothesis flat : goes_round shape = false.
  Definition apart i j i' j' := if j <=? j' then away shape true (j' - j) i i' else away shape false (j - j') i i'.
  Definition beside i j i' j' := (j' = j /\ (i' = S i \/ i = S i')) \/ (j' = S j /\ across shape i i' = true) \/ (j = S j' /\ across shape i' i = true).
  Lemma near_flat i j w : i < r -> j < n -> In w (neighbours g (cell r i j)) <->
    exists i' j', i' < r /\ j' < n /\ w = cell r i' j' /\ beside i j i' j'.
  Proof.
    intros I J. rewrite near by auto. unfold right_of, left_of, beside. rewrite flat.
    split; intros (i' & j' & I' & J' & E & H); exists i', j'; repeat (split; auto).
    - destruct H as [H|[[H A]|[H A]]]; [auto|right; left|right; right]; split; auto.
      + destruct (S j <? n); congruence.
      + destruct j; congruence.
    - destruct H as [H|[[-> A]|[-> A]]]; [auto|right; left|right; right]; split; auto. apply Nat.ltb_lt in J'. now rewrite J'.
  Qed.
  Lemma beside_apart i j i' j' : beside i j i' j' <-> apart i j i' j' = 1.
  Proof. unfold beside, apart, away. rewrite !across_spec. destruct shape; by_order; lia. Qed.
  Definition toward a b := if a <? b then S a else if b <? a then pred a else a.
  Lemma half_way i j i' j' : apart i j i' j' <= 2 -> exists i1 j1, i1 <= Nat.max i i' /\ j1 <= Nat.max j j' /\
    ((i1 = i /\ j1 = j) \/ beside i j i1 j1) /\ ((i1 = i' /\ j1 = j') \/ beside i1 j1 i' j').
  Proof.
    intros A. exists (match shape with Grid | Cylinder => if j =? j' then toward i i' else i | King => toward i i'
      | Triangular => if ((i <=? i') && (j <=? j') || (i' <=? i) && (j' <=? j))%bool then toward i i' else i end), (toward j j').
    assert (T : forall a b, (a < b /\ toward a b = S a) \/ (a = b /\ toward a b = a) \/ (b < a /\ toward a b = pred a))
      by (intros a b; unfold toward; by_order; lia).
    unfold apart, away, beside in *. rewrite !across_spec.
    destruct (T i i') as [[HI ->]|[[HI ->]|[HI ->]]], (T j j') as [[HJ ->]|[[HJ ->]|[HJ ->]]]; clear T;
      rewrite ?(proj2 (Nat.leb_le i i')), ?(proj2 (Nat.leb_gt i i')), ?(proj2 (Nat.leb_le i' i)), ?(proj2 (Nat.leb_gt i' i)),
        ?(proj2 (Nat.leb_le j j')), ?(proj2 (Nat.leb_gt j j')), ?(proj2 (Nat.leb_le j' j)), ?(proj2 (Nat.leb_gt j' j)),
        ?(proj2 (Nat.eqb_eq j j')), ?(proj2 (Nat.eqb_neq j j')) in * by lia; destruct shape; simpl; lia.
  Qed.
  Lemma near_two i j w : i < r -> j < n -> In w (ball g 2 (cell r i j)) <->
    exists i' j', i' < r /\ j' < n /\ w = cell r i' j' /\ apart i j i' j' <= 2.
  Proof.
    intros I J. split.
    - intros W. apply in_ball in W. destruct W as (WN & u & U & W). apply in_ball in U. destruct U as (UN & u' & U' & U).
      apply in_ball_0 in U'. subst u'.
      assert (X : exists i1 j1, i1 < r /\ j1 < n /\ u = cell r i1 j1 /\ ((i1 = i /\ j1 = j) \/ beside i j i1 j1)).
      { destruct U as [<-|U]; [exists i, j; auto 6|]. apply near_flat in U; auto. destruct U as (i1 & j1 & A & B & C & D). exists i1, j1. auto. }
      destruct X as (i1 & j1 & I1 & J1 & -> & X).
      assert (Y : exists i' j', i' < r /\ j' < n /\ w = cell r i' j' /\ ((i1 = i' /\ j1 = j') \/ beside i1 j1 i' j')).
      { destruct W as [<-|W]; [exists i1, j1; auto 6|]. apply near_flat in W; auto. destruct W as (i' & j' & A & B & C & D). exists i', j'. auto. }
      destruct Y as (i' & j' & I' & J' & -> & Y). exists i', j'. repeat (split; auto). clear WN UN U W.
      unfold apart, away, beside in *. rewrite !across_spec in *. destruct shape; by_order; lia.
    - intros (i' & j' & I' & J' & -> & A). destruct (half_way i j i' j' A) as (i1 & j1 & I1 & J1 & X & Y).
      assert (I1' : i1 < r) by lia. assert (J1' : j1 < n) by lia. apply in_ball. split; [now apply cell_in|].
      exists (cell r i1 j1). split.
      + apply in_ball. split; [now apply cell_in|]. exists (cell r i j). split; [now apply in_ball_0|].
        destruct X as [[-> ->]|X]; auto. right. apply near_flat; auto. exists i1, j1. auto.
      + destruct Y as [[-> ->]|Y]; auto. right. apply near_flat; auto. exists i', j'. auto.
  Qed.
End Board.
