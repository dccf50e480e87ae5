(** Each game belongs to one of the two kinds: list games, or games that are played literally. *)
From Coq Require Import List Arith Lia Bool PArith ZArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry Lists Renaming Literal Connected.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Definition literal f := match f with
  | Oriented _ | Weak _ | Sequential _ _ | Connected _ | Orthogonal _ _ => true | _ => false end.
Definition colours_of f := match f with
  | Proper k | Distance _ k | Oriented k | Weak k | Sequential k _ | Colouring k | Orthogonal k _ => k | _ => 2 end.
Definition strict_of f := match f with Colouring _ => true | _ => false end.
Definition alike_of f := match f with BlueRed | Col | Snort | Connected _ => false | _ => true end.
Definition stuck_of f p := match f with Colouring _ => Wins Left | _ => Wins (opponent p) end.

Lemma find_ext_in {A} (f h : A -> bool) l : (forall x, In x l -> f x = h x) -> find f l = find h l.
Proof. intros E. induction l; simpl; auto. rewrite E, IHl; simpl; auto. intros; apply E; simpl; auto. Qed.

(** ** Balls, computed once and no further than they grow *)
Fixpoint iter_stable (d : nat) (grow : list nat -> list nat) (s : list nat) : list nat :=
  match d with
  | O => s
  | S d => let s' := grow s in if list_eq_dec Nat.eq_dec s' s then s else iter_stable d grow s'
  end.
Lemma iter_first {A} (f : A -> A) : forall d x, Nat.iter (S d) f x = Nat.iter d f (f x).
Proof. induction d; intros x; [reflexivity|]. simpl in *. now rewrite IHd. Qed.
Lemma iter_stable_ok grow : forall d s, iter_stable d grow s = Nat.iter d grow s.
Proof.
  induction d as [|d IH]; simpl iter_stable; intros s; auto. rewrite iter_first.
  destruct (list_eq_dec _ _ _) as [E|_]; [|apply IH]. rewrite E. clear IH.
  induction d; simpl; congruence.
Qed.
Definition fast_power (g : graph) d : graph :=
  map (fun v => let b := iter_stable d (grow g (fun _ => true)) [v] in
                filter (fun w => negb (v =? w) && mem w b) (seq 0 (length g))) (seq 0 (length g)).
Lemma fast_power_ok g d : fast_power g d = power g d.
Proof.
  unfold fast_power, power. apply map_ext. intros v. apply filter_ext. intros w. unfold ball. now rewrite iter_stable_ok.
Qed.

Lemma seq_plus n : forall m a, seq (n + a) m = map (Nat.add n) (seq a m).
Proof. induction m; intros a; simpl; auto. f_equal. rewrite <- IHm. f_equal. lia. Qed.

(** The graph, looking only at the edges of each vertex. *)
Definition fast_graph_of n (edges : list (nat * nat)) : graph :=
  map (fun v => let own := filter (fun e => (fst e =? v) || (snd e =? v)) edges in
                filter (fun w => existsb (fun e => joins e v w) own) (seq 0 n)) (seq 0 n).
Lemma fast_graph_of_ok n edges : fast_graph_of n edges = graph_of n edges.
Proof.
  unfold fast_graph_of, graph_of. apply map_ext. intros v. apply filter_ext. intros w.
  apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (e & I & J); exists e; split; auto.
  - apply filter_In in I. tauto.
  - apply filter_In. split; auto. unfold joins in J. apply orb_true_iff in J.
    destruct J as [J|J]; apply andb_true_iff in J; destruct J as [J1 J2]; rewrite ?J1, ?J2, ?orb_true_r; auto.
Qed.
(** The rules, from the graph and the graph of those who concern each other. *)
Definition adjacency_on f (g : graph) := match f with Distance d _ => fast_power g d | _ => g end.
Definition rules_on f n edges (g h : graph) := match f with
  | Proper k => proper k g | ISnort => isnort g | Distance d k => proper k h
  | BlueRed => blue_red edges | Oriented k => oriented k edges
  | Weak k => weak k g | Sequential k order => sequential k order g
  | Col => col_game g | Snort => snort g | Colouring k => colouring_game k g
  | Connected b => connected b g | Orthogonal k b => orthogonal k b n g
  end.
Lemma rules_on_ok f n edges : rules_on f n edges (graph_of n edges) (adjacency_on f (graph_of n edges)) = rules_of f n edges.
Proof. destruct f; auto. simpl. now rewrite fast_power_ok. Qed.

