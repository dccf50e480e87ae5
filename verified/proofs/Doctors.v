(** The lemma on doctors (crates/checker/src/state.rs): positions of the colouring game that Alice wins.

    A taker of v is an uncoloured neighbour that shares a legal colour with v. v is safe if some colour of v is shared
    with no taker, or if it has more colours than takers. Any other vertex needs doctors: safe takers that are nobody
    else's doctors, so many that the other takers are at most two fewer than its colours. *)
From Coq Require Import List Arith Lia Bool ZArith.
From Chromex Require Import Game Rules Facts Lists.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Section Doctors.
  Variable k : nat.
  Variable g : graph.
  Variable a : nat -> nat.        (* whose doctor somebody is; not trusted *)
  Notation R := (colouring_game k g).

  Section Lists.
    Variable L : nat -> list nat.   (* the legal colours of uncoloured vertices *)
    Variable S : nat -> bool.
    Definition shares v w := existsb (fun c => mem c (L w)) (L v).
    Definition takers v := filter (shares v) (neighbours g v).
    Definition safe v := existsb (fun c => forallb (fun w => negb (mem c (L w))) (neighbours g v)) (L v)
                         || (length (takers v) <? length (L v)).
    (* takers that are not doctors of v *)
    Definition others v := filter (fun w => shares v w && negb (S w && (a w =? v))) (neighbours g v).
    Definition treated m v := m + length (others v) <=? length (L v).
  End Lists.

  Variable n : nat.
  Hypothesis inside : forall v w, In w (neighbours g v) -> w < n.
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
  Proof. induction l; simpl; auto. rewrite IHl. destruct (f a0), (h a0), (existsb f l); auto. Qed.
  Lemma existsb_andr {A} (f : A -> bool) b l : existsb (fun x => f x && b) l = existsb f l && b.
  Proof. induction l; simpl; auto. rewrite IHl. destruct (f a0), b, (existsb f l); auto. Qed.
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

  Definition colours_left (c : colouring) v := filter (avail c v) (seq 1 k).
  Definition bob_ok (c : colouring) := forall v, v < n -> open c v = true ->
    safe (colours_left c) v = true \/ treated (colours_left c) (safe (colours_left c)) 2 v = true.
  Definition alice_ok v0 (c : colouring) := forall v, v < n -> open c v = true ->
    safe (colours_left c) v = true \/ treated (colours_left c) (safe (colours_left c)) 2 v = true \/
    (v = v0 /\ treated (colours_left c) (safe (colours_left c)) 1 v = true).

  (** ** What a move does *)
  Lemma in_lists c v e : In e (colours_left c v) <-> 1 <= e <= k /\ avail c v e = true.
  Proof. unfold colours_left. rewrite filter_In, in_seq. intuition lia. Qed.

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

  Section Step.
    Variables (c : colouring) (u d : nat).
    Hypothesis LN : length c = n.
    Hypothesis U : u < n.
    Hypothesis D : 1 <= d <= k.
    Hypothesis AU : avail c u d = true.
    Let c' := set_colour c u d.
    Let zero : colour_of c u = 0.
    Proof. unfold avail in AU. apply andb_true_iff in AU. destruct AU as [A _]. now apply Nat.eqb_eq in A. Qed.
    Let adj v := mem u (neighbours g v).

    Lemma avail_step v e : e <> 0 ->
      avail c' v e = avail c v e && negb (v =? u) && negb (adj v && (d =? e)).
    Proof.
      intros E. unfold c'. rewrite avail_set; auto; lia.
    Qed.
    Lemma lists_step v e : In e (colours_left c' v) -> In e (colours_left c v) /\ v <> u.
    Proof.
      rewrite !in_lists. intros [E A]. rewrite avail_step in A by lia.
      rewrite !andb_true_iff, !negb_true_iff in A. destruct A as [[A B] _]. apply Nat.eqb_neq in B. auto.
    Qed.
    Lemma shares_step v w : shares (colours_left c') v w = true -> shares (colours_left c) v w = true /\ w <> u.
    Proof.
      unfold shares. rewrite !existsb_exists. intros (e & E & M). apply mem_spec in M.
      apply lists_step in E, M. destruct E, M. split; auto. exists e. rewrite mem_spec. auto.
    Qed.
    Lemma shrink v : v <> u -> length (colours_left c v) <=
      length (colours_left c' v) + (if adj v && shares (colours_left c) v u then 1 else 0).
    Proof.
      intros N. unfold colours_left at 1 2.
      assert (E : filter (avail c' v) (seq 1 k) =
                  filter (fun e => avail c v e && negb (adj v && (d =? e))) (seq 1 k)).
      { apply filter_ext_in. intros e I. apply in_seq in I. rewrite avail_step by lia.
        now rewrite (proj2 (Nat.eqb_neq _ _) N), andb_true_r. }
      rewrite E. destruct (adj v); simpl.
      - destruct (shares (colours_left c) v u) eqn:S.
        + apply filter_one, seq_NoDup.
        + rewrite Nat.add_0_r. apply filter_le. intros e I A. rewrite A. simpl.
          destruct (Nat.eqb_spec d e) as [->|]; auto. exfalso.
          assert (shares (colours_left c) v u = true); [|congruence]. unfold shares. apply existsb_exists.
          exists e. rewrite mem_spec, !in_lists. auto.
      - rewrite Nat.add_0_r. apply filter_le. intros e I A. now rewrite A.
    Qed.

    (* counting takers that satisfy something: u does not any more *)
    Lemma count_step v (f f' : nat -> bool) :
      (forall w, f' w = true -> shares (colours_left c') v w = true) ->
      (forall w, In w (neighbours g v) -> f' w = true -> f w = true) ->
      length (filter f' (neighbours g v)) + (if adj v && f u then 1 else 0) <= length (filter f (neighbours g v)).
    Proof.
      intros A B. destruct (adj v && f u) eqn:C.
      - apply andb_true_iff in C. destruct C as [C1 C2]. apply mem_spec in C1.
        assert (length (filter f' (neighbours g v)) < length (filter f (neighbours g v))); [|lia].
        apply filter_less with (a := u); auto.
        destruct (f' u) eqn:X; auto. apply A, shares_step in X. tauto.
      - rewrite Nat.add_0_r. now apply filter_le.
    Qed.

    Lemma safe_step v : v <> u -> safe (colours_left c) v = true -> safe (colours_left c') v = true.
    Proof.
      intros N. unfold safe. rewrite !orb_true_iff. intros [H|H].
      - left. apply existsb_exists in H. destruct H as (e & E & F). apply existsb_exists. exists e.
        rewrite forallb_forall in *. split.
        + rewrite in_lists in *. destruct E as [E1 E2]. split; auto. rewrite avail_step, E2 by lia.
          rewrite (proj2 (Nat.eqb_neq _ _) N). simpl. apply negb_true_iff.
          destruct (adj v) eqn:X; auto. simpl. apply Nat.eqb_neq. intros ->.
          apply mem_spec in X. apply F in X. apply negb_true_iff in X.
          assert (mem e (colours_left c u) = true); [|congruence]. apply mem_spec, in_lists. auto.
        + intros w W. apply F in W. apply negb_true_iff in W. apply negb_true_iff.
          destruct (mem e (colours_left c' w)) eqn:X; auto. apply mem_spec, lists_step in X. destruct X as [X _].
          apply mem_spec in X. congruence.
      - right. apply Nat.ltb_lt in H. apply Nat.ltb_lt.
        pose proof (shrink v N). unfold takers in *.
        pose proof (count_step v (shares (colours_left c) v) (shares (colours_left c') v) ltac:(auto)
                      ltac:(intros; now apply shares_step)). lia.
    Qed.

    Lemma treated_step m v : v <> u -> treated (colours_left c) (safe (colours_left c)) (S m) v = true ->
      treated (colours_left c') (safe (colours_left c')) m v = true /\
      (safe (colours_left c) u && (a u =? v) = false -> treated (colours_left c') (safe (colours_left c')) (S m) v = true).
    Proof.
      intros N. unfold treated. rewrite !Nat.leb_le. intros H.
      pose proof (shrink v N) as SH. unfold others in *.
      match goal with |- context [length (filter ?f' _)] =>
        match type of H with context [length (filter ?f _)] =>
          pose proof (count_step v f f') as CS end end.
      simpl in CS. assert (CS' := CS ltac:(intros w W; apply andb_true_iff in W; tauto)). clear CS.
      assert (W : forall w, In w (neighbours g v) ->
        shares (colours_left c') v w && negb (safe (colours_left c') w && (a w =? v)) = true ->
        shares (colours_left c) v w && negb (safe (colours_left c) w && (a w =? v)) = true).
      { intros w _ W. apply andb_true_iff in W. destruct W as [W1 W2]. apply shares_step in W1.
        destruct W1 as [W1 W3]. rewrite W1. simpl. apply negb_true_iff. apply negb_true_iff in W2.
        destruct (a w =? v); [|now rewrite andb_false_r]. rewrite andb_true_r in *.
        destruct (safe (colours_left c) w) eqn:Y; auto. apply safe_step in Y; congruence. }
      specialize (CS' W).
      destruct (adj v && shares (colours_left c) v u) eqn:X.
      - apply andb_true_iff in X. destruct X as [X1 X2]. rewrite X1, X2 in CS'. simpl in CS'. split; [lia|].
        intros Y. rewrite Y in CS'. simpl in CS'. lia.
      - split; lia.
    Qed.
  End Step.

  Lemma treated_weaker L S m v : treated L S (Datatypes.S m) v = true -> treated L S m v = true.
  Proof. unfold treated. rewrite !Nat.leb_le. lia. Qed.
  Lemma has_colour v0 c v : alice_ok v0 c -> v < n -> open c v = true ->
    exists e, 1 <= e <= k /\ avail c v e = true.
  Proof.
    intros A V O. assert (L : 0 < length (colours_left c v)).
    { destruct (A v V O) as [H|[H|[_ H]]]; [|unfold treated in H; apply Nat.leb_le in H; lia..].
      unfold safe in H. apply orb_true_iff in H. destruct H as [H|H].
      - apply existsb_exists in H. destruct H as (e & E & _). destruct (colours_left c v); simpl in *; [contradiction|lia].
      - apply Nat.ltb_lt in H. lia. }
    destruct (colours_left c v) as [|e l] eqn:E; simpl in L; [lia|]. exists e. apply in_lists. rewrite E. simpl; auto.
  Qed.
  Lemma bob_alice v0 c : bob_ok c -> alice_ok v0 c.
  Proof. intros B v V O. destruct (B v V O); auto. Qed.

  Variable skipper : option player.
  Lemma doctors_win : forall m s, turns_left skipper s < m -> heap s = 0 -> length (col s) = n ->
    (turn s = Right -> bob_ok (col s)) -> (turn s = Left -> exists v0, alice_ok v0 (col s)) ->
    forces_alike R skipper Left (wins_for Left) s.
  Proof.
    induction m as [|m IH]; intros s M H LN B A; [lia|].
    assert (HM : heap_moves R s = []).
    { unfold heap_moves. rewrite H. reflexivity. }
    assert (E : exists v0, alice_ok v0 (col s)).
    { destruct (turn s); auto. exists 0. apply bob_alice; auto. }
    assert (NE : ended R (col s) = None).
    { simpl. destruct (existsb _ _) eqn:X; auto. exfalso. apply existsb_exists in X.
      destruct X as (v & V & W). apply in_seq in V. unfold dead in W. apply andb_true_iff in W.
      destruct W as [W1 W2]. destruct E as [v0 E]. rewrite forallb_forall in W2.
      apply negb_true_iff, coloured_false in W1.
      destruct (has_colour _ _ v E) as (e & E1 & E2); [lia|now apply Nat.eqb_eq|]. unfold avail in E2.
      apply andb_true_iff in E2. destruct E2 as [_ E2]. rewrite W2 in E2; [discriminate|].
      apply in_seq. lia. }
    assert (V : verdict R s = None \/ verdict R s = Some (Wins Left)).
    { unfold verdict. rewrite HM, NE. destruct (colour_moves R s); auto. }
    destruct V as [V|V]; [|eapply forces_end; eauto].
    assert (LG : forall v d, v < n -> 1 <= d <= k -> avail (col s) v d = true -> In (Colour v d) (moves R s)).
    { intros v d X Y Z. apply in_colouring_moves. rewrite LN. auto. }
    assert (ST : forall v d, v < n -> 1 <= d <= k -> avail (col s) v d = true ->
      turns_left skipper (play s (Colour v d)) < m).
    { intros v d X Y Z. assert (I : In (Colour v d) (moves_in R skipper s)) by (apply in_moves_in; auto).
      pose proof (plays_end_in R skipper s _ I). lia. }
    destruct (turn s) eqn:T.
    - (* Alice colours an unsafe vertex, the one in danger if there is one *)
      destruct E as [v0 E].
      assert (C : exists v d, v < n /\ 1 <= d <= k /\ avail (col s) v d = true /\
        bob_ok (set_colour (col s) v d)).
      { assert (GO : forall v, v < n -> open (col s) v = true ->
          (safe (colours_left (col s)) v = false /\ (v = v0 \/ (open (col s) v0 = true -> v0 < n -> safe (colours_left (col s)) v0 = true)) \/
           forall w, w < n -> open (col s) w = true -> safe (colours_left (col s)) w = true) ->
          exists v d, v < n /\ 1 <= d <= k /\ avail (col s) v d = true /\ bob_ok (set_colour (col s) v d)).
        { intros v X O Y. destruct (has_colour _ _ v E X O) as (d & D1 & D2).
          exists v, d. repeat (split; auto). intros w W O'.
          rewrite open_set in O' by (auto; lia). apply andb_true_iff in O'. destruct O' as [O1 O2].
          apply negb_true_iff, Nat.eqb_neq in O2.
          destruct (safe (colours_left (col s)) w) eqn:SW; [left; eapply safe_step; eauto|].
          destruct Y as [[Y1 Y2]|Y]; [|rewrite Y in SW; auto; discriminate].
          right. destruct (E w W O1) as [Z|[Z|[-> Z]]]; [congruence| |].
          - eapply (treated_step (col s) v d); eauto. now rewrite Y1.
          - exfalso. destruct Y2 as [->|Y2]; [congruence|]. rewrite Y2 in SW; auto. discriminate. }
        destruct (open (col s) v0 && (v0 <? n) && negb (safe (colours_left (col s)) v0)) eqn:DG.
        - rewrite !andb_true_iff, Nat.ltb_lt, negb_true_iff in DG. destruct DG as [[G1 G2] G3].
          apply (GO v0); auto.
        - assert (V0 : open (col s) v0 = true -> v0 < n -> safe (colours_left (col s)) v0 = true).
          { intros X Y. apply Nat.ltb_lt in Y. rewrite X, Y in DG. simpl in DG. now apply negb_false_iff in DG. }
          destruct (find (fun v => open (col s) v && negb (safe (colours_left (col s)) v)) (seq 0 n)) as [v|] eqn:FI.
          + apply find_some in FI. destruct FI as [F1 F2]. apply in_seq in F1. apply andb_true_iff in F2.
            destruct F2 as [F2 F3]. apply negb_true_iff in F3. apply (GO v); auto. lia.
          + assert (ALL : forall w, w < n -> open (col s) w = true -> safe (colours_left (col s)) w = true).
            { intros w W O. eapply find_none in FI; [|apply in_seq; split; [|exact W]; lia].
              simpl in FI. rewrite O in FI. simpl in FI. now apply negb_false_iff in FI. }
            unfold verdict in V. rewrite HM, NE in V.
            destruct (colour_moves R s) as [|mv ms] eqn:CC; [discriminate|].
            assert (I : In mv (colour_moves R s)) by (rewrite CC; simpl; auto).
            apply in_colour_moves in I. destruct I as (v & d & _ & _ & C1 & C2 & _). rewrite LN in C1.
            apply (GO v); auto. now apply Nat.eqb_eq. }
      destruct C as (v & d & C1 & C2 & C3 & C4).
      apply forces_mine with (Colour v d); auto; [apply in_moves_in; auto|]. apply IH; simpl; auto.
      + apply ST; auto.
      + now rewrite set_length.
      + rewrite T. simpl. discriminate.
    - (* Bob colours u; the patient of u, if he has one, is then in danger *)
      apply forces_theirs; auto. { rewrite T. discriminate. }
      intros mv I. assert (II := I). apply in_moves_in in I. destruct I as [I|[-> SK]].
      2: { pose proof (plays_end_in R skipper s _ II). apply IH; auto; try lia. }
      destruct mv as [u d|h|]; [|apply in_moves in I; rewrite HM in I; contradiction|apply in_moves in I; contradiction].
      apply in_colouring_moves in I. destruct I as (_ & I1 & I2 & AU). rewrite LN in I1.
      apply IH; simpl; auto.
      + apply ST; auto.
      + now rewrite set_length.
      + rewrite T. simpl. discriminate.
      + intros _. exists (a u). intros w W O.
        rewrite open_set in O by (auto; lia). apply andb_true_iff in O. destruct O as [O1 O2].
        apply negb_true_iff, Nat.eqb_neq in O2.
        destruct (B eq_refl w W O1) as [Z|Z]; [left; eapply safe_step; eauto|]. right.
        destruct (treated_step (col s) u d LN I1 I2 AU 1 w O2 Z) as [T1 T2].
        destruct (Nat.eqb_spec (a u) w) as [<-|NE']; [right; auto|left].
        apply T2. now rewrite andb_false_r.
  Qed.

  (** ** On the lists of a list game *)
  Fixpoint select c (r : list bool) :=
    match r with [] => [] | b :: r => if b then c :: select (S c) r else select (S c) r end.
  Definition settled_lists (rs : list (list bool)) : bool :=
    let table := map (select 1) rs in
    let L v := nth v table [] in
    let safes := map (safe L) (seq 0 n) in
    let S v := nth v safes false in
    forallb (fun v => match nth v rs [] with [] => true | _ => S v || treated L S 2 v end) (seq 0 n).

  Lemma takers_ext L L' v : (forall w, w < n -> L w = L' w) -> v < n -> takers L v = takers L' v.
  Proof.
    intros E V. apply filter_ext_in. intros w W. apply inside in W. unfold shares. rewrite (E v), (E w); auto.
  Qed.
  Lemma safe_ext L L' v : (forall w, w < n -> L w = L' w) -> v < n -> safe L v = safe L' v.
  Proof.
    intros E V. unfold safe. rewrite (takers_ext L L'), (E v) by auto. f_equal. apply existsb_ext_in.
    intros c C. apply forallb_ext_in. intros w W. apply inside in W. now rewrite E.
  Qed.
  Lemma treated_ext L L' S S' m v : (forall w, w < n -> L w = L' w) -> (forall w, w < n -> S w = S' w) ->
    v < n -> treated L S m v = treated L' S' m v.
  Proof.
    intros E F V. unfold treated, others. rewrite (E v) by auto. do 3 f_equal. apply filter_ext_in.
    intros w W. apply inside in W. unfold shares. rewrite (E v), (E w), F; auto.
  Qed.
  Lemma select_map f : forall m c, select c (map f (seq c m)) = filter f (seq c m).
  Proof. induction m; simpl; auto. intros c. rewrite IHm. reflexivity. Qed.

  Theorem settled_lists_sound s l : heap s = 0 -> 1 <= k -> represents n k true R s l -> settled_lists (rows l) = true ->
    forces_in R skipper Left (wins_for Left) s.
  Proof.
    intros H K (LN & T & HE & RW) D. unfold settled_lists in D. rewrite forallb_forall in D.
    set (table := map (select 1) (rows l)) in *.
    assert (E : forall w, w < n -> nth w table [] = colours_left (col s) w).
    { intros w W. unfold table. rewrite RW, map_map, nth_map_seq by auto. unfold row_of, colours_left, avail, open, coloured.
      destruct (colour_of (col s) w =? 0) eqn:Z; cbn [negb andb].
      - unfold norm. rewrite select_map. apply filter_ext. intros e. unfold legal. now rewrite conflict_free by lia.
      - simpl. induction (seq 1 k); auto. }
    assert (F : forall w, w < n -> nth w (map (safe (fun v => nth v table [])) (seq 0 n)) false = safe (colours_left (col s)) w).
    { intros w W. rewrite nth_map_seq by auto. apply safe_ext; auto. }
    assert (B : bob_ok (col s)).
    { intros v V O. specialize (D v ltac:(apply in_seq; lia)). rewrite F in D by auto.
      rewrite (treated_ext _ (colours_left (col s)) _ (safe (colours_left (col s)))) in D; auto.
      apply orb_true_iff. rewrite RW, nth_map_seq in D by auto. unfold row_of, coloured in D. unfold open in O.
      rewrite O in D. cbn [negb] in D. unfold norm in D. destruct k as [|k']; [lia|]. simpl map in D. exact D. }
    apply forces_in_alike; auto. apply (doctors_win (S (turns_left skipper s))); auto. intros _. exists 0. now apply bob_alice.
  Qed.
End Doctors.
