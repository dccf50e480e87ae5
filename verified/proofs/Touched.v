(** Where new colours and marks matter to a formula: at some places a new colour may make it false, at some it may make it true.

    Somebody tells which places these are; here it is checked that there are no others. So an invariant need not be looked at where
    nothing at such a place has changed, and most of what formulas say, such as that two vertices are coloured alike, stays true in any case. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Formulas.
Import ListNotations.
Local Arguments Nat.eqb _ _ : simpl never.

(** Columns and rows, counted from the column at which a formula is evaluated: where a new colour may make it false, where one may make it
    true, and whose marks it looks at. *)
Record places := Places { falls : list (Z * nat); rises : list (Z * nat); at_marks : list (Z * nat) }.

Definition has_place (l : list (Z * nat)) (o : Z) (r : nat) := existsb (fun y => (fst y =? o)%Z && (snd y =? r)) l.
Definition has_moved (l m : list (Z * nat)) (o : Z) := forallb (fun y => has_place l (o + fst y) (snd y)) m.
Lemma has_place_in l o r : has_place l o r = true -> In (o, r) l.
Proof.
  unfold has_place. rewrite existsb_exists. intros ([c s] & I & E). rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq in E. cbn [fst snd] in E.
  destruct E as [-> ->]. exact I.
Qed.
Lemma has_moved_in l m o c r : has_moved l m o = true -> In (c, r) m -> In ((o + c)%Z, r) l.
Proof. unfold has_moved. rewrite forallb_forall. intros H I. apply has_place_in. exact (H _ I). Qed.

Section Touched.
  Variable defs : PositiveMap.t (form * Z).
  Hypothesis WD : well_defined defs = true.
  Notation value := (value defs).
  Variable touch : PositiveMap.t places.

  Fixpoint told (f : form) (fall rise marks : list (Z * nat)) : bool :=
    match f with
    | Yes | Ex _ => true
    | Unc o r => has_place fall o r
    | Same o r p s => has_place rise o r && has_place rise p s
    | Distinct l => forallb (fun y => has_place rise (fst y) (snd y)) l
    | Marked o r _ => has_place marks o r
    | Ref e o => match PositiveMap.find e touch with
        | Some q => has_moved fall (falls q) o && has_moved rise (rises q) o && has_moved marks (at_marks q) o
        | None => false
        end
    | And f g | Or f g => told f fall rise marks && told g fall rise marks
    | Not f => told f rise fall marks
    end.
  Definition all_told := forallb (fun e =>
    match PositiveMap.find (fst e) touch with Some q => told (fst (snd e)) (falls q) (rises q) (at_marks q) | None => false end)
    (PositiveMap.elements defs).
  Hypothesis AT : all_told = true.

  Section Kept.
    (** A board now and later: coloured vertices have kept their colours. *)
    Variables w later : world.
    Hypothesis same_columns : forall c, ex later c = ex w c.
    Hypothesis grown : forall c r, hue w c r <> 0 -> hue later c r = hue w c r.
    Definition steady (l : list (Z * nat)) (x : Z) := forall o r, In (o, r) l -> hue later (x + o) r = hue w (x + o) r.
    Definition marks_steady (l : list (Z * nat)) (x : Z) := forall o r, In (o, r) l -> mark later (x + o) r = mark w (x + o) r.
    Definition kept_by (fall rise marks : list (Z * nat)) (x : Z) (before after : bool) := marks_steady marks x ->
      (steady fall x -> before = true -> after = true) /\ (steady rise x -> before = false -> after = false).

    Lemma same_kept c r d s : hue w c r <> 0 -> hue w c r = hue w d s -> hue later c r <> 0 /\ hue later c r = hue later d s.
    Proof. intros N E. rewrite (grown c r N), (grown d s) by congruence. auto. Qed.
    Lemma kept_form d : (forall e q x, (e < d)%positive -> PositiveMap.find e touch = Some q ->
        kept_by (falls q) (rises q) (at_marks q) x (value w e x) (value later e x)) ->
      forall f fall rise marks x, refers_below d f = true -> told f fall rise marks = true ->
        kept_by fall rise marks x (holds w (value w) f x) (holds later (value later) f x).
    Proof.
      intros RF. induction f as [|o|o r|o r p s|l|o r m|e o|f IHf g IHg|f IHf g IHg|f IHf]; intros fall rise marks x B T M;
        cbn [refers_below told holds] in *.
      - auto.
      - rewrite same_columns. auto.
      - apply has_place_in in T. rewrite same_columns. split.
        + intros S. now rewrite (S _ _ T).
        + intros _. destruct (ex w (x + o)); auto. cbn [andb]. rewrite !Nat.eqb_neq. intros N. now rewrite grown.
      - apply andb_true_iff in T. destruct T as [T1 T2]. apply has_place_in in T1, T2. split; intros S.
        + rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq, !Nat.eqb_eq. intros [N E]. now apply same_kept.
        + now rewrite (S _ _ T1), (S _ _ T2).
      - rewrite forallb_forall in T. split; intros S.
        + intros D. apply distinct_spec in D. inversion D as [|? ? Z _]; subst.
          rewrite (map_ext_in _ (fun y => hue w (x + fst y) (snd y))); [now apply distinct_intro|].
          intros y Y. apply grown. intros E. apply Z. rewrite <- E. exact (in_map (fun y => hue w (x + fst y) (snd y)) l y Y).
        + rewrite (map_ext_in (fun y => hue later (x + fst y) (snd y)) (fun y => hue w (x + fst y) (snd y))); auto.
          intros [c r] Y. apply T, has_place_in in Y. now apply S.
      - apply has_place_in in T. now rewrite (M _ _ T).
      - destruct (PositiveMap.find e touch) as [q|] eqn:Q; [|discriminate]. rewrite !andb_true_iff in T. destruct T as [[T1 T2] T3].
        assert (SH : forall l l', has_moved l l' o = true -> steady l x -> steady l' (x + o)).
        { intros l l' H S c r I. apply (has_moved_in _ _ _ _ _ H), S in I. now rewrite <- Z.add_assoc. }
        destruct (RF e q (x + o)%Z) as [F R]; auto; [now apply Pos.ltb_lt| |split; eauto].
        intros c r I. apply (has_moved_in _ _ _ _ _ T3), M in I. now rewrite <- Z.add_assoc.
      - apply andb_true_iff in B, T. destruct B as [B1 B2], T as [T1 T2]. specialize (IHf _ _ _ x B1 T1 M). specialize (IHg _ _ _ x B2 T2 M).
        destruct IHf as [F1 F2], IHg as [G1 G2]. split; intros S.
        + rewrite !andb_true_iff. intuition.
        + rewrite !andb_false_iff. intuition.
      - apply andb_true_iff in B, T. destruct B as [B1 B2], T as [T1 T2]. specialize (IHf _ _ _ x B1 T1 M). specialize (IHg _ _ _ x B2 T2 M).
        destruct IHf as [F1 F2], IHg as [G1 G2]. split; intros S.
        + rewrite !orb_true_iff. intuition.
        + rewrite !orb_false_iff. intuition.
      - destruct (IHf _ _ _ x B T M) as [F1 F2]. split; intros S; [rewrite !negb_true_iff|rewrite !negb_false_iff]; auto.
    Qed.
    Lemma kept_value : forall n d q x, Pos.to_nat d <= n -> PositiveMap.find d touch = Some q ->
      kept_by (falls q) (rises q) (at_marks q) x (value w d x) (value later d x).
    Proof.
      induction n as [|n IH]; intros d q x D Q; [pose proof (Pos2Nat.is_pos d); lia|]. rewrite (value_eq defs WD w), (value_eq defs WD later).
      destruct (PositiveMap.find d defs) as [[b wd]|] eqn:F; [|intros _; auto]. assert (OK := def_ok defs WD _ _ _ F). destruct OK as [B _].
      apply (kept_form d); auto.
      - intros e q' y E Q'. apply IH; auto. apply Pos2Nat.inj_lt in E. lia.
      - apply PositiveMap.elements_correct in F. unfold all_told in AT. rewrite forallb_forall in AT. apply AT in F. cbn [fst snd] in F.
        now rewrite Q in F.
    Qed.
    Lemma stays_true d q x : PositiveMap.find d touch = Some q -> steady (falls q) x -> marks_steady (at_marks q) x ->
      value w d x = true -> value later d x = true.
    Proof. intros Q S M. now apply (kept_value (Pos.to_nat d) d q x). Qed.
  End Kept.
End Touched.
