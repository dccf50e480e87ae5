(** The lemma on doctors (crates/checker/src/state.rs): positions of the colouring game that Alice wins.

    A taker of v is an uncoloured neighbour that shares a legal colour with v. v is safe if some colour of v is shared
    with no taker, or if it has more colours than takers. Any other vertex needs doctors: safe takers that are nobody
    else's doctors, so many that the other takers are at most two fewer than its colours. Proof: Near.v, where all that is
    uncoloured is in the core, and what is not safe is a patient. *)
From Coq Require Import List Arith Lia Bool ZArith.
From Chromex Require Import Game Rules Facts Lists Near.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Section Doctors.
  Variable k : nat.
  Variable g : graph.
  Notation R := (colouring_game k g).
  Variable n : nat.
  Hypothesis inside : forall v w, In w (neighbours g v) -> w < n.
  Hypothesis symmetric : forall v w, In w (neighbours g v) -> In v (neighbours g w).
  Hypothesis irreflexive : forall v, ~ In v (neighbours g v).

  Definition open (c : colouring) v := colour_of c v =? 0.
  Definition avail (c : colouring) v d := open c v && negb (existsb (fun w => colour_of c w =? d) (neighbours g v)).
  Definition clash v d x e := mem v (neighbours g x) && (d =? e).
  Lemma conflict_free c v d : v < length c ->
    conflict R (set_colour c v d) v = existsb (fun w => colour_of c w =? d) (neighbours g v).
  Proof.
    intros V. simpl. unfold same_as_neighbour. rewrite set_same by auto. apply existsb_ext_in. intros w W.
    rewrite set_other; auto. intros ->. now apply irreflexive in W.
  Qed.
  Lemma existsb_or {A} (f h : A -> bool) l : existsb (fun x => f x || h x) l = existsb f l || existsb h l.
  Proof. induction l; simpl; auto. rewrite IHl. destruct (f a), (h a), (existsb f l); auto. Qed.
  Lemma existsb_andr {A} (f : A -> bool) b l : existsb (fun x => f x && b) l = existsb f l && b.
  Proof. induction l; simpl; auto. rewrite IHl. destruct (f a), b, (existsb f l); auto. Qed.
  Lemma avail_set c v d x e : v < length c -> colour_of c v = 0 -> d <> 0 -> e <> 0 ->
    avail (set_colour c v d) x e = avail c x e && negb (x =? v) && negb (clash v d x e).
  Proof.
    intros L Z D E. unfold avail, open.
    assert (H : existsb (fun w => colour_of (set_colour c v d) w =? e) (neighbours g x) =
                existsb (fun w => colour_of c w =? e) (neighbours g x) || clash v d x e).
    { unfold clash, mem. rewrite <- existsb_andr, <- existsb_or. apply existsb_ext_in. intros w _.
      destruct (Nat.eqb_spec v w) as [<-|N].
      - rewrite set_same, Z by auto. now rewrite (proj2 (Nat.eqb_neq 0 e)) by lia.
      - rewrite set_other by auto. simpl. now rewrite orb_false_r. }
    rewrite H. destruct (Nat.eqb_spec x v) as [->|N].
    - rewrite set_same by auto. rewrite (proj2 (Nat.eqb_neq d 0)) by auto. simpl. now rewrite andb_false_r.
    - rewrite set_other by auto.
      destruct (colour_of c x =? 0), (existsb (fun w => colour_of c w =? e) (neighbours g x)), (clash v d x e); auto.
  Qed.
  Lemma open_set c v d x : v < length c -> d <> 0 -> open (set_colour c v d) x = open c x && negb (x =? v).
  Proof.
    intros L D. unfold open. destruct (Nat.eqb_spec x v) as [->|N].
    - rewrite set_same by auto. rewrite andb_false_r. now apply Nat.eqb_neq.
    - rewrite set_other by auto. now rewrite andb_true_r.
  Qed.
  Lemma in_colouring_moves s v d : In (Colour v d) (moves R s) <->
    ended R (col s) = None /\ v < length (col s) /\ 1 <= d <= k /\ avail (col s) v d = true.
  Proof.
    rewrite in_moves, in_colour_moves. unfold avail, open. rewrite andb_true_iff, Nat.eqb_eq, negb_true_iff. split.
    - intros (x & e & E & A & B & C & _ & D & _ & F). inversion E; subst x e.
      rewrite conflict_free in F by auto. auto.
    - intros (A & B & C & D & E). exists v, d. rewrite conflict_free by auto. repeat (split; auto).
  Qed.

  (** ** What is true of a position *)
  Definition position_of (c : colouring) := Position (avail c) (open c).
  Variable skipper : option player.
  Lemma survives_forces : forall m s, turns_left skipper s < m -> heap s = 0 -> length (col s) = n ->
    survives k n g m (turn s) (position_of (col s)) -> forces_alike R skipper Left (wins_for Left) s.
  Proof.
    induction m as [|m IH]; intros s M H LN S; [lia|]. destruct S as [NL S].
    assert (HM : heap_moves R s = []).
    { unfold heap_moves. rewrite H. reflexivity. }
    assert (NE : ended R (col s) = None).
    { simpl. destruct (existsb _ _) eqn:X; auto. exfalso. apply existsb_exists in X.
      destruct X as (v & V & W). apply in_seq in V. unfold dead in W. apply andb_true_iff in W.
      destruct W as [W1 W2]. rewrite forallb_forall in W2. apply negb_true_iff, coloured_false in W1.
      destruct (NL v) as (e & E1 & E2); [lia|now apply Nat.eqb_eq|]. simpl in E2. unfold avail in E2.
      apply andb_true_iff in E2. destruct E2 as [_ E2]. rewrite W2 in E2; [discriminate|].
      apply in_seq. lia. }
    assert (V : verdict R s = None \/ verdict R s = Some (Wins Left)).
    { unfold verdict. rewrite HM, NE. destruct (colour_moves R s); auto. }
    destruct V as [V|V]; [|eapply forces_end; eauto].
    assert (ST : forall mv, In mv (moves_in R skipper s) -> turns_left skipper (play s mv) < m).
    { intros mv I. pose proof (plays_end_in R skipper s _ I). lia. }
    assert (PL : forall u d t, u < n -> 1 <= d <= k -> avail (col s) u d = true ->
      survives k n g m t (put g (position_of (col s)) u d) -> survives k n g m t (position_of (set_colour (col s) u d))).
    { intros u d t U D A. assert (Z : colour_of (col s) u = 0).
      { unfold avail in A. apply andb_true_iff in A. now apply Nat.eqb_eq. }
      apply survives_same; auto; [intros v W|intros v e W E]; simpl.
      - apply open_set; lia.
      - apply avail_set; lia. }
    destruct (turn s) eqn:T.
    - destruct S as [S|(v & d & S1 & S2 & S3 & S4)].
      + exfalso. unfold verdict in V. rewrite HM, NE in V.
        destruct (colour_moves R s) as [|mv ms] eqn:CC; [discriminate|].
        assert (I : In mv (colour_moves R s)) by (rewrite CC; simpl; auto).
        apply in_colour_moves in I. destruct I as (v & d & _ & _ & C1 & C2 & _).
        specialize (S v ltac:(lia)). simpl in S. unfold open in S. rewrite C2 in S. discriminate.
      + assert (I : In (Colour v d) (moves R s)) by (apply in_colouring_moves; rewrite LN; auto).
        assert (I' : In (Colour v d) (moves_in R skipper s)) by (apply in_moves_in; auto).
        apply forces_mine with (Colour v d); auto.
        apply IH; cbn [play turn col heap]; [exact (ST _ I')|exact H|now rewrite set_length|rewrite T; now apply PL].
    - destruct S as [S1 S2]. apply forces_theirs; auto. { rewrite T. discriminate. }
      intros mv I. assert (II := I). apply in_moves_in in I. destruct I as [I|[-> SK]].
      2: { apply IH; auto. simpl. rewrite T. exact S1. }
      destruct mv as [u d|h|]; [|apply in_moves in I; rewrite HM in I; contradiction|apply in_moves in I; contradiction].
      apply in_colouring_moves in I. destruct I as (_ & I1 & I2 & AU). rewrite LN in I1.
      apply IH; cbn [play turn col heap]; [exact (ST _ II)|exact H|now rewrite set_length|rewrite T; apply PL; auto].
  Qed.
  Lemma survives_forces_in s : heap s = 0 -> length (col s) = n ->
    (forall m, survives k n g m (turn s) (position_of (col s))) -> forces_in R skipper Left (wins_for Left) s.
  Proof. intros H LN S. apply forces_in_alike; auto. eapply survives_forces; eauto. Qed.

  (** ** On the lists of a list game *)
  Variable a : nat -> nat.        (* whose doctor somebody is; not trusted *)
  Fixpoint select c (r : list bool) :=
    match r with [] => [] | b :: r => if b then c :: select (S c) r else select (S c) r end.
  Definition settled_lists (rs : list (list bool)) : bool :=
    let table := map (select 1) rs in
    let L v := nth v table [] in
    let safes := map (safe g L) (seq 0 n) in
    let S v := nth v safes false in
    forallb (fun v => match nth v rs [] with [] => true | _ => S v || treated g L S a 2 v end) (seq 0 n).

  Lemma takers_ext L L' v : (forall w, w < n -> L w = L' w) -> v < n -> takers g L v = takers g L' v.
  Proof.
    intros E V. apply filter_ext_in. intros w W. apply inside in W. unfold shares. rewrite (E v), (E w); auto.
  Qed.
  Lemma safe_ext L L' v : (forall w, w < n -> L w = L' w) -> v < n -> safe g L v = safe g L' v.
  Proof.
    intros E V. unfold safe. rewrite (takers_ext L L'), (E v) by auto. f_equal. apply existsb_ext_in.
    intros c C. apply forallb_ext_in. intros w W. apply inside in W. now rewrite E.
  Qed.
  Lemma treated_ext L L' S S' m v : (forall w, w < n -> L w = L' w) ->
    (forall w, w < n -> shares L v w = true -> S w = S' w) -> v < n -> treated g L S a m v = treated g L' S' a m v.
  Proof.
    intros E F V. unfold treated, others. rewrite (E v) by auto. do 3 f_equal. apply filter_ext_in.
    intros w W. apply inside in W. replace (shares L' v w) with (shares L v w) by (unfold shares; now rewrite (E v), (E w)).
    destruct (shares L v w) eqn:X; auto. now rewrite F.
  Qed.
  Lemma select_map f : forall m c, select c (map f (seq c m)) = filter f (seq c m).
  Proof. induction m; simpl; auto. intros c. rewrite IHm. reflexivity. Qed.

  (** What the doctors look at: all that is uncoloured; who is not safe is a patient. *)
  Definition whole (c : colouring) :=
    Near (avail c) (open c) (fun v => open c v && negb (safe g (fun v => filter (avail c v) (seq 1 k)) v)).
  Lemma about_whole c : about k n g (position_of c) (whole c).
  Proof.
    set (x := Near (avail c) (open c) (open c)).
    assert (A : about k n g (position_of c) x).
    { constructor; simpl; auto. intros v w d _ _ _ _ M L. congruence. }
    apply about_reduce in A; auto. destruct A as [_ _ _ _ A].
    constructor; simpl; auto.
    - intros v w d _ _ _ _ M L. congruence.
    - intros v _ I. apply andb_true_iff in I. tauto.
  Qed.

  Theorem settled_lists_sound s l : heap s = 0 -> 1 <= k -> represents n k true R s l -> settled_lists (rows l) = true ->
    forces_in R skipper Left (wins_for Left) s.
  Proof.
    intros H K (LN & T & HE & RW) D. unfold settled_lists in D. rewrite forallb_forall in D.
    set (table := map (select 1) (rows l)) in *. set (L := fun v => filter (avail (col s) v) (seq 1 k)).
    assert (E : forall w, w < n -> nth w table [] = L w).
    { intros w W. unfold table. rewrite RW, map_map, nth_map_seq by auto. unfold row_of, L, avail, open, coloured.
      destruct (colour_of (col s) w =? 0) eqn:Z; cbn [negb andb].
      - unfold norm. rewrite select_map. apply filter_ext. intros e. unfold legal. now rewrite conflict_free by lia.
      - simpl. induction (seq 1 k); auto. }
    assert (F : forall w, w < n -> nth w (map (safe g (fun v => nth v table [])) (seq 0 n)) false = safe g L w).
    { intros w W. rewrite nth_map_seq by auto. now apply safe_ext. }
    assert (B : bob_ok k n g a (whole (col s))).
    { intros v V I. simpl in I. apply andb_true_iff in I. destruct I as [O U].
      specialize (D v ltac:(apply in_seq; lia)). rewrite F in D by auto.
      rewrite RW, nth_map_seq in D by auto. unfold row_of, coloured in D. unfold open in O.
      rewrite O in D. cbn [negb] in D. unfold norm in D.
      assert (X : safe g L v || treated g (fun v => nth v table []) (fun v => nth v (map (safe g (fun v => nth v table [])) (seq 0 n)) false) a 2 v = true).
      { destruct k as [|k']; [lia|]. exact D. }
      apply orb_true_iff in X. destruct X as [X|X]; [left; exact X|right].
      rewrite <- X. symmetry. apply treated_ext; auto. intros w W SH. rewrite F by auto. simpl.
      assert (O' : open (col s) w = true).
      { unfold shares, meet in SH. apply existsb_exists in SH. destruct SH as (e & _ & M). rewrite E in M by auto.
        apply mem_spec, filter_In in M. destruct M as [_ M]. unfold avail in M. apply andb_true_iff in M. tauto. }
      rewrite O'. simpl. now rewrite negb_involutive. }
    apply survives_forces_in; auto. intros m.
    eapply (doctors_survive k n g) with (a := a) (x := whole (col s)); auto using about_whole.
    intros _. exists 0. now apply bob_alice.
  Qed.
End Doctors.
