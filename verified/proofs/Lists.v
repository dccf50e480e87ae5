(** List games: each uncoloured vertex has a list of colours, and colouring a vertex strikes colours from other lists.

    A game whose rule is a condition on pairs of vertices is such a game ([represented]); what colours the coloured
    vertices have does not matter any more. Renaming vertices by a symmetry, and colours where they are alike,
    gives the same game ([image_forces]). *)
From Coq Require Import List Arith Lia Bool PArith ZArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** For each vertex, whether it may get each colour; nothing for coloured vertices. *)
Record lists := Lists { rows : list (list bool); to_move : player; other : nat }.

Fixpoint both (a b : list bool) := match a, b with x :: a, y :: b => (x && y) :: both a b | _, _ => [] end.
Definition some (r : list bool) := existsb (fun b => b) r.
Fixpoint clear (rs : list (list bool)) v :=
  match rs, v with [], _ => [] | _ :: rs, O => [] :: rs | r :: rs, S v => r :: clear rs v end.
Fixpoint row_moves (us r : list bool) v c rest :=
  match us, r with
  | u :: us, b :: r => if b && u then Colour v c :: row_moves us r v (S c) rest else row_moves us r v (S c) rest
  | _, _ => rest
  end.
Fixpoint rows_moves us (rs : list (list bool)) v :=
  match rs with [] => [] | r :: rs => row_moves us r v 1 (rows_moves us rs (S v)) end.

Section ListGame.
  Variable strict : bool.                     (* whether an uncoloured vertex without colours ends the game *)
  Variable uses : player -> list bool.        (* the colours that a player may use *)
  Variable stuck : bool -> player -> result.  (* the player to move has no move; whether all is coloured, if [strict] *)
  Variable options : nat -> player -> list nat.
  Variable kinds : list (list nat).           (* how one vertex concerns another: 0, not at all *)
  Variable masks : list (list (list bool)).   (* for each kind from 1 and each colour, what stays legal *)

  (** Without [strict], an empty list is as good as a coloured vertex. *)
  Definition norm r := if strict then r else if some r then r else [].
  Fixpoint strike (ms : list (list bool)) (ks : list nat) (rs : list (list bool)) :=
    match ks, rs with
    | x :: ks, r :: rs => match x with O => r | S i => norm (both r (nth i ms [])) end :: strike ms ks rs
    | _, _ => []
    end.
  Definition lplay (l : lists) (m : move) : lists :=
    match m with
    | Colour v c => Lists (clear (strike (map (fun of_kind => nth (pred c) of_kind []) masks) (nth v kinds []) (rows l)) v)
                      (opponent (to_move l)) (other l)
    | Heap h => Lists (rows l) (opponent (to_move l)) h
    | Skip => Lists (rows l) (opponent (to_move l)) (other l)
    end.
  Definition is_dead (r : list bool) := match r with [] => false | _ => negb (some r) end.
  Definition lost rs := if strict then existsb is_dead rs else false.
  Definition lheap_moves l := filter (fun x => x <? other l) (options (other l) (to_move l)).
  Definition lcolour_moves l := if lost (rows l) then [] else rows_moves (uses (to_move l)) (rows l) 0.
  Definition lmoves l := lcolour_moves l ++ map Heap (lheap_moves l).
  Definition can us rs := existsb (fun r => some (both us r)) rs.
  Definition all_empty (rs : list (list bool)) := if strict then forallb (fun r => match r with [] => true | _ => false end) rs else true.
  Definition lverdict l : option result :=
    match lheap_moves l with
    | _ :: _ => None
    | [] => if lost (rows l) then Some (Wins Right)
            else if can (uses (to_move l)) (rows l) then None else Some (stuck (all_empty (rows l)) (to_move l))
    end.
  Definition lmoves_in skipper l := if may_skip skipper (to_move l) then lmoves l ++ [Skip] else lmoves l.
  Definition lverdict_in skipper l : option result :=
    if may_skip skipper (to_move l)
    then match lverdict l with
         | Some v => match lverdict (lplay l Skip) with Some _ => Some v | None => None end
         | None => None
         end
    else lverdict l.
  Definition lforces skipper := Game.forces lists move result to_move (lverdict_in skipper) (lmoves_in skipper) lplay.
