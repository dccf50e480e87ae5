(** Games that are played by their literal rules: renaming vertices and colours gives the same game. *)
From Coq Require Import List Arith Lia Bool PArith ZArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

Lemma colouring_eq (c d : colouring) : length c = length d -> (forall v, v < length c -> colour_of c v = colour_of d v) -> c = d.
Proof. intros L E. apply nth_ext with (d := 0) (d' := 0); auto. Qed.

(** ** A renaming of cells and, cell by cell, of colours *)
Section Renamed.
  Variables (N k : nat) (p : list nat) (paint : nat -> nat -> nat).
  Hypothesis P : permutes N p.
  Hypothesis paint_none : forall v, paint v 0 = 0.
  Hypothesis paint_in : forall v c, 1 <= c <= k -> 1 <= paint v c <= k.
  Hypothesis paint_sur : forall v d, 1 <= d <= k -> exists c, 1 <= c <= k /\ paint v c = d.

  Definition renamed (c : colouring) := map (fun v => paint v (colour_of c (at_ p v))) (seq 0 N).
  Definition within_palette (c : colouring) := length c = N /\ forall v, colour_of c v <= k.

  Lemma renamed_length c : length (renamed c) = N.
  Proof. unfold renamed. now rewrite map_length, seq_length. Qed.
  Lemma renamed_at c v : v < N -> colour_of (renamed c) v = paint v (colour_of c (at_ p v)).
  Proof. intros V. unfold colour_of, renamed. now rewrite nth_map_seq. Qed.
  Lemma renamed_coloured c v : within_palette c -> v < N -> coloured (renamed c) v = coloured c (at_ p v).
  Proof.
    intros [_ B] V. unfold coloured. rewrite renamed_at by auto. f_equal. specialize (B (at_ p v)).
    destruct (colour_of c (at_ p v)) as [|x]; [now rewrite paint_none|].
    specialize (paint_in v (S x) ltac:(lia)). apply eq_true_iff_eq. rewrite !Nat.eqb_eq. lia.
  Qed.
  Lemma set_within c v d : within_palette c -> d <= k -> within_palette (set_colour c v d).
  Proof.
    intros [L B] D. split; [now rewrite set_length|]. intros w. destruct (Nat.eq_dec w v) as [->|W].
    - destruct (Nat.lt_ge_cases v N); [rewrite set_same; lia|]. unfold colour_of. rewrite nth_overflow; [lia|].
      rewrite set_length. lia.
    - now rewrite set_other.
  Qed.
  Lemma renamed_set c v d : within_palette c -> v < N ->
    renamed (set_colour c (at_ p v) d) = set_colour (renamed c) v (paint v d).
  Proof.
    intros [L B] V. assert (PV := perm_in _ _ P v V). apply colouring_eq; rewrite ?set_length, ?renamed_length; auto.
    intros w W. rewrite renamed_at by auto. destruct (Nat.eq_dec w v) as [->|NE].
    - rewrite !set_same by (rewrite ?renamed_length; lia). reflexivity.
    - rewrite !set_other, renamed_at; auto. intros E. apply (perm_inj _ _ P) in E; auto.
  Qed.

  Definition image_of (s : state) := State (renamed (col s)) (turn s) (heap s).
  Lemma renamed_left s : within_palette (col s) -> left_to_play (image_of s) = left_to_play s.
  Proof.
    intros W. unfold left_to_play. simpl. f_equal. unfold uncoloured.
    rewrite (list_as_map 0 (col s)) at 2. rewrite (proj1 W), filter_map_length.
    rewrite <- (filter_perm _ _ _ (perm_map _ _ P)), filter_map_length. unfold renamed. rewrite filter_map_length.
    f_equal. apply filter_ext_in. intros v I. apply in_seq in I.
    pose proof (renamed_coloured (col s) v W ltac:(lia)) as C. unfold coloured in C. rewrite renamed_at in C by lia.
    unfold colour_of in *. rewrite !(Nat.eqb_sym 0). now apply (f_equal negb) in C; rewrite !negb_involutive in C.
  Qed.

  Variable R : rules.
  Hypothesis colours_k : colours R = k.
  Hypothesis same_conflict : forall c v, within_palette c -> v < N -> colour_of c (at_ p v) <> 0 ->
    conflict R (renamed c) v = conflict R c (at_ p v).
  Hypothesis same_ready : forall c v, within_palette c -> v < N -> ready R (renamed c) v = ready R c (at_ p v).
  Hypothesis same_ended : forall c, within_palette c -> ended R (renamed c) = ended R c.
  Variable skipper : option player.
  Hypothesis same_stuck : forall c pl, within_palette c -> when_stuck R (renamed c) pl = when_stuck R c pl.
  Hypothesis same_use : forall pl v c, 1 <= c <= k -> may_use R pl (paint v c) = may_use R pl c.

  Lemma image_colour_move s v d : within_palette (col s) -> v < N -> 1 <= d <= k ->
    In (Colour v (paint v d)) (colour_moves R (image_of s)) <-> In (Colour (at_ p v) d) (colour_moves R s).
  Proof.
    intros W V D. assert (PV := perm_in _ _ P v V). assert (PD := paint_in v d D).
    assert (L := proj1 W).
    assert (Z : colour_of (renamed (col s)) v = 0 <-> colour_of (col s) (at_ p v) = 0).
    { rewrite <- !coloured_false. now rewrite renamed_coloured. }
    rewrite !in_colour_moves. simpl col. rewrite same_ended by auto. simpl turn. rewrite renamed_length, L, colours_k. split.
    - intros (x & e & E & NE & A & B & C & F & G & H). inversion E; subst x e.
      exists (at_ p v), d. rewrite same_ready in C by auto. rewrite same_use in G by auto.
      rewrite <- renamed_set in H by auto.
      rewrite same_conflict in H by (first [solve [auto] | apply set_within; auto; lia | rewrite set_same; lia]).
      apply Z in B. repeat (split; auto).
    - intros (x & e & E & NE & A & B & C & F & G & H). inversion E; subst x e.
      exists v, (paint v d). rewrite same_ready by auto. rewrite same_use by auto.
      rewrite <- renamed_set by auto.
      rewrite same_conflict by (first [solve [auto] | apply set_within; auto; lia | rewrite set_same; lia]).
      apply Z in B. repeat (split; auto); lia.
  Qed.
  Lemma image_heap_moves s : heap_moves R (image_of s) = heap_moves R s. Proof. reflexivity. Qed.

  Definition alike_states s t := within_palette (col s) /\ t = image_of s.
  Lemma play_within s m : within_palette (col s) -> In m (moves R s) -> within_palette (col (play s m)).
  Proof.
    intros W I. apply in_moves in I. destruct m as [v c|h|]; simpl; auto.
    apply in_colour_moves in I. destruct I as (x & e & E & _ & _ & _ & _ & F & _). inversion E; subst.
    apply set_within; auto. lia.
  Qed.
  Lemma image_play s v d : within_palette (col s) -> v < N ->
    image_of (play s (Colour (at_ p v) d)) = play (image_of s) (Colour v (paint v d)).
  Proof. intros W V. unfold image_of. simpl. now rewrite renamed_set. Qed.
  Lemma alike_forth s t m : alike_states s t -> In m (moves R s) ->
    exists m', In m' (moves R t) /\ alike_states (play s m) (play t m').
  Proof.
    intros [W ->] I. assert (W' := play_within s m W I). rewrite in_moves in I. destruct m as [v c|h|]; [| |contradiction].
    - assert (J := I). apply in_colour_moves in J. destruct J as (x & e & E & _ & A & _ & _ & D & _).
      inversion E; subst x e. rewrite (proj1 W) in A. rewrite colours_k in D.
      destruct (perm_sur _ _ P v A) as (y & Y & <-). exists (Colour y (paint y c)). split.
      + apply in_moves. now apply image_colour_move.
      + split; auto. now rewrite image_play.
    - exists (Heap h). split; [now apply in_moves|]. now split.
  Qed.
  Lemma alike_back s t m : alike_states s t -> In m (moves R t) ->
    exists m', In m' (moves R s) /\ alike_states (play s m') (play t m).
  Proof.
    intros [W ->] I. rewrite in_moves in I. destruct m as [v c|h|]; [| |contradiction].
    - assert (J := I). apply in_colour_moves in J. destruct J as (x & e & E & _ & A & _ & _ & D & _).
      inversion E; subst x e. simpl in A. rewrite renamed_length in A. rewrite colours_k in D.
      destruct (paint_sur v c D) as (d & D' & <-). apply image_colour_move in I; auto.
      assert (M : In (Colour (at_ p v) d) (moves R s)) by now apply in_moves.
      exists (Colour (at_ p v) d). split; auto. split; [now apply play_within|]. now rewrite image_play.
    - assert (M : In (Heap h) (moves R s)) by now apply in_moves.
      exists (Heap h). split; auto. now split.
  Qed.
  Lemma alike_verdict s t : alike_states s t -> verdict R s = verdict R t.
  Proof.
    intros A. assert (AF := alike_forth s t). assert (AB := alike_back s t). destruct A as [W ->].
    unfold verdict. rewrite image_heap_moves. destruct (heap_moves R s) eqn:H; auto.
    simpl col. rewrite same_ended by auto. destruct (ended R (col s)); auto.
    assert (C : colour_moves R s = [] <-> colour_moves R (image_of s) = []).
    { split; intros E.
      - destruct (colour_moves R (image_of s)) as [|m ms] eqn:M; auto. exfalso.
        assert (J : In m (colour_moves R (image_of s))) by (rewrite M; simpl; auto).
        assert (I := J). apply in_colour_moves in J. destruct J as (v & c & -> & _ & V & _ & _ & D & _).
        simpl in V. rewrite renamed_length in V. rewrite colours_k in D. destruct (paint_sur v c D) as (d & D' & <-).
        apply image_colour_move in I; auto. rewrite E in I. contradiction.
      - destruct (colour_moves R s) as [|m ms] eqn:M; auto. exfalso.
        assert (J : In m (colour_moves R s)) by (rewrite M; simpl; auto).
        assert (I := J). apply in_colour_moves in J. destruct J as (v & c & -> & _ & V & _ & _ & D & _).
        rewrite (proj1 W) in V. rewrite colours_k in D. destruct (perm_sur _ _ P v V) as (y & Y & <-).
        apply image_colour_move in I; auto. rewrite E in I. contradiction. }
    simpl col. simpl turn. rewrite same_stuck by auto.
    destruct (colour_moves R s), (colour_moves R (image_of s)); auto.
    - discriminate (proj1 C eq_refl).
    - discriminate (proj2 C eq_refl).
  Qed.
  Lemma alike_verdict_in s t : alike_states s t -> verdict_in R skipper s = verdict_in R skipper t.
  Proof.
    intros A. assert (A' : alike_states (play s Skip) (play t Skip)) by (destruct A as [W ->]; now split).
    unfold verdict_in. rewrite (alike_verdict s t A), (alike_verdict _ _ A'). destruct A as [_ ->]. reflexivity.
  Qed.
  Lemma alike_forth_in s t m : alike_states s t -> verdict_in R skipper s = None -> In m (moves_in R skipper s) ->
    exists m', In m' (moves_in R skipper t) /\ alike_states (play s m) (play t m').
  Proof.
    intros A V I. apply in_moves_in in I. destruct I as [I|[-> S]].
    - destruct (alike_forth s t m A I) as (m' & I' & X). exists m'. split; auto. apply in_moves_in. auto.
    - destruct A as [W ->]. exists Skip. split; [apply in_moves_in; auto|]. now split.
  Qed.
  Lemma alike_back_in s t m : alike_states s t -> verdict_in R skipper s = None -> In m (moves_in R skipper t) ->
    exists m', In m' (moves_in R skipper s) /\ alike_states (play s m') (play t m).
  Proof.
    intros A V I. apply in_moves_in in I. destruct I as [I|[-> S]].
    - destruct (alike_back s t m A I) as (m' & I' & X). exists m'. split; auto. apply in_moves_in. auto.
    - destruct A as [W ->]. exists Skip. split; [apply in_moves_in; auto|]. now split.
  Qed.
  Lemma renamed_forces c good s : within_palette (col s) -> forces_in R skipper c good s <-> forces_in R skipper c good (image_of s).
  Proof.
    intros W. assert (I : alike_states s (image_of s)) by now split.
    assert (T : forall s t, alike_states s t -> turn s = turn t) by (intros s' t' [_ E]; now rewrite E).
    split; intros F.
    - exact (similar_forth _ _ _ _ _ _ _ _ _ _ _ _ _ _ alike_verdict_in T alike_forth_in alike_back_in c good s F _ I).
    - exact (similar_back _ _ _ _ _ _ _ _ _ _ _ _ _ _ alike_verdict_in T alike_forth_in alike_back_in c good _ F _ I).
  Qed.
End Renamed.

Definition literal_code (s : state) : positive := put_list (col s) (put_rest (heap s) (turn s)).
Lemma literal_code_inj s t : literal_code s = literal_code t -> s = t.
Proof.
  destruct s as [c p h], t as [d q i]. unfold literal_code. simpl. intros E. apply put_list_inj in E.
  destruct E as [-> E]. apply put_rest_inj in E. destruct E as [-> ->]. auto.
Qed.

(** Whether a move exists, found without listing all. *)
Definition can_colour R s := existsb (fun v => may_colour R s v && existsb (allowed R s v) (seq 1 (colours R)))
  (seq 0 (length (col s))).
Lemma can_colour_iff R s : ended R (col s) = None -> can_colour R s = true <-> colour_moves R s <> [].
Proof.
  intros E. unfold can_colour. rewrite existsb_exists. split.
  - intros (v & V & A) M. apply andb_true_iff in A. destruct A as [A B]. apply existsb_exists in B.
    destruct B as (c & C & D). assert (I : In (Colour v c) (colour_moves R s)); [|rewrite M in I; contradiction].
    unfold colour_moves. rewrite E. apply in_flat_map. exists v. split; auto. rewrite A. apply in_map, filter_In. auto.
  - destruct (colour_moves R s) as [|m ms] eqn:M; [congruence|]. intros _.
    assert (I : In m (colour_moves R s)) by (rewrite M; simpl; auto). unfold colour_moves in I. rewrite E in I.
    apply in_flat_map in I. destruct I as (v & V & I). exists v. split; auto.
    destruct (may_colour R s v); [|contradiction]. simpl. apply in_map_iff in I. destruct I as (c & _ & I).
    apply filter_In in I. apply existsb_exists. exists c. auto.
Qed.
Definition literal_verdict R s := match heap_moves R s with
  | _ :: _ => None
  | [] => match ended R (col s) with
          | Some v => Some v
          | None => if can_colour R s then None else Some (when_stuck R (col s) (turn s))
          end
  end.
Lemma literal_verdict_ok R s : literal_verdict R s = verdict R s.
Proof.
  unfold literal_verdict, verdict. destruct (heap_moves R s); auto. destruct (ended R (col s)) eqn:E; auto.
  pose proof (can_colour_iff R s E) as C.
  destruct (colour_moves R s), (can_colour R s); auto.
  - destruct (proj1 C eq_refl); auto.
  - assert (false = true) by (apply C; discriminate). discriminate.
Qed.
Definition literal_verdict_in R skipper s :=
  if may_skip skipper (turn s)
  then match literal_verdict R s with
       | Some v => match literal_verdict R (play s Skip) with Some _ => Some v | None => None end
       | None => None
       end
  else literal_verdict R s.
Lemma literal_verdict_in_ok R skipper s : literal_verdict_in R skipper s = verdict_in R skipper s.
Proof. unfold literal_verdict_in, verdict_in. now rewrite !literal_verdict_ok. Qed.
