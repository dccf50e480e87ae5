(** The largest connected subgraph game: bounds on the largest component, the lemma on filling, symmetry. *)
From Coq Require Import List Arith Lia Bool ZArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry Literal.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Section Connected.
  Variable g : graph.
  Notation n := (length g).
  Notation reached inside v i := (Nat.iter i (grow g inside) [v]).

  Lemma grow_in inside l w : In w (grow g inside l) <->
    w < n /\ inside w = true /\ exists u, In u l /\ (u = w \/ In w (neighbours g u)).
  Proof.
    unfold grow. rewrite filter_In, in_seq, andb_true_iff, existsb_exists.
    assert (H : forall u, (u =? w) || mem w (neighbours g u) = true <-> u = w \/ In w (neighbours g u)).
    { intros u. now rewrite orb_true_iff, Nat.eqb_eq, mem_spec. }
    split; intros (A & B & u & C & D); repeat split; auto; try lia; exists u; (split; [auto|now apply H]).
  Qed.

  Definition size inside v := if inside v : bool then length (reached inside v n) else 0.
  Definition widest inside := fold_right Nat.max 0 (map (size inside) (seq 0 n)).
  Lemma largest_widest c d : largest g c d = Z.of_nat (widest (fun w => colour_of c w =? d)).
  Proof.
    unfold largest, widest, component, size. do 2 f_equal. apply map_ext. intros v. now destruct (_ =? d).
  Qed.
  Lemma max_below l m : (forall x, In x l -> x <= m) -> fold_right Nat.max 0 l <= m.
  Proof. induction l; simpl; intros H; [lia|]. pose proof (H a). assert (fold_right Nat.max 0 l <= m) by auto. lia. Qed.
  Lemma max_above l x : In x l -> x <= fold_right Nat.max 0 l.
  Proof. induction l; simpl; [tauto|]. intros [->|I]; [lia|]. apply IHl in I. lia. Qed.

  (** ** An upper bound: labels that adjacent vertices share *)
  Definition label (labels : list nat) (inside : nat -> bool) v := if inside v then S (nth v labels 0) else 0.
  Definition closed_labels (ls : list nat) :=
    forallb (fun v => match nth v ls 0 with
      | O => true
      | S x => forallb (fun w => match nth w ls 0 with O => true | S y => x =? y end) (neighbours g v)
      end) (seq 0 n).
  Definition largest_label (ls : list nat) :=
    fold_right Nat.max 0 (map (fun x => match x with O => 0 | S _ => length (filter (Nat.eqb x) ls) end) ls).

  Lemma label_bound inside ls : length ls = n -> (forall v, v < n -> inside v = negb (nth v ls 0 =? 0)) ->
    (forall v w, In w (neighbours g v) -> v < n /\ w < n) ->
    closed_labels ls = true -> widest inside <= largest_label ls.
  Proof.
    intros L IN RG C. unfold closed_labels in C. rewrite forallb_forall in C.
    apply max_below. intros x X. apply in_map_iff in X. destruct X as (v & <- & V). apply in_seq in V.
    unfold size. destruct (inside v) eqn:IV; [|lia].
    assert (N : nth v ls 0 <> 0) by (rewrite IN in IV by lia; apply negb_true_iff, Nat.eqb_neq in IV; auto).
    assert (A : forall i w, In w (reached inside v i) -> w < n /\ nth w ls 0 = nth v ls 0).
    { induction i as [|i IH]; cbn [Nat.iter nat_rect]; intros w W.
      - destruct W as [<-|[]]. split; auto. lia.
      - change (In w (grow g inside (reached inside v i))) in W. apply grow_in in W.
        destruct W as (W & IW & u & U & D). split; auto. apply IH in U. destruct U as [UN U].
        destruct D as [->|D]; auto. rewrite <- U. specialize (C u ltac:(apply in_seq; lia)).
        rewrite <- U in N. destruct (nth u ls 0) as [|x] eqn:E; [congruence|]. rewrite forallb_forall in C.
        specialize (C w D). rewrite IN in IW by auto.
        destruct (nth w ls 0) as [|y]; [discriminate|]. apply Nat.eqb_eq in C. congruence. }
    etransitivity; [|apply (max_above _ (length (filter (Nat.eqb (nth v ls 0)) ls)))].
    - destruct n as [|m] eqn:NN; [lia|]. cbn [Nat.iter nat_rect].
      change (length (grow g inside (reached inside v m)) <= length (filter (Nat.eqb (nth v ls 0)) ls)).
      rewrite (list_as_map 0 ls) at 2. rewrite filter_map_length, L. unfold grow. rewrite <- NN at 1.
      rewrite NN. apply filter_le. intros w W F. apply Nat.eqb_eq. symmetry. apply (A (S m)).
      cbn [Nat.iter nat_rect]. change (In w (grow g inside (reached inside v m))). unfold grow. rewrite NN.
      apply filter_In. auto.
    - apply in_map_iff. exists (nth v ls 0). split; [destruct (nth v ls 0); congruence|]. apply nth_In. lia.
  Qed.

  (** ** A lower bound: a list of vertices, each adjacent to a later one *)
  Fixpoint is_tree (inside : nat -> bool) (t : list nat) : bool :=
    match t with
    | [] => true
    | v :: t => (v <? n) && inside v && negb (mem v t) && match t with [] => true | _ => existsb (fun u => mem v (neighbours g u)) t end && is_tree inside t
    end.
  Lemma reached_more inside v i j w : i <= j -> inside v = true -> v < n -> In w (reached inside v i) -> In w (reached inside v j).
  Proof.
    intros L IV V. induction L as [|j L IH]; auto. intros W. apply IH in W. cbn [Nat.iter nat_rect].
    change (In w (grow g inside (reached inside v j))). apply grow_in.
    assert (X : w < n /\ inside w = true).
    { destruct j; cbn in W; [destruct W as [<-|[]]; auto|].
      change (In w (grow g inside (reached inside v j))) in W. apply grow_in in W. tauto. }
    repeat split; try tauto. eauto.
  Qed.
  Lemma tree_reached inside : forall t v, is_tree inside t = true -> last t 0 = v -> forall w, In w t ->
    In w (reached inside v (pred (length t))).
  Proof.
    induction t as [|x t IH]; intros v T E w I; [contradiction|]. cbn [is_tree] in T.
    rewrite !andb_true_iff in T. destruct T as ((((T1 & T2) & T3) & T4) & T5). apply Nat.ltb_lt in T1.
    destruct t as [|y t].
    - simpl in E. subst. destruct I as [<-|[]]. simpl. auto.
    - change (last (y :: t) 0 = v) in E. assert (IHt := IH v T5 E).
      assert (LV : In v (y :: t)).
      { rewrite <- E. clear. revert y. induction t as [|z t IH]; intros y; [simpl; auto|]. right. apply IH. }
      assert (XV : v < n /\ inside v = true).
      { revert T5 LV. generalize (y :: t). clear. induction l as [|x l IH]; simpl; [tauto|]. intros T [->|I].
        - rewrite !andb_true_iff in T. destruct T as ((((T1 & T2) & T3) & T4) & T5). apply Nat.ltb_lt in T1. auto.
        - rewrite !andb_true_iff in T. tauto. }
      destruct I as [<-|I].
      + apply existsb_exists in T4. destruct T4 as (u & U & M). apply mem_spec in M. apply IHt in U.
        simpl pred in *. change (In x (grow g inside (reached inside v (length t)))). apply grow_in. eauto 6.
      + eapply reached_more; [|tauto|tauto|apply IHt; auto]. simpl. lia.
  Qed.
  Lemma tree_bound inside t : is_tree inside t = true -> length t <= widest inside.
  Proof.
    intros T. destruct t as [|x t']; [simpl; lia|]. set (t := x :: t') in *. set (v := last t 0).
    assert (W := tree_reached inside t v T eq_refl).
    assert (A : forall w, In w t -> w < n /\ inside w = true).
    { revert T. generalize t. clear. induction t as [|x l IH]; simpl; [tauto|]. intros T w [->|I].
      - rewrite !andb_true_iff in T. destruct T as ((((T1 & T2) & T3) & T4) & T5). apply Nat.ltb_lt in T1. auto.
      - rewrite !andb_true_iff in T. apply IH; tauto. }
    assert (D : NoDup t).
    { revert T. generalize t. clear. induction t as [|x l IH]; intros T; constructor; cbn [is_tree] in T;
        rewrite !andb_true_iff in T; [|tauto]. destruct T as ((((T1 & T2) & T3) & T4) & T5).
      apply negb_true_iff in T3. intros I. apply mem_spec in I. congruence. }
    assert (LV : In v t).
    { unfold v, t. clear. revert x. induction t' as [|z t IH]; intros y; [simpl; auto|]. right. apply IH. }
    destruct (A v LV) as [VN VI].
    assert (LN : length t <= n).
    { rewrite <- (seq_length n 0). apply NoDup_incl_length; auto. intros w I. apply in_seq.
      destruct (A w I). lia. }
    etransitivity; [|apply (max_above _ (size inside v)); apply in_map, in_seq; lia].
    unfold size. rewrite VI. apply NoDup_incl_length; auto. intros w I.
    apply (reached_more inside v (pred (length t)) n w); auto. lia.
  Qed.

  (** ** Filling: no end is better for a player than if he got all that is uncoloured *)
  Lemma widest_more (a b : nat -> bool) : (forall w, w < n -> a w = true -> b w = true) -> widest a <= widest b.
  Proof.
    intros M. apply max_below. intros x X. apply in_map_iff in X. destruct X as (v & <- & V). apply in_seq in V.
    etransitivity; [|apply (max_above _ (size b v)); apply in_map, in_seq; lia].
    unfold size. destruct (a v) eqn:AV; [|lia]. rewrite M by (auto; lia).
    assert (C : forall i w, In w (reached a v i) -> In w (reached b v i)).
    { induction i as [|i IH]; cbn [Nat.iter nat_rect]; auto. intros w.
      change (In w (grow g a (reached a v i)) -> In w (grow g b (reached b v i))).
      rewrite !grow_in. intros (A1 & A2 & u & A3 & A4). repeat split; auto. exists u. auto. }
    destruct n as [|m] eqn:NN; [lia|]. specialize (C (S m)). cbn [Nat.iter nat_rect] in *.
    change (forall w, In w (grow g a (reached a v m)) -> In w (grow g b (reached b v m))) in C.
    change (length (grow g a (reached a v m)) <= length (grow g b (reached b v m))).
    unfold grow at 1 3. apply filter_le. intros w W F. specialize (C w). unfold grow at 1 3 in C.
    rewrite !filter_In in C. apply C. auto.
  Qed.

  Variable maker_breaker : bool.
  Notation R := (connected maker_breaker g).
  Definition score (c : colouring) : Z := (largest g c 1 - (if maker_breaker then 0 else largest g c 2))%Z.
  Definition fill (x : nat) (c : colouring) : colouring := map (fun y => match y with O => x | _ => y end) c.

  Lemma fill_colour x c v : v < length c -> colour_of (fill x c) v = if colour_of c v =? 0 then x else colour_of c v.
  Proof.
    revert v. unfold colour_of, fill. induction c as [|y c IH]; intros [|v] V; simpl in V; try lia.
    - now destruct y.
    - apply IH. lia.
  Qed.
  Definition extends (a b : colouring) := length a = n /\ length b = n /\
    forall v, v < n -> colour_of a v <> 0 -> colour_of b v = colour_of a v.
  Lemma largest_more a b d : (forall w, w < n -> colour_of a w = d -> colour_of b w = d) -> (largest g a d <= largest g b d)%Z.
  Proof.
    intros M. rewrite !largest_widest. apply inj_le, widest_more. intros w W. rewrite !Nat.eqb_eq. auto.
  Qed.
  Lemma fill_bounds a b : extends a b -> (score (fill 2 a) <= score b <= score (fill 1 a))%Z.
  Proof.
    intros (LA & LB & E). unfold score.
    assert (X : forall x y, x <> 0 -> y <> 0 -> x <> y -> (largest g (fill x a) y <= largest g b y <= largest g (fill y a) y)%Z).
    { intros x y X Y XY. split; apply largest_more; intros w W; rewrite fill_colour by lia;
        destruct (Nat.eqb_spec (colour_of a w) 0) as [Z|Z]; auto; try congruence.
      - intros <-. now rewrite E.
      - rewrite E; auto. }
    pose proof (X 2 1 ltac:(lia) ltac:(lia) ltac:(lia)). pose proof (X 1 2 ltac:(lia) ltac:(lia) ltac:(lia)).
    destruct maker_breaker; lia.
  Qed.
  Variable skipper : option player.
  Lemma any_end c good a : (forall b, extends a b -> good (Score (score b)) = true) ->
    forall m s, turns_left skipper s < m -> extends a (col s) -> forces_in R skipper c good s.
  Proof.
    intros G. induction m as [|m IH]; intros s M E; [lia|].
    destruct (verdict_in R skipper s) as [v|] eqn:V.
    { eapply forces_end; eauto. apply verdict_in_some in V. unfold verdict in V. destruct (heap_moves R s); [|discriminate].
      simpl in V. destruct (colour_moves _ s); [|discriminate]. inversion V. apply (G _ E). }
    assert (S : forall m, In m (moves_in R skipper s) -> forces_in R skipper c good (play s m)).
    { intros mv I. apply IH; [pose proof (plays_end_in R skipper s mv I); lia|].
      apply in_moves_in in I. destruct I as [I|[-> _]]; [|exact E]. apply in_moves in I.
      destruct mv as [v d|h|]; auto. apply in_colour_moves in I.
      destruct I as (x & e & EQ & _ & A & B & _). inversion EQ; subst. destruct E as (LA & LB & E). simpl.
      repeat split; auto; [now rewrite set_length|]. intros w W Z. rewrite set_other; auto.
      intros ->. rewrite <- E in Z; auto. }
    destruct (player_eqb (turn s) c) eqn:T.
    - apply player_eqb_spec in T. destruct (somewhere_to_go R skipper s V) as [mv I].
      apply forces_mine with mv; auto. now apply S.
    - apply forces_theirs; auto. intros X. apply player_eqb_spec in X. congruence.
  Qed.

  (** What somebody chose: a tree of one colour and labels for the other, on the filled board. *)
  Definition of_colour (c : colouring) d v := match colour_of c v with O => false | S x => S x =? d end.
  Fixpoint labelled (labels : list nat) (c : colouring) d : list nat :=
    match c with
    | [] => []
    | x :: c => (if x =? d then S (hd 0 labels) else 0) :: labelled (tl labels) c d
    end.
  Definition at_least_size c d t : Z := if is_tree (fun v => colour_of c v =? d) t then Z.of_nat (length t) else 0.
  Definition at_most_size c d labels : Z :=
    let ls := labelled labels c d in if closed_labels ls then Z.of_nat (largest_label ls) else Z.of_nat n.

  Hypothesis inside : forall v w, In w (neighbours g v) -> v < n /\ w < n.
  Lemma labelled_length : forall c labels d, length (labelled labels c d) = length c.
  Proof. induction c; simpl; auto. Qed.
  Lemma labelled_zero : forall c labels d v, v < length c -> (colour_of c v =? d) = negb (nth v (labelled labels c d) 0 =? 0).
  Proof.
    induction c as [|x c IH]; intros labels d v V; simpl in V; [lia|]. destruct v as [|v].
    - unfold colour_of. cbn [nth labelled]. destruct (x =? d); reflexivity.
    - unfold colour_of in *. cbn [nth labelled]. apply IH. lia.
  Qed.
  Lemma at_least_size_ok c d t : (at_least_size c d t <= largest g c d)%Z.
  Proof.
    unfold at_least_size. rewrite largest_widest. destruct (is_tree _ t) eqn:T; [|lia]. apply inj_le.
    now apply tree_bound.
  Qed.
  Lemma widest_all a : widest a <= n.
  Proof.
    apply max_below. intros x X. apply in_map_iff in X. destruct X as (v & <- & V). apply in_seq in V.
    unfold size. destruct (a v); [|lia]. destruct n as [|m] eqn:NN; [lia|]. cbn [Nat.iter nat_rect].
    change (length (grow g a (reached a v m)) <= S m). unfold grow. rewrite NN.
    assert (F : forall (f : nat -> bool) l, length (filter f l) <= length l).
    { intros f l. induction l; simpl; auto. destruct (f _); simpl; lia. }
    etransitivity; [apply F|]. now rewrite seq_length.
  Qed.
  Lemma at_most_size_ok c d labels : length c = n -> (largest g c d <= at_most_size c d labels)%Z.
  Proof.
    intros L. unfold at_most_size. rewrite largest_widest. destruct (closed_labels _) eqn:C; apply inj_le.
    - apply label_bound; auto; [now rewrite labelled_length|]. intros v V. apply labelled_zero. lia.
    - apply widest_all.
  Qed.

  Definition settled_least z (s : state) (t labels : list nat) : bool :=
    let c := fill 2 (col s) in (z <=? at_least_size c 1 t - (if maker_breaker then 0 else at_most_size c 2 labels))%Z.
  Definition settled_most z (s : state) (t labels : list nat) : bool :=
    let c := fill 1 (col s) in (at_most_size c 1 labels - (if maker_breaker then 0 else at_least_size c 2 t) <=? z)%Z.
  Lemma settled_least_sound z s t labels c : length (col s) = n -> settled_least z s t labels = true -> forces_in R skipper c (at_least z) s.
  Proof.
    unfold settled_least. intros L H. apply Z.leb_le in H.
    apply (any_end c (at_least z) (col s)) with (m := S (turns_left skipper s)); auto; [|repeat split; auto].
    intros b B. apply fill_bounds in B. unfold at_least. apply Z.leb_le. revert B. unfold score in *.
    pose proof (at_least_size_ok (fill 2 (col s)) 1 t).
    pose proof (at_most_size_ok (fill 2 (col s)) 2 labels ltac:(unfold fill; now rewrite map_length)).
    destruct maker_breaker; lia.
  Qed.
  Lemma settled_most_sound z s t labels c : length (col s) = n -> settled_most z s t labels = true -> forces_in R skipper c (at_most z) s.
  Proof.
    unfold settled_most. intros L H. apply Z.leb_le in H.
    apply (any_end c (at_most z) (col s)) with (m := S (turns_left skipper s)); auto; [|repeat split; auto].
    intros b B. apply fill_bounds in B. unfold at_most. apply Z.leb_le. revert B. unfold score in *.
    pose proof (at_least_size_ok (fill 1 (col s)) 2 t).
    pose proof (at_most_size_ok (fill 1 (col s)) 1 labels ltac:(unfold fill; now rewrite map_length)).
    destruct maker_breaker; lia.
  Qed.

  (** ** Symmetry *)
  Section Symmetry.
    Variable p : list nat.
    Hypothesis P : permutes n p.
    Hypothesis same : forall v w, v < n -> w < n -> In (at_ p w) (neighbours g (at_ p v)) <-> In w (neighbours g v).
    Lemma reached_same (a b : nat -> bool) v : v < n -> (forall w, w < n -> b w = a (at_ p w)) ->
      forall i w, w < n -> In w (reached b v i) <-> In (at_ p w) (reached a (at_ p v) i).
    Proof.
      intros V E. induction i as [|i IH]; intros w W.
      - cbn. split; intros [X|[]]; left; [now subst|]. now apply (perm_inj _ _ P) in X.
      - cbn [Nat.iter nat_rect].
        change (In w (grow g b (reached b v i)) <-> In (at_ p w) (grow g a (reached a (at_ p v) i))).
        assert (PW := perm_in _ _ P w W). rewrite !grow_in. rewrite E by auto.
        assert (RI : forall (a : nat -> bool) v i u, v < n -> In u (reached a v i) -> u < n).
        { clear. intros a v [|i] u V; cbn; [intros [<-|[]]; auto|].
          intros U. change (In u (grow g a (reached a v i))) in U. apply grow_in in U. tauto. }
        split; intros (A & B & u & C & D); repeat split; auto.
        + assert (U := RI _ _ _ _ V C). exists (at_ p u). split; [now apply IH|].
          destruct D as [->|D]; auto. right. now apply same.
        + assert (U := RI _ _ _ _ (perm_in _ _ P v V) C). destruct (perm_sur _ _ P u U) as (x & X & <-).
          exists x. split; [now apply IH|]. destruct D as [D|D]; [left; now apply (perm_inj _ _ P)|right; now apply same].
    Qed.
    Lemma widest_same (a b : nat -> bool) : (forall w, w < n -> b w = a (at_ p w)) -> widest b = widest a.
    Proof.
      intros E. unfold widest.
      assert (S : forall v, v < n -> size b v = size a (at_ p v)).
      { intros v V. unfold size. rewrite E by auto. destruct (a (at_ p v)); auto.
        pose proof (reached_same a b v V E n) as RS. destruct n as [|m] eqn:NN; [lia|].
        cbn [Nat.iter nat_rect] in *.
        change (forall w, w < S m -> In w (grow g b (reached b v m)) <-> In (at_ p w) (grow g a (reached a (at_ p v) m))) in RS.
        change (length (grow g b (reached b v m)) = length (grow g a (reached a (at_ p v) m))).
        revert RS. unfold grow at 1 3 5 7. rewrite NN. intros RS.
        symmetry. rewrite <- (filter_perm _ _ _ (perm_map _ _ P)), filter_map_length. f_equal. apply filter_ext_in.
        intros w W. assert (W' := W). apply in_seq in W. specialize (RS w ltac:(lia)). rewrite !filter_In in RS.
        assert (In (at_ p w) (seq 0 (S m))) by (apply in_seq; pose proof (perm_in _ _ P w); lia).
        apply eq_true_iff_eq. tauto. }
      assert (M : forall l l', Permutation l l' -> fold_right Nat.max 0 l = fold_right Nat.max 0 l').
      { induction 1; simpl; lia. }
      rewrite <- (M _ _ (Permutation_map (size a) (perm_map _ _ P))). f_equal. rewrite map_map.
      apply map_ext_in. intros v V. apply in_seq in V. apply S. lia.
    Qed.
    Lemma largest_same c d : length c = n -> largest g (map (fun v => colour_of c (at_ p v)) (seq 0 n)) d = largest g c d.
    Proof.
      intros L. rewrite !largest_widest. f_equal. apply widest_same. intros w W. unfold colour_of at 1.
      now rewrite nth_map_seq.
    Qed.
  End Symmetry.
End Connected.
