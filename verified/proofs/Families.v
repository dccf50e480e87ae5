(** Each game belongs to one of the two kinds: list games, or games that are played literally. *)
From Coq Require Import List Arith Lia Bool PArith ZArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry Lists Renaming Literal Connected.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Definition literal f := match f with
  | Oriented _ | Weak _ | Sequential _ _ | Connected _ | Orthogonal _ _ | Marking _ | Indicated _ => true
  | Described d => match places_of d, aim_of d with Anywhere, (LastMove | ColourAll) => false | _, _ => true end
  | _ => false end.
Definition colours_of f := match f with
  | Proper k | Distance _ k | Oriented k | Weak k | Sequential k _ | Colouring k | Orthogonal k _ | Indicated k => k
  | Marking _ => 1
  | Described d => number_of_colours d
  | _ => 2 end.
Definition strict_of f := match f with
  | Colouring _ => true
  | Described d => match aim_of d with ColourAll => true | _ => false end
  | _ => false end.
(** How far two colours must be apart, at least one more than this. *)
Definition within_of d a b := fold_right Nat.max 0 (map (fun rule => let '(x, y, distance) := rule in
  if are_these x y a b then distance else 0) (too_near d)).
Definition alike_described d :=
  let k := number_of_colours d in
  forallb (fun c => mem c (left_uses d) && mem c (right_uses d)) (seq 1 k) &&
  match no_arcs d with [] => true | _ => false end &&
  forallb (fun a => forallb (fun b => within_of d a b =? (if a =? b then within_of d 1 1 else within_of d 1 2)) (seq 1 k)) (seq 1 k).
Definition alike_of f := match f with
  | BlueRed | Col | Snort | Connected _ | Indicated _ => false
  | Described d => alike_described d
  | _ => true end.
Definition stuck_of f (all : bool) p := match f with
  | Colouring _ => Wins Left
  | Described d => match aim_of d with ColourAll => Wins (if all then Left else Right) | _ => Wins (opponent p) end
  | _ => Wins (opponent p) end.
Definition two_copies f := match f with Orthogonal _ _ | Indicated _ => true | _ => false end.

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
(** How far each vertex is from each other one, up to a distance; 0 if it is farther. *)
Definition reach d := fold_right Nat.max 1 (map snd (too_near d)).
Fixpoint balls_from (g : graph) fuel (set : list nat) : list (list nat) :=
  match fuel with O => [] | S fuel => let set := grow g (fun _ => true) set in set :: balls_from g fuel set end.
Definition distances g most v : list nat :=
  let balls := balls_from g most [v] in
  map (fun w => if w =? v then 0 else match find (fun i => mem w (nth i balls [])) (seq 0 most) with Some i => S i | None => 0 end)
    (seq 0 (length g)).
Definition distance_table g most := map (distances g most) (seq 0 (length g)).
Lemma nth_balls g : forall fuel set i, i < fuel -> nth i (balls_from g fuel set) [] = Nat.iter (S i) (grow g (fun _ => true)) set.
Proof.
  induction fuel as [|fuel IH]; intros set i I; [lia|]. destruct i as [|i]; [reflexivity|].
  simpl balls_from. cbn [nth]. rewrite IH by lia. symmetry. apply iter_first.
Qed.
Lemma ball_mono g v w : v < length g -> forall e d, In w (ball g d v) -> d <= e -> In w (ball g e v).
Proof.
  intros V. unfold ball. assert (B : forall d u, In u (Nat.iter d (grow g (fun _ => true)) [v]) -> u < length g).
  { intros [|d] u; simpl; [intros [<-|[]]; auto|]. intros I. apply grow_in in I. tauto. }
  induction e as [|e IH]; intros d I L.
  - replace d with 0 in I by lia. exact I.
  - destruct (Nat.eq_dec d (S e)) as [->|N]; auto. change (In w (grow g (fun _ => true) (Nat.iter e (grow g (fun _ => true)) [v]))).
    assert (J : In w (Nat.iter e (grow g (fun _ => true)) [v])) by (apply (IH d); auto; lia).
    apply grow_in. repeat split; eauto.
Qed.
(** The distance in the table is the least ball. *)
Lemma distance_spec g most v w : v < length g -> w < length g ->
  let i := nth w (nth v (distance_table g most) []) 0 in
  i <= most /\ forall e, e <= most -> (1 <= i <= e <-> w <> v /\ In w (ball g e v)).
Proof.
  intros V W. unfold distance_table, distances. rewrite !nth_map_seq by auto. destruct (Nat.eqb_spec w v) as [E|N].
  { split; [lia|]. intros e _. split; [lia|tauto]. }
  assert (X : forall i, i < most -> mem w (nth i (balls_from g most [v]) []) = true <-> In w (ball g (S i) v)).
  { intros i I. rewrite nth_balls by auto. apply mem_spec. }
  destruct (find _ _) as [i|] eqn:F.
  - assert (F1 := find_first _ _ _ _ F). apply find_some in F. destruct F as [I F]. apply in_seq in I.
    apply X in F; [|lia]. split; [lia|]. intros e E. split.
    + intros L. split; auto. apply (ball_mono g v w V e (S i)); auto; lia.
    + intros [_ B]. split; [lia|]. destruct (Nat.le_gt_cases (S i) e); auto. exfalso.
      destruct e as [|e]; [destruct B as [B|[]]; congruence|].
      specialize (F1 e ltac:(lia)). cbv beta in F1. apply X in B; [|lia]. congruence.
  - split; [lia|]. intros e E. split; [lia|]. intros [_ B]. exfalso.
    destruct e as [|e]; [destruct B as [B|[]]; congruence|].
    apply X in B; [|lia]. eapply find_none in F; [|apply in_seq; split; [lia|simpl; exact E]]. cbv beta in F. congruence.
Qed.

(** The rules, from the graph and the graph of those who concern each other; of described games, the distances. *)
Definition adjacency_on f (g : graph) := match f with
  | Distance d _ => fast_power g d | Described d => distance_table g (reach d) | _ => g end.
Definition rules_on f n edges (g h : graph) := match f with
  | Proper k => proper k g | ISnort => isnort g | Distance d k => proper k h
  | BlueRed => blue_red edges | Oriented k => oriented k edges
  | Weak k => weak k g | Sequential k order => sequential k order g
  | Col => col_game g | Snort => snort g | Colouring k => colouring_game k g
  | Connected b => connected b g | Orthogonal k b => orthogonal k b n g
  | Marking m => marking m g | Indicated k => indicated k n g | Described d => described d g edges
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
Definition arcs_between edges v x := (if is_arc edges v x then 1 else 0) + (if is_arc edges x v then 2 else 0).
(** Of described games, only where the rule is about arcs. *)
Definition arcs_in d edges v x := match no_arcs d with [] => 0 | _ => arcs_between edges v x end.
Definition kind_of f (h : graph) edges v x := match f with
  | BlueRed | Oriented _ => arcs_between edges v x
  | Described d => nth v (nth x h []) 0 * 4 + arcs_in d edges v x
  | _ => if mem v (neighbours h x) then 1 else 0 end.