End ListGame.

(** ** What the functions do *)
Definition bit (r : list bool) c := nth (pred c) r false.
Lemma nth_both : forall a b i, nth i (both a b) false = nth i a false && nth i b false.
Proof.
  induction a as [|x a IH]; intros [|y b] [|i]; simpl; auto; try now rewrite andb_false_r.
Qed.
Lemma some_iff r : some r = true <-> exists i, i < length r /\ nth i r false = true.
Proof.
  unfold some. rewrite existsb_exists. split.
  - intros (x & I & E). apply (In_nth _ _ false) in I. destruct I as (i & A & B). exists i. split; congruence.
  - intros (i & A & B). exists (nth i r false). split; auto. now apply nth_In.
Qed.
Lemma some_bit r : some r = true <-> exists c, 1 <= c /\ bit r c = true.
Proof.
  rewrite some_iff. unfold bit. split.
  - intros (i & A & B). exists (S i). split; auto. lia.
  - intros (c & A & B). exists (pred c). split; auto. destruct (Nat.lt_ge_cases (pred c) (length r)); auto.
    rewrite nth_overflow in B by auto. discriminate.
Qed.
Lemma both_length : forall a b, length (both a b) = Nat.min (length a) (length b).
Proof. induction a; intros [|y b]; simpl; auto. Qed.
Lemma nth_clear : forall rs v x, nth x (clear rs v) [] = if x =? v then [] else nth x rs [].
Proof.
  induction rs as [|r rs IH]; intros v x.
  - simpl. destruct (x =? v), x; auto.
  - destruct v, x; [reflexivity..|exact (IH v x)].
Qed.
Lemma clear_length : forall rs v, length (clear rs v) = length rs.
Proof. induction rs; intros [|v]; simpl; auto. Qed.
Lemma in_row_moves us : forall r v c m rest, In m (row_moves us r v c rest) <->
  (exists i, m = Colour v (c + i) /\ nth i us false = true /\ nth i r false = true) \/ In m rest.
Proof.
  induction us as [|u us IH]; intros [|b r] v c m rest; cbn [row_moves].
  1-3: split; auto; intros [(i & _ & A & B)|]; auto; destruct i; discriminate.
  assert (E : In m (row_moves us r v (S c) rest) <->
    (exists i, m = Colour v (c + S i) /\ nth i us false = true /\ nth i r false = true) \/ In m rest).
  { rewrite IH. split; (intros [(i & A & B)|A]; [left; exists i; split; auto; rewrite A; f_equal; lia|auto]). }
  destruct (b && u) eqn:BU; cbn [In]; rewrite E; clear E IH; split.
  - apply andb_true_iff in BU. destruct BU; subst. intros [<-|[(i & A)|A]]; auto.
    + left. exists 0. rewrite Nat.add_0_r. auto.
    + left. exists (S i). auto.
  - intros [([|i] & A & B)|A]; auto.
    + left. rewrite Nat.add_0_r in A. auto.
    + right. left. exists i. auto.
  - intros [(i & A)|A]; auto. left. exists (S i). auto.
  - intros [([|i] & A & B & C)|A]; auto.
    + simpl in B, C. subst. discriminate.
    + left. exists i. auto.
Qed.
Lemma in_rows_moves us : forall rs v0 m, In m (rows_moves us rs v0) <->
  exists v c, m = Colour (v0 + v) c /\ v < length rs /\ 1 <= c /\ bit us c = true /\ bit (nth v rs []) c = true.
Proof.
  induction rs as [|r rs IH]; intros v0 m; cbn [rows_moves].
  - split; [intros []|]. intros (v & c & _ & A & _). simpl in A. lia.
  - rewrite in_row_moves, IH. clear IH. split.
    + intros [(i & -> & A & B)|(v & c & -> & A & B & C & D)].
      * exists 0, (1 + i). rewrite Nat.add_0_r. unfold bit. simpl. repeat split; auto; lia.
      * exists (S v), c. replace (v0 + S v) with (S v0 + v) by lia. simpl. repeat split; auto; lia.
    + intros ([|v] & c & -> & A & B & C & D).
      * left. exists (pred c). rewrite Nat.add_0_r. unfold bit in C, D. simpl in D. repeat split; auto. f_equal. lia.
      * right. exists v, c. replace (v0 + S v) with (S v0 + v) by lia. simpl in *. repeat split; auto; lia.
