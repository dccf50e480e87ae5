(** Boards upside down: what is known of one half of the rows is known of the other half.

    Somebody tells which definition is which one upside down; it is checked that they say the same, up to the order of what is joined. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive Permutation.
From Chromex Require Import Game Rules Facts Symmetry Formulas.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** Formulas that say the same *)
Fixpoint conjuncts (f : form) : list form := match f with And f g => conjuncts f ++ conjuncts g | _ => [f] end.
Fixpoint disjuncts (f : form) : list form := match f with Or f g => disjuncts f ++ disjuncts g | _ => [f] end.
Definition same_place (x y : Z * nat) := (fst x =? fst y)%Z && (snd x =? snd y).
Fixpoint without (x : Z * nat) (l : list (Z * nat)) : option (list (Z * nat)) :=
  match l with
  | [] => None
  | y :: l => if same_place x y then Some l else option_map (cons y) (without x l)
  end.
Fixpoint same_places (l m : list (Z * nat)) : bool :=
  match l, m with
  | [], [] => true
  | [], _ => false
  | x :: l, m => match without x m with Some m => same_places l m | None => false end
  end.
Definition same_set (same : form -> form -> bool) (l m : list form) :=
  forallb (fun x => existsb (same x) m) l && forallb (fun y => existsb (fun x => same x y) l) m.
Fixpoint same_form (n : nat) (f g : form) : bool :=
  match n with
  | O => false
  | S n =>
      match f, g with
      | Yes, Yes => true
      | Ex o, Ex p => (o =? p)%Z
      | Unc o r, Unc p s => same_place (o, r) (p, s)
      | Same o r p s, Same o' r' p' s' => same_place (o, r) (o', r') && same_place (p, s) (p', s') ||
                                          same_place (o, r) (p', s') && same_place (p, s) (o', r')
      | Distinct l, Distinct m => same_places l m
      | Marked o r m, Marked p s m' => same_place (o, r) (p, s) && (m =? m')
      | Ref d o, Ref e p => (d =? e)%positive && (o =? p)%Z
      | Not f, Not g => same_form n f g
      | And _ _, And _ _ => same_set (same_form n) (conjuncts f) (conjuncts g)
      | Or _ _, Or _ _ => same_set (same_form n) (disjuncts f) (disjuncts g)
      | _, _ => false
      end
  end.

Lemma same_place_spec x y : same_place x y = true -> x = y.
Proof.
  unfold same_place. rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq. intros [A B]. destruct x, y. simpl in *. congruence.
Qed.
Lemma without_spec x : forall l m, without x l = Some m -> Permutation l (x :: m).
Proof.
  induction l as [|y l IH]; simpl; intros m E; [discriminate|]. destruct (same_place x y) eqn:S.
  - apply same_place_spec in S. inversion E; subst. auto.
  - destruct (without x l) as [m'|] eqn:W; [|discriminate]. inversion E; subst. rewrite (IH m' eq_refl). apply perm_swap.
