(** Bob's wins on large boards: an attack inside a window.

    The conditions are those of crates/checker/src/window.rs. Who looks for Bob's answers is not believed: they are given
    to the checker. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Local Boards.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** Why a position is good for Bob: a vertex has no colour left, or some image of the position is on the list. *)
Inductive reason := Dead (v : nat) | Listed (turned : nat) (names : list nat).
(** What Bob does: nothing if some vertex has no colour left, or he colours a vertex. *)
Inductive answer := Won (v : nat) | Plays (v c : nat) (why : reason).

(** ** The checker, for any graph as the window *)
Section Checker.
  Variables (L : local) (m : nat) (h : graph) (inner : nat -> bool).
  Notation k := (hues L).

  Definition unused (q : colouring) v c :=
    forallb (fun w => match colour_of q w with O => true | d => negb (clash L 1 c d) end) (neighbours h v).
  Definition won_at q v := (v <? m) && (colour_of q v =? 0) && negb (existsb (unused q v) (seq 1 k)).
  (** What Alice can make of a position, doing nothing first. *)
  Definition after_alice (q : colouring) : list colouring :=
    q :: flat_map (fun v => if colour_of q v =? 0 then map (set_colour q v) (filter (unused q v) (seq 1 k)) else []) (seq 0 m).

  (** The position seen in another way: what was at [at_ turned v] is at [v], with another name of its colour. *)
  Definition image (turned names : list nat) (q : colouring) : colouring :=
    map (fun v => at_ names (colour_of q v)) turned.
  Definition renames names := is_perm (S k) names && (at_ names 0 =? 0) &&
    forallb (fun c => forallb (fun d => eqb (clash L 1 (at_ names c) (at_ names d)) (clash L 1 c d)) (seq 1 k)) (seq 1 k).
  Definition turns_window (p : list nat) := is_perm m p && forallb (fun v =>
    eqb (inner (at_ p v)) (inner v) &&
    forallb (fun w => mem (at_ p w) (neighbours h (at_ p v))) (neighbours h v) &&
    forallb (fun u => existsb (fun w => at_ p w =? u) (neighbours h v)) (neighbours h (at_ p v))) (seq 0 m).

  Variable turnings : list (list nat).
  Variable listed : PositiveMap.t unit.
  Definition reaches q why := match why with
    | Dead v => won_at q v
    | Listed i names => match nth_error turnings i with
        | Some p => renames names && PositiveMap.mem (put_list (image p names q) 1) listed
        | None => false
        end
    end.
  Definition answered q a := match a with
    | Won v => won_at q v
    | Plays v c why => (v <? m) && inner v && (colour_of q v =? 0) && (1 <=? c) && (c <=? k) && unused q v c &&
        reaches (set_colour q v c) why
    end.
  Fixpoint all_answered (qs : list colouring) (answers : list answer) := match qs, answers with
    | [], _ => true
    | q :: qs, a :: answers => answered q a && all_answered qs answers
    | _, [] => false
    end.
End Checker.

Definition positions := list (colouring * list answer).
Definition set_of_positions (l : positions) : PositiveMap.t unit :=
  fold_right (fun e => PositiveMap.add (put_list (fst e) 1) tt) (PositiveMap.empty unit) l.
Definition attack_ok L m h inner turnings start (l : positions) :=
  let listed := set_of_positions l in
  forallb (turns_window m h inner) turnings &&
  answered L m h inner turnings listed (repeat 0 m) start &&
  forallb (fun e => (length (fst e) =? m) && all_answered L m h inner turnings listed (after_alice L m h (fst e)) (snd e)) l.

(** ** Why that is a proof *)
Lemma in_listed q l : PositiveMap.mem (put_list q 1) (set_of_positions l) = true -> In q (map fst l).
Proof.
  induction l as [|[p a] l IH]; simpl; intros M; [now apply mem_empty in M|].
  apply mem_add in M. destruct M as [E|M]; auto. apply put_list_inj in E. destruct E. auto.