Qed.

Section Represented.
  Variables (n k most : nat) (strict : bool) (stuck : bool -> player -> result).
  Variable kind : nat -> nat -> nat.
  Variable rel : nat -> nat -> nat -> bool.     (* a vertex of the first colour forbids the second one *)
  Definition kinds_of := map (fun v => map (kind v) (seq 0 n)) (seq 0 n).
  Definition mask i d := map (fun e => negb (rel (S i) d e)) (seq 1 k).
  Definition masks_of := map (fun i => map (mask i) (seq 1 k)) (seq 0 most).
  Hypothesis kind_small : forall v x, v < n -> x < n -> kind v x <= most.

  Notation norm := (norm strict).
  Notation lplay := (lplay strict kinds_of masks_of).

  Lemma kind_at v x : v < n -> x < n -> nth x (nth v kinds_of []) 0 = kind v x.
  Proof. intros V X. unfold kinds_of. now rewrite !nth_map_seq. Qed.
  Lemma kinds_row v : v < n -> length (nth v kinds_of []) = n.
  Proof. intros V. unfold kinds_of. rewrite nth_map_seq by auto. now rewrite map_length, seq_length. Qed.
  Lemma nth_seq1 (f : nat -> list bool) d : 1 <= d <= k -> nth (pred d) (map f (seq 1 k)) [] = f d.
  Proof.
    intros D. rewrite (nth_indep _ [] (f 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. f_equal. lia.
  Qed.
  Lemma mask_at i d : i < most -> 1 <= d <= k ->
    nth i (map (fun of_kind => nth (pred d) of_kind []) masks_of) [] = mask i d.
  Proof.
    intros I D. unfold masks_of. rewrite map_map, nth_map_seq by auto. now apply nth_seq1.
  Qed.
  Lemma bit_map (f : nat -> bool) e : 1 <= e <= k -> bit (map f (seq 1 k)) e = f e.
  Proof.
    intros E. unfold bit. rewrite (nth_indep _ false (f 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. f_equal. lia.
  Qed.
  Lemma bit_map_inside (f : nat -> bool) e : 1 <= e -> bit (map f (seq 1 k)) e = true -> e <= k.
  Proof.
    intros E B. destruct (Nat.le_gt_cases e k); auto. unfold bit in B.
    rewrite nth_overflow in B by (rewrite map_length, seq_length; lia). discriminate.
  Qed.

  (** The list of a vertex after a move. *)
  Definition struck v d x r := match kind v x with O => r | S i => norm (both r (mask i d)) end.
  Lemma nth_strike ms : forall ks rs x, length ks = length rs -> x < length rs ->
    nth x (strike strict ms ks rs) [] =
    match nth x ks 0 with O => nth x rs [] | S i => norm (both (nth x rs []) (nth i ms [])) end.
  Proof.
    induction ks as [|y ks IH]; intros [|r rs] x L X; simpl in *; try lia. destruct x; simpl; auto.
    apply IH; lia.
  Qed.
  Lemma strike_length ms : forall ks rs, length ks = length rs -> length (strike strict ms ks rs) = length rs.
  Proof. induction ks; intros [|r rs] L; simpl in *; try lia. rewrite IHks; lia. Qed.
  Lemma row_after l v d x : length (rows l) = n -> v < n -> x < n -> 1 <= d <= k ->
    nth x (rows (lplay l (Colour v d))) [] = if x =? v then [] else struck v d x (nth x (rows l) []).
  Proof.
    intros L V X D. unfold Lists.lplay. cbn [rows]. rewrite nth_clear. destruct (x =? v); auto.
    rewrite nth_strike by (rewrite ?kinds_row, ?L; auto; lia). rewrite kind_at by auto. unfold struck.
    pose proof (kind_small v x V X). destruct (kind v x) as [|i]; auto. rewrite mask_at; auto; lia.
  Qed.
  Lemma rows_after_length l v d : length (rows l) = n -> v < n -> length (rows (lplay l (Colour v d))) = n.
  Proof. intros L V. simpl. rewrite clear_length, strike_length; rewrite ?kinds_row; auto. Qed.

  Lemma norm_both r m : norm (both (norm r) m) = norm (both r m).
  Proof.
    unfold Lists.norm. destruct strict; auto. destruct (some r) eqn:E; auto. simpl.
    destruct (some (both r m)) eqn:F; auto. apply some_bit in F. destruct F as (c & C & F). unfold bit in F.
    rewrite nth_both in F. apply andb_true_iff in F. destruct F as [F _].
    assert (some r = true) by (apply some_bit; eauto). congruence.
  Qed.
  Lemma norm_nil : norm [] = []. Proof. unfold Lists.norm. simpl. now destruct strict. Qed.
  Lemma bit_norm r c : 1 <= c -> bit (norm r) c = bit r c.
  Proof.
    intros C. unfold Lists.norm. destruct strict; auto. destruct (some r) eqn:E; auto.
    destruct (bit r c) eqn:F; [|unfold bit; now destruct (pred c)].
    assert (some r = true) by (apply some_bit; eauto). congruence.
  Qed.

  (** ** A pair game is a list game *)
  Variable R : rules.
  Definition uses_of p := map (may_use R p) (seq 1 k).
  Variable uses : player -> list bool.
  Hypothesis uses_spec : forall p, uses p = uses_of p.

  Hypothesis colours_k : colours R = k.
  Hypothesis colours_positive : 1 <= k.
  Hypothesis kind_self : forall v, v < n -> kind v v = 0.
  Hypothesis rel_none : forall d e, rel 0 d e = false.
  Hypothesis pairs : forall c x, length c = n -> x < n -> colour_of c x <> 0 ->
    conflict R c x = existsb (fun w => coloured c w && rel (kind w x) (colour_of c w) (colour_of c x)) (seq 0 n).
  Hypothesis always_ready : forall c v, ready R c v = true.
  Hypothesis ended_spec : forall c, length c = n -> ended R c =
    if strict then
      if existsb (fun v => negb (coloured c v) && forallb (fun e => conflict R (set_colour c v e) v) (seq 1 k)) (seq 0 n)
      then Some (Wins Right) else None
    else None.
  Hypothesis stuck_spec : forall c p, length c = n ->
    when_stuck R c p = stuck (if strict then forallb (coloured c) (seq 0 n) else true) p.

  Notation lmoves := (lmoves strict uses (options R)).
  Notation lverdict := (lverdict strict uses stuck (options R)).
  Definition legal c v e := negb (conflict R (set_colour c v e) v).
  Definition row_of c v := if coloured c v then [] else norm (map (legal c v) (seq 1 k)).
  Definition represents (s : state) (l : lists) := length (col s) = n /\ turn s = to_move l /\ heap s = other l /\
    rows l = map (row_of (col s)) (seq 0 n).
  Definition lists_of (s : state) := Lists (map (row_of (col s)) (seq 0 n)) (turn s) (heap s).

  Lemma existsb_one (f h : nat -> bool) v l : NoDup l -> In v l -> h v = false -> (forall w, w <> v -> f w = h w) ->
    existsb f l = existsb h l || f v.
  Proof.
    intros D I Z E. induction D as [|x l N D IH]; simpl; [contradiction|]. destruct I as [->|I].
    - rewrite Z. simpl. rewrite (existsb_ext_in f h l); [apply orb_comm|].
      intros w W. apply E. intros ->. contradiction.
    - rewrite IH by auto. rewrite E by (intros ->; contradiction). apply orb_assoc.
  Qed.
  Lemma legal_after c v d x e : length c = n -> v < n -> x < n -> x <> v -> colour_of c v = 0 -> 1 <= d -> 1 <= e ->
    legal (set_colour c v d) x e = legal c x e && negb (rel (kind v x) d e).
  Proof.
    intros L V X N Z D E. unfold legal. rewrite <- negb_orb. f_equal.
    rewrite !pairs by (rewrite ?set_length, ?set_same; rewrite ?set_length; auto; lia).
    rewrite !set_same by (rewrite ?set_length; lia).
    rewrite (existsb_one _ (fun w => coloured (set_colour c x e) w && rel (kind w x) (colour_of (set_colour c x e) w) e) v).
    - f_equal. unfold coloured. rewrite set_other, set_same by (auto; lia).
      now rewrite (proj2 (Nat.eqb_neq d 0)) by lia.
    - apply seq_NoDup.
    - apply in_seq. lia.
    - unfold coloured. rewrite set_other, Z by auto. reflexivity.
    - intros w W. destruct (Nat.eq_dec w x) as [->|W'].
      + rewrite kind_self, !rel_none by auto. now rewrite !andb_false_r.
      + unfold coloured. rewrite !(set_other _ _ _ w) by auto. reflexivity.
  Qed.

  Lemma map_both (f h : nat -> bool) l : both (map f l) (map h l) = map (fun e => f e && h e) l.
  Proof. induction l; simpl; congruence. Qed.
  Lemma represents_play s l v d : represents s l -> v < n -> colour_of (col s) v = 0 -> 1 <= d <= k ->
    represents (play s (Colour v d)) (lplay l (Colour v d)).
  Proof.
    intros (L & T & H & E) V Z D. split; [|split; [|split]]; simpl turn; simpl to_move; simpl heap; simpl other;
      try congruence; [simpl; now rewrite set_length|].
    assert (LR : length (rows l) = n) by now rewrite E, map_length, seq_length.
    apply nth_ext with (d := []) (d' := []).
    { rewrite rows_after_length, map_length, seq_length; auto. }
    intros x X. rewrite rows_after_length in X by auto. rewrite row_after by auto.
    rewrite nth_map_seq, E, nth_map_seq by auto. simpl col. unfold row_of at 2.
    destruct (Nat.eqb_spec x v) as [->|N].
    { unfold coloured. rewrite set_same by lia. now rewrite (proj2 (Nat.eqb_neq d 0)) by lia. }
    unfold row_of, coloured. rewrite set_other by auto. unfold struck.
    destruct (colour_of (col s) x =? 0) eqn:C; simpl.
    2: { destruct (kind v x); auto. simpl. apply norm_nil. }
    assert (M : map (legal (set_colour (col s) v d) x) (seq 1 k) =
                map (fun e => legal (col s) x e && negb (rel (kind v x) d e)) (seq 1 k)).
    { apply map_ext_in. intros e I. apply in_seq in I. apply legal_after; auto; lia. }
    rewrite M. destruct (kind v x) as [|i].
    - f_equal. apply map_ext. intros e. rewrite rel_none. now rewrite andb_true_r.
    - rewrite norm_both. unfold mask. now rewrite map_both.
  Qed.
  Lemma bit_row c v e : 1 <= e -> bit (row_of c v) e = true <->
    colour_of c v = 0 /\ e <= k /\ conflict R (set_colour c v e) v = false.
  Proof.
    intros E. unfold row_of. destruct (coloured c v) eqn:C.
    - apply coloured_true in C. unfold bit. split; [destruct (pred e); discriminate|tauto].
    - apply coloured_false in C. rewrite bit_norm by auto. split.
      + intros B. assert (K := bit_map_inside _ _ E B). rewrite bit_map in B by lia.
        apply negb_true_iff in B. auto.
      + intros (_ & K & B). rewrite bit_map by lia. now apply negb_true_iff.
  Qed.
  Lemma represents_lost s l : represents s l -> ended R (col s) = if lost strict (rows l) then Some (Wins Right) else None.
  Proof.
    intros (L & _ & _ & E). rewrite ended_spec by auto. unfold lost. destruct strict eqn:ST; auto.
    rewrite E, existsb_map. match goal with |- (if ?a then _ else _) = (if ?b then _ else _) => assert (a = b) as -> end; auto.
    apply existsb_ext_in. intros v V. unfold row_of, coloured. destruct (colour_of (col s) v =? 0); auto. simpl.
    unfold Lists.norm. rewrite ST. unfold is_dead, some. rewrite existsb_map.
    destruct (seq 1 k) as [|e es] eqn:SQ; [simpl|].
    2: { simpl. unfold legal. rewrite negb_orb, negb_involutive. f_equal. clear.
         induction es; simpl; auto. rewrite negb_orb, negb_involutive. congruence. }
    (* no colours at all *) exfalso. apply (f_equal (@length nat)) in SQ. rewrite seq_length in SQ. simpl in SQ.
    lia.
  Qed.
  Lemma represents_moves s l : represents s l -> forall m, In m (moves R s) <-> In m (lmoves l).
  Proof.
    intros RP m. assert (RP' := RP). destruct RP' as (L & T & H & E). rewrite in_moves. unfold Lists.lmoves.
    rewrite in_app_iff, in_map_iff. pose proof (represents_lost _ _ RP) as EN.
    assert (C : forall v c, In (Colour v c) (colour_moves R s) <-> In (Colour v c) (lcolour_moves strict uses l)).
    { intros v c. rewrite in_colour_moves, EN. unfold lcolour_moves. destruct (lost strict (rows l)).
      { split; [intros (x & d & _ & F & _); discriminate|intros []]. }
      rewrite in_rows_moves, <- T. split.
      - intros (x & d & EQ & _ & A1 & A2 & _ & A3 & A4 & A5). inversion EQ; subst x d. exists v, c.
        rewrite E, map_length, seq_length, nth_map_seq by lia. repeat split; try lia.
        + rewrite uses_spec. unfold uses_of. rewrite bit_map; auto. lia.
        + apply bit_row; auto; try lia. repeat split; auto; lia.
      - intros (x & d & EQ & A1 & A2 & A3 & A4). inversion EQ; subst x d.
        rewrite E, map_length, seq_length in A1. rewrite E, nth_map_seq in A4 by auto.
        apply bit_row in A4; auto. destruct A4 as (A4 & A5 & A6). exists v, c.
        rewrite uses_spec in A3. unfold uses_of in A3. rewrite bit_map in A3 by lia. repeat split; auto; lia. }
    destruct m as [v c|h|]; [| |split; [contradiction|]].
    - rewrite C. split; auto. intros [A|(x & X & _)]; [auto|discriminate].
    - assert (HM : heap_moves R s = lheap_moves (options R) l) by (unfold heap_moves, lheap_moves; now rewrite H, T).
      rewrite HM. split; [eauto|]. intros [A|(x & X & A)]; [|now inversion X; subst]. exfalso. unfold lcolour_moves in A.
      destruct (lost _ _); [auto|]. apply in_rows_moves in A. destruct A as (v & c & A & _). discriminate.
    - intros [A|(x & X & _)]; [|discriminate]. unfold lcolour_moves in A. destruct (lost _ _); [auto|].
      apply in_rows_moves in A. destruct A as (v & c & A & _). discriminate.
  Qed.
  Lemma can_iff us rs : can us rs = true <-> exists m, In m (rows_moves us rs 0).
  Proof.
    unfold can. rewrite existsb_exists. split.
    - intros (r & I & S). apply some_bit in S. destruct S as (c & C & B). unfold bit in B. rewrite nth_both in B.
      apply andb_true_iff in B. destruct B as [B1 B2]. apply (In_nth _ _ []) in I. destruct I as (v & V & <-).
      exists (Colour v c). apply in_rows_moves. exists v, c. auto.
    - intros (m & I). apply in_rows_moves in I. destruct I as (v & c & _ & A & B & C & D).
      exists (nth v rs []). split; [now apply nth_In|]. apply some_bit. exists c. split; auto.
      unfold bit in *. now rewrite nth_both, C, D.
  Qed.
  Lemma represents_all s l : represents s l -> all_empty strict (rows l) = if strict then forallb (coloured (col s)) (seq 0 n) else true.
  Proof.
    intros (L & T & H & E). unfold all_empty. destruct strict eqn:ST; auto. rewrite E.
    assert (X : forall l, forallb (fun r : list bool => match r with [] => true | _ => false end) (map (row_of (col s)) l) =
      forallb (coloured (col s)) l); [|apply X].
    induction l0 as [|v l0 IH]; simpl; auto. rewrite IH. f_equal. unfold row_of, Lists.norm. destruct (coloured (col s) v); auto.
    rewrite ST. destruct k; [lia|reflexivity].
  Qed.
  Lemma represents_verdict s l : represents s l -> verdict R s = lverdict l.
  Proof.
    intros RP. assert (RP' := RP). destruct RP' as (L & T & H & E).
    assert (HM : heap_moves R s = lheap_moves (options R) l) by (unfold heap_moves, lheap_moves; now rewrite H, T).
    pose proof (represents_lost _ _ RP) as EN. pose proof (represents_moves _ _ RP) as M.
    unfold verdict, Lists.lverdict. rewrite HM. destruct (lheap_moves _ l) eqn:HL; auto. rewrite EN.
    unfold moves, Lists.lmoves, lcolour_moves in M. rewrite HM, HL in M. simpl in M.
    destruct (lost strict (rows l)); auto. rewrite !app_nil_r in M.
    assert (C := can_iff (uses (to_move l)) (rows l)).
    destruct (colour_moves R s) as [|m ms], (can _ _); auto.
    - destruct (proj1 C eq_refl) as (m & I). apply M in I. contradiction.
    - now rewrite stuck_spec, T, (represents_all s l RP).
    - assert (false = true); [apply C|discriminate]. exists m. apply M. simpl; auto.
  Qed.
  Lemma represents_step s l m : represents s l -> In m (moves R s) -> represents (play s m) (lplay l m).
  Proof.
    intros RP I. apply in_moves in I. destruct m as [v d|h|]; [| |contradiction].
    - apply in_colour_moves in I. destruct I as (x & e & EQ & _ & A & B & _ & C & _). inversion EQ; subst.
      destruct RP as (L & RP). apply represents_play; auto; try lia. split; auto.
    - destruct RP as (L & T & H & E). simpl. repeat split; simpl; congruence.
  Qed.
  Variable skipper : option player.
  Lemma represents_skip s l : represents s l -> represents (play s Skip) (lplay l Skip).
  Proof. intros (L & T & H & E). repeat split; simpl; congruence. Qed.
  Lemma represents_verdict_in s l : represents s l ->
    verdict_in R skipper s = lverdict_in strict uses stuck (options R) kinds_of masks_of skipper l.
  Proof.
    intros RP. assert (T : turn s = to_move l) by apply RP. unfold verdict_in, lverdict_in.
    rewrite (represents_verdict s l RP), (represents_verdict _ _ (represents_skip s l RP)), T. reflexivity.
  Qed.
  Lemma represents_moves_in s l : represents s l -> forall m, In m (moves_in R skipper s) <-> In m (lmoves_in strict uses (options R) skipper l).
  Proof.
    intros RP m. rewrite in_moves_in. unfold lmoves_in. assert (T : turn s = to_move l) by apply RP. rewrite T.
    rewrite (represents_moves s l RP m). destruct (may_skip skipper (to_move l)); [rewrite in_app_iff; simpl|]; intuition congruence.
  Qed.
  Lemma represents_step_in s l m : represents s l -> In m (moves_in R skipper s) -> represents (play s m) (lplay l m).
  Proof. intros RP I. apply in_moves_in in I. destruct I as [I|[-> _]]; auto using represents_step, represents_skip. Qed.
  Lemma represents_forces c good s l : represents s l ->
    lforces strict uses stuck (options R) kinds_of masks_of skipper c good l <-> forces_in R skipper c good s.
  Proof.
    intros RP.
    assert (T : forall s l, represents s l -> turn s = to_move l) by (intros s' l' RP'; apply RP').
    assert (FO : forall s l m, represents s l -> verdict_in R skipper s = None -> In m (moves_in R skipper s) ->
      exists m', In m' (lmoves_in strict uses (options R) skipper l) /\ represents (play s m) (lplay l m')).
    { intros s' l' m RP' _ I. exists m. split; [now apply (represents_moves_in s')|now apply represents_step_in]. }
    assert (BA : forall s l m, represents s l -> verdict_in R skipper s = None -> In m (lmoves_in strict uses (options R) skipper l) ->
      exists m', In m' (moves_in R skipper s) /\ represents (play s m') (lplay l m)).
    { intros s' l' m RP' _ I. apply (represents_moves_in s' l') in I; auto. exists m. split; auto.
      now apply represents_step_in. }
    split; intros F.
    - exact (similar_back _ _ _ _ _ _ _ _ _ _ _ _ _ _ represents_verdict_in T FO BA c good l F _ RP).
    - exact (similar_forth _ _ _ _ _ _ _ _ _ _ _ _ _ _ represents_verdict_in T FO BA c good s F _ RP).
  Qed.
  Lemma lists_of_represents s : length (col s) = n -> represents s (lists_of s).
  Proof. intros L. repeat split; auto. Qed.
End Represented.
