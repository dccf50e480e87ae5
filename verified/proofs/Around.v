(** Boards that go round, seen as boards without end on which the columns come again and again: what changes in one place changes in
    all of its copies. Boards that do not go round have no copies. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Formulas Touched.
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
  Lemma lookup_round_at l c r n : lookup_round l c r = Some n -> exists c', same c c' = true /\ In (c', r, n) l.
  Proof.
    induction l as [|[[c' r'] m] l IH]; simpl; [discriminate|]. destruct (same c c' && (r =? r')) eqn:E.
    - apply andb_true_iff in E. destruct E as [S E]. apply Nat.eqb_eq in E. subst. intros X. inversion X. eauto.
    - intros X. destruct (IH X) as (y & S & Y). eauto.
  Qed.
  Lemma lookup_round_in l c r n : lookup_round l c r = Some n -> exists c', In (c', r, n) l.
  Proof. intros L. apply lookup_round_at in L. destruct L as (c' & _ & L). eauto. Qed.

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
  Variable touch : PositiveMap.t places.
  Hypothesis AT : all_told defs touch = true.
  (** The columns at which a change in one of these places is seen. *)
  Definition seen_from (l : news) (m : list (Z * nat)) : list Z :=
    flat_map (fun y => map (fun z => (fst (fst y) - fst z)%Z) (filter (fun z => snd z =? snd (fst y)) m)) l.
  Lemma in_seen_from l m c r n o : In (c, r, n) l -> In (o, r) m -> In (c - o)%Z (seen_from l m).
  Proof.
    intros I J. apply in_flat_map. exists (c, r, n). split; auto. apply (in_map (fun z => (c - fst z)%Z) _ (o, r)). apply filter_In.
    split; auto. apply Nat.eqb_refl.
  Qed.
  Lemma seen_or_not l m x : (exists x', same x x' = true /\ In x' (seen_from l m)) \/
    forall o r, In (o, r) m -> lookup_round l (x + o) r = None.
  Proof.
    destruct (existsb (fun y => match lookup_round l (x + fst y) (snd y) with Some _ => true | None => false end) m) eqn:E.
    - left. apply existsb_exists in E. destruct E as ([o r] & I & E). cbn [fst snd] in E.
      destruct (lookup_round l (x + o) r) as [n|] eqn:L; [|discriminate]. apply lookup_round_at in L. destruct L as (c & S & L).
      exists (c - o)%Z. split; [|eapply in_seen_from; eauto].
      replace x with (x + o - o)%Z by lia. rewrite same_shift. now replace (c - o + o)%Z with c by lia.
    - right. intros o r I. destruct (lookup_round l (x + o) r) eqn:L; auto. exfalso. assert (N : true = false); [|discriminate].
      rewrite <- E. symmetry. apply existsb_exists. exists (o, r). split; auto. cbn [fst snd]. now rewrite L.
  Qed.
  (** What stays true where a change is seen is true everywhere. *)
  Lemma good_around w stones marks : periodic w -> (forall c r n, lookup_round stones c r = Some n -> hue w c r = 0) ->
    (forall d x, In d invariants -> value w d x = true) ->
    (forall d, In d invariants -> exists q, PositiveMap.find d touch = Some q /\
       forall x, In x (seen_from stones (falls q) ++ seen_from marks (at_marks q)) -> value (after_round w stones marks) d x = true) ->
    forall d x, In d invariants -> value (after_round w stones marks) d x = true.
  Proof.
    intros P Z G NE d x I. destruct (NE d I) as (q & Q & W). set (later := after_round w stones marks) in *.
    assert (ELSE : forall x', same x x' = true -> In x' (seen_from stones (falls q) ++ seen_from marks (at_marks q)) -> value later d x = true).
    { intros x' S X. rewrite (value_periodic later d x x'); auto. now apply after_periodic. }
    destruct (seen_or_not stones (falls q) x) as [(x' & S & X)|NS]; [apply (ELSE x' S), in_or_app; auto|].
    destruct (seen_or_not marks (at_marks q) x) as [(x' & S & X)|NM]; [apply (ELSE x' S), in_or_app; auto|].
    apply (stays_true defs WD touch AT w later) with (q := q); auto.
    - intros c r N. simpl. destruct (lookup_round stones c r) eqn:L; auto. now apply Z in L.
    - intros o r J. simpl. now rewrite NS.
    - intros o r J. simpl. now rewrite NM.
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