(** ** How a vertex concerns another *)
Definition adjacency f n edges := adjacency_on f (graph_of n edges).
Definition is_arc (edges : list (nat * nat)) v w := existsb (fun e => (fst e =? v) && (snd e =? w)) edges.
Lemma is_arc_spec edges v w : is_arc edges v w = true <-> In (v, w) edges.
Proof.
  unfold is_arc. rewrite existsb_exists. split.
  - intros ([x y] & I & E). apply andb_true_iff in E. rewrite !Nat.eqb_eq in E. simpl in E. destruct E; subst. auto.
  - intros I. exists (v, w). simpl. now rewrite !Nat.eqb_refl.
Qed.
Definition kind_of f (h : graph) edges v x := match f with
  | BlueRed | Oriented _ => (if is_arc edges v x then 1 else 0) + (if is_arc edges x v then 2 else 0)
  | _ => if mem v (neighbours h x) then 1 else 0 end.
Definition wrong_arc d e := negb ((d =? 1) && (e =? 2)).
Definition rel_of f kind d e := match kind with
  | O => false
  | S i => match f with
           | ISnort | Snort => negb (d =? e)
           | BlueRed => match i with O => wrong_arc d e | S O => wrong_arc e d | _ => wrong_arc d e || wrong_arc e d end
           | _ => d =? e
           end
  end.

