(** Facts about the rules that hold for every game: legal moves, the length of plays, nimbers. *)
From Coq Require Import List Arith Lia Bool ZArith.
From Chromex Require Import Game Rules.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Lemma mem_spec x l : mem x l = true <-> In x l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (y & I & E). apply Nat.eqb_eq in E. now subst.
  - intros I. exists x. now rewrite Nat.eqb_refl.
Qed.
Lemma existsb_ext_in {A} (f h : A -> bool) l : (forall x, In x l -> f x = h x) -> existsb f l = existsb h l.
Proof. intros E. induction l; simpl; auto. rewrite E, IHl; simpl; auto. intros; apply E; simpl; auto. Qed.
Lemma forallb_ext_in {A} (f h : A -> bool) l : (forall x, In x l -> f x = h x) -> forallb f l = forallb h l.
Proof. intros E. induction l; simpl; auto. rewrite E, IHl; simpl; auto. intros; apply E; simpl; auto. Qed.
Lemma nth_map_seq {A} (f : nat -> A) d v m : v < m -> nth v (map f (seq 0 m)) d = f v.
Proof.
  intros V. rewrite (nth_indep _ d (f 0)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth; auto.
Qed.
Lemma filter_le {A} (f h : A -> bool) l : (forall x, In x l -> f x = true -> h x = true) ->
  length (filter f l) <= length (filter h l).
Proof.
  induction l as [|x l IH]; simpl; intros H; auto.
  assert (length (filter f l) <= length (filter h l)) by auto.
  destruct (f x) eqn:F; [rewrite (H x) by auto; simpl; lia|destruct (h x); simpl; lia].
Qed.
Lemma filter_less {A} (f h : A -> bool) l a : (forall x, In x l -> f x = true -> h x = true) ->
  In a l -> h a = true -> f a = false -> length (filter f l) < length (filter h l).
Proof.
  induction l as [|x l IH]; simpl; intros H I HA FA; [contradiction|].
  assert (length (filter f l) <= length (filter h l)) by (apply filter_le; auto).
  destruct I as [->|I].
  - rewrite HA, FA. simpl. lia.
  - assert (length (filter f l) < length (filter h l)) by auto.
    destruct (f x) eqn:F; [rewrite (H x) by auto; simpl; lia|destruct (h x); simpl; lia].
Qed.

Lemma set_length l : forall v c, length (set_colour l v c) = length l.
Proof. induction l; intros [|v] c; simpl; auto. Qed.
Lemma set_same l : forall v c, v < length l -> colour_of (set_colour l v c) v = c.
Proof. unfold colour_of. induction l; intros [|v] c H; simpl in *; try lia; auto. apply IHl. lia. Qed.
Lemma set_other l : forall v c w, w <> v -> colour_of (set_colour l v c) w = colour_of l w.
Proof. unfold colour_of. induction l; intros [|v] c [|w] H; simpl in *; auto; try lia. Qed.
Lemma coloured_false c v : coloured c v = false <-> colour_of c v = 0.
Proof. unfold coloured. rewrite negb_false_iff. apply Nat.eqb_eq. Qed.
Lemma coloured_true c v : coloured c v = true <-> colour_of c v <> 0.
Proof. unfold coloured. rewrite negb_true_iff. apply Nat.eqb_neq. Qed.

Lemma alternate s m : turn (play s m) = opponent (turn s).
Proof. now destruct m. Qed.

Lemma graph_of_length n e : length (graph_of n e) = n.
Proof. unfold graph_of. now rewrite map_length, seq_length. Qed.
Lemma in_neighbours n e v w : In w (neighbours (graph_of n e) v) <->
  v < n /\ w < n /\ existsb (fun e => joins e v w) e = true.
Proof.
  unfold neighbours, graph_of. destruct (Nat.lt_ge_cases v n) as [V|V].
  - rewrite nth_map_seq, filter_In, in_seq by auto. intuition lia.
  - rewrite nth_overflow by now rewrite map_length, seq_length. simpl. intuition lia.
Qed.
Lemma joins_sym e v w : joins e v w = joins e w v.
Proof. unfold joins. apply orb_comm. Qed.
Lemma neighbours_sym n e v w : In w (neighbours (graph_of n e) v) -> In v (neighbours (graph_of n e) w).
Proof.
  rewrite !in_neighbours. intros (A & B & C). repeat split; auto. rewrite <- C. apply existsb_ext_in.
  intros. apply joins_sym.
Qed.
Lemma neighbours_irreflexive n e v : well_formed n e -> ~ In v (neighbours (graph_of n e) v).
Proof.
  intros W. rewrite in_neighbours. intros (A & _ & B). apply existsb_exists in B. destruct B as ([x y] & I & J).
  unfold joins in J. simpl in J. apply W in I.
  assert (x = v /\ y = v).
  { apply orb_true_iff in J. destruct J as [J|J]; apply andb_true_iff in J; rewrite !Nat.eqb_eq in J; tauto. }
  lia.
Qed.

Section R.
  Variable R : rules.
  Notation k := (colours R).

  Lemma in_colour_moves s m : In m (colour_moves R s) <-> exists v c, m = Colour v c /\
    ended R (col s) = None /\ v < length (col s) /\ colour_of (col s) v = 0 /\ ready R (col s) v = true /\
    1 <= c <= k /\ may_use R (turn s) c = true /\ conflict R (set_colour (col s) v c) v = false.
  Proof.
    unfold colour_moves, may_colour, allowed. split.
    - destruct (ended R (col s)); [intros []|]. intros I. apply in_flat_map in I. destruct I as (v & A & B).
      apply in_seq in A. destruct (coloured (col s) v) eqn:Z; simpl in B; [contradiction|].
      apply coloured_false in Z. destruct (ready R (col s) v) eqn:Y; [|contradiction].
      apply in_map_iff in B. destruct B as (c & E & F). apply filter_In in F. destruct F as [F G].
      apply in_seq in F. apply andb_true_iff in G. destruct G as [G1 G2]. apply negb_true_iff in G2.
      exists v, c. repeat (split; [now (auto; lia)|]). auto.
    - intros (v & c & -> & A & B & C & D & E & F & G). rewrite A. apply in_flat_map. exists v.
      split; [apply in_seq; lia|]. apply coloured_false in C. rewrite C, D. simpl. apply in_map, filter_In.
      split; [apply in_seq; lia|]. now rewrite F, G.
  Qed.
  Lemma in_heap_moves s h : In h (heap_moves R s) <-> h < heap s /\ In h (options R (heap s) (turn s)).
  Proof. unfold heap_moves. rewrite filter_In, Nat.ltb_lt. tauto. Qed.
  Lemma in_moves s m : In m (moves R s) <->
    match m with
    | Colour v c => In (Colour v c) (colour_moves R s)
    | Heap h => In h (heap_moves R s)
    | Skip => False
    end.
  Proof.
    unfold moves. rewrite in_app_iff, in_map_iff. destruct m as [v c|h|]; split; auto; try tauto.
    - intros [A|(x & E & _)]; [auto|discriminate].
    - intros [A|(x & E & A)]; [|now inversion E; subst].
      apply in_colour_moves in A. destruct A as (v & c & E & _). discriminate.
    - intros A. right. eauto.
    - intros [A|(x & E & A)]; [|discriminate].
      apply in_colour_moves in A. destruct A as (v & c & E & _). discriminate.
  Qed.
  Lemma verdict_none s : verdict R s = None -> moves R s <> [].
  Proof.
    unfold verdict, moves. destruct (heap_moves R s).
    - destruct (ended R (col s)); [discriminate|]. destruct (colour_moves R s); discriminate.
    - intros _ E. apply app_eq_nil in E. destruct E as [_ E]. discriminate.
  Qed.

  Definition left_to_play (s : state) := uncoloured (col s) + heap s.
  Lemma uncoloured_set : forall c v d, v < length c -> colour_of c v = 0 -> 1 <= d ->
    uncoloured c = S (uncoloured (set_colour c v d)).
  Proof.
    unfold uncoloured, colour_of. induction c as [|x c IH]; intros [|v] d L Z D; simpl in *; try lia.
    - subst. destruct d; [lia|]. reflexivity.
    - assert (H := IH v d ltac:(lia) Z D). destruct (0 =? x); simpl; lia.
  Qed.
  Lemma plays_end s m : In m (moves R s) -> left_to_play (play s m) < left_to_play s.
  Proof.
    rewrite in_moves. unfold left_to_play. destruct m as [v c|h|]; simpl; [| |contradiction].
    - rewrite in_colour_moves. intros (x & d & E & _ & A & B & _ & C & _). inversion E; subst.
      rewrite (uncoloured_set (col s) x d) by (auto; lia). lia.
    - rewrite in_heap_moves. lia.
  Qed.
  Lemma determined c good s : forces R c good s \/ forces R (opponent c) (fun v => negb (good v)) s.
  Proof.
    eapply one_of_both with (size := left_to_play); eauto. intros. now apply plays_end.
  Qed.
  Lemma consistent c good s : forces R c good s -> ~ forces R (opponent c) (fun v => negb (good v)) s.
  Proof.
    intros A B. eapply (not_both state move result); [|exact A|exact B].
    intros v X Y. cbv beta in Y. rewrite X in Y. discriminate.
  Qed.

  (** *** The same where a player may skip *)
  Variable skipper : option player.
  Lemma in_moves_in s m : In m (moves_in R skipper s) <-> In m (moves R s) \/ (m = Skip /\ may_skip skipper (turn s) = true).
  Proof.
    unfold moves_in. destruct (may_skip skipper (turn s)); [rewrite in_app_iff; simpl|]; intuition congruence.
  Qed.
  Definition turns_left (s : state) := 2 * left_to_play s + Nat.b2n (may_skip skipper (turn s)).
  Lemma may_skip_once p : may_skip skipper p = true -> may_skip skipper (opponent p) = false.
  Proof. unfold may_skip. destruct skipper as [[]|], p; simpl; congruence. Qed.
  Lemma plays_end_in s m : In m (moves_in R skipper s) -> turns_left (play s m) < turns_left s.
  Proof.
    rewrite in_moves_in. unfold turns_left. rewrite alternate. intros [I|[-> S]].
    - apply plays_end in I. destruct (may_skip skipper (turn s)), (may_skip skipper (opponent (turn s))); simpl Nat.b2n; lia.
    - rewrite (may_skip_once _ S), S. unfold left_to_play. simpl. lia.
  Qed.
  Lemma verdict_in_some s v : verdict_in R skipper s = Some v -> verdict R s = Some v.
  Proof.
    unfold verdict_in. destruct (may_skip skipper (turn s)); auto. destruct (verdict R s); [|discriminate].
    destruct (verdict R (play s Skip)); [auto|discriminate].
  Qed.
  Lemma verdict_in_none s : verdict R s = None -> verdict_in R skipper s = None.
  Proof. unfold verdict_in. intros ->. now destruct (may_skip skipper (turn s)). Qed.
  Lemma somewhere_to_go s : verdict_in R skipper s = None -> exists m, In m (moves_in R skipper s).
  Proof.
    intros V. destruct (verdict R s) as [v|] eqn:E.
    - unfold verdict_in in V. rewrite E in V. destruct (may_skip skipper (turn s)) eqn:S; [|discriminate].
      exists Skip. apply in_moves_in. auto.
    - apply verdict_none in E. destruct (moves R s) as [|m ms] eqn:M; [congruence|].
      exists m. apply in_moves_in. left. rewrite M. simpl. auto.
  Qed.
  (** Where both players have the same moves, nobody has to skip. *)
  Definition forces_alike := Game.forces state move result turn (verdict R) (moves_in R skipper) play.
  Lemma forces_in_alike c good s : (forall p q c, 1 <= c <= k -> may_use R p c = may_use R q c) -> (forall h p q, options R h p = options R h q) ->
    forces_alike c good s -> forces_in R skipper c good s.
  Proof.
    intros U O. assert (E : forall s, verdict_in R skipper s = verdict R s).
    { clear s. intros s. unfold verdict_in. destruct (may_skip skipper (turn s)); auto. destruct (verdict R s) as [v|] eqn:V; auto.
      destruct (verdict R (play s Skip)) eqn:W; auto. exfalso.
      assert (H : heap_moves R (play s Skip) = heap_moves R s).
      { unfold heap_moves. simpl. now rewrite (O (heap s) (opponent (turn s)) (turn s)). }
      assert (C : colour_moves R (play s Skip) = colour_moves R s).
      { unfold colour_moves. simpl. destruct (ended R (col s)); auto. apply flat_map_ext. intros x. unfold may_colour. simpl.
        destruct (_ && _); auto. f_equal. apply filter_ext_in. intros d D. apply in_seq in D. unfold allowed. simpl. now rewrite (U _ (turn s)) by lia. }
      unfold verdict in V, W. rewrite H, C in W. simpl in W. destruct (heap_moves R s); [|discriminate].
      destruct (ended R (col s)); [discriminate|]. destruct (colour_moves R s); discriminate. }
    intros F. induction F as [s v V G|s m V T I F IH|s V T F IH].
    - eapply forces_end; eauto. now rewrite E.
    - eapply forces_mine; eauto. now rewrite E.
    - apply forces_theirs; auto. now rewrite E.
  Qed.
  Lemma determined_in c good s : forces_in R skipper c good s \/ forces_in R skipper (opponent c) (fun v => negb (good v)) s.
  Proof.
    eapply one_of_both with (size := turns_left); eauto. intros. now apply plays_end_in.
  Qed.
End R.
(** Where nobody may skip. *)
Lemma forces_in_none R c good s : forces_in R None c good s <-> forces R c good s.
Proof. reflexivity. Qed.

(** ** Nimbers *)
Lemma mex_not_in l : ~ In (mex l) l.
Proof.
  unfold mex. destruct (find _ _) as [i|] eqn:F.
  - apply find_some in F. destruct F as [_ F]. intros I.
    assert (mem i l = true) by now apply mem_spec.
    rewrite H in F. discriminate.
  - exfalso. assert (I : incl (seq 0 (S (length l))) l).
    { intros i J. apply (find_none _ _ F) in J. now apply negb_false_iff, mem_spec in J. }
    apply NoDup_incl_length in I; [|apply seq_NoDup]. rewrite seq_length in I. lia.
Qed.
Lemma find_first f : forall n a i, find f (seq a n) = Some i -> forall j, a <= j < i -> f j = false.
Proof.
  induction n; simpl; intros a i F j J; [discriminate|].
  destruct (f a) eqn:A; [inversion F; lia|]. destruct (Nat.eq_dec j a) as [->|]; auto.
  eapply IHn; eauto. lia.
Qed.
Lemma mex_below l j : j < mex l -> In j l.
Proof.
  unfold mex. destruct (find _ _) as [i|] eqn:F; [|lia]. intros J.
  eapply find_first with (j := j) in F; [|lia]. now apply negb_false_iff, mem_spec in F.
Qed.

Section Nimber.
  Variable R : rules.
  Hypothesis any : forall p c, 1 <= c <= colours R -> may_use R p c = true.
  Hypothesis no_end : forall c, ended R c = None.
  Hypothesis stuck : forall c p, when_stuck R c p = Wins (opponent p).
  Hypothesis heaps : forall h p, options R h p = seq 0 h.

  Lemma heap_moves_nim s : heap_moves R s = seq 0 (heap s).
  Proof.
    unfold heap_moves. rewrite heaps.
    assert (H : forall l, (forall x, In x l -> x < heap s) -> filter (fun x => x <? heap s) l = l).
    { induction l as [|x l IH]; simpl; intros H; auto. rewrite (proj2 (Nat.ltb_lt _ _)) by auto. f_equal. auto. }
    apply H. intros x X. apply in_seq in X. lia.
  Qed.

  Lemma moves_impartial c p q h h' : colour_moves R (State c p h) = colour_moves R (State c q h').
  Proof.
    unfold colour_moves. simpl. destruct (ended R c); auto.
    apply flat_map_ext. intros v. unfold may_colour. simpl. destruct (_ && _); auto. f_equal. apply filter_ext_in.
    intros d D. apply in_seq in D. unfold allowed. simpl. now rewrite !any by lia.
  Qed.
  Lemma grundy_fuel : forall f f' c, uncoloured c < f -> uncoloured c < f' -> grundy R f c = grundy R f' c.
  Proof.
    induction f; intros [|f'] c L L'; try lia. simpl. f_equal. apply map_ext_in. intros m I.
    apply in_colour_moves in I. destruct I as (v & d & -> & _ & A & B & _ & C & _). simpl in *.
    pose proof (uncoloured_set c v d A B ltac:(lia)). apply IHf; lia.
  Qed.
  Lemma nimber_eq c : nimber R c =
    mex (map (fun m => nimber R (col (play (State c Left 0) m))) (colour_moves R (State c Left 0))).
  Proof.
    unfold nimber at 1. cbn [grundy]. f_equal. apply map_ext_in. intros m I.
    apply in_colour_moves in I. destruct I as (v & d & -> & _ & A & B & _ & C & _). simpl in *.
    pose proof (uncoloured_set c v d A B ltac:(lia)). unfold nimber. apply grundy_fuel; lia.
  Qed.

  Lemma nimber_link : forall n s, uncoloured (col s) + heap s < n ->
    (can_win R (opponent (turn s)) s -> nimber R (col s) = heap s) /\
    (can_win R (turn s) s -> nimber R (col s) <> heap s).
  Proof.
    induction n as [|n IH]; intros s L; [lia|].
    assert (Z : forall v, verdict R s = Some v -> heap s = 0 /\ colour_moves R s = [] /\ v = Wins (opponent (turn s))).
    { intros v V. unfold verdict in V. rewrite heap_moves_nim in V.
      destruct (heap s) eqn:H; simpl in V; [|discriminate]. rewrite no_end in V.
      destruct (colour_moves R s); [|discriminate]. inversion V. now rewrite stuck. }
    assert (S1 : forall m, In m (moves R s) ->
       (exists v c, m = Colour v c /\ In m (colour_moves R s)) \/ (exists h, m = Heap h /\ h < heap s)).
    { intros m I. unfold moves in I. apply in_app_iff in I. destruct I as [I|I].
      - left. destruct (proj1 (in_colour_moves _ _ _) I) as (v & c & E & _). exists v, c. auto.
      - right. apply in_map_iff in I. destruct I as (h & <- & I). rewrite heap_moves_nim in I. apply in_seq in I. exists h. split; auto. lia. }
    assert (S2 : forall m, In m (moves R s) -> uncoloured (col (play s m)) + heap (play s m) < n).
    { intros m I. destruct (S1 m I) as [(v & c & -> & J)|(h & -> & J)]; simpl; [|lia].
      apply in_colour_moves in J. destruct J as (v' & c' & E & _ & A & B & _ & C & _). inversion E; subst.
      pose proof (uncoloured_set _ v' c' A B ltac:(lia)). lia. }
    assert (S3 : forall m, In m (colour_moves R s) ->
      In (nimber R (col (play s m))) (map (fun m => nimber R (col (play (State (col s) Left 0) m)))
        (colour_moves R (State (col s) Left 0)))).
    { intros m I. rewrite (moves_impartial _ Left (turn s) 0 (heap s)).
      apply in_map_iff. exists m. split; [|destruct s; auto].
      destruct (proj1 (in_colour_moves _ _ _) I) as (v & c & -> & _). auto. }
    split; intros F; inversion F as [s' v V G|s' m V T I F'|s' V T F']; subst.
    - destruct (Z v V) as (H & M & _). rewrite nimber_eq, (moves_impartial _ Left (turn s) 0 (heap s)).
      destruct s as [c p h]; simpl in *. now rewrite M, H.
    - destruct (turn s); discriminate.
    - assert (B : forall m, In m (moves R s) -> nimber R (col (play s m)) <> heap (play s m)).
      { intros m I. apply (proj2 (IH _ (S2 m I))). rewrite alternate. apply F'; auto. }
      rewrite nimber_eq. set (l := map _ _).
      assert (~ (mex l < heap s)).
      { intros X. apply (B (Heap (mex l))).
        - unfold moves. apply in_or_app. right. rewrite heap_moves_nim. apply in_map, in_seq. lia.
        - simpl. now rewrite nimber_eq. }
      assert (~ (heap s < mex l)).
      { intros X. apply mex_below in X. unfold l in X. apply in_map_iff in X. destruct X as (m & E & X).
        rewrite (moves_impartial _ Left (turn s) 0 (heap s)) in X.
        assert (X' : In m (colour_moves R s)) by (destruct s; auto).
        apply (B m); [unfold moves; apply in_or_app; auto|].
        destruct (proj1 (in_colour_moves _ _ _) X') as (v & c & -> & _). auto. }
      lia.
    - destruct (Z v V) as (_ & _ & ->). unfold wins_for in G. destruct (turn s); discriminate.
    - pose proof (proj1 (IH _ (S2 m I))) as A. rewrite alternate in A.
      replace (opponent (opponent (turn s))) with (turn s) in A by now destruct (turn s).
      specialize (A F'). destruct (S1 m I) as [(v & c & -> & J)|(h & -> & J)]; simpl in *; [|lia].
      intros E. apply S3 in J. simpl in J. rewrite A, <- E in J. rewrite nimber_eq in J.
      now apply mex_not_in in J.
    - congruence.
  Qed.
End Nimber.