Definition wrong_arc d e := negb ((d =? 1) && (e =? 2)).
Definition most_kind f := match f with Described d => reach d * 4 + 3 | _ => 3 end.
Definition no_arc desc a b := existsb (fun rule => (a =? fst rule) && (b =? snd rule)) (no_arcs desc).
Definition described_rel desc kind d e :=
  let distance := kind / 4 in
  (1 <=? distance) && (distance <=? within_of desc d e) ||
  match kind mod 4 with O => false | S O => no_arc desc d e | S (S O) => no_arc desc e d | _ => no_arc desc d e || no_arc desc e d end.
Definition rel_of f kind d e := match kind with
  | O => false
  | S i => match f with
           | ISnort | Snort => negb (d =? e)
           | BlueRed => match i with O => wrong_arc d e | S O => wrong_arc e d | _ => wrong_arc d e || wrong_arc e d end
           | Described desc => described_rel desc (S i) d e
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

  Definition undescribed := match f with Described _ => false | _ => true end.
  Lemma adjacency_in v w : undescribed = true -> In w (neighbours h v) -> v < n /\ w < n /\ w <> v.
  Proof.
    unfold undescribed. intros U. assert (G : forall v w, In w (neighbours g v) -> v < n /\ w < n /\ w <> v).
    { intros x y I. assert (J := I). apply in_neighbours in J. repeat split; try tauto. intros ->.
      now apply (neighbours_irreflexive n edges x wf). }
    unfold adjacency, adjacency_on. destruct f; auto; [|discriminate]. rewrite fast_power_ok. unfold power, neighbours.
    rewrite graph_of_length. destruct (Nat.lt_ge_cases v n) as [V|V].
    - rewrite nth_map_seq by auto. intros I. apply filter_In in I. destruct I as [I E]. apply in_seq in I.
      apply andb_true_iff in E. destruct E as [E _]. apply negb_true_iff, Nat.eqb_neq in E. repeat split; auto; lia.
    - rewrite nth_overflow; [intros []|]. now rewrite map_length, seq_length.
  Qed.
  Lemma arcs_small v x : arcs_between edges v x < 4.
  Proof. unfold arcs_between. destruct (is_arc edges v x), (is_arc edges x v); simpl; lia. Qed.
  Lemma arcs_in_small d v x : arcs_in d edges v x < 4.
  Proof. unfold arcs_in. destruct (no_arcs d); [lia|apply arcs_small]. Qed.
  (** What the kind says of a described game. *)
  Lemma kind_distance d v x : f = Described d -> v < n -> x < n ->
    let i := kind v x / 4 in kind v x mod 4 = arcs_in d edges v x /\ i <= reach d /\
    forall e, e <= reach d -> (1 <= i <= e <-> v <> x /\ In v (ball g e x)).
  Proof.
    intros E V X. unfold kind_of. rewrite E. pose proof (arcs_in_small d v x) as A. cbv zeta.
    rewrite Nat.div_add_l, (Nat.div_small (arcs_in d edges v x)), Nat.add_0_r by lia.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. split; auto.
    unfold adjacency, adjacency_on. apply distance_spec; now rewrite graph_of_length.
  Qed.
  Lemma kind_small v x : v < n -> x < n -> kind v x <= most_kind f.
  Proof.
    intros V X. pose proof (fun d E => kind_distance d v x E V X) as K. pose proof (arcs_small v x).
    unfold most_kind. destruct f as [| | | | | | | | | | | | | |d] eqn:EF; cbn [kind_of]; try (destruct (mem _ _); lia); try lia.
    destruct (K d eq_refl) as (_ & L & _). pose proof (Nat.div_mod (kind_of (Described d) (adjacency (Described d) n edges) edges v x) 4).
    destruct (K d eq_refl) as (M & _ & _). pose proof (arcs_in_small d v x). unfold kind_of in *. lia.
  Qed.
  Lemma kind_self v : v < n -> kind v v = 0.
  Proof.
    intros V. assert (A : undescribed = true -> mem v (neighbours h v) = false).
    { intros U. destruct (mem v (neighbours h v)) eqn:M; auto. apply mem_spec, adjacency_in in M; auto. lia. }
    assert (B : arcs_between edges v v = 0).
    { unfold arcs_between. destruct (is_arc edges v v) eqn:M; auto. apply is_arc_spec, wf in M. lia. }
    pose proof (fun d E => kind_distance d v v E V V) as K. unfold undescribed, kind_of in *.
    destruct f as [| | | | | | | | | | | | | |d] eqn:EF; rewrite ?A; auto.
    assert (B' : arcs_in d edges v v = 0) by (unfold arcs_in; destruct (no_arcs d); auto). rewrite B' in *.
    destruct (K d eq_refl) as (_ & L & Z). rewrite Nat.add_0_r in *. rewrite Nat.div_mul in * by lia.
    specialize (Z _ (le_n _)). destruct (nth v (nth v _ []) 0); auto. exfalso. destruct Z as [Z _]. destruct Z; [lia|congruence].
  Qed.
  Lemma rel_none d e : rel 0 d e = false. Proof. reflexivity. Qed.

  (** ** List games *)
  Lemma pairs_neighbours (bad : nat -> nat -> bool) c x : undescribed = true -> bad 0 (colour_of c x) = false ->
    existsb (fun w => bad (colour_of c w) (colour_of c x)) (neighbours h x) =
    existsb (fun w => coloured c w && (mem w (neighbours h x) && bad (colour_of c w) (colour_of c x))) (seq 0 n).
  Proof.
    intros UD Z. apply eq_true_iff_eq. rewrite !existsb_exists. split.
    - intros (w & I & B). exists w. split; [apply in_seq; apply adjacency_in in I; auto; lia|].
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
  Lemma within_spec d a b e : 1 <= e -> e <= within_of d a b <->
    exists x y i, In (x, y, i) (too_near d) /\ are_these x y a b = true /\ e <= i.
  Proof.
    intros E. unfold within_of. induction (too_near d) as [|[[x y] i] l IH]; simpl.
    - split; [lia|intros (x & y & i & [] & _)].
    - split.
      + intros L. destruct (are_these x y a b) eqn:A.
        * destruct (Nat.le_gt_cases e i); [exists x, y, i; auto|]. destruct IH as [IH _]. destruct IH as (x' & y' & i' & I & B & C); [lia|].
          exists x', y', i'. auto.
        * destruct IH as [IH _]. destruct IH as (x' & y' & i' & I & B & C); [lia|]. exists x', y', i'. auto.
      + intros (x' & y' & i' & [EQ|I] & B & C).
        * inversion EQ; subst. rewrite B. lia.
        * assert (e <= fold_right Nat.max 0 (map (fun rule : nat * nat * nat => let '(x, y, distance) := rule in
            if are_these x y a b then distance else 0) l)); [apply IH; exists x', y', i'; auto|]. lia.
  Qed.
  Lemma reach_most d x y i : In (x, y, i) (too_near d) -> i <= reach d.
  Proof.
    unfold reach. induction (too_near d) as [|[[a b] j] l IH]; simpl; [intros []|]. intros [E|I]; [inversion E; lia|].
    apply IH in I. lia.
  Qed.
  Lemma ball_in e x w : x < n -> In w (ball g e x) -> w < n.
  Proof.
    intros X. unfold ball. destruct e; simpl; [intros [<-|[]]; auto|]. intros I. apply grow_in in I.
    rewrite graph_of_length in I. tauto.
  Qed.
  Lemma pairs_described d c x : f = Described d -> length c = n -> x < n -> colour_of c x <> 0 ->
    breaks_the_rule d g edges c x =
    existsb (fun w => coloured c w && rel (kind w x) (colour_of c w) (colour_of c x)) (seq 0 n).
  Proof.
    intros EF L X CX. apply coloured_true in CX.
    assert (RD : forall w, w < n -> rel (kind w x) (colour_of c w) (colour_of c x) =
      described_rel d (kind w x) (colour_of c w) (colour_of c x)).
    { intros w W. rewrite EF. unfold rel_of. destruct (kind_of _ _ _ w x); auto. }
    apply eq_true_iff_eq. unfold breaks_the_rule. rewrite orb_true_iff, !existsb_exists. split.
    - intros [([[a b] e] & I & B)|([v w] & I & B)].
      + apply existsb_exists in B. destruct B as (w & W & B). rewrite !andb_true_iff in B. destruct B as [[NE C] B].
        apply negb_true_iff, Nat.eqb_neq in NE. assert (WN := ball_in e x w X W).
        exists w. split; [apply in_seq; lia|]. rewrite C, RD by auto. simpl. unfold described_rel.
        destruct (kind_distance d w x EF WN X) as (_ & KL & K). assert (ER := reach_most d a b e I).
        destruct (proj2 (K e ER)) as [K1 K2]; [split; auto|].
        apply orb_true_iff. left. apply andb_true_iff. rewrite !Nat.leb_le. split; auto.
        apply within_spec; auto. exists a, b, e. auto.
      + rewrite !andb_true_iff in B. destruct B as [[T C] B]. unfold both_coloured in C. simpl in C.
        apply andb_true_iff in C. destruct C as [C1 C2]. assert (VW := wf v w I). assert (AR := proj2 (is_arc_spec _ _ _) I).
        apply existsb_exists in B. destruct B as ([p q] & J & B). simpl in B.
        assert (NA : no_arc d (colour_of c v) (colour_of c w) = true) by (apply existsb_exists; exists (p, q); auto).
        assert (AI : forall a b, arcs_in d edges a b = arcs_between edges a b)
          by (intros; unfold arcs_in; destruct (no_arcs d); [contradiction|auto]).
        unfold touches in T. simpl in T. apply orb_true_iff in T. rewrite !Nat.eqb_eq in T. destruct T as [<-|<-].
        * exists w. split; [apply in_seq; lia|]. rewrite C2, RD by tauto. simpl. unfold described_rel.
          destruct (kind_distance d w v EF ltac:(tauto) X) as (M & _ & _). rewrite M, AI. unfold arcs_between. rewrite AR.
          apply orb_true_iff. right. destruct (is_arc edges w v); simpl; rewrite NA; auto using orb_true_r.
        * exists v. split; [apply in_seq; lia|]. rewrite C1, RD by tauto. simpl. unfold described_rel.
          destruct (kind_distance d v w EF ltac:(tauto) X) as (M & _ & _). rewrite M, AI. unfold arcs_between. rewrite AR.
          apply orb_true_iff. right. destruct (is_arc edges w v); simpl; rewrite NA; auto.
    - intros (w & W & B). apply in_seq in W. assert (WN : w < n) by lia. apply andb_true_iff in B. destruct B as [C B].
      rewrite RD in B by auto. unfold described_rel in B. destruct (kind_distance d w x EF WN X) as (M & KL & K).
      apply orb_true_iff in B. destruct B as [B|B].
      + left. apply andb_true_iff in B. rewrite !Nat.leb_le in B. destruct B as [B1 B2].
        apply within_spec in B2; auto. destruct B2 as (a & b & e & I & T & LE). exists (a, b, e). split; auto.
        destruct (proj1 (K e (reach_most d a b e I))) as [K1 K2]; [lia|].
        apply existsb_exists. exists w. split; auto. rewrite C, T, (proj2 (Nat.eqb_neq w x)); auto.
      + right. rewrite M in B. unfold arcs_in in B. destruct (no_arcs d) as [|rule rules] eqn:NR; [discriminate|]. rewrite <- NR in *.
        unfold arcs_between in B.
        assert (ARC : forall v u, is_arc edges v u = true -> no_arc d (colour_of c v) (colour_of c u) = true ->
          coloured c v = true -> coloured c u = true -> (v = x \/ u = x) ->
          exists arc, In arc edges /\ touches x arc && both_coloured c arc &&
            existsb (fun rule => (colour_of c (fst arc) =? fst rule) && (colour_of c (snd arc) =? snd rule)) (no_arcs d) = true).
        { intros v u A NA CV CU VX. exists (v, u). apply is_arc_spec in A. split; auto. unfold both_coloured, touches. simpl.
          rewrite CV, CU. unfold no_arc in NA. rewrite NA. destruct VX as [->| ->]; rewrite Nat.eqb_refl, ?orb_true_r; auto. }
        destruct (is_arc edges w x) eqn:A1, (is_arc edges x w) eqn:A2; simpl in B; try discriminate.
        * apply orb_true_iff in B. destruct B as [B|B]; [eapply (ARC w x)|eapply (ARC x w)]; eauto.
        * eapply (ARC w x); eauto.
        * eapply (ARC x w); eauto.
  Qed.
  Lemma pairs c x : literal f = false -> length c = n -> x < n -> colour_of c x <> 0 ->
    conflict R c x = existsb (fun w => coloured c w && rel (kind w x) (colour_of c w) (colour_of c x)) (seq 0 n).
  Proof.
    intros LF L X CX. destruct undescribed eqn:UD.
    2: { unfold undescribed in UD. pose proof (fun d E => pairs_described d c x E L X CX) as PD.
         destruct f eqn:EF; try discriminate UD. now apply PD. }
    assert (D : same_as_neighbour h c x = existsb (fun w => coloured c w &&
      (mem w (neighbours h x) && (colour_of c w =? colour_of c x))) (seq 0 n)).
    { apply pairs_neighbours; auto. apply Nat.eqb_neq. lia. }
    assert (U : unlike_neighbour h c x = existsb (fun w => coloured c w &&
      (mem w (neighbours h x) && negb (colour_of c w =? colour_of c x))) (seq 0 n)).
    { unfold unlike_neighbour, coloured at 1. rewrite (pairs_neighbours (fun a b => negb (a =? 0) && negb (a =? b))) by (auto; reflexivity).
      apply existsb_ext_in. intros w _. unfold coloured. now destruct (colour_of c w =? 0), (mem _ _). }
    unfold adjacency, adjacency_on, undescribed in *.
    destruct f; try discriminate LF; try discriminate UD; cbn [rules_of conflict proper isnort distance col_game snort colouring_game];
      rewrite <- ?fast_power_ok; rewrite ?D, ?U; cbn [conflict blue_red];
      rewrite ?pairs_blue_red by auto; apply existsb_ext_in; intros w _; f_equal; unfold kind_of.
    all: try (destruct (mem w _); reflexivity).
    unfold arcs_between. destruct (is_arc edges w x), (is_arc edges x w); simpl; rewrite ?orb_false_r; reflexivity.
  Qed.
  Lemma always_ready c v : literal f = false -> ready R c v = true.
  Proof. unfold literal. destruct f as [| | | | | | | | | | | | | |d]; auto; try discriminate. simpl. now destruct (places_of d). Qed.
  Lemma colours_of_ok : colours R = colours_of f. Proof. now destruct f. Qed.
  Lemma stuck_of_ok c p : literal f = false -> length c = n ->
    when_stuck R c p = stuck_of f (if strict_of f then forallb (coloured c) (seq 0 n) else true) p.
  Proof.
    unfold literal. intros LF <-. destruct f as [| | | | | | | | | | | | | |d]; auto; try discriminate. simpl.
    destruct (places_of d), (aim_of d); auto; discriminate.
  Qed.
  Lemma ended_of c : literal f = false -> length c = n -> ended R c =
    if strict_of f then
      if existsb (fun v => negb (coloured c v) && forallb (fun e => conflict R (set_colour c v e) v) (seq 1 (colours_of f))) (seq 0 n)
      then Some (Wins Right) else None
    else None.
  Proof.
    intros LF L. destruct f as [| | | | | | | | | | | | | |d]; try discriminate LF; auto.
    2: { cbn [rules_of ended described strict_of colours_of conflict]. rewrite L. now destruct (aim_of d). }
    cbn [rules_of ended colouring_game strict_of colours_of].
    rewrite L. match goal with |- (if ?a then _ else _) = (if ?b then _ else _) => assert (a = b) as ->; auto end.
    apply existsb_ext_in. intros v V. apply in_seq in V. unfold dead. f_equal. apply forallb_ext_in. intros e _.
    simpl. unfold same_as_neighbour. rewrite set_same by lia. apply existsb_ext_in. intros w W.
    rewrite set_other; auto. intros ->. now apply (neighbours_irreflexive n edges v wf) in W.
  Qed.
  Lemma alike_rel : alike_of f = true -> forall i d e d' e',
    1 <= d <= colours_of f -> 1 <= e <= colours_of f -> 1 <= d' <= colours_of f -> 1 <= e' <= colours_of f ->
    (d =? e) = (d' =? e') -> rel i d e = rel i d' e'.
  Proof.
    intros A [|i] d e d' e' D1 D2 D3 D4 E; auto. unfold rel_of. destruct f as [| | | | | | | | | | | | | |ds]; try discriminate A; auto.
    - now rewrite E.
    - unfold alike_of, alike_described in A. rewrite !andb_true_iff in A. destruct A as [[_ A1] A2].
      destruct (no_arcs ds) eqn:NA; [|discriminate]. rewrite forallb_forall in A2. cbn [colours_of] in *.
      assert (WI : within_of ds d e = within_of ds d' e').
      { assert (X := A2 d ltac:(apply in_seq; lia)). assert (Y := A2 d' ltac:(apply in_seq; lia)).
        rewrite forallb_forall in X, Y. specialize (X e ltac:(apply in_seq; lia)). specialize (Y e' ltac:(apply in_seq; lia)).
        apply Nat.eqb_eq in X, Y. rewrite X, Y, E. reflexivity. }
      unfold described_rel, no_arc. rewrite NA, WI. reflexivity.
  Qed.
  Lemma alike_use : alike_of f = true -> forall p c, 1 <= c <= colours_of f -> may_use R p c = true.
  Proof.
    intros A p c C. destruct f as [| | | | | | | | | | | | | |ds]; auto; try discriminate A.
    unfold alike_of, alike_described in A. rewrite !andb_true_iff in A. destruct A as [[A _] _].
    rewrite forallb_forall in A. specialize (A c ltac:(apply in_seq; simpl in C; lia)). apply andb_true_iff in A.
    simpl. destruct p; tauto.
  Qed.

  (** ** Games that are played literally *)
  Definition lift (p : list nat) := if two_copies f then p ++ map (Nat.add n) p else p.
  Lemma cells_copies : cells f n = if two_copies f then n + n else n. Proof. now destruct f. Qed.
  Definition pick (qs : option (list nat * list nat)) v c :=
    match qs with None => c | Some (q, q') => at_ (if v <? n then q else q') c end.
  Definition good_recolouring q := is_perm (S (colours_of f)) q && (at_ q 0 =? 0).
  Definition good_recolourings qs := match qs with
    | None => true
    | Some (q, q') => alike_of f && good_recolouring q && good_recolouring q' end.
  Definition is_identity (p : list nat) := if list_eq_dec Nat.eq_dec p (seq 0 n) then true else false.
  Definition is_literal_symmetry p := is_symmetry n kind p && match order_of f with Some _ => is_identity p | None => true end.
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
      intros V. unfold lift. destruct (two_copies f); auto. unfold at_. rewrite app_nth1; auto. rewrite (perm_length _ _ base). auto.
    Qed.
    Lemma lift_high v : two_copies f = true -> v < n -> at_ P (n + v) = n + at_ p v.
    Proof.
      intros E V. unfold lift. rewrite E. unfold at_. rewrite app_nth2; rewrite (perm_length _ _ base); [|lia].
      replace (n + v - n) with v by lia. rewrite (nth_indep _ 0 (n + 0)) by (rewrite map_length, (perm_length _ _ base); auto).
      apply (map_nth (Nat.add n)).
    Qed.
    Lemma lifted : permutes N P.
    Proof.
      rewrite cells_copies. unfold lift. destruct (two_copies f); try apply base. apply perm_intro. rewrite seq_app. apply Permutation_app.
      - apply base.
      - assert (E : seq (0 + n) n = map (Nat.add n) (seq 0 n)).
        { rewrite Nat.add_0_l. rewrite <- (Nat.add_0_r n) at 1. apply seq_plus. }
        rewrite E. apply Permutation_map, base.
    Qed.
    Lemma cells_cases : (two_copies f = false /\ N = n) \/ (two_copies f = true /\ N = n + n).
    Proof. rewrite cells_copies. destruct (two_copies f); auto. Qed.
    Lemma lift_copy v : v < N -> (at_ P v <? n) = (v <? n).
    Proof.
      intros V. destruct (Nat.ltb_spec v n) as [L|L].
      - rewrite lift_low by auto. apply Nat.ltb_lt, (perm_in _ _ base); auto.
      - apply Nat.ltb_ge. destruct cells_cases as [[_ C]|[E C]]; [lia|].
        replace v with (n + (v - n)) by lia. rewrite lift_high by (auto; lia). lia.
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
    (** Of described games the kinds tell the neighbours, too. *)
    Lemma base_neighbour_described d v w : f = Described d -> v < n -> w < n ->
      In (at_ p w) (neighbours g (at_ p v)) <-> In w (neighbours g v).
    Proof.
      intros E V W.
      assert (X : forall v w, v < n -> w < n -> In w (neighbours g v) <-> kind w v / 4 = 1).
      { clear v w V W. intros v w V W. destruct (kind_distance d w v E W V) as (_ & _ & K).
        assert (R1 : 1 <= reach d) by (unfold reach; induction (too_near d); simpl; lia). specialize (K 1 R1).
        assert (B : In w (ball g 1 v) <-> w = v \/ In w (neighbours g v)).
        { unfold ball. change (Nat.iter 1 (grow g (fun _ => true)) [v]) with (grow g (fun _ => true) [v]). rewrite grow_in, graph_of_length.
          split.
          - intros (_ & _ & u & [<-|[]] & [A|A]); auto.
          - intros [->|A]; repeat split; auto; exists v; simpl; auto. }
        split.
        - intros I. assert (w <> v) by (intros ->; now apply (neighbours_irreflexive n edges v wf) in I).
          assert (1 <= kind w v / 4 <= 1) by (apply K; tauto). lia.
        - intros Q. destruct (proj1 K) as [K1 K2]; [lia|]. apply B in K2. tauto. }
      assert (PV := perm_in _ _ base v V). assert (PW := perm_in _ _ base w W).
      rewrite !X by auto. now rewrite base_kind.
    Qed.
    Lemma adjacent v w : (undescribed = true -> forall x y, kind x y = if mem x (neighbours g y) then 1 else 0) -> v < n -> w < n ->
      In (at_ p w) (neighbours g (at_ p v)) <-> In w (neighbours g v).
    Proof.
      intros K. pose proof base_neighbour as B1. pose proof base_neighbour_described as B2. unfold undescribed in *.
      destruct f eqn:EF; intros V W; first [solve [apply B1; auto] | now apply (B2 d)].
    Qed.
    Lemma arcs_renamed F : (exists k', f = Oriented k') ->
      existsb F edges = existsb (fun a => F (at_ p (fst a), at_ p (snd a))) edges.
    Proof.
      intros [k' E].
      assert (A : forall v w, v < n -> w < n -> In (at_ p v, at_ p w) edges <-> In (v, w) edges).
      { intros v w V W. pose proof (base_kind v w V W) as K. unfold kind_of, arcs_between in K. rewrite E in K.
        rewrite <- !is_arc_spec.
        destruct (is_arc edges (at_ p v) (at_ p w)), (is_arc edges (at_ p w) (at_ p v)), (is_arc edges v w), (is_arc edges w v);
          try discriminate; tauto. }
      apply eq_true_iff_eq. rewrite !existsb_exists. split.
      - intros ([v w] & I & X). pose proof (wf v w I) as J.
        destruct (perm_sur _ _ base v) as (a & A1 & <-); [tauto|]. destruct (perm_sur _ _ base w) as (b & B1 & <-); [tauto|].
        exists (a, b). split; auto. now apply (A a b A1 B1).
      - intros ([v w] & I & X). pose proof (wf v w I) as J. exists (at_ p v, at_ p w). split; auto. apply A; tauto.
    Qed.

    Lemma one_copy : two_copies f = false -> N = n /\ P = p.
    Proof. intros O. rewrite cells_copies. unfold lift. now rewrite O. Qed.
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
      destruct one_copy as [EN EP]; [now rewrite EF|]. rewrite EN in V. rewrite (lift_low v) by auto. unfold weakly_coloured.
      rewrite neighbours_renamed by auto. apply existsb_ext_in. intros w I. apply in_neighbours in I.
      destruct I as (_ & I & _). rewrite !ren_unlike by auto.
      rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). reflexivity.
    Qed.
    Lemma same_conflict_oriented k' c v : f = Oriented k' -> inside_palette c -> v < N ->
      not_oriented edges (ren c) v = not_oriented edges c (at_ P v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [now rewrite EF|]. rewrite EN in V. rewrite (lift_low v) by auto.
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
    Lemma ordered_identity o : order_of f = Some o -> p = seq 0 n.
    Proof.
      intros EF. assert (GP' := GP). unfold is_literal_symmetry in GP'. apply andb_true_iff in GP'.
      destruct GP' as [_ I]. rewrite EF in I. unfold is_identity in I. destruct (list_eq_dec _ _ _); [auto|discriminate].
    Qed.
    Lemma same_conflict_sequential k' o c v : f = Sequential k' o -> inside_palette c -> v < N ->
      same_as_neighbour g (ren c) v = same_as_neighbour g c (at_ P v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [now rewrite EF|]. rewrite EN in V. rewrite (lift_low v) by auto.
      assert (ID : forall x, x < n -> at_ p x = x).
      { intros x X. rewrite (ordered_identity o) by now rewrite EF. unfold at_. now rewrite seq_nth. }
      rewrite (ID v V).
      unfold same_as_neighbour. apply existsb_ext_in. intros w I. apply in_neighbours in I. destruct I as (_ & I & _).
      rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). now rewrite !ID.
    Qed.
    Lemma same_ready_ordered o c v : order_of f = Some o -> inside_palette c -> v < N ->
      comes_next o (ren c) v = comes_next o c (at_ P v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [now destruct f|]. rewrite EN in V. rewrite (lift_low v) by auto.
      assert (ID : forall x, x < n -> at_ p x = x).
      { intros x X. rewrite (ordered_identity o EF). unfold at_. now rewrite seq_nth. }
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
      assert (LH := fun v => lift_high v ltac:(now rewrite EF)). assert (LC := lift_copy).
      assert (S0 : forall x y, x < n -> y < n -> (colour_of (ren c) x =? colour_of (ren c) y) = (colour_of c (at_ p x) =? colour_of c (at_ p y))).
      { intros x y X Y. rewrite ren_same, !lift_low by (auto; try lia; rewrite !(proj2 (Nat.ltb_lt _ _)); auto). reflexivity. }
      assert (S1 : forall x y, x < n -> y < n -> (colour_of (ren c) (n + x) =? colour_of (ren c) (n + y)) = (colour_of c (n + at_ p x) =? colour_of c (n + at_ p y))).
      { intros x y X Y. rewrite ren_same, !LH by (auto; try lia; rewrite !(proj2 (Nat.ltb_ge _ _)); auto; lia). reflexivity. }
      assert (PAIR : forall x, x < n -> coloured (ren c) x && coloured (ren c) (n + x) &&
          existsb (fun w => negb (w =? x) && same_pair (ren c) n x w) (seq 0 n) =
        coloured c (at_ p x) && coloured c (n + at_ p x) &&
          existsb (fun w => negb (w =? at_ p x) && same_pair c n (at_ p x) w) (seq 0 n)).
      { intros x X. rewrite !ren_coloured, lift_low, LH by (auto; lia). f_equal.
        symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros w I. apply in_seq in I.
        rewrite (perm_eqb n p) by (auto using base; lia). unfold same_pair. now rewrite S0, S1 by lia. }
      unfold not_orthogonal. rewrite LC by lia. destruct (Nat.ltb_spec v n) as [L|L].
      - rewrite lift_low by auto. rewrite PAIR by auto. f_equal. rewrite neighbours_renamed by auto.
        apply existsb_ext_in. intros w I. apply in_neighbours in I. simpl. apply S0; tauto.
      - replace v with (n + (v - n)) by lia. rewrite LH by (auto; lia). set (x := v - n).
        replace (n + x - n) with x by lia. replace (n + at_ p x - n) with (at_ p x) by lia.
        assert (X : x < n) by lia. rewrite PAIR by auto. f_equal. rewrite neighbours_renamed by auto.
        apply existsb_ext_in. intros w I. apply in_neighbours in I. apply S1; tauto.
    Qed.

    (** Neighbours are taken to neighbours where the kinds tell them. *)
    Definition kinds_tell := match f with Distance _ _ | Oriented _ | BlueRed => False | _ => True end.
    Lemma near_same v w : kinds_tell -> v < n -> w < n -> In (at_ p w) (neighbours g (at_ p v)) <-> In w (neighbours g v).
    Proof.
      intros T. apply adjacent. intros U x y. unfold kinds_tell, kind_of, adjacency, adjacency_on, undescribed in *.
      destruct f; auto; try contradiction. discriminate.
    Qed.
    Lemma exists_near F v : kinds_tell -> v < n -> existsb F (neighbours g (at_ p v)) = existsb (fun w => F (at_ p w)) (neighbours g v).
    Proof.
      intros K V. apply eq_true_iff_eq. rewrite !existsb_exists. split.
      - intros (w & I & E). assert (J := I). apply in_neighbours in J. destruct (perm_sur _ _ base w) as (x & X & <-); [tauto|].
        exists x. split; auto. now apply (near_same v x K V X).
      - intros (w & I & E). assert (J := I). apply in_neighbours in J. exists (at_ p w). split; auto.
        apply (near_same v w K V); tauto.
    Qed.
    Lemma filter_twice {A} (a b : A -> bool) l : length (filter a (filter b l)) = length (filter (fun x => b x && a x) l).
    Proof. induction l as [|x l IH]; simpl; auto. destruct (b x); simpl; auto. destruct (a x); simpl; auto. Qed.
    Lemma count_near F v : v < n ->
      length (filter F (neighbours g v)) = length (filter (fun w => mem w (neighbours g v) && F w) (seq 0 n)).
    Proof.
      intros V. rewrite <- filter_twice. do 2 f_equal.
      assert (E : neighbours g v = filter (fun w => existsb (fun e => joins e v w) edges) (seq 0 n))
        by (unfold neighbours, graph_of; now rewrite nth_map_seq).
      rewrite E at 1. apply filter_ext_in. intros w W. apply in_seq in W. apply eq_true_iff_eq. rewrite mem_spec, in_neighbours.
      intuition lia.
    Qed.
    Lemma same_overrun m' m c v : f = Marking m' -> inside_palette c -> v < n -> overrun m g (ren c) v = overrun m g c (at_ p v).
    Proof.
      intros EF W V. destruct one_copy as [EN EP]; [now rewrite EF|]. assert (PV := perm_in _ _ base v V). unfold overrun.
      assert (C : forall w, w < n -> coloured (ren c) w = coloured c (at_ p w)).
      { intros w WN. rewrite ren_coloured, lift_low by (auto; lia). reflexivity. }
      rewrite C by auto. f_equal. f_equal. rewrite !count_near by auto.
      rewrite <- (filter_perm (fun w => mem w (neighbours g (at_ p v)) && coloured c w) _ _ (perm_map _ _ base)), filter_map_length.
      f_equal. apply filter_ext_in. intros w I. apply in_seq in I. rewrite C by lia. f_equal.
      apply eq_true_iff_eq. rewrite !mem_spec. symmetry. apply near_same; auto; [unfold kinds_tell; now rewrite EF|lia].
    Qed.

    Section Two.
      Variable k' : nat.
      Hypothesis EF : f = Indicated k'.
      Lemma indicated_cells : N = n + n. Proof. unfold cells. now rewrite EF. Qed.
      Lemma indicated_colour c v : v < N -> colour_of (ren c) v = colour_of c (at_ P v).
      Proof.
        intros V. rewrite ren_at by auto. destruct alike_or as [A|Q]; [rewrite EF in A; discriminate|]. unfold pick. now rewrite Q.
      Qed.
      Lemma indicated_low c v : v < n -> colour_of (ren c) v = colour_of c (at_ p v).
      Proof. intros V. rewrite indicated_colour by (rewrite indicated_cells; lia). now rewrite lift_low. Qed.
      Lemma indicated_high c v : v < n -> colour_of (ren c) (n + v) = colour_of c (n + at_ p v).
      Proof. intros V. rewrite indicated_colour by (rewrite indicated_cells; lia). rewrite lift_high by (auto; now rewrite EF). reflexivity. Qed.
      Lemma indicated_tells : kinds_tell. Proof. unfold kinds_tell. now rewrite EF. Qed.
      Lemma indicated_waits c v : v < n -> waits n (ren c) v = waits n c (at_ p v).
      Proof. intros V. unfold waits, coloured. now rewrite indicated_low, indicated_high. Qed.
      Lemma same_conflict_indicated c v : v < N -> conflict (indicated k' n g) (ren c) v = conflict (indicated k' n g) c (at_ P v).
      Proof.
        intros V. rewrite indicated_cells in V. cbn [indicated conflict].
        rewrite lift_copy by (rewrite indicated_cells; lia). destruct (Nat.ltb_spec v n) as [L|L].
        - now rewrite lift_low, indicated_low.
        - replace v with (n + (v - n)) by lia. set (x := v - n). assert (X : x < n) by (unfold x; lia).
          rewrite lift_high by (auto; now rewrite EF). replace (n + x - n) with x by lia.
          replace (n + at_ p x - n) with (at_ p x) by lia. rewrite exists_near by auto using indicated_tells.
          unfold coloured. rewrite indicated_low, indicated_high by auto. f_equal. apply existsb_ext_in. intros w I.
          apply in_neighbours in I. now rewrite indicated_high by tauto.
      Qed.
      Lemma same_ready_indicated c v : v < N -> ready (indicated k' n g) (ren c) v = ready (indicated k' n g) c (at_ P v).
      Proof.
        intros V. rewrite indicated_cells in V. cbn [indicated ready].
        rewrite lift_copy by (rewrite indicated_cells; lia). destruct (Nat.ltb_spec v n) as [L|L].
        - f_equal. symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros w I. apply in_seq in I.
          now rewrite indicated_waits by lia.
        - replace v with (n + (v - n)) by lia. set (x := v - n). assert (X : x < n) by (unfold x; lia).
          rewrite lift_high by (auto; now rewrite EF). replace (n + x - n) with x by lia.
          replace (n + at_ p x - n) with (at_ p x) by lia. now apply indicated_waits.
      Qed.
      Lemma same_ended_indicated c : ended (indicated k' n g) (ren c) = ended (indicated k' n g) c.
      Proof.
        cbn [indicated ended]. match goal with |- (if ?a then _ else _) = (if ?b then _ else _) => assert (a = b) as ->; auto end.
        symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros v I. apply in_seq in I.
        assert (SK : forall c v, colour_of (skipn n c) v = colour_of c (n + v)).
        { clear. intros c v. unfold colour_of. revert c. induction n as [|m IH]; intros c; auto. destruct c; [now destruct v|]. apply IH. }
        assert (PV := perm_in _ _ base v ltac:(lia)). unfold dead, coloured. rewrite !SK, indicated_high by lia. f_equal.
        apply forallb_ext_in. intros d _. rewrite exists_near by (auto using indicated_tells; lia). apply existsb_ext_in.
        intros w J. apply in_neighbours in J. now rewrite !SK, indicated_high by tauto.
      Qed.
    End Two.

    Section One.
      Variable d : description.
      Hypothesis EF : f = Described d.
      Lemma described_cells : N = n. Proof. unfold cells. now rewrite EF. Qed.
      Lemma described_length c : length (ren c) = n.
      Proof. rewrite renamed_length. apply described_cells. Qed.
      Lemma described_tells : kinds_tell. Proof. unfold kinds_tell. now rewrite EF. Qed.
      Lemma described_coloured c v : inside_palette c -> v < n -> coloured (ren c) v = coloured c (at_ p v).
      Proof. intros W V. rewrite ren_coloured, lift_low by (auto; now rewrite described_cells). reflexivity. Qed.
      Lemma same_conflict_described c v : inside_palette c -> v < N -> colour_of c (at_ P v) <> 0 ->
        breaks_the_rule d g edges (ren c) v = breaks_the_rule d g edges c (at_ P v).
      Proof.
        intros W V Z. assert (V' : v < n) by now rewrite <- described_cells. rewrite lift_low in * by auto.
        assert (PV := perm_in _ _ base v V').
        assert (LR : length (ren c) = n) by (rewrite renamed_length; apply described_cells).
        assert (LC : length c = n) by (rewrite (proj1 W); apply described_cells).
        assert (CV : coloured c (at_ p v) = true) by now apply coloured_true.
        rewrite !(pairs_described d) by (auto; apply coloured_true; rewrite ?described_coloured; auto).
        symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros w I. apply in_seq in I.
        assert (WN : w < n) by lia. rewrite described_coloured by auto. destruct (coloured c (at_ p w)) eqn:CW; auto. cbn [andb].
        rewrite base_kind by auto. symmetry. apply coloured_true in CW.
        assert (B := proj2 W). destruct alike_or as [A|Q].
        - assert (IN : forall u, u < n -> colour_of c (at_ p u) <> 0 -> 1 <= colour_of (ren c) u <= k /\ 1 <= colour_of c (at_ p u) <= k).
          { intros u U NZ. specialize (B (at_ p u)). split; [|lia]. rewrite ren_at, lift_low by (auto; now rewrite described_cells).
            apply pick_ok. lia. }
          destruct (IN v V' Z), (IN w WN CW). apply (alike_rel A); auto.
          rewrite ren_same, !lift_low by (auto; rewrite ?described_cells; auto; now rewrite !(proj2 (Nat.ltb_lt _ _))). reflexivity.
        - rewrite !ren_at, !lift_low by (auto; now rewrite described_cells). unfold pick. now rewrite Q.
      Qed.
      Lemma same_beside c v : inside_palette c -> v < n -> is_beside g (ren c) v = is_beside g c (at_ p v).
      Proof.
        intros W V. unfold is_beside. rewrite exists_near by auto using described_tells. apply existsb_ext_in. intros w I.
        apply in_neighbours in I. now rewrite described_coloured by (auto; tauto).
      Qed.
      Lemma same_ready_described c v : inside_palette c -> v < N -> ready (described d g edges) (ren c) v = ready (described d g edges) c (at_ P v).
      Proof.
        intros W V. pose proof (same_ready_ordered) as SO. cbn [described ready]. destruct (places_of d) as [| |o] eqn:PL; auto.
        - assert (V' : v < n) by now rewrite <- described_cells. rewrite lift_low by auto. unfold touching.
          rewrite same_beside by auto. f_equal. f_equal.
          assert (LR : length (ren c) = n) by (rewrite renamed_length; apply described_cells).
          assert (LC : length c = n) by (rewrite (proj1 W); apply described_cells). rewrite LR, LC.
          symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros w I. apply in_seq in I.
          now rewrite described_coloured, same_beside by (auto; lia).
        - apply SO; auto. rewrite EF. simpl. now rewrite PL.
      Qed.
      Lemma same_all c : inside_palette c -> forallb (coloured (ren c)) (seq 0 (length (ren c))) = forallb (coloured c) (seq 0 (length c)).
      Proof.
        intros W. rewrite described_length, (eq_trans (proj1 W) described_cells). apply eq_true_iff_eq. rewrite !forallb_forall. split.
        - intros H v I. apply in_seq in I. destruct (perm_sur _ _ base v ltac:(lia)) as (x & X & <-).
          rewrite <- described_coloured by auto. apply H, in_seq. lia.
        - intros H v I. apply in_seq in I. rewrite described_coloured by (auto; lia). apply H, in_seq.
          pose proof (perm_in _ _ base v). lia.
      Qed.
      Lemma same_without c v : inside_palette c -> v < n -> without_colour d g edges (ren c) v = without_colour d g edges c (at_ p v).
      Proof.
        intros W V. assert (VN : v < N) by now rewrite described_cells. assert (PV := perm_in _ _ base v V).
        unfold without_colour. rewrite described_coloured by auto. destruct (coloured c (at_ p v)); auto. cbn [negb andb].
        assert (KD : number_of_colours d = k) by now rewrite EF. rewrite KD.
        assert (ONE : forall e, 1 <= e <= k -> breaks_the_rule d g edges (set_colour (ren c) v (paint v e)) v =
          breaks_the_rule d g edges (set_colour c (at_ p v) e) (at_ p v)).
        { intros e E. rewrite <- (lift_low v V). rewrite <- (renamed_set N k P paint lifted) by auto.
          rewrite same_conflict_described; auto.
          - apply set_within; auto. lia.
          - rewrite set_same; [lia|]. rewrite (proj1 W). apply (perm_in _ _ lifted). auto. }
        apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H e I; apply in_seq in I.
        - rewrite <- ONE by lia. apply H, in_seq. assert (1 <= paint v e <= k) by (apply pick_ok; lia). lia.
        - destruct (proj1 (proj2 (proj2 (pick_ok (at_ P v)))) e ltac:(lia)) as (e' & E' & <-).
          change (pick qs (at_ P v) e') with (paint v e'). rewrite ONE by auto. apply H, in_seq. lia.
      Qed.
      Lemma same_ended_described c : inside_palette c -> ended (described d g edges) (ren c) = ended (described d g edges) c.
      Proof.
        intros W. cbn [described ended]. destruct (aim_of d); auto.
        rewrite described_length, (eq_trans (proj1 W) described_cells).
        match goal with |- (if ?a then _ else _) = (if ?b then _ else _) => assert (a = b) as ->; auto end.
        symmetry. rewrite (existsb_renamed n p _ base). apply existsb_ext_in. intros v I. apply in_seq in I.
        now rewrite same_without by (auto; lia).
      Qed.
      Lemma same_stuck_described c pl : inside_palette c -> when_stuck (described d g edges) (ren c) pl = when_stuck (described d g edges) c pl.
      Proof.
        intros W. cbn [described when_stuck]. rewrite same_all by auto. destruct (aim_of d); auto. f_equal. unfold count_coloured. f_equal.
        rewrite described_length, (eq_trans (proj1 W) described_cells).
        rewrite <- (filter_perm (coloured c) _ _ (perm_map _ _ base)), filter_map_length. f_equal. apply filter_ext_in.
        intros v I. apply in_seq in I. apply described_coloured; auto. lia.
      Qed.
    End One.

    Lemma same_conflict c v : inside_palette c -> v < N -> colour_of c (at_ P v) <> 0 -> conflict R (ren c) v = conflict R c (at_ P v).
    Proof.
      intros W V Z. pose proof same_conflict_weak as H1. pose proof same_conflict_oriented as H2.
      pose proof same_conflict_sequential as H3. pose proof same_conflict_orthogonal as H4.
      pose proof same_conflict_indicated as H5. pose proof same_conflict_described as H6.
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b|m|k'|d] eqn:EF; try discriminate LF;
        cbn [rules_of conflict oriented weak sequential connected orthogonal marking described]; eauto.
    Qed.
    Lemma same_ready c v : inside_palette c -> v < N -> ready R (ren c) v = ready R c (at_ P v).
    Proof.
      intros W V. pose proof same_ready_ordered as H3. pose proof same_ready_indicated as H5. pose proof same_ready_described as H6.
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b|m|k'|d] eqn:EF; try discriminate LF; try reflexivity;
        cbn [rules_of ready sequential]; eauto.
    Qed.
    Lemma same_ended c : inside_palette c -> ended R (ren c) = ended R c.
    Proof.
      intros W. pose proof same_overrun as H4. pose proof same_ended_indicated as H5. pose proof same_ended_described as H6.
      assert (O := one_copy). assert (LR := renamed_length N P paint c). assert (E := existsb_renamed n p).
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b|m|k'|d] eqn:EF; try discriminate LF; try reflexivity;
        cbn [rules_of]; eauto.
      cbn [ended marking]. destruct (O eq_refl) as [EN _]. rewrite LR, (proj1 W), EN.
      match goal with |- (if ?a then _ else _) = (if ?b then _ else _) => assert (a = b) as ->; auto end.
      symmetry. rewrite E by apply base. apply existsb_ext_in. intros v I. apply in_seq in I. symmetry. eapply H4; eauto. lia.
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
        apply filter_ext_in. intros v I. apply in_seq in I. rewrite ren_coloured, lift_high by (auto; first [lia | now rewrite EF]). reflexivity.
    Qed.
    Lemma same_largest mb c d : f = Connected mb -> inside_palette c -> largest g (ren c) d = largest g c d.
    Proof.
      intros EF [L B]. destruct one_copy as [EN EP]; [now rewrite EF|].
      assert (Q : qs = None). { destruct alike_or as [A|]; auto. rewrite EF in A. discriminate. }
      assert (E : ren c = map (fun v => colour_of c (at_ p v)) (seq 0 (length g))).
      { unfold renamed, paint. rewrite EN, EP, graph_of_length, Q. reflexivity. }
      rewrite E. apply largest_same; rewrite ?graph_of_length; [|exact base| |congruence].
      { intros v w I. apply in_neighbours in I. tauto. }
      intros v w V X. apply base_neighbour; auto. intros x y. unfold kind_of, adjacency, adjacency_on. now rewrite EF.
    Qed.
    Lemma same_stuck c pl : inside_palette c -> when_stuck R (ren c) pl = when_stuck R c pl.
    Proof.
      intros W. pose proof same_count as H1. pose proof same_largest as H2. pose proof same_stuck_described as H3.
      destruct f as [k'| |? ?| |k'|k'|k' o| | |?|mb|k' b|m|k'|d] eqn:EF; try discriminate LF; try reflexivity;
        cbn [rules_of]; eauto; cbn [when_stuck connected orthogonal].
      - now rewrite !(H2 mb).
      - destruct (H1 k' b c eq_refl W) as [A B]. now rewrite A, B.
    Qed.
    Lemma same_use pl v c : 1 <= c <= k -> may_use R pl (paint v c) = may_use R pl c.
    Proof.
      intros C. assert (PC : 1 <= paint v c <= k) by (apply pick_ok; auto).
      destruct alike_or as [A|E]; [now rewrite !(alike_use A)|]. unfold paint, pick. now rewrite E.
    Qed.

    Lemma literal_image_of s : literal_image p qs s = image_of N P paint s.
    Proof.
      unfold literal_image, image_of. f_equal. unfold renamed, paint.
      rewrite <- (perm_length _ _ lifted) at 1. unfold at_. rewrite (list_as_map 0 P) at 1. now rewrite map_map.
    Qed.
  End Image.
End Family.