Qed.
Section Attack.
  Variables (L : local) (m : nat) (h : graph) (inner : nat -> bool).
  Notation k := (hues L).
  Variables (turnings : list (list nat)) (start : answer) (l : positions).
  Hypothesis OK : attack_ok L m h inner turnings start l = true.
  Hypothesis in_window : forall v w, In w (neighbours h v) -> v < m /\ w < m /\ v <> w.

  Notation listed := (set_of_positions l).
  Definition good q := exists a, answered L m h inner turnings listed q a = true.

  Lemma all_answered_in qs : forall answers, all_answered L m h inner turnings listed qs answers = true ->
    forall q, In q qs -> good q.
  Proof.
    induction qs as [|p qs IH]; simpl; intros answers A q I; [contradiction|].
    destruct answers as [|a answers]; [discriminate|]. apply andb_true_iff in A. destruct A as [A B].
    destruct I as [<-|I]; [now exists a|eauto].
  Qed.
  Lemma listed_good p q : PositiveMap.mem (put_list p 1) listed = true -> In q (after_alice L m h p) -> good q.
  Proof.
    intros M I. apply in_listed, in_map_iff in M. destruct M as ([p' a] & <- & M). unfold attack_ok in OK.
    rewrite !andb_true_iff in OK. destruct OK as [_ F]. rewrite forallb_forall in F. specialize (F _ M).
    apply andb_true_iff in F. destruct F as [_ F]. cbn [fst snd] in *.
    exact (all_answered_in _ _ F q I).
  Qed.
  Lemma start_good : good (repeat 0 m).
  Proof. exists start. unfold attack_ok in OK. rewrite !andb_true_iff in OK. tauto. Qed.

  (** *** A window in a graph, and other names of the colours *)
  Variables (game : family) (n : nat) (edges : list (nat * nat)).
  Notation g := (graph_of n edges).
  Hypothesis is_local : local_of game = Some L.
  Hypothesis short : range L = 1.
  Hypothesis anywhere : stays_connected L = false.
  Hypothesis loopless : forall v, ~ In v (neighbours g v).
  Record embeds (e : nat -> nat) : Prop := Embeds {
    e_in : forall v, v < m -> e v < n;
    e_inj : forall v w, v < m -> w < m -> e v = e w -> v = w;
    e_near : forall v w, In w (neighbours h v) -> In (e w) (neighbours g (e v));
    e_inner : forall v u, v < m -> inner v = true -> In u (neighbours g (e v)) ->
      exists w, In w (neighbours h v) /\ u = e w }.
  Record names_of (f : nat -> nat) : Prop := Names {
    f_zero : f 0 = 0;
    f_in : forall c, c <= k -> f c <= k;
    f_inj : forall c d, c <= k -> d <= k -> f c = f d -> c = d;
    f_sur : forall d, d <= k -> exists c, c <= k /\ f c = d;
    f_clash : forall c d, 1 <= c <= k -> 1 <= d <= k -> clash L 1 (f c) (f d) = clash L 1 c d }.
  Definition seen e f (c : colouring) : colouring := map (fun v => f (colour_of c (e v))) (seq 0 m).

  Lemma seen_at e f c v : v < m -> colour_of (seen e f c) v = f (colour_of c (e v)).
  Proof. intros V. unfold seen, colour_of at 1. now rewrite nth_map_seq. Qed.
  Lemma seen_length e f c : length (seen e f c) = m.
  Proof. unfold seen. now rewrite map_length, seq_length. Qed.
  Lemma same_colours (a b : colouring) : length a = length b -> (forall v, v < length a -> colour_of a v = colour_of b v) -> a = b.
  Proof. intros LC E. apply nth_ext with 0 0; auto. Qed.
  Lemma seen_set e f c v d : embeds e -> length c = n -> v < m ->
    seen e f (set_colour c (e v) d) = set_colour (seen e f c) v (f d).
  Proof.
    intros E LC V. assert (IN := e_in e E v V). apply same_colours; rewrite ?set_length, !seen_length; auto. intros w W.
    rewrite seen_at by auto. destruct (Nat.eq_dec w v) as [->|N].
    - rewrite !set_same; auto; [now rewrite seen_length|now rewrite LC].
    - rewrite !set_other, seen_at; auto. intros X. apply (e_inj e E) in X; auto.
  Qed.
  Lemma seen_elsewhere e f c u d : (forall v, v < m -> e v <> u) -> seen e f (set_colour c u d) = seen e f c.
  Proof.
    intros N. apply map_ext_in. intros v I. apply in_seq in I. f_equal. apply set_other. apply N. lia.
  Qed.
  (** Another view of the window is a window again. *)
  Lemma turned_embeds e p : embeds e -> turns_window m h inner p = true -> embeds (fun v => e (at_ p v)).
  Proof.
    intros E T. unfold turns_window in T. apply andb_true_iff in T. destruct T as [P T]. apply is_perm_spec in P.
    rewrite forallb_forall in T.
    assert (T' : forall v, v < m -> inner (at_ p v) = inner v /\
      (forall w, In w (neighbours h v) -> In (at_ p w) (neighbours h (at_ p v))) /\
      (forall u, In u (neighbours h (at_ p v)) -> exists w, In w (neighbours h v) /\ at_ p w = u)).
    { intros v V. specialize (T v ltac:(apply in_seq; lia)). rewrite !andb_true_iff in T. destruct T as [[A B] C].
      apply eqb_prop in A. rewrite forallb_forall in B, C. split; [auto|split].
      - intros w W. apply mem_spec. auto.
      - intros u U. specialize (C u U). apply existsb_exists in C. destruct C as (w & W & X). apply Nat.eqb_eq in X. eauto. }
    constructor.
    - intros v V. now apply (e_in e E), (perm_in _ _ P).
    - intros v w V W X. apply (e_inj e E) in X; auto using (perm_in _ _ P). now apply (perm_inj _ _ P) in X.
    - intros v w W. assert (V := proj1 (in_window v w W)). apply (e_near e E). now apply (T' v V).
    - intros v u V I U. destruct (T' v V) as (A & B & C). rewrite <- A in I.
      destruct (e_inner e E (at_ p v) u) as (w & W & ->); auto; [now apply (perm_in _ _ P)|].
      destruct (C w W) as (w' & W' & <-). eauto.
  Qed.
  Lemma names_some f c : names_of f -> 1 <= c <= k -> 1 <= f c <= k.
  Proof.
    intros F C. split; [|apply (f_in f F); lia]. destruct (f c) as [|x] eqn:FC; [|lia].
    assert (c = 0); [|lia]. apply (f_inj f F); try lia. now rewrite (f_zero f F).
  Qed.
  Lemma renamed_names f names : names_of f -> renames L names = true -> names_of (fun c => at_ names (f c)).
  Proof.
    intros F R. unfold renames in R. rewrite !andb_true_iff in R. destruct R as [[P Z] CL]. apply is_perm_spec in P.
    apply Nat.eqb_eq in Z. rewrite forallb_forall in CL. constructor.
    - now rewrite (f_zero f F).
    - intros c C. assert (Q := perm_in _ _ P (f c)). pose proof (f_in f F c C). lia.
    - intros c d C D X. pose proof (f_in f F c C). pose proof (f_in f F d D).
      apply (perm_inj _ _ P) in X; try lia. now apply (f_inj f F).
    - intros d D. destruct (perm_sur _ _ P d ltac:(lia)) as (b & B & <-).
      destruct (f_sur f F b ltac:(lia)) as (c & C & <-). eauto.
    - intros c d C D. apply names_some with (1 := F) in C as C', D as D'. specialize (CL (f c) ltac:(apply in_seq; lia)).
      rewrite forallb_forall in CL. specialize (CL (f d) ltac:(apply in_seq; lia)). apply eqb_prop in CL. rewrite CL. now apply (f_clash f F).
  Qed.
  Lemma image_seen e f p names c : is_perm m p = true -> image p names (seen e f c) = seen (fun v => e (at_ p v)) (fun c => at_ names (f c)) c.
  Proof.
    intros P. apply is_perm_spec in P. unfold image, seen at 2. rewrite (list_as_map 0 p) at 1.
    rewrite (perm_length _ _ P), map_map. apply map_ext_in. intros v I. apply in_seq in I. f_equal.
    apply seen_at. apply (perm_in _ _ P). lia.
  Qed.

  (** *** Play *)
  Notation R := (rules_of game n edges).
  Definition bounded (c : colouring) := length c = n /\ forall v, colour_of c v <= k.
  Lemma bounded_set c v d : bounded c -> d <= k -> bounded (set_colour c v d).
  Proof.
    intros [LC B] D. split; [now rewrite set_length|]. intros w. destruct (Nat.eq_dec w v) as [->|N].
    - destruct (Nat.lt_ge_cases v n); [rewrite set_same; auto; now rewrite LC|].
      unfold colour_of. rewrite nth_overflow; [lia|]. rewrite set_length. lia.
    - rewrite set_other; auto.
  Qed.
  Definition bob s := forces_alike R (Some Left) Right (wins_for Right) s.

  Lemma over c p r : ended R c = Some r -> bob (State c p 0).
  Proof.
    intros E. apply forces_end with r.
    - unfold verdict. rewrite (no_heap_moves game n edges). cbn [col]. now rewrite E.
    - now rewrite (ended_result game L n edges is_local c r E).
  Qed.
  (** Only neighbours matter. *)
  Lemma barred_near c v d : (forall w, In w (neighbours g v) -> coloured c w = true -> clash L 1 d (colour_of c w) = false) ->
    barred L n edges c v d = false.
  Proof.
    intros A. apply not_barred. split; auto. intros w _ _ _. apply (clash_far game); auto. lia.
  Qed.
  Lemma unused_spec e f c v d : embeds e -> names_of f -> bounded c -> v < m -> 1 <= d <= k ->
    unused L h (seen e f c) v (f d) = true <->
    forall w, In w (neighbours h v) -> coloured c (e w) = true -> clash L 1 d (colour_of c (e w)) = false.
  Proof.
    intros E F [LC B] V D. unfold unused. rewrite forallb_forall.
    assert (X : forall w, In w (neighbours h v) -> coloured c (e w) = true -> 1 <= colour_of c (e w) <= k /\ 1 <= f (colour_of c (e w))).
    { intros w W C. apply coloured_true in C. assert (P : 1 <= colour_of c (e w) <= k) by (split; [lia|apply B]). split; auto.
      now apply names_some. }
    split; intros A w W.
    - intros C. destruct (X w W C) as [P Q]. specialize (A w W). rewrite seen_at in A by (apply in_window in W; tauto).
      rewrite <- (f_clash f F) by auto. destruct (f (colour_of c (e w))); [lia|]. now apply negb_true_iff.
    - rewrite seen_at by (apply in_window in W; tauto). destruct (coloured c (e w)) eqn:C.
      + destruct (X w W C) as [P Q]. destruct (f (colour_of c (e w))) eqn:FC; auto. rewrite <- FC, (f_clash f F), A; auto.
      + apply coloured_false in C. now rewrite C, (f_zero f F).
  Qed.
  Lemma dead_seen e f c v : embeds e -> names_of f -> bounded c -> won_at L m h (seen e f c) v = true -> exists r, ended R c = Some r.
  Proof.
    intros E F B D. unfold won_at in D. rewrite !andb_true_iff, Nat.ltb_lt, Nat.eqb_eq, negb_true_iff in D. destruct D as [[V Z] D].
    rewrite seen_at in Z by auto. rewrite existsb_false in D.
    assert (ZC : colour_of c (e v) = 0) by (apply (f_inj f F); [apply B|lia|now rewrite Z, (f_zero f F)]).
    destruct (ended R c) as [r|] eqn:N; [eauto|]. exfalso. apply (ended_spec game L n edges is_local loopless c (proj1 B)) with (v := e v) in N;
      auto using (e_in e E). destruct N as (d & K & A). apply not_barred in A. destruct A as [A _].
    specialize (D (f d) ltac:(apply in_seq; pose proof (names_some f d F K); lia)). apply not_true_iff_false in D. apply D.
    apply unused_spec; auto. intros w W C. apply A; auto. now apply (e_near e E).
  Qed.
  Lemma bob_move e f c v d : embeds e -> names_of f -> bounded c -> ended R c = None ->
    v < m -> inner v = true -> colour_of (seen e f c) v = 0 -> 1 <= d <= k -> unused L h (seen e f c) v d = true ->
    exists d', 1 <= d' <= k /\ f d' = d /\ colour_of c (e v) = 0 /\ playable game L n edges c (e v) d'.
  Proof.
    intros E F B N V I Z D U. destruct (f_sur f F d ltac:(lia)) as (d' & D' & X). exists d'.
    assert (NZ : 1 <= d' <= k) by (split; auto; destruct d'; [rewrite (f_zero f F) in X; lia|lia]). rewrite seen_at in Z by auto.
    assert (ZC : colour_of c (e v) = 0) by (apply (f_inj f F); [apply B|lia|now rewrite Z, (f_zero f F)]).
    repeat (split; [assumption|]). subst d. assert (A := proj1 (unused_spec e f c v d' E F B V NZ) U).
    split; [|now rewrite (ready_spec game L), anywhere]. split; [now apply (e_in e E)|]. split; auto. split; auto. apply barred_near.
    intros u W C. destruct (e_inner e E v u V I W) as (w & W' & ->). auto.
  Qed.
  (** Where Bob has an answer play is not over, or he has won. *)
  Lemma goes_on e f c p : embeds e -> names_of f -> bounded c -> good (seen e f c) ->
    ended R c = None -> verdict R (State c p 0) = None.
  Proof.
    intros E F B [[v|v d why] A] N; simpl in A.
    - destruct (dead_seen e f c v) as [r Q]; auto. congruence.
    - rewrite !andb_true_iff, !Nat.leb_le, Nat.eqb_eq, Nat.ltb_lt in A. destruct A as [[[[[[V I] Z] D1] D2] U] _].
      destruct (bob_move e f c v d) as (d' & _ & _ & _ & M); auto. apply (not_over game L n edges is_local loopless c p (e v) d'); auto. apply B.
  Qed.
  (** Alice to move: whatever she does, also outside the window, Bob has an answer after it. *)
  Lemma alice_moves c mv : bounded c -> ended R c = None -> In mv (moves R (State c Left 0)) ->
    exists u d, mv = Colour u d /\ u < n /\ colour_of c u = 0 /\ 1 <= d <= k /\ bounded (set_colour c u d) /\
      forall w, In w (neighbours g u) -> coloured c w = true -> clash L 1 d (colour_of c w) = false.
  Proof.
    intros B E I. destruct (no_heap game n edges c Left mv I) as (u & d & ->).
    apply (legal_move game L n edges is_local loopless c Left u d) in I; auto; [|apply B]. destruct I as [(U & Z & D & A) _]. exists u, d.
    repeat (split; [now auto|]). split; [apply bounded_set; auto; lia|]. now apply not_barred in A.
  Qed.
  Lemma after_alice_in e f c u d : embeds e -> names_of f -> bounded c -> colour_of c u = 0 -> 1 <= d <= k ->
    (forall w, In w (neighbours g u) -> coloured c w = true -> clash L 1 d (colour_of c w) = false) ->
    In (seen e f (set_colour c u d)) (after_alice L m h (seen e f c)).
  Proof.
    intros E F B Z D NB. destruct (existsb (fun v => e v =? u) (seq 0 m)) eqn:X.
    - apply existsb_exists in X. destruct X as (v & V & Q). apply in_seq in V. apply Nat.eqb_eq in Q. subst u.
      assert (V' : v < m) by lia. rewrite seen_set by (auto; apply B). right. apply in_flat_map. exists v.
      split; [apply in_seq; lia|]. rewrite seen_at, Z, (f_zero f F) by auto. simpl. apply in_map, filter_In. split.
      + apply in_seq. pose proof (names_some f d F D). lia.
      + apply unused_spec; auto. intros w W. apply NB. now apply (e_near e E).
    - rewrite existsb_false in X. left. symmetry. apply seen_elsewhere. intros v V.
      apply Nat.eqb_neq, X, in_seq. lia.
  Qed.
  Lemma fewer_left c u d : bounded c -> u < n -> colour_of c u = 0 -> 1 <= d -> uncoloured (set_colour c u d) < uncoloured c.
  Proof. intros [LC _] U Z D. rewrite (uncoloured_set c u d); auto; lia. Qed.

  Lemma attack : forall size c e f, uncoloured c < size -> embeds e -> names_of f -> bounded c -> good (seen e f c) ->
    bob (State c Right 0).
  Proof.
    induction size as [|size IH]; intros c e f U E F B G; [lia|].
    destruct (ended R c) as [r|] eqn:N; [eapply over; eauto|].
    assert (V := goes_on e f c Right E F B G N). destruct G as [[v|v d why] A]; simpl in A.
    { destruct (dead_seen e f c v) as [r Q]; auto. congruence. }
    rewrite !andb_true_iff, !Nat.leb_le, Nat.eqb_eq, Nat.ltb_lt in A. destruct A as [[[[[[W I] Z] D1] D2] FR] A].
    destruct (bob_move e f c v d) as (d' & DK & X & ZC & M); auto.
    apply forces_mine with (Colour (e v) d'); auto.
    { apply in_moves_in. left. apply (legal_move game L n edges is_local loopless); auto. apply B. }
    simpl. fold bob. set (c' := set_colour c (e v) d').
    assert (B' : bounded c') by (apply bounded_set; auto; lia).
    assert (LESS : uncoloured c' < uncoloured c) by (apply fewer_left; auto; [now apply (e_in e E)|lia]).
    assert (S' : seen e f c' = set_colour (seen e f c) v d) by (unfold c'; rewrite seen_set, X by (auto; apply B); auto).
    change (bob (State c' Left 0)).
    destruct (ended R c') as [r|] eqn:N'; [eapply over; eauto|].
    rewrite <- S' in A. destruct why as [w|i names]; simpl in A.
    { destruct (dead_seen e f c' w) as [r Q]; auto. congruence. }
    destruct (nth_error turnings i) as [p|] eqn:T; [|discriminate]. apply nth_error_In in T.
    apply andb_true_iff in A. destruct A as [RN A].
    assert (TW : turns_window m h inner p = true).
    { unfold attack_ok in OK. rewrite !andb_true_iff in OK. destruct OK as [[TT _] _]. rewrite forallb_forall in TT. auto. }
    rewrite image_seen in A by (unfold turns_window in TW; apply andb_true_iff in TW; tauto).
    assert (E' := turned_embeds e p E TW). assert (F' := renamed_names f names F RN).
    set (e' := fun v => e (at_ p v)) in *. set (f' := fun c => at_ names (f c)) in *.
    assert (G' : forall q, In q (after_alice L m h (seen e' f' c')) -> good q) by (intros q; now apply listed_good).
    assert (G0 : good (seen e' f' c')) by (apply G'; simpl; auto).
    apply forces_theirs; [now apply (goes_on e' f')|discriminate|]. intros mv I'. apply in_moves_in in I'.
    destruct I' as [I'|[-> _]].
    - destruct (alice_moves c' mv B' N' I') as (u & b & -> & UN & UZ & BD & BS & NB). simpl.
      apply (IH _ e' f'); auto; [|apply G'; now apply after_alice_in].
      pose proof (fewer_left c' u b B' UN UZ ltac:(lia)). lia.
    - simpl. apply (IH _ e' f'); auto. lia.
  Qed.
  Lemma names_id : names_of (fun c => c).
  Proof. constructor; eauto. Qed.
  Lemma bounded_start : bounded (repeat 0 n).
  Proof. split; [apply repeat_length|]. intros v. unfold colour_of. rewrite nth_repeat. lia. Qed.
  Lemma seen_uncoloured e c : (forall v, v < m -> colour_of c (e v) = 0) -> seen e (fun c => c) c = repeat 0 m.
  Proof.
    intros Z. apply same_colours; rewrite seen_length; [now rewrite repeat_length|]. intros v V.
    rewrite seen_at, Z by auto. unfold colour_of. now rewrite nth_repeat.
  Qed.
  (** There is an uncoloured window when Bob is to move. *)
  Lemma attack_uncoloured c e : bounded c -> embeds e -> (forall v, v < m -> colour_of c (e v) = 0) -> bob (State c Right 0).
  Proof.
    intros B E Z. apply (attack (S (uncoloured c)) c e (fun c => c)); auto using names_id. rewrite seen_uncoloured; auto using start_good.
  Qed.
  (** Alice begins, and wherever she does there is a window that she is not in. *)
  Lemma attack_second : (exists e, embeds e) -> (forall u, u < n -> exists e, embeds e /\ forall v, v < m -> e v <> u) ->
    bob (State (repeat 0 n) Left 0).
  Proof.
    intros [e E] A. assert (B := bounded_start). assert (Z0 : forall v, colour_of (repeat 0 n) v = 0).
    { intros v. unfold colour_of. now rewrite nth_repeat. }
    destruct (ended R (repeat 0 n)) as [r|] eqn:N; [eapply over; eauto|]. apply forces_theirs.
    - apply (goes_on e (fun c => c)); auto using names_id. rewrite seen_uncoloured; auto using start_good.
    - discriminate.
    - intros mv I. apply in_moves_in in I. destruct I as [I|[-> _]].
      + destruct (alice_moves _ mv B N I) as (u & d & -> & U & _ & _ & B' & _).
        destruct (A u U) as (e' & E' & NE). simpl. apply attack_uncoloured with e'; auto. intros v V. rewrite set_other; auto.
      + simpl. apply attack_uncoloured with e; auto.
  Qed.
End Attack.

(** ** Windows on boards *)

(** Vertices all of whose neighbours on the board are in the window. *)
Definition inner_vertex (x : window) v :=
  let i := v mod window_rows x in let j := v / window_rows x in
  (1 <=? j) && (S j <? window_columns x) &&
  match on_boards x with AllRows _ => true | AllGrids => (1 <=? i) && (S i <? window_rows x) end.
Definition window_area x := window_rows x * window_columns x.
(** A window does not go round. *)
Definition unrolled x := match x with Cylinder => Grid | _ => x end.
Definition window_graph x := graph_of (window_area x) (board (unrolled (shape_of (on_boards x))) (window_rows x) (window_columns x)).
(** The checker. *)
Definition check_window (x : window) turnings start (l : positions) : bool :=
  (1 <=? window_rows x) && (3 <=? window_columns x) &&
  match local_of (window_game x) with
  | Some L => (range L =? 1) && negb (stays_connected L) && attack_ok L (window_area x) (window_graph x) (inner_vertex x) turnings start l
  | None => false
  end.

Section Board.
  Variables (x : window) (R N : nat).
  Notation r := (window_rows x).
  Notation w := (window_columns x).
  Notation m := (window_area x).
  Notation h := (window_graph x).
  Notation shape := (shape_of (on_boards x)).
  Hypothesis rows_in : match on_boards x with AllRows _ => R = r | AllGrids => r <= R end.
  Hypothesis has_rows : 1 <= r.
  Hypothesis wide : 3 <= w.
  Hypothesis room : w <= N.
  Notation g := (graph_of (R * N) (board shape R N)).
  Notation right := (right_of shape N).
  Notation left := (left_of shape N).

  Lemma rows_fit : r <= R.
  Proof. destruct (on_boards x); lia. Qed.
  Lemma long_board : shortest shape <= N.
  Proof. unfold shortest. destruct (goes_round shape); lia. Qed.
  Lemma flat_window : goes_round (unrolled shape) = false.
  Proof. now destruct shape. Qed.
  Lemma long_window : shortest (unrolled shape) <= w.
  Proof. unfold shortest. rewrite flat_window. lia. Qed.
  Lemma near_board i j u : i < R -> j < N -> In u (neighbours g (cell R i j)) <->
    exists i' j', i' < R /\ j' < N /\ u = cell R i' j' /\
      ((j' = j /\ (i' = S i \/ i = S i')) \/ (right j = Some j' /\ across shape i i' = true) \/
       (left j = Some j' /\ across shape i' i = true)).
  Proof. exact (near shape R N long_board i j u). Qed.
  Lemma near_window i j u : i < r -> j < w -> In u (neighbours h (cell r i j)) <->
    exists i' j', i' < r /\ j' < w /\ u = cell r i' j' /\
      ((j' = j /\ (i' = S i \/ i = S i')) \/ (j' = S j /\ across shape i i' = true) \/ (j = S j' /\ across shape i' i = true)).
  Proof.
    intros I J. rewrite (near (unrolled shape) r w long_window i j u I J). unfold left_of, right_of. rewrite flat_window.
    assert (AC : forall a b, across (unrolled shape) a b = across shape a b) by (now destruct shape).
    split; intros (i' & j' & I' & J' & E & A); exists i', j'; repeat split; auto; rewrite !AC in *;
      (destruct A as [A|[[A B]|[A B]]]; [auto|right; left; split; auto|right; right; split; auto]).
    - destruct (S j <? w); congruence.
    - destruct j; congruence.
    - subst. apply Nat.ltb_lt in J'. now rewrite J'.
    - now subst.
  Qed.
  Lemma window_in v u : In u (neighbours h v) -> v < m /\ u < m /\ v <> u.
  Proof.
    intros I. assert (I' := I). apply in_neighbours in I'. destruct I' as (V & U & _). repeat split; auto. intros ->.
    now apply (no_loop (unrolled shape) r w long_window u).
  Qed.

  (** The window whose first column is [b]. *)
  Variable b : nat.
  Hypothesis fits : goes_round shape = true \/ b + w <= N.
  Definition place j := (b + j) mod N.
  Definition put_window v := cell R (v mod r) (place (v / r)).

  Lemma put_cell i j : i < r -> put_window (cell r i j) = cell R i (place j).
  Proof.
    intros I. unfold put_window. replace (cell r i j mod r) with i; [replace (cell r i j / r) with j; auto|]; unfold cell.
    - rewrite Nat.div_add_l, Nat.div_small by lia. lia.
    - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. auto.
  Qed.
  Lemma place_in j : place j < N.
  Proof. apply Nat.mod_upper_bound. lia. Qed.
  Lemma place_inj i j : i < w -> j < w -> place i = place j -> i = j.
  Proof.
    unfold place. intros I J E. pose proof (Nat.div_mod (b + i) N ltac:(lia)). pose proof (Nat.div_mod (b + j) N ltac:(lia)).
    assert ((b + i) / N = (b + j) / N); [|nia].
    destruct (Nat.lt_trichotomy ((b + i) / N) ((b + j) / N)) as [L|[L|L]]; auto; exfalso; nia.
  Qed.
  Lemma place_right j : S j < w -> right (place j) = Some (place (S j)).
  Proof.
    intros J. unfold place, right_of. destruct fits as [C|F].
    - rewrite C. replace (b + S j) with (b + j + 1) by lia. rewrite <- (Nat.add_mod_idemp_l (b + j)) by lia.
      assert (L := Nat.mod_upper_bound (b + j) N ltac:(lia)). revert L.
      generalize ((b + j) mod N). intros y L. destruct (Nat.ltb_spec (S y) N).
      + rewrite Nat.mod_small by lia. f_equal. lia.
      + replace (y + 1) with N by lia. now rewrite Nat.mod_same by lia.
    - rewrite !Nat.mod_small by lia. replace (S (b + j) <? N) with true by (symmetry; apply Nat.ltb_lt; lia). f_equal. lia.
  Qed.
  Lemma board_back i j : i < N -> j < N -> (right i = Some j <-> left j = Some i).
  Proof. exact (right_left shape N long_board i j). Qed.

  Lemma window_embeds : embeds m h (inner_vertex x) (R * N) (board shape R N) put_window.
  Proof.
    assert (RF := rows_fit).
    assert (C : forall v, v < m -> exists i j, i < r /\ j < w /\ v = cell r i j) by exact (cell_of r w).
    constructor.
    - intros v V. destruct (C v V) as (i & j & I & J & ->). rewrite put_cell by auto.
      apply cell_in; [lia|apply place_in].
    - intros v u V U E. destruct (C v V) as (i & j & I & J & ->), (C u U) as (i' & j' & I' & J' & ->).
      rewrite !put_cell in E by auto. apply cell_inj in E; try lia. destruct E as [<- E].
      now rewrite (place_inj j j' J J' E).
    - intros v u U. destruct (window_in v u U) as (V & _ & _). destruct (C v V) as (i & j & I & J & ->).
      apply near_window in U; auto. destruct U as (i' & j' & I' & J' & -> & A). rewrite !put_cell by auto.
      apply near_board; [lia|apply place_in|]. exists i', (place j'). split; [lia|]. split; [apply place_in|]. split; [reflexivity|].
      destruct A as [[-> A]|[[-> A]|[-> A]]]; [left; auto|right; left; split; auto|right; right; split; auto].
      + now apply place_right.
      + apply board_back; auto using place_in. now apply place_right.
    - intros v u V IN U. destruct (C v V) as (i & j & I & J & ->). rewrite put_cell in U by auto.
      unfold inner_vertex in IN. replace (cell r i j mod r) with i in IN by
        (unfold cell; rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia).
      replace (cell r i j / r) with j in IN by (unfold cell; rewrite Nat.div_add_l, Nat.div_small; lia).
      rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt in IN. destruct IN as [[J1 J2] IN].
      apply near_board in U; [|lia|apply place_in]. destruct U as (i' & j' & I' & J' & -> & A).
      (* Rows are those of the window, or the vertex is neither in the first one nor in the last one. *)
      assert (ROW : i' < r).
      { destruct (on_boards x) as [y|]; [lia|]. rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt in IN.
        simpl shape_of in A. rewrite !across_spec in A. lia. }
      assert (HERE : forall j', j' < w ->
        ((j' = j /\ (i' = S i \/ i = S i')) \/ (j' = S j /\ across shape i i' = true) \/ (j = S j' /\ across shape i' i = true)) ->
        exists u, In u (neighbours h (cell r i j)) /\ cell R i' (place j') = put_window u).
      { intros c A2 A3. exists (cell r i' c). split; [apply near_window; auto; exists i', c; auto|]. now rewrite put_cell. }
      destruct A as [[-> A]|[[A B]|[A B]]].
      + apply HERE; auto.
      + rewrite place_right in A by auto. inversion A; subst. apply HERE; auto.
      + assert (P := place_right (pred j) ltac:(lia)). replace (S (pred j)) with j in P by lia.
        apply board_back in P; auto using place_in. rewrite P in A. inversion A; subst. apply HERE; [lia|].
        right. right. split; auto. lia.
  Qed.
  (** A column in which the window is not. *)
  Lemma window_not_in j' : (forall j, j < w -> place j <> j') -> forall i' v, i' < R -> v < m -> put_window v <> cell R i' j'.
  Proof.
    intros NJ i' v I' V E. assert (RF := rows_fit). destruct (cell_of r w v V) as (i & j & I & J & ->).
    rewrite put_cell in E by auto. apply cell_inj in E; try lia. now apply (NJ j J).
  Qed.
End Board.

(** What is accepted is true. *)
Theorem window_sound x turnings start l : check_window x turnings start l = true -> holds_for_large_boards x.
Proof.
  unfold check_window. rewrite !andb_true_iff, !Nat.leb_le. intros [[H W] OK] R N RI. cbv zeta.
  destruct (local_of (window_game x)) as [L|] eqn:LO; [|discriminate]. rewrite !andb_true_iff, Nat.eqb_eq, negb_true_iff in OK.
  destruct OK as [[SH NC] OK].
  assert (IN := window_in x (window_columns x) H W (le_n _)).
  set (shape := shape_of (on_boards x)) in *. set (edges := board shape R N).
  assert (EMB : forall b, window_columns x <= N -> goes_round shape = true \/ b + window_columns x <= N -> embeds
    (window_area x) (window_graph x) (inner_vertex x) (R * N) edges (put_window x R N b)).
  { intros b LN F. now apply window_embeds. }
  assert (LL : window_columns x <= N -> forall v, ~ In v (neighbours (graph_of (R * N) edges) v)).
  { intros LN v. apply no_loop. now apply (long_board x N). }
  assert (BOTH : forall first, bob (window_game x) (R * N) edges (State (repeat 0 (R * N)) first 0) ->
    forces_in (rules_of (window_game x) (R * N) edges) (Some Left) Right (wins_for Right) (State (repeat 0 (R * N)) first 0) /\
    forces_in (rules_of (window_game x) (R * N) edges) (window_skipper x) Right (wins_for Right) (State (repeat 0 (R * N)) first 0)).
  { intros first B. assert (A := forces_in_local _ _ _ _ LO _ _ _ _ B). split; [exact A|]. apply (without_skips _ Right) in B.
    destruct (window_skipper x) as [[]|]; [exact A|apply (forces_in_local _ _ _ _ LO); now apply with_skips|now apply forces_in_none]. }
  split; intros LN; apply BOTH; clear BOTH.
  - apply (attack_uncoloured _ _ _ _ _ _ _ OK IN _ _ _ LO SH NC (LL LN)) with (e := put_window x R N 0); auto using bounded_start.
    intros v _. unfold colour_of. now rewrite nth_repeat.
  - assert (L' : window_columns x <= N) by (destruct (goes_round shape); lia).
    apply (attack_second _ _ _ _ _ _ _ OK IN _ _ _ LO SH NC (LL L')).
    { exists (put_window x R N 0). auto. }
    intros u U. destruct (cell_of R N u U) as (i & j & I & J & ->).
    set (b := if goes_round shape then S j else if j <? window_columns x then window_columns x else 0).
    assert (B : goes_round shape = true \/ b + window_columns x <= N).
    { unfold b. destruct (goes_round shape); auto. right. destruct (j <? window_columns x); lia. }
    exists (put_window x R N b). split; [auto|]. intros v V. apply window_not_in; auto. intros a A E. unfold place, b in *.
    destruct (goes_round shape).
    + pose proof (Nat.div_mod (S j + a) N ltac:(lia)) as Q. destruct (Nat.eq_dec ((S j + a) / N) 0) as [Z|Z].
      * rewrite Z in Q. lia.
      * nia.
    + destruct B as [B|B]; [discriminate|]. rewrite Nat.mod_small in E; destruct (Nat.ltb_spec j (window_columns x)); lia.
Qed.
