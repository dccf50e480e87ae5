(** Permutations as lists of images, sums and searches under them, and codes for keys. *)
From Coq Require Import List Arith Lia Bool PArith Permutation FMapPositive.
From Chromex Require Import Game Rules Facts.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** Injective codes: something in front of a positive number *)
Fixpoint put (bs : list bool) (p : positive) : positive :=
  match bs with [] => p | b :: bs => if b then xI (put bs p) else xO (put bs p) end.
Lemma put_inj : forall bs cs p q, length bs = length cs -> put bs p = put cs q -> bs = cs /\ p = q.
Proof.
  induction bs as [|b bs IH]; intros [|c cs] p q L E; simpl in *; try discriminate; auto.
  destruct b, c; inversion E as [E']; apply IH in E'; destruct E'; subst; auto.
Qed.
Fixpoint put_nat n (p : positive) : positive := match n with O => xO p | S n => xI (put_nat n p) end.
Lemma put_nat_inj : forall n m p q, put_nat n p = put_nat m q -> n = m /\ p = q.
Proof.
  induction n; intros [|m] p q E; simpl in *; inversion E; auto. apply IHn in H0. destruct H0; auto.
Qed.
Fixpoint put_list (l : list nat) (p : positive) : positive :=
  match l with [] => xO p | c :: l => xI (put_nat c (put_list l p)) end.
Lemma put_list_inj : forall l m p q, put_list l p = put_list m q -> l = m /\ p = q.
Proof.
  induction l as [|c l IH]; intros [|d m] p q E; simpl in *; inversion E as [E']; auto.
  apply put_nat_inj in E'. destruct E' as [-> E']. apply IH in E'. destruct E'; subst; auto.
Qed.
Fixpoint put_positive (x : positive) (p : positive) : positive :=
  match x with xH => xO p | xO x => xI (xO (put_positive x p)) | xI x => xI (xI (put_positive x p)) end.
Lemma put_positive_inj : forall x y p q, put_positive x p = put_positive y q -> x = y /\ p = q.
Proof.
  induction x; intros [y|y|] p q E; simpl in *; inversion E as [E']; auto; apply IHx in E'; destruct E'; subst; auto.
Qed.
Definition put_rest (heap : nat) (p : player) : positive :=
  put_positive (Pos.of_succ_nat heap) (match p with Left => 2 | Right => 3 end).
Lemma put_rest_inj h p i q : put_rest h p = put_rest i q -> h = i /\ p = q.
Proof.
  unfold put_rest. intros E. apply put_positive_inj in E. destruct E as [E F]. apply SuccNat2Pos.inj in E.
  split; auto. destruct p, q; congruence.
Qed.

(** ** Permutations *)
Fixpoint distinct (l : list nat) := match l with [] => true | x :: l => negb (mem x l) && distinct l end.
Lemma distinct_spec l : distinct l = true -> NoDup l.
Proof.
  induction l; simpl; intros H; constructor; apply andb_true_iff in H; destruct H as [A B]; auto.
  intros I. apply negb_true_iff in A. apply mem_spec in I. congruence.
Qed.
Definition is_perm n (l : list nat) := (length l =? n) && forallb (fun x => x <? n) l && distinct l.
Definition at_ (l : list nat) v := nth v l 0.

Record permutes n p : Prop := Permutes {
  perm_length : length p = n;
  perm_in : forall v, v < n -> at_ p v < n;
  perm_inj : forall v w, v < n -> w < n -> at_ p v = at_ p w -> v = w;
  perm_sur : forall w, w < n -> exists v, v < n /\ at_ p v = w;
  perm_all : Permutation p (seq 0 n) }.

Lemma perm_intro n p : Permutation p (seq 0 n) -> permutes n p.
Proof.
  intros P. assert (L : length p = n) by (rewrite (Permutation_length P); apply seq_length).
  assert (D : NoDup p) by (apply (Permutation_NoDup (Permutation_sym P)), seq_NoDup).
  constructor; auto.
  - intros v V. assert (I : In (at_ p v) p) by (apply nth_In; lia).
    apply (Permutation_in _ P), in_seq in I. lia.
  - intros v w V W E. eapply (proj1 (NoDup_nth p 0)); eauto; lia.
  - intros w W. assert (I : In w p) by (apply (Permutation_in _ (Permutation_sym P)), in_seq; lia).
    apply (In_nth _ _ 0) in I. destruct I as (v & V & E). exists v. split; auto. lia.
Qed.
Lemma is_perm_spec n l : is_perm n l = true -> permutes n l.
Proof.
  unfold is_perm. rewrite !andb_true_iff, Nat.eqb_eq. intros [[L F] D]. apply distinct_spec in D.
  rewrite forallb_forall in F. apply perm_intro. apply NoDup_Permutation_bis; auto.
  - now rewrite seq_length, L.
  - intros x X. apply F, Nat.ltb_lt in X. apply in_seq. lia.
Qed.
Lemma perm_id n : permutes n (seq 0 n).
Proof. apply perm_intro, Permutation_refl. Qed.
Lemma perm_eqb n p v w : permutes n p -> v < n -> w < n -> (at_ p v =? at_ p w) = (v =? w).
Proof.
  intros P V W. destruct (Nat.eqb_spec v w) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq.
  intros E. apply (perm_inj _ _ P) in E; auto.
Qed.

Lemma list_as_map {A} (d : A) (l : list A) : l = map (fun v => nth v l d) (seq 0 (length l)).
Proof. induction l as [|a l IH]; simpl; auto. f_equal. rewrite <- seq_shift, map_map. auto. Qed.
Lemma perm_map n p : permutes n p -> Permutation (map (at_ p) (seq 0 n)) (seq 0 n).
Proof. intros P. rewrite <- (perm_length _ _ P) at 1. unfold at_. rewrite <- list_as_map. apply (perm_all _ _ P). Qed.
Lemma perm_rows {A} (d : A) n p (l : list A) : permutes n p -> length l = n ->
  Permutation (map (fun v => nth v l d) p) l.
Proof.
  intros P L. eapply Permutation_trans; [apply Permutation_map, (perm_all _ _ P)|].
  rewrite <- L, <- list_as_map. apply Permutation_refl.
Qed.
Lemma existsb_perm {A} (f : A -> bool) l l' : Permutation l l' -> existsb f l = existsb f l'.
Proof.
  intros P. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (x & I & E); exists x; split; auto; [exact (Permutation_in _ P I)|exact (Permutation_in _ (Permutation_sym P) I)].
Qed.
Lemma existsb_map {A B} (f : B -> bool) (h : A -> B) l : existsb f (map h l) = existsb (fun x => f (h x)) l.
Proof. induction l; simpl; congruence. Qed.
Lemma sum_perm l l' : Permutation l l' -> list_sum l = list_sum l'.
Proof. induction 1; simpl; lia. Qed.
Lemma filter_perm {A} (f : A -> bool) l l' : Permutation l l' -> length (filter f l) = length (filter f l').
Proof. induction 1; simpl; auto; try (destruct (f x); simpl; lia); try lia.
  destruct (f x), (f y); simpl; auto. Qed.
Lemma filter_map_length {A B} (h : A -> B) f l : length (filter f (map h l)) = length (filter (fun x => f (h x)) l).
Proof. induction l; simpl; auto. destruct (f (h a)); simpl; auto. Qed.
(** Search over all vertices, renamed. *)
Lemma existsb_renamed n p f : permutes n p -> existsb f (seq 0 n) = existsb (fun v => f (at_ p v)) (seq 0 n).
Proof. intros P. rewrite <- (existsb_map f (at_ p)). symmetry. now apply existsb_perm, perm_map. Qed.

(** ** Composition *)
Lemma distinct_intro l : NoDup l -> distinct l = true.
Proof.
  induction 1 as [|x l N D IH]; simpl; auto. rewrite IH, andb_true_r. apply negb_true_iff.
  destruct (mem x l) eqn:M; auto. apply mem_spec in M. contradiction.
Qed.
Lemma is_perm_intro n p : permutes n p -> is_perm n p = true.
Proof.
  intros P. unfold is_perm. rewrite !andb_true_iff, Nat.eqb_eq, forallb_forall. split; [split|].
  - apply (perm_length _ _ P).
  - intros x I. apply (Permutation_in _ (perm_all _ _ P)), in_seq in I. apply Nat.ltb_lt. lia.
  - apply distinct_intro, (Permutation_NoDup (Permutation_sym (perm_all _ _ P))), seq_NoDup.
Qed.
(** First p, then q. *)
Definition compose (p q : list nat) := map (at_ q) p.
Lemma at_compose n p q v : permutes n p -> v < n -> at_ (compose p q) v = at_ q (at_ p v).
Proof.
  intros P V. unfold compose. unfold at_ at 1.
  rewrite (nth_indep _ 0 (at_ q 0)) by (rewrite map_length, (perm_length _ _ P); auto). now rewrite map_nth.
Qed.
Lemma perm_compose n p q : permutes n p -> permutes n q -> permutes n (compose p q).
Proof.
  intros P Q. apply perm_intro. unfold compose.
  eapply Permutation_trans; [apply Permutation_map, (perm_all _ _ P)|now apply perm_map].
Qed.

(** ** Tables of permutations
    Those that are given are checked; the others are products of earlier ones, and cost less. *)
Definition hint := (list nat + positive * positive)%type.
Definition permutation_of (good : list nat -> bool) (table : PositiveMap.t (list nat)) (h : hint) :=
  match h with
  | inl p => if good p then Some p else None
  | inr (a, b) => match PositiveMap.find a table, PositiveMap.find b table with
                  | Some p, Some q => Some (compose p q) | _, _ => None end
  end.
Fixpoint table_of (good : list nat -> bool) (i : positive) (l : list hint) (table : PositiveMap.t (list nat)) :=
  match l with
  | [] => table
  | h :: l => table_of good (Pos.succ i) l
      (match permutation_of good table h with Some p => PositiveMap.add i p table | None => table end)
  end.
Lemma table_of_good good (ok : list nat -> Prop) :
  (forall p, good p = true -> ok p) -> (forall p q, ok p -> ok q -> ok (compose p q)) ->
  forall l i j p, PositiveMap.find j (table_of good i l (PositiveMap.empty _)) = Some p -> ok p.
Proof.
  intros G C l i. assert (E : forall j p, PositiveMap.find j (PositiveMap.empty (list nat)) = Some p -> ok p).
  { intros j p F. rewrite PositiveMap.gempty in F. discriminate. }
  revert i E. generalize (PositiveMap.empty (list nat)). induction l as [|h l IH]; simpl; intros table i E j p F.
  - eauto.
  - eapply IH; [|exact F]. clear F j p. intros j p.
    destruct (permutation_of good table h) as [q|] eqn:H; [|apply E].
    assert (Q : ok q).
    { destruct h as [q'|[a b]]; simpl in H.
      - destruct (good q') eqn:GQ; inversion H; subst; auto.
      - destruct (PositiveMap.find a table) as [p1|] eqn:FA; [|discriminate].
        destruct (PositiveMap.find b table) as [p2|] eqn:FB; inversion H; subst. eauto. }
    destruct (Pos.eq_dec j i) as [->|N].
    + rewrite PositiveMap.gss. congruence.
    + rewrite PositiveMap.gso by auto. apply E.
Qed.
