(** Alice wins with four colours on boards of every length, by what is in order near each column: the checker and its theorem.

    The invariants are formulas that somebody has made from the drawings of a certificate (docs/certificates.md), and for each thing that
    can happen there is a tree of cases. Nothing is assumed of either: if the trees are accepted, Alice wins. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Local Boards Checker Formulas Cases Turned.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** [starts]: a tree for each invariant, that it holds on the uncoloured board. [deaths]: for each row but the first and the last, that no
    vertex is left without a colour. [answers]: for each row of the upper half, that Alice can answer a move of Bob's; [upside]: which definition is
    which one upside down, so that she can in the lower half, too. [spares]: formulas such that Alice has a
    move to spare where one holds and those before it hold nowhere. [at_last]: the same for the first column that is not full. *)
Record plan := Plan {
  plan_rows : nat; definitions : PositiveMap.t (form * Z); invariants : list positive; upside : PositiveMap.t positive;
  starts : list cases; deaths : list cases; answers : list cases; spares : list (positive * cases); at_last : cases }.

Definition centre : Z := 16.
Local Opaque centre.
Definition nothing_known (s : few) : facts :=
  Formulas.Facts centre centre None None (PositiveMap.empty _) s (PositiveMap.empty _) (if f1 s then any_of else only 0) (PositiveMap.empty _).
Definition dead_form (r : nat) : form := And (Unc 1 r) (Distinct [(1%Z, pred r); (1%Z, S r); (0%Z, r); (2%Z, r)]).
Definition full_form (rows : nat) (o : Z) : form := fold_right (fun r f => And (Distinct [(o, r)]) f) Yes (seq 0 rows).
Definition last_form rows : form := And (Ex 1) (And (Not (full_form rows 1)) (Or (Not (Ex 0)) (full_form rows 0))).

Section Check.
  Variable go_on : facts -> bool.   (* whether to go on *)
  Variable p : plan.
  Notation rows := (plan_rows p).
  Notation defs := (definitions p).
  Notation invs := (invariants p).
  Definition of_invariants : PositiveMap.t bool := fold_right (fun d => PositiveMap.add d true) (PositiveMap.empty bool) invs.
  Definition run (always : PositiveMap.t bool) (kept : list positive) bob may_pass may_reply here (k : option facts) (t : cases) : bool :=
    forallb (fun d => match PositiveMap.find d always with Some true => true | _ => false end) kept &&
    match k with Some k => check_tree rows defs always kept bob may_pass may_reply here go_on t k | None => true end.
  Definition check_start (d : positive) (t : cases) : bool :=
    match PositiveMap.find d defs with
    | Some (Or (Not (Ex o)) _, _) =>
        run (PositiveMap.empty bool) [] [] false false None
          (assume_def rows defs (PositiveMap.empty bool) depth d (centre - o) false (nothing_known (only 0))) t
    | _ => false
    end.
  Definition check_here always may_reply (f : form) (t : cases) : bool :=
    run always invs [] false may_reply (Some (f, (centre - 1)%Z))
      (assume rows defs always f (centre - 1) true (nothing_known any_of)) t.
  Definition check_answer (r : nat) (t : cases) : bool :=
    run of_invariants invs [(centre, r, 1)] true true None
      (fold_left (fun k y => and_then k (limit rows (fst y) (snd y) (but any_of (only 1)))) (next_to rows centre r)
        (limit rows centre r (only 0) (nothing_known any_of))) t.
  Definition check_place always (d : positive) (t : cases) : bool :=
    match PositiveMap.find d defs with
    | Some (And (Ex o) _, _) =>
        run always invs [] false true None (assume_def rows defs always depth d (centre - o) true (nothing_known any_of)) t
    | _ => false
    end.
  Fixpoint check_places (l : list (positive * cases)) always : bool :=
    match l with
    | [] => check_here always true (last_form rows) (at_last p)
    | (d, t) :: l => check_place always d t && check_places l (PositiveMap.add d false always)
    end.
  Definition for_all {A} (check : A -> cases -> bool) (l : list A) (ts : list cases) :=
    (length l =? length ts) && forallb (fun x => check (fst x) (snd x)) (combine l ts).
  Definition turns_invariants : bool :=
    forallb (fun d => let e := other_def (upside p) d in existsb (Pos.eqb e) invs && (other_def (upside p) e =? d)%positive) invs.
  Definition upper_rows := filter (fun r => r + r <? rows) (seq 0 rows).
  Definition check_plan : bool :=
    (2 <=? rows) && (well_defined defs && turns_definitions rows defs (upside p) && turns_invariants) && for_all check_start invs (starts p) &&
    for_all (fun r => check_here of_invariants false (dead_form r)) (seq 1 (rows - 2)) (deaths p) &&
    for_all check_answer upper_rows (answers p) && check_places (spares p) of_invariants.
End Check.

Lemma for_all_ok {A} (check : A -> cases -> bool) l ts x : for_all check l ts = true -> In x l -> exists t, check x t = true.
Proof.
  unfold for_all. rewrite andb_true_iff, Nat.eqb_eq. revert ts. induction l as [|y l IH]; intros [|t ts] [L F] I; try contradiction; try discriminate.
  simpl in F. apply andb_true_iff in F. destruct F as [F1 F2]. destruct I as [<-|I]; [now exists t|]. apply (IH ts); auto.
