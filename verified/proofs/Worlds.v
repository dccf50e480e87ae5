(** Grids and cylinders as boards without end, seen column by column: which vertices are near each other, which moves are legal, and that a
    board stays properly coloured. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Local Boards Formulas Around Cases.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Definition is_some {A} (x : option A) := match x with Some _ => true | None => false end.
Notation hues4 := (Local 4 (fun e c d => (e <=? 1) && (d =? c)) 1 false).

Section Worlds.
  (** So many rows and columns; whether the board goes round. *)
  Variables (rows : nat) (round : bool) (n : nat).
  Notation shape := (if round then Cylinder else Grid).
  Hypothesis long : shortest shape <= n.
  Notation N := (rows * n).
  Notation g := (graph_of N (board shape rows n)).
  Notation legal := (legal hues4 N (board shape rows n)).

  Lemma across_here i i' : across shape i i' = true <-> i' = i.
  Proof. destruct round; rewrite across_spec; tauto. Qed.

  (** ** The board as a world *)
  Definition period := if round then Some (Z.of_nat n) else None.
  Lemma some_columns k : period = Some k -> (0 < k)%Z.
  Proof. assert (L := long). unfold period, shortest in *. destruct round; intros E; inversion E; simpl in L; lia. Qed.
  Notation same := (same period).
  Definition column (z : Z) : option nat :=
    if round then Some (Z.to_nat (z mod Z.of_nat n)) else if (0 <=? z)%Z && (z <? Z.of_nat n)%Z then Some (Z.to_nat z) else None.
  Definition world_of (c : colouring) (mk : Z -> nat -> nat) : world :=
    World (fun z => is_some (column z))
      (fun z r => match column z with Some j => if r <? rows then colour_of c (cell rows r j) else 0 | None => 0 end) mk.
  Lemma column_is z j : column z = Some j <-> j < n /\ same z (Z.of_nat j) = true.
  Proof.
    assert (L := long). rewrite (same_spec period some_columns). unfold column, period, shortest in *. destruct round; simpl in L.
    - split.
      + intros E. inversion E. pose proof (Z.mod_pos_bound z (Z.of_nat n)). pose proof (Z.div_mod z (Z.of_nat n)). split; [lia|].
        exists (z / Z.of_nat n)%Z. lia.
      + intros (J & q & ->). f_equal. rewrite (Z.mul_comm _ q), Z.mod_add, Z.mod_small by lia. lia.
    - destruct ((0 <=? z)%Z && (z <? Z.of_nat n)%Z) eqn:B; rewrite ?andb_true_iff, ?andb_false_iff, ?Z.leb_le, ?Z.leb_gt, ?Z.ltb_lt, ?Z.ltb_ge in B.
      + split; [intros E; inversion E; lia|intros [J ->]; f_equal; lia].
      + split; [discriminate|lia].
  Qed.
  Lemma column_in z j : column z = Some j -> j < n.
  Proof. intros E. now apply column_is in E. Qed.
  Lemma column_of j : j < n -> column (Z.of_nat j) = Some j.
  Proof. intros J. apply column_is. split; auto. apply same_refl, some_columns. Qed.
  Lemma column_same z z' : same z z' = true -> column z = column z'.
  Proof.
    intros S. assert (X : forall j, column z = Some j <-> column z' = Some j).
    { intros j. rewrite !column_is. now rewrite (same_for period some_columns z z' _ S). }
    destruct (column z) as [j|] eqn:E.
    - symmetry. now apply X.
    - destruct (column z') as [j|]; auto. discriminate (proj2 (X j) eq_refl).
  Qed.
  Lemma same_column z z' j : column z' = Some j -> (same z z' = true <-> column z = Some j).
  Proof.
    intros C. split; [intros S; now rewrite (column_same z z')|]. intros C'. apply column_is in C, C'. destruct C as [_ C], C' as [_ C'].
    apply (same_spec period some_columns) in C, C'. apply (same_spec period some_columns). destruct period as [k|]; [|congruence].
    destruct C as (q & ->), C' as (q' & ->). exists (q' - q)%Z. lia.
  Qed.
  Lemma column_next z j j' : column z = Some j -> (column (z + 1) = Some j' <-> right_of shape n j = Some j').
  Proof.
    intros C. assert (J := column_in z j C). assert (L := long). apply column_is in C. destruct C as [_ C].
    apply (same_spec period some_columns) in C. rewrite column_is, (same_spec period some_columns). unfold right_of, period, shortest in *.
    destruct round; cbn [goes_round] in *.
    - destruct C as (q & ->). destruct (Nat.ltb_spec (S j) n); split.
      + intros (J' & q' & E). f_equal. assert (q' = q) by nia. nia.
      + intros E. inversion E. split; [lia|]. exists q. lia.
      + intros (J' & q' & E). f_equal. assert (q' = q + 1)%Z by nia. nia.
      + intros E. inversion E. split; [lia|]. exists (q + 1)%Z. nia.
    - subst z. destruct (Nat.ltb_spec (S j) n); split.
      + intros [J' E]. f_equal. lia.
      + intros E. inversion E. lia.
      + intros [J' E]. lia.
      + discriminate.
  Qed.
  Lemma column_prev z j j' : column z = Some j -> (column (z - 1) = Some j' <-> left_of shape n j = Some j').
  Proof.
    intros C. assert (J := column_in z j C). split.
    - intros C'. assert (J' := column_in _ _ C'). apply (right_left shape n long); auto. apply (column_next (z - 1)); auto.
      now replace (z - 1 + 1)%Z with z by lia.
    - intros E. assert (J' := left_inside shape n long j' j J E). apply (right_left shape n long) in E; auto.
      apply (column_next (Z.of_nat j')) in E; [|now apply column_of]. apply (same_column z) in E. rewrite C in E.
      apply (same_column _ (Z.of_nat j')); [now apply column_of|]. rewrite (same_shift period some_columns). now apply E.
  Qed.
  Lemma hue_at c mk z i j : column z = Some j -> i < rows -> hue (world_of c mk) z i = colour_of c (cell rows i j).
  Proof. intros C I. simpl. now rewrite C, (proj2 (Nat.ltb_lt _ _) I). Qed.
  Lemma hue_inside c mk z r : hue (world_of c mk) z r <> 0 -> exists j, j < n /\ column z = Some j /\ r < rows.
  Proof.
    simpl. destruct (column z) as [j|] eqn:B; [|congruence]. destruct (Nat.ltb_spec r rows); [|congruence]. intros _.
    exists j. split; auto. now apply (column_in z).
  Qed.
  Lemma hue_set c mk mk' i z0 j d z r : length c = N -> i < rows -> column z0 = Some j ->
    hue (world_of (set_colour c (cell rows i j) d) mk') z r =
    if same z z0 && (r =? i) then d else hue (world_of c mk) z r.
  Proof.
    intros L I C. assert (J := column_in z0 j C). assert (S := same_column z z0 j C).
    destruct (same z z0) eqn:E; [destruct (Nat.eqb_spec r i) as [->|NR]|]; cbn [andb].
    - rewrite (hue_at _ _ z i j) by (auto; now apply S). apply set_same. rewrite L. now apply cell_in.
    - simpl. rewrite (proj1 S eq_refl). destruct (Nat.ltb_spec r rows); auto. apply set_other. intros X. apply cell_inj in X; tauto.
    - simpl. destruct (column z) as [j'|] eqn:C'; auto. destruct (Nat.ltb_spec r rows); auto. apply set_other. intros X.
      apply cell_inj in X; auto. destruct X as [_ X]. subst. discriminate (proj2 S eq_refl).
  Qed.
  Lemma world_periodic c mk : (forall z z' r, same z z' = true -> mk z r = mk z' r) -> periodic period (world_of c mk).
  Proof. intros M z z' S. simpl. rewrite (column_same z z' S). auto. Qed.

  Lemma near_by z i j u : column z = Some j -> i < rows -> In u (neighbours g (cell rows i j)) <->
    exists z' i' j', In (z', i') (next_to rows z i) /\ i' < rows /\ column z' = Some j' /\ u = cell rows i' j'.
  Proof.
    intros C I. assert (J := column_in z j C). rewrite (Boards.near shape rows n long i j u I J). unfold next_to. split.
    - intros (i' & j' & I' & J' & -> & W). rewrite !across_here in W. destruct W as [[-> [->| ->]]|[[W ->]|[W E]]].
      + exists z, (S i), j. rewrite !in_app_iff, (proj2 (Nat.ltb_lt _ _) I'). simpl. auto 8.
      + exists z, i', j. rewrite !in_app_iff. simpl. auto 8.
      + exists (z + 1)%Z, i, j'. rewrite !in_app_iff. simpl. repeat split; auto. now apply (column_next z j).
      + subst i'. exists (z - 1)%Z, i, j'. rewrite !in_app_iff. simpl. repeat split; auto. now apply (column_prev z j).
    - intros (z' & i' & j' & B & I' & C' & ->). exists i', j'. assert (J' := column_in z' j' C'). repeat (split; auto).
      rewrite !across_here. rewrite !in_app_iff in B. destruct B as [B|[B|B]].
      + destruct i as [|i]; [contradiction|]. destruct B as [B|[]]. inversion B; subst. left. rewrite C in C'. inversion C'. auto.
      + destruct (S i <? rows); [|contradiction]. destruct B as [B|[]]. inversion B; subst. left. rewrite C in C'. inversion C'. auto.
      + right. destruct B as [B|[B|[]]]; inversion B; subst.
        * right. split; auto. now apply (column_prev z j).
        * left. split; auto. now apply (column_next z j).
  Qed.
  Lemma beside_near z i j d c mk : column z = Some j -> i < rows -> 1 <= d ->
    (forall z' r, In (z', r) (next_to rows z i) -> hue (world_of c mk) z' r <> d) <-> taken N (board shape rows n) c (cell rows i j) d = false.
  Proof.
    intros C I D. unfold taken. rewrite existsb_false. split.
    - intros H u W. apply (near_by z) in W; auto. destruct W as (z' & i' & j' & B & I' & C' & ->). apply Nat.eqb_neq.
      rewrite <- (hue_at c mk z') by auto. now apply H.
    - intros H z' r B E. assert (NZ : hue (world_of c mk) z' r <> 0) by lia. destruct (hue_inside c mk z' r NZ) as (j' & J' & C' & RR).
      rewrite (hue_at c mk z' r j') in E by auto. assert (X : In (cell rows r j') (neighbours g (cell rows i j))).
      { apply (near_by z); auto. exists z', r, j'. auto. }
      apply H in X. apply Nat.eqb_neq in X. congruence.
  Qed.
  Lemma legal_iff c mk z i j d : column z = Some j -> i < rows ->
    legal c (cell rows i j) d <-> legal_in rows (world_of c mk) z i d.
  Proof.
    intros C I. assert (J := column_in z j C). unfold Local.legal, legal_in. cbn [hues].
    rewrite (hue_at c mk z i j) by auto. cbn [ex world_of]. rewrite C. cbn [is_some].
    assert (CI := cell_in rows n i j I J). assert (B := beside_near z i j d c mk C I).
    assert (T : 1 <= d -> barred hues4 N (board shape rows n) c (cell rows i j) d = taken N (board shape rows n) c (cell rows i j) d)
      by (intros D; now apply (barred_taken (Colouring 4) hues4 N (board shape rows n) eq_refl 4)).
    split.
    - intros (A1 & A2 & A3 & A4). rewrite T in A4 by lia. repeat (split; auto). apply B; [lia|auto].
    - intros (A1 & A2 & A3 & A4 & A5). repeat (split; auto). rewrite T by lia. apply B; [lia|auto].
  Qed.
  Lemma beside_back c r c' r' : r < rows -> In (c', r') (next_to rows c r) -> In (c, r) (next_to rows c' r').
  Proof.
    intros L. unfold next_to. rewrite !in_app_iff. intros [H|[H|H]].
    - destruct r as [|r]; [contradiction|]. destruct H as [H|[]]. inversion H; subst. right. left.
      apply Nat.ltb_lt in L. rewrite L. simpl. auto.
    - destruct (S r <? rows); [|contradiction]. destruct H as [H|[]]. inversion H; subst. left. simpl. auto.
    - right. right. destruct H as [H|[H|[]]]; inversion H; subst; simpl; [right|]; left; f_equal; lia.
  Qed.
  Lemma not_beside_itself z z' i : In (z', i) (next_to rows z i) -> same z z' = false.
  Proof.
    intros B. destruct (same z z') eqn:SA; auto. exfalso. apply (same_spec period some_columns) in SA. assert (L := long).
    assert (D : z' = (z - 1)%Z \/ z' = (z + 1)%Z).
    { unfold next_to in B. rewrite !in_app_iff in B. destruct B as [B|[B|B]].
      - destruct i; [contradiction|]. destruct B as [B|[]]. inversion B. lia.
      - destruct (S i <? rows); [|contradiction]. destruct B as [B|[]]. inversion B. lia.
      - destruct B as [B|[B|[]]]; inversion B; auto. }
    unfold period, shortest in *. destruct round; simpl in L; [|lia]. destruct SA as (q & SA).
    assert (q = 0 \/ 1 <= q \/ q <= -1)%Z by lia. nia.
  Qed.
  Lemma valid_set c mk mk' i j d : length c = N -> i < rows -> j < n -> valid rows (world_of c mk) -> legal c (cell rows i j) d ->
    valid rows (world_of (set_colour c (cell rows i j) d) mk').
  Proof.
    intros L I J V LG. assert (C0 := column_of j J).
    assert (H : forall z r, hue (world_of (set_colour c (cell rows i j) d) mk') z r =
      if same z (Z.of_nat j) && (r =? i) then d else hue (world_of c mk) z r) by (intros; now apply hue_set).
    assert (M : forall z, same z (Z.of_nat j) = true -> legal_in rows (world_of c mk) z i d).
    { intros z S. apply (legal_iff c mk z i j); auto. now apply (same_column z _ j C0). }
    destruct (M _ (same_refl period some_columns _)) as (_ & _ & _ & D4 & _). constructor.
    - apply (convex rows _ V).
    - intros z E r. simpl in E |- *. now destruct (column z).
    - intros z r. rewrite H. destruct (_ && _); [lia|apply (hues rows _ V)].
    - intros z r RR. simpl. destruct (column z); auto. now rewrite (proj2 (Nat.ltb_ge _ _) RR).
    - intros z r z' r' B. rewrite !H.
      destruct (same z (Z.of_nat j) && (r =? i)) eqn:E1, (same z' (Z.of_nat j) && (r' =? i)) eqn:E2;
        rewrite ?andb_true_iff, ?Nat.eqb_eq in *.
      + exfalso. destruct E1 as [E1 ->], E2 as [E2 ->]. apply not_beside_itself in B. apply (same_column _ _ _ C0) in E1, E2.
        rewrite (proj2 (same_column z z' j E2) E1) in B. discriminate.
      + destruct E1 as [E1 ->]. intros _. now apply (M z E1).
      + destruct E2 as [E2 ->]. intros NZ E. destruct (hue_inside c mk z r NZ) as (j' & J' & C' & RR). apply beside_back in B; auto.
        destruct (M z' E2) as (_ & _ & _ & _ & M5). apply (M5 _ _ B). auto.
      + apply (differ rows _ V); auto.
  Qed.
End Worlds.
