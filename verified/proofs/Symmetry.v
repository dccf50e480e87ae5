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

(** ** Tables of checked permutations *)
Fixpoint table_of (good : list nat -> bool) (i : positive) (l : list (list nat)) : PositiveMap.t (list nat) :=
  match l with
  | [] => PositiveMap.empty _
  | p :: l => if good p then PositiveMap.add i p (table_of good (Pos.succ i) l) else table_of good (Pos.succ i) l
  end.
Lemma table_of_good good : forall l i j p, PositiveMap.find j (table_of good i l) = Some p -> good p = true.
Proof.
  induction l as [|q l IH]; simpl; intros i j p F.
  - rewrite PositiveMap.gempty in F. discriminate.
  - destruct (good q) eqn:G; [|eauto]. destruct (Pos.eq_dec j i) as [->|N].
    + rewrite PositiveMap.gss in F. congruence.
    + rewrite PositiveMap.gso in F by auto. eauto.
Qed.
