(** Play near the patients: Alice's wins in the colouring game, if only those vertices are kept that can still go wrong.

    What is true of a position is given by lists of colours, and not even by all of them: [about] says what the lists, the core
    and the patients of a state have to do with a position. Alice plays in the state; [survives] is what she reaches. *)
From Coq Require Import List Arith Lia Bool Permutation.
From Chromex Require Import Game Rules Facts Symmetry.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** Safe vertices and doctors, by lists of colours *)
Section Lists.
  Variable g : graph.
  Variable L : nat -> list nat.
  Definition meet (l m : list nat) := existsb (fun c => mem c m) l.
  Definition shares v w := meet (L v) (L w).
  Definition takers v := filter (shares v) (neighbours g v).
  Definition safe v := existsb (fun c => forallb (fun w => negb (mem c (L w))) (neighbours g v)) (L v)
                       || (length (takers v) <? length (L v)).
  (** The same, where lists are looked up once. *)
  Definition quickly_safe v :=
    let l := L v in
    let ms := map L (neighbours g v) in
    existsb (fun c => forallb (fun m => negb (mem c m)) ms) l || (length (filter (meet l) ms) <? length l).
  Lemma quickly_safe_ok v : quickly_safe v = safe v.
  Proof.
    unfold quickly_safe, safe, takers. f_equal.
    - apply existsb_ext_in. intros c _. induction (neighbours g v); simpl; congruence.
    - f_equal. induction (neighbours g v) as [|w ws IH]; simpl; auto. unfold shares at 1. destruct (meet (L v) (L w)); simpl; auto.
  Qed.
  (** Takers that are no doctors of v: [S] says who may be one, and [a] whose; [a] is not trusted. *)
  Definition others (S : nat -> bool) (a : nat -> nat) v := filter (fun w => shares v w && negb (S w && (a w =? v))) (neighbours g v).
  Definition treated S a m v := m + length (others S a v) <=? length (L v).
End Lists.

Lemma filter_all {A} (l : list A) : filter (fun _ => true) l = l.
Proof. induction l; simpl; congruence. Qed.
Lemma filter_none {A} (f : A -> bool) l : (forall x, In x l -> f x = false) -> filter f l = [].
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; simpl; auto. Qed.
Lemma filter_one (f : nat -> bool) x l : NoDup l ->
  length (filter f l) <= length (filter (fun e => f e && negb (x =? e)) l) + 1.
Proof.
  induction 1 as [|y l N D IH]; simpl; [lia|].
  destruct (Nat.eqb_spec x y) as [->|NE].
  - rewrite andb_false_r.
    assert (E : filter f l = filter (fun e => f e && negb (y =? e)) l).
    { apply filter_ext_in. intros z Z. destruct (Nat.eqb_spec y z) as [->|]; [contradiction|].
      now rewrite andb_true_r. }
    rewrite <- E. destruct (f y); simpl; lia.
  - rewrite andb_true_r. destruct (f y); simpl; lia.
Qed.