Qed.
Lemma same_places_spec : forall l m, same_places l m = true -> Permutation l m.
Proof.
  induction l as [|x l IH]; intros m E; simpl in E; [destruct m; [auto|discriminate]|].
  destruct (without x m) as [m'|] eqn:W; [|discriminate]. apply without_spec in W. rewrite W. auto.
Qed.
Lemma distinct_perm l m : Permutation l m -> distinct l = distinct m.
Proof.
  intros P. apply eq_true_iff_eq. split; intros D; apply distinct_spec in D; apply distinct_intro.
  - now apply (Permutation_NoDup P).
  - now apply (Permutation_NoDup (Permutation_sym P)).
Qed.
Section SameForm.
  Variables (w : world) (v : positive -> Z -> bool) (x : Z).
  Lemma conjuncts_hold f : holds w v f x = forallb (fun g => holds w v g x) (conjuncts f).
  Proof.
    induction f; cbn [conjuncts forallb]; rewrite ?andb_true_r; auto. cbn [holds]. now rewrite forallb_app, <- IHf1, <- IHf2.
  Qed.
  Lemma disjuncts_hold f : holds w v f x = existsb (fun g => holds w v g x) (disjuncts f).
  Proof.
    induction f; cbn [disjuncts existsb]; rewrite ?orb_false_r; auto. cbn [holds]. now rewrite existsb_app, <- IHf1, <- IHf2.
  Qed.
  Lemma same_set_in same l m : (forall f g, same f g = true -> holds w v f x = holds w v g x) -> same_set same l m = true ->
    (forall f, In f l -> exists g, In g m /\ holds w v f x = holds w v g x) /\
    (forall g, In g m -> exists f, In f l /\ holds w v f x = holds w v g x).
  Proof.
    intros S. unfold same_set. rewrite andb_true_iff, !forallb_forall. intros [A B]. split; intros f I.
    - specialize (A f I). apply existsb_exists in A. destruct A as (g & G & E). eauto.
    - specialize (B f I). apply existsb_exists in B. destruct B as (g & G & E). eauto.
  Qed.
  Lemma same_form_ok : forall n f g, same_form n f g = true -> holds w v f x = holds w v g x.
  Proof.
    induction n as [|n IH]; intros f g E; [discriminate|]. destruct f, g; cbn [same_form] in E; try discriminate; auto.
    - apply Z.eqb_eq in E. now subst.
    - apply same_place_spec in E. inversion E; now subst.
    - apply orb_true_iff in E. destruct E as [E|E]; apply andb_true_iff in E; destruct E as [E1 E2]; apply same_place_spec in E1, E2;
        inversion E1; inversion E2; subst; auto. cbn [holds]. apply eq_true_iff_eq.
      rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq, !Nat.eqb_eq. split; intros [A B]; rewrite <- B; auto.
    - apply same_places_spec in E. cbn [holds]. apply distinct_perm. constructor. now apply Permutation_map.
    - apply andb_true_iff in E. destruct E as [E1 E2]. apply same_place_spec in E1. apply Nat.eqb_eq in E2. inversion E1; now subst.
    - apply andb_true_iff in E. destruct E as [E1 E2]. apply Pos.eqb_eq in E1. apply Z.eqb_eq in E2. now subst.
    - rewrite (conjuncts_hold (And f1 f2)), (conjuncts_hold (And g1 g2)). apply (same_set_in _ _ _ IH) in E. destruct E as [A B].
      apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H h I.
      + destruct (B h I) as (f & F & <-). auto.
      + destruct (A h I) as (f & F & ->). auto.
    - rewrite (disjuncts_hold (Or f1 f2)), (disjuncts_hold (Or g1 g2)). apply (same_set_in _ _ _ IH) in E. destruct E as [A B].
      apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (h & I & H).
      + destruct (A h I) as (f & F & Q). exists f. split; congruence.
      + destruct (B h I) as (f & F & Q). exists f. split; congruence.
    - cbn [holds]. f_equal. auto.
  Qed.
End SameForm.

(** ** Upside down *)
Section Turned.
  Variable rows : nat.
  Variable defs : PositiveMap.t (form * Z).
  Variable turned : PositiveMap.t positive.   (* which definition is which one upside down *)
  Definition other_row r := if r <? rows then rows - S r else r.
  (** Marks point up, down, to the left or to the right. *)
  Definition other_mark (m : nat) := match m with 1 => 2 | 2 => 1 | _ => m end.
  Definition other_def d := match PositiveMap.find d turned with Some e => e | None => d end.
  Fixpoint upside_down (f : form) : form :=
    match f with
    | Yes => Yes
    | Ex o => Ex o
    | Unc o r => Unc o (other_row r)
    | Same o r p s => Same o (other_row r) p (other_row s)
    | Distinct l => Distinct (map (fun y => (fst y, other_row (snd y))) l)
    | Marked o r m => Marked o (other_row r) (other_mark m)
    | Ref d o => Ref (other_def d) o
    | And f g => And (upside_down f) (upside_down g)
    | Or f g => Or (upside_down f) (upside_down g)
    | Not f => Not (upside_down f)
    end.
  Definition is_defined d := match PositiveMap.find d defs with Some _ => true | None => false end.
  Definition turns_definitions : bool :=
    forallb (fun e => is_defined (fst e)) (PositiveMap.elements turned) &&
    forallb (fun e => match PositiveMap.find (other_def (fst e)) defs with
      | Some (b, _) => same_form depth (upside_down (fst (snd e))) b
      | None => false
      end) (PositiveMap.elements defs).

  Lemma other_row_twice r : other_row (other_row r) = r.
  Proof.
    unfold other_row. destruct (Nat.ltb_spec r rows); [|rewrite (proj2 (Nat.ltb_ge _ _)) by auto; auto].
    rewrite (proj2 (Nat.ltb_lt (rows - S r) rows)) by lia. lia.
  Qed.
  Lemma other_row_in r : r < rows -> other_row r < rows.
  Proof. intros R. unfold other_row. rewrite (proj2 (Nat.ltb_lt _ _) R). lia. Qed.
  Lemma other_row_out r : rows <= r -> rows <= other_row r.
  Proof. intros R. unfold other_row. now rewrite (proj2 (Nat.ltb_ge _ _) R). Qed.
  Lemma other_mark_twice m : other_mark (other_mark m) = m.
  Proof. destruct m as [|[|[|m]]]; reflexivity. Qed.
  Lemma other_mark_small m : m <= 4 -> other_mark m <= 4.
  Proof. destruct m as [|[|[|m]]]; simpl; lia. Qed.

  Variables w w' : world.
  Hypothesis same_columns : forall c, ex w' c = ex w c.
  Hypothesis same_hues : forall c r, hue w' c r = hue w c (other_row r).
  Hypothesis same_marks : forall c r, mark w' c r = other_mark (mark w c (other_row r)).

  Lemma holds_turned d (v v' : positive -> Z -> bool) : (forall e y, (e < d)%positive -> v' e y = v (other_def e) y) ->
    forall f x, refers_below d f = true -> holds w' v' f x = holds w v (upside_down f) x.
  Proof.
    intros V. induction f as [|o|o r|o r p q|l|o r m|e o|f IHf g IHg|f IHf g IHg|f IHf]; intros x B;
      cbn [holds upside_down refers_below] in *; rewrite ?same_columns, ?same_hues; auto.
    - f_equal. f_equal. rewrite map_map. apply map_ext. intros y. now rewrite same_hues.
    - rewrite same_marks. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; intros E.
      + rewrite <- E. symmetry. apply other_mark_twice.
      + rewrite E. apply other_mark_twice.
    - apply V. now apply Pos.ltb_lt.
    - apply andb_true_iff in B. destruct B. now rewrite IHf, IHg.
    - apply andb_true_iff in B. destruct B. now rewrite IHf, IHg.
    - now rewrite IHf.
  Qed.
  Hypothesis WD : well_defined defs = true.
  Hypothesis OK : turns_definitions = true.
  Lemma value_turned : forall n d x, Pos.to_nat d <= n -> value defs w' d x = value defs w (other_def d) x.
  Proof.
    unfold turns_definitions in OK. rewrite andb_true_iff, !forallb_forall in OK. destruct OK as [K T].
    induction n as [|n IH]; intros d x D; [pose proof (Pos2Nat.is_pos d); lia|].
    rewrite (value_eq defs WD w'), (value_eq defs WD w). destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F.
    - assert (R := proj1 (def_ok defs WD d b wd F)). assert (F' := F). apply PositiveMap.elements_correct, T in F. cbn [fst snd] in F.
      destruct (PositiveMap.find (other_def d) defs) as [[b' wd']|]; [|discriminate].
      rewrite <- (same_form_ok w (value defs w) x _ _ _ F). apply (holds_turned d); auto. intros e y E.
      apply IH. assert (Pos.to_nat e < Pos.to_nat d) by now apply Pos2Nat.inj_lt. lia.
    - unfold other_def. destruct (PositiveMap.find d turned) as [e|] eqn:G; [|now rewrite F].
      apply PositiveMap.elements_correct, K in G. unfold is_defined in G. cbn [fst] in G. rewrite F in G. discriminate.
  Qed.
End Turned.