Section Family.
  Variables (f : family) (n : nat) (edges : list (nat * nat)).
  Hypothesis wf : well_formed n edges.
  Notation g := (graph_of n edges).
  Notation h := (adjacency f n edges).
  Notation R := (rules_of f n edges).
  Notation kind := (kind_of f h edges).
  Notation rel := (rel_of f).

  Lemma adjacency_in v w : In w (neighbours h v) -> v < n /\ w < n /\ w <> v.
  Proof.
    assert (G : forall v w, In w (neighbours g v) -> v < n /\ w < n /\ w <> v).
    { intros x y I. assert (J := I). apply in_neighbours in J. repeat split; try tauto. intros ->.
      now apply (neighbours_irreflexive n edges x wf). }
    unfold adjacency, adjacency_on. destruct f; auto. rewrite fast_power_ok. unfold power, neighbours.
    rewrite graph_of_length. destruct (Nat.lt_ge_cases v n) as [V|V].
    - rewrite nth_map_seq by auto. intros I. apply filter_In in I. destruct I as [I E]. apply in_seq in I.
      apply andb_true_iff in E. destruct E as [E _]. apply negb_true_iff, Nat.eqb_neq in E. repeat split; auto; lia.
    - rewrite nth_overflow; [intros []|]. now rewrite map_length, seq_length.
  Qed.
  Lemma kind_small v x : kind v x <= 3.
  Proof.
    unfold kind_of. destruct f; repeat match goal with |- context [if ?b then _ else _] => destruct b end; simpl; lia.
  Qed.
  Lemma kind_self v : v < n -> kind v v = 0.
  Proof.
    intros V. assert (A : mem v (neighbours h v) = false).
    { destruct (mem v (neighbours h v)) eqn:M; auto. apply mem_spec, adjacency_in in M. lia. }
    assert (B : is_arc edges v v = false).
    { destruct (is_arc edges v v) eqn:M; auto. apply is_arc_spec, wf in M. lia. }
    unfold kind_of. rewrite A, B. now destruct f.
  Qed.
  Lemma rel_none d e : rel 0 d e = false. Proof. reflexivity. Qed.

  (** ** List games *)
  Lemma pairs_neighbours (bad : nat -> nat -> bool) c x : bad 0 (colour_of c x) = false ->
    existsb (fun w => bad (colour_of c w) (colour_of c x)) (neighbours h x) =
    existsb (fun w => coloured c w && (mem w (neighbours h x) && bad (colour_of c w) (colour_of c x))) (seq 0 n).
  Proof.
    intros Z. apply eq_true_iff_eq. rewrite !existsb_exists. split.
    - intros (w & I & B). exists w. split; [apply in_seq; apply adjacency_in in I; lia|].
      rewrite B, (proj2 (mem_spec _ _) I). unfold coloured. destruct (colour_of c w); [now rewrite Z in B|reflexivity].
    - intros (w & I & B). rewrite !andb_true_iff, mem_spec in B. exists w. tauto.
  Qed.
  Lemma pairs_blue_red c x : colour_of c x <> 0 -> not_blue_red edges c x =
    existsb (fun w => coloured c w &&
      (is_arc edges w x && wrong_arc (colour_of c w) (colour_of c x) ||
       is_arc edges x w && wrong_arc (colour_of c x) (colour_of c w))) (seq 0 n).
  Proof.
    intros CX. apply coloured_true in CX. unfold not_blue_red, touches, both_coloured, wrong_arc.
    apply eq_true_iff_eq. rewrite !existsb_exists. split.
    - intros ([v w] & I & E). simpl in E. rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq in E.
      destruct E as [[[-> | ->] [C1 C2]] W]; assert (J := I); apply is_arc_spec in J; apply wf in I.
      + exists w. split; [apply in_seq; lia|]. now rewrite C2, J, W, orb_true_r.
      + exists v. split; [apply in_seq; lia|]. now rewrite C1, J, W.
    - intros (w & _ & E). apply andb_true_iff in E. destruct E as [C E]. apply orb_true_iff in E.
      destruct E as [E|E]; apply andb_true_iff in E; destruct E as [A W]; apply is_arc_spec in A.
      + exists (w, x). simpl. rewrite C, CX, W, Nat.eqb_refl, orb_true_r. auto.
      + exists (x, w). simpl. rewrite C, CX, W, Nat.eqb_refl. auto.
  Qed.
  Lemma pairs c x : literal f = false -> length c = n -> x < n -> colour_of c x <> 0 ->
    conflict R c x = existsb (fun w => coloured c w && rel (kind w x) (colour_of c w) (colour_of c x)) (seq 0 n).
  Proof.
    intros LF L X CX.
    assert (D : same_as_neighbour h c x = existsb (fun w => coloured c w &&
      (mem w (neighbours h x) && (colour_of c w =? colour_of c x))) (seq 0 n)).
    { apply pairs_neighbours. apply Nat.eqb_neq. lia. }
    assert (U : unlike_neighbour h c x = existsb (fun w => coloured c w &&
      (mem w (neighbours h x) && negb (colour_of c w =? colour_of c x))) (seq 0 n)).
    { unfold unlike_neighbour, coloured at 1. rewrite (pairs_neighbours (fun a b => negb (a =? 0) && negb (a =? b))) by reflexivity.
      apply existsb_ext_in. intros w _. unfold coloured. now destruct (colour_of c w =? 0), (mem _ _). }
    unfold adjacency, adjacency_on in *.
    destruct f; try discriminate LF; cbn [rules_of conflict proper isnort distance col_game snort colouring_game];
      rewrite <- ?fast_power_ok; rewrite ?D, ?U; cbn [conflict blue_red];
      rewrite ?pairs_blue_red by auto; apply existsb_ext_in; intros w _; f_equal; unfold kind_of.
    all: try (destruct (mem w _); reflexivity).
    destruct (is_arc edges w x), (is_arc edges x w); simpl; rewrite ?orb_false_r; reflexivity.
  Qed.
  Lemma always_ready c v : literal f = false -> ready R c v = true. Proof. now destruct f. Qed.
  Lemma colours_of_ok : colours R = colours_of f. Proof. now destruct f. Qed.
  Lemma stuck_of_ok c p : literal f = false -> when_stuck R c p = stuck_of f p. Proof. now destruct f. Qed.
  Lemma ended_of c : literal f = false -> length c = n -> ended R c =
    if strict_of f then
      if existsb (fun v => negb (coloured c v) && forallb (fun e => conflict R (set_colour c v e) v) (seq 1 (colours_of f))) (seq 0 n)
      then Some (Wins Right) else None
    else None.
  Proof.
    intros LF L. destruct f; try discriminate LF; auto. cbn [rules_of ended colouring_game strict_of colours_of].
    rewrite L. match goal with |- (if ?a then _ else _) = (if ?b then _ else _) => assert (a = b) as ->; auto end.
    apply existsb_ext_in. intros v V. apply in_seq in V. unfold dead. f_equal. apply forallb_ext_in. intros e _.
    simpl. unfold same_as_neighbour. rewrite set_same by lia. apply existsb_ext_in. intros w W.
    rewrite set_other; auto. intros ->. now apply (neighbours_irreflexive n edges v wf) in W.
  Qed.
  Lemma alike_rel : alike_of f = true -> forall i d e d' e', (d =? e) = (d' =? e') -> rel i d e = rel i d' e'.
  Proof. intros A [|i] d e d' e' E; auto. unfold rel_of. destruct f; try discriminate A; auto. now rewrite E. Qed.
  Lemma alike_use : alike_of f = true -> forall p c, may_use R p c = true.
  Proof. intros A p c. now destruct f. Qed.
  Lemma literal_no_end : literal f = true -> forall c, ended R c = None.
  Proof. now destruct f. Qed.

  (** ** Games that are played literally *)
  Definition copies := match f with Orthogonal _ _ => 2 | _ => 1 end.
  Definition lift (p : list nat) := match f with Orthogonal _ _ => p ++ map (Nat.add n) p | _ => p end.
  Definition pick (qs : option (list nat * list nat)) v c :=
    match qs with None => c | Some (q, q') => at_ (if v <? n then q else q') c end.
  Definition good_recolouring q := is_perm (S (colours_of f)) q && (at_ q 0 =? 0).
  Definition good_recolourings qs := match qs with
    | None => true
    | Some (q, q') => alike_of f && good_recolouring q && good_recolouring q' end.
  Definition is_identity (p : list nat) := if list_eq_dec Nat.eq_dec p (seq 0 n) then true else false.
  Definition is_literal_symmetry p := is_symmetry n kind p && match f with Sequential _ _ => is_identity p | _ => true end.
  Definition literal_image p qs (s : state) :=
    State (map (fun v => pick qs v (colour_of (col s) v)) (lift p)) (turn s) (heap s).

  Section Image.
    Variables (p : list nat) (qs : option (list nat * list nat)).
    Hypothesis LF : literal f = true.
    Hypothesis DF : defined_on f n.
    Hypothesis GP : is_literal_symmetry p = true.
    Hypothesis GQ : good_recolourings qs = true.
    Notation N := (cells f n).
    Notation k := (colours_of f).
    Notation P := (lift p).
    Definition paint v c := pick qs (at_ P v) c.
    Notation ren := (renamed N P paint).

    Lemma base : permutes n p.
    Proof. apply andb_true_iff in GP. destruct GP as [S _]. apply (is_symmetry_spec n kind p S). Qed.
    Lemma base_kind v x : v < n -> x < n -> kind (at_ p v) (at_ p x) = kind v x.
    Proof. apply andb_true_iff in GP. destruct GP as [S _]. apply (is_symmetry_spec n kind p S). Qed.
    Lemma lift_low v : v < n -> at_ P v = at_ p v.
    Proof.
      intros V. unfold lift. destruct f; auto. unfold at_. rewrite app_nth1; auto. rewrite (perm_length _ _ base). auto.
    Qed.
    Lemma lift_high v k' b : f = Orthogonal k' b -> v < n -> at_ P (n + v) = n + at_ p v.
    Proof.
      intros E V. unfold lift. rewrite E. unfold at_. rewrite app_nth2; rewrite (perm_length _ _ base); [|lia].
      replace (n + v - n) with v by lia. rewrite (nth_indep _ 0 (n + 0)) by (rewrite map_length, (perm_length _ _ base); auto).
      apply (map_nth (Nat.add n)).
    Qed.
    Lemma lifted : permutes N P.
    Proof.
      unfold lift, cells. destruct f; try apply base. apply perm_intro. rewrite seq_app. apply Permutation_app.
      - apply base.
      - assert (E : seq (0 + n) n = map (Nat.add n) (seq 0 n)).
        { rewrite Nat.add_0_l. rewrite <- (Nat.add_0_r n) at 1. apply seq_plus. }
        rewrite E. apply Permutation_map, base.
    Qed.
    Lemma cells_cases : N = n \/ exists k' b, f = Orthogonal k' b /\ N = n + n.
    Proof. unfold cells. destruct f; eauto 6. Qed.
    Lemma lift_copy v : v < N -> (at_ P v <? n) = (v <? n).
    Proof.
      intros V. destruct (Nat.ltb_spec v n) as [L|L].
      - rewrite lift_low by auto. apply Nat.ltb_lt, (perm_in _ _ base); auto.
      - apply Nat.ltb_ge. destruct cells_cases as [C|(k' & b & E & C)]; [lia|].
        replace v with (n + (v - n)) by lia. rewrite (lift_high _ k' b) by (auto; lia). lia.
    Qed.

    Lemma recolouring_ok q : good_recolouring q = true -> at_ q 0 = 0 /\
      (forall c, 1 <= c <= k -> 1 <= at_ q c <= k) /\
      (forall d, 1 <= d <= k -> exists c, 1 <= c <= k /\ at_ q c = d) /\
      (forall c d, c <= k -> d <= k -> at_ q c = at_ q d -> c = d).
    Proof.
      unfold good_recolouring. rewrite andb_true_iff, Nat.eqb_eq. intros [A Z]. apply is_perm_spec in A.
      assert (I : forall c d, c <= k -> d <= k -> at_ q c = at_ q d -> c = d).
      { intros c d C D E. apply (perm_inj _ _ A) in E; lia. }
      split; [|split; [|split]]; auto.
      - intros c C. pose proof (perm_in _ _ A c ltac:(lia)). assert (at_ q c <> 0); [|lia].
        intros E. rewrite <- Z in E. apply I in E; lia.
      - intros d D. destruct (perm_sur _ _ A d ltac:(lia)) as (c & C & E). exists c. split; auto.
        assert (c <> 0) by (intros ->; lia). lia.
    Qed.
    Lemma pick_ok v : pick qs v 0 = 0 /\
      (forall c, 1 <= c <= k -> 1 <= pick qs v c <= k) /\
      (forall d, 1 <= d <= k -> exists c, 1 <= c <= k /\ pick qs v c = d) /\
      (forall c d, c <= k -> d <= k -> pick qs v c = pick qs v d -> c = d).
    Proof.
      revert GQ. unfold pick, good_recolourings. destruct qs as [[q q']|].
      - rewrite !andb_true_iff. intros [[_ A] B]. destruct (v <? n); now apply recolouring_ok.
      - intros _. repeat split; eauto; lia.
    Qed.
    Lemma alike_or : alike_of f = true \/ qs = None.
    Proof.
      revert GQ. unfold good_recolourings. destruct qs as [[q q']|]; auto. rewrite !andb_true_iff. tauto.
    Qed.
    Notation inside_palette := (within_palette N k).

    Lemma ren_at c v : v < N -> colour_of (ren c) v = pick qs (at_ P v) (colour_of c (at_ P v)).
    Proof. intros V. now rewrite renamed_at. Qed.
    Lemma ren_coloured c v : inside_palette c -> v < N -> coloured (ren c) v = coloured c (at_ P v).
    Proof.
      intros W V. apply (renamed_coloured N k P paint); auto; intros x; [apply pick_ok|]. intros d D. now apply pick_ok.
    Qed.
    Lemma ren_same c v w : inside_palette c -> v < N -> w < N -> (v <? n) = (w <? n) ->
      (colour_of (ren c) v =? colour_of (ren c) w) = (colour_of c (at_ P v) =? colour_of c (at_ P w)).
    Proof.
      intros [L B] V W E. rewrite !ren_at by auto.
      assert (X : pick qs (at_ P w) = pick qs (at_ P v)).
      { unfold pick. destruct qs as [[q q']|]; auto. now rewrite !lift_copy, E. }
      rewrite X. destruct (Nat.eqb_spec (colour_of c (at_ P v)) (colour_of c (at_ P w))) as [->|N].
      - apply Nat.eqb_refl.
      - apply Nat.eqb_neq. intros Y. apply N. eapply pick_ok; eauto.
    Qed.

    Lemma base_neighbour v w : (forall x y, kind x y = if mem x (neighbours g y) then 1 else 0) -> v < n -> w < n ->
      In (at_ p w) (neighbours g (at_ p v)) <-> In w (neighbours g v).
    Proof.
      intros K V W. pose proof (base_kind w v W V) as E. rewrite !K in E. rewrite <- !mem_spec.
      destruct (mem (at_ p w) _), (mem w _); try discriminate; tauto.
    Qed.
    Lemma neighbours_renamed F v : (forall x y, kind x y = if mem x (neighbours g y) then 1 else 0) -> v < n ->
      existsb F (neighbours g (at_ p v)) = existsb (fun w => F (at_ p w)) (neighbours g v).
    Proof.
      intros K V. apply eq_true_iff_eq. rewrite !existsb_exists. split.
      - intros (w & I & E). assert (J := I). apply in_neighbours in J. destruct (perm_sur _ _ base w) as (x & X & <-); [tauto|].
        exists x. split; auto. now apply (base_neighbour v x K V X).
      - intros (w & I & E). assert (J := I). apply in_neighbours in J. exists (at_ p w). split; auto.
        apply (base_neighbour v w K V); tauto.
    Qed.
    Lemma arcs_renamed F : (exists k', f = Oriented k') ->
      existsb F edges = existsb (fun a => F (at_ p (fst a), at_ p (snd a))) edges.
    Proof.
      intros [k' E].
      assert (A : forall v w, v < n -> w < n -> In (at_ p v, at_ p w) edges <-> In (v, w) edges).
      { intros v w V W. pose proof (base_kind v w V W) as K. unfold kind_of in K. rewrite E in K.
        rewrite <- !is_arc_spec.
        destruct (is_arc edges (at_ p v) (at_ p w)), (is_arc edges (at_ p w) (at_ p v)), (is_arc edges v w), (is_arc edges w v);
          try discriminate; tauto. }
      apply eq_true_iff_eq. rewrite !existsb_exists. split.
      - intros ([v w] & I & X). pose proof (wf v w I) as J.
        destruct (perm_sur _ _ base v) as (a & A1 & <-); [tauto|]. destruct (perm_sur _ _ base w) as (b & B1 & <-); [tauto|].
        exists (a, b). split; auto. now apply (A a b A1 B1).
      - intros ([v w] & I & X). pose proof (wf v w I) as J. exists (at_ p v, at_ p w). split; auto. apply A; tauto.
    Qed.

    Lemma one_copy : (forall k' b, f <> Orthogonal k' b) -> N = n /\ P = p.
    Proof. intros O. unfold cells, lift. destruct f; auto. exfalso. eapply O; eauto. Qed.
    Lemma ren_unlike c v : N = n -> (forall x y, kind x y = if mem x (neighbours g y) then 1 else 0) ->
      inside_palette c -> v < n -> unlike_neighbour g (ren c) v = unlike_neighbour g c (at_ p v).
    Proof.
      intros EN K W V. unfold unlike_neighbour. rewrite neighbours_renamed by auto. apply existsb_ext_in. intros w I.
      apply in_neighbours in I. destruct I as (_ & I & _).
      rewrite ren_coloured, ren_same, !lift_low by (auto; try lia;
        rewrite !(proj2 (Nat.ltb_lt _ _)); auto). reflexivity.
    Qed.
    Lemma same_conflict_weak k' c v : f = Weak k' -> inside_palette c -> v < N ->
      weakly_coloured g (ren c) v = weakly_coloured g c (at_ P v).
    Proof.
      intros EF W V. assert (K : forall x y, kind x y = if mem x (neighbours g y) then 1 else 0).
      { intros x y. unfold kind_of, adjacency, adjacency_on. now rewrite EF. }
      destruct one_copy as [EN EP]; [congruence|]. rewrite EN in V. rewrite (lift_low v) by auto. unfold weakly_coloured.
      rewrite neighbours_renamed by auto. apply existsb_ext_in. intros w I. apply in_neighbours in I.
      destruct I as (_ & I & _). rewrite !ren_unlike by auto.
      rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). reflexivity.
    Qed.
    Lemma same_conflict_oriented k' c v : f = Oriented k' -> inside_palette c -> v < N ->
      not_oriented edges (ren c) v = not_oriented edges c (at_ P v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [congruence|]. rewrite EN in V. rewrite (lift_low v) by auto.
      assert (E : exists k', f = Oriented k') by eauto.
      assert (S : forall x y, x < n -> y < n -> (colour_of (ren c) x =? colour_of (ren c) y) = (colour_of c (at_ p x) =? colour_of c (at_ p y))).
      { intros x y X Y. rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). reflexivity. }
      assert (C : forall x, x < n -> coloured (ren c) x = coloured c (at_ p x)).
      { intros x X. rewrite ren_coloured, lift_low by (auto; lia). reflexivity. }
      unfold not_oriented. symmetry. rewrite (arcs_renamed _ E). apply existsb_ext_in. intros [x y] I.
      destruct (wf x y I) as (X & Y & _). unfold touches, both_coloured. simpl fst. simpl snd.
      rewrite !(perm_eqb n p) by (auto using base). rewrite !C, S by auto. do 2 f_equal.
      rewrite (arcs_renamed _ E). apply existsb_ext_in. intros [a b] J. destruct (wf a b J) as (A & B & _).
      simpl fst. simpl snd. now rewrite !S by auto.
    Qed.
    Lemma sequential_identity k' o : f = Sequential k' o -> p = seq 0 n.
    Proof.
      intros EF. assert (GP' := GP). unfold is_literal_symmetry in GP'. apply andb_true_iff in GP'.
      destruct GP' as [_ I]. rewrite EF in I. unfold is_identity in I. destruct (list_eq_dec _ _ _); [auto|discriminate].
    Qed.
    Lemma same_conflict_sequential k' o c v : f = Sequential k' o -> inside_palette c -> v < N ->
      same_as_neighbour g (ren c) v = same_as_neighbour g c (at_ P v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [congruence|]. rewrite EN in V. rewrite (lift_low v) by auto.
      assert (ID : forall x, x < n -> at_ p x = x).
      { intros x X. rewrite (sequential_identity _ _ EF). unfold at_. now rewrite seq_nth. }
      rewrite (ID v V).
      unfold same_as_neighbour. apply existsb_ext_in. intros w I. apply in_neighbours in I. destruct I as (_ & I & _).
      rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). now rewrite !ID.
    Qed.
    Lemma same_ready_sequential k' o c v : f = Sequential k' o -> inside_palette c -> v < N ->
      comes_next o (ren c) v = comes_next o c (at_ P v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [congruence|]. rewrite EN in V. rewrite (lift_low v) by auto.
      assert (ID : forall x, x < n -> at_ p x = x).
      { intros x X. rewrite (sequential_identity _ _ EF). unfold at_. now rewrite seq_nth. }
      rewrite ID by auto. unfold comes_next. assert (D := DF). unfold defined_on in D. rewrite EF in D.
      assert (O : forall x, In x o -> x < n) by (intros x X; apply (Permutation_in _ D), in_seq in X; lia).
      assert (E : find (fun w => negb (coloured (ren c) w)) o = find (fun w => negb (coloured c w)) o); [|now rewrite E].
      apply find_ext_in. intros x X. rewrite ren_coloured, lift_low, ID; auto. rewrite EN. auto.
    Qed.

    Lemma same_conflict_orthogonal k' b c v : f = Orthogonal k' b -> inside_palette c -> v < N ->
      not_orthogonal g (ren c) n v = not_orthogonal g c n (at_ P v).
    Proof.
      intros EF W V. assert (EN : N = n + n) by (unfold cells; now rewrite EF). rewrite EN in V.
      assert (K : forall x y, kind x y = if mem x (neighbours g y) then 1 else 0).
      { intros x y. unfold kind_of, adjacency, adjacency_on. now rewrite EF. }
      assert (LH := lift_high). assert (LC := lift_copy).
      assert (S0 : forall x y, x < n -> y < n -> (colour_of (ren c) x =? colour_of (ren c) y) = (colour_of c (at_ p x) =? colour_of c (at_ p y))).
      { intros x y X Y. rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). reflexivity. }
      assert (S1 : forall x y, x < n -> y < n -> (colour_of (ren c) (n + x) =? colour_of (ren c) (n + y)) = (colour_of c (n + at_ p x) =? colour_of c (n + at_ p y))).
      { intros x y X Y. rewrite ren_same, !(LH _ k' b) by (auto; try lia; rewrite !(proj2 (Nat.ltb_ge _ _)); auto; lia). reflexivity. }
      assert (PAIR : forall x, x < n -> coloured (ren c) x && coloured (ren c) (n + x) &&
          existsb (fun w => negb (w =? x) && same_pair (ren c) n x w) (seq 0 n) =
        coloured c (at_ p x) && coloured c (n + at_ p x) &&
          existsb (fun w => negb (w =? at_ p x) && same_pair c n (at_ p x) w) (seq 0 n)).
      { intros x X. rewrite !ren_coloured, lift_low, (LH _ k' b) by (auto; lia). f_equal.
        symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros w I. apply in_seq in I.
        rewrite (perm_eqb n p) by (auto using base; lia). unfold same_pair. now rewrite S0, S1 by lia. }
      unfold not_orthogonal. rewrite LC by lia. destruct (Nat.ltb_spec v n) as [L|L].
      - rewrite lift_low by auto. rewrite PAIR by auto. f_equal. rewrite neighbours_renamed by auto.
        apply existsb_ext_in. intros w I. apply in_neighbours in I. simpl. apply S0; tauto.
      - replace v with (n + (v - n)) by lia. rewrite (LH _ k' b) by (auto; lia). set (x := v - n).
        replace (n + x - n) with x by lia. replace (n + at_ p x - n) with (at_ p x) by lia.
        assert (X : x < n) by lia. rewrite PAIR by auto. f_equal. rewrite neighbours_renamed by auto.
        apply existsb_ext_in. intros w I. apply in_neighbours in I. apply S1; tauto.
    Qed.

    Lemma same_conflict c v : inside_palette c -> v < N -> conflict R (ren c) v = conflict R c (at_ P v).
    Proof.
      intros W V. pose proof same_conflict_weak as H1. pose proof same_conflict_oriented as H2.
      pose proof same_conflict_sequential as H3. pose proof same_conflict_orthogonal as H4.
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b] eqn:EF; try discriminate LF;
        cbn [rules_of conflict oriented weak sequential connected orthogonal]; eauto.
    Qed.
    Lemma same_ready c v : inside_palette c -> v < N -> ready R (ren c) v = ready R c (at_ P v).
    Proof.
      intros W V. pose proof same_ready_sequential as H3.
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b] eqn:EF; try discriminate LF; try reflexivity.
      cbn [rules_of ready sequential]. eauto.
    Qed.
    Lemma same_count k' b c : f = Orthogonal k' b -> inside_palette c ->
      count_coloured (ren c) (seq 0 n) = count_coloured c (seq 0 n) /\
      count_coloured (ren c) (seq n n) = count_coloured c (seq n n).
    Proof.
      intros EF W. assert (EN : N = n + n) by (unfold cells; now rewrite EF). unfold count_coloured. split; f_equal.
      - rewrite <- (filter_perm (coloured c) _ _ (perm_map _ _ base)), filter_map_length. f_equal. apply filter_ext_in.
        intros v I. apply in_seq in I. rewrite ren_coloured, lift_low by (auto; lia). reflexivity.
      - assert (SQ : seq n n = map (Nat.add n) (seq 0 n)) by (rewrite <- (Nat.add_0_r n) at 1; apply seq_plus).
        rewrite !SQ, !filter_map_length.
        rewrite <- (filter_perm (fun x => coloured c (n + x)) _ _ (perm_map _ _ base)), filter_map_length. f_equal.
        apply filter_ext_in. intros v I. apply in_seq in I. rewrite ren_coloured, (lift_high _ k' b) by (auto; lia). reflexivity.
    Qed.
    Lemma same_largest mb c d : f = Connected mb -> inside_palette c -> largest g (ren c) d = largest g c d.
    Proof.
      intros EF [L B]. destruct one_copy as [EN EP]; [congruence|].
      assert (Q : qs = None). { destruct alike_or as [A|]; auto. rewrite EF in A. discriminate. }
      assert (E : ren c = map (fun v => colour_of c (at_ p v)) (seq 0 (length g))).
      { unfold renamed, paint. rewrite EN, EP, graph_of_length, Q. reflexivity. }
      rewrite E. apply largest_same; rewrite ?graph_of_length; [|exact base| |congruence].
      { intros v w I. apply in_neighbours in I. tauto. }
      intros v w V X. apply base_neighbour; auto. intros x y. unfold kind_of, adjacency, adjacency_on. now rewrite EF.
    Qed.
    Lemma same_stuck c pl : inside_palette c -> when_stuck R (ren c) pl = when_stuck R c pl.
    Proof.
      intros W. pose proof same_count as H1. pose proof same_largest as H2.
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b] eqn:EF; try discriminate LF; try reflexivity;
        cbn [rules_of when_stuck connected orthogonal].
      - now rewrite !(H2 mb).
      - destruct (H1 k' b c eq_refl W) as [A B]. now rewrite A, B.
    Qed.
    Lemma same_use pl v c : may_use R pl (paint v c) = may_use R pl c.
    Proof.
      destruct alike_or as [A|E]; [now rewrite !(alike_use A)|]. unfold paint, pick. now rewrite E.
    Qed.

    Lemma literal_image_of s : literal_image p qs s = image_of N P paint s.
    Proof.
      unfold literal_image, image_of. f_equal. unfold renamed, paint.
      rewrite <- (perm_length _ _ lifted) at 1. unfold at_. rewrite (list_as_map 0 P) at 1. now rewrite map_map.
    Qed.
  End Image.
End Family.
