(** Formulas about a few columns of a board of any length, and what they may be where a board is known in part.

    A formula is evaluated at a column and says something of that column and of those to the right of it. The board may be seen
    twice, before and after some cells are coloured: then it is told which pairs of truth values are possible. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** Boards and formulas *)

(** Which columns there are, the colours in them (0 for none), and a mark at each vertex, which is no part of the game. *)
Record world := World { ex : Z -> bool; hue : Z -> nat -> nat; mark : Z -> nat -> nat }.

(** Columns are counted from the one at which the formula is evaluated. [Same] and [Distinct] are about coloured vertices. [Ref] is
    a formula that has a definition, at another column. *)
Inductive form := Yes | Ex (o : Z) | Unc (o : Z) (r : nat) | Same (o : Z) (r : nat) (p : Z) (s : nat)
  | Distinct (l : list (Z * nat)) | Marked (o : Z) (r m : nat) | Ref (d : positive) (o : Z)
  | And (f g : form) | Or (f g : form) | Not (f : form).

Fixpoint holds (w : world) (v : positive -> Z -> bool) (f : form) (x : Z) : bool :=
  match f with
  | Yes => true
  | Ex o => ex w (x + o)
  | Unc o r => ex w (x + o) && (hue w (x + o) r =? 0)
  | Same o r p s => negb (hue w (x + o) r =? 0) && (hue w (x + o) r =? hue w (x + p) s)
  | Distinct l => distinct (0 :: map (fun y => hue w (x + fst y) (snd y)) l)
  | Marked o r m => mark w (x + o) r =? m
  | Ref d o => v d (x + o)%Z
  | And f g => holds w v f x && holds w v g x
  | Or f g => holds w v f x || holds w v g x
  | Not f => negb (holds w v f x)
  end.

Lemma distinct_map (h : nat -> nat) l : (forall a b, h a = h b -> a = b) -> distinct (map h l) = distinct l.
Proof.
  intros I. assert (M : forall a l, mem (h a) (map h l) = mem a l).
  { intros a m. unfold mem. rewrite existsb_map. apply existsb_ext_in. intros b _. apply eq_true_iff_eq.
    rewrite !Nat.eqb_eq. split; [apply I|congruence]. }
  induction l as [|a l IH]; simpl; auto. now rewrite M, IH.
Qed.

