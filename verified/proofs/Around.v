(** Boards that go round, seen as boards without end on which the columns come again and again: what changes in one place changes in
    all of its copies. Boards that do not go round have no copies. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Formulas.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Section Around.
  Variable period : option Z.   (* so many columns further it is the same column, if the board goes round *)
  Hypothesis some_columns : forall n, period = Some n -> (0 < n)%Z.
  Definition same (z z' : Z) : bool := match period with Some n => ((z - z') mod n =? 0)%Z | None => (z =? z')%Z end.
  Lemma same_spec z z' : same z z' = true <-> match period with Some n => exists q, z = (z' + n * q)%Z | None => z = z' end.
  Proof.
    unfold same. destruct period as [n|] eqn:P; [|apply Z.eqb_eq]. specialize (some_columns n eq_refl). rewrite Z.eqb_eq. split.
    - intros M. exists ((z - z') / n)%Z. pose proof (Z.div_mod (z - z') n). lia.
    - intros (q & ->). replace (z' + n * q - z')%Z with (q * n)%Z by lia. apply Z.mod_mul. lia.
  Qed.
  Lemma same_refl z : same z z = true.
  Proof. apply same_spec. destruct period; auto. exists 0%Z. lia. Qed.
  Lemma same_shift z z' t : same (z - t) z' = same z (z' + t).
  Proof.
    apply eq_true_iff_eq. rewrite !same_spec. destruct period; [|lia]. split; intros (q & E); exists q; lia.
  Qed.
  Lemma same_for z z' y : same z z' = true -> same z y = same z' y.
  Proof.
    rewrite same_spec. intros S. apply eq_true_iff_eq. rewrite !same_spec. destruct period; [|now subst]. destruct S as (q & S).
    split; intros (p & E); [exists (p - q)%Z|exists (p + q)%Z]; lia.
  Qed.

  (** ** Changes in a place and in its copies *)
  Fixpoint lookup_round (l : news) (c : Z) (r : nat) : option nat :=
    match l with
    | [] => None
    | (c', r', n) :: l => if same c c' && (r =? r') then Some n else lookup_round l c r
    end.
  Definition after_round (w : world) (stones marks : news) : world :=
    World (ex w) (fun c r => match lookup_round stones c r with Some n => n | None => hue w c r end)
      (fun c r => match lookup_round marks c r with Some n => n | None => mark w c r end).
  Lemma lookup_round_app l m c r : lookup_round (l ++ m) c r = match lookup_round l c r with Some n => Some n | None => lookup_round m c r end.
  Proof. induction l as [|[[c' r'] n] l IH]; simpl; auto. destruct (_ && _); auto. Qed.
  Lemma lookup_round_same l z z' r : same z z' = true -> lookup_round l z r = lookup_round l z' r.
  Proof. intros S. induction l as [|[[c' r'] n] l IH]; simpl; auto. now rewrite (same_for z z' c' S), IH. Qed.
  Lemma lookup_round_in l c r n : lookup_round l c r = Some n -> exists c', In (c', r, n) l.
  Proof.
    induction l as [|[[c' r'] m] l IH]; simpl; [discriminate|]. destruct (same c c' && (r =? r')) eqn:E.
    - apply andb_true_iff in E. destruct E as [_ E]. apply Nat.eqb_eq in E. subst. intros X. inversion X. eauto.
    - intros X. destruct (IH X) as (y & Y). eauto.
  Qed.
  (** ** Boards on which columns come again *)
  Definition periodic (w : world) := forall z z', same z z' = true ->
    ex w z = ex w z' /\ forall r, hue w z r = hue w z' r /\ mark w z r = mark w z' r.
  Lemma after_periodic w stones marks : periodic w -> periodic (after_round w stones marks).
  Proof.
    intros P z z' S. destruct (P z z' S) as [E H]. split; [exact E|]. intros r. destruct (H r) as [H1 H2]. simpl.
    now rewrite !(lookup_round_same _ z z' r S), H1, H2.
  Qed.
  Variable defs : PositiveMap.t (form * Z).
  Hypothesis WD : well_defined defs = true.
  Variable invariants : list positive.
  Notation value := (value defs).
  Lemma value_periodic w d z z' : periodic w -> same z z' = true -> value w d z = value w d z'.
  Proof.
    intros P S. replace z with (z' + (z - z'))%Z by lia. symmetry.
    apply (value_everywhere defs WD w w (z - z') (fun c => c)); auto. intros c.
    assert (S' : same c (c + (z - z')) = true).
    { apply same_spec. apply same_spec in S. destruct period; [|lia]. destruct S as (q & ->). exists (- q)%Z. lia. }
    destruct (P _ _ S') as [E H]. split; [exact E|]. intros r. apply H.
  Qed.
  (** What is in order near the changes is so everywhere. *)
  Lemma good_around w stones marks from to : periodic w -> (forall y, In y (stones ++ marks) -> (from <= fst (fst y) <= to)%Z) ->
    (forall d x, In d invariants -> value w d x = true) ->
    (forall d, In d invariants -> exists b wd, PositiveMap.find d defs = Some (b, wd) /\
       forall y, (from - wd <= y <= to)%Z -> value (after_round w stones marks) d y = true) ->
    forall d x, In d invariants -> value (after_round w stones marks) d x = true.
  Proof.
    intros P B G NE d x I. destruct (NE d I) as (b & wd & F & W).
    set (x' := match period with Some n => (from - wd + (x - (from - wd)) mod n)%Z | None => x end).
    assert (S : same x x' = true).
    { apply same_spec. unfold x'. destruct period as [n|]; auto. exists ((x - (from - wd)) / n)%Z.
      pose proof (Z.div_mod (x - (from - wd)) n). specialize (some_columns n eq_refl). lia. }
    rewrite (value_periodic _ d x x' (after_periodic w stones marks P) S).
    destruct (Z.le_gt_cases (from - wd) x') as [L|L]; [destruct (Z.le_gt_cases x' to) as [H|H]; [apply W; lia|]|].
    all: rewrite <- (G d x' I); rewrite <- (Z.add_0_r x') at 2;
      apply (value_alike defs WD w _ 0 (fun c => c)) with (n := Pos.to_nat d) (b := b) (wd := wd); auto; intros c C;
      unfold alike_at; rewrite Z.add_0_r; (split; [reflexivity|]); intros r; simpl.
    all: assert (NO : forall l, (forall y, In y l -> (from <= fst (fst y) <= to)%Z) -> lookup_round l c r = None).
    all: try (intros l BL; induction l as [|[[c' r'] y] l IH]; simpl; auto; rewrite IH by (intros; apply BL; simpl; auto);
      specialize (BL (c', r', y) (or_introl eq_refl)); cbn [fst] in BL; destruct (same c c') eqn:SC; auto; exfalso;
      apply same_spec in SC; unfold x' in *; destruct period as [n|]; [|lia]; destruct SC as (q & ->);
      pose proof (Z.mod_pos_bound (x - (from - wd)) n (some_columns n eq_refl));
      assert (q <= 0 \/ 1 <= q)%Z as [Q|Q] by lia; nia).
    all: rewrite !NO by (intros y Y; apply B, in_or_app; auto); auto.
  Qed.

  (** [least]: columns come again only after so many. So far from changes in the columns from [from] to [to] no other copy of them is met. *)
  Variable least : option Z.
  Definition zone_of (from to : Z) : option (Z * Z) := match least with Some m => Some ((to - m + 1)%Z, (from + m - 1)%Z) | None => None end.
  Hypothesis enough : match least, period with Some m, Some n => (m <= n)%Z | None, None => True | _, _ => False end.
  Lemma lookup_zone l from to z r : (forall y, In y l -> (from <= fst (fst y) <= to)%Z) -> in_zone (zone_of from to) z = true ->
    lookup_round l z r = lookup l z r.
  Proof.
    intros B R. induction l as [|[[c' r'] x] l IH]; simpl; auto. rewrite IH by (intros; apply B; simpl; auto).
    replace (same z c') with (z =? c')%Z; auto. specialize (B (c', r', x) (or_introl eq_refl)). cbn [fst] in B.
    apply eq_true_iff_eq. rewrite same_spec, Z.eqb_eq. unfold zone_of, in_zone in R. destruct least as [m|], period as [n|]; try tauto.
    rewrite andb_true_iff, !Z.leb_le in R. split.
    - intros ->. exists 0%Z. lia.
    - intros (q & E). assert (q = 0 \/ 1 <= q \/ q <= -1)%Z as [->|Q] by lia; [lia|nia].
  Qed.
End Around.
