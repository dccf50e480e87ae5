(** Trees of cases: whatever a board looks like of which little is known, Alice has a reply, or there is no such board.

    The trees come from somebody who is not trusted. What a tree shows is proved for boards of every length. *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Formulas Touched Around.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Inductive question := InCell (c : Z) (r : nat) (s : few) | IsColour (c : Z) (r h : nat) (others : list nat)
  | InMark (c : Z) (r : nat) (s : few) | IsTrue (d : positive) (c : Z).
(** [Split]: one of both holds. [Reply]: Alice colours this vertex, if any, and these are the new marks. [Absurd]: what is known of a definition
    is wrong. [AbsurdHere]: and so is what is assumed of this case. *)
Inductive cases := Split (q : question) (yes no : cases) | Reply (move : option (Z * nat * nat)) (marks : news)
  | Absurd (d : positive) (c : Z) | AbsurdHere.

Section Cases.
  Variable rows : nat.
  Variable defs : PositiveMap.t (form * Z).
  Hypothesis WD : well_defined defs = true.
  Variable always : PositiveMap.t bool.
  Notation agrees := (agrees defs always).
  Notation value := (value defs).
  Notation fact := (fact always).

  Definition next_to (c : Z) (r : nat) : list (Z * nat) :=
    match r with O => [] | S q => [(c, q)] end ++ (if S r <? rows then [(c, S r)] else []) ++ [((c - 1)%Z, r); ((c + 1)%Z, r)].
  (** Boards that are coloured properly; columns follow one another. *)
  Record valid (w : world) : Prop := Valid {
    convex : forall a b c, ex w a = true -> ex w b = true -> (a <= c <= b)%Z -> ex w c = true;
    outside : forall c, ex w c = false -> forall r, hue w c r = 0;
    hues : forall c r, hue w c r <= 4;
    rows_only : forall c r, rows <= r -> hue w c r = 0;
    differ : forall c r c' r', In (c', r') (next_to c r) -> hue w c r <> 0 -> hue w c' r' <> hue w c r }.

  (** ** What can be learned *)
  Definition with_bounds (k : facts) l h b a := Formulas.Facts l h b a (held k) (held_elsewhere k) (marked k) (marked_elsewhere k) (known k).
  Definition learn_exists (c : Z) (b : bool) (k : facts) : option facts :=
    match exists3 k c with
    | Some b' => if Bool.eqb b b' then Some k else None
    | None =>
        if (high k <? low k)%Z then Some k
        else if b then Some (with_bounds k (Z.min (low k) c) (Z.max (high k) c) (below k) (above k))
        else if (c <? low k)%Z then Some (with_bounds k (low k) (high k) (Some c) (above k))
        else if (high k <? c)%Z then Some (with_bounds k (low k) (high k) (below k) (Some c))
        else Some k
    end.
  Fixpoint put_few (r : nat) (s : few) (l : list few) : list few :=
    match l, r with
    | [], _ => []
    | _ :: l, O => s :: l
    | x :: l, S r => x :: put_few r s l
    end.
  Definition store (m : PositiveMap.t (list few)) (elsewhere : few) (c : Z) (r : nat) (s : few) :=
    match c with
    | Zpos p => PositiveMap.add p (put_few r s match PositiveMap.find p m with Some l => l | None => repeat elsewhere rows end) m
    | _ => m
    end.
  Definition limit (c : Z) (r : nat) (s : few) (k : facts) : option facts :=
    let s := both_of (may_hold k c r) s in
    if nothing s then learn_exists c false k
    else Some (Formulas.Facts (low k) (high k) (below k) (above k) (store (held k) (held_elsewhere k) c r s) (held_elsewhere k)
                 (marked k) (marked_elsewhere k) (known k)).
  Definition limit_mark (c : Z) (r : nat) (s : few) (k : facts) : option facts :=
    let s := both_of (may_mark k c r) s in
    if nothing s then None
    else Some (Formulas.Facts (low k) (high k) (below k) (above k) (held k) (held_elsewhere k)
                 (store (marked k) (marked_elsewhere k) c r s) (marked_elsewhere k) (known k)).
  Definition and_then (k : option facts) (f : facts -> option facts) := match k with Some k => f k | None => None end.
  Definition a_colour := Few false true true true true.
  Definition a_vertex c r s k := and_then (learn_exists c true k) (limit c r s).
  Definition add_known (d : positive) (c : Z) (b : bool) (k : facts) :=
    match c with
    | Zpos p => Formulas.Facts (low k) (high k) (below k) (above k) (held k) (held_elsewhere k) (marked k) (marked_elsewhere k)
        (PositiveMap.add p (PositiveMap.add d b match PositiveMap.find p (known k) with Some m => m | None => PositiveMap.empty bool end) (known k))
    | _ => k
    end.
  Section Assume.
    Variable ref : positive -> Z -> bool -> facts -> option facts.
    Fixpoint all_coloured (l : list (Z * nat)) (x : Z) (k : facts) : option facts :=
      match l with [] => Some k | y :: l => and_then (a_vertex (x + fst y) (snd y) a_colour k) (all_coloured l x) end.
    Fixpoint assume_form (f : form) (x : Z) (b : bool) (k : facts) : option facts :=
      match f with
      | Yes => if b then Some k else None
      | Ex o => learn_exists (x + o) b k
      | Unc o r => if b then a_vertex (x + o) r (only 0) k else limit (x + o) r a_colour k
      | Same o r p s => if b then and_then (a_vertex (x + o) r a_colour k) (a_vertex (x + p) s a_colour) else Some k
      | Distinct l => if b then all_coloured l x k else match l with [y] => limit (x + fst y) (snd y) (only 0) k | _ => Some k end
      | Marked o r m => limit_mark (x + o) r (if b then only m else but any_of (only m)) k
      | Ref d o => ref d (x + o)%Z b k
      | And f g => if b then and_then (assume_form f x b k) (assume_form g x b) else Some k
      | Or f g => if b then Some k else and_then (assume_form f x b k) (assume_form g x b)
      | Not f => assume_form f x (negb b) k
      end.
  End Assume.
  Fixpoint assume_def (n : nat) (d : positive) (c : Z) (b : bool) (k : facts) : option facts :=
    match fact k d c with
    | Some b' => if Bool.eqb b b' then Some k else None
    | None =>
        match n, PositiveMap.find d defs with
        | S n, Some (f, _) => assume_form (assume_def n) f c b (add_known d c b k)
        | _, _ => Some k
        end
    end.
  Definition assume := assume_form (assume_def depth).
  (** The neighbours of a vertex with a colour do not have it. *)
  Definition forbid (c : Z) (r : nat) (k : facts) : option facts :=
    match exists3 k c with
    | Some true =>
        let s := may_hold k c r in
        if negb (f0 s) && one_colour s s
        then fold_left (fun k y => and_then k (limit (fst y) (snd y) (but any_of s))) (next_to c r) (Some k)
        else Some k
    | _ => Some k
    end.
  Definition only_these (l : list nat) : few := Few (mem 0 l) (mem 1 l) (mem 2 l) (mem 3 l) (mem 4 l).
  Definition answer (q : question) (b : bool) (k : facts) : option facts :=
    match q with
    | InCell c r s => if b then and_then (a_vertex c r s k) (forbid c r) else and_then (limit c r (but any_of s) k) (forbid c r)
    | IsColour c r h others => if b then and_then (a_vertex c r (only h) k) (forbid c r)
                               else and_then (limit c r (but any_of (only_these (h :: others))) k) (forbid c r)
    | InMark c r s => limit_mark c r (if b then s else but any_of s) k
    | IsTrue d c => assume_def depth d c b k
    end.

  Lemma put_few_at r s : forall l r' e, nth r' (put_few r s l) e = nth r' l e \/ (r' = r /\ nth r' (put_few r s l) e = s).
  Proof.
    induction r as [|r IH]; intros [|x l] [|r'] e; simpl; auto. destruct (IH l r' e) as [->|[-> E]]; auto.
  Qed.
  Lemma nth_elsewhere (e : few) n r : nth r (repeat e n) e = e.
  Proof. revert r. induction n as [|n IH]; intros [|r]; simpl; auto. Qed.
  Lemma store_at m e c r s c' r' : in_column (store m e c r s) e c' r' = in_column m e c' r' \/
    (c' = c /\ r' = r /\ in_column (store m e c r s) e c' r' = s).
  Proof.
    unfold store, in_column. destruct c as [|p|p]; auto. destruct c' as [|p'|p']; auto. cbn [at_column].
    destruct (Pos.eq_dec p' p) as [->|N]; [|rewrite PositiveMap.gso by auto; auto]. rewrite PositiveMap.gss.
    destruct (PositiveMap.find p m) as [l|].
    - destruct (put_few_at r s l r' e) as [E|[-> E]]; auto.
    - destruct (put_few_at r s (repeat e rows) r' e) as [E|[-> E]]; auto. rewrite E, nth_elsewhere. auto.
  Qed.

  Section Learned.
    Variable w : world.
    Hypothesis V : valid w.
    (** From what agrees with a board something is learned that agrees with it too. *)
    Definition learned (k : option facts) := exists k', k = Some k' /\ agrees w k'.
    Lemma learned_some k : agrees w k -> learned (Some k).
    Proof. intros A. now exists k. Qed.
    Lemma learned_then k f : learned k -> (forall k, agrees w k -> learned (f k)) -> learned (and_then k f).
    Proof. intros (k' & -> & A) F. now apply F. Qed.

    Lemma learn_exists_ok c b k : agrees w k -> ex w c = b -> learned (learn_exists c b k).
    Proof.
      intros A E. unfold learn_exists. destruct (exists3 k c) as [b'|] eqn:X.
      { apply (exists3_ok defs always w) in X; auto. rewrite <- X, E, eqb_reflx. now apply learned_some. }
      destruct (Z.ltb_spec (high k) (low k)) as [N|N]; [now apply learned_some|].
      assert (L : ex w (low k) = true) by (apply (is_there _ _ w k A); lia).
      assert (H : ex w (high k) = true) by (apply (is_there _ _ w k A); lia).
      destruct b.
      - apply learned_some. destruct A as [A1 A2 A3 A4 A5 A6]. constructor; auto. simpl. intros y Y.
        destruct (Z.le_gt_cases c (low k)).
        + apply (convex w V c (high k)); auto; lia.
        + apply (convex w V (low k) (Z.max (high k) c)); [auto| |lia]. destruct (Z.max_spec (high k) c) as [[_ ->]|[_ ->]]; auto.
      - destruct (Z.ltb_spec c (low k)); [|destruct (Z.ltb_spec (high k) c)]; apply learned_some; auto;
          destruct A as [A1 A2 A3 A4 A5 A6]; constructor; auto; simpl; intros y z Y Z; inversion Y; subst y.
        + destruct (ex w z) eqn:EZ; auto. rewrite (convex w V z (low k) c) in E; auto. lia.
        + destruct (ex w z) eqn:EZ; auto. rewrite (convex w V (high k) z c) in E; auto. lia.
    Qed.
    Lemma limit_ok c r s k : agrees w k -> (ex w c = true -> has s (hue w c r) = true) -> learned (limit c r s k).
    Proof.
      intros A H. unfold limit. destruct (nothing _) eqn:N.
      - apply learn_exists_ok; auto. destruct (ex w c) eqn:E; auto. apply (has_nothing _ (hue w c r)) in N.
        rewrite has_both, (is_held _ _ w k A c r E), H in N by auto. discriminate.
      - apply learned_some. destruct A as [A1 A2 A3 A4 A5 A6]. constructor; auto. intros c' r' E.
        match goal with |- has ?x _ = true =>
          change x with (in_column (store (held k) (held_elsewhere k) c r (both_of (may_hold k c r) s)) (held_elsewhere k) c' r') end.
        destruct (store_at (held k) (held_elsewhere k) c r (both_of (may_hold k c r) s) c' r') as [->|(-> & -> & ->)]; [now apply A4|].
        rewrite has_both. apply andb_true_iff. split; [now apply A4|auto].
    Qed.
    Lemma limit_mark_ok c r s k : agrees w k -> has s (mark w c r) = true -> learned (limit_mark c r s k).
    Proof.
      intros A H. unfold limit_mark. destruct (nothing _) eqn:N.
      - exfalso. apply (has_nothing _ (mark w c r)) in N. rewrite has_both, (is_marked _ _ w k A c r), H in N. discriminate.
      - apply learned_some. destruct A as [A1 A2 A3 A4 A5 A6]. constructor; auto. intros c' r'.
        match goal with |- has ?x _ = true =>
          change x with (in_column (store (marked k) (marked_elsewhere k) c r (both_of (may_mark k c r) s)) (marked_elsewhere k) c' r') end.
        destruct (store_at (marked k) (marked_elsewhere k) c r (both_of (may_mark k c r) s) c' r') as [->|(-> & -> & ->)]; [now apply A5|].
        rewrite has_both. apply andb_true_iff. split; [apply A5|auto].
    Qed.
    Lemma a_vertex_ok c r s k : agrees w k -> ex w c = true -> has s (hue w c r) = true -> learned (a_vertex c r s k).
    Proof. intros A E H. apply learned_then; [now apply learn_exists_ok|]. intros. now apply limit_ok. Qed.
    Lemma a_colour_ok c r : hue w c r <> 0 -> ex w c = true /\ has a_colour (hue w c r) = true.
    Proof.
      intros N. split; [destruct (ex w c) eqn:E; auto; apply (outside w V) with (r := r) in E; congruence|].
      assert (H := hues w V c r). destruct (hue w c r) as [|[|[|[|[|]]]]]; auto; lia.
    Qed.
    Lemma coloured_ok c r k : agrees w k -> hue w c r <> 0 -> learned (a_vertex c r a_colour k).
    Proof. intros A N. apply a_colour_ok in N. now apply a_vertex_ok. Qed.
    Lemma not_only i j : i <= 4 -> i <> j -> has (but any_of (only j)) i = true.
    Proof.
      intros I N. rewrite has_but. apply andb_true_iff. split; [do 5 (destruct i as [|i]; [reflexivity|]); lia|].
      apply negb_true_iff. destruct (has (only j) i) eqn:H; auto. apply has_only in H. congruence.
    Qed.
    Lemma add_known_ok d c b k : agrees w k -> value w d c = b -> agrees w (add_known d c b k).
    Proof.
      intros A E. unfold add_known. destruct c as [|p|p]; auto. destruct A as [A1 A2 A3 A4 A5 A6]. constructor; auto.
      intros e c b'. assert (K := A6 e c b'). unfold Formulas.fact in *. destruct (PositiveMap.find e always); auto. simpl.
      destruct c as [|q|q]; auto. cbn [at_column] in *. destruct (Pos.eq_dec q p) as [->|N]; [|now rewrite PositiveMap.gso].
      rewrite PositiveMap.gss. destruct (Pos.eq_dec e d) as [->|N]; [rewrite PositiveMap.gss; congruence|].
      rewrite PositiveMap.gso by auto. destruct (PositiveMap.find p (known k)); auto. rewrite PositiveMap.gempty. discriminate.
    Qed.
    Hypothesis marks_small : forall c r, mark w c r <= 4.
    Lemma assume_form_ok ref : (forall d c b k, agrees w k -> value w d c = b -> learned (ref d c b k)) ->
      forall f x b k, agrees w k -> holds w (value w) f x = b -> learned (assume_form ref f x b k).
    Proof.
      intros R. induction f as [|o|o r|o r p q|l|o r m|e o|f IHf g IHg|f IHf g IHg|f IHf]; intros x b k A E; cbn [holds assume_form] in *.
      - subst. now apply learned_some.
      - now apply learn_exists_ok.
      - destruct b.
        + rewrite andb_true_iff, Nat.eqb_eq in E. destruct E as [E Z]. apply a_vertex_ok; auto. now rewrite Z.
        + apply limit_ok; auto. intros X. rewrite X in E. simpl in E. apply Nat.eqb_neq in E. now apply a_colour_ok.
      - destruct b; [|now apply learned_some]. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, Nat.eqb_eq in E. destruct E as [E Z].
        apply learned_then; [now apply coloured_ok|]. intros. apply coloured_ok; congruence.
      - destruct b.
        + apply distinct_spec in E. inversion E as [|? ? N _]. subst. clear E. revert k A.
          induction l as [|y l IH]; intros k A; simpl; [now apply learned_some|]. simpl in N. apply learned_then.
          * apply coloured_ok; auto.
          * intros. apply IH; auto.
        + destruct l as [|y [|z l]]; try now apply learned_some. apply limit_ok; auto. intros _. simpl in E. unfold mem in E. simpl in E.
          rewrite orb_false_r, andb_true_r in E. apply negb_false_iff, Nat.eqb_eq in E. now rewrite <- E.
      - apply limit_mark_ok; auto. destruct b.
        + apply Nat.eqb_eq in E. assert (M := marks_small (x + o) r). rewrite E in *. now apply only_has.
        + apply Nat.eqb_neq in E. apply not_only; auto.
      - now apply R.
      - destruct b; [|now apply learned_some]. apply andb_true_iff in E. destruct E. apply learned_then; auto.
      - destruct b; [now apply learned_some|]. apply orb_false_iff in E. destruct E. apply learned_then; auto.
      - apply IHf; auto. now rewrite <- E, negb_involutive.
    Qed.
    Lemma assume_def_ok : forall n d c b k, agrees w k -> value w d c = b -> learned (assume_def n d c b k).
    Proof.
      induction n as [|n IH]; intros d c b k A E; simpl; destruct (fact k d c) as [b'|] eqn:F;
        try (apply (is_known _ _ w k A) in F; rewrite <- F, E, eqb_reflx; now apply learned_some); [now apply learned_some|].
      destruct (PositiveMap.find d defs) as [[f wd]|] eqn:D; [|now apply learned_some].
      apply assume_form_ok; auto; [now apply add_known_ok|]. rewrite (value_eq defs WD), D in E. exact E.
    Qed.
    Lemma assume_ok f x b k : agrees w k -> holds w (value w) f x = b -> learned (assume f x b k).
    Proof. apply assume_form_ok. apply assume_def_ok. Qed.
    Lemma forbid_ok c r k : agrees w k -> learned (forbid c r k).
    Proof.
      intros A. unfold forbid. destruct (exists3 k c) as [[]|] eqn:E; try now apply learned_some.
      destruct (negb (f0 (may_hold k c r)) && _) eqn:C; [|now apply learned_some]. apply andb_true_iff in C. destruct C as [C0 C].
      apply (exists3_ok defs always w) in E; auto. assert (H := is_held _ _ w k A c r E). set (s := may_hold k c r) in *.
      assert (D : forall y, In y (next_to c r) -> has (but any_of s) (hue w (fst y) (snd y)) = true).
      { intros [c' r'] I. simpl. assert (N : hue w c r <> 0) by (intros N; rewrite N in H; simpl in H; rewrite H in C0; discriminate).
        assert (X := differ w V c r c' r' I N). rewrite has_but. apply andb_true_iff. split.
        - assert (S := hues w V c' r'). destruct (hue w c' r') as [|[|[|[|[|]]]]]; auto; lia.
        - apply negb_true_iff. destruct (has s (hue w c' r')) eqn:H'; auto. exfalso. apply X.
          apply (has_one s s _ _ C H' H); auto. intros Q. rewrite Q in H'. simpl in H'. rewrite H' in C0. discriminate. }
      clearbody s. assert (L := learned_some k A). revert D L. generalize (Some k). generalize (next_to c r).
      induction l as [|y l IH]; intros o D L; simpl; auto. apply IH; [intros; apply D; simpl; auto|].
      apply learned_then; auto. intros k' A'. apply limit_ok; auto. intros _. apply D. simpl. auto.
    Qed.
  End Learned.

  (** ** Replies *)
  (** Where new colours and marks matter to what is defined. *)
  Variable touch : PositiveMap.t places.
  Hypothesis AT : all_told defs touch = true.
  Variable invariants : list positive.
  Hypothesis always_true : forall d, In d invariants -> PositiveMap.find d always = Some true.
  Variable bob : news.
  Variables may_pass may_reply : bool.
  Variable here : option (form * Z).
  (** If the board goes round: it has so many columns at least, and [period] columns. *)
  Variables least period : option Z.
  (** Asked again and again whether to go on; what it says is not trusted. *)
  Variable go_on : facts -> bool.

  Definition good (w : world) := forall d x, In d invariants -> value w d x = true.
  Definition legal_in (w : world) c r h := ex w c = true /\ r < rows /\ hue w c r = 0 /\ 1 <= h <= 4 /\
    forall c' r', In (c', r') (next_to c r) -> hue w c' r' <> h.
  Definition small (marks : news) := forall y, In y marks -> snd y <= 4.
  Definition answered (w : world) := may_reply = true /\ exists move marks, small marks /\
    match move with
    | None => may_pass = true /\ good (after_round period w bob marks)
    | Some (c, r, h) => legal_in (after_round period w bob []) c r h /\ good (after_round period w (bob ++ [(c, r, h)]) marks)
    end.

  Definition is_true (e : option bool) := match e with Some true => true | _ => false end.
  Definition span (l : news) : Z * Z :=
    match l with
    | [] => (1, 0)%Z
    | x :: l => (fold_right (fun y => Z.min (fst (fst y))) (fst (fst x)) l, fold_right (fun y => Z.max (fst (fst y))) (fst (fst x)) l)
    end.
  Definition can_reply (k : facts) (c : Z) (r h : nat) : bool :=
    (r <? rows) && (1 <=? h) && (h <=? 4) && negb (is_new bob c r) && is_true (exists3 k c) && no_colour (may_hold k c r) &&
    forallb (fun y => let x := look k bob (fst y) (snd y) in match fst x with Some false => true | _ => negb (has (snd x) h) end) (next_to c r) &&
    let (from, to) := span (bob ++ [(c, r, h)]) in
    in_zone (zone_of least from to) (c - 1) && in_zone (zone_of least from to) (c + 1).
  Definition range (a b : Z) := map (fun i => (a + Z.of_nat i)%Z) (seq 0 (Z.to_nat (b - a + 1))).
  (** What was in order is so after the changes. *)
  Fixpoint all_stay (k : facts) (stones marks : news) from to view zone (ds : list positive) t : bool :=
    match ds with
    | [] => true
    | d :: ds =>
        match PositiveMap.find d touch with
        | None => false
        | Some q =>
            let places := seen_from stones (falls q) ++ seen_from marks (at_marks q) in
            match stays_at defs always k stones marks from to view zone d places t with
            | Some t => all_stay k stones marks from to view zone ds t
            | None => false
            end
        end
    end.
  (** Most of what is looked at is so near to the changes. *)
  Definition close : Z := 10.
  Definition stays_good (k : facts) (stones marks : news) : bool :=
    let (from, to) := span (stones ++ marks) in
    all_stay k stones marks from to (view_of k stones rows (range (from - close) (to + close))) (zone_of least from to) invariants nothing_recalled.
  Definition may_be (b : bool) (m : pairs) := if b then p10 m || p11 m else p00 m || p01 m.
  Definition now (k : facts) f c := eval defs always k [] [] 1 0 (PositiveMap.empty _) None f c.
  Definition same_in h o (s : few) := Bool.eqb (has s h) (has s o).
  (** Nothing tells these colours apart. *)
  Definition interchangeable (k : facts) (h o : nat) :=
    (1 <=? h) && (h <=? 4) && (1 <=? o) && (o <=? 4) && forallb (fun x => negb (snd x =? h) && negb (snd x =? o)) bob &&
    same_in h o (held_elsewhere k) && forallb (fun e => forallb (same_in h o) (snd e)) (PositiveMap.elements (held k)).
  Definition question_ok (k : facts) (q : question) :=
    match q with
    | IsColour _ _ h others => (1 <=? h) && (h <=? 4) && forallb (interchangeable k h) others
    | _ => true
    end.
  Fixpoint check_tree (t : cases) (k : facts) : bool :=
    match t with
    | Split q yes no => go_on k && question_ok k q &&
        match answer q true k with Some k => check_tree yes k | None => true end &&
        match answer q false k with Some k => check_tree no k | None => true end
    | Reply move marks => may_reply && forallb (fun x => snd x <=? 4) marks &&
        match move with
        | None => may_pass && stays_good k bob marks
        | Some (c, r, h) => can_reply k c r h && stays_good k (bob ++ [(c, r, h)]) marks
        end
    | Absurd d c => match fact k d c, PositiveMap.find d defs with
        | Some b, Some (f, _) => negb (may_be b (now k f c))
        | _, _ => false
        end
    | AbsurdHere => match here with Some (f, c) => negb (may_be true (now k f c)) | None => false end
    end.

  Lemma agrees_good w k : agrees w k -> good w.
  Proof. intros A d x I. apply (is_known _ _ w k A). unfold Formulas.fact. now rewrite always_true. Qed.
  Lemma lookup_in l c r n : lookup l c r = Some n -> In (c, r, n) l.
  Proof.
    induction l as [|[[c' r'] m] l IH]; simpl; [discriminate|]. destruct ((c =? c')%Z && (r =? r')) eqn:E; auto.
    rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq in E. destruct E as [-> ->]. intros X. inversion X. auto.
  Qed.
  Lemma in_lookup l c r n : In (c, r, n) l -> exists n', lookup l c r = Some n'.
  Proof.
    induction l as [|[[c' r'] m] l IH]; simpl; [contradiction|]. intros I. destruct ((c =? c')%Z && (r =? r')) eqn:E; eauto.
    destruct I as [I|I]; auto. inversion I; subst. now rewrite Z.eqb_refl, Nat.eqb_refl in E.
  Qed.
  Lemma lookup_app l m c r : lookup (l ++ m) c r = match lookup l c r with Some n => Some n | None => lookup m c r end.
  Proof. induction l as [|[[c' r'] n] l IH]; simpl; auto. destruct (_ && _); auto. Qed.
  Lemma span_ok l x : In x l -> let (a, b) := span l in (a <= fst (fst x) <= b)%Z.
  Proof.
    destruct l as [|y l]; [contradiction|]. simpl.
    assert (B : forall z l, (fold_right (fun y : Z * nat * nat => Z.min (fst (fst y))) z l <= z <=
                 fold_right (fun y : Z * nat * nat => Z.max (fst (fst y))) z l)%Z).
    { intros z m. induction m as [|u m IH]; simpl; lia. }
    intros [->|I]; [apply B|]. induction l as [|z l IH]; [contradiction|]. simpl. destruct I as [->|I]; [|specialize (IH I); lia].
    specialize (B (fst (fst y)) l). lia.
  Qed.
  Hypothesis some_columns : forall n, period = Some n -> (0 < n)%Z.
  Hypothesis enough : match least, period with Some m, Some n => (m <= n)%Z | None, None => True | _, _ => False end.
  Notation after_round := (after_round period).
  Notation periodic := (periodic period).
  Lemma stays_good_ok w k stones marks : valid w -> periodic w -> agrees w k -> can_change w stones -> stays_good k stones marks = true ->
    good (after_round w stones marks).
  Proof.
    intros V P A C S. unfold stays_good in S. pose proof (span_ok (stones ++ marks)) as SP.
    destruct (span (stones ++ marks)) as [from to]. set (view := view_of k stones rows (range (from - close) (to + close))) in S.
    set (zone := zone_of least from to) in S.
    assert (B : forall c r n, lookup stones c r = Some n \/ lookup marks c r = Some n -> (from <= c <= to)%Z).
    { intros c r n [L|L]; apply lookup_in in L; apply (SP (c, r, n)), in_or_app; auto. }
    assert (CH : forall c r, in_zone zone c = true -> hue (after_round w stones marks) c r = hue (after w stones marks) c r /\
      mark (after_round w stones marks) c r = mark (after w stones marks) c r).
    { intros c r Z. simpl. rewrite !(lookup_zone period some_columns least enough _ from to c r); auto; intros y Y; apply SP, in_or_app; auto. }
    assert (G : forall d x, In d invariants -> value w d x = true) by (intros; now apply (agrees_good w k)).
    assert (NEW : forall c r n, lookup_round period stones c r = Some n -> hue w c r = 0).
    { intros c r n L. apply (lookup_round_at period) in L. destruct L as (c' & S' & L). destruct (P c c' S') as [_ E].
      destruct (E r) as [-> _]. apply in_lookup in L. destruct L as (n' & L). now apply C in L. }
    assert (GR : forall c r, hue w c r <> 0 -> hue (after_round w stones marks) c r = hue w c r).
    { intros c r N. simpl. destruct (lookup_round period stones c r) eqn:L; auto. now apply NEW in L. }
    refine (good_around period some_columns defs WD invariants touch AT w stones marks P NEW G _). intros d I.
    assert (ST : forall ds t, recalls_right defs w (after_round w stones marks) t -> all_stay k stones marks from to view zone ds t = true -> In d ds ->
      exists q, PositiveMap.find d touch = Some q /\
        forall x, In x (seen_from stones (falls q) ++ seen_from marks (at_marks q)) -> value w d x = true ->
          value (after_round w stones marks) d x = true).
    { induction ds as [|e ds IH]; cbn [all_stay]; intros t T S' J; [contradiction|].
      destruct (PositiveMap.find e touch) as [q|] eqn:F; [|discriminate].
      destruct (stays_at _ _ _ _ _ _ _ _ _ _ _ t) as [t'|] eqn:ST; [|discriminate].
      destruct (stays_at_ok defs WD always k stones marks from to view zone w A C (outside w V) B (view_of_ok k stones rows _)
        (after_round w stones marks) ltac:(reflexivity) CH GR e _ t t' T ST) as [T' H].
      destruct J as [<-|J]; eauto. }
    destruct (ST _ _ (nothing_recalled_right defs w (after_round w stones marks)) S I) as (q & Q & H).
    exists q. split; [exact Q|]. intros x X. apply H; auto.
  Qed.
  Lemma may_be_ok m b a : allows m b a = true -> may_be b m = true.
  Proof. destruct b, a; simpl; intros ->; auto; apply orb_true_r. Qed.
  Lemma now_ok w k f c : valid w -> agrees w k -> may_be (holds w (value w) f c) (now k f c) = true.
  Proof.
    intros V A. unfold now.
    pose proof (eval_ok defs WD always k [] [] 1 0 _ None w A ltac:(intros ? ? ?; discriminate) (outside w V)
      ltac:(intros ? ? ? [|]; discriminate) (no_view k []) (after w [] []) ltac:(reflexivity) ltac:(split; reflexivity) ltac:(reflexivity) f c) as E.
    now apply may_be_ok in E.
  Qed.
  Lemma next_to_near c r c' r' : In (c', r') (next_to c r) -> (c - 1 <= c' <= c + 1)%Z.
  Proof.
    unfold next_to. rewrite !in_app_iff. intros [B|[B|[B|[B|[]]]]]; try (inversion B; lia).
    - destruct r; [contradiction|]. destruct B as [B|[]]. inversion B. lia.
    - destruct (S r <? rows); [|contradiction]. destruct B as [B|[]]. inversion B. lia.
  Qed.
  Lemma can_reply_ok w k c r h : valid w -> agrees w k -> can_change w bob -> can_reply k c r h = true ->
    legal_in (after_round w bob []) c r h /\ can_change w (bob ++ [(c, r, h)]).
  Proof.
    intros V A C. unfold can_reply. rewrite !andb_true_iff, forallb_forall, Nat.ltb_lt, !Nat.leb_le, negb_true_iff.
    intros [[[[[[[R H1] H4] N] X] Z] F] ZO]. pose proof (span_ok (bob ++ [(c, r, h)])) as SP.
    destruct (span (bob ++ [(c, r, h)])) as [from to]. rewrite andb_true_iff in ZO. destruct ZO as [Z1 Z2].
    assert (NEAR : forall z s, (c - 1 <= z <= c + 1)%Z -> lookup_round period bob z s = lookup bob z s).
    { intros z s ZZ. apply (lookup_zone period some_columns least enough bob from to).
      - intros y Y. apply SP, in_or_app. auto.
      - unfold in_zone in *. destruct (zone_of least from to) as [[lo hi]|]; auto. rewrite !andb_true_iff, !Z.leb_le in *. lia. }
    assert (E : ex w c = true) by (apply (exists3_ok defs always w k); auto; destruct (exists3 k c) as [[]|]; auto; discriminate).
    assert (U : hue w c r = 0) by (eapply has_no_colour; eauto; now apply (is_held _ _ w k A)).
    assert (NL : lookup bob c r = None) by (unfold is_new in N; destruct (lookup bob c r); [discriminate|auto]).
    split.
    - split; [exact E|]. split; [exact R|]. split; [simpl; rewrite NEAR by lia; now rewrite NL|]. split; [lia|].
      intros c' r' I EQ. assert (CL : (c - 1 <= c' <= c + 1)%Z) by (eapply next_to_near; eauto). simpl in EQ. rewrite NEAR in EQ by auto.
      change (hue (after w bob []) c' r' = h) in EQ. specialize (F _ I). cbn [fst snd] in F.
      pose proof (look_ok defs always k bob [] w A C c' r') as L. destruct (look k bob c' r') as [e s]. destruct L as [L1 L2].
      cbn [fst snd] in F. destruct (ex w c') eqn:X'.
      + specialize (L2 eq_refl). rewrite EQ in L2. destruct e as [[]|]; [| |]; try (rewrite L2 in F; discriminate).
        now specialize (L1 false eq_refl).
      + rewrite (outside' bob [] w C (outside w V) c' r' X') in EQ. lia.
    - intros c' r' n. rewrite lookup_app. destruct (lookup bob c' r') as [m|] eqn:L.
      + intros EQ. inversion EQ; subst. now apply C.
      + simpl. destruct ((c' =? c)%Z && (r' =? r)) eqn:EQ; [|discriminate]. rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq in EQ.
        destruct EQ as [-> ->]. intros EQ. inversion EQ; subst. repeat split; auto; lia.
  Qed.

  (** ** Other names of colours *)
  Section Swap.
    Variables (h o : nat).
    Hypothesis H : 1 <= h <= 4.
    Hypothesis O : 1 <= o <= 4.
    Definition swap n := if n =? h then o else if n =? o then h else n.
    Lemma swap_swap n : swap (swap n) = n.
    Proof.
      unfold swap. destruct (Nat.eqb_spec n h) as [->|A].
      - destruct (Nat.eqb_spec o h); auto. now rewrite Nat.eqb_refl.
      - destruct (Nat.eqb_spec n o) as [->|B]; [now rewrite Nat.eqb_refl|].
        apply Nat.eqb_neq in A, B. now rewrite A, B.
    Qed.
    Lemma swap_inj a b : swap a = swap b -> a = b.
    Proof. intros E. rewrite <- (swap_swap a), <- (swap_swap b). now rewrite E. Qed.
    Lemma swap_none : swap 0 = 0.
    Proof. unfold swap. rewrite !(proj2 (Nat.eqb_neq 0 _)) by lia. auto. Qed.
    Lemma swap_small n : n <= 4 -> swap n <= 4.
    Proof. unfold swap. destruct (n =? h), (n =? o); lia. Qed.
    Lemma swap_positive n : 1 <= n -> 1 <= swap n.
    Proof. unfold swap. destruct (n =? h), (n =? o); lia. Qed.
    Definition swapped (w : world) := World (ex w) (fun c r => swap (hue w c r)) (mark w).
    Lemma swapped_alike w c : alike_at w (swapped w) 0 swap c.
    Proof. unfold alike_at. rewrite Z.add_0_r. simpl. auto. Qed.
    Lemma swapped_value w d x : value (swapped w) d x = value w d x.
    Proof.
      rewrite <- (Z.add_0_r x) at 2. apply (value_everywhere defs WD w (swapped w) 0 swap swap_none swap_inj).
      apply swapped_alike.
    Qed.
    Lemma swapped_holds w f x : holds (swapped w) (value (swapped w)) f x = holds w (value w) f x.
    Proof.
      rewrite <- (Z.add_0_r x) at 2. apply (holds_everywhere defs WD w (swapped w) 0 swap swap_none swap_inj).
      apply swapped_alike.
    Qed.
    Lemma swapped_valid w : valid w -> valid (swapped w).
    Proof.
      intros [V1 V2 V3 V4 V5]. constructor; simpl; auto.
      - intros c E r. rewrite V2 by auto. apply swap_none.
      - intros c r. now apply swap_small.
      - intros c r R. rewrite V4 by auto. apply swap_none.
      - intros c r c' r' I N E. apply swap_inj in E. revert E. apply V5; auto. intros Z. apply N. rewrite Z. apply swap_none.
    Qed.
    Lemma swapped_agrees w k : interchangeable k h o = true -> agrees w k -> agrees (swapped w) k.
    Proof.
      intros I [A1 A2 A3 A4 A5 A6]. constructor; auto.
      - intros c r E. simpl in E |- *. specialize (A4 c r E).
        assert (S : same_in h o (may_hold k c r) = true).
        { unfold interchangeable in I. rewrite !andb_true_iff in I. destruct I as [[_ I1] I2].
          unfold may_hold, in_column. destruct c as [|p|p]; auto. simpl. destruct (PositiveMap.find p (held k)) as [l|] eqn:F; auto.
          rewrite forallb_forall in I2. apply PositiveMap.elements_correct, I2 in F. simpl in F. rewrite forallb_forall in F.
          destruct (nth_in_or_default r l (held_elsewhere k)) as [J|J]; [now apply F|now rewrite J]. }
        apply eqb_prop in S. unfold swap. destruct (Nat.eqb_spec (hue w c r) h) as [EQ|_]; [rewrite EQ in A4; congruence|].
        destruct (Nat.eqb_spec (hue w c r) o) as [EQ|_]; [rewrite EQ in A4; congruence|auto].
      - intros d c b F. rewrite swapped_value. auto.
    Qed.
    Hypothesis fixed : forall x, In x bob -> swap (snd x) = snd x.
    Lemma bob_fixed c r n : lookup_round period bob c r = Some n -> swap n = n.
    Proof. intros L. apply lookup_round_in in L. destruct L as (c' & L). apply (fixed (c', r, n) L). Qed.
    Lemma swapped_good w move move' marks : (forall c r, lookup_round period move' c r = option_map swap (lookup_round period move c r)) ->
      good (after_round (swapped w) (bob ++ move) marks) -> good (after_round w (bob ++ move') marks).
    Proof.
      intros M G d x I. specialize (G d x I). rewrite <- G. rewrite <- (Z.add_0_r x) at 2.
      apply (value_everywhere defs WD _ _ 0 swap swap_none swap_inj). intros c. unfold alike_at. rewrite Z.add_0_r. split; [reflexivity|].
      intros r. split; [|reflexivity]. simpl. rewrite !lookup_round_app, M. destruct (lookup_round period bob c r) as [n|] eqn:L.
      - symmetry. eapply bob_fixed; eauto.
      - destruct (lookup_round period move c r); simpl; auto. symmetry. apply swap_swap.
    Qed.
    Lemma swapped_answered w : answered (swapped w) -> answered w.
    Proof.
      intros (Y & move & marks & S & G). split; [exact Y|]. destruct move as [[[c r] m]|].
      - exists (Some (c, r, swap m)), marks. split; [exact S|]. destruct G as [(E & R & Z & B & D) G]. simpl in E, Z, D.
        assert (X : forall c r, hue (after_round w bob []) c r = swap (hue (after_round (swapped w) bob []) c r)).
        { intros c0 r0. simpl. destruct (lookup_round period bob c0 r0) as [n|] eqn:L; [symmetry; eapply bob_fixed; eauto|symmetry; apply swap_swap]. }
        split; [split; [exact E|]; split; [exact R|]; split; [|split]|].
        + rewrite X. simpl. rewrite Z. apply swap_none.
        + split; [apply swap_positive|apply swap_small]; lia.
        + intros c' r' I EQ. rewrite X in EQ. apply swap_inj in EQ. revert EQ. simpl. now apply D.
        + revert G. apply swapped_good. intros c0 r0. simpl. destruct (_ && _); auto.
      - exists None, marks. split; [exact S|]. destruct G as [P G]. split; [exact P|].
        rewrite <- (app_nil_r bob). rewrite <- (app_nil_r bob) in G. revert G. now apply swapped_good.
    Qed.
  End Swap.

  Theorem check_tree_ok : forall t k w, valid w -> periodic w -> (forall c r, mark w c r <= 4) -> agrees w k -> can_change w bob ->
    (forall f c, here = Some (f, c) -> holds w (value w) f c = true) -> check_tree t k = true -> answered w.
  Proof.
    induction t as [q yes IHy no IHn|move marks|d c|]; intros k w V P M A C HE T; cbn [check_tree] in T.
    - rewrite !andb_true_iff in T. destruct T as [[[_ Q] Y] N].
      assert (GO : forall b, (forall k', agrees w k' -> learned w (answer q b k')) -> answered w).
      { intros b L. destruct (L k A) as (k' & E & A'). destruct b.
        - rewrite E in Y. eapply IHy; eauto.
        - rewrite E in N. eapply IHn; eauto. }
      destruct q as [c r s|c r h others|c r s|d c]; cbn [answer] in GO.
      + destruct (ex w c && has s (hue w c r)) eqn:X.
        * apply andb_true_iff in X. destruct X. apply (GO true). intros. apply learned_then; [now apply a_vertex_ok|].
          intros. now apply forbid_ok.
        * apply (GO false). intros. apply learned_then; [apply limit_ok; auto|intros; now apply forbid_ok].
          intros E. rewrite E in X. simpl in X. rewrite has_but, X, andb_true_r. assert (HU := hues w V c r).
          destruct (hue w c r) as [|[|[|[|[|]]]]]; auto; lia.
      + cbn [question_ok] in Q. rewrite !andb_true_iff, !Nat.leb_le, forallb_forall in Q. destruct Q as [[H1 H4] Q].
        assert (YES : forall w, valid w -> periodic w -> (forall c r, mark w c r <= 4) -> agrees w k -> can_change w bob ->
          (forall f c, here = Some (f, c) -> holds w (value w) f c = true) -> ex w c = true -> hue w c r = h -> answered w).
        { intros u VU PU MU AU CU HU E EQ. cbn [answer] in Y.
          assert (L : learned u (and_then (a_vertex c r (only h) k) (forbid c r))).
          { apply learned_then; [|intros; now apply forbid_ok]. apply a_vertex_ok; auto. rewrite EQ. apply only_has. lia. }
          destruct L as (k' & E' & A'). rewrite E' in Y. eapply IHy; eauto. }
        destruct (ex w c && mem (hue w c r) (h :: others)) eqn:X.
        * apply andb_true_iff in X. destruct X as [E X]. simpl in X. apply orb_true_iff in X. destruct X as [X|X].
          { apply Nat.eqb_eq in X. now apply YES. }
          apply (proj1 (mem_spec _ _)) in X. apply Q in X. assert (I := X). unfold interchangeable in X.
          rewrite !andb_true_iff, !Nat.leb_le, forallb_forall in X. destruct X as [[[[[[_ _] O1] O4] B] _] _].
          apply (swapped_answered h (hue w c r)); try lia.
          { intros x IX. specialize (B x IX). rewrite andb_true_iff, !negb_true_iff in B. destruct B as [B1 B2]. unfold swap. now rewrite B1, B2. }
          apply YES; auto.
          -- now apply swapped_valid.
          -- intros z z' SA. destruct (P z z' SA) as [E1 E2]. split; [exact E1|]. intros q. simpl. now destruct (E2 q) as [-> ->].
          -- now apply swapped_agrees.
          -- intros c' r' n L. destruct (C c' r' n L) as (C1 & C2 & C3). repeat split; auto; try lia. simpl. rewrite C2. now apply swap_none.
          -- intros f c' E'. rewrite swapped_holds; auto.
          -- simpl. unfold swap. destruct (Nat.eqb_spec (hue w c r) h); auto. now rewrite Nat.eqb_refl.
        * apply (GO false). intros. apply learned_then; [apply limit_ok; auto|intros; now apply forbid_ok].
          intros E. rewrite E in X. simpl andb in X. rewrite has_but. apply andb_true_iff. assert (HU := hues w V c r). split.
          -- destruct (hue w c r) as [|[|[|[|[|]]]]]; auto; lia.
          -- apply negb_true_iff. unfold only_these. destruct (hue w c r) as [|[|[|[|[|]]]]]; auto.
      + destruct (has s (mark w c r)) eqn:X.
        * apply (GO true). intros. now apply limit_mark_ok.
        * apply (GO false). intros. apply limit_mark_ok; auto. rewrite has_but, X, andb_true_r. assert (HU := M c r).
          destruct (mark w c r) as [|[|[|[|[|]]]]]; auto; lia.
      + apply (GO (value w d c)). intros. now apply assume_def_ok.
    - rewrite !andb_true_iff, forallb_forall in T. destruct T as [[Y S] T]. split; [exact Y|]. exists move, marks. split.
      { intros y I. now apply Nat.leb_le, S. }
      destruct move as [[[c r] h]|]; apply andb_true_iff in T; destruct T as [T1 T2].
      + apply (can_reply_ok w k) in T1; auto. destruct T1 as [L C']. split; auto. eapply stays_good_ok; eauto.
      + split; auto. eapply stays_good_ok; eauto.
    - exfalso. destruct (fact k d c) as [b|] eqn:F; [|discriminate]. apply (is_known _ _ w k A) in F.
      destruct (PositiveMap.find d defs) as [[f wd]|] eqn:D; [|discriminate]. pose proof (now_ok w k f c V A) as N.
      rewrite (value_eq defs WD), D in F. rewrite F in N. rewrite N in T. discriminate.
    - exfalso. destruct here as [[f c]|]; [|discriminate]. pose proof (now_ok w k f c V A) as N.
      rewrite HE in N by auto. rewrite N in T. discriminate.
  Qed.
End Cases.