Section Definitions.
  (** Each definition is of a formula, and tells how far to the right it looks; it may refer to those before it. *)
  Variable defs : PositiveMap.t (form * Z).

  Fixpoint refers_below (d : positive) (f : form) : bool :=
    match f with
    | Ref e _ => Pos.ltb e d
    | And f g | Or f g => refers_below d f && refers_below d g
    | Not f => refers_below d f
    | _ => true
    end.
  Definition within wd o := (0 <=? o)%Z && (o <=? wd)%Z.
  Fixpoint looks_within (wd : Z) (f : form) : bool :=
    match f with
    | Yes => true
    | Ex o | Unc o _ | Marked o _ _ => within wd o
    | Same o _ p _ => within wd o && within wd p
    | Distinct l => forallb (fun y => within wd (fst y)) l
    | Ref e o => (0 <=? o)%Z && match PositiveMap.find e defs with Some (_, we) => (o + we <=? wd)%Z | None => true end
    | And f g | Or f g => looks_within wd f && looks_within wd g
    | Not f => looks_within wd f
    end.
  Definition well_defined :=
    forallb (fun e => refers_below (fst e) (fst (snd e)) && looks_within (snd (snd e)) (fst (snd e))) (PositiveMap.elements defs).
  Hypothesis WD : well_defined = true.
  Lemma def_ok d b wd : PositiveMap.find d defs = Some (b, wd) -> refers_below d b = true /\ looks_within wd b = true.
  Proof.
    intros F. apply PositiveMap.elements_correct in F. unfold well_defined in WD. rewrite forallb_forall in WD.
    apply WD in F. simpl in F. now apply andb_true_iff in F.
  Qed.

  Fixpoint value_in (n : nat) (w : world) (d : positive) (x : Z) : bool :=
    match n with
    | O => false
    | S n => match PositiveMap.find d defs with Some (b, _) => holds w (value_in n w) b x | None => false end
    end.
  (** Whether what is defined holds. *)
  Definition value w d x := value_in (Pos.to_nat d) w d x.

  Lemma holds_ext w v v' d f : refers_below d f = true -> (forall e x, (e < d)%positive -> v e x = v' e x) ->
    forall x, holds w v f x = holds w v' f x.
  Proof.
    induction f; simpl; intros B E x; auto; try (apply andb_true_iff in B; destruct B as [B1 B2]; now rewrite IHf1, IHf2).
    - apply E. now apply Pos.ltb_lt.
    - now rewrite IHf.
  Qed.
  Lemma value_enough w : forall k n d x, Pos.to_nat d <= k -> Pos.to_nat d <= n -> value_in n w d x = value w d x.
  Proof.
    induction k as [|k IH]; intros n d x K N; [pose proof (Pos2Nat.is_pos d); lia|]. unfold value.
    destruct (Pos.to_nat d) as [|m] eqn:D; [pose proof (Pos2Nat.is_pos d); lia|]. destruct n as [|n]; [lia|]. simpl.
    destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; auto. apply def_ok in F. destruct F as [F _].
    apply (holds_ext w _ _ d); auto. intros e y E. assert (L : Pos.to_nat e < S m) by (rewrite <- D; now apply Pos2Nat.inj_lt).
    rewrite (IH n e y), (IH m e y); auto; lia.
  Qed.
  Lemma value_eq w d x : value w d x =
    match PositiveMap.find d defs with Some (b, _) => holds w (value w) b x | None => false end.
  Proof.
    unfold value at 1. destruct (Pos.to_nat d) as [|m] eqn:D; [pose proof (Pos2Nat.is_pos d); lia|]. simpl.
    destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; auto. apply def_ok in F. destruct F as [F _].
    apply (holds_ext w _ _ d); auto. intros e y E. assert (L : Pos.to_nat e < S m) by (rewrite <- D; now apply Pos2Nat.inj_lt).
    apply (value_enough w (Pos.to_nat e)); lia.
  Qed.

  (** ** Boards that look alike from somewhere: moved, with other names of colours, or different elsewhere *)
  Section Alike.
    Variables (w w' : world) (s : Z) (paint : nat -> nat).
    Hypothesis paint_none : paint 0 = 0.
    Hypothesis paint_inj : forall a b, paint a = paint b -> a = b.
    Definition alike_at (c : Z) := ex w' c = ex w (c + s) /\
      forall r, hue w' c r = paint (hue w (c + s) r) /\ mark w' c r = mark w (c + s) r.

    Lemma paint_eqb a b : (paint a =? paint b) = (a =? b).
    Proof. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; [apply paint_inj|congruence]. Qed.
    Lemma paint_zero a : (paint a =? 0) = (a =? 0).
    Proof. rewrite <- paint_none at 1. apply paint_eqb. Qed.
    Lemma holds_alike d wd (v v' : positive -> Z -> bool) x : (forall c, (x <= c <= x + wd)%Z -> alike_at c) ->
      (forall e we o b, (e < d)%positive -> PositiveMap.find e defs = Some (b, we) -> (0 <= o)%Z -> (o + we <= wd)%Z ->
        v' e (x + o)%Z = v e (x + o + s)%Z) ->
      (forall e y, PositiveMap.find e defs = None -> v' e y = v e (y + s)%Z) ->
      forall f, refers_below d f = true -> looks_within wd f = true -> holds w' v' f x = holds w v f (x + s)%Z.
    Proof.
      intros A V N. assert (S : forall o, (x + s + o = x + o + s)%Z) by (intros; lia).
      assert (W : forall o, within wd o = true -> alike_at (x + o)).
      { intros o H. unfold within in H. rewrite andb_true_iff, !Z.leb_le in H. apply A. lia. }
      induction f as [|o|o r|o r p q|l|o r m|e o|f IHf g IHg|f IHf g IHg|f IHf]; cbn [holds refers_below looks_within]; intros B L;
        rewrite ?S; auto.
      - apply W in L. apply L.
      - apply W in L. destruct L as [L1 L2]. destruct (L2 r) as [L3 _]. now rewrite L1, L3, paint_zero.
      - apply andb_true_iff in L. destruct L as [L1 L2]. apply W in L1, L2. destruct L1 as [_ L1], L2 as [_ L2].
        destruct (L1 r) as [-> _], (L2 q) as [-> _]. now rewrite paint_zero, paint_eqb.
      - symmetry. rewrite <- (distinct_map paint (0 :: _) paint_inj). cbn [map]. rewrite paint_none, map_map. do 2 f_equal.
        apply map_ext_in. intros y Y. rewrite forallb_forall in L. apply L, W in Y. destruct Y as [_ Y].
        rewrite S. symmetry. apply (Y (snd y)).
      - apply W in L. destruct L as [_ L]. destruct (L r) as [_ ->]. reflexivity.
      - rewrite andb_true_iff, Z.leb_le in L. destruct L as [L1 L2]. destruct (PositiveMap.find e defs) as [[b we]|] eqn:F.
        + apply Z.leb_le in L2. eapply V; eauto. now apply Pos.ltb_lt.
        + now apply N.
      - apply andb_true_iff in B, L. destruct B, L. now rewrite IHf, IHg.
      - apply andb_true_iff in B, L. destruct B, L. now rewrite IHf, IHg.
      - now rewrite IHf.
    Qed.
    Lemma value_alike : forall n d b wd x, Pos.to_nat d <= n -> PositiveMap.find d defs = Some (b, wd) ->
      (forall c, (x <= c <= x + wd)%Z -> alike_at c) -> value w' d x = value w d (x + s).
    Proof.
      induction n as [|n IH]; intros d b wd x D F A; [pose proof (Pos2Nat.is_pos d); lia|].
      rewrite (value_eq w'), (value_eq w), F. assert (OK := def_ok _ _ _ F). destruct OK.
      apply (holds_alike d wd); auto.
      - intros e we o be E FE O OW. assert (Pos.to_nat e < Pos.to_nat d) by now apply Pos2Nat.inj_lt.
        apply (IH e be we); auto; [lia|]. intros c C. apply A. lia.
      - intros e y N. now rewrite (value_eq w'), (value_eq w), N.
    Qed.
    Lemma value_everywhere d x : (forall c, alike_at c) -> value w' d x = value w d (x + s).
    Proof.
      intros A. destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F.
      - eapply value_alike; eauto.
      - now rewrite (value_eq w'), (value_eq w), F.
    Qed.
    Lemma holds_everywhere f x : (forall c, alike_at c) -> holds w' (value w') f x = holds w (value w) f (x + s)%Z.
    Proof.
      intros A. assert (S : forall o, (x + s + o = x + o + s)%Z) by (intros; lia).
      assert (H : forall c r, hue w' c r = paint (hue w (c + s) r)) by (intros c r; apply A).
      induction f as [|o|o r|o r p q|l|o r m|e o|f IHf g IHg|f IHf g IHg|f IHf]; cbn [holds]; rewrite ?S; auto.
      - apply A.
      - rewrite H, paint_zero. f_equal. apply A.
      - now rewrite !H, paint_zero, paint_eqb.
      - symmetry. rewrite <- (distinct_map paint (0 :: _) paint_inj). cbn [map]. rewrite paint_none, map_map. do 2 f_equal.
        apply map_ext. intros y. now rewrite S, H.
      - f_equal. apply A.
      - now apply value_everywhere.
      - now rewrite IHf, IHg.
      - now rewrite IHf, IHg.
      - now rewrite IHf.
    Qed.
  End Alike.

  (** ** What is known of a board *)

  (** Sets of 0, ..., 4. *)
  Record few := Few { f0 : bool; f1 : bool; f2 : bool; f3 : bool; f4 : bool }.
  Definition has (s : few) (i : nat) : bool :=
    match i with 0 => f0 s | 1 => f1 s | 2 => f2 s | 3 => f3 s | 4 => f4 s | _ => false end.
  Definition any_of := Few true true true true true.
  Definition only (i : nat) := Few (i =? 0) (i =? 1) (i =? 2) (i =? 3) (i =? 4).
  Definition both_of s t := Few (f0 s && f0 t) (f1 s && f1 t) (f2 s && f2 t) (f3 s && f3 t) (f4 s && f4 t).
  Definition but s t :=
    Few (f0 s && negb (f0 t)) (f1 s && negb (f1 t)) (f2 s && negb (f2 t)) (f3 s && negb (f3 t)) (f4 s && negb (f4 t)).
  Definition either_of s t := Few (f0 s || f0 t) (f1 s || f1 t) (f2 s || f2 t) (f3 s || f3 t) (f4 s || f4 t).
  Definition nobody_has := Few false false false false false.
  Definition nothing s := negb (f0 s || f1 s || f2 s || f3 s || f4 s).
  Definition no_colour s := negb (f1 s || f2 s || f3 s || f4 s).
  Definition disjoint s t := negb (f1 s && f1 t || f2 s && f2 t || f3 s && f3 t || f4 s && f4 t).
  (** The only colour in both is the same. *)
  Definition one_colour s t :=
    match f1 s, f2 s, f3 s, f4 s, f1 t, f2 t, f3 t, f4 t with
    | true, false, false, false, true, false, false, false | false, true, false, false, false, true, false, false
    | false, false, true, false, false, false, true, false | false, false, false, true, false, false, false, true => true
    | _, _, _, _, _, _, _, _ => false
    end.
  Lemma has_only i j : has (only i) j = true -> i = j.
  Proof. do 5 (destruct j as [|j]; [apply Nat.eqb_eq|]). discriminate. Qed.
  Lemma only_has i : i <= 4 -> has (only i) i = true.
  Proof. intros I. do 5 (destruct i as [|i]; [reflexivity|]). lia. Qed.
  Lemma has_both s t i : has (both_of s t) i = has s i && has t i.
  Proof. destruct s, t. do 5 (destruct i as [|i]; [reflexivity|]). reflexivity. Qed.
  Lemma has_but s t i : has (but s t) i = has s i && negb (has t i).
  Proof. destruct s, t. do 5 (destruct i as [|i]; [reflexivity|]). reflexivity. Qed.
  Lemma has_either s t i : has (either_of s t) i = has s i || has t i.
  Proof. destruct s, t. do 5 (destruct i as [|i]; [reflexivity|]). reflexivity. Qed.
  Lemma has_nothing s i : nothing s = true -> has s i = false.
  Proof. destruct s as [[] [] [] [] []]; try discriminate. do 5 (destruct i as [|i]; [reflexivity|]). reflexivity. Qed.
  Lemma has_no_colour s i : no_colour s = true -> has s i = true -> i = 0.
  Proof. destruct s as [z [] [] [] []]; try discriminate. do 5 (destruct i as [|i]; [simpl; congruence|]). discriminate. Qed.
  Lemma has_disjoint s t i : disjoint s t = true -> has s i = true -> has t i = true -> i = 0.
  Proof.
    unfold disjoint. intros D A B. do 5 (destruct i as [|i]; [auto; simpl in A, B; rewrite A, B in D; rewrite ?orb_true_r in D; discriminate|]).
    discriminate.
  Qed.
  Lemma has_one s t i j : one_colour s t = true -> has s i = true -> has t j = true -> i <> 0 -> j <> 0 -> i = j.
  Proof.
    unfold one_colour. destruct s as [? a b c d], t as [? e f g h]. cbn [f0 f1 f2 f3 f4].
    destruct a, b, c, d; try discriminate; destruct e, f, g, h; try discriminate; intros _;
      destruct i as [|[|[|[|[|i]]]]]; try discriminate; intros _; destruct j as [|[|[|[|[|j]]]]]; try discriminate; auto; congruence.
  Qed.

  Notation per_column A := (PositiveMap.t A).
  Definition at_column {A} (m : per_column A) (c : Z) : option A := match c with Zpos p => PositiveMap.find p m | _ => None end.

  (** The columns from [low] to [high] exist, those up to [below] and from [above] on do not. A vertex of a column that exists holds
      one of a few, and so does every mark. [known]: whether some of what is defined holds, by column and definition. *)
  Record facts := Facts {
    low : Z; high : Z; below : option Z; above : option Z;
    held : per_column (list few); held_elsewhere : few;
    marked : per_column (list few); marked_elsewhere : few;
    known : per_column (PositiveMap.t bool) }.
  (** What holds at every column, or at none. *)
  Variable always : PositiveMap.t bool.

  Definition exists3 (k : facts) (c : Z) : option bool :=
    if (low k <=? c)%Z && (c <=? high k)%Z then Some true
    else if match below k with Some b => (c <=? b)%Z | None => false end then Some false
    else if match above k with Some a => (a <=? c)%Z | None => false end then Some false
    else None.
  Definition in_column (m : per_column (list few)) (elsewhere : few) (c : Z) (r : nat) : few :=
    match at_column m c with Some l => nth r l elsewhere | None => elsewhere end.
  Definition may_hold k c r := in_column (held k) (held_elsewhere k) c r.
  Definition may_mark k c r := in_column (marked k) (marked_elsewhere k) c r.
  Definition fact (k : facts) (d : positive) (c : Z) : option bool :=
    match PositiveMap.find d always with
    | Some b => Some b
    | None => match at_column (known k) c with Some m => PositiveMap.find d m | None => None end
    end.

  Record agrees (w : world) (k : facts) : Prop := Agrees {
    is_there : forall c, (low k <= c <= high k)%Z -> ex w c = true;
    is_below : forall b c, below k = Some b -> (c <= b)%Z -> ex w c = false;
    is_above : forall a c, above k = Some a -> (a <= c)%Z -> ex w c = false;
    is_held : forall c r, ex w c = true -> has (may_hold k c r) (hue w c r) = true;
    is_marked : forall c r, has (may_mark k c r) (mark w c r) = true;
    is_known : forall d c b, fact k d c = Some b -> value w d c = b }.

  Lemma exists3_ok w k c b : agrees w k -> exists3 k c = Some b -> ex w c = b.
  Proof.
    intros A. unfold exists3. destruct ((low k <=? c)%Z && (c <=? high k)%Z) eqn:E.
    - rewrite andb_true_iff, !Z.leb_le in E. intros X. inversion X. now apply (is_there w k A).
    - destruct (below k) as [y|] eqn:Y; [destruct (Z.leb_spec c y)|].
      + intros X. inversion X. eapply is_below; eauto.
      + destruct (above k) as [z|] eqn:Z; [destruct (Z.leb_spec z c)|]; try discriminate. intros X. inversion X. eapply is_above; eauto.
      + destruct (above k) as [z|] eqn:Z; [destruct (Z.leb_spec z c)|]; try discriminate. intros X. inversion X. eapply is_above; eauto.
  Qed.

  (** ** Changes *)

  (** New colours, and new marks: column, row, and what it is now. *)
  Definition news := list (Z * nat * nat).
  Fixpoint lookup (l : news) (c : Z) (r : nat) : option nat :=
    match l with
    | [] => None
    | (c', r', n) :: l => if (c =? c')%Z && (r =? r') then Some n else lookup l c r
    end.
  Definition after (w : world) (stones marks : news) : world :=
    World (ex w) (fun c r => match lookup stones c r with Some n => n | None => hue w c r end)
      (fun c r => match lookup marks c r with Some n => n | None => mark w c r end).
  Definition can_change (w : world) (stones : news) := forall c r n, lookup stones c r = Some n ->
    ex w c = true /\ hue w c r = 0 /\ 1 <= n <= 4.

  (** ** Pairs of truth values, before and after *)
  Record pairs := Pairs { p00 : bool; p01 : bool; p10 : bool; p11 : bool }.
  Definition allows (m : pairs) (b a : bool) : bool :=
    match b, a with false, false => p00 m | false, true => p01 m | true, false => p10 m | true, true => p11 m end.
  Definition all_pairs := Pairs true true true true.
  Definition unchanged (yes no : bool) := Pairs no false false yes.
  Definition was_false (yes no : bool) := Pairs no yes false false.
  Definition not_pairs m := Pairs (p11 m) (p10 m) (p01 m) (p00 m).
  Definition and_pairs m n :=
    Pairs (p00 m && (p00 n || p01 n || p10 n || p11 n) || p00 n && (p01 m || p10 m || p11 m) || p01 m && p10 n || p10 m && p01 n)
      (p01 m && (p01 n || p11 n) || p11 m && p01 n) (p10 m && (p10 n || p11 n) || p11 m && p10 n) (p11 m && p11 n).
  Definition or_pairs m n := not_pairs (and_pairs (not_pairs m) (not_pairs n)).
  Definition never_true m := negb (p01 m || p10 m || p11 m).
  Definition never_false m := negb (p01 m || p10 m || p00 m).
  Definition given (b : option bool) m :=
    match b with None => m | Some true => Pairs false false (p10 m) (p11 m) | Some false => Pairs (p00 m) (p01 m) false false end.
  Lemma and_allows m n b a b' a' : allows m b a = true -> allows n b' a' = true -> allows (and_pairs m n) (b && b') (a && a') = true.
  Proof.
    destruct m, n, b, a, b', a'; simpl; intros -> ->; rewrite ?orb_true_r, ?andb_true_r; auto; simpl; rewrite ?orb_true_r; auto.
    all: repeat match goal with |- context [if ?x then _ else _] => destruct x end; auto.
  Qed.
  Lemma not_allows m b a : allows (not_pairs m) (negb b) (negb a) = allows m b a.
  Proof. destruct m, b, a; reflexivity. Qed.
  Lemma or_allows m n b a b' a' : allows m b a = true -> allows n b' a' = true -> allows (or_pairs m n) (b || b') (a || a') = true.
  Proof.
    intros A B. unfold or_pairs. replace (b || b') with (negb (negb b && negb b')) by (now destruct b, b').
    replace (a || a') with (negb (negb a && negb a')) by (now destruct a, a'). rewrite not_allows. apply and_allows; now rewrite not_allows.
  Qed.

  (** What may be afterwards where it is not seen: anything, or only that something true has become false, or the other way round. *)
  Definition may_change m := let no := p00 m || p01 m in let yes := p10 m || p11 m in Pairs no no yes yes.
  Definition may_fall m := let yes := p10 m || p11 m in Pairs (p00 m || p01 m) false yes yes.
  Definition may_rise m := let no := p00 m || p01 m in Pairs no no false (p10 m || p11 m).
  Definition widen (seen : bool) (wider : pairs -> pairs) m := if seen then m else wider m.
  Lemma may_change_allows m b a a' : allows m b a = true -> allows (may_change m) b a' = true.
  Proof. destruct m, b, a, a'; simpl; intros ->; auto using orb_true_r. Qed.
  Lemma may_fall_allows m b a a' : allows m b a = true -> (b = false -> a' = false) -> allows (may_fall m) b a' = true.
  Proof. intros A F. destruct m, b, a, a'; simpl in *; subst; auto using orb_true_r; now specialize (F eq_refl). Qed.
  Lemma may_rise_allows m b a a' : allows m b a = true -> (b = true -> a' = true) -> allows (may_rise m) b a' = true.
  Proof. intros A F. destruct m, b, a, a'; simpl in *; subst; auto using orb_true_r; now specialize (F eq_refl). Qed.

  (** ** Evaluation *)
  Section Evaluation.
    Variables (k : facts) (stones marks : news) (from to : Z).
    Definition look c r : option bool * few :=
      match lookup stones c r with Some n => (Some true, only n) | None => (exists3 k c, may_hold k c r) end.
    Definition is_new c r := match lookup stones c r with Some _ => true | None => false end.
    (** Vertices are looked at many times, so some columns are written down. *)
    Definition sight := ((option bool * few) * bool)%type.
    Definition sight_of c r : sight := (look c r, is_new c r).
    Definition view_of (rows : nat) (cs : list Z) : per_column (list sight) :=
      fold_right (fun c v => match c with Zpos p => PositiveMap.add p (map (sight_of c) (seq 0 rows)) v | _ => v end) (PositiveMap.empty _) cs.
    Variable view : per_column (list sight).
    (** If it is known of some columns only what was coloured there: in others anything uncoloured may have been coloured. *)
    Variable zone : option (Z * Z).
    Definition in_zone (c : Z) : bool := match zone with Some (a, b) => (a <=? c)%Z && (c <=? b)%Z | None => true end.
    Definition see c r : sight :=
      match at_column view c with
      | Some l => match nth_error l r with Some x => x | None => sight_of c r end
      | None => sight_of c r
      end.
    Definition surely_not (x : option bool * few) := match fst x with Some false => true | _ => no_colour (snd x) end.
    Definition surely (x : option bool * few) := match fst x with Some true => negb (f0 (snd x)) | _ => false end.
    Definition surely_same x y := surely x && surely y && one_colour (snd x) (snd y).
    Fixpoint all_apart (l : list (option bool * few)) :=
      match l with [] => true | x :: l => surely x && forallb (fun y => disjoint (snd x) (snd y)) l && all_apart l end.
    (** Whether one of them is without a colour, or can only have those that are [taken]. *)
    Fixpoint not_apart (taken : few) (l : list (option bool * few)) :=
      match l with
      | [] => false
      | x :: l => let s := but (snd x) taken in
                  surely_not x || no_colour s || not_apart (if one_colour s s then either_of taken s else taken) l
      end.

    (** Whether there are fewer colours than vertices. *)
    Definition too_few (l : list (option bool * few)) :=
      let all := fold_right (fun x => either_of (snd x)) nobody_has l in
      Nat.b2n (f1 all) + Nat.b2n (f2 all) + Nat.b2n (f3 all) + Nat.b2n (f4 all) <? length l.

    Definition eval_unc c r :=
      let (x, new) := see c r in
      if new then Pairs false false true false
      else match fst x with
           | Some false => unchanged false true
           | Some true => unchanged (f0 (snd x)) (negb (no_colour (snd x)))
           | None => unchanged (f0 (snd x)) true
           end.
    Definition eval_same c r d s :=
      let (x, new) := see c r in
      let (y, new') := see d s in
      let yes := negb (surely_not x || surely_not y || disjoint (snd x) (snd y)) in
      let no := negb (surely_same x y) in
      if new || new' then was_false yes no else unchanged yes no.
    Definition eval_distinct (l : list (Z * nat)) x :=
      let sights := map (fun y => see (x + fst y) (snd y)) l in
      let seen := map fst sights in
      let apart := all_apart seen in
      let yes := apart || negb (not_apart nobody_has seen || too_few seen) in
      if existsb snd sights then was_false yes (negb apart) else unchanged yes (negb apart).
    Definition eval_mark c r m :=
      let s := may_mark k c r in
      let yes := has s m in
      let no := negb (nothing (but s (only m))) in
      match lookup marks c r with
      | None => unchanged yes no
      | Some n => if n =? m then Pairs false no false yes else Pairs no false yes false
      end.
    (** What definitions may be is worked out once for each column. *)
    Notation memo := (per_column (PositiveMap.t pairs)).
    Definition recall (t : memo) (d : positive) (x : Z) : option pairs :=
      match at_column t x with Some m => PositiveMap.find d m | None => None end.
    Definition record (t : memo) (d : positive) (x : Z) (v : pairs) : memo :=
      match x with
      | Zpos p => PositiveMap.add p (PositiveMap.add d v match PositiveMap.find p t with Some m => m | None => PositiveMap.empty pairs end) t
      | _ => t
      end.
    Section Form.
      Variable ref : positive -> Z -> memo -> pairs * memo.
      Fixpoint eval_form (f : form) (x : Z) (t : memo) : pairs * memo :=
        match f with
        | Yes => (unchanged true false, t)
        | Ex o => (match exists3 k (x + o) with Some b => unchanged b (negb b) | None => unchanged true true end, t)
        | Unc o r => (widen (in_zone (x + o)) may_fall (eval_unc (x + o) r), t)
        | Same o r p s => (widen (in_zone (x + o) && in_zone (x + p)) may_rise (eval_same (x + o) r (x + p) s), t)
        | Distinct l => (widen (forallb (fun y => in_zone (x + fst y)) l) may_rise (eval_distinct l x), t)
        | Marked o r m => (widen (in_zone (x + o)) may_change (eval_mark (x + o) r m), t)
        | Ref d o => ref d (x + o)%Z t
        | And f g => let (m, t) := eval_form f x t in
            if never_true m then (m, t) else let (n, t) := eval_form g x t in (and_pairs m n, t)
        | Or f g => let (m, t) := eval_form f x t in
            if never_false m then (m, t) else let (n, t) := eval_form g x t in (or_pairs m n, t)
        | Not f => let (m, t) := eval_form f x t in (not_pairs m, t)
        end.
    End Form.
    Definition is_far x wd := ((to <? x)%Z || (x + wd <? from)%Z) && in_zone x && in_zone (x + wd).
    Fixpoint eval_def (n : nat) (d : positive) (x : Z) (t : memo) : pairs * memo :=
      match n with
      | O => (all_pairs, t)
      | S n =>
          match recall t d x with
          | Some m => (m, t)
          | None =>
              match PositiveMap.find d defs with
              | None => (unchanged false true, t)
              | Some (b, wd) =>
                  let known := fact k d x in
                  let work_out (_ : unit) :=
                    let (m, t) := eval_form (eval_def n) b x t in let m := given known m in (m, record t d x m) in
                  match known with
                  | Some v => if is_far x wd then (unchanged v (negb v), t) else work_out tt
                  | None => work_out tt
                  end
              end
          end
      end.
    Definition depth := 30.
    Definition nothing_recalled : memo := PositiveMap.empty _.
    Definition eval f x := fst (eval_form (eval_def depth) f x nothing_recalled).
    (** Whether what is defined does not become false at any of these columns, and what was worked out. *)
    Fixpoint stays_at (d : positive) (xs : list Z) (t : memo) : option memo :=
      match xs with
      | [] => Some t
      | x :: xs => let (m, t) := eval_def depth d x t in if p10 m then None else stays_at d xs t
      end.

    Variable w : world.
    Hypothesis A : agrees w k.
    Hypothesis CH : can_change w stones.
    Hypothesis outside : forall c, ex w c = false -> forall r, hue w c r = 0.
    Hypothesis bounds : forall c r n, lookup stones c r = Some n \/ lookup marks c r = Some n -> (from <= c <= to)%Z.
    Definition views := forall p l r x, PositiveMap.find p view = Some l -> nth_error l r = Some x -> x = sight_of (Zpos p) r.
    Hypothesis viewed : views.
    Notation w' := (after w stones marks).
    (** What the board is like after the changes, where it is looked at. *)
    Variable later : world.
    Hypothesis same_columns : forall c, ex later c = ex w c.
    Hypothesis changed : forall c r, in_zone c = true -> hue later c r = hue w' c r /\ mark later c r = mark w' c r.
    Hypothesis grown : forall c r, hue w c r <> 0 -> hue later c r = hue w c r.

    Lemma see_ok c r : see c r = sight_of c r.
    Proof.
      unfold see. destruct c as [|p|p]; auto. cbn [at_column]. destruct (PositiveMap.find p view) as [l|] eqn:F; auto.
      destruct (nth_error l r) as [x|] eqn:X; eauto.
    Qed.
    Lemma look_ok c r : let (e, s) := look c r in
      (forall b, e = Some b -> ex w c = b) /\ (ex w c = true -> has s (hue w' c r) = true).
    Proof.
      unfold look. simpl. destruct (lookup stones c r) as [n|] eqn:L.
      - destruct (CH c r n L) as (X & Y & Z). split; [congruence|]. intros _. apply only_has. lia.
      - split; [intros b E; eapply exists3_ok; eauto|]. now apply is_held.
    Qed.
    Lemma not_new c r : is_new c r = false -> hue w' c r = hue w c r.
    Proof. unfold is_new. simpl. destruct (lookup stones c r); [discriminate|auto]. Qed.
    Lemma new_was c r : is_new c r = true -> hue w c r = 0.
    Proof. unfold is_new. destruct (lookup stones c r) eqn:L; [|discriminate]. intros _. now apply CH in L. Qed.
    Lemma new_there c r : is_new c r = true -> ex w c = true.
    Proof. unfold is_new. destruct (lookup stones c r) eqn:L; [|discriminate]. intros _. now apply CH in L. Qed.
    Lemma outside' c r : ex w c = false -> hue w' c r = 0.
    Proof.
      intros E. destruct (is_new c r) eqn:N; [apply new_there in N; congruence|]. rewrite not_new by auto. now apply outside.
    Qed.
    Lemma surely_not_ok c r : surely_not (look c r) = true -> hue w' c r = 0.
    Proof.
      pose proof (look_ok c r) as L. unfold surely_not. destruct (look c r) as [e s]. destruct L as [L1 L2]. cbn [fst snd].
      destruct (ex w c) eqn:E; [|intros _; now apply outside'].
      destruct e as [[]|]; [|now specialize (L1 false eq_refl)|]; intros N; apply (has_no_colour s); auto.
    Qed.
    Lemma surely_ok c r : surely (look c r) = true -> ex w c = true /\ hue w' c r <> 0.
    Proof.
      pose proof (look_ok c r) as L. unfold surely. destruct (look c r) as [e s]. destruct L as [L1 L2]. cbn [fst snd].
      destruct e as [[]|]; try discriminate. intros N. specialize (L1 true eq_refl). split; auto. specialize (L2 L1). intros Z.
      rewrite Z in L2. simpl in L2. rewrite L2 in N. discriminate.
    Qed.
    Lemma disjoint_ok c r d s : disjoint (snd (look c r)) (snd (look d s)) = true -> hue w' c r <> 0 -> hue w' c r <> hue w' d s.
    Proof.
      pose proof (look_ok c r) as L. pose proof (look_ok d s) as M. destruct (look c r) as [e t], (look d s) as [f u].
      destruct L as [_ L], M as [_ M]. cbn [snd]. intros D N E.
      assert (X : ex w c = true) by (destruct (ex w c) eqn:X; auto; apply (outside' c r) in X; congruence).
      assert (Y : ex w d = true) by (destruct (ex w d) eqn:Y; auto; apply (outside' d s) in Y; congruence).
      apply N. apply (has_disjoint t u); auto. rewrite E. auto.
    Qed.
    Lemma surely_same_ok c r d s : surely_same (look c r) (look d s) = true -> hue w' c r = hue w' d s /\ hue w' c r <> 0.
    Proof.
      unfold surely_same. rewrite !andb_true_iff. intros [[X Y] Z]. apply surely_ok in X, Y. destruct X as [X X0], Y as [Y Y0].
      split; auto.
      pose proof (look_ok c r) as L. pose proof (look_ok d s) as M. destruct (look c r) as [e t], (look d s) as [f u].
      destruct L as [_ L], M as [_ M]. apply (has_one t u); auto.
    Qed.
    (** If one of the vertices is new, the formula was false before. *)
    Lemma atom_allows (new yes no b a : bool) : (new = true -> b = false) -> (new = false -> b = a) -> (a = true -> yes = true) ->
      (a = false -> no = true) -> allows (if new then was_false yes no else unchanged yes no) b a = true.
    Proof. intros N O Y F. destruct new; [rewrite N|rewrite O]; auto; destruct a; simpl; auto. Qed.

    Lemma eval_unc_ok c r : allows (eval_unc c r) (ex w c && (hue w c r =? 0)) (ex w c && (hue w' c r =? 0)) = true.
    Proof.
      unfold eval_unc. rewrite see_ok. unfold sight_of. destruct (is_new c r) eqn:N.
      - rewrite (new_there c r N), (new_was c r N). simpl. unfold is_new in N. destruct (lookup stones c r) as [n|] eqn:L; [|discriminate].
        apply CH in L. rewrite (proj2 (Nat.eqb_neq n 0)) by lia. reflexivity.
      - rewrite (not_new c r N). replace (look c r) with (exists3 k c, may_hold k c r)
          by (unfold look; unfold is_new in N; now destruct (lookup stones c r)).
        cbn [fst snd]. assert (H := is_held w k A c r). destruct (exists3 k c) as [[]|] eqn:E.
        + apply (exists3_ok w) in E; auto. rewrite E. specialize (H E). cbn [andb]. destruct (Nat.eqb_spec (hue w c r) 0) as [Z|Z].
          * rewrite Z in H. exact H.
          * simpl. destruct (no_colour (may_hold k c r)) eqn:NC; auto. exfalso. apply Z. eapply has_no_colour; eauto.
        + apply (exists3_ok w) in E; auto. rewrite E. reflexivity.
        + destruct (ex w c); [|reflexivity]. cbn [andb]. destruct (Nat.eqb_spec (hue w c r) 0) as [Z|Z]; [|reflexivity].
          specialize (H eq_refl). rewrite Z in H. exact H.
    Qed.
    Lemma eval_same_ok c r d s : allows (eval_same c r d s) (negb (hue w c r =? 0) && (hue w c r =? hue w d s))
      (negb (hue w' c r =? 0) && (hue w' c r =? hue w' d s)) = true.
    Proof.
      unfold eval_same. rewrite !see_ok. unfold sight_of. apply atom_allows.
      - intros N. apply orb_true_iff in N. destruct N as [N|N]; rewrite (new_was _ _ N).
        + reflexivity.
        + destruct (hue w c r =? 0); reflexivity.
      - intros N. apply orb_false_iff in N. destruct N as [N1 N2]. now rewrite (not_new c r N1), (not_new d s N2).
      - rewrite andb_true_iff, !negb_true_iff, Nat.eqb_neq, Nat.eqb_eq. intros [Z E].
        destruct (surely_not (look c r)) eqn:X; [apply surely_not_ok in X; congruence|].
        destruct (surely_not (look d s)) eqn:Y; [apply surely_not_ok in Y; congruence|].
        destruct (disjoint _ _) eqn:D; auto. exfalso. revert E. now apply disjoint_ok.
      - intros F. apply negb_true_iff. destruct (surely_same _ _) eqn:X; auto. apply surely_same_ok in X. destruct X as [E Z].
        apply Nat.eqb_neq in Z. rewrite Z, E, Nat.eqb_refl in F. discriminate.
    Qed.
    Lemma eval_distinct_ok l x : allows (eval_distinct l x) (distinct (0 :: map (fun y => hue w (x + fst y) (snd y)) l))
      (distinct (0 :: map (fun y => hue w' (x + fst y) (snd y)) l)) = true.
    Proof.
      unfold eval_distinct. rewrite (map_ext _ (fun y => sight_of (x + fst y) (snd y))) by (intros y; apply see_ok).
      rewrite map_map, existsb_map. unfold sight_of. cbn [fst snd].
      set (seen := fun y => look (x + fst y) (snd y)). set (h := fun y => hue w' (x + fst y) (snd y)).
      assert (D : distinct (0 :: map h l) = true -> not_apart nobody_has (map seen l) = false).
      { intros H. apply distinct_spec in H. inversion H as [|? ? Z N]. subst. clear H.
        assert (TK : forall e, has nobody_has e = true -> e <> 0 -> ~ In e (map h l)).
        { intros e. do 5 (destruct e as [|e]; [discriminate|]). discriminate. }
        revert TK. generalize nobody_has. induction l as [|y l IH]; intros taken TK; auto. cbn [map not_apart]. simpl in Z.
        inversion N as [|? ? N1 N2]. subst. assert (HY : h y <> 0) by auto.
        assert (HS : has (but (snd (seen y)) taken) (h y) = true).
        { rewrite has_but. apply andb_true_iff. split.
          - pose proof (look_ok (x + fst y) (snd y)) as L. unfold seen. destruct (look (x + fst y) (snd y)) as [e s]. destruct L as [_ L].
            apply L. destruct (ex w (x + fst y)) eqn:E; auto. apply (outside' _ (snd y)) in E. contradiction.
          - apply negb_true_iff. destruct (has taken (h y)) eqn:T; auto. exfalso. apply (TK (h y)); simpl; auto. }
        rewrite IH; auto.
        - rewrite orb_false_r. apply orb_false_iff. split.
          + destruct (surely_not (seen y)) eqn:S; auto. apply surely_not_ok in S. contradiction.
          + destruct (no_colour _) eqn:S; auto. apply (has_no_colour _ _ S) in HS. contradiction.
        - intros e HE NE I. destruct (one_colour _ _) eqn:O; [|apply (TK e HE NE); simpl; auto].
          rewrite has_either in HE. apply orb_true_iff in HE. destruct HE as [HE|HE]; [apply (TK e HE NE); simpl; auto|].
          apply N1. now rewrite <- (has_one _ _ _ _ O HE HS NE HY). }
      assert (P : all_apart (map seen l) = true -> distinct (0 :: map h l) = true).
      { clear D. intros H. apply distinct_intro. induction l as [|y l IH]; [constructor; [simpl; tauto|constructor]|]. simpl in H.
        rewrite !andb_true_iff, forallb_forall in H. destruct H as [[S F] H]. apply surely_ok in S. destruct S as [_ S]. specialize (IH H).
        inversion IH as [|? ? Z N]. subst. constructor.
        - simpl. intros [E|E]; [now apply S|contradiction].
        - simpl. constructor; auto. intros I. apply in_map_iff in I. destruct I as (y' & E & I).
          apply (in_map seen) in I. apply F in I. revert E. apply not_eq_sym. now apply disjoint_ok. }
      apply atom_allows.
      - intros N. apply existsb_exists in N. destruct N as (y & I & N). apply new_was in N. cbn [distinct].
        apply andb_false_iff. left. apply negb_false_iff, mem_spec. rewrite <- N. exact (in_map (fun y => hue w (x + fst y) (snd y)) l y I).
      - intros N. do 2 f_equal. apply map_ext_in. intros y I. symmetry. apply not_new. destruct (is_new _ _) eqn:E; auto.
        rewrite (proj2 (existsb_exists _ _)) in N; [discriminate|eauto].
      - intros H. apply orb_true_iff. right. apply negb_true_iff, orb_false_iff. split; auto. clear D P. unfold too_few. rewrite map_length. apply Nat.ltb_ge.
        set (all := fold_right _ _ _). apply distinct_spec in H. inversion H as [|? ? Z N]. subst.
        assert (HA : forall y, In y l -> has all (h y) = true).
        { intros y I. assert (HY : has (snd (seen y)) (h y) = true).
          { pose proof (look_ok (x + fst y) (snd y)) as L. unfold seen. destruct (look (x + fst y) (snd y)) as [e s]. destruct L as [_ L].
            apply L. destruct (ex w (x + fst y)) eqn:E; auto. exfalso. apply Z. rewrite <- (outside' _ (snd y) E). exact (in_map h l y I). }
          unfold all. clear - I HY. induction l as [|u l IH]; [contradiction|]. cbn [map fold_right]. rewrite has_either.
          destruct I as [->|I]; [now rewrite HY|]. rewrite IH by auto. apply orb_true_r. }
        assert (L : length (map h l) <= length (filter (has all) [1; 2; 3; 4])).
        { apply NoDup_incl_length; auto. intros e E. apply in_map_iff in E. destruct E as (y & <- & I). apply filter_In. split; [|auto].
          assert (NZ : h y <> 0) by (intros Q; apply Z; rewrite <- Q; now apply in_map). specialize (HA y I).
          destruct (h y) as [|[|[|[|[|]]]]]; simpl; auto; try congruence; discriminate. }
        rewrite map_length in L. cbn [filter has] in L. destruct (f1 all), (f2 all), (f3 all), (f4 all); exact L.
      - intros H. apply negb_true_iff. destruct (all_apart _) eqn:E; auto. rewrite P in H by auto. discriminate.
    Qed.
    Lemma eval_mark_ok c r m : allows (eval_mark c r m) (mark w c r =? m) (mark w' c r =? m) = true.
    Proof.
      unfold eval_mark. assert (H := is_marked w k A c r). simpl.
      assert (Y : (mark w c r =? m) = true -> has (may_mark k c r) m = true) by (intros E; apply Nat.eqb_eq in E; now rewrite <- E).
      assert (N : (mark w c r =? m) = false -> negb (nothing (but (may_mark k c r) (only m))) = true).
      { intros E. apply negb_true_iff. destruct (nothing _) eqn:X; auto. apply (has_nothing _ (mark w c r)) in X.
        rewrite has_but, H in X. cbn [andb] in X. apply negb_false_iff in X. apply Nat.eqb_neq in E. exfalso. apply E. symmetry.
        now apply has_only. }
      destruct (lookup marks c r) as [n|].
      - destruct (n =? m); destruct (mark w c r =? m); simpl; auto.
      - destruct (mark w c r =? m); simpl; auto.
    Qed.
    Lemma hue_changed c r : in_zone c = true -> hue later c r = hue w' c r.
    Proof. intros Z. now apply changed. Qed.
    Lemma mark_changed c r : in_zone c = true -> mark later c r = mark w' c r.
    Proof. intros Z. now apply changed. Qed.
    Definition recalls_right (t : memo) := forall d x m, recall t d x = Some m -> allows m (value w d x) (value later d x) = true.
    Definition right (v : pairs * memo) (b a : bool) := allows (fst v) b a = true /\ recalls_right (snd v).
    Lemma nothing_recalled_right : recalls_right nothing_recalled.
    Proof. intros d [|p|p] m; try discriminate. unfold recall. simpl. now rewrite PositiveMap.gempty. Qed.
    Lemma record_right t d x v : recalls_right t -> allows v (value w d x) (value later d x) = true -> recalls_right (record t d x v).
    Proof.
      intros T V e y m. unfold record, recall. destruct x as [|p|p]; try apply T. destruct y as [|q|q]; try discriminate. simpl.
      destruct (Pos.eq_dec q p) as [->|N]; [rewrite PositiveMap.gss|rewrite PositiveMap.gso by auto; apply (T e (Zpos q))].
      destruct (Pos.eq_dec e d) as [->|N]; [rewrite PositiveMap.gss; congruence|rewrite PositiveMap.gso by auto].
      specialize (T e (Zpos p) m). unfold recall in T. simpl in T. destruct (PositiveMap.find p t); auto. now rewrite PositiveMap.gempty.
    Qed.
    Lemma eval_form_ok ref : (forall d x t, recalls_right t -> right (ref d x t) (value w d x) (value later d x)) ->
      forall f x t, recalls_right t -> right (eval_form ref f x t) (holds w (value w) f x) (holds later (value later) f x).
    Proof.
      intros R. induction f as [|o|o r|o r p q|l|o r m|e o|f IHf g IHg|f IHf g IHg|f IHf]; intros x t T; cbn [holds eval_form];
        try (split; [cbn [fst]|exact T]).
      - reflexivity.
      - rewrite same_columns. destruct (exists3 k (x + o)) as [b|] eqn:E.
        + apply (exists3_ok w) in E; auto. rewrite E. now destruct b.
        + now destruct (ex w (x + o)).
      - destruct (in_zone (x + o)) eqn:Z.
        2: { eapply may_fall_allows; [apply eval_unc_ok|]. rewrite same_columns. destruct (ex w (x + o)); auto. cbn [andb].
             rewrite !Nat.eqb_neq. intros N. now rewrite grown. }
        unfold widen. rewrite same_columns, (hue_changed _ _ Z). apply eval_unc_ok.
      - destruct (in_zone (x + o)) eqn:Z, (in_zone (x + p)) eqn:Z';
          try (eapply may_rise_allows; [apply eval_same_ok|]; rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq, !Nat.eqb_eq;
               intros [N E]; rewrite (grown _ _ N), (grown (x + p) q) by congruence; auto).
        unfold widen. cbn [andb].
        rewrite (hue_changed _ _ Z), (hue_changed _ _ Z'). apply eval_same_ok.
      - destruct (forallb _ l) eqn:Z.
        2: { eapply may_rise_allows; [apply eval_distinct_ok|]. intros D. assert (D' := D). apply distinct_spec in D'.
             inversion D' as [|? ? NZ _]; subst. rewrite (map_ext_in _ (fun y => hue w (x + fst y) (snd y))); auto.
             intros y Y. apply grown. intros E. apply NZ. rewrite <- E. exact (in_map (fun y => hue w (x + fst y) (snd y)) l y Y). }
        unfold widen. rewrite forallb_forall in Z.
        rewrite (map_ext_in (fun y => hue later (x + fst y) (snd y)) (fun y => hue w' (x + fst y) (snd y))) by (intros y Y; now apply hue_changed, Z). apply eval_distinct_ok.
      - destruct (in_zone (x + o)) eqn:Z; [|eapply may_change_allows, eval_mark_ok]. unfold widen. rewrite (mark_changed _ _ Z). apply eval_mark_ok.
      - now apply R.
      - specialize (IHf x t T). destruct (eval_form ref f x t) as [m t1]. destruct IHf as [F T1]. cbn [fst snd] in F, T1.
        specialize (IHg x t1 T1). destruct (eval_form ref g x t1) as [n t2]. destruct IHg as [G T2]. cbn [fst snd] in G, T2.
        destruct (never_true m) eqn:N; (split; [cbn [fst]|auto]); [|now apply and_allows].
        destruct m as [[] [] [] []]; try discriminate; destruct (holds w _ f x), (holds later _ f x); try discriminate; auto.
      - specialize (IHf x t T). destruct (eval_form ref f x t) as [m t1]. destruct IHf as [F T1]. cbn [fst snd] in F, T1.
        specialize (IHg x t1 T1). destruct (eval_form ref g x t1) as [n t2]. destruct IHg as [G T2]. cbn [fst snd] in G, T2.
        destruct (never_false m) eqn:N; (split; [cbn [fst]|auto]); [|now apply or_allows].
        destruct m as [[] [] [] []]; try discriminate; destruct (holds w _ f x), (holds later _ f x); try discriminate; auto.
      - specialize (IHf x t T). destruct (eval_form ref f x t) as [m t1]. destruct IHf as [F T1]. split; [cbn [fst]|exact T1].
        now rewrite not_allows.
    Qed.
    Lemma value_far d b wd x : PositiveMap.find d defs = Some (b, wd) -> is_far x wd = true -> value later d x = value w d x.
    Proof.
      intros F O. unfold is_far in O. rewrite !andb_true_iff, orb_true_iff, !Z.ltb_lt in O. destruct O as [[O Z1] Z2].
      rewrite <- (Z.add_0_r x) at 2. apply (value_alike w later 0 (fun c => c)) with (n := Pos.to_nat d) (b := b) (wd := wd); auto.
      intros c C. assert (Z : in_zone c = true).
      { unfold in_zone in *. destruct zone as [[lo hi]|]; auto. rewrite !andb_true_iff, !Z.leb_le in *. lia. }
      unfold alike_at. rewrite Z.add_0_r, same_columns. split; [reflexivity|]. intros r. rewrite (hue_changed _ _ Z), (mark_changed _ _ Z). simpl. split.
      - destruct (lookup stones c r) eqn:L; auto. specialize (bounds c r _ (or_introl L)). lia.
      - destruct (lookup marks c r) eqn:L; auto. specialize (bounds c r _ (or_intror L)). lia.
    Qed.
    Lemma eval_def_ok : forall n d x t, recalls_right t -> right (eval_def n d x t) (value w d x) (value later d x).
    Proof.
      induction n as [|n IH]; intros d x t T; cbn [eval_def].
      { split; auto. cbn [fst]. destruct (value w d x), (value later d x); reflexivity. }
      destruct (recall t d x) as [m|] eqn:RC; [split; [now apply T|exact T]|].
      destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; [|split; [cbn [fst]; now rewrite (value_eq w), (value_eq later), F|exact T]].
      assert (B : right (eval_form (eval_def n) b x t) (value w d x) (value later d x)).
      { rewrite (value_eq w), (value_eq later), F. now apply eval_form_ok. }
      destruct (eval_form (eval_def n) b x t) as [m t1]. destruct B as [B T1]. cbn [fst snd] in B, T1.
      assert (G : right (given (fact k d x) m, record t1 d x (given (fact k d x) m)) (value w d x) (value later d x)).
      { assert (V : allows (given (fact k d x) m) (value w d x) (value later d x) = true).
        { destruct (fact k d x) as [v|] eqn:K; auto. apply (is_known w k A) in K. rewrite K in *.
          destruct v; unfold given; destruct (value later d x); exact B. }
        split; [exact V|now apply record_right]. }
      destruct (fact k d x) as [v|] eqn:K; auto. destruct (is_far x wd) eqn:O; auto.
      apply (is_known w k A) in K. split; [|exact T]. cbn [fst].
      rewrite (value_far d b wd x F O), K. now destruct v.
    Qed.
    Theorem eval_ok f x : allows (eval f x) (holds w (value w) f x) (holds later (value later) f x) = true.
    Proof. apply (eval_form_ok (eval_def depth)); [intros; now apply eval_def_ok|exact nothing_recalled_right]. Qed.
    Lemma stays_at_ok d : forall xs t t', recalls_right t -> stays_at d xs t = Some t' ->
      recalls_right t' /\ forall x, In x xs -> value w d x = true -> value later d x = true.
    Proof.
      induction xs as [|y xs IH]; cbn [stays_at]; intros t t' T S; [inversion S; subst; split; auto; intros x []|].
      pose proof (eval_def_ok depth d y t T) as E. destruct (eval_def depth d y t) as [m t1]. destruct E as [E T1]. cbn [fst snd] in E, T1.
      destruct (p10 m) eqn:P; [discriminate|]. destruct (IH t1 t' T1 S) as [T2 H]. split; auto. intros x [<-|I] V; auto.
      rewrite V in E. destruct (value later d y); auto. cbn [allows] in E. congruence.
    Qed.
  End Evaluation.
  Lemma view_of_ok k stones rows cs : views k stones (view_of k stones rows cs).
  Proof.
    induction cs as [|c cs IH]; intros q l r x; cbn [view_of fold_right].
    - rewrite PositiveMap.gempty. discriminate.
    - destruct c as [|p|p]; try apply IH. destruct (Pos.eq_dec q p) as [->|N]; [|rewrite PositiveMap.gso by auto; apply IH].
      rewrite PositiveMap.gss. intros E X. inversion E; subst.
      assert (L : r < rows) by (rewrite <- (seq_length rows 0), <- (map_length (sight_of k stones (Zpos p))); apply nth_error_Some; congruence).
      rewrite nth_error_map, (nth_error_nth' _ 0), seq_nth in X by (rewrite ?seq_length; auto). now inversion X.
  Qed.
  Lemma no_view k stones : views k stones (PositiveMap.empty _).
  Proof. intros p l r x. rewrite PositiveMap.gempty. discriminate. Qed.
End Definitions.
Global Opaque depth.
