(** Games in which Alice wants all coloured and only vertices at distance one or two matter to each other, on any graph: which moves are
    legal, when play ends, and how Alice wins by keeping to a set of positions. *)
From Coq Require Import List Arith Lia Bool.
From Chromex Require Import Game Rules Facts.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** [clash e c d]: the colours c and d may not stand at distance e. Nothing clashes beyond the [range]. *)
Record local := Local { hues : nat; clash : nat -> nat -> nat -> bool; range : nat; stays_connected : bool }.
Definition clash_of (rules : list (nat * nat * nat)) e c d :=
  existsb (fun rule => let '(a, b, m) := rule in (e <=? m) && are_these a b d c) rules.
Definition reach_of (rules : list (nat * nat * nat)) := fold_right (fun rule => Nat.max (snd rule)) 1 rules.
Definition local_of (f : family) : option local := match f with
  | Colouring k => Some (Local k (fun e c d => (e <=? 1) && (d =? c)) 1 false)
  | Described d =>
      let k := number_of_colours d in
      let used := forallb (fun c => mem c (left_uses d) && mem c (right_uses d)) (seq 1 k) in
      let close := reach_of (too_near d) <=? 2 in
      let game connected := Some (Local k (clash_of (too_near d)) (reach_of (too_near d)) connected) in
      match aim_of d, no_arcs d, places_of d with
      | ColourAll, [], Anywhere => if used && close then game false else None
      | ColourAll, [], Touching => if used && close then game true else None
      | _, _, _ => None
      end
  | _ => None
  end.

Lemma existsb_false {A} (f : A -> bool) l : existsb f l = false <-> forall x, In x l -> f x = false.
Proof.
  induction l as [|a l IH]; simpl; [split; [intros _ x []|auto]|]. rewrite orb_false_iff, IH. split.
  - intros [H T] x [<-|I]; auto.
  - intros H. split; auto.
Qed.
Lemma in_ball_0 g v w : In w (ball g 0 v) <-> w = v.
Proof. unfold ball. simpl. intuition. Qed.
Lemma in_ball n edges m v w : let g := graph_of n edges in
  In w (ball g (S m) v) <-> w < n /\ exists u, In u (ball g m v) /\ (u = w \/ In w (neighbours g u)).
Proof.
  cbv zeta. unfold ball. simpl Nat.iter. unfold grow at 1. rewrite filter_In, in_seq, graph_of_length. cbn [andb]. rewrite existsb_exists. split.
  - intros [A (u & U & E)]. split; [lia|]. exists u. split; auto. rewrite orb_true_iff, Nat.eqb_eq, mem_spec in E. auto.
  - intros [A (u & U & E)]. split; [lia|]. exists u. split; auto. rewrite orb_true_iff, Nat.eqb_eq, mem_spec. auto.
Qed.
Lemma reach_listed rules a b m : In (a, b, m) rules -> m <= reach_of rules.
Proof. induction rules as [|r rules IH]; simpl; [intros []|]. intros [->|I]; simpl; [lia|]. specialize (IH I). lia. Qed.
Lemma reach_some rules : 1 <= reach_of rules.
Proof. induction rules; simpl; lia. Qed.
Lemma clash_sym rules e c d : clash_of rules e c d = clash_of rules e d c.
Proof.
  apply existsb_ext_in. intros [[a b] m] _. f_equal. unfold are_these. apply eq_true_iff_eq.
  rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq. tauto.
Qed.

Section Game.
  Variables (f : family) (L : local) (n : nat) (edges : list (nat * nat)).
  Hypothesis is_local : local_of f = Some L.
  Notation g := (graph_of n edges).
  Notation R := (rules_of f n edges).
  Notation k := (hues L).
  Hypothesis loopless : forall v, ~ In v (neighbours g v).

  (** What there is of such games. *)
  Lemma local_cases : (exists j, f = Colouring j /\ L = Local j (fun e c d => (e <=? 1) && (d =? c)) 1 false) \/
    exists d t, f = Described d /\ L = Local (number_of_colours d) (clash_of (too_near d)) (reach_of (too_near d)) t /\
      (forall c, 1 <= c <= number_of_colours d -> In c (left_uses d) /\ In c (right_uses d)) /\ reach_of (too_near d) <= 2 /\
      aim_of d = ColourAll /\ no_arcs d = [] /\ places_of d = if t then Touching else Anywhere.
  Proof.
    destruct f as [| | | | | | | | |j| | | | |d]; try discriminate; cbn [local_of] in is_local.
    - left. exists j. now inversion is_local.
    - right. exists d. destruct (aim_of d) eqn:A; try discriminate. destruct (no_arcs d) eqn:AR; [|discriminate].
      assert (X : forall b, (if forallb (fun c => mem c (left_uses d) && mem c (right_uses d)) (seq 1 (number_of_colours d)) && (reach_of (too_near d) <=? 2)
        then Some (Local (number_of_colours d) (clash_of (too_near d)) (reach_of (too_near d)) b) else None) = Some L ->
        L = Local (number_of_colours d) (clash_of (too_near d)) (reach_of (too_near d)) b /\
        (forall c, 1 <= c <= number_of_colours d -> In c (left_uses d) /\ In c (right_uses d)) /\ reach_of (too_near d) <= 2).
      { intros b. destruct (_ && _) eqn:E; [|discriminate]. intros H. inversion H. rewrite andb_true_iff, forallb_forall, Nat.leb_le in E.
        destruct E as [E1 E2]. split; auto. split; auto. intros c C. specialize (E1 c ltac:(apply in_seq; lia)).
        now rewrite andb_true_iff, !mem_spec in E1. }
      destruct (places_of d); try discriminate; apply X in is_local; [exists false|exists true]; tauto.
  Qed.
  Lemma clash_swap e c d : clash L e c d = clash L e d c.
  Proof.
    destruct local_cases as [(j & _ & ->)|(d' & t & _ & -> & _)]; simpl; [now rewrite Nat.eqb_sym|apply clash_sym].
  Qed.
  Lemma clash_far e c d : range L < e -> clash L e c d = false.
  Proof.
    destruct local_cases as [(j & _ & ->)|(d' & t & _ & -> & _)]; simpl; intros E.
    - now rewrite (proj2 (Nat.leb_gt e 1)).
    - apply existsb_false. intros [[a b] m] I. apply reach_listed in I. now rewrite (proj2 (Nat.leb_gt e m)) by lia.
  Qed.
  Lemma clash_nearer e e' c d : e <= e' -> clash L e' c d = true -> clash L e c d = true.
  Proof.
    destruct local_cases as [(j & _ & ->)|(d' & t & _ & -> & _)]; simpl; intros E.
    - rewrite !andb_true_iff, !Nat.leb_le. intros [A B]. split; auto. lia.
    - unfold clash_of. rewrite !existsb_exists. intros ([[a b] m] & I & X). exists (a, b, m). split; auto.
      rewrite andb_true_iff, Nat.leb_le in *. split; [lia|tauto].
  Qed.
  Lemma reach_one : 1 <= range L <= 2.
  Proof.
    destruct local_cases as [(j & _ & ->)|(d' & t & _ & -> & _ & X & _)]; simpl; [lia|]. split; auto using reach_some.
  Qed.

  (** Something near a vertex forbids it this colour. *)
  Definition barred c v d :=
    existsb (fun w => coloured c w && clash L 1 d (colour_of c w)) (neighbours g v) ||
    existsb (fun w => negb (w =? v) && coloured c w && clash L 2 d (colour_of c w)) (ball g 2 v).
  Lemma neighbour_in_ball v w m : In w (neighbours g v) -> In w (ball g (S m) v).
  Proof.
    intros W. assert (B := proj1 (in_neighbours n edges v w) W). induction m as [|m IH]; apply in_ball; (split; [tauto|]).
    - exists v. split; [now apply in_ball_0|auto].
    - exists w. auto.
  Qed.
  Lemma barred_spec c v d : barred c v d = true <->
    (exists w, In w (neighbours g v) /\ coloured c w = true /\ clash L 1 d (colour_of c w) = true) \/
    (exists w, In w (ball g 2 v) /\ w <> v /\ coloured c w = true /\ clash L 2 d (colour_of c w) = true).
  Proof.
    unfold barred. rewrite orb_true_iff, !existsb_exists. split; (intros [(w & W & H)|(w & W & H)]; [left|right]; exists w; split; auto).
    - now apply andb_true_iff in H.
    - rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in H. tauto.
    - now apply andb_true_iff.
    - rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq. tauto.
  Qed.
  Lemma not_barred c v d : barred c v d = false <->
    (forall w, In w (neighbours g v) -> coloured c w = true -> clash L 1 d (colour_of c w) = false) /\
    (forall w, In w (ball g 2 v) -> w <> v -> coloured c w = true -> clash L 2 d (colour_of c w) = false).
  Proof.
    rewrite <- not_true_iff_false, barred_spec. split.
    - intros H. split; intros w W; intros; apply not_true_iff_false; intros X; apply H; [left|right]; exists w; auto.
    - intros [A B] [(w & W & C & D)|(w & W & N & C & D)]; [rewrite A in D|rewrite B in D]; auto; discriminate.
  Qed.
  Lemma barred_more c v d u b : colour_of c u = 0 -> barred c v d = true -> barred (set_colour c u b) v d = true.
  Proof.
    intros Z. assert (S : forall w, coloured c w = true -> colour_of (set_colour c u b) w = colour_of c w).
    { intros w W. apply set_other. intros ->. apply coloured_true in W. auto. }
    assert (SC : forall w, coloured c w = true -> coloured (set_colour c u b) w = true) by (intros w W; unfold coloured; now rewrite S).
    rewrite !barred_spec. intros [(w & W & C & D)|(w & W & N & C & D)]; [left|right]; exists w; rewrite S by auto; auto.
  Qed.

  (** No colour is where it may not be; that stays so. *)
  Definition legal_everywhere c := forall v, v < n -> coloured c v = true -> barred c v (colour_of c v) = false.
  Lemma ball_two_sym v w : v < n -> In w (ball g 2 v) -> In v (ball g 2 w).
  Proof.
    intros V W. apply in_ball in W. destruct W as (WN & u & U & W). apply in_ball in U. destruct U as (UN & x & X & U).
    apply in_ball_0 in X. subst x. apply in_ball. split; auto. exists u. split; [|destruct U as [->|U]; auto using neighbours_sym].
    apply in_ball. split; auto. exists w. split; [now apply in_ball_0|]. destruct W as [->|W]; auto using neighbours_sym.
  Qed.
  Lemma legal_everywhere_set c v d : length c = n -> v < n -> colour_of c v = 0 -> barred c v d = false -> legal_everywhere c ->
    legal_everywhere (set_colour c v d).
  Proof.
    intros LC V Z B A u U C. apply not_barred in B. destruct B as [B1 B2].
    assert (S : forall w, w <> v -> colour_of (set_colour c v d) w = colour_of c w) by (intros; now apply set_other).
    assert (SC : forall w, w <> v -> coloured (set_colour c v d) w = coloured c w) by (intros; unfold coloured; now rewrite S).
    assert (SV : colour_of (set_colour c v d) v = d) by (apply set_same; lia). apply not_barred.
    destruct (Nat.eq_dec u v) as [->|NE].
    - rewrite SV. split; intros w W.
      + assert (w <> v) by (intros ->; now apply (loopless v)). rewrite S, SC by auto. auto.
      + intros N. rewrite S, SC by auto. auto.
    - rewrite SC in C by auto. rewrite S by auto. destruct (proj1 (not_barred c u (colour_of c u)) (A u U C)) as [A1 A2]. split; intros w W.
      + destruct (Nat.eq_dec w v) as [->|NW]; [|rewrite S, SC by auto; auto]. intros _. rewrite SV, clash_swap. apply B1; auto.
        now apply neighbours_sym.
      + intros N. destruct (Nat.eq_dec w v) as [->|NW]; [|rewrite S, SC by auto; auto]. intros _. rewrite SV, clash_swap. apply B2; auto.
        now apply ball_two_sym.
  Qed.

  (** In the colouring game a colour is forbidden by a neighbour that has it. *)
  Definition taken c v d := existsb (fun w => colour_of c w =? d) (neighbours g v).
  Lemma barred_taken j c v d : f = Colouring j -> 1 <= d -> barred c v d = taken c v d.
  Proof.
    intros F D. destruct local_cases as [(i & _ & E)|(d' & t & E & _)]; [|congruence]. apply eq_true_iff_eq.
    rewrite barred_spec. unfold taken. rewrite existsb_exists, E. cbn [clash]. split.
    - intros [(w & W & C & X)|(w & _ & _ & _ & X)]; [|discriminate]. exists w. split; auto.
    - intros (w & W & X). left. exists w. split; auto. split; auto. apply Nat.eqb_eq in X. apply coloured_true. lia.
  Qed.
  Lemma conflict_barred c v d : length c = n -> v < n -> 1 <= d -> conflict R (set_colour c v d) v = barred c v d.
  Proof.
    intros LC V D. assert (SV : colour_of (set_colour c v d) v = d) by (apply set_same; lia).
    assert (SO : forall w, w <> v -> colour_of (set_colour c v d) w = colour_of c w) by (intros; now apply set_other).
    assert (CO : forall w, w <> v -> coloured (set_colour c v d) w = coloured c w) by (intros; unfold coloured; now rewrite SO).
    assert (NB : forall w, In w (neighbours g v) -> w <> v) by (intros w W ->; now apply (loopless v)).
    destruct local_cases as [(j & F & E)|(d' & t & F & E & _ & RE & _ & AR & _)].
    - rewrite (barred_taken j) by auto. rewrite F. cbn [rules_of colouring_game conflict]. unfold same_as_neighbour, taken. rewrite SV.
      apply existsb_ext_in. intros w W. rewrite SO; auto.
    - rewrite F. cbn [rules_of described conflict]. apply eq_true_iff_eq. unfold breaks_the_rule.
      rewrite barred_spec, orb_true_iff, AR, E. cbn [clash]. split.
      + intros [H|H].
        * apply existsb_exists in H. destruct H as ([[a b] m] & I & H). apply existsb_exists in H. destruct H as (w & W & H).
          rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in H. destruct H as [[NE C] H]. rewrite SV, SO in H by auto. rewrite CO in C by auto.
          assert (M := reach_listed _ _ _ _ I). assert (X : forall e, e <= m -> clash_of (too_near d') e d (colour_of c w) = true).
          { intros e ME. apply existsb_exists. exists (a, b, m). split; auto. now rewrite (proj2 (Nat.leb_le e m) ME). }
          destruct m as [|[|[|m]]]; [apply in_ball_0 in W; contradiction| | |lia].
          -- apply in_ball in W. destruct W as (_ & u & U & W). apply in_ball_0 in U. subst u. destruct W as [W|W]; [congruence|].
             left. exists w. auto.
          -- right. exists w. auto.
        * apply existsb_exists in H. destruct H as (a & _ & H). simpl in H. now rewrite andb_false_r in H.
      + assert (X : forall e w m0, e = S m0 -> w <> v -> coloured c w = true -> clash_of (too_near d') e d (colour_of c w) = true ->
          (forall m, e <= m -> m <= 2 -> In w (ball g m v)) -> existsb (fun rule => let '(a, b, distance) := rule in
            existsb (fun w => negb (w =? v) && coloured (set_colour c v d) w && are_these a b (colour_of (set_colour c v d) w) (colour_of (set_colour c v d) v))
            (ball g distance v)) (too_near d') = true).
        { intros e w m0 EM NE C H B. apply existsb_exists in H. destruct H as ([[a b] m] & I & H). rewrite andb_true_iff, Nat.leb_le in H.
          destruct H as [M H]. assert (M2 := reach_listed _ _ _ _ I). apply existsb_exists. exists (a, b, m). split; auto. apply existsb_exists.
          exists w. split; [apply B; lia|]. rewrite SV, SO, CO, C, H by auto. now rewrite (proj2 (Nat.eqb_neq w v) NE). }
        intros [(w & W & C & H)|(w & W & N & C & H)]; left; [apply (X 1 w 0)|apply (X 2 w 1)]; auto.
        * intros [|m] A B; [lia|]. now apply neighbour_in_ball.
        * intros m A B. now replace m with 2 by lia.
  Qed.

  (** ** Moves *)
  Definition legal (c : colouring) v d := v < n /\ colour_of c v = 0 /\ 1 <= d <= k /\ barred c v d = false.
  Definition playable c v d := legal c v d /\ ready R c v = true.
  Lemma ready_spec c v : ready R c v = negb (stays_connected L) || touching g c v.
  Proof.
    destruct local_cases as [(j & F & E)|(d' & t & F & E & _ & _ & _ & _ & P)]; rewrite F, E; cbn [rules_of described colouring_game ready stays_connected]; auto.
    rewrite P. now destruct t.
  Qed.
  Lemma colours_hues : colours R = k.
  Proof. destruct local_cases as [(j & F & E)|(d' & t & F & E & _)]; now rewrite F, E. Qed.
  Lemma anybody_may p d : 1 <= d <= k -> may_use R p d = true.
  Proof.
    destruct local_cases as [(j & F & E)|(d' & t & F & E & U & _)]; rewrite F, E; auto. cbn. intros D. apply mem_spec. apply U in D. destruct p; tauto.
  Qed.

  (** Bob has not won as long as every uncoloured vertex has a colour left. *)
  Lemma ended_spec c : length c = n ->
    ended R c = None <-> forall v, v < n -> colour_of c v = 0 -> exists d, 1 <= d <= k /\ barred c v d = false.
  Proof.
    intros LC. assert (X : forall lost : nat -> bool,
      (forall v, v < n -> lost v = true <-> colour_of c v = 0 /\ forall d, 1 <= d <= k -> barred c v d = true) ->
      (if existsb lost (seq 0 (length c)) then Some (Wins Right) else None) = None <->
      forall v, v < n -> colour_of c v = 0 -> exists d, 1 <= d <= k /\ barred c v d = false).
    { intros lost H. destruct (existsb lost (seq 0 (length c))) eqn:E.
      - split; [discriminate|]. intros A. exfalso. apply existsb_exists in E. destruct E as (v & V & E). apply in_seq in V.
        rewrite LC in V. apply H in E; [|lia]. destruct E as [Z E]. destruct (A v) as (d & D & F); [lia|auto|].
        rewrite E in F; [discriminate|auto].
      - split; auto. intros _ v V Z. rewrite existsb_false in E. specialize (E v ltac:(apply in_seq; lia)).
        destruct (existsb (fun d => negb (barred c v d)) (seq 1 k)) eqn:F.
        + apply existsb_exists in F. destruct F as (d & D & F). apply in_seq in D. exists d. split; [lia|].
          now apply negb_true_iff in F.
        + exfalso. apply not_true_iff_false in E. apply E, H; auto. split; auto. intros d D. rewrite existsb_false in F.
          apply negb_false_iff, F, in_seq. lia. }
    assert (CB := conflict_barred c). destruct local_cases as [(j & F & E)|(d' & t & F & E & _ & _ & A & _)].
    - rewrite F at 1. cbn [rules_of colouring_game ended]. apply X. intros v V. unfold dead.
      rewrite andb_true_iff, negb_true_iff, coloured_false, forallb_forall.
      split; intros [Z D]; split; auto; intros d I.
      + rewrite (barred_taken j) by (auto; lia). apply D, in_seq. rewrite E in I. simpl in I. lia.
      + apply in_seq in I. rewrite <- (D d), (barred_taken j) by (try (rewrite E; simpl); auto; lia). reflexivity.
    - rewrite F in CB |- * at 1. cbn [rules_of described ended conflict] in CB |- *. rewrite A. apply X. intros v V. unfold without_colour.
      rewrite andb_true_iff, negb_true_iff, coloured_false, forallb_forall.
      split; intros [Z D]; split; auto; intros d I.
      + rewrite <- CB by (auto; lia). apply D, in_seq. rewrite E in I. simpl in I. lia.
      + apply in_seq in I. rewrite CB by (auto; lia). apply D. rewrite E. simpl. lia.
  Qed.
  Lemma ended_result c v : ended R c = Some v -> v = Wins Right.
  Proof.
    destruct local_cases as [(j & F & E)|(d' & t & F & E & _ & _ & A & _)]; rewrite F; cbn [rules_of described colouring_game ended]; rewrite ?A;
      destruct (existsb _ _); congruence.
  Qed.
  Lemma ended_before c v d : length c = n -> legal c v d -> ended R (set_colour c v d) = None -> ended R c = None.
  Proof.
    intros LC (V & Z & D & F). assert (L' : length (set_colour c v d) = n) by now rewrite set_length.
    rewrite (ended_spec _ L'), (ended_spec _ LC). intros A w W ZW. destruct (Nat.eq_dec w v) as [->|NE]; [eauto|].
    destruct (A w W) as (e & E & T); [now rewrite set_other|]. exists e. split; auto. apply not_true_iff_false. intros B.
    apply (barred_more c w e v d) in B; auto. congruence.
  Qed.
  (** Something that is uncoloured may be coloured. *)
  Lemma somewhere_ready c v : length c = n -> v < n -> colour_of c v = 0 ->
    exists w, w < n /\ colour_of c w = 0 /\ ready R c w = true.
  Proof.
    intros LC V Z. destruct (existsb (fun w => negb (coloured c w) && is_beside g c w) (seq 0 (length c))) eqn:E.
    - apply existsb_exists in E. destruct E as (w & W & E). apply in_seq in W. apply andb_true_iff in E. destruct E as [ZW B].
      exists w. split; [lia|]. split; [now apply negb_true_iff, coloured_false in ZW|]. rewrite ready_spec. unfold touching.
      rewrite B. now rewrite orb_true_r.
    - exists v. split; auto. split; auto. rewrite ready_spec. unfold touching. rewrite E. simpl. now rewrite !orb_true_r.
  Qed.

  Lemma legal_move c p v d : length c = n -> ended R c = None -> playable c v d <-> In (Colour v d) (moves R (State c p 0)).
  Proof.
    intros LC E. assert (KR := colours_hues). rewrite in_moves, in_colour_moves. split.
    - intros [(V & Z & D & F) Y]. exists v, d. cbn [col turn]. rewrite LC, KR. repeat (split; [now auto|]).
      split; [now apply anybody_may|]. rewrite conflict_barred by (auto; lia). auto.
    - intros (v' & d' & X & _ & V & Z & Y & D & _ & F). inversion X; subst v' d'. cbn [col] in *. rewrite LC in V. rewrite KR in D.
      rewrite conflict_barred in F by (auto; lia). repeat (split; [now auto|]). auto.
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
  Lemma some_move c p : length c = n -> ended R c = None -> verdict R (State c p 0) = None -> exists v d, playable c v d.
  Proof.
    intros LC E V. apply verdict_none in V. destruct (moves R (State c p 0)) as [|m ms] eqn:M; [congruence|].
    destruct (no_heap c p m) as (v & d & ->); [rewrite M; simpl; auto|]. exists v, d.
    apply (legal_move c p); auto. rewrite M. simpl. auto.
  Qed.
  Lemma not_over c p v d : length c = n -> ended R c = None -> playable c v d -> verdict R (State c p 0) = None.
  Proof.
    intros LC E M. apply (legal_move c p) in M; auto. apply in_moves in M. unfold verdict.
    destruct (heap_moves R (State c p 0)); auto. cbn [col]. rewrite E.
    destruct (colour_moves R (State c p 0)); [contradiction|auto].
  Qed.
  Lemma stuck_is_won c p : (forall w, w < n -> coloured c w = true) -> length c = n -> when_stuck R c p = Wins Left.
  Proof.
    intros A LC. destruct local_cases as [(j & F & E)|(d' & t & F & E & _ & _ & AI & _)]; rewrite F; auto. cbn. rewrite AI.
    rewrite (proj2 (forallb_forall _ _)); auto. intros w W. apply in_seq in W. apply A. lia.
  Qed.
  Lemma end_is_won c p v : length c = n -> ended R c = None -> verdict R (State c p 0) = Some v -> v = Wins Left.
  Proof.
    intros LC E V. assert (A : forall w, w < n -> coloured c w = true).
    { intros w W. destruct (coloured c w) eqn:C; auto. exfalso. apply coloured_false in C.
      destruct (somewhere_ready c w LC W C) as (u & U & Z & Y). destruct (proj1 (ended_spec c LC) E u U Z) as (d & D & F).
      rewrite (not_over c p u d) in V; auto; [discriminate|]. repeat (split; [now auto|]). auto. }
    unfold verdict in V. rewrite no_heap_moves in V. cbn [col] in V. rewrite E in V.
    destruct (colour_moves R (State c p 0)); [|discriminate]. inversion V. cbn [turn]. now apply stuck_is_won.
  Qed.
  Lemma fewer c v d : length c = n -> legal c v d -> uncoloured (set_colour c v d) < uncoloured c.
  Proof. intros LC (V & Z & D & _). rewrite (uncoloured_set c v d); auto; lia. Qed.

  (** ** Alice keeps to positions in which nobody is without a colour and she has an answer to each of Bob's moves, or may let it be *)
  Section Keeping.
    Variable kept : colouring -> Prop.
    Variable pass : bool.
    Hypothesis kept_length : forall c, kept c -> length c = n.
    Hypothesis kept_ended : forall c, kept c -> ended R c = None.
    Hypothesis reply : forall c v d, kept c -> playable c v d -> (pass = true /\ kept (set_colour c v d)) \/
      exists v' d', playable (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d').

    Lemma ended_now c v d : kept c -> playable c v d -> kept (set_colour c v d) \/
      (exists v' d', playable (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d')) ->
      ended R (set_colour c v d) = None.
    Proof.
      intros K P [K'|(v' & d' & P' & K')]; auto. apply (ended_before _ v' d'); [rewrite set_length; auto|apply P'|auto].
    Qed.
    (** Without skips, if Bob begins. *)
    Lemma wins_if_bob_begins : pass = false -> forall m c, uncoloured c < m -> kept c -> can_win R Left (State c Right 0).
    Proof.
      intros NS. induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (LC := kept_length c K).
      destruct (verdict R (State c Right 0)) as [w|] eqn:V.
      { apply forces_end with w; auto. now rewrite (end_is_won c Right w LC E V). }
      apply forces_theirs; [auto|discriminate|]. intros mv I. destruct (no_heap _ _ _ I) as (v & d & ->).
      apply legal_move in I; auto. destruct (reply c v d K I) as [[SK _]|(v' & d' & I' & K')]; [congruence|].
      assert (L' : length (set_colour c v d) = n) by (rewrite set_length; auto).
      assert (E' := ended_now c v d K I ltac:(eauto)).
      simpl. apply forces_mine with (Colour v' d').
      - exact (not_over _ _ v' d' L' E' I').
      - reflexivity.
      - now apply legal_move.
      - apply IH; auto. pose proof (fewer c v d LC (proj1 I)). pose proof (fewer _ v' d' L' (proj1 I')). simpl. lia.
    Qed.
    (** If she may skip turns herself, whoever begins: Bob has to move. *)
    Lemma wins_by_skipping : forall m c, uncoloured c < m -> kept c ->
      forall p, forces_alike R (Some Left) Left (wins_for Left) (State c p 0).
    Proof.
      induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (LC := kept_length c K).
      assert (THEIRS : forces_alike R (Some Left) Left (wins_for Left) (State c Right 0)).
      { destruct (verdict R (State c Right 0)) as [w|] eqn:V.
        { apply forces_end with w; auto. now rewrite (end_is_won c Right w LC E V). }
        apply forces_theirs; [auto|discriminate|]. intros mv I. apply in_moves_in in I. destruct I as [I|[_ X]]; [|discriminate].
        destruct (no_heap _ _ _ I) as (v & d & ->). apply legal_move in I; auto. pose proof (fewer c v d LC (proj1 I)). simpl.
        destruct (reply c v d K I) as [[_ K']|(v' & d' & I' & K')]; [apply IH; auto; lia|].
        assert (L' : length (set_colour c v d) = n) by (rewrite set_length; auto).
        assert (E' := ended_now c v d K I ltac:(eauto)).
        apply forces_mine with (Colour v' d').
        - exact (not_over _ _ v' d' L' E' I').
        - reflexivity.
        - apply in_moves_in. left. now apply legal_move.
        - simpl. apply IH; auto. pose proof (fewer _ v' d' L' (proj1 I')). lia. }
      intros [|]; [|exact THEIRS]. destruct (verdict R (State c Left 0)) as [w|] eqn:V.
      { apply forces_end with w; auto. now rewrite (end_is_won c Left w LC E V). }
      apply forces_mine with Skip; auto. apply in_moves_in. auto.
    Qed.
    (** If Bob may skip turns, whoever begins: then there has to be a move to spare. *)
    Hypothesis spare_move : forall c, kept c -> (exists v d, playable c v d) -> exists v d, playable c v d /\ kept (set_colour c v d).
    Lemma wins_despite_skips : forall m c, uncoloured c < m -> kept c ->
      forall p, forces_alike R (Some Right) Left (wins_for Left) (State c p 0).
    Proof.
      induction m as [|m IH]; intros c U K; [lia|]. assert (E := kept_ended c K). assert (LC := kept_length c K).
      assert (MINE : forall c, uncoloured c < S m -> kept c -> forces_alike R (Some Right) Left (wins_for Left) (State c Left 0)).
      { clear c U K E LC. intros c U K. assert (E := kept_ended c K). assert (LC := kept_length c K).
        destruct (verdict R (State c Left 0)) as [w|] eqn:V.
        { apply forces_end with w; auto. now rewrite (end_is_won c Left w LC E V). }
        destruct (spare_move c K (some_move c Left LC E V)) as (v & d & I & K').
        apply forces_mine with (Colour v d); auto.
        - apply in_moves_in. left. now apply legal_move.
        - simpl. apply IH; auto. pose proof (fewer c v d LC (proj1 I)). lia. }
      intros [|]; [exact (MINE c U K)|]. destruct (verdict R (State c Right 0)) as [w|] eqn:V.
      { apply forces_end with w; auto. now rewrite (end_is_won c Right w LC E V). }
      apply forces_theirs; [auto|discriminate|]. intros mv I. apply in_moves_in in I.
      destruct I as [I|[-> _]]; [|exact (MINE c U K)].
      destruct (no_heap _ _ _ I) as (v & d & ->). apply legal_move in I; auto. pose proof (fewer c v d LC (proj1 I)). simpl.
      destruct (reply c v d K I) as [[_ K']|(v' & d' & I' & K')]; [apply IH; auto; lia|].
      assert (L' : length (set_colour c v d) = n) by (rewrite set_length; auto).
      assert (E' := ended_now c v d K I ltac:(eauto)).
      apply forces_mine with (Colour v' d').
      - exact (not_over _ _ v' d' L' E' I').
      - reflexivity.
      - apply in_moves_in. left. now apply legal_move.
      - simpl. apply IH; auto. pose proof (fewer _ v' d' L' (proj1 I')). lia.
    Qed.
    (** If it is her turn and she has a move that leads there. *)
    Lemma wins_to_move c : length c = n -> kept c \/ (exists v d, playable c v d /\ kept (set_colour c v d)) ->
      forces_alike R (Some Right) Left (wins_for Left) (State c Left 0).
    Proof.
      intros LC [K|(v & d & I & K)]; [apply (wins_despite_skips (S (uncoloured c))); auto|].
      assert (E : ended R c = None) by (apply (ended_before _ v d); [auto|apply I|auto]). apply forces_mine with (Colour v d).
      - exact (not_over _ _ v d LC E I).
      - reflexivity.
      - apply in_moves_in. left. now apply legal_move.
      - simpl. apply (wins_despite_skips (S (uncoloured (set_colour c v d)))); auto.
    Qed.
  End Keeping.

  (** Both players have the same moves. *)
  Lemma same_moves p q c : 1 <= c <= k -> may_use R p c = may_use R q c.
  Proof. intros C. now rewrite !anybody_may. Qed.
  Lemma same_options h p q : options R h p = options R h q.
  Proof. destruct local_cases as [(j & F & _)|(d' & t & F & _)]; now rewrite F. Qed.
  Lemma forces_in_local skipper p good s : forces_alike R skipper p good s -> forces_in R skipper p good s.
  Proof. apply forces_in_alike; [rewrite colours_hues; apply same_moves|apply same_options]. Qed.
End Game.

(** Without skips it is only easier. *)
Lemma without_skips R p s : forces_alike R (Some (opponent p)) p (wins_for p) s -> can_win R p s.
Proof.
  intros F. induction F as [s v V G|s m V T I F IH|s V T F IH].
  - eapply forces_end; eauto.
  - apply in_moves_in in I. destruct I as [I|[_ S]]; [eapply forces_mine; eauto|].
    unfold may_skip in S. rewrite T in S. destruct p; discriminate.
  - apply forces_theirs; auto. intros m I. apply (IH m). apply in_moves_in. auto.
Qed.
(** With skips of one's own, too. *)
Lemma with_skips R p s : can_win R p s -> forces_alike R (Some p) p (wins_for p) s.
Proof.
  intros F. induction F as [s v V G|s m V T I F IH|s V T F IH].
  - eapply forces_end; eauto.
  - eapply forces_mine; eauto. apply in_moves_in. auto.
  - apply forces_theirs; auto. intros m I. apply in_moves_in in I. destruct I as [I|[_ S]]; [exact (IH m I)|].
    unfold may_skip in S. destruct p, (turn s); simpl in *; congruence.
Qed.