Section Near.
  Variables (k n : nat) (g : graph).
  Hypothesis inside : forall v w, In w (neighbours g v) -> w < n.
  Hypothesis symmetric : forall v w, In w (neighbours g v) -> In v (neighbours g w).
  Notation adjacent v w := (mem v (neighbours g w)).
  Notation colour d := (1 <= d <= k).

  (** ** Positions: which colours a vertex may get, and whether it has none yet *)
  Record position := Position { may : nat -> nat -> bool; blank : nat -> bool }.
  Definition put p u d := Position
    (fun w e => may p w e && negb (w =? u) && negb (adjacent u w && (d =? e)))
    (fun w => blank p w && negb (w =? u)).
  Definition nobody_lost p := forall v, v < n -> blank p v = true -> exists d, colour d /\ may p v d = true.
  (** Alice can play on for m moves so that no vertex loses its last colour, though Bob may skip. *)
  Fixpoint survives m (t : player) p : Prop := match m with
    | O => True
    | S m => nobody_lost p /\ match t with
        | Left => (forall v, v < n -> blank p v = false) \/
                  exists v d, v < n /\ colour d /\ may p v d = true /\ survives m Right (put p v d)
        | Right => survives m Left p /\
                   forall v d, v < n -> colour d -> may p v d = true -> survives m Left (put p v d)
        end
    end.

  (** *** Safe whatever happens: some colours are more than the neighbours that may take one of them *)
  Definition can_take p (l : list nat) v w := adjacent w v && existsb (may p w) l.
  Definition really_safe p v := exists l, NoDup l /\ (forall d, In d l -> colour d /\ may p v d = true) /\
    length (filter (can_take p l v) (seq 0 n)) < length l.
  Lemma really_safe_colour p v : really_safe p v -> exists d, colour d /\ may p v d = true.
  Proof. intros ([|d l] & _ & A & B); [simpl in B; lia|]. exists d. apply A. simpl; auto. Qed.
  Lemma really_safe_put p u d v : really_safe p v -> v <> u -> u < n -> may p u d = true -> really_safe (put p u d) v.
  Proof.
    intros (l & D & A & C) N U M. destruct (adjacent u v && mem d l) eqn:T.
    - apply andb_true_iff in T. destruct T as [T1 T2].
      exists (filter (fun e => negb (d =? e)) l). split; [now apply NoDup_filter|]. split.
      + intros e E. apply filter_In in E. destruct E as [E F]. destruct (A e E) as [E1 E2]. split; auto.
        simpl. apply negb_true_iff in F. rewrite E2, F, andb_false_r. simpl. apply Nat.eqb_neq in N. now rewrite N.
      + pose proof (filter_one (fun _ => true) d l D) as F. simpl in F. rewrite filter_all in F.
        assert (length (filter (can_take (put p u d) (filter (fun e => negb (d =? e)) l) v) (seq 0 n)) <
                length (filter (can_take p l v) (seq 0 n))); [|lia].
        apply filter_less with (a := u).
        * intros w _ W. unfold can_take in *. apply andb_true_iff in W. destruct W as [W1 W2]. rewrite W1. simpl.
          apply existsb_exists in W2. destruct W2 as (e & E1 & E2). apply filter_In in E1. apply existsb_exists.
          exists e. split; [tauto|]. simpl in E2. rewrite !andb_true_iff in E2. tauto.
        * apply in_seq. lia.
        * unfold can_take. rewrite T1. simpl. apply existsb_exists. exists d. split; auto. now apply mem_spec.
        * unfold can_take. destruct (existsb _ _) eqn:X; [|apply andb_false_r]. apply existsb_exists in X.
          destruct X as (e & _ & X). simpl in X. rewrite Nat.eqb_refl, andb_false_r in X. discriminate.
    - exists l. split; auto. split.
      + intros e E. destruct (A e E) as [E1 E2]. split; auto. simpl. rewrite E2. apply Nat.eqb_neq in N. rewrite N. simpl.
        apply negb_true_iff. destruct (Nat.eqb_spec d e) as [->|]; [|apply andb_false_r].
        apply mem_spec in E. rewrite E, andb_true_r in T. now rewrite T.
      + eapply Nat.le_lt_trans; [|exact C]. apply filter_le. intros w _ W. unfold can_take in *.
        apply andb_true_iff in W. destruct W as [W1 W2]. rewrite W1. simpl. apply existsb_exists in W2.
        destruct W2 as (e & E1 & E2). apply existsb_exists. exists e. split; auto. simpl in E2.
        rewrite !andb_true_iff in E2. tauto.
  Qed.
  Lemma survives_safe : forall m t p, (forall v, v < n -> blank p v = true -> really_safe p v) -> survives m t p.
  Proof.
    induction m as [|m IH]; intros t p A; simpl; auto.
    assert (P : forall u d, u < n -> may p u d = true -> forall v, v < n -> blank (put p u d) v = true -> really_safe (put p u d) v).
    { intros u d U M v V B. simpl in B. apply andb_true_iff in B. destruct B as [B1 B2].
      apply negb_true_iff, Nat.eqb_neq in B2. apply really_safe_put; auto. }
    split; [intros v V B; apply really_safe_colour; auto|]. destruct t.
    - destruct (existsb (blank p) (seq 0 n)) eqn:E.
      + right. apply existsb_exists in E. destruct E as (v & V & B). apply in_seq in V.
        destruct (really_safe_colour p v (A v ltac:(lia) B)) as (d & D & M). exists v, d.
        split; [lia|]. repeat split; auto; try lia. apply IH, P; auto. lia.
      + left. intros v V. destruct (blank p v) eqn:B; auto.
        assert (existsb (blank p) (seq 0 n) = true); [|congruence]. apply existsb_exists. exists v. split; auto. apply in_seq. lia.
    - split; auto.
  Qed.

  (** ** States near the patients *)
  Record near := Near { listed : nat -> nat -> bool; core : nat -> bool; ill : nat -> bool }.
  Definition list_of x v := filter (listed x v) (seq 1 k).
  Lemma in_list x v d : In d (list_of x v) <-> colour d /\ listed x v d = true.
  Proof. unfold list_of. rewrite filter_In, in_seq. intuition lia. Qed.
  Lemma mem_list x v d : colour d -> mem d (list_of x v) = listed x v d.
  Proof. intros D. apply eq_true_iff_eq. rewrite mem_spec, in_list. tauto. Qed.

  Record about p x : Prop := IsAbout {
    lists_true : forall v d, v < n -> core x v = true -> colour d -> listed x v d = may p v d;
    core_blank : forall v, v < n -> core x v = true -> blank p v = true;
    (* a colour that is left out concerns nobody in the core *)
    lists_enough : forall v w d, In v (neighbours g w) -> w < n -> colour d -> core x v = true ->
      may p w d = true -> listed x w d = false -> listed x v d = false;
    ill_core : forall v, v < n -> ill x v = true -> core x v = true;
    others_safe : forall v, v < n -> blank p v = true -> ill x v = true \/ really_safe p v }.

  Definition ply x u d := Near
    (fun w e => listed x w e && negb (w =? u) && negb (adjacent u w && (d =? e)))
    (fun w => core x w && negb (w =? u)) (fun w => ill x w && negb (w =? u)).
  (** What the state becomes when u gets the colour d in the position: if it is not on the list, it concerns nobody in the core. *)
  Definition shadow x u d := if listed x u d then ply x u d else x.

  Lemma about_put p x u d : about p x -> u < n -> colour d -> may p u d = true -> about (put p u d) (shadow x u d).
  Proof.
    intros [A B C D E] U K M.
    assert (BL : forall v, v < n -> blank (put p u d) v = true -> v <> u /\ (ill x v = true \/ really_safe (put p u d) v)).
    { intros v V W. simpl in W. apply andb_true_iff in W. destruct W as [W1 W2]. apply negb_true_iff, Nat.eqb_neq in W2.
      split; auto. destruct (E v V W1); auto. right. now apply really_safe_put. }
    assert (MP : forall w e, may (put p u d) w e = true -> may p w e = true /\ (w =? u) = false /\ (adjacent u w && (d =? e)) = false).
    { intros w e W. simpl in W. rewrite !andb_true_iff, !negb_true_iff in W. tauto. }
    unfold shadow. destruct (listed x u d) eqn:LU.
    - constructor; cbn [ply listed core ill].
      + intros v e V CV EK. apply andb_true_iff in CV. simpl. rewrite (A v e); tauto.
      + intros v V CV. apply andb_true_iff in CV. simpl. rewrite B; tauto.
      + intros v w e I W EK CV MW LW. apply MP in MW. destruct MW as (M1 & M2 & M3). rewrite M2, M3 in LW. simpl in LW.
        rewrite !andb_true_r in LW. apply andb_true_iff in CV. rewrite (C v w e); tauto.
      + intros v V I. apply andb_true_iff in I. destruct I as [I1 I2]. now rewrite D, I2 by auto.
      + intros v V W. destruct (BL v V W) as [N [O|O]]; auto. left. rewrite O. now apply negb_true_iff, Nat.eqb_neq.
    - assert (CU : core x u = false) by (destruct (core x u) eqn:CU; auto; rewrite (A u d) in LU; congruence).
      constructor.
      + intros v e V CV EK. simpl. rewrite (A v e) by auto.
        assert (N : (v =? u) = false) by (apply Nat.eqb_neq; congruence). rewrite N. simpl. rewrite andb_true_r.
        destruct (adjacent u v && (d =? e)) eqn:X; [|now rewrite andb_true_r]. apply andb_true_iff in X. destruct X as [X1 X2].
        apply Nat.eqb_eq in X2. subst e. apply mem_spec in X1.
        rewrite <- (A v d), (C v u d) by auto. reflexivity.
      + intros v V CV. simpl. rewrite B by auto. apply negb_true_iff, Nat.eqb_neq. congruence.
      + intros v w e I W EK CV MW LW. apply MP in MW. apply (C v w e); tauto.
      + auto.
      + intros v V W. now destruct (BL v V W).
  Qed.

  (** ** Safe vertices leave the patients; what is not near a patient leaves the core *)
  Definition still_ill x v := ill x v && negb (safe g (list_of x) v).
  Definition still_core x v := core x v &&
    (still_ill x v || existsb (fun w => still_ill x w && shares (list_of x) v w) (neighbours g v)).
  Definition reduce x := Near
    (fun v d => listed x v d && (still_core x v || existsb (fun w => still_core x w && listed x w d) (neighbours g v)))
    (still_core x) (still_ill x).

  Lemma safe_really p x v : about p x -> v < n -> core x v = true -> safe g (list_of x) v = true -> really_safe p v.
  Proof.
    intros [A B C D E] V CV. unfold safe. rewrite orb_true_iff. intros [F|F].
    - apply existsb_exists in F. destruct F as (e & E1 & E2). apply in_list in E1. destruct E1 as [E0 E1].
      exists [e]. split; [repeat constructor; intros []|]. split.
      + intros d [<-|[]]. split; auto. now rewrite <- (A v e).
      + assert (X : filter (can_take p [e] v) (seq 0 n) = []); [|rewrite X; simpl; lia].
        apply filter_none. intros w W. apply in_seq in W. unfold can_take. simpl.
        rewrite orb_false_r. destruct (adjacent w v) eqn:AD; auto. simpl. destruct (may p w e) eqn:M; auto.
        apply mem_spec in AD. rewrite forallb_forall in E2. specialize (E2 w AD).
        rewrite mem_list, negb_true_iff in E2 by auto.
        rewrite (C v w e) in E1; auto; try lia; discriminate.
    - apply Nat.ltb_lt in F. exists (list_of x v). split; [apply NoDup_filter, seq_NoDup|]. split.
      + intros d I. apply in_list in I. destruct I. split; auto. now rewrite <- (A v d).
      + assert (X : length (filter (can_take p (list_of x v) v) (seq 0 n)) <= length (takers g (list_of x) v)); [|lia].
        apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|]. intros w W. apply filter_In in W. destruct W as [W1 W2].
        apply in_seq in W1. unfold can_take in W2. apply andb_true_iff in W2. destruct W2 as [W2 W3].
        apply mem_spec in W2. apply filter_In. split; auto. apply existsb_exists in W3. destruct W3 as (d & D1 & D2).
        apply existsb_exists. exists d. split; auto. apply in_list in D1. destruct D1 as [D0 D1]. rewrite mem_list by auto.
        destruct (listed x w d) eqn:LW; auto. rewrite (C v w d) in D1; auto; try lia.
  Qed.
  Lemma about_reduce p x : about p x -> about p (reduce x).
  Proof.
    intros AB. assert (AB' := AB). destruct AB' as [A B C D E]. constructor; cbn [reduce listed core ill].
    - intros v d V CV K. rewrite CV, andb_true_r. apply andb_true_iff in CV. apply A; tauto.
    - intros v V CV. apply andb_true_iff in CV. apply B; tauto.
    - intros v w d I W K CV M LW. assert (CV' := CV). apply andb_true_iff in CV'. destruct CV' as [CV1 _].
      destruct (listed x w d) eqn:L; [|now rewrite (C v w d)].
      simpl in LW. apply orb_false_iff in LW. destruct LW as [_ LW].
      destruct (listed x v d) eqn:LV; auto. exfalso.
      assert (existsb (fun w => still_core x w && listed x w d) (neighbours g w) = true); [|congruence].
      apply existsb_exists. exists v. rewrite CV, LV. auto.
    - intros v V I. unfold still_core. rewrite I. simpl. unfold still_ill in I. apply andb_true_iff in I.
      rewrite D by tauto. reflexivity.
    - intros v V W. destruct (E v V W) as [I|]; auto. unfold still_ill. rewrite I. simpl.
      destruct (safe g (list_of x) v) eqn:S; auto. right. eapply safe_really; eauto.
  Qed.
  Lemma survives_nobody_ill m t p x : about p x -> (forall v, v < n -> ill x v = false) -> survives m t p.
  Proof.
    intros [A B C D E] I. apply survives_safe. intros v V W. destruct (E v V W) as [X|]; auto. rewrite I in X by auto. discriminate.
  Qed.
  Lemma nobody_lost_near p x : about p x -> (forall v, v < n -> ill x v = true -> exists d, colour d /\ listed x v d = true) -> nobody_lost p.
  Proof.
    intros [A B C D E] I v V W. destruct (E v V W) as [X|X]; [|now apply really_safe_colour].
    destruct (I v V X) as (d & K & L). exists d. split; auto. rewrite <- (A v d); auto.
  Qed.

  (** ** What a ply does to the lists *)
  Section Step.
    Variables (x : near) (u d : nat).
    Hypothesis D : listed x u d = true.
    Let L := list_of x.
    Let L' := list_of (ply x u d).

    Lemma listed_step v e : listed (ply x u d) v e = true -> listed x v e = true /\ v <> u.
    Proof. simpl. rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_neq. tauto. Qed.
    Lemma in_step v e : In e (L' v) -> In e (L v) /\ v <> u.
    Proof. unfold L, L'. rewrite !in_list. intros [K E]. apply listed_step in E. tauto. Qed.
    Lemma shares_step v w : shares L' v w = true -> shares L v w = true /\ w <> u.
    Proof.
      unfold shares, meet. rewrite !existsb_exists. intros (e & E & M). apply mem_spec in M.
      apply in_step in E, M. destruct E, M. split; auto. exists e. rewrite mem_spec. auto.
    Qed.
    Lemma shrink v : v <> u -> length (L v) <= length (L' v) + (if adjacent u v && shares L v u then 1 else 0).
    Proof.
      intros N. assert (N' : negb (v =? u) = true) by now apply negb_true_iff, Nat.eqb_neq.
      assert (E : L' v = filter (fun e => listed x v e && negb (adjacent u v && (d =? e))) (seq 1 k)).
      { unfold L', list_of. apply filter_ext. intros e. simpl. now rewrite N', andb_true_r. }
      rewrite E. destruct (adjacent u v); simpl.
      - destruct (shares L v u) eqn:S.
        + apply filter_one, seq_NoDup.
        + rewrite Nat.add_0_r. apply filter_le. intros e I A. rewrite A. simpl.
          destruct (Nat.eqb_spec d e) as [->|]; auto. exfalso. apply in_seq in I.
          assert (shares L v u = true); [|congruence]. unfold shares, meet. apply existsb_exists.
          exists e. unfold L. rewrite in_list, mem_list by lia. repeat split; auto; lia.
      - rewrite Nat.add_0_r. apply filter_le. intros e I A. now rewrite A.
    Qed.
    (* counting takers that satisfy something: u does not any more *)
    Lemma count_step v (f f' : nat -> bool) :
      (forall w, f' w = true -> shares L' v w = true) ->
      (forall w, In w (neighbours g v) -> f' w = true -> f w = true) ->
      length (filter f' (neighbours g v)) + (if adjacent u v && f u then 1 else 0) <= length (filter f (neighbours g v)).
    Proof.
      intros A B. destruct (adjacent u v && f u) eqn:C.
      - apply andb_true_iff in C. destruct C as [C1 C2]. apply mem_spec in C1.
        assert (length (filter f' (neighbours g v)) < length (filter f (neighbours g v))); [|lia].
        apply filter_less with (a := u); auto.
        destruct (f' u) eqn:X; auto. apply A, shares_step in X. tauto.
      - rewrite Nat.add_0_r. now apply filter_le.
    Qed.
    Lemma safe_step v : v <> u -> safe g L v = true -> safe g L' v = true.
    Proof.
      intros N. unfold safe. rewrite !orb_true_iff. intros [H|H].
      - left. apply existsb_exists in H. destruct H as (e & E & F). apply existsb_exists. exists e.
        rewrite forallb_forall in *. split.
        + unfold L, L' in *. rewrite in_list in *. destruct E as [E1 E2]. split; auto. simpl. rewrite E2.
          rewrite (proj2 (Nat.eqb_neq _ _) N). simpl. apply negb_true_iff.
          destruct (adjacent u v) eqn:X; auto. simpl. apply Nat.eqb_neq. intros ->.
          apply mem_spec in X. apply F in X. rewrite mem_list, negb_true_iff in X by auto. congruence.
        + intros w W. apply F in W. apply negb_true_iff in W. apply negb_true_iff.
          destruct (mem e (L' w)) eqn:X; auto. apply mem_spec, in_step in X. destruct X as [X _].
          apply mem_spec in X. congruence.
      - right. apply Nat.ltb_lt in H. apply Nat.ltb_lt.
        pose proof (shrink v N). unfold takers in *.
        pose proof (count_step v (shares L v) (shares L' v) ltac:(auto)
                      ltac:(intros; now apply shares_step)). lia.
    Qed.
    Variable a : nat -> nat.
    Notation healthy := (fun w => negb (ill x w)).
    Notation healthy' := (fun w => negb (ill (ply x u d) w)).
    Lemma treated_step m v : v <> u -> treated g L healthy a (S m) v = true ->
      treated g L' healthy' a m v = true /\
      (negb (ill x u) && (a u =? v) = false -> treated g L' healthy' a (S m) v = true).
    Proof.
      intros N. unfold treated, others. rewrite !Nat.leb_le.
      set (f := fun w => shares L v w && negb (negb (ill x w) && (a w =? v))).
      set (f' := fun w => shares L' v w && negb (negb (ill (ply x u d) w) && (a w =? v))).
      intros H. pose proof (shrink v N) as SH.
      assert (CS : length (filter f' (neighbours g v)) + (if adjacent u v && f u then 1 else 0) <= length (filter f (neighbours g v))).
      { apply count_step; unfold f, f'; intros w W; [apply andb_true_iff in W; tauto|]. cbn [ply ill]. intros X.
        apply andb_true_iff in X. destruct X as [W1 W2]. apply shares_step in W1.
        destruct W1 as [W1 W3]. rewrite W1. apply Nat.eqb_neq in W3. rewrite W3, andb_true_r in W2. exact W2. }
      destruct (adjacent u v && shares L v u) eqn:X.
      - apply andb_true_iff in X. destruct X as [X1 X2]. unfold f at 1 in CS. rewrite X1, X2 in CS. cbn [andb] in CS. split; [lia|].
        intros Y. rewrite Y in CS. cbn [negb] in CS. lia.
      - split; lia.
    Qed.
  End Step.

  (** ** The doctors *)
  Section Doctors.
    Variable a : nat -> nat.
    Notation treats m x v := (treated g (list_of x) (fun w => negb (ill x w)) a m v).
    Definition bob_ok x := forall v, v < n -> ill x v = true -> safe g (list_of x) v = true \/ treats 2 x v = true.
    Definition alice_ok v0 x := forall v, v < n -> ill x v = true ->
      safe g (list_of x) v = true \/ treats 2 x v = true \/ (v = v0 /\ treats 1 x v = true).

    Lemma treated_weaker L S m v : treated g L S a (Datatypes.S m) v = true -> treated g L S a m v = true.
    Proof. unfold treated. rewrite !Nat.leb_le. lia. Qed.
    Lemma has_colour v0 x v : alice_ok v0 x -> v < n -> ill x v = true -> exists d, colour d /\ listed x v d = true.
    Proof.
      intros A V O. assert (L : 0 < length (list_of x v)).
      { destruct (A v V O) as [H|[H|[_ H]]]; [|unfold treated in H; apply Nat.leb_le in H; lia..].
        unfold safe in H. apply orb_true_iff in H. destruct H as [H|H].
        - apply existsb_exists in H. destruct H as (e & E & _). destruct (list_of x v); simpl in *; [contradiction|lia].
        - apply Nat.ltb_lt in H. lia. }
      destruct (list_of x v) as [|e l] eqn:E; simpl in L; [lia|]. exists e. apply in_list. rewrite E. simpl; auto.
    Qed.
    Lemma bob_alice v0 x : bob_ok x -> alice_ok v0 x.
    Proof. intros B v V O. destruct (B v V O); auto. Qed.

    (** Alice colours a patient that is not safe, the one in danger if there is one. *)
    Lemma alice_treats p x v0 v : about p x -> alice_ok v0 x -> v < n -> ill x v = true -> safe g (list_of x) v = false ->
      (v = v0 \/ (v0 < n -> ill x v0 = true -> safe g (list_of x) v0 = true)) ->
      exists d, colour d /\ listed x v d = true /\ bob_ok (ply x v d).
    Proof.
      intros AB A V I NS C. destruct (has_colour v0 x v A V I) as (d & K & L). exists d. repeat (split; auto).
      intros w W O. cbn [ply ill] in O. apply andb_true_iff in O. destruct O as [O1 O2]. apply negb_true_iff, Nat.eqb_neq in O2.
      destruct (safe g (list_of x) w) eqn:SW; [left; eapply safe_step; eauto|]. right.
      destruct (A w W O1) as [Z|[Z|[-> Z]]]; [congruence| |].
      - eapply (treated_step x v d); eauto. now rewrite I.
      - exfalso. destruct C as [->|C]; [congruence|]. rewrite C in SW; auto. discriminate.
    Qed.
    Lemma bob_harms x u d : bob_ok x -> listed x u d = true -> alice_ok (a u) (ply x u d).
    Proof.
      intros B D w W O. cbn [ply ill] in O. apply andb_true_iff in O. destruct O as [O1 O2]. apply negb_true_iff, Nat.eqb_neq in O2.
      destruct (B w W O1) as [Z|Z]; [left; eapply safe_step; eauto|]. right.
      destruct (treated_step x u d D a 1 w O2 Z) as [T1 T2].
      destruct (Nat.eqb_spec (a u) w) as [<-|NE']; [right; auto|left].
      apply T2. now rewrite andb_false_r.
    Qed.

    Lemma doctors_survive : forall m t p x, about p x -> (t = Right -> bob_ok x) -> (t = Left -> exists v0, alice_ok v0 x) ->
      survives m t p.
    Proof.
      induction m as [|m IH]; intros t p x AB B A; simpl; auto.
      assert (E : exists v0, alice_ok v0 x).
      { destruct t; auto. exists 0. apply bob_alice; auto. }
      destruct E as [v0 E]. split.
      { apply (nobody_lost_near p x AB). intros v V I. eapply has_colour; eauto. }
      destruct t.
      - assert (GO : forall v, v < n -> ill x v = true -> safe g (list_of x) v = false ->
          (v = v0 \/ (v0 < n -> ill x v0 = true -> safe g (list_of x) v0 = true)) ->
          exists v d, v < n /\ colour d /\ may p v d = true /\ survives m Right (put p v d)).
        { intros v V I NS C. destruct (alice_treats p x v0 v AB E V I NS C) as (d & K & L & OK).
          assert (M : may p v d = true) by (rewrite <- (lists_true p x AB v d); auto; now apply (ill_core p x AB)).
          exists v, d. split; [auto|]. split; [auto|]. split; [auto|]. apply IH with (ply x v d); auto; [|discriminate].
          pose proof (about_put p x v d AB V K M) as X. unfold shadow in X. now rewrite L in X. }
        destruct ((v0 <? n) && ill x v0 && negb (safe g (list_of x) v0)) eqn:DG.
        + right. rewrite !andb_true_iff, Nat.ltb_lt, negb_true_iff in DG. destruct DG as [[G1 G2] G3]. apply (GO v0); auto.
        + assert (V0 : v0 < n -> ill x v0 = true -> safe g (list_of x) v0 = true).
          { intros X Y. apply Nat.ltb_lt in X. rewrite X, Y in DG. simpl in DG. now apply negb_false_iff in DG. }
          destruct (find (fun v => ill x v && negb (safe g (list_of x) v)) (seq 0 n)) as [v|] eqn:FI.
          * right. apply find_some in FI. destruct FI as [F1 F2]. apply in_seq in F1. apply andb_true_iff in F2.
            destruct F2 as [F2 F3]. apply negb_true_iff in F3. apply (GO v); auto. lia.
          * assert (SV : survives (S m) Left p); [|exact (proj2 SV)].
            apply (survives_nobody_ill _ _ p (reduce x)); [now apply about_reduce|]. intros v V. simpl. unfold still_ill.
            eapply find_none in FI; [exact FI|]. apply in_seq. lia.
      - split; [apply (IH Left p x); [auto|discriminate|]; intros _; exists v0; now apply bob_alice, B|].
        intros u d U K M. apply IH with (shadow x u d); [now apply about_put|discriminate|]. intros _.
        unfold shadow. destruct (listed x u d) eqn:LU.
        + exists (a u). apply bob_harms; auto.
        + exists v0. now apply bob_alice, B.
    Qed.
  End Doctors.
  (** ** Renaming *)
  Section Renamed.
    Variables (F F' H H' : nat -> nat).
    Hypothesis F_in : forall v, v < n -> F v < n /\ F' v < n /\ F (F' v) = v /\ F' (F v) = v.
    Hypothesis H_in : forall d, colour d -> colour (H d) /\ colour (H' d) /\ H (H' d) = d /\ H' (H d) = d.
    Hypothesis F_adjacent : forall v w, v < n -> w < n -> adjacent (F v) (F w) = adjacent v w.
    Definition renames p q := forall v, v < n -> blank q v = blank p (F v) /\ forall d, colour d -> may q v d = may p (F v) (H d).
    Definition renames_near x y := forall v, v < n -> core y v = core x (F v) /\ ill y v = ill x (F v) /\
      forall d, colour d -> listed y v d = listed x (F v) (H d).

    Lemma F_eqb v w : v < n -> w < n -> (F v =? F w) = (v =? w).
    Proof.
      intros V W. destruct (Nat.eqb_spec v w) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros E. apply N.
      rewrite <- (proj2 (proj2 (proj2 (F_in v V)))), <- (proj2 (proj2 (proj2 (F_in w W)))). now rewrite E.
    Qed.
    Lemma H_eqb d e : colour d -> colour e -> (H d =? H e) = (d =? e).
    Proof.
      intros V W. destruct (Nat.eqb_spec d e) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros E. apply N.
      rewrite <- (proj2 (proj2 (proj2 (H_in d V)))), <- (proj2 (proj2 (proj2 (H_in e W)))). now rewrite E.
    Qed.
    Lemma renames_put p q u d : renames p q -> u < n -> colour d -> renames (put p (F u) (H d)) (put q u d).
    Proof.
      intros R U K v V. destruct (R v V) as [R1 R2]. simpl. split; [now rewrite R1, F_eqb|].
      intros e E. now rewrite R2, F_eqb, F_adjacent, H_eqb.
    Qed.
    Lemma renamed_survives : forall m t p q, renames p q -> survives m t p -> survives m t q.
    Proof.
      induction m as [|m IH]; simpl; intros t p q R S; auto. destruct S as [A S]. split.
      - intros v V B. destruct (R v V) as [R1 R2]. destruct (A (F v)) as (d & K & M); [now apply F_in|congruence|].
        destruct (H_in d K) as (_ & K' & E & _). exists (H' d). split; auto. now rewrite R2, E.
      - destruct t.
        + destruct S as [S|(v & d & V & K & M & S)].
          * left. intros v V. destruct (R v V) as [R1 _]. rewrite R1. apply S. now apply F_in.
          * right. destruct (F_in v V) as (_ & V' & E & _). destruct (H_in d K) as (_ & K' & E' & _).
            exists (F' v), (H' d). repeat split; auto; try tauto.
            { rewrite (proj2 (R _ V')) by auto. now rewrite E, E'. }
            apply IH with (put p (F (F' v)) (H (H' d))); [now apply renames_put|]. now rewrite E, E'.
        + destruct S as [S1 S2]. split; [now apply IH with p|]. intros v d V K M.
          apply IH with (put p (F v) (H d)); [now apply renames_put|]. apply S2; try apply F_in; try apply H_in; auto.
          now rewrite <- (proj2 (R v V)).
    Qed.
    Lemma renamed_safe p q v : renames p q -> v < n -> really_safe p (F v) -> really_safe q v.
    Proof.
      intros R V (l & D & A & C). exists (map H' l).
      assert (ND : forall l, NoDup l -> (forall d, In d l -> colour d) -> NoDup (map H' l)).
      { induction 1 as [|d l' N ND IH]; simpl; intros K; constructor; auto.
        intros I. apply in_map_iff in I. destruct I as (e & E & I). apply N. replace d with e; auto.
        rewrite <- (proj1 (proj2 (proj2 (H_in e (K e (or_intror I)))))), E. now apply H_in, K; left. }
      split; [apply ND; auto; intros d I; now apply A|]. split.
      - intros d I. apply in_map_iff in I. destruct I as (e & <- & I). destruct (A e I) as [K M].
        destruct (H_in e K) as (_ & K' & E & _). split; auto. now rewrite (proj2 (R v V)), E.
      - rewrite map_length. eapply Nat.le_lt_trans; [|exact C].
        rewrite <- (map_length F). apply NoDup_incl_length.
        + assert (NF : forall l, NoDup l -> (forall w, In w l -> w < n) -> NoDup (map F l)).
          { induction 1 as [|w l' N NDl IH]; simpl; intros K; constructor; auto.
            intros I. apply in_map_iff in I. destruct I as (z & E & I). apply N. replace w with z; auto.
            apply Nat.eqb_eq. rewrite <- F_eqb by auto. now apply Nat.eqb_eq. }
          apply NF; [apply NoDup_filter, seq_NoDup|]. intros w W. apply filter_In in W. destruct W as [W _]. apply in_seq in W. lia.
        + intros z Z. apply in_map_iff in Z. destruct Z as (w & <- & Z). apply filter_In in Z. destruct Z as [Z1 Z2].
          apply in_seq in Z1. assert (W : w < n) by lia. apply filter_In. split; [apply in_seq; destruct (F_in w W); lia|].
          unfold can_take in *. apply andb_true_iff in Z2. destruct Z2 as [Z2 Z3]. rewrite F_adjacent, Z2 by auto. simpl.
          apply existsb_exists in Z3. destruct Z3 as (d & I & M). apply in_map_iff in I. destruct I as (e & <- & I).
          apply existsb_exists. exists e. split; auto. destruct (A e I) as [K _]. destruct (H_in e K) as (_ & K' & E & _).
          now rewrite (proj2 (R w W)), E in M.
    Qed.
    Lemma renamed_about p q x y : renames p q -> renames_near x y -> about p x -> about q y.
    Proof.
      intros R X [A B C D E]. constructor.
      - intros v d V CV K. destruct (X v V) as (X1 & X2 & X3), (R v V) as [R1 R2]. rewrite R2, X3 by auto.
        apply A; auto; try congruence; [now apply F_in|now apply H_in].
      - intros v V CV. destruct (X v V) as (X1 & X2 & X3), (R v V) as [R1 R2]. rewrite R1. apply B; [now apply F_in|congruence].
      - intros v w d I W K CV M L. assert (V := inside _ _ I).
        destruct (X v V) as (X1 & X2 & X3), (X w W) as (Y1 & Y2 & Y3), (R w W) as [R1 R2].
        rewrite X3 by auto. rewrite R2 in M by auto. rewrite Y3 in L by auto.
        apply (C (F v) (F w)); auto; try congruence; [|now apply F_in|now apply H_in].
        apply mem_spec. rewrite F_adjacent by auto. now apply mem_spec.
      - intros v V I. destruct (X v V) as (X1 & X2 & X3). rewrite X1. apply D; [now apply F_in|congruence].
      - intros v V W. destruct (X v V) as (X1 & X2 & X3), (R v V) as [R1 R2]. rewrite R1 in W.
        destruct (E (F v)) as [I|S]; auto; [now apply F_in|left; congruence|right; now apply (renamed_safe p)].
    Qed.
  End Renamed.
  Lemma survives_same m t p q : (forall v, v < n -> blank q v = blank p v) ->
    (forall v d, v < n -> colour d -> may q v d = may p v d) -> survives m t p -> survives m t q.
  Proof.
    intros B M. apply (renamed_survives (fun v => v) (fun v => v) (fun d => d) (fun d => d)); auto. intros v V. auto.
  Qed.
End Near.
