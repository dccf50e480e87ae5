(** Alice wins with four colours on boards of every length, by what is in order near each column: the theorem about the checker of Plans.v. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Local Boards Checker Formulas Touched Around Cases Turned Worlds Plans.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.
Local Opaque centre.

Section Play.
  Variable go_on : facts -> bool.
  Variable p : plan.
  Notation rows := (plan_rows p).
  Notation defs := (definitions p).
  Notation invs := (invariants p).
  Notation value := (value defs).
  Hypothesis OK : check_plan go_on p = true.
  Notation round := (is_some (least p)).
  Notation shape := (if round then Cylinder else Grid).
  Variable n : nat.
  Hypothesis N1 : match least p with Some m => m | None => 1 end <= n.
  Notation N := (rows * n).
  Notation g := (graph_of N (board shape rows n)).
  Notation R := (colouring_game 4 g).
  Notation good := (good defs invs).
  Notation legal := (legal hues4 N (board shape rows n)).

  Lemma tall_enough : 2 <= rows.
  Proof. unfold check_plan in OK. rewrite !andb_true_iff, Nat.leb_le in OK. tauto. Qed.
  Lemma WD : well_defined defs = true.
  Proof. unfold check_plan in OK. rewrite !andb_true_iff in OK. tauto. Qed.
  Lemma AT : all_told defs (touched p) = true.
  Proof. unfold check_plan in OK. rewrite !andb_true_iff in OK. tauto. Qed.
  Lemma long : shortest shape <= n.
  Proof.
    unfold check_plan in OK. rewrite !andb_true_iff in OK. destruct OK as [[[[[[_ L] _] _] _] _] _]. unfold shortest.
    destruct (least p) as [m|]; simpl in *; [apply Nat.leb_le in L; lia|exact N1].
  Qed.

  (* What Worlds.v has of these boards. *)
  Notation period := (Worlds.period round n).
  Notation some_columns := (Worlds.some_columns round n long).
  Notation same := (same period).
  Notation column := (Worlds.column round n).
  Notation world_of := (Worlds.world_of rows round n).
  Notation column_is := (Worlds.column_is round n long).
  Notation column_in := (Worlds.column_in round n long).
  Notation column_of := (Worlds.column_of round n long).
  Notation column_same := (Worlds.column_same round n long).
  Notation hue_at := (Worlds.hue_at rows round n).
  Notation hue_set := (Worlds.hue_set rows round n long).
  Notation world_periodic := (Worlds.world_periodic rows round n long).
  Notation near_by := (Worlds.near_by rows round n long).
  Notation legal_iff := (Worlds.legal_iff rows round n long).
  Notation valid_set := (Worlds.valid_set rows round n long).
  Lemma enough : match least_columns p, period with Some m, Some k => (m <= k)%Z | None, None => True | _, _ => False end.
  Proof. unfold least_columns, period. destruct (least p); simpl in *; [lia|auto]. Qed.

  (** ** Order *)
  Definition mark_everywhere (mk : Z -> nat -> nat) := forall z z' r, same z z' = true -> mk z r = mk z' r.
  Definition kept (c : colouring) := length c = N /\ exists mk, ((forall z r, mk z r <= 4) /\ mark_everywhere mk) /\
    valid rows (world_of c mk) /\ good (world_of c mk).

  (** The world seen from another column, with two colours swapped. *)
  Definition seen (w : world) (t : Z) (h o : nat) : world :=
    World (fun z => ex w (z + t)) (fun z r => swap h o (hue w (z + t) r)) (fun z r => mark w (z + t) r).
  Lemma beside_shift t c r c' r' : In (c', r') (next_to rows c r) -> In ((c' + t)%Z, r') (next_to rows (c + t) r).
  Proof.
    unfold next_to. rewrite !in_app_iff. intros [B|[B|B]].
    - left. destruct r; [contradiction|]. destruct B as [B|[]]. inversion B. simpl. auto.
    - right. left. destruct (S r <? rows); [|contradiction]. destruct B as [B|[]]. inversion B. simpl. auto.
    - right. right. destruct B as [B|[B|[]]]; inversion B; simpl; [left|right; left]; f_equal; lia.
  Qed.
  Section Seen.
    Variables (h o : nat).
    Hypothesis H : 1 <= h <= 4.
    Hypothesis O : 1 <= o <= 4.
    Lemma seen_alike w t z : alike_at w (seen w t h o) t (swap h o) z.
    Proof. unfold alike_at. simpl. auto. Qed.
    Lemma seen_value w t d x : value (seen w t h o) d x = value w d (x + t).
    Proof.
      apply (value_everywhere defs WD w (seen w t h o) t (swap h o)); auto using seen_alike.
      - now apply swap_none.
      - intros. eapply swap_inj; eauto.
    Qed.
    Lemma seen_holds w t f x : holds (seen w t h o) (value (seen w t h o)) f x = holds w (value w) f (x + t).
    Proof.
      apply (holds_everywhere defs WD w (seen w t h o) t (swap h o)); auto using seen_alike.
      - now apply swap_none.
      - intros. eapply swap_inj; eauto.
    Qed.
    Lemma seen_periodic w t : periodic period w -> periodic period (seen w t h o).
    Proof.
      intros P z z' S. simpl. assert (S' : same (z + t) (z' + t) = true).
      { rewrite <- (same_shift period some_columns). now replace (z + t - t)%Z with z by lia. }
      destruct (P _ _ S') as [E X]. split; [exact E|]. intros r. destruct (X r) as [-> ->]. auto.
    Qed.
    Lemma seen_valid w t : valid rows w -> valid rows (seen w t h o).
    Proof.
      intros [V1 V2 V3 V4 V5]. constructor; simpl.
      - intros a b c A B C. apply (V1 (a + t)%Z (b + t)%Z); auto. lia.
      - intros c E r. rewrite V2 by auto. now apply swap_none.
      - intros c r. now apply swap_small.
      - intros c r RR. rewrite V4 by auto. now apply swap_none.
      - intros c r c' r' B NZ E. apply swap_inj in E. revert E. apply V5; [now apply beside_shift|]. intros Z. apply NZ. rewrite Z. now apply swap_none.
    Qed.
  End Seen.

  (** *** What a tree shows *)
  Definition always_ok (w : world) (always : PositiveMap.t bool) := forall d b x, PositiveMap.find d always = Some b -> value w d x = b.
  Lemma run_ok always held bob pass reply here k t w : valid rows w -> periodic period w -> (forall z r, mark w z r <= 4) -> learned defs always w k ->
    can_change w bob -> (forall f c, here = Some (f, c) -> holds w (value w) f c = true) ->
    run go_on p always held bob pass reply here k t = true -> answered rows defs held bob pass reply period w.
  Proof.
    intros V P M (k' & -> & A) C H. unfold run. rewrite andb_true_iff, forallb_forall. intros [X T].
    eapply check_tree_ok; eauto using WD, AT, some_columns; [|exact enough]. intros d I. apply X in I.
    destruct (PositiveMap.find d always) as [[]|]; auto; discriminate.
  Qed.
  Definition is_here (w : world) := ex w centre = true /\ (round = true -> forall z, ex w z = true).
  Lemma here_known w s z : is_here w -> (low (nothing_known round s) <= z <= high (nothing_known round s))%Z -> ex w z = true.
  Proof. intros [E R]. simpl. destruct round; [auto|]. intros Z. replace z with centre by lia. exact E. Qed.
  Lemma nothing_known_agrees w always : valid rows w -> (forall z r, mark w z r <= 4) -> is_here w -> always_ok w always ->
    agrees defs always w (nothing_known round any_of).
  Proof.
    intros V M E A. constructor; try (intros z; now apply here_known); simpl; try discriminate.
    - intros c r _. unfold may_hold, in_column. destruct c; simpl; rewrite ?PositiveMap.gempty; pose proof (hues rows w V) as HU;
        match goal with |- has _ (hue w ?c r) = true => specialize (HU c r); destruct (hue w c r) as [|[|[|[|[|]]]]]; auto; lia end.
    - intros c r. unfold may_mark, in_column. destruct c; simpl; rewrite ?PositiveMap.gempty;
        match goal with |- has _ (mark w ?c r) = true => specialize (M c r); destruct (mark w c r) as [|[|[|[|[|]]]]]; auto; lia end.
    - intros d c b. unfold fact. destruct (PositiveMap.find d always) eqn:F; [intros X; inversion X; subst; eauto|].
      destruct c; simpl; rewrite ?PositiveMap.gempty; discriminate.
  Qed.
  Lemma of_invariants_ok w : good w -> always_ok w (of_invariants p).
  Proof.
    intros G d b x F. unfold of_invariants in F.
    assert (X : forall l, incl l invs -> PositiveMap.find d (fold_right (fun d => PositiveMap.add d true) (PositiveMap.empty bool) l) = Some b ->
      b = true /\ In d invs).
    { induction l as [|e l IH]; simpl; intros I; [rewrite PositiveMap.gempty; discriminate|]. destruct (Pos.eq_dec d e) as [->|NE].
      - rewrite PositiveMap.gss. intros E. inversion E. split; auto. apply I. simpl. auto.
      - rewrite PositiveMap.gso by auto. apply IH. intros y Y. apply I. simpl. auto. }
    destruct (X invs (incl_refl _) F) as [-> I]. now apply G.
  Qed.
  Lemma seen_good w t h o : 1 <= h <= 4 -> 1 <= o <= 4 -> good w -> good (seen w t h o).
  Proof. intros H O G d x I. rewrite seen_value by auto. now apply G. Qed.
  Lemma seen_always w t h o always : 1 <= h <= 4 -> 1 <= o <= 4 -> always_ok w always -> always_ok (seen w t h o) always.
  Proof. intros H O A d b x F. rewrite seen_value by auto. eauto. Qed.

  (** A reply in the world that is seen is one on the board. *)
  Lemma reply_on_board c mk t h o bob move marks c1 : 1 <= h <= 4 -> 1 <= o <= 4 -> (forall z r, mk z r <= 4) -> mark_everywhere mk ->
    small marks ->
    (forall z r, hue (world_of c1 mk) z r =
       match lookup_round period (bob ++ move) (z - t) r with Some x => swap h o x | None => hue (world_of c mk) z r end) ->
    length c1 = N -> valid rows (world_of c1 mk) -> good (after_round period (seen (world_of c mk) t h o) (bob ++ move) marks) -> kept c1.
  Proof.
    intros H O M ME S E L V G. split; [exact L|]. set (w := after_round period (seen (world_of c mk) t h o) (bob ++ move) marks) in *.
    assert (PE : periodic period (seen (world_of c mk) t h o)) by now apply seen_periodic, world_periodic.
    exists (fun z r => mark w (z - t) r). split; [split|split].
    - intros z r. simpl. destruct (lookup_round period marks (z - t) r) eqn:K; [|apply M]. apply lookup_round_in in K. destruct K as (c' & K).
      exact (S _ K).
    - intros z z' r SA. apply (after_periodic period some_columns _ (bob ++ move) marks PE). rewrite (same_shift period some_columns).
      now replace (z' - t + t)%Z with z' by lia.
    - destruct V as [V1 V2 V3 V4 V5]. now constructor.
    - intros d x I. specialize (G d (x - t)%Z I). rewrite <- G. apply (value_everywhere defs WD w _ (- t) (swap h o)).
      + now apply swap_none.
      + intros. eapply swap_inj; eauto.
      + intros z. unfold alike_at. split; [simpl; f_equal; f_equal; lia|]. intros r. split; [|now replace (z + - t)%Z with (z - t)%Z by lia].
        change (hue (world_of c1 (fun z r => mark w (z - t) r)) z r) with (hue (world_of c1 mk) z r). rewrite E. simpl.
        replace (z + - t)%Z with (z - t)%Z by lia. destruct (lookup_round period (bob ++ move) (z - t) r) as [y|]; auto.
        rewrite swap_swap. now replace (z - t + t)%Z with z by lia.
  Qed.

  Lemma found c mk c1 t h o bob pass : 1 <= h <= 4 -> 1 <= o <= 4 -> (forall z r, mk z r <= 4) -> mark_everywhere mk -> length c1 = N ->
    valid rows (world_of c1 mk) -> (forall z r x, lookup_round period bob z r = Some x -> 1 <= x) ->
    (forall z r, hue (world_of c1 mk) z r =
       match lookup_round period bob (z - t) r with Some x => swap h o x | None => hue (world_of c mk) z r end) ->
    answered rows defs invs bob pass true period (seen (world_of c mk) t h o) ->
    (pass = true /\ kept c1) \/ exists v d, legal c1 v d /\ kept (set_colour c1 v d).
  Proof.
    intros H O M ME L V B1 E (_ & move & marks & S & G). set (w := seen (world_of c mk) t h o) in *.
    assert (X : forall z r, hue (world_of c1 mk) (z + t) r = swap h o (hue (after_round period w bob []) z r)).
    { intros z r. rewrite E. replace (z + t - t)%Z with z by lia. simpl. destruct (lookup_round period bob z r); auto. now rewrite swap_swap. }
    destruct move as [[[z0 r0] h0]|].
    - right. destruct G as [(G1 & G2 & G3 & G4 & G5) G].
      simpl in G1. destruct (column (z0 + t)) as [j|] eqn:C; [|discriminate]. assert (J := column_in _ _ C).
      assert (LG : legal c1 (cell rows r0 j) (swap h o h0)).
      { apply (legal_iff c1 mk (z0 + t)); auto. split; [simpl; now rewrite C|]. split; [exact G2|].
        split; [rewrite X, G3; now apply swap_none|].
        split; [split; [apply swap_positive|apply swap_small]; lia|].
        intros c' r' BS. replace c' with (c' - t + t)%Z by lia. rewrite X. intros EQ. apply swap_inj in EQ. revert EQ.
        apply (beside_shift (- t)%Z) in BS. replace (z0 + t + - t)%Z with z0 in BS by lia. replace (c' + - t)%Z with (c' - t)%Z in BS by lia.
        exact (G5 _ _ BS). }
      exists (cell rows r0 j), (swap h o h0). split; [exact LG|].
      apply (reply_on_board c mk t h o bob [(z0, r0, h0)] marks); auto.
      + intros z r. rewrite (hue_set c1 mk mk r0 (z0 + t) j) by auto. rewrite lookup_round_app, E, <- (same_shift period some_columns).
        assert (NB : lookup_round period bob z0 r0 = None).
        { destruct (lookup_round period bob z0 r0) eqn:LB; auto. exfalso. simpl in G3. rewrite LB in G3. apply B1 in LB. lia. }
        simpl. destruct (same (z - t) z0) eqn:SA; cbn [andb]; [|destruct (lookup_round period bob (z - t) r); auto].
        destruct (Nat.eqb_spec r r0) as [->|NR]; [|destruct (lookup_round period bob (z - t) r); auto].
        now rewrite (lookup_round_same period some_columns bob (z - t) z0 r0 SA), NB.
      + now rewrite set_length.
      + now apply (valid_set c1 mk).
    - left. destruct G as [P G]. split; [exact P|]. apply (reply_on_board c mk t h o bob [] marks); auto; rewrite app_nil_r; auto.
  Qed.

  (** *** Bob's moves are answered *)
  Lemma seen_marks c mk t h o : (forall z r, mk z r <= 4) -> forall z r, mark (seen (world_of c mk) t h o) z r <= 4.
  Proof. intros M z r. simpl. apply M. Qed.
  Lemma seen_here c mk z h o : is_some (column z) = true -> is_here (seen (world_of c mk) (z - centre) h o).
  Proof.
    intros C. split.
    - unfold seen, world_of. cbn [ex]. now replace (centre + (z - centre))%Z with z by lia.
    - intros R y. simpl. unfold column. now rewrite R.
  Qed.
  Lemma reply_above c i j d : kept c -> i < rows -> i + i < rows -> j < n -> legal c (cell rows i j) d ->
    let c' := set_colour c (cell rows i j) d in kept c' \/ exists v' d', legal c' v' d' /\ kept (set_colour c' v' d').
  Proof.
    intros (L & mk & (M & ME) & V & G) I II J LG. assert (CJ := column_of j J).
    assert (LI := LG). apply (legal_iff c mk (Z.of_nat j)) in LI; auto. destruct LI as (L1 & L2 & L3 & L4 & L5).
    set (t := (Z.of_nat j - centre)%Z). set (w := seen (world_of c mk) t 1 d). assert (ONE : 1 <= 1 <= 4) by lia.
    assert (VW : valid rows w) by now apply seen_valid.
    assert (PW : periodic period w) by now apply seen_periodic, world_periodic.
    assert (MW : forall z r, mark w z r <= 4) by now apply seen_marks.
    assert (EW : is_here w) by (apply seen_here; now rewrite CJ).
    assert (TC : (centre + t)%Z = Z.of_nat j) by (unfold t; lia).
    assert (T : exists tr, check_answer go_on p i tr = true).
    { unfold check_plan in OK. rewrite !andb_true_iff in OK. destruct OK as [[_ AN] _]. eapply for_all_ok; eauto. unfold upper_rows. apply filter_In. rewrite in_seq, Nat.ltb_lt. lia. }
    destruct T as [tr T]. unfold check_answer in T. apply run_ok with (w := w) in T; auto.
    - destruct (found c mk (set_colour c (cell rows i j) d) t 1 d [(centre, i, 1)] true) as [[_ K]|K]; auto.
      + now rewrite set_length.
      + now apply (valid_set c mk).
      + intros z r x. simpl. destruct (_ && _); [|discriminate]. intros X. inversion X. lia.
      + intros z r. rewrite (hue_set c mk mk i (Z.of_nat j) j) by auto. simpl. rewrite (same_shift period some_columns), TC.
        destruct (_ && _); auto.
    - assert (A : agrees defs (of_invariants p) w (nothing_known round any_of)).
      { apply nothing_known_agrees; auto. apply of_invariants_ok. now apply seen_good. }
      assert (FIRST : learned defs (of_invariants p) w (limit rows centre i (only 0) (nothing_known round any_of))).
      { apply limit_ok; auto. intros _. unfold w. cbn [hue seen]. rewrite TC, L3, swap_none by auto. reflexivity. }
      assert (D : forall y, In y (next_to rows centre i) -> has (but any_of (only 1)) (hue w (fst y) (snd y)) = true).
      { intros [z r] B. apply (not_only _ 1); [apply (hues rows w VW)|]. simpl fst. simpl snd. intros E.
        apply (beside_shift t) in B. rewrite TC in B. apply (L5 _ _ B).
        change (swap 1 d (hue (world_of c mk) (z + t) r) = 1) in E. rewrite <- (swap_swap 1 d (hue _ _ _)), E. unfold swap. now rewrite Nat.eqb_refl. }
      revert D FIRST. generalize (limit rows centre i (only 0) (nothing_known round any_of)). generalize (next_to rows centre i).
      induction l as [|y l IH]; intros k D F; simpl; auto. apply IH; [intros; apply D; simpl; auto|].
      apply learned_then; auto. intros k' A'. apply limit_ok; auto. intros _. apply D. simpl. auto.
    - intros z r x. simpl. destruct ((z =? centre)%Z && (r =? i)) eqn:E; [|discriminate]. rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq in E.
      destruct E as [-> ->]. intros X. inversion X; subst. change (ex w centre = true /\ hue w centre i = 0 /\ 1 <= 1 <= 4).
      split; [exact (proj1 EW)|]. split; [|lia]. unfold w. cbn [hue seen]. rewrite TC, L3. now apply swap_none.
    - discriminate.
  Qed.

  (** *** The lower half of the board, upside down *)
  Notation other := (other_row rows).
  Definition turn_cell v := cell rows (other (v mod rows)) (v / rows).
  Definition turn (c : colouring) : colouring := map (fun v => colour_of c (turn_cell v)) (seq 0 N).
  Lemma turn_cell_at i j : i < rows -> turn_cell (cell rows i j) = cell rows (other i) j.
  Proof.
    intros I. unfold turn_cell. replace (cell rows i j mod rows) with i; [replace (cell rows i j / rows) with j; auto|]; unfold cell.
    - rewrite Nat.div_add_l, Nat.div_small by lia. lia.
    - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. auto.
  Qed.
  Lemma turn_length c : length (turn c) = N.
  Proof. unfold turn. now rewrite map_length, seq_length. Qed.
  Lemma turn_at c i j : i < rows -> j < n -> colour_of (turn c) (cell rows i j) = colour_of c (cell rows (other i) j).
  Proof.
    intros I J. unfold turn, colour_of at 1. rewrite nth_map_seq by now apply cell_in. now rewrite turn_cell_at.
  Qed.
  Lemma same_cells c c' : length c = N -> length c' = N ->
    (forall i j, i < rows -> j < n -> colour_of c (cell rows i j) = colour_of c' (cell rows i j)) -> c = c'.
  Proof.
    intros L L' E. apply nth_ext with 0 0; [congruence|]. intros v V. rewrite L in V.
    destruct (cell_of rows n v V) as (i & j & I & J & ->). now apply E.
  Qed.
  Lemma turn_twice c : length c = N -> turn (turn c) = c.
  Proof.
    intros L. apply same_cells; auto using turn_length. intros i j I J. rewrite !turn_at by auto using other_row_in.
    now rewrite other_row_twice.
  Qed.
  Lemma turn_set c i j d : length c = N -> i < rows -> j < n ->
    turn (set_colour c (cell rows i j) d) = set_colour (turn c) (cell rows (other i) j) d.
  Proof.
    intros L I J. apply same_cells; rewrite ?set_length, ?turn_length; auto. intros a b A B. rewrite turn_at by auto.
    destruct (Nat.eq_dec (cell rows (other a) b) (cell rows i j)) as [E|NE].
    - rewrite E, set_same by (rewrite L; now apply cell_in). apply cell_inj in E; auto using other_row_in. destruct E as [<- <-].
      rewrite other_row_twice, set_same; auto. rewrite turn_length. now apply cell_in.
    - rewrite set_other by auto. rewrite set_other, turn_at; auto. intros E. apply NE. apply cell_inj in E; auto using other_row_in.
      destruct E as [-> ->]. now rewrite other_row_twice.
  Qed.
  Lemma turn_hue c mk mk' z r : hue (world_of (turn c) mk') z r = hue (world_of c mk) z (other r).
  Proof.
    simpl. destruct (column z) as [j|] eqn:C; auto. assert (J := column_in z j C). destruct (Nat.ltb_spec r rows) as [R|R].
    - rewrite (proj2 (Nat.ltb_lt _ _) (other_row_in rows r R)). now apply turn_at.
    - now rewrite (proj2 (Nat.ltb_ge _ _) (other_row_out rows r R)).
  Qed.
  Lemma next_to_turned c r c' r' : r < rows -> In (c', r') (next_to rows c r) -> In (c', other r') (next_to rows c (other r)).
  Proof.
    intros R. unfold next_to, other_row. rewrite (proj2 (Nat.ltb_lt _ _) R), !in_app_iff. intros [B|[B|B]].
    - destruct r as [|r]; [contradiction|]. destruct B as [B|[]]. inversion B; subst. right. left.
      rewrite (proj2 (Nat.ltb_lt r' rows)), (proj2 (Nat.ltb_lt (S (rows - S (S r'))) rows)) by lia. left. f_equal. lia.
    - destruct (Nat.ltb_spec (S r) rows); [|contradiction]. destruct B as [B|[]]. inversion B; subst. left.
      rewrite (proj2 (Nat.ltb_lt (S r) rows)) by auto. destruct (rows - S r) as [|q] eqn:Q; [lia|]. left. f_equal. lia.
    - right. right. destruct B as [B|[B|[]]]; inversion B; subst; rewrite (proj2 (Nat.ltb_lt r' rows)) by auto; simpl; auto.
  Qed.
  Lemma turn_valid c mk mk' : valid rows (world_of c mk) -> valid rows (world_of (turn c) mk').
  Proof.
    intros [V1 V2 V3 V4 V5]. assert (H := turn_hue c mk mk'). constructor; auto.
    - intros z E r. rewrite H. now apply V2.
    - intros z r. rewrite H. apply V3.
    - intros z r R. rewrite H. apply V4. now apply other_row_out.
    - intros z r z' r' B NZ. rewrite !H in *. apply V5; auto. destruct (Nat.lt_ge_cases r rows) as [R|R]; [now apply next_to_turned|].
      exfalso. apply NZ, V4. now apply other_row_out.
  Qed.
  Lemma turn_good c mk : good (world_of c mk) -> good (world_of (turn c) (fun z r => other_mark (mk z (other r)))).
  Proof.
    intros G d x I. assert (X := OK). unfold check_plan in X. rewrite !andb_true_iff in X.
    destruct X as [[[[[_ [[[_ _] TD] TI]] _] _] _] _]. unfold turns_invariants in TI. rewrite forallb_forall in TI. specialize (TI d I).
    apply andb_true_iff in TI. destruct TI as [TI _]. apply existsb_exists in TI. destruct TI as (e & E & Q). apply Pos.eqb_eq in Q.
    rewrite (value_turned rows defs (upside p) (world_of c mk)) with (n := Pos.to_nat d); auto using WD.
    - rewrite Q. now apply G.
    - intros z r. apply turn_hue.
  Qed.
  Lemma turn_kept c : kept c -> kept (turn c).
  Proof.
    intros (L & mk & (M & ME) & V & G). split; [apply turn_length|]. exists (fun z r => other_mark (mk z (other r))).
    split; [split|split; [now apply (turn_valid c mk)|now apply turn_good]].
    - intros z r. now apply other_mark_small.
    - intros z z' r S. now rewrite (ME z z' (other r) S).
  Qed.
  Lemma turn_legal c i j d : length c = N -> i < rows -> j < n -> legal c (cell rows i j) d -> legal (turn c) (cell rows (other i) j) d.
  Proof.
    intros L I J M. set (mk := fun (_ : Z) (_ : nat) => 0). assert (CJ := column_of j J).
    apply (legal_iff c mk (Z.of_nat j)) in M; auto. destruct M as (M1 & M2 & M3 & M4 & M5).
    apply (legal_iff (turn c) mk (Z.of_nat j)); auto using other_row_in. split; [exact M1|]. split; [now apply other_row_in|].
    split; [rewrite (turn_hue c mk), other_row_twice; exact M3|]. split; [exact M4|]. intros z r B. rewrite (turn_hue c mk). apply M5.
    apply next_to_turned in B; auto using other_row_in. now rewrite other_row_twice in B.
  Qed.
  Lemma reply c v d : kept c -> legal c v d ->
    kept (set_colour c v d) \/ exists v' d', legal (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d').
  Proof.
    intros K LG. assert (L := proj1 K). assert (LV := proj1 LG). apply (cell_of rows n) in LV. destruct LV as (i & j & I & J & ->).
    cbn [height] in *. destruct (Nat.lt_ge_cases (i + i) rows) as [A|A]; [now apply reply_above|].
    assert (OI := other_row_in rows i I). assert (L' : length (set_colour c (cell rows i j) d) = N) by now rewrite set_length.
    destruct (reply_above (turn c) (other i) j d) as [X|(v & e & X & Y)]; auto using turn_kept, turn_legal.
    - unfold other_row. rewrite (proj2 (Nat.ltb_lt _ _) I). lia.
    - left. rewrite <- turn_set in X by auto. apply turn_kept in X. now rewrite turn_twice in X.
    - right. rewrite <- turn_set in X, Y by auto. assert (V := proj1 X). apply (cell_of rows n) in V. destruct V as (a & b & A1 & B1 & ->).
      cbn [height] in *. exists (cell rows (other a) b), e. apply turn_legal in X; auto using turn_length. rewrite turn_twice in X by auto.
      split; [exact X|]. apply turn_kept in Y. rewrite turn_set, turn_twice in Y by auto using turn_length. exact Y.
  Qed.

  (** *** Something that holds at a column *)
  Lemma shown_here always reply f t c mk z : (forall z r, mk z r <= 4) -> mark_everywhere mk -> valid rows (world_of c mk) -> is_some (column z) = true ->
    always_ok (world_of c mk) always -> holds (world_of c mk) (value (world_of c mk)) f (z - 1) = true ->
    check_here go_on p always reply f t = true -> answered rows defs invs [] false reply period (seen (world_of c mk) (z - centre) 1 1).
  Proof.
    intros M ME V J A H C. set (w := seen (world_of c mk) (z - centre) 1 1). assert (ONE : 1 <= 1 <= 4) by lia.
    assert (VW : valid rows w) by now apply seen_valid.
    assert (PW : periodic period w) by now apply seen_periodic, world_periodic. assert (MW : forall z r, mark w z r <= 4) by now apply seen_marks.
    assert (EW : is_here w) by now apply seen_here.
    assert (HW : holds w (value w) f (centre - 1) = true).
    { unfold w. rewrite seen_holds by auto. now replace (centre - 1 + (z - centre))%Z with (z - 1)%Z by lia. }
    unfold check_here in C. apply run_ok with (w := w) in C; auto.
    - apply assume_ok; auto using WD. apply nothing_known_agrees; auto. now apply seen_always.
    - intros y r x. discriminate.
    - intros f' c' E. inversion E; subst. exact HW.
  Qed.

  (** *** Nobody is left without a colour *)
  Lemma neighbours_beside c mk i j u : i < rows -> j < n -> In u (neighbours g (cell rows i j)) ->
    exists y, In y (next_to rows (Z.of_nat j) i) /\ hue (world_of c mk) (fst y) (snd y) = colour_of c u.
  Proof.
    intros I J W. apply (near_by (Z.of_nat j)) in W; auto using column_of. destruct W as (z' & i' & j' & B & I' & C & ->).
    exists (z', i'). split; [exact B|]. now apply hue_at.
  Qed.
  Lemma kept_ended c : kept c -> ended R c = None.
  Proof.
    intros (L & mk & (M & ME) & V & G). simpl. destruct (existsb (dead 4 g c) (seq 0 (length c))) eqn:X; auto. exfalso.
    apply existsb_exists in X. destruct X as (v & VI & D). apply in_seq in VI. rewrite L in VI.
    destruct (cell_of rows n v) as (i & j & I & J & ->); [cbn [height]; lia|]. cbn [height] in *. unfold dead in D.
    apply andb_true_iff in D. destruct D as [Z D]. apply negb_true_iff, coloured_false in Z. rewrite forallb_forall in D.
    set (hs := map (fun y => hue (world_of c mk) (fst y) (snd y)) (next_to rows (Z.of_nat j) i)).
    assert (IN : incl [1; 2; 3; 4] hs).
    { intros e E. specialize (D e E). apply existsb_exists in D. destruct D as (u & U & D). apply Nat.eqb_eq in D.
      destruct (neighbours_beside c mk i j u I J U) as (y & Y & H). apply in_map_iff. exists y. split; [congruence|auto]. }
    assert (ND : NoDup [1; 2; 3; 4]) by (repeat constructor; simpl; intuition discriminate).
    assert (LE := NoDup_incl_length ND IN). unfold hs in LE. rewrite map_length in LE. unfold next_to in LE. rewrite !app_length in LE. simpl in LE.
    destruct i as [|q]; [destruct (1 <? rows); simpl in LE; lia|]. destruct (Nat.ltb_spec (S (S q)) rows) as [T|T]; [|simpl in LE; lia].
    assert (HS : hs = map (fun y => hue (world_of c mk) (Z.of_nat j - 1 + fst y) (snd y)) [(1%Z, q); (1%Z, S (S q)); (0%Z, S q); (2%Z, S q)]).
    { unfold hs, next_to. apply Nat.ltb_lt in T. rewrite T. cbn [app map fst snd].
      replace (Z.of_nat j - 1 + 1)%Z with (Z.of_nat j) by lia. replace (Z.of_nat j - 1 + 0)%Z with (Z.of_nat j - 1)%Z by lia.
      now replace (Z.of_nat j - 1 + 2)%Z with (Z.of_nat j + 1)%Z by lia. }
    assert (N1' : NoDup hs) by (apply NoDup_incl_NoDup with (l := [1; 2; 3; 4]); auto; rewrite HS; simpl; lia).
    assert (N2 : incl hs [1; 2; 3; 4]) by (apply NoDup_length_incl; auto; rewrite HS; simpl; lia).
    assert (T' : exists tr, check_here go_on p (of_invariants p) false (dead_form (S q)) tr = true).
    { unfold check_plan in OK. rewrite !andb_true_iff in OK. destruct OK as [[[_ DE] _] _].
      apply (for_all_ok _ _ _ (S q)) in DE; [exact DE|]. apply in_seq. lia. }
    destruct T' as [tr T'].
    destruct (shown_here (of_invariants p) false (dead_form (S q)) tr c mk (Z.of_nat j)) as [X _]; auto; [now rewrite column_of|now apply of_invariants_ok| |discriminate].
    unfold dead_form. cbn [holds pred]. apply andb_true_iff. split.
    - replace (Z.of_nat j - 1 + 1)%Z with (Z.of_nat j) by lia. rewrite (hue_at c mk (Z.of_nat j) (S q) j), Z by auto using column_of.
      cbn [ex world_of]. now rewrite column_of.
    - rewrite <- HS. apply distinct_intro. constructor; auto. intros Q. apply N2 in Q. simpl in Q. intuition discriminate.
  Qed.

  (** *** The uncoloured board *)
  Lemma kept_start : kept (repeat 0 N).
  Proof.
    split; [apply repeat_length|]. exists (fun _ _ => 0). set (W := world_of (repeat 0 N) (fun _ _ => 0)).
    assert (Z : forall z r, hue W z r = 0).
    { intros z r. simpl. destruct (column z); auto. destruct (_ <? _); auto. unfold colour_of. apply nth_repeat. }
    assert (V : valid rows W).
    { constructor; auto.
      - intros a b c. simpl. unfold column. destruct round; auto.
        destruct ((0 <=? a)%Z && (a <? Z.of_nat n)%Z) eqn:A, ((0 <=? b)%Z && (b <? Z.of_nat n)%Z) eqn:B, ((0 <=? c)%Z && (c <? Z.of_nat n)%Z) eqn:C;
          try discriminate; auto. rewrite ?andb_true_iff, ?andb_false_iff, ?Z.leb_le, ?Z.leb_gt, ?Z.ltb_lt, ?Z.ltb_ge in *. lia.
      - intros c r. rewrite Z. lia. }
    split; [split; [lia|now intros z z' r]|]. split; [exact V|]. intros d x I. assert (ONE : 1 <= 1 <= 4) by lia.
    assert (T : exists tr, check_start go_on p d tr = true).
    { unfold check_plan in OK. rewrite !andb_true_iff in OK. destruct OK as [[[[_ ST] _] _] _]. eapply for_all_ok; eauto. }
    destruct T as [tr T]. unfold check_start in T. destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; [|discriminate].
    destruct b as [| | | | | | | |b f|]; try discriminate. destruct b as [| | | | | | | | |b]; try discriminate. destruct b as [|o| | | | | | | |]; try discriminate.
    assert (E := value_eq defs WD W d x). rewrite F in E. cbn [holds] in E. destruct (ex W (x + o)) eqn:X; [|exact E].
    destruct (value W d x) eqn:VX; auto. exfalso. set (w := seen W (x + o - centre) 1 1).
    assert (ZW : forall z r, hue w z r = 0) by (intros z r; unfold w; cbn [hue seen]; rewrite Z; now apply swap_none).
    assert (VW : valid rows w) by now apply seen_valid.
    assert (PW : periodic period w) by now apply seen_periodic, world_periodic. 
    assert (MW : forall z r, mark w z r <= 4) by (intros; simpl; lia).
    apply run_ok with (w := w) in T; auto.
    - destruct T as [T _]. discriminate.
    - apply assume_def_ok; auto using WD.
      + constructor; try (intros z; apply here_known, seen_here; exact X); simpl; try discriminate.
        * intros z r _. change (has (may_hold (nothing_known round (only 0)) z r) (hue w z r) = true). rewrite ZW. unfold may_hold, in_column.
          destruct z; simpl; rewrite ?PositiveMap.gempty; reflexivity.
        * intros z r. unfold may_mark, in_column. destruct z; simpl; rewrite ?PositiveMap.gempty; reflexivity.
        * intros e z b. unfold fact. rewrite PositiveMap.gempty. destruct z; simpl; rewrite ?PositiveMap.gempty; discriminate.
      + unfold w. rewrite seen_value by auto. now replace (centre - o + (x + o - centre))%Z with x by lia.
    - intros z r y. discriminate.
    - discriminate.
  Qed.

  (** *** A move to spare *)
  Definition full_at (c : colouring) j := forallb (fun i => negb (colour_of c (cell rows i j) =? 0)) (seq 0 rows).
  Definition some_at (c : colouring) j := existsb (fun i => negb (colour_of c (cell rows i j) =? 0)) (seq 0 rows).
  Lemma coloured_form_ok c mk v z j x o i : column z = Some j -> (x + o)%Z = z -> In i (seq 0 rows) ->
    holds (world_of c mk) v (Distinct [(o, i)]) x = negb (colour_of c (cell rows i j) =? 0).
  Proof.
    intros C E I. apply in_seq in I. cbn [holds map fst snd]. rewrite E, (hue_at c mk z i j) by (auto; lia). simpl. unfold mem. simpl.
    rewrite orb_false_r, andb_true_r. f_equal. apply Nat.eqb_sym.
  Qed.
  Lemma full_form_ok c mk v z j x o : column z = Some j -> (x + o)%Z = z -> holds (world_of c mk) v (full_form rows o) x = full_at c j.
  Proof.
    intros C E. unfold full_form, full_at. assert (X := coloured_form_ok c mk v z j x o). revert X.
    induction (seq 0 rows) as [|i l IH]; intros X; cbn [fold_right forallb]; auto.
    cbn [holds]. rewrite IH by (intros; apply X; simpl; auto). f_equal. now apply (X i); simpl; auto.
  Qed.
  Lemma some_form_ok c mk v z j x o : column z = Some j -> (x + o)%Z = z -> holds (world_of c mk) v (some_form rows o) x = some_at c j.
  Proof.
    intros C E. unfold some_form, some_at. assert (X := coloured_form_ok c mk v z j x o). revert X.
    induction (seq 0 rows) as [|i l IH]; intros X; cbn [fold_right existsb]; auto.
    cbn [holds]. rewrite IH by (intros; apply X; simpl; auto). f_equal. now apply (X i); simpl; auto.
  Qed.
  Lemma full_is_some c j : full_at c j = true -> some_at c j = true.
  Proof.
    assert (T := tall_enough). unfold full_at, some_at. rewrite forallb_forall. intros F. apply existsb_exists. exists 0.
    assert (I : In 0 (seq 0 rows)) by (apply in_seq; lia). auto.
  Qed.
  (** A column that is not full, as [at_last] is about. *)
  Lemma last_place c mk v : (exists j, j < n /\ full_at c j = false) -> (round = true -> exists j, j < n /\ some_at c j = true) ->
    exists z, is_some (column z) = true /\ holds (world_of c mk) v (last_form round rows) (z - 1) = true.
  Proof.
    intros (j0 & J0 & NF) SO. assert (L := long). assert (LF : forall b, round = b -> last_form round rows = last_form b rows) by congruence.
    destruct (bool_dec round true) as [R|R]; [|apply not_true_is_false in R]; rewrite (LF _ R).
    - destruct (SO R) as (j1 & J1 & S1). assert (EV : forall z, exists j, column z = Some j) by (intros z; unfold column; rewrite R; eauto).
      set (full_after := fun j => match column (Z.of_nat j + 1) with Some j' => full_at c j' | None => true end).
      destruct (find (fun j => some_at c j && negb (full_after j)) (seq 0 n)) as [j|] eqn:F.
      + apply find_some in F. destruct F as [J F]. apply in_seq in J. apply andb_true_iff in F. destruct F as [F1 F2]. unfold full_after in F2.
        destruct (EV (Z.of_nat j + 1)%Z) as (j' & C). rewrite C in F2. exists (Z.of_nat j + 1)%Z. rewrite C. split; [reflexivity|].
        cbn [last_form holds]. rewrite (some_form_ok c mk v (Z.of_nat j) j) by (try lia; apply column_of; lia).
        rewrite (full_form_ok c mk v (Z.of_nat j + 1) j') by (auto; lia). now rewrite F1, F2.
      + exfalso. assert (ST : forall j, j < n -> some_at c j = true -> full_after j = true).
        { intros j J S. assert (X := find_none _ _ F j ltac:(apply in_seq; lia)). cbv beta in X. rewrite S in X. cbn [andb] in X.
          now apply negb_false_iff in X. }
        assert (ALL : forall k, exists j, column (Z.of_nat j1 + 1 + Z.of_nat k) = Some j /\ full_at c j = true).
        { induction k as [|k (j & C & FJ)].
          - destruct (EV (Z.of_nat j1 + 1)%Z) as (j & C). exists j. rewrite Z.add_0_r. split; auto. specialize (ST j1 J1 S1).
            unfold full_after in ST. now rewrite C in ST.
          - apply full_is_some in FJ. assert (J := column_in _ _ C). specialize (ST j J FJ). unfold full_after in ST.
            replace (Z.of_nat j1 + 1 + Z.of_nat (S k))%Z with (Z.of_nat j1 + 1 + Z.of_nat k + 1)%Z by lia.
            rewrite (column_same _ (Z.of_nat j + 1)).
            + destruct (EV (Z.of_nat j + 1)%Z) as (j' & C'). rewrite C' in *. eauto.
            + rewrite <- (same_shift period some_columns). apply column_is in C. destruct C as [_ C].
              now replace (Z.of_nat j1 + 1 + Z.of_nat k + 1 - 1)%Z with (Z.of_nat j1 + 1 + Z.of_nat k)%Z by lia. }
        set (d := (Z.of_nat j0 - (Z.of_nat j1 + 1))%Z). destruct (ALL (Z.to_nat (d mod Z.of_nat n))) as (j & C & FJ).
        assert (X : column (Z.of_nat j1 + 1 + Z.of_nat (Z.to_nat (d mod Z.of_nat n))) = Some j0).
        { apply column_is. split; auto. apply (same_spec period some_columns). unfold period. rewrite R.
          exists (- (d / Z.of_nat n))%Z. pose proof (Z.div_mod d (Z.of_nat n)). pose proof (Z.mod_pos_bound d (Z.of_nat n)). lia. }
        congruence.
    - destruct (find (fun j => negb (full_at c j)) (seq 0 n)) as [j|] eqn:F.
      + assert (B := find_first _ _ _ _ F). apply find_some in F. destruct F as [J F]. apply in_seq in J. apply negb_true_iff in F.
        assert (CJ := column_of j ltac:(lia)). exists (Z.of_nat j). rewrite CJ. split; [reflexivity|]. cbn [last_form holds].
        rewrite (full_form_ok c mk v (Z.of_nat j) j) by (auto; lia). rewrite F. cbn [negb andb].
        replace (Z.of_nat j - 1 + 1)%Z with (Z.of_nat j) by lia. cbn [ex world_of]. rewrite CJ. cbn [is_some andb]. destruct j as [|j].
        * apply orb_true_iff. left. unfold column. rewrite R. reflexivity.
        * rewrite (full_form_ok c mk v (Z.of_nat j) j) by (try lia; apply column_of; lia). specialize (B j ltac:(lia)). apply negb_false_iff in B.
          rewrite B. apply orb_true_r.
      + assert (X := find_none _ _ F j0 ltac:(apply in_seq; lia)). cbv beta in X. rewrite NF in X. discriminate.
  Qed.
  Lemma places_ok c mk : (forall z r, mk z r <= 4) -> mark_everywhere mk -> valid rows (world_of c mk) ->
    (exists j, j < n /\ full_at c j = false) -> (round = true -> exists j, j < n /\ some_at c j = true) ->
    forall l always, always_ok (world_of c mk) always -> check_places go_on p l always = true ->
    exists z, answered rows defs invs [] false true period (seen (world_of c mk) (z - centre) 1 1).
  Proof.
    intros M ME V NF SO. set (W := world_of c mk) in *. assert (ONE : 1 <= 1 <= 4) by lia. induction l as [|[d tr] l IH]; intros always A C; cbn [check_places] in C.
    - destruct (last_place c mk (value W) NF SO) as (z & CZ & H). exists z.
      now apply (shown_here always true (last_form round rows) (at_last p)).
    - apply andb_true_iff in C. destruct C as [C1 C2]. unfold check_place in C1.
      destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; [|discriminate]. destruct b as [| | | | | | |b f| |]; try discriminate.
      destruct b as [|o| | | | | | | |]; try discriminate.
      destruct (find (fun j => value W d (Z.of_nat j - o)) (seq 0 n)) as [j|] eqn:S.
      + apply find_some in S. destruct S as [J S]. apply in_seq in J. exists (Z.of_nat j).
        set (w := seen W (Z.of_nat j - centre) 1 1). assert (VW : valid rows w) by now apply seen_valid.
    assert (PW : periodic period w) by now apply seen_periodic, world_periodic.
        assert (MW : forall z r, mark w z r <= 4) by now apply seen_marks.
        assert (EW : is_here w) by (apply seen_here; rewrite column_of; [reflexivity|lia]).
        apply run_ok with (w := w) in C1; auto.
        * apply assume_def_ok; auto using WD; [apply nothing_known_agrees; auto; now apply seen_always|].
          unfold w. rewrite seen_value by auto. now replace (centre - o + (Z.of_nat j - centre))%Z with (Z.of_nat j - o)%Z by lia.
        * intros z r x. discriminate.
        * discriminate.
      + apply (IH (PositiveMap.add d false always)); auto. intros e b x. destruct (Pos.eq_dec e d) as [->|NE]; [|rewrite PositiveMap.gso; eauto].
        rewrite PositiveMap.gss. intros Q. inversion Q. destruct (value W d x) eqn:VX; auto. assert (Y := VX).
        rewrite (value_eq defs WD), F in Y. cbn [holds] in Y. apply andb_true_iff in Y. destruct Y as [Y _]. simpl in Y.
        destruct (column (x + o)) as [j|] eqn:CX; [|discriminate]. apply column_is in CX. destruct CX as [J CX].
        assert (X := find_none _ _ S j ltac:(apply in_seq; lia)). cbv beta in X.
        rewrite <- (value_periodic period some_columns defs WD W d x) in X; [congruence|now apply world_periodic|].
        replace x with (x + o - o)%Z by lia. rewrite (same_shift period some_columns).
        now replace (Z.of_nat j - o + o)%Z with (Z.of_nat j) by lia.
  Qed.
  Definition something (c : colouring) := exists v, v < N /\ colour_of c v <> 0.
  Lemma spare_move c : kept c -> (round = true -> something c) -> (exists v d, legal c v d) ->
    exists v d, legal c v d /\ kept (set_colour c v d).
  Proof.
    intros (L & mk & (M & ME) & V & G) SO (v & d & LV & Z & _). apply (cell_of rows n) in LV. destruct LV as (i & j & I & J & ->). cbn [height] in *.
    destruct (places_ok c mk M ME V) with (l := spares p) (always := of_invariants p) as (z & A).
    - exists j. split; auto. destruct (full_at c j) eqn:F; auto. unfold full_at in F. rewrite forallb_forall in F.
      specialize (F i ltac:(apply in_seq; lia)). rewrite Z in F. discriminate.
    - intros R. destruct (SO R) as (u & LU & NZ). apply (cell_of rows n) in LU. destruct LU as (i' & j' & I' & J' & ->). exists j'. split; auto.
      apply existsb_exists. exists i'. split; [apply in_seq; lia|]. now apply negb_true_iff, Nat.eqb_neq.
    - now apply of_invariants_ok.
    - unfold check_plan in OK. rewrite !andb_true_iff in OK. tauto.
    - destruct (found c mk c (z - centre) 1 1 [] false) as [[X _]|X]; auto; try lia; try discriminate.
  Qed.

End Play.

(** What is accepted is true. Where the boards do not go round, Alice wins with four colours on all boards of so many rows, whoever begins,
    even if Bob may skip turns; where they do, she wins if Bob begins, even if he may skip turns from then on. *)
Definition plan_claim (p : plan) : Prop :=
  match least p with
  | None => holds_for_every_length (Strip Grid (plan_rows p) (Colouring 4) None true)
  | Some m => holds_if_bob_begins Cylinder (plan_rows p) (Colouring 4) m
  end.
Theorem plan_sound go_on p : check_plan go_on p = true -> plan_claim p.
Proof.
  intros C. set (x := if is_some (least p) then Cylinder else Grid). set (rows := plan_rows p).
  assert (W : forall n, match least p with Some m => m | None => 1 end <= n -> let N := rows * n in
    let R := rules_of (Colouring 4) N (board x rows n) in let start := repeat 0 N in
    (forall m, In m (moves R (State start Right 0)) -> forces_alike R (Some Right) Left (wins_for Left) (play (State start Right 0) m)) /\
    (forall v, verdict R (State start Right 0) = Some v -> v = Wins Left) /\
    (least p = None -> forall first, forces_alike R (Some Right) Left (wins_for Left) (State start first 0))).
  { intros n L N R start. set (edges := board x rows n). set (ordered := kept p n).
    assert (LL : forall v, ~ In v (neighbours (graph_of N edges) v)) by (intros v; apply no_loop; exact (long go_on p C n L)).
    set (begun := fun c => ordered c /\ (is_some (least p) = true -> something p n c)).
    assert (KS : ordered start) by exact (kept_start go_on p C n L).
    assert (LS : length start = N) by apply repeat_length.
    assert (KE : forall c, ordered c -> ended R c = None) by exact (kept_ended go_on p C n L).
    assert (SC : forall c v d, length c = N -> Local.legal hues4 N edges c v d ->
      something p n (set_colour c v d)).
    { intros c v d LC (V & _ & D & _). exists v. split; auto. rewrite set_same by (rewrite LC; exact V). lia. }
    assert (RE : forall c v d, ordered c -> playable (Colouring 4) hues4 N edges c v d ->
      begun (set_colour c v d) \/ exists v' d', playable (Colouring 4) hues4 N edges (set_colour c v d) v' d' /\
        begun (set_colour (set_colour c v d) v' d')).
    { intros c v d K [M _]. assert (LC : length c = N) by apply K.
      destruct (reply go_on p C n L c v d K M) as [X|(v' & d' & M' & X)]; [left; split; eauto|].
      right. exists v', d'. split; [split; auto|]. split; auto. intros _. apply SC; auto. now rewrite set_length. }
    assert (SP : forall c, begun c -> (exists v d, playable (Colouring 4) hues4 N edges c v d) ->
      exists v d, playable (Colouring 4) hues4 N edges c v d /\ begun (set_colour c v d)).
    { intros c [K SO] (v & d & M & _). destruct (spare_move go_on p C n L c K SO) as (v' & d' & M' & X); eauto. exists v', d'.
      split; [split; auto|]. split; auto. intros _. apply SC; auto. apply K. }
    split; [|split].
    - intros m I. destruct (no_heap (Colouring 4) N edges _ _ _ I) as (v & d & ->).
      apply (legal_move (Colouring 4) _ N edges eq_refl LL) in I; auto.
      apply (wins_to_move (Colouring 4) _ N edges eq_refl LL begun true); auto.
      + now intros c [[K _] _].
      + intros c [K _]. auto.
      + intros c v' d' [K _] M. destruct (RE c v' d' K M) as [X|X]; auto.
      + simpl. now rewrite set_length.
    - intros v V. now apply (end_is_won (Colouring 4) _ N edges eq_refl LL start Right v LS (KE _ KS)).
    - intros NO first. apply (wins_despite_skips (Colouring 4) _ N edges eq_refl LL begun true) with (m := S (uncoloured start)); auto.
      + now intros c [[K _] _].
      + intros c [K _]. auto.
      + intros c v' d' [K _] M. destruct (RE c v' d' K M) as [X|X]; auto.
      + split; auto. rewrite NO. discriminate. }
  unfold plan_claim. destruct (least p) as [m|] eqn:E; subst x; cbn [is_some] in W; intros n L.
  - destruct (W n L) as (A & B & _). split.
    + apply forces_in_none. destruct (verdict _ (State (repeat 0 (rows * n)) Right 0)) as [v|] eqn:V.
      * apply forces_end with v; auto. now rewrite (B v eq_refl).
      * apply forces_theirs; [auto|discriminate|]. intros m' I. now apply (without_skips _ Left), A.
    + intros m' I. apply (forces_in_local (Colouring 4) _ _ _ eq_refl). now apply A.
  - cbn [bob_may_skip height strip_game strip_skipper strip_shape] in *. intros first. destruct (W n L) as (_ & _ & F). specialize (F eq_refl first).
    assert (G := forces_in_local (Colouring 4) _ _ _ eq_refl _ _ _ _ F). split; [exact G|]. apply forces_in_none. now apply (without_skips _ Left).
Qed.
(** So four colours are enough. *)
Corollary plan_chi go_on p : check_plan go_on p = true -> least p = None -> forall columns, 1 <= columns -> forall first,
  exists c, is_least Colouring None (plan_rows p * columns) (board Grid (plan_rows p) columns) first c /\ c <= 4.
Proof.
  intros C E n L q. apply plan_sound in C. unfold plan_claim in C. rewrite E in C. specialize (C n L). cbv zeta in C. apply least_exists; [lia|auto|]. apply C.
Qed.
