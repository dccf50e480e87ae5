(** Renaming the vertices of a list game by a symmetry, and its colours where they are alike. *)
From Coq Require Import List Arith Lia Bool PArith ZArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry Lists.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** [q] lists colours, counted from 0; [None]: as they are. *)
Definition recolour (q : option (list nat)) (r : list bool) : list bool :=
  match q with
  | None => r
  | Some q => match r with [] => [] | _ => map (fun i => nth i r false) q end
  end.
Definition image p q (l : lists) :=
  Lists (map (fun v => recolour q (nth v (rows l) [])) p) (to_move l) (other l).

Lemma lists_eq l m : rows l = rows m -> to_move l = to_move m -> other l = other m -> l = m.
Proof. destruct l, m; simpl; congruence. Qed.

Fixpoint put_rows (rs : list (list bool)) (p : positive) : positive :=
  match rs with
  | [] => p
  | r :: rs => match r with [] => xO (put_rows rs p) | _ => xI (put r (put_rows rs p)) end
  end.
Definition code (l : lists) : positive := put_rows (rows l) (put_rest (other l) (to_move l)).

Section Renaming.
  Variables (n k most : nat) (strict alike : bool) (stuck : bool -> player -> result) (skipper : option player).
  Variable kind : nat -> nat -> nat.
  Variable rel : nat -> nat -> nat -> bool.
  Variable uses : player -> list bool.
  Variable options : nat -> player -> list nat.
  Hypothesis kind_small : forall v x, v < n -> x < n -> kind v x <= most.
  Hypothesis alike_rel : alike = true -> forall i d e d' e', 1 <= d <= k -> 1 <= e <= k -> 1 <= d' <= k -> 1 <= e' <= k ->
    (d =? e) = (d' =? e') -> rel i d e = rel i d' e'.
  Hypothesis alike_uses : alike = true -> forall p c, 1 <= c <= k -> bit (uses p) c = true.

  Notation kinds := (kinds_of n kind).
  Notation masks := (masks_of k most rel).
  Notation norm := (norm strict).
  Notation lplay := (lplay strict kinds masks).
  Notation lmoves := (lmoves strict uses options).
  Notation lverdict := (lverdict strict uses stuck options).
  Notation lmoves_in := (lmoves_in strict uses options skipper).
  Notation lverdict_in := (lverdict_in strict uses stuck options kinds masks skipper).
  Notation lforces := (lforces strict uses stuck options kinds masks skipper).

  Definition good_row (r : list bool) := r = [] \/ length r = k.
  Definition good_lists (l : lists) := length (rows l) = n /\ forall x, x < n -> good_row (nth x (rows l) []).
  Definition respects p := permutes n p /\ forall v x, v < n -> x < n -> kind (at_ p v) (at_ p x) = kind v x.
  Definition recolours q := match q with None => True | Some q => alike = true /\ permutes k q end.
  Definition was q c := match q with None => c | Some q => S (at_ q (pred c)) end.

  Lemma was_in q c : recolours q -> 1 <= c <= k -> 1 <= was q c <= k.
  Proof.
    destruct q as [q|]; simpl; auto. intros [_ Q] C. pose proof (perm_in _ _ Q (pred c)). lia.
  Qed.
  Lemma was_sur q c : recolours q -> 1 <= c <= k -> exists d, 1 <= d <= k /\ was q d = c.
  Proof.
    destruct q as [q|]; simpl; [|eauto]. intros [_ Q] C.
    destruct (perm_sur _ _ Q (pred c)) as (d & D & E); [lia|]. exists (S d). simpl. split; lia.
  Qed.
  Lemma was_rel q i c d : recolours q -> 1 <= c <= k -> 1 <= d <= k -> rel i (was q c) (was q d) = rel i c d.
  Proof.
    destruct q as [q|]; simpl; auto. intros [A Q] C D. pose proof (perm_in _ _ Q (pred c)). pose proof (perm_in _ _ Q (pred d)).
    apply alike_rel; auto; try lia.
    change (S (at_ q (pred c)) =? S (at_ q (pred d))) with (at_ q (pred c) =? at_ q (pred d)).
    rewrite (perm_eqb k) by (auto; lia). destruct c, d; auto; lia.
  Qed.
  Lemma recolour_nil q : recolour q [] = []. Proof. now destruct q. Qed.
  Lemma recolour_length q r : recolours q -> good_row r -> length (recolour q r) = length r.
  Proof.
    destruct q as [q|]; simpl; auto. intros [_ Q] [->|L]; auto. destruct r; auto.
    now rewrite map_length, (perm_length _ _ Q).
  Qed.
  Lemma recolour_bit q r c : recolours q -> good_row r -> 1 <= c <= k -> bit (recolour q r) c = bit r (was q c).
  Proof.
    destruct q as [q|]; simpl; auto. intros [_ Q] [->|L] C.
    { unfold bit. cbn [pred]. destruct (pred c), (at_ q _); reflexivity. }
    destruct r as [|b r]; [simpl in L; lia|]. unfold bit. cbn [pred].
    rewrite (nth_indep _ false (nth 0 (b :: r) false)) by (rewrite map_length, (perm_length _ _ Q); lia).
    exact (map_nth (fun i => nth i (b :: r) false) q 0 (pred c)).
  Qed.
  Lemma good_some r : good_row r -> some r = true <-> exists c, 1 <= c <= k /\ bit r c = true.
  Proof.
    intros G. rewrite some_iff. unfold bit. split.
    - intros (i & A & B). exists (S i). destruct G as [->|G]; simpl in *; [lia|]. split; auto. lia.
    - intros (c & C & B). exists (pred c). split; auto. destruct G as [->|G]; [destruct (pred c); discriminate|lia].
  Qed.
  Lemma recolour_good q r : recolours q -> good_row r -> good_row (recolour q r).
  Proof.
    intros Q G. pose proof (recolour_length q r Q G). destruct G as [->|G]; [left; apply recolour_nil|right; lia].
  Qed.
  Lemma recolour_some q r : recolours q -> good_row r -> some (recolour q r) = some r.
  Proof.
    intros Q G. apply eq_true_iff_eq. rewrite !good_some by auto using recolour_good. split.
    - intros (c & C & B). rewrite recolour_bit in B by auto. exists (was q c). split; auto using was_in.
    - intros (c & C & B). destruct (was_sur q c Q C) as (d & D & <-). exists d. now rewrite recolour_bit.
  Qed.
  Lemma same_rows r r' : good_row r -> length r = length r' -> (forall c, 1 <= c <= k -> bit r c = bit r' c) -> r = r'.
  Proof.
    intros G L E. apply nth_ext with (d := false) (d' := false); auto. intros i I.
    destruct G as [->|G]; [simpl in I; lia|]. specialize (E (S i)). unfold bit in E. simpl in E. apply E. lia.
  Qed.
  Lemma mask_length i d : length (mask k rel i d) = k.
  Proof. unfold mask. now rewrite map_length, seq_length. Qed.
  Lemma both_good r i d : good_row r -> good_row (both r (mask k rel i d)) /\ length (both r (mask k rel i d)) = length r.
  Proof.
    intros [->|G]; [split; [now left|auto]|]. unfold good_row. rewrite both_length, mask_length, G, Nat.min_id. auto.
  Qed.
  Lemma norm_good r : good_row r -> good_row (norm r).
  Proof. intros G. unfold Lists.norm. destruct strict; auto. destruct (some r); auto. now left. Qed.

  Lemma recolour_struck q v d x r : recolours q -> good_row r -> 1 <= d <= k ->
    recolour q (struck k strict kind rel v (was q d) x r) = struck k strict kind rel v d x (recolour q r).
  Proof.
    intros Q G D. unfold struck. destruct (kind v x) as [|i]; auto.
    destruct (both_good r i (was q d) G) as [G1 L1].
    destruct (both_good (recolour q r) i d (recolour_good q r Q G)) as [G2 L2].
    assert (E : recolour q (both r (mask k rel i (was q d))) = both (recolour q r) (mask k rel i d)).
    { apply same_rows; auto using recolour_good.
      - rewrite recolour_length, L1, L2, recolour_length; auto.
      - intros c C. rewrite recolour_bit by auto. unfold bit. rewrite !nth_both.
        change (bit r (was q c) && bit (mask k rel i (was q d)) (was q c) = bit (recolour q r) c && bit (mask k rel i d) c).
        rewrite recolour_bit by auto. f_equal. unfold mask. rewrite !bit_map by auto using was_in.
        now rewrite was_rel. }
    unfold Lists.norm. destruct strict; auto. rewrite <- (recolour_some q (both r _)) by auto. rewrite E.
    destruct (some _); auto. apply recolour_nil.
  Qed.

  Lemma image_uses q pl c : recolours q -> 1 <= c <= k -> bit (uses pl) (was q c) = bit (uses pl) c.
  Proof.
    intros Q C. assert (W := was_in q c Q C). destruct q as [q|]; [|reflexivity]. destruct Q as [A _].
    now rewrite !alike_uses.
  Qed.

  Section One.
    Variables (p : list nat) (q : option (list nat)).
    Hypothesis P : respects p.
    Hypothesis Q : recolours q.

    Lemma image_length l : length (rows (image p q l)) = n.
    Proof. simpl. rewrite map_length. apply (perm_length _ _ (proj1 P)). Qed.
    Lemma image_row l x : x < n -> nth x (rows (image p q l)) [] = recolour q (nth (at_ p x) (rows l) []).
    Proof.
      intros X. simpl. rewrite (nth_indep _ [] (recolour q (nth 0 (rows l) []))).
      - apply (map_nth (fun v => recolour q (nth v (rows l) []))).
      - rewrite map_length, (perm_length _ _ (proj1 P)). auto.
    Qed.
    Lemma image_good l : good_lists l -> good_lists (image p q l).
    Proof.
      intros [L G]. split; [apply image_length|]. intros x X. rewrite image_row by auto.
      apply recolour_good; auto. apply G, (perm_in _ _ (proj1 P)); auto.
    Qed.
    Lemma play_good l m : good_lists l -> In m (lmoves l) -> good_lists (lplay l m).
    Proof.
      intros [L G] I. destruct m as [v d|h|]; [|now split|now split].
      assert (V : v < n /\ 1 <= d).
      { unfold Lists.lmoves, lcolour_moves in I. apply in_app_iff in I. destruct I as [I|I].
        - destruct (lost _ _); [contradiction|]. apply in_rows_moves in I.
          destruct I as (x & c & E & A & B & _). inversion E; subst. lia.
        - apply in_map_iff in I. destruct I as (h & E & _). discriminate. }
      split; [apply rows_after_length; tauto|]. intros x X. unfold Lists.lplay. cbn [rows]. rewrite nth_clear.
      destruct (x =? v); [now left|]. rewrite nth_strike by (rewrite ?kinds_row, ?L; auto; tauto).
      destruct (nth x (nth v kinds []) 0) as [|i]; auto. apply norm_good. unfold good_row.
      rewrite both_length. destruct (G x X) as [E|E]; [rewrite E; now left|].
      destruct (nth i _ []) as [|b ms] eqn:M.
      - left. apply length_zero_iff_nil. rewrite both_length. simpl. apply Nat.min_0_r.
      - right. assert (length (b :: ms) = k); [|lia]. rewrite <- M.
        destruct (Nat.lt_ge_cases i most) as [I3|I3]; destruct (Nat.le_gt_cases d k) as [DK|DK].
        + rewrite mask_at by (auto; lia). apply mask_length.
        + exfalso. unfold masks_of in M. rewrite map_map, nth_map_seq in M by auto.
          rewrite nth_overflow in M by (rewrite map_length, seq_length; lia). discriminate.
        + rewrite nth_overflow in M by (unfold masks_of; rewrite !map_length, seq_length; lia). discriminate.
        + rewrite nth_overflow in M by (unfold masks_of; rewrite !map_length, seq_length; lia). discriminate.
    Qed.

    Lemma image_play l x d : good_lists l -> x < n -> 1 <= d <= k ->
      image p q (lplay l (Colour (at_ p x) (was q d))) = lplay (image p q l) (Colour x d).
    Proof.
      intros [L G] X D. assert (PX := perm_in _ _ (proj1 P) x X).
      assert (E : rows (image p q (lplay l (Colour (at_ p x) (was q d)))) = rows (lplay (image p q l) (Colour x d))).
      { apply nth_ext with (d := []) (d' := []).
        { rewrite image_length, rows_after_length; auto. apply image_length. }
        intros y Y. rewrite image_length in Y. assert (PY := perm_in _ _ (proj1 P) y Y).
        rewrite image_row by auto. rewrite !row_after by (auto using was_in; apply image_length).
        rewrite (perm_eqb n) by (auto; apply P). destruct (y =? x); [apply recolour_nil|].
        rewrite image_row by auto. rewrite <- recolour_struck by auto. f_equal. unfold struck.
        now rewrite (proj2 P) by auto. }
      now apply lists_eq.
    Qed.

    Lemma image_lost l : good_lists l -> lost strict (rows (image p q l)) = lost strict (rows l).
    Proof.
      intros [L G]. unfold lost. destruct strict; auto. simpl rows.
      rewrite <- (map_map (fun v => nth v (rows l) []) (recolour q)), existsb_map.
      rewrite <- (existsb_perm is_dead _ _ (perm_rows [] n p (rows l) (proj1 P) L)), !existsb_map.
      apply existsb_ext_in. intros v I. apply (Permutation_in _ (perm_all _ _ (proj1 P))), in_seq in I.
      specialize (G v ltac:(lia)). unfold is_dead.
      pose proof (recolour_length q _ Q G). rewrite <- (recolour_some q (nth v (rows l) [])) by auto.
      destruct (recolour q (nth v (rows l) [])), (nth v (rows l) []); simpl in *; auto; discriminate.
    Qed.
    Lemma image_moves_heap l h : In (Heap h) (lmoves (image p q l)) <-> In (Heap h) (lmoves l).
    Proof.
      unfold Lists.lmoves. rewrite !in_app_iff.
      assert (X : forall l, ~ In (Heap h) (lcolour_moves strict uses l)).
      { intros l' I. unfold lcolour_moves in I. destruct (lost _ _); [auto|]. apply in_rows_moves in I.
        destruct I as (v & c & E & _). discriminate. }
      split; (intros [I|I]; [now apply X in I|right; exact I]).
    Qed.
    Lemma image_moves l x d : good_lists l -> x < n -> 1 <= d <= k ->
      In (Colour x d) (lmoves (image p q l)) <-> In (Colour (at_ p x) (was q d)) (lmoves l).
    Proof.
      intros GL X D. assert (PX := perm_in _ _ (proj1 P) x X).
      assert (H : forall l v c, v < length (rows l) -> 1 <= c -> In (Colour v c) (lmoves l) <-> lost strict (rows l) = false /\
        bit (uses (to_move l)) c = true /\ bit (nth v (rows l) []) c = true).
      { clear. intros l v c V C. unfold Lists.lmoves, lcolour_moves. rewrite in_app_iff, in_map_iff. split.
        - intros [I|(h & E & _)]; [|discriminate]. destruct (lost _ _); [contradiction|]. split; auto.
          apply in_rows_moves in I. destruct I as (x & d & E & A). inversion E; subst. tauto.
        - intros (E & A & B). left. rewrite E. apply in_rows_moves. exists v, c. auto. }
      assert (W := was_in q d Q D). destruct GL as [L G].
      rewrite !H by (rewrite ?image_length, ?L; auto; lia). rewrite image_lost by now split.
      rewrite image_row, recolour_bit by auto. simpl to_move. now rewrite image_uses by auto.
    Qed.
    Lemma moves_inside l v d : good_lists l -> In (Colour v d) (lmoves l) -> v < n /\ 1 <= d <= k.
    Proof.
      intros [L G] I. unfold Lists.lmoves, lcolour_moves in I. apply in_app_iff in I. destruct I as [I|I].
      - destruct (lost _ _); [contradiction|]. apply in_rows_moves in I.
        destruct I as (x & c & E & A & B & _ & C). inversion E; subst. rewrite L in A. simpl.
        repeat split; auto. destruct (G x A) as [Z|Z]; [rewrite Z in C; unfold bit in C; destruct (pred c); discriminate|].
        destruct (Nat.le_gt_cases c k); auto. unfold bit in C. rewrite nth_overflow in C by lia. discriminate.
      - apply in_map_iff in I. destruct I as (h & E & _). discriminate.
    Qed.
    Lemma image_can l : good_lists l -> can (uses (to_move l)) (rows (image p q l)) = can (uses (to_move l)) (rows l).
    Proof.
      intros GL. assert (GI := image_good l GL). unfold can.
      assert (E : forall l, good_lists l -> existsb (fun r => some (both (uses (to_move l)) r)) (rows l) = true <->
        exists v c, v < n /\ 1 <= c <= k /\ bit (uses (to_move l)) c = true /\ bit (nth v (rows l) []) c = true).
      { clear. intros l [L G]. rewrite existsb_exists. split.
        - intros (r & I & S). apply (In_nth _ _ []) in I. destruct I as (v & V & <-). rewrite L in V.
          apply some_bit in S. destruct S as (c & C & B). unfold bit in B. rewrite nth_both in B.
          apply andb_true_iff in B. destruct B as [B1 B2]. exists v, c. repeat split; auto.
          destruct (G v V) as [Z|Z]; [rewrite Z in B2; destruct (pred c); discriminate|].
          destruct (Nat.le_gt_cases c k); auto. rewrite nth_overflow in B2 by lia. discriminate.
        - intros (v & c & V & C & B1 & B2). exists (nth v (rows l) []). split; [apply nth_In; lia|].
          apply some_bit. exists c. split; [lia|]. unfold bit in *. now rewrite nth_both, B1, B2. }
      apply eq_true_iff_eq. change (to_move l) with (to_move (image p q l)) at 1. rewrite (E _ GI), (E _ GL).
      destruct GL as [L G]. split.
      - intros (x & d & X & D & A & B). rewrite image_row in B by auto. assert (PX := perm_in _ _ (proj1 P) x X).
        rewrite recolour_bit in B by auto. exists (at_ p x), (was q d). rewrite image_uses by auto.
        repeat split; auto; apply was_in; auto.
      - intros (v & c & V & C & A & B). destruct (perm_sur _ _ (proj1 P) v V) as (x & X & <-).
        destruct (was_sur q c Q C) as (d & D & <-). exists x, d. rewrite image_row, recolour_bit by auto.
        rewrite image_uses in A by auto. auto.
    Qed.
    Lemma image_all l : good_lists l -> all_empty strict (rows (image p q l)) = all_empty strict (rows l).
    Proof.
      intros [L G]. unfold all_empty. destruct strict; auto. simpl rows. apply eq_true_iff_eq. rewrite !forallb_forall. split.
      - intros H r I. apply (In_nth _ _ []) in I. destruct I as (v & V & <-). rewrite L in V.
        destruct (perm_sur _ _ (proj1 P) v V) as (x & X & <-).
        assert (I : In (recolour q (nth (at_ p x) (rows l) [])) (map (fun v => recolour q (nth v (rows l) [])) p)).
        { apply (in_map (fun v => recolour q (nth v (rows l) []))). apply nth_In. now rewrite (perm_length _ _ (proj1 P)). }
        apply H in I. pose proof (recolour_length q (nth (at_ p x) (rows l) []) Q (G _ (perm_in _ _ (proj1 P) x X))).
        destruct (nth (at_ p x) (rows l) []); auto. destruct (recolour q _); [discriminate|auto].
      - intros H r I. apply in_map_iff in I. destruct I as (v & <- & I).
        apply (Permutation_in _ (perm_all _ _ (proj1 P))), in_seq in I.
        assert (X : In (nth v (rows l) []) (rows l)) by (apply nth_In; lia). apply H in X.
        destruct (nth v (rows l) []); [|discriminate]. now rewrite recolour_nil.
    Qed.
    Lemma image_verdict l : good_lists l -> lverdict l = lverdict (image p q l).
    Proof.
      intros GL. unfold Lists.lverdict. change (lheap_moves options (image p q l)) with (lheap_moves options l).
      rewrite image_lost by auto. simpl to_move. now rewrite image_can, image_all by auto.
    Qed.

    Lemma no_skip l : ~ In Skip (lmoves l).
    Proof.
      unfold Lists.lmoves, lcolour_moves. rewrite in_app_iff, in_map_iff. intros [I|(h & E & _)]; [|discriminate].
      destruct (lost _ _); [auto|]. apply in_rows_moves in I. destruct I as (v & c & E & _). discriminate.
    Qed.
    Definition imaged l u := good_lists l /\ u = image p q l.
    Lemma imaged_verdict_in l u : imaged l u -> lverdict_in l = lverdict_in u.
    Proof.
      intros [GL ->]. unfold Lists.lverdict_in. assert (GL' : good_lists (lplay l Skip)) by exact GL.
      change (lplay (image p q l) Skip) with (image p q (lplay l Skip)).
      now rewrite <- (image_verdict l GL), <- (image_verdict _ GL').
    Qed.
    Lemma imaged_forth l u m : imaged l u -> In m (lmoves l) ->
      exists m', In m' (lmoves u) /\ imaged (lplay l m) (lplay u m').
    Proof.
      intros [GL ->] I. assert (GP := play_good l m GL I). destruct m as [v c|h|].
      - destruct (moves_inside l v c GL I) as [V C].
        destruct (perm_sur _ _ (proj1 P) v V) as (x & X & <-). destruct (was_sur q c Q C) as (d & D & <-).
        exists (Colour x d). split; [now apply image_moves|]. split; auto. now rewrite image_play.
      - exists (Heap h). split; [now apply image_moves_heap|]. now split.
      - exfalso. revert I. apply no_skip.
    Qed.
    Lemma imaged_back l u m : imaged l u -> In m (lmoves u) ->
      exists m', In m' (lmoves l) /\ imaged (lplay l m') (lplay u m).
    Proof.
      intros [GL ->] I. destruct m as [x d|h|]; [| |exfalso; revert I; apply no_skip].
      - destruct (moves_inside _ x d (image_good l GL) I) as [X D]. apply image_moves in I; auto.
        exists (Colour (at_ p x) (was q d)). split; auto. split; [now apply play_good|]. now rewrite image_play.
      - exists (Heap h). apply (proj1 (image_moves_heap l h)) in I. split; [exact I|]. split; [now apply play_good|reflexivity].
    Qed.
    Lemma in_lmoves_in l m : In m (lmoves_in l) <-> In m (lmoves l) \/ (m = Skip /\ may_skip skipper (to_move l) = true).
    Proof.
      unfold Lists.lmoves_in. destruct (may_skip skipper (to_move l)); [rewrite in_app_iff; simpl|]; intuition congruence.
    Qed.
    Lemma imaged_forth_in l u m : imaged l u -> lverdict_in l = None -> In m (lmoves_in l) ->
      exists m', In m' (lmoves_in u) /\ imaged (lplay l m) (lplay u m').
    Proof.
      intros IM V I. apply in_lmoves_in in I. destruct I as [I|[-> S]].
      - destruct (imaged_forth l u m IM I) as (m' & I' & X). exists m'. split; auto. apply in_lmoves_in. auto.
      - destruct IM as [GL ->]. exists Skip. split; [apply in_lmoves_in; auto|]. now split.
    Qed.
    Lemma imaged_back_in l u m : imaged l u -> lverdict_in l = None -> In m (lmoves_in u) ->
      exists m', In m' (lmoves_in l) /\ imaged (lplay l m') (lplay u m).
    Proof.
      intros IM V I. apply in_lmoves_in in I. destruct I as [I|[-> S]].
      - destruct (imaged_back l u m IM I) as (m' & I' & X). exists m'. split; auto. apply in_lmoves_in. auto.
      - destruct IM as [GL ->]. exists Skip. split; [apply in_lmoves_in; auto|]. now split.
    Qed.
    Lemma image_forces c good l : good_lists l -> lforces c good l <-> lforces c good (image p q l).
    Proof.
      intros GL. assert (I : imaged l (image p q l)) by now split.
      assert (T : forall s t, imaged s t -> to_move s = to_move t) by (intros s t I'; destruct I' as [_ E]; now rewrite E).
      split; intros F.
      - exact (similar_forth _ _ _ _ _ _ _ _ _ _ _ _ _ imaged imaged_verdict_in T imaged_forth_in imaged_back_in c good l F _ I).
      - exact (similar_back _ _ _ _ _ _ _ _ _ _ _ _ _ imaged imaged_verdict_in T imaged_forth_in imaged_back_in c good _ F _ I).
    Qed.

    Definition count (r : list bool) := length (filter (fun b => b) r).
    Definition lmeasure l := list_sum (map count (rows l)) + other l.
    Lemma recolour_count r : good_row r -> count (recolour q r) = count r.
    Proof.
      revert Q. destruct q as [q'|]; auto. intros [_ Q'] [->|G]; auto. destruct r as [|b r]; auto.
      cbn [recolour]. unfold count. apply filter_perm. now apply (perm_rows false k).
    Qed.
    Lemma image_measure l : good_lists l -> lmeasure (image p q l) = lmeasure l.
    Proof.
      intros [L G]. unfold lmeasure. simpl other. simpl rows. f_equal.
      rewrite map_map. rewrite (map_ext_in _ (fun v => count (nth v (rows l) []))).
      - rewrite <- (map_map (fun v => nth v (rows l) []) count). apply sum_perm, Permutation_map.
        now apply (perm_rows [] n p (rows l)); [apply P|].
      - intros v I. apply (Permutation_in _ (perm_all _ _ (proj1 P))), in_seq in I.
        apply recolour_count, G. lia.
    Qed.
  End One.

  Lemma count_less r r' : (forall i, nth i r false = true -> nth i r' false = true) -> count r <= count r'.
  Proof.
    revert r'. unfold count. induction r as [|b r IH]; intros [|b' r'] H; simpl; try lia.
    - assert (E : forall i, nth i (b :: r) false = true -> False).
      { intros i I. apply H in I. destruct i; discriminate. }
      destruct b; [destruct (E 0 eq_refl)|]. specialize (IH []). simpl in IH. apply IH.
      intros i I. destruct (E (S i) I).
    - specialize (IH r' (fun i => H (S i))). pose proof (H 0) as Z. simpl in Z.
      destruct b, b'; simpl; try lia; discriminate Z; auto.
  Qed.
  Lemma sum_less : forall (a b : list nat), length a = length b -> (forall x, nth x a 0 <= nth x b 0) ->
    list_sum a <= list_sum b.
  Proof.
    induction a as [|x a IH]; intros [|y b] L H; simpl in *; try lia.
    pose proof (H 0). specialize (IH b ltac:(lia) (fun i => H (S i))). simpl in *. lia.
  Qed.
  Lemma sum_smaller : forall (a b : list nat) v, length a = length b -> (forall x, nth x a 0 <= nth x b 0) ->
    nth v a 0 < nth v b 0 -> list_sum a < list_sum b.
  Proof.
    induction a as [|x a IH]; intros [|y b] v L H LT; try discriminate L.
    - destruct v; simpl in LT; lia.
    - pose proof (H 0) as H0. simpl in H0, L. simpl list_sum. destruct v as [|v].
      + pose proof (sum_less a b ltac:(lia) (fun i => H (S i))). simpl in LT. lia.
      + specialize (IH b v ltac:(lia) (fun i => H (S i)) LT). lia.
  Qed.
  Lemma lplays_end l m : good_lists l -> In m (lmoves l) -> lmeasure (lplay l m) < lmeasure l.
  Proof.
    intros GL I. destruct m as [v d|h|]; [| |exfalso; revert I; apply no_skip].
    - destruct (moves_inside l v d GL I) as [V D]. assert (GP := play_good l _ GL I). destruct GL as [L G].
      unfold lmeasure. simpl other. apply Nat.add_lt_mono_r.
      assert (N : forall l x, nth x (map count (rows l)) 0 = count (nth x (rows l) [])).
      { intros l' x. exact (map_nth count (rows l') [] x). }
      apply (sum_smaller _ _ v).
      + rewrite !map_length, L. apply GP.
      + intros x. rewrite !N. destruct (Nat.lt_ge_cases x n) as [X|X].
        2: { rewrite nth_overflow by (rewrite (proj1 GP); auto). unfold count. simpl. lia. }
        rewrite row_after by auto. destruct (x =? v); [unfold count; simpl; lia|].
        apply count_less. intros i. unfold struck. destruct (kind v x) as [|j]; auto.
        change i with (pred (S i)). fold (bit (norm (both (nth x (rows l) []) (mask k rel j d))) (S i)).
        rewrite bit_norm by lia. unfold bit. rewrite nth_both. intros E. apply andb_true_iff in E. tauto.
      + rewrite !N, row_after, Nat.eqb_refl by auto. unfold count at 1. simpl.
        unfold Lists.lmoves, lcolour_moves in I. apply in_app_iff in I. destruct I as [I|I].
        2: { apply in_map_iff in I. destruct I as (h & E & _). discriminate. }
        destruct (lost _ _); [contradiction|]. apply in_rows_moves in I.
        destruct I as (x & c & E & _ & C & _ & B). inversion E; subst. clear - B.
        unfold count. destruct (filter _ _) eqn:F; [|simpl; lia]. exfalso.
        assert (In true (filter (fun b => b) (nth x (rows l) []))).
        { apply filter_In. split; auto. unfold bit in B. simpl in B. rewrite <- B. apply nth_In.
          destruct (Nat.lt_ge_cases (pred c) (length (nth x (rows l) []))); auto.
          rewrite nth_overflow in B by auto. discriminate. }
        rewrite F in H. contradiction.
    - unfold lmeasure. simpl. apply Nat.add_lt_mono_l. unfold Lists.lmoves in I. apply in_app_iff in I.
      destruct I as [I|I].
      + unfold lcolour_moves in I. destruct (lost _ _); [contradiction|]. apply in_rows_moves in I.
        destruct I as (v & c & E & _). discriminate.
      + apply in_map_iff in I. destruct I as (x & E & I). inversion E; subst. apply filter_In in I.
        now apply Nat.ltb_lt.
  Qed.

  Definition lturns_left l := 2 * lmeasure l + Nat.b2n (may_skip skipper (to_move l)).
  Lemma play_good_in l m : good_lists l -> In m (lmoves_in l) -> good_lists (lplay l m).
  Proof. intros GL I. apply in_lmoves_in in I. destruct I as [I|[-> _]]; auto using play_good. Qed.
  Lemma lplays_end_in l m : good_lists l -> In m (lmoves_in l) -> lturns_left (lplay l m) < lturns_left l.
  Proof.
    intros GL I. apply in_lmoves_in in I. unfold lturns_left.
    assert (T : to_move (lplay l m) = opponent (to_move l)) by now destruct m. rewrite T. destruct I as [I|[-> S]].
    - apply lplays_end in I; auto.
      destruct (may_skip skipper (to_move l)), (may_skip skipper (opponent (to_move l))); simpl Nat.b2n; lia.
    - rewrite (may_skip_once _ _ S), S. unfold lmeasure. simpl. lia.
  Qed.

  (** ** Keys *)
  Lemma put_rows_inj : forall rs ss p q, length rs = length ss -> (forall r, In r rs -> good_row r) ->
    (forall r, In r ss -> good_row r) -> put_rows rs p = put_rows ss q -> rs = ss /\ p = q.
  Proof.
    induction rs as [|r rs IH]; intros [|s ss] p q L G H E; simpl in *; try discriminate; auto.
    destruct r as [|b r], s as [|c s]; try discriminate.
    - inversion E as [E']. apply IH in E'; auto. destruct E'; subst; auto.
    - inversion E as [E']. apply (put_inj (b :: r) (c :: s)) in E'.
      + destruct E' as [E1 E2]. apply IH in E2; auto. destruct E2; subst. rewrite E1. auto.
      + destruct (G (b :: r)) as [X|X], (H (c :: s)) as [Y|Y]; auto; try discriminate. lia.
  Qed.
  Lemma code_inj l m : good_lists l -> good_lists m -> code l = code m -> l = m.
  Proof.
    intros [L G] [M H] E. unfold code in E. apply put_rows_inj in E; try congruence.
    - destruct E as [E1 E2]. apply put_rest_inj in E2. destruct E2. now apply lists_eq.
    - intros r I. apply (In_nth _ _ []) in I. destruct I as (x & X & <-). apply G. lia.
    - intros r I. apply (In_nth _ _ []) in I. destruct I as (x & X & <-). apply H. lia.
  Qed.
  Definition has_code i l := exists p q, respects p /\ recolours q /\ i = code (image p q l).
  Lemma code_sound c good i l m : good_lists l -> good_lists m -> has_code i l -> has_code i m ->
    lturns_left l = lturns_left m /\ (lforces c good l -> lforces c good m).
  Proof.
    intros GL GM (p & q & P & Q & ->) (p' & q' & P' & Q' & E).
    apply code_inj in E; auto using image_good. split.
    - unfold lturns_left. assert (M : lmeasure l = lmeasure m).
      { rewrite <- (image_measure p q P Q l GL), E. now apply image_measure. }
      assert (T : to_move l = to_move m) by exact (f_equal to_move E). now rewrite M, T.
    - intros F. apply (image_forces p q P Q) in F; auto. rewrite E in F. now apply (image_forces p' q' P' Q') in F.
  Qed.
  Lemma respects_id : respects (seq 0 n).
  Proof. split; [apply perm_id|]. intros v x V X. unfold at_. now rewrite !seq_nth. Qed.
  Lemma has_own_code l : good_lists l -> has_code (code l) l.
  Proof.
    intros [L G]. exists (seq 0 n), None. split; [apply respects_id|]. split; [exact I|].
    f_equal. apply lists_eq; auto. simpl. rewrite <- L. apply list_as_map.
  Qed.

  (** The key under a symmetry from the table and a change of colours, which somebody chose. *)
  Definition is_symmetry p := is_perm n p &&
    forallb (fun v => forallb (fun x => kind (at_ p v) (at_ p x) =? kind v x) (seq 0 n)) (seq 0 n).
  Lemma is_symmetry_spec p : is_symmetry p = true -> respects p.
  Proof.
    unfold is_symmetry. rewrite andb_true_iff, forallb_forall. intros [P F]. split; [now apply is_perm_spec|].
    intros v x V X. specialize (F v ltac:(apply in_seq; lia)). rewrite forallb_forall in F.
    specialize (F x ltac:(apply in_seq; lia)). now apply Nat.eqb_eq.
  Qed.
  Lemma is_symmetry_intro p : respects p -> is_symmetry p = true.
  Proof.
    intros [P K]. unfold is_symmetry. rewrite is_perm_intro by auto. simpl.
    apply forallb_forall. intros v V. apply forallb_forall. intros x X. apply in_seq in V, X. apply Nat.eqb_eq, K; lia.
  Qed.
  Lemma respects_compose p q : respects p -> respects q -> respects (compose p q).
  Proof.
    intros [P K] [Q L]. split; [now apply perm_compose|]. intros v x V X. rewrite !(at_compose n) by auto.
    rewrite L by (apply (perm_in _ _ P); auto). auto.
  Qed.
End Renaming.