Qed.

Section Play.
  Variable go_on : facts -> bool.
  Variable p : plan.
  Notation rows := (plan_rows p).
  Notation defs := (definitions p).
  Notation invs := (invariants p).
  Notation value := (value defs).
  Hypothesis OK : check_plan go_on p = true.
  Variable n : nat.
  Hypothesis N1 : 1 <= n.
  Notation N := (rows * n).
  Notation g := (graph_of N (board Grid rows n)).
  Notation R := (colouring_game 4 g).
  Notation good := (good defs invs).
  Notation hues4 := (Local 4 (fun e c d => (e <=? 1) && (d =? c)) 1 false).
  Notation legal := (legal hues4 N (board Grid rows n)).

  Lemma tall_enough : 2 <= rows.
  Proof. unfold check_plan in OK. rewrite !andb_true_iff, Nat.leb_le in OK. tauto. Qed.
  Lemma WD : well_defined defs = true.
  Proof. unfold check_plan in OK. rewrite !andb_true_iff in OK. tauto. Qed.
  Lemma long : shortest Grid <= n.
  Proof. exact N1. Qed.

  (** ** The board as a world *)
  Definition on_board (z : Z) := (0 <=? z)%Z && (z <? Z.of_nat n)%Z.
  Definition world_of (c : colouring) (mk : Z -> nat -> nat) : world :=
    World on_board (fun z r => if on_board z && (r <? rows) then colour_of c (cell rows r (Z.to_nat z)) else 0) mk.
  Lemma on_board_of j : on_board (Z.of_nat j) = (j <? n).
  Proof. unfold on_board. apply eq_true_iff_eq. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt, Nat.ltb_lt. lia. Qed.
  Lemma on_board_spec z : on_board z = true <-> exists j, j < n /\ z = Z.of_nat j.
  Proof.
    unfold on_board. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. split.
    - intros H. exists (Z.to_nat z). lia.
    - intros (j & J & ->). lia.
  Qed.
  Lemma hue_at c mk i j : i < rows -> j < n -> hue (world_of c mk) (Z.of_nat j) i = colour_of c (cell rows i j).
  Proof. intros I J. simpl. rewrite on_board_of, !(proj2 (Nat.ltb_lt _ _)) by auto. simpl. now rewrite Nat2Z.id. Qed.
  Lemma hue_inside c mk z r : hue (world_of c mk) z r <> 0 -> exists j, j < n /\ z = Z.of_nat j /\ r < rows.
  Proof.
    simpl. destruct (on_board z) eqn:B; [|simpl; congruence]. destruct (Nat.ltb_spec r rows); [|simpl; congruence]. intros _.
    apply on_board_spec in B. destruct B as (j & J & ->). eauto.
  Qed.
  Lemma hue_set c mk mk' i j d z r : length c = N -> i < rows -> j < n ->
    hue (world_of (set_colour c (cell rows i j) d) mk') z r =
    if (z =? Z.of_nat j)%Z && (r =? i) then d else hue (world_of c mk) z r.
  Proof.
    intros L I J. destruct (Z.eqb_spec z (Z.of_nat j)) as [->|Z1]; [destruct (Nat.eqb_spec r i) as [->|Z2]|]; cbn [andb].
    - rewrite hue_at by auto. apply set_same. rewrite L. now apply cell_in.
    - simpl. destruct (on_board _ && (r <? rows)) eqn:B; auto. rewrite andb_true_iff, Nat.ltb_lt in B. apply set_other. rewrite Nat2Z.id. intros E.
      apply cell_inj in E; tauto.
    - simpl. destruct (on_board z && (r <? rows)) eqn:B; auto. rewrite andb_true_iff, Nat.ltb_lt, on_board_spec in B.
      destruct B as [(j' & J' & ->) B]. apply set_other. rewrite Nat2Z.id. intros E. apply cell_inj in E; auto. destruct E. subst. auto.
  Qed.

  Lemma beside_near i j d c mk : length c = N -> i < rows -> j < n -> 1 <= d ->
    (forall z r, In (z, r) (next_to rows (Z.of_nat j) i) -> hue (world_of c mk) z r <> d) <-> taken N (board Grid rows n) c (cell rows i j) d = false.
  Proof.
    intros L I J D. unfold taken. rewrite existsb_false. split.
    - intros H w W. apply (near Grid rows n long) in W; auto. destruct W as (i' & j' & I' & J' & -> & W). apply Nat.eqb_neq.
      cbn [height] in *. rewrite <- (hue_at c mk) by auto. apply H. unfold next_to. rewrite !in_app_iff.
      rewrite !across_spec in W. destruct W as [[-> [->| ->]]|[[W [->|[]]]|[W [->|[]]]]].
      + right. left. apply Nat.ltb_lt in I'. rewrite I'. simpl. auto.
      + left. simpl. auto.
      + cbn in W. unfold right_of in W. destruct (S j <? n); inversion W; subst. right. right. right. left. f_equal. lia.
      + unfold left_of in W. destruct j as [|j]; inversion W; subst. right. right. left. f_equal. lia.
    - intros H z r B E. assert (NZ : hue (world_of c mk) z r <> 0) by lia. destruct (hue_inside c mk z r NZ) as (j' & J' & -> & RR).
      rewrite hue_at in E by auto. assert (X : In (cell rows r j') (neighbours g (cell rows i j))).
      { apply (near Grid rows n long); auto. cbn [height]. exists r, j'. repeat (split; auto). unfold next_to in B. rewrite !in_app_iff in B.
        destruct B as [B|[B|B]].
        - destruct i as [|i]; [contradiction|]. destruct B as [B|[]]. inversion B. left. split; [lia|auto].
        - destruct (S i <? rows); [|contradiction]. destruct B as [B|[]]. inversion B. left. split; [lia|auto].
        - right. rewrite !across_spec. cbn [strip_shape]. destruct B as [B|[B|[]]]; inversion B; subst.
          + right. split; auto. destruct j as [|j]; [lia|]. simpl. f_equal. lia.
          + left. split; auto. unfold right_of. destruct (Nat.ltb_spec (S j) n); [f_equal; lia|lia]. }
      apply H in X. apply Nat.eqb_neq in X. congruence.
  Qed.
  Lemma legal_iff c mk i j d : length c = N -> i < rows -> j < n ->
    legal c (cell rows i j) d <-> legal_in rows (world_of c mk) (Z.of_nat j) i d.
  Proof.
    intros L I J. unfold Local.legal, legal_in. cbn [hues].
    rewrite hue_at by auto. cbn [ex world_of]. rewrite on_board_of.
    assert (C := cell_in rows n i j I J). assert (B := beside_near i j d c mk L I J).
    assert (T : 1 <= d -> barred hues4 N (board Grid rows n) c (cell rows i j) d = taken N (board Grid rows n) c (cell rows i j) d)
      by (intros D; now apply (barred_taken (Colouring 4) hues4 N (board Grid rows n) eq_refl 4)).
    split.
    - intros (A1 & A2 & A3 & A4). rewrite T in A4 by lia. apply Nat.ltb_lt in J. repeat (split; auto). apply B; [lia|auto].
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
  Lemma valid_set c mk mk' i j d : length c = N -> i < rows -> j < n -> valid rows (world_of c mk) -> legal c (cell rows i j) d ->
    valid rows (world_of (set_colour c (cell rows i j) d) mk').
  Proof.
    intros L I J V M. apply (legal_iff c mk) in M; auto. destruct M as (M1 & M2 & M3 & M4 & M5). assert (H := hue_set c mk mk' i j d).
    assert (H' : forall z r, hue (world_of (set_colour c (cell rows i j) d) mk') z r =
      if (z =? Z.of_nat j)%Z && (r =? i) then d else hue (world_of c mk) z r) by (intros; now apply H). clear H.
    constructor.
    - apply (convex rows _ V).
    - intros z E r. simpl in E |- *. now rewrite E.
    - intros z r. rewrite H'. destruct (_ && _); [lia|apply (hues rows _ V)].
    - intros z r RR. simpl. rewrite (proj2 (Nat.ltb_ge _ _)) by auto. now rewrite andb_false_r.
    - intros z r z' r' B. rewrite !H'. destruct ((z =? Z.of_nat j)%Z && (r =? i)) eqn:E1, ((z' =? Z.of_nat j)%Z && (r' =? i)) eqn:E2;
        rewrite ?andb_true_iff, ?Z.eqb_eq, ?Nat.eqb_eq in *.
      + destruct E1 as [-> ->], E2 as [-> ->]. exfalso. clear - B. unfold next_to in B. rewrite !in_app_iff in B.
        destruct B as [B|[B|B]].
        * destruct i; [contradiction|]. destruct B as [B|[]]. inversion B. lia.
        * destruct (S i <? rows); [|contradiction]. destruct B as [B|[]]. inversion B. lia.
        * destruct B as [B|[B|[]]]; inversion B; lia.
      + destruct E1 as [-> ->]. intros _. now apply M5.
      + destruct E2 as [-> ->]. intros NZ E. destruct (hue_inside c mk z r NZ) as (j' & J' & -> & RR). apply beside_back in B; auto.
        apply (M5 _ _ B). auto.
      + apply (differ rows _ V); auto.
  Qed.

  (** ** Order *)
  Definition kept (c : colouring) := length c = N /\ exists mk, (forall z r, mk z r <= 4) /\ valid rows (world_of c mk) /\ good (world_of c mk).

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
  Lemma run_ok always held bob pass reply here k t w : valid rows w -> (forall z r, mark w z r <= 4) -> learned defs always w k ->
    can_change w bob -> (forall f c, here = Some (f, c) -> holds w (value w) f c = true) ->
    run go_on p always held bob pass reply here k t = true -> answered rows defs held bob pass reply w.
  Proof.
    intros V M (k' & -> & A) C H. unfold run. rewrite andb_true_iff, forallb_forall. intros [X T].
    eapply check_tree_ok; eauto using WD. intros d I. apply X in I. destruct (PositiveMap.find d always) as [[]|]; auto; discriminate.
  Qed.
  Lemma nothing_known_agrees w always : valid rows w -> (forall z r, mark w z r <= 4) -> ex w centre = true -> always_ok w always ->
    agrees defs always w (nothing_known any_of).
  Proof.
    intros V M E A. constructor; simpl; try discriminate.
    - intros c C. replace c with centre by lia. exact E.
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
  Lemma reply_on_board c mk t h o bob move marks c1 : 1 <= h <= 4 -> 1 <= o <= 4 -> (forall z r, mk z r <= 4) -> small marks ->
    (forall z r, hue (world_of c1 mk) z r =
       match lookup (bob ++ move) (z - t) r with Some x => swap h o x | None => hue (world_of c mk) z r end) ->
    length c1 = N -> valid rows (world_of c1 mk) -> good (after (seen (world_of c mk) t h o) (bob ++ move) marks) -> kept c1.
  Proof.
    intros H O M S E L V G. split; [exact L|]. set (w := after (seen (world_of c mk) t h o) (bob ++ move) marks) in *.
    exists (fun z r => mark w (z - t) r). split; [|split].
    - intros z r. simpl. destruct (lookup marks (z - t) r) eqn:K; [eapply S; eauto|apply M].
    - destruct V as [V1 V2 V3 V4 V5]. now constructor.
    - intros d x I. specialize (G d (x - t)%Z I). rewrite <- G. apply (value_everywhere defs WD w _ (- t) (swap h o)).
      + now apply swap_none.
      + intros. eapply swap_inj; eauto.
      + intros z. unfold alike_at. split; [simpl; f_equal; lia|]. intros r. split; [|now replace (z + - t)%Z with (z - t)%Z by lia].
        change (hue (world_of c1 (fun z r => mark w (z - t) r)) z r) with (hue (world_of c1 mk) z r). rewrite E. simpl.
        replace (z + - t)%Z with (z - t)%Z by lia. destruct (lookup (bob ++ move) (z - t) r) as [y|]; auto.
        rewrite swap_swap. now replace (z - t + t)%Z with z by lia.
  Qed.

  Lemma found c mk c1 t h o bob pass : 1 <= h <= 4 -> 1 <= o <= 4 -> (forall z r, mk z r <= 4) -> length c1 = N ->
    valid rows (world_of c1 mk) -> (forall z r x, lookup bob z r = Some x -> 1 <= x) ->
    (forall z r, hue (world_of c1 mk) z r = match lookup bob (z - t) r with Some x => swap h o x | None => hue (world_of c mk) z r end) ->
    answered rows defs invs bob pass true (seen (world_of c mk) t h o) ->
    (pass = true /\ kept c1) \/ exists v d, legal c1 v d /\ kept (set_colour c1 v d).
  Proof.
    intros H O M L V B1 E (_ & move & marks & S & G). set (w := seen (world_of c mk) t h o) in *.
    assert (X : forall z r, hue (world_of c1 mk) (z + t) r = swap h o (hue (after w bob []) z r)).
    { intros z r. rewrite E. replace (z + t - t)%Z with z by lia. simpl. destruct (lookup bob z r); auto. now rewrite swap_swap. }
    destruct move as [[[z0 r0] h0]|].
    - right. destruct G as [(G1 & G2 & G3 & G4 & G5) G]. simpl in G1. apply on_board_spec in G1. destruct G1 as (j & J & Z).
      assert (LG : legal c1 (cell rows r0 j) (swap h o h0)).
      { apply (legal_iff c1 mk); auto. rewrite <- Z. split; [simpl; rewrite Z, on_board_of; now apply Nat.ltb_lt|]. split; [exact G2|].
        split; [rewrite X, G3; now apply swap_none|]. split; [split; [apply swap_positive|apply swap_small]; lia|].
        intros c' r' B. replace c' with (c' - t + t)%Z by lia. rewrite X. intros EQ. apply swap_inj in EQ. revert EQ. apply G5.
        apply (beside_shift (- t)%Z) in B. replace (c' - t)%Z with (c' + - t)%Z by lia. now replace (z0 + t + - t)%Z with z0 in B by lia. }
      exists (cell rows r0 j), (swap h o h0). split; [exact LG|].
      apply (reply_on_board c mk t h o bob [(z0, r0, h0)] marks); auto.
      + intros z r. rewrite (hue_set c1 mk) by auto. rewrite lookup_app, E.
        assert (NB : lookup bob z0 r0 = None).
        { destruct (lookup bob z0 r0) eqn:LB; auto. exfalso. simpl in G3. rewrite LB in G3. apply B1 in LB. lia. }
        destruct (Z.eqb_spec z (Z.of_nat j)) as [->|NZ]; [destruct (Nat.eqb_spec r r0) as [->|NR]|]; cbn [andb].
        * replace (Z.of_nat j - t)%Z with z0 by lia. rewrite NB. simpl. now rewrite Z.eqb_refl, Nat.eqb_refl.
        * destruct (lookup bob (Z.of_nat j - t) r); auto. simpl. apply Nat.eqb_neq in NR. now rewrite NR, andb_false_r.
        * destruct (lookup bob (z - t) r); auto. simpl. destruct (Z.eqb_spec (z - t) z0); auto. lia.
      + now rewrite set_length.
      + now apply (valid_set c1 mk).
    - left. destruct G as [P G]. split; [exact P|]. apply (reply_on_board c mk t h o bob [] marks); auto; rewrite app_nil_r; auto.
  Qed.

  (** *** Bob's moves are answered *)
  Lemma seen_marks c mk t h o : (forall z r, mk z r <= 4) -> forall z r, mark (seen (world_of c mk) t h o) z r <= 4.
  Proof. intros M z r. simpl. apply M. Qed.
  Lemma seen_centre c mk j h o : j < n -> ex (seen (world_of c mk) (Z.of_nat j - centre) h o) centre = true.
  Proof.
    intros J. unfold seen, world_of. cbn [ex]. replace (centre + (Z.of_nat j - centre))%Z with (Z.of_nat j) by lia.
    rewrite on_board_of. now apply Nat.ltb_lt.
  Qed.
  Lemma reply_above c i j d : kept c -> i < rows -> i + i < rows -> j < n -> legal c (cell rows i j) d ->
    let c' := set_colour c (cell rows i j) d in kept c' \/ exists v' d', legal c' v' d' /\ kept (set_colour c' v' d').
  Proof.
    intros (L & mk & M & V & G) I II J LG. assert (LI := LG). apply (legal_iff c mk) in LI; auto. destruct LI as (L1 & L2 & L3 & L4 & L5).
    set (t := (Z.of_nat j - centre)%Z). set (w := seen (world_of c mk) t 1 d). assert (ONE : 1 <= 1 <= 4) by lia.
    assert (VW : valid rows w) by now apply seen_valid.
    assert (MW : forall z r, mark w z r <= 4) by now apply seen_marks.
    assert (EW : ex w centre = true) by now apply seen_centre.
    assert (TC : (centre + t)%Z = Z.of_nat j) by (unfold t; lia).
    assert (T : exists tr, check_answer go_on p i tr = true).
    { unfold check_plan in OK. rewrite !andb_true_iff in OK. destruct OK as [[_ AN] _]. eapply for_all_ok; eauto. unfold upper_rows. apply filter_In. rewrite in_seq, Nat.ltb_lt. lia. }
    destruct T as [tr T]. unfold check_answer in T. apply run_ok with (w := w) in T; auto.
    - destruct (found c mk (set_colour c (cell rows i j) d) t 1 d [(centre, i, 1)] true) as [[_ K]|K]; auto.
      + now rewrite set_length.
      + now apply (valid_set c mk).
      + intros z r x. simpl. destruct (_ && _); [|discriminate]. intros X. inversion X. lia.
      + intros z r. rewrite (hue_set c mk) by auto. simpl. unfold t.
        destruct (Z.eqb_spec z (Z.of_nat j)) as [->|NZ]; [destruct (Nat.eqb_spec r i) as [->|NR]|]; cbn [andb].
        * replace (Z.of_nat j - (Z.of_nat j - centre))%Z with centre by lia. rewrite Z.eqb_refl. cbn [andb]. unfold swap. now rewrite Nat.eqb_refl.
        * now rewrite andb_false_r.
        * destruct (Z.eqb_spec (z - (Z.of_nat j - centre)) centre); [lia|auto].
    - assert (A : agrees defs (of_invariants p) w (nothing_known any_of)).
      { apply nothing_known_agrees; auto. apply of_invariants_ok. now apply seen_good. }
      assert (FIRST : learned defs (of_invariants p) w (limit rows centre i (only 0) (nothing_known any_of))).
      { apply limit_ok; auto. intros _. unfold w. cbn [hue seen]. rewrite TC, L3, swap_none by auto. reflexivity. }
      assert (D : forall y, In y (next_to rows centre i) -> has (but any_of (only 1)) (hue w (fst y) (snd y)) = true).
      { intros [z r] B. apply (not_only _ 1); [apply (hues rows w VW)|]. simpl fst. simpl snd. intros E.
        apply (beside_shift t) in B. rewrite TC in B. apply (L5 _ _ B).
        change (swap 1 d (hue (world_of c mk) (z + t) r) = 1) in E. rewrite <- (swap_swap 1 d (hue _ _ _)), E. unfold swap. now rewrite Nat.eqb_refl. }
      revert D FIRST. generalize (limit rows centre i (only 0) (nothing_known any_of)). generalize (next_to rows centre i).
      induction l as [|y l IH]; intros k D F; simpl; auto. apply IH; [intros; apply D; simpl; auto|].
      apply learned_then; auto. intros k' A'. apply limit_ok; auto. intros _. apply D. simpl. auto.
    - intros z r x. simpl. destruct ((z =? centre)%Z && (r =? i)) eqn:E; [|discriminate]. rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq in E.
      destruct E as [-> ->]. intros X. inversion X; subst. change (ex w centre = true /\ hue w centre i = 0 /\ 1 <= 1 <= 4).
      split; [exact EW|]. split; [|lia]. unfold w. cbn [hue seen]. rewrite TC, L3. now apply swap_none.
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
    simpl. destruct (on_board z) eqn:B; auto. cbn [andb]. apply on_board_spec in B. destruct B as (j & J & ->).
    destruct (Nat.ltb_spec r rows) as [R|R].
    - rewrite (proj2 (Nat.ltb_lt _ _) (other_row_in rows r R)), Nat2Z.id. now apply turn_at.
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
    destruct X as [[[[[_ [[_ TD]  TI]] _] _] _] _]. unfold turns_invariants in TI. rewrite forallb_forall in TI. specialize (TI d I).
    apply andb_true_iff in TI. destruct TI as [TI _]. apply existsb_exists in TI. destruct TI as (e & E & Q). apply Pos.eqb_eq in Q.
    rewrite (value_turned rows defs (upside p) (world_of c mk)) with (n := Pos.to_nat d); auto using WD.
    - rewrite Q. now apply G.
    - intros z r. apply turn_hue.
  Qed.
  Lemma turn_kept c : kept c -> kept (turn c).
  Proof.
    intros (L & mk & M & V & G). split; [apply turn_length|]. exists (fun z r => other_mark (mk z (other r))).
    split; [|split; [now apply (turn_valid c mk)|now apply turn_good]]. intros z r. now apply other_mark_small.
  Qed.
  Lemma turn_legal c i j d : length c = N -> i < rows -> j < n -> legal c (cell rows i j) d -> legal (turn c) (cell rows (other i) j) d.
  Proof.
    intros L I J M. set (mk := fun (_ : Z) (_ : nat) => 0). apply (legal_iff c mk) in M; auto. destruct M as (M1 & M2 & M3 & M4 & M5).
    apply (legal_iff (turn c) mk); auto using turn_length, other_row_in. split; [exact M1|]. split; [now apply other_row_in|].
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
  Lemma shown_here always reply f t c mk j : (forall z r, mk z r <= 4) -> valid rows (world_of c mk) -> j < n -> always_ok (world_of c mk) always ->
    holds (world_of c mk) (value (world_of c mk)) f (Z.of_nat j - 1) = true -> check_here go_on p always reply f t = true ->
    answered rows defs invs [] false reply (seen (world_of c mk) (Z.of_nat j - centre) 1 1).
  Proof.
    intros M V J A H C. set (w := seen (world_of c mk) (Z.of_nat j - centre) 1 1). assert (ONE : 1 <= 1 <= 4) by lia.
    assert (VW : valid rows w) by now apply seen_valid. assert (MW : forall z r, mark w z r <= 4) by now apply seen_marks.
    assert (EW : ex w centre = true) by now apply seen_centre.
    assert (HW : holds w (value w) f (centre - 1) = true).
    { unfold w. rewrite seen_holds by auto. now replace (centre - 1 + (Z.of_nat j - centre))%Z with (Z.of_nat j - 1)%Z by lia. }
    unfold check_here in C. apply run_ok with (w := w) in C; auto.
    - apply assume_ok; auto using WD. apply nothing_known_agrees; auto. now apply seen_always.
    - intros z r x. discriminate.
    - intros f' c' E. inversion E; subst. exact HW.
  Qed.

  (** *** Nobody is left without a colour *)
  Lemma neighbours_beside c mk i j u : i < rows -> j < n -> In u (neighbours g (cell rows i j)) ->
    exists y, In y (next_to rows (Z.of_nat j) i) /\ hue (world_of c mk) (fst y) (snd y) = colour_of c u.
  Proof.
    intros I J W. apply (near Grid rows n long) in W; auto. destruct W as (i' & j' & I' & J' & -> & W). cbn [height] in *.
    exists (Z.of_nat j', i'). split; [|now apply hue_at]. unfold next_to. rewrite !in_app_iff.
    rewrite !across_spec in W. destruct W as [[-> [->| ->]]|[[W [->|[]]]|[W [->|[]]]]].
    + right. left. apply Nat.ltb_lt in I'. rewrite I'. simpl. auto.
    + left. simpl. auto.
    + cbn in W. unfold right_of in W. destruct (S j <? n); inversion W; subst. right. right. right. left. f_equal. lia.
    + unfold left_of in W. destruct j as [|j]; inversion W; subst. right. right. left. f_equal. lia.
  Qed.
  Lemma kept_ended c : kept c -> ended R c = None.
  Proof.
    intros (L & mk & M & V & G). simpl. destruct (existsb (dead 4 g c) (seq 0 (length c))) eqn:X; auto. exfalso.
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
    destruct (shown_here (of_invariants p) false (dead_form (S q)) tr c mk j) as [X _]; auto; [now apply of_invariants_ok| |discriminate].
    unfold dead_form. cbn [holds pred]. apply andb_true_iff. split.
    - replace (Z.of_nat j - 1 + 1)%Z with (Z.of_nat j) by lia. rewrite hue_at, Z by auto. cbn [ex world_of]. rewrite on_board_of.
      apply Nat.ltb_lt in J. now rewrite J.
    - rewrite <- HS. apply distinct_intro. constructor; auto. intros Q. apply N2 in Q. simpl in Q. intuition discriminate.
  Qed.

  (** *** The uncoloured board *)
  Lemma kept_start : kept (repeat 0 N).
  Proof.
    split; [apply repeat_length|]. exists (fun _ _ => 0). set (W := world_of (repeat 0 N) (fun _ _ => 0)).
    assert (Z : forall z r, hue W z r = 0).
    { intros z r. simpl. destruct (_ && _); auto. unfold colour_of. apply nth_repeat. }
    assert (V : valid rows W).
    { constructor; auto.
      - intros a b c. simpl. unfold on_board. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
      - intros c r. rewrite Z. lia. }
    split; [lia|]. split; [exact V|]. intros d x I. assert (ONE : 1 <= 1 <= 4) by lia.
    assert (T : exists tr, check_start go_on p d tr = true).
    { unfold check_plan in OK. rewrite !andb_true_iff in OK. destruct OK as [[[[_ ST] _] _] _]. eapply for_all_ok; eauto. }
    destruct T as [tr T]. unfold check_start in T. destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; [|discriminate].
    destruct b as [| | | | | | | |b f|]; try discriminate. destruct b as [| | | | | | | | |b]; try discriminate. destruct b as [|o| | | | | | | |]; try discriminate.
    assert (E := value_eq defs WD W d x). rewrite F in E. cbn [holds] in E. destruct (ex W (x + o)) eqn:X; [|exact E].
    destruct (value W d x) eqn:VX; auto. exfalso. set (w := seen W (x + o - centre) 1 1).
    assert (ZW : forall z r, hue w z r = 0) by (intros z r; unfold w; cbn [hue seen]; rewrite Z; now apply swap_none).
    assert (VW : valid rows w) by now apply seen_valid. 
    assert (MW : forall z r, mark w z r <= 4) by (intros; simpl; lia).
    apply run_ok with (w := w) in T; auto.
    - destruct T as [T _]. discriminate.
    - apply assume_def_ok; auto using WD.
      + constructor; simpl; try discriminate.
        * intros z C. replace z with centre by lia. now replace (centre + (x + o - centre))%Z with (x + o)%Z by lia.
        * intros z r _. change (has (may_hold (nothing_known (only 0)) z r) (hue w z r) = true). rewrite ZW. unfold may_hold, in_column.
          destruct z; simpl; rewrite ?PositiveMap.gempty; reflexivity.
        * intros z r. unfold may_mark, in_column. destruct z; simpl; rewrite ?PositiveMap.gempty; reflexivity.
        * intros e z b. unfold fact. rewrite PositiveMap.gempty. destruct z; simpl; rewrite ?PositiveMap.gempty; discriminate.
      + unfold w. rewrite seen_value by auto. now replace (centre - o + (x + o - centre))%Z with x by lia.
    - intros z r y. discriminate.
    - discriminate.
  Qed.

  (** *** A move to spare *)
  Definition full_at (c : colouring) j := forallb (fun i => negb (colour_of c (cell rows i j) =? 0)) (seq 0 rows).
  Lemma full_form_ok c mk v j x o : j < n -> (x + o)%Z = Z.of_nat j -> holds (world_of c mk) v (full_form rows o) x = full_at c j.
  Proof.
    intros J E. unfold full_form, full_at. assert (X : incl (seq 0 rows) (seq 0 rows)) by apply incl_refl. revert X.
    generalize (seq 0 rows) at 1 3 4. induction l as [|i l IH]; intros X; cbn [fold_right holds forallb]; auto.
    rewrite IH by (intros y Y; apply X; simpl; auto). f_equal. cbn [map fst snd]. rewrite E.
    assert (I : In i (seq 0 rows)) by (apply X; simpl; auto). apply in_seq in I. rewrite hue_at by lia. simpl. unfold mem. simpl.
    rewrite orb_false_r, andb_true_r. f_equal. apply Nat.eqb_sym.
  Qed.
  Lemma places_ok c mk : (forall z r, mk z r <= 4) -> valid rows (world_of c mk) -> (exists j, j < n /\ full_at c j = false) ->
    forall l always, always_ok (world_of c mk) always -> check_places go_on p l always = true ->
    exists j, j < n /\ answered rows defs invs [] false true (seen (world_of c mk) (Z.of_nat j - centre) 1 1).
  Proof.
    intros M V NF. set (W := world_of c mk) in *. assert (ONE : 1 <= 1 <= 4) by lia. induction l as [|[d tr] l IH]; intros always A C; cbn [check_places] in C.
    - destruct NF as (j0 & J0 & NF). destruct (find (fun j => negb (full_at c j)) (seq 0 n)) as [j|] eqn:F.
      + assert (B := find_first _ _ _ _ F). apply find_some in F. destruct F as [J F]. apply in_seq in J. apply negb_true_iff in F.
        exists j. split; [lia|]. apply (shown_here always true (last_form rows) (at_last p)); auto; [lia|]. unfold last_form. cbn [holds].
        rewrite (full_form_ok c mk _ j) by lia. rewrite F. cbn [negb andb].
        replace (Z.of_nat j - 1 + 1)%Z with (Z.of_nat j) by lia. cbn [ex world_of]. rewrite on_board_of.
        rewrite (proj2 (Nat.ltb_lt j n)) by lia. cbn [andb]. destruct j as [|j].
        * apply orb_true_iff. left. reflexivity.
        * rewrite (full_form_ok c mk _ j) by lia. specialize (B j ltac:(lia)). apply negb_false_iff in B. rewrite B. apply orb_true_r.
      + assert (X := find_none _ _ F j0 ltac:(apply in_seq; lia)). cbv beta in X. rewrite NF in X. discriminate.
    - apply andb_true_iff in C. destruct C as [C1 C2]. unfold check_place in C1.
      destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; [|discriminate]. destruct b as [| | | | | | |b f| |]; try discriminate.
      destruct b as [|o| | | | | | | |]; try discriminate.
      destruct (find (fun j => value W d (Z.of_nat j - o)) (seq 0 n)) as [j|] eqn:S.
      + apply find_some in S. destruct S as [J S]. apply in_seq in J. exists j. split; [lia|].
        set (w := seen W (Z.of_nat j - centre) 1 1). assert (VW : valid rows w) by now apply seen_valid.
        assert (MW : forall z r, mark w z r <= 4) by now apply seen_marks. assert (EW : ex w centre = true) by (apply seen_centre; lia).
        apply run_ok with (w := w) in C1; auto.
        * apply assume_def_ok; auto using WD; [apply nothing_known_agrees; auto; now apply seen_always|].
          unfold w. rewrite seen_value by auto. now replace (centre - o + (Z.of_nat j - centre))%Z with (Z.of_nat j - o)%Z by lia.
        * intros z r x. discriminate.
        * discriminate.
      + apply (IH (PositiveMap.add d false always)); auto. intros e b x. destruct (Pos.eq_dec e d) as [->|NE]; [|rewrite PositiveMap.gso; eauto].
        rewrite PositiveMap.gss. intros Q. inversion Q. destruct (value W d x) eqn:VX; auto. assert (Y := VX).
        rewrite (value_eq defs WD), F in Y. cbn [holds] in Y. apply andb_true_iff in Y. destruct Y as [Y _]. apply on_board_spec in Y.
        destruct Y as (j & J & E). assert (X := find_none _ _ S j ltac:(apply in_seq; lia)). cbv beta in X.
        replace (Z.of_nat j - o)%Z with x in X by lia. congruence.
  Qed.
  Lemma spare_move c : kept c -> (exists v d, legal c v d) -> exists v d, legal c v d /\ kept (set_colour c v d).
  Proof.
    intros (L & mk & M & V & G) (v & d & LV & Z & _). apply (cell_of rows n) in LV. destruct LV as (i & j & I & J & ->). cbn [height] in *.
    destruct (places_ok c mk M V) with (l := spares p) (always := of_invariants p) as (j' & J' & A).
    - exists j. split; auto. destruct (full_at c j) eqn:F; auto. unfold full_at in F. rewrite forallb_forall in F.
      specialize (F i ltac:(apply in_seq; lia)). rewrite Z in F. discriminate.
    - now apply of_invariants_ok.
    - unfold check_plan in OK. rewrite !andb_true_iff in OK. tauto.
    - destruct (found c mk c (Z.of_nat j' - centre) 1 1 [] false) as [[X _]|X]; auto; try lia; try discriminate.
  Qed.

End Play.

(** What is accepted is true: Alice wins with four colours on all boards of so many rows, whoever begins, even if Bob may skip turns. *)
Theorem plan_sound go_on p : check_plan go_on p = true -> holds_for_every_length (Strip Grid (plan_rows p) (Colouring 4) None true).
Proof.
  intros C n L. cbn [bob_may_skip height strip_game strip_skipper strip_shape] in *. intros first.
  set (N := plan_rows p * n). set (edges := board Grid (plan_rows p) n). set (R := rules_of (Colouring 4) N edges).
  assert (LL : forall v, ~ In v (neighbours (graph_of N edges) v)) by (intros v; now apply no_loop).
  assert (F : forces_alike R (Some Right) Left (wins_for Left) (State (repeat 0 N) first 0)).
  { apply (wins_despite_skips (Colouring 4) _ N edges eq_refl LL (kept p n) true) with (m := S (uncoloured (repeat 0 N))); auto.
    - now intros c [K _].
    - intros c K. now apply (kept_ended go_on p C n L).
    - intros c v d K [M _]. destruct (reply go_on p C n L c v d K M) as [X|(v' & d' & M' & X)]; [auto|].
      right. exists v', d'. split; auto. split; auto.
    - intros c K (v & d & M & _). destruct (spare_move go_on p C n L c K) as (v' & d' & M' & X); eauto. exists v', d'. split; auto. split; auto.
    - now apply (kept_start go_on). }
  assert (G := forces_in_local (Colouring 4) _ N edges eq_refl _ _ _ _ F). split; [exact G|]. apply forces_in_none. now apply (without_skips _ Left).
Qed.
(** So four colours are enough. *)
Corollary plan_chi go_on p : check_plan go_on p = true -> forall columns, 1 <= columns -> forall first,
  exists c, is_least Colouring None (plan_rows p * columns) (board Grid (plan_rows p) columns) first c /\ c <= 4.
Proof.
  intros C n L q. apply plan_sound in C. specialize (C n L). cbv zeta in C. apply least_exists; [lia|auto|]. apply C.
Qed.
