(** The checker of reply sets near the patients (crates/checker/src/near.rs): its states are lists of colours with two more marks, for
    the core and for patients. Near.v says why Alice wins. *)
From Coq Require Import List Arith Lia Bool PArith Permutation.
From Chromex Require Import Game Rules Facts Symmetry Lists Renaming Near Doctors.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** The number that a permutation maps to v. *)
Definition back n p v := match find (fun i => at_ p i =? v) (seq 0 n) with Some i => i | None => 0 end.
Lemma back_ok n p v : permutes n p -> v < n -> back n p v < n /\ at_ p (back n p v) = v.
Proof.
  intros P V. unfold back. destruct (find _ _) as [i|] eqn:F.
  - apply find_some in F. destruct F as [I E]. apply in_seq in I. apply Nat.eqb_eq in E. split; auto. lia.
  - destruct (perm_sur _ _ P v V) as (i & I & E). eapply find_none in F; [|apply in_seq; split; [apply Nat.le_0_l|exact I]].
    simpl in F. rewrite E, Nat.eqb_refl in F. discriminate.
Qed.
Lemma back_at n p v : permutes n p -> v < n -> back n p (at_ p v) = v.
Proof.
  intros P V. destruct (back_ok n p (at_ p v) P) as [A B]; [now apply (perm_in _ _ P)|]. now apply (perm_inj _ _ P).
Qed.

Section Patients.
  Variables (k n : nat) (g : graph).
  Notation colour d := (1 <= d <= k).

  (** ** What the checker computes *)
  Definition core_of (r : list bool) := nth k r false.
  Definition ill_of (r : list bool) := nth (S k) r false.
  Definition colours_in (r : list bool) := firstn k r.
  Definition list_table (rs : list (list bool)) := map (fun r => select 1 (colours_in r)) rs.
  Definition reduce_rows (rs : list (list bool)) : list (list bool) :=
    let table := list_table rs in
    let L v := nth v table [] in
    let ills := map (fun v => ill_of (nth v rs []) && negb (safe g L v)) (seq 0 n) in
    let I v := nth v ills false in
    let cores := map (fun v => core_of (nth v rs []) &&
      (I v || existsb (fun w => I w && shares L v w) (neighbours g v))) (seq 0 n) in
    let C v := nth v cores false in
    let stays v d := mem d (L v) && (C v || existsb (fun w => C w && mem d (L w)) (neighbours g v)) in
    map (fun v => norm false (map (stays v) (seq 1 k) ++ [C v; I v])) (seq 0 n).
  Fixpoint unset i (r : list bool) {struct r} := match r, i with [], _ => [] | _ :: r, O => false :: r | b :: r, S i => b :: unset i r end.
  Definition ply_rows (rs : list (list bool)) u d : list (list bool) :=
    let near := if d <=? k then neighbours g u else [] in
    map (fun v => if v =? u then [] else if mem v near then unset (pred d) (nth v rs []) else nth v rs []) (seq 0 n).
  (** The colour k + 1 stands for one that is not on the list. *)
  Definition near_play (l : lists) m : lists :=
    Lists (match m with Colour u d => reduce_rows (ply_rows (rows l) u d) | _ => rows l end) (opponent (to_move l)) 0.
  Definition near_moves (l : lists) : list move := match to_move l with
    | Left => rows_moves (repeat true k) (map (fun r => if core_of r then r else []) (rows l)) 0
    | Right => rows_moves (repeat true (S k)) (rows l) 0 ++ [Skip]
    end.
  Definition near_lost (rs : list (list bool)) := existsb (fun r => ill_of r && negb (some (colours_in r))) rs.
  Definition nobody_ill (rs : list (list bool)) := forallb (fun r => negb (ill_of r)) rs.
  Definition near_settled a (rs : list (list bool)) :=
    let table := list_table rs in
    forallb (fun v => negb (ill_of (nth v rs [])) ||
      treated g (fun v => nth v table []) (fun w => negb (ill_of (nth w rs []))) a 2 v) (seq 0 n).
  Definition near_start c t := Lists (reduce_rows (map (fun v =>
    if open c v then map (avail g c v) (seq 1 k) ++ [true; true] else []) (seq 0 n))) t 0.
  (** Changes of colours leave the two marks where they are. *)
  Definition keeps_marks q := match q with
    | None => true
    | Some q => is_perm (S (S k)) q && (at_ q k =? k) && (at_ q (S k) =? S k)
    end.

  (** ** It is right *)
  Hypothesis inside : forall v w, In w (neighbours g v) -> w < n.
  Hypothesis symmetric : forall v w, In w (neighbours g v) -> In v (neighbours g w).
  Notation good := (good_lists n (S (S k))).
  Definition state_of (rs : list (list bool)) :=
    Near (fun v d => bit (nth v rs []) d) (fun v => core_of (nth v rs [])) (fun v => ill_of (nth v rs [])).

  Lemma nth_nil i : nth i (@nil bool) false = false. Proof. now destruct i. Qed.
  Lemma bit_outside r d : length r < d -> bit r d = false.
  Proof. intros L. unfold bit. apply nth_overflow. lia. Qed.
  Lemma norm_nth r i : nth i (norm false r) false = nth i r false.
  Proof. change i with (pred (S i)). apply (bit_norm false r (S i)). lia. Qed.
  Lemma colours_spec r : good_row (S (S k)) r -> select 1 (colours_in r) = filter (bit r) (seq 1 k).
  Proof.
    intros [->|L].
    - unfold colours_in. rewrite firstn_nil. simpl. symmetry. apply filter_none. intros d _. unfold bit. apply nth_nil.
    - assert (E : colours_in r = map (bit r) (seq 1 k)); [|now rewrite E, select_map].
      unfold colours_in. apply nth_ext with (d := false) (d' := bit r 0).
      { rewrite firstn_length, map_length, seq_length. lia. }
      intros i I. rewrite firstn_length in I. rewrite map_nth, seq_nth by lia. unfold bit. simpl.
      rewrite <- (firstn_skipn k r) at 2. rewrite app_nth1; auto. rewrite firstn_length. lia.
  Qed.
  Lemma table_spec l v : good l -> v < n -> nth v (list_table (rows l)) [] = list_of k (state_of (rows l)) v.
  Proof.
    intros [L G] V. unfold list_table.
    rewrite (nth_indep _ [] (select 1 (colours_in []))) by now rewrite map_length, L.
    rewrite (map_nth (fun r => select 1 (colours_in r))). now rewrite colours_spec by auto.
  Qed.
  Lemma shares_spec L L' v w : L v = L' v -> L w = L' w -> shares L v w = shares L' v w.
  Proof. intros A B. unfold shares. now rewrite A, B. Qed.

  (** Two states that agree. *)
  Definition same x y := forall v, v < n -> core y v = core x v /\ ill y v = ill x v /\
    forall d, colour d -> listed y v d = listed x v d.
  Lemma about_same p x y : same x y -> about k n g p x -> about k n g p y.
  Proof.
    intros S. apply (renamed_about k n g inside (fun v => v) (fun v => v) (fun d => d) (fun d => d)); auto.
    intros v V. auto.
  Qed.
  Lemma nth_rows (f : nat -> list bool) v : v < n -> nth v (map f (seq 0 n)) [] = f v.
  Proof. apply nth_map_seq. Qed.
  Lemma row_bits (f : nat -> bool) a b : length (map f (seq 1 k) ++ [a; b]) = S (S k) /\
    (forall d, colour d -> bit (map f (seq 1 k) ++ [a; b]) d = f d) /\
    core_of (map f (seq 1 k) ++ [a; b]) = a /\ ill_of (map f (seq 1 k) ++ [a; b]) = b.
  Proof.
    assert (L : length (map f (seq 1 k)) = k) by now rewrite map_length, seq_length.
    split; [rewrite app_length, L; simpl; lia|]. split; [|split].
    - intros d D. unfold bit. rewrite app_nth1 by lia. now apply bit_map.
    - unfold core_of. rewrite app_nth2, L, Nat.sub_diag by lia. reflexivity.
    - unfold ill_of. rewrite app_nth2, L by lia. replace (S k - k) with 1 by lia. reflexivity.
  Qed.
  Lemma reduce_good l t : good (Lists (reduce_rows (rows l)) t 0).
  Proof.
    split; [unfold reduce_rows; simpl; now rewrite map_length, seq_length|]. intros v V. unfold reduce_rows. cbn [rows].
    rewrite nth_rows by auto. match goal with |- good_row _ (norm false ?r) => set (row := r) end.
    unfold norm. destruct (some row); [right|now left]. apply row_bits.
  Qed.
  Lemma reduce_same l : good l -> same (reduce k g (state_of (rows l))) (state_of (reduce_rows (rows l))).
  Proof.
    intros G. set (x := state_of (rows l)). set (T := fun v => nth v (list_table (rows l)) []).
    assert (TS : forall v, v < n -> T v = list_of k x v) by (intros; now apply table_spec).
    set (I := fun v => nth v (map (fun v => ill_of (nth v (rows l) []) && negb (safe g T v)) (seq 0 n)) false).
    assert (IS : forall v, v < n -> I v = still_ill k g x v).
    { intros v V. unfold I. rewrite nth_map_seq by auto. unfold still_ill. simpl. do 2 f_equal. now apply (safe_ext g n). }
    set (C := fun v => nth v (map (fun v => core_of (nth v (rows l) []) &&
      (I v || existsb (fun w => I w && shares T v w) (neighbours g v))) (seq 0 n)) false).
    assert (CS : forall v, v < n -> C v = still_core k g x v).
    { intros v V. unfold C. rewrite nth_map_seq by auto. unfold still_core. simpl. rewrite IS by auto. do 2 f_equal.
      apply existsb_ext_in. intros w W. apply inside in W. rewrite IS by auto. f_equal. apply shares_spec; auto. }
    intros v V.
    assert (E : nth v (reduce_rows (rows l)) [] = norm false (map (fun d => mem d (T v) &&
      (C v || existsb (fun w => C w && mem d (T w)) (neighbours g v))) (seq 1 k) ++ [C v; I v])).
    { unfold reduce_rows. now rewrite nth_rows. }
    unfold state_of. cbn [core ill listed]. rewrite E. unfold core_of, ill_of. rewrite !norm_nth.
    match goal with |- context [map ?f (seq 1 k)] => destruct (row_bits f (C v) (I v)) as (_ & B1 & B2 & B3) end.
    unfold core_of, ill_of in B2, B3. rewrite B2, B3. split; [|split].
    - now rewrite CS.
    - now rewrite IS.
    - intros d D. rewrite bit_norm, B1 by lia. simpl. rewrite TS, mem_list, CS by auto. do 2 f_equal.
      apply existsb_ext_in. intros w W. apply inside in W. now rewrite CS, TS, mem_list.
  Qed.

  Lemma nth_unset : forall r i j, nth j (unset i r) false = nth j r false && negb (j =? i).
  Proof.
    induction r as [|b r IH]; intros [|i] [|j]; simpl; auto; [now rewrite andb_false_r|now rewrite andb_true_r..|exact (IH i j)].
  Qed.
  Lemma unset_length : forall r i, length (unset i r) = length r.
  Proof. induction r; intros [|i]; simpl; auto. Qed.
  Lemma ply_good l u d t : good l -> good (Lists (ply_rows (rows l) u d) t 0).
  Proof.
    intros [L G]. split; [unfold ply_rows; simpl; now rewrite map_length, seq_length|]. intros v V. unfold ply_rows. cbn [rows].
    rewrite nth_rows by auto. destruct (v =? u); [now left|]. destruct (mem v _); auto.
    destruct (G v V) as [E|E]; [rewrite E; now left|right; now rewrite unset_length].
  Qed.
  Lemma ply_same l u d : good l -> 1 <= d <= S k -> same (ply g (state_of (rows l)) u d) (state_of (ply_rows (rows l) u d)).
  Proof.
    intros G D v V. unfold state_of. cbn [core ill listed ply]. unfold ply_rows. rewrite nth_rows by auto.
    destruct (v =? u) eqn:VU.
    { unfold core_of, ill_of, bit. repeat (split; [now rewrite nth_nil, andb_false_r|]). intros e E. now rewrite nth_nil, andb_false_r. }
    cbn [negb]. rewrite !andb_true_r. set (r := nth v (rows l) []).
    assert (M : mem v (if d <=? k then neighbours g u else []) = mem u (neighbours g v) && (d <=? k)).
    { destruct (d <=? k); [rewrite andb_true_r|now rewrite andb_false_r]. apply eq_true_iff_eq. rewrite !mem_spec. split; apply symmetric. }
    rewrite M. destruct (mem u (neighbours g v)); cbn [andb].
    - destruct (Nat.leb_spec d k) as [DK|DK].
      + unfold core_of, ill_of, bit. rewrite !nth_unset.
        repeat (split; [rewrite (proj2 (Nat.eqb_neq _ (pred d))) by lia; now rewrite andb_true_r|]).
        intros e E. rewrite nth_unset, andb_true_r. f_equal. f_equal.
        destruct (Nat.eqb_spec d e), (Nat.eqb_spec (pred e) (pred d)); auto; lia.
      + repeat (split; auto). intros e E. rewrite (proj2 (Nat.eqb_neq d e)) by lia. cbn [negb]. now rewrite !andb_true_r.
    - repeat (split; auto). intros e E. cbn [negb]. now rewrite !andb_true_r.
  Qed.
  Lemma play_good l m : good l -> good (near_play l m).
  Proof.
    intros G. destruct m as [u d|h|]; [|now destruct G|now destruct G].
    apply (reduce_good (Lists (ply_rows (rows l) u d) Left 0)).
  Qed.
  Lemma about_play p l u d : good l -> 1 <= d <= S k -> about k n g p (ply g (state_of (rows l)) u d) ->
    about k n g p (state_of (rows (near_play l (Colour u d)))).
  Proof.
    intros G D A. set (l' := Lists (ply_rows (rows l) u d) Left 0).
    apply (about_same p (reduce k g (state_of (rows l')))).
    - apply (reduce_same l'). now apply ply_good.
    - apply about_reduce; auto. now apply (about_same p _ _ (ply_same l u d G D)).
  Qed.

  (** *** Moves *)
  Lemma bit_repeat i d : 1 <= d -> bit (repeat true i) d = (d <=? i).
  Proof.
    intros D. unfold bit. destruct (Nat.leb_spec d i) as [L|L].
    - destruct (nth_in_or_default (pred d) (repeat true i) false) as [I|I].
      + now apply repeat_spec in I.
      + rewrite <- I. rewrite nth_indep with (d' := true) by (rewrite repeat_length; lia).
        destruct (nth_in_or_default (pred d) (repeat true i) true) as [J|J]; auto. now apply repeat_spec in J.
    - apply nth_overflow. rewrite repeat_length. lia.
  Qed.
  Lemma his_moves l u d : good l -> to_move l = Right -> u < n -> 1 <= d <= S k -> bit (nth u (rows l) []) d = true ->
    In (Colour u d) (near_moves l).
  Proof.
    intros [L G] T U D B. unfold near_moves. rewrite T. apply in_app_iff. left. apply in_rows_moves. exists u, d.
    rewrite L, bit_repeat by lia. repeat split; auto; try lia. now apply Nat.leb_le.
  Qed.
  Lemma her_moves l m : good l -> to_move l = Left -> In m (near_moves l) -> exists u d, m = Colour u d /\ u < n /\ colour d /\
    core (state_of (rows l)) u = true /\ listed (state_of (rows l)) u d = true.
  Proof.
    intros [L G] T I. unfold near_moves in I. rewrite T in I. apply in_rows_moves in I. destruct I as (u & d & -> & U & D & B & C).
    rewrite map_length, L in U. rewrite bit_repeat in B by auto. apply Nat.leb_le in B.
    rewrite (nth_indep _ [] (if core_of [] then [] else [])) in C by now rewrite map_length, L.
    rewrite (map_nth (fun r => if core_of r then r else [])) in C.
    exists u, d. simpl. split; auto. split; auto. split; [lia|].
    destruct (core_of (nth u (rows l) [])); auto. unfold bit in C. rewrite nth_nil in C. discriminate.
  Qed.
  Lemma alternate_near l m : to_move (near_play l m) = opponent (to_move l). Proof. reflexivity. Qed.

  Definition wins m (l : lists) := forall p, about k n g p (state_of (rows l)) -> survives k n g m (to_move l) p.
  Definition goes_on (l : lists) := near_lost (rows l) = false.
  Lemma goes_on_spec p l : good l -> goes_on l -> about k n g p (state_of (rows l)) -> nobody_lost k n p.
  Proof.
    intros [L G] O A. apply (nobody_lost_near k n g p _ A). intros v V I. simpl in I.
    unfold goes_on, near_lost in O. assert (X : some (colours_in (nth v (rows l) [])) = true).
    { destruct (some (colours_in (nth v (rows l) []))) eqn:X; auto.
      assert (existsb (fun r => ill_of r && negb (some (colours_in r))) (rows l) = true); [|congruence].
      apply existsb_exists. exists (nth v (rows l) []). split; [apply nth_In; lia|]. now rewrite I, X. }
    apply some_iff in X. destruct X as (i & I1 & I2). unfold colours_in in *. rewrite firstn_length in I1.
    exists (S i). split; [lia|]. simpl. unfold bit. simpl.
    rewrite <- (firstn_skipn k (nth v (rows l) [])), app_nth1; auto. rewrite firstn_length. lia.
  Qed.
  Lemma wins_mine m l mv : good l -> goes_on l -> to_move l = Left -> In mv (near_moves l) -> wins m (near_play l mv) -> wins (S m) l.
  Proof.
    intros G O T I W p A. split; [eapply goes_on_spec; eauto|]. rewrite T.
    destruct (her_moves l mv G T I) as (u & d & -> & U & D & CU & LU). right.
    assert (M : may p u d = true) by (apply (lists_true k n g p _ A); auto).
    exists u, d. split; [exact U|]. split; [exact D|]. split; [exact M|].
    assert (W' := W (put g p u d)). cbn [near_play to_move] in W'. rewrite T in W'. apply W'.
    apply about_play; auto; [lia|]. pose proof (about_put k n g symmetric p _ u d A U D M) as X.
    unfold shadow in X. now rewrite LU in X.
  Qed.
  Lemma wins_theirs m l : good l -> goes_on l -> to_move l = Right -> (forall mv, In mv (near_moves l) -> wins m (near_play l mv)) ->
    wins (S m) l.
  Proof.
    intros G O T W p A. split; [eapply goes_on_spec; eauto|]. rewrite T.
    assert (W' : forall mv, In mv (near_moves l) -> forall p, about k n g p (state_of (rows (near_play l mv))) -> survives k n g m Left p).
    { intros mv I q B. specialize (W mv I q B). cbn [near_play to_move] in W. now rewrite T in W. }
    assert (SK : In Skip (near_moves l)) by (unfold near_moves; rewrite T; apply in_app_iff; right; simpl; auto).
    split; [now apply (W' Skip)|]. intros u d U D M.
    pose proof (about_put k n g symmetric p _ u d A U D M) as X. unfold shadow in X.
    destruct (listed _ u d) eqn:LU; [|destruct (core _ u) eqn:CU].
    - apply (W' (Colour u d)); [apply his_moves; auto; lia|]. apply about_play; auto. lia.
    - apply (W' (Colour u (S k))); [apply his_moves; auto; lia|]. apply about_play; auto. lia.
    - now apply (W' Skip).
  Qed.
  Lemma wins_nobody_ill l : good l -> nobody_ill (rows l) = true -> forall m, wins m l.
  Proof.
    intros [L G] N m p A. eapply survives_nobody_ill; eauto. intros v V. unfold nobody_ill in N. rewrite forallb_forall in N.
    apply negb_true_iff, N, nth_In. lia.
  Qed.
  Lemma wins_settled a l : good l -> near_settled a (rows l) = true -> forall m, wins m l.
  Proof.
    intros G N m p A. unfold near_settled in N. rewrite forallb_forall in N.
    assert (B : bob_ok k n g a (state_of (rows l))).
    { intros v V I. specialize (N v ltac:(apply in_seq; lia)). simpl in I. rewrite I in N. simpl in N. right. rewrite <- N.
      symmetry. apply (treated_ext g n inside); auto. intros w W. now apply table_spec. }
    apply (doctors_survive k n g symmetric a m _ _ _ A); auto. intros _. exists 0. now apply bob_alice.
  Qed.

  (** *** Keys *)
  Notation kind := (fun v x => if mem v (neighbours g x) then 1 else 0).
  Definition has_near_key i l := exists p q, respects n kind p /\ keeps_marks q = true /\ i = code (image p q l).
  Definition unwas q d := match q with None => d | Some q => S (back (S (S k)) q (pred d)) end.
  Lemma keeps_recolours q : keeps_marks q = true -> recolours (S (S k)) true q.
  Proof.
    destruct q as [q|]; simpl; auto. rewrite !andb_true_iff. intros [[A _] _]. split; auto. now apply is_perm_spec.
  Qed.
  Lemma was_marks q : keeps_marks q = true -> was q (S k) = S k /\ was q (S (S k)) = S (S k).
  Proof.
    destruct q as [q|]; simpl; auto. rewrite !andb_true_iff, !Nat.eqb_eq. intros [[_ A] B]. now rewrite A, B.
  Qed.
  Lemma was_colour q d : keeps_marks q = true -> colour d -> colour (was q d) /\ colour (unwas q d) /\ was q (unwas q d) = d /\ unwas q (was q d) = d.
  Proof.
    destruct q as [q|]; [|simpl; auto]. intros K D. cbn [was unwas pred]. unfold keeps_marks in K. rewrite !andb_true_iff, !Nat.eqb_eq in K.
    destruct K as [[P A] B]. apply is_perm_spec in P.
    assert (X : forall i, i < k -> at_ q i < k).
    { intros i I. pose proof (perm_in _ _ P i ltac:(lia)).
      assert (at_ q i <> k). { intros E. assert (i = k); [apply (perm_inj _ _ P); try lia; congruence|lia]. }
      assert (at_ q i <> S k). { intros E. assert (i = S k); [apply (perm_inj _ _ P); try lia; congruence|lia]. } lia. }
    destruct (back_ok _ q (pred d) P) as [Y1 Y2]; [lia|].
    assert (back (S (S k)) q (pred d) < k).
    { destruct (Nat.lt_ge_cases (back (S (S k)) q (pred d)) k); auto. exfalso.
      assert (E : back (S (S k)) q (pred d) = k \/ back (S (S k)) q (pred d) = S k) by lia.
      destruct E as [E|E]; rewrite E in Y2; lia. }
    specialize (X (pred d) ltac:(lia)). rewrite back_at, Y2 by (auto; lia). repeat split; lia.
  Qed.
  Lemma near_key_sound i l l' m : good l -> good l' -> has_near_key i l -> has_near_key i l' -> wins m l -> wins m l'.
  Proof.
    intros G G' (p & q & P & Q & ->) (p' & q' & P' & Q' & E) W r A.
    assert (R := keeps_recolours q Q). assert (R' := keeps_recolours q' Q').
    apply code_inj with (n := n) (k := S (S k)) in E; try (eapply image_good; eauto).
    assert (T : to_move l = to_move l') by exact (f_equal to_move E).
    assert (B : forall x e, x < n -> 1 <= e <= S (S k) ->
      bit (nth (at_ p x) (rows l) []) (was q e) = bit (nth (at_ p' x) (rows l') []) (was q' e)).
    { intros x e X Y. pose proof (f_equal (fun l => bit (nth x (rows l) []) e) E) as Z. cbv beta in Z.
      rewrite (image_row n kind p q P), (image_row n kind p' q' P') in Z by auto.
      rewrite !(recolour_bit (S (S k)) true) in Z; auto.
      - apply G', (perm_in _ _ (proj1 P')); auto.
      - apply G, (perm_in _ _ (proj1 P)); auto. }
    set (F := fun v => at_ p' (back n p v)). set (F' := fun v => at_ p (back n p' v)).
    set (H := fun d => was q' (unwas q d)). set (H' := fun d => was q (unwas q' d)).
    assert (F_in : forall v, v < n -> F v < n /\ F' v < n /\ F (F' v) = v /\ F' (F v) = v).
    { intros v V. unfold F, F'. destruct (back_ok n p v (proj1 P) V) as [A1 A2], (back_ok n p' v (proj1 P') V) as [A3 A4].
      rewrite !back_at by (auto; apply P || apply P'). rewrite A2, A4.
      repeat split; auto; [apply (perm_in _ _ (proj1 P'))|apply (perm_in _ _ (proj1 P))]; auto. }
    assert (H_in : forall d, colour d -> colour (H d) /\ colour (H' d) /\ H (H' d) = d /\ H' (H d) = d).
    { intros d D. unfold H, H'.
      destruct (was_colour q d Q D) as (A1 & A2 & A3 & A4), (was_colour q' d Q' D) as (B1 & B2 & B3 & B4).
      destruct (was_colour q (unwas q' d) Q B2) as (C1 & C2 & C3 & C4), (was_colour q' (unwas q d) Q' A2) as (D1 & D2 & D3 & D4).
      rewrite C4, D4. auto. }
    assert (K : forall p v w, respects n kind p -> v < n -> w < n -> mem (at_ p v) (neighbours g (at_ p w)) = mem v (neighbours g w)).
    { intros s v w [_ S] V X. specialize (S v w V X). simpl in S.
      destruct (mem (at_ s v) _), (mem v _); auto; discriminate. }
    assert (F_adj : forall v w, v < n -> w < n -> mem (F v) (neighbours g (F w)) = mem v (neighbours g w)).
    { intros v w V X. unfold F. destruct (back_ok n p v (proj1 P) V) as [A1 A2], (back_ok n p w (proj1 P) X) as [A3 A4].
      rewrite K by auto. rewrite <- (K p) by auto. now rewrite A2, A4. }
    assert (F'_adj : forall v w, v < n -> w < n -> mem (F' v) (neighbours g (F' w)) = mem v (neighbours g w)).
    { intros v w V X. unfold F'. destruct (back_ok n p' v (proj1 P') V) as [A1 A2], (back_ok n p' w (proj1 P') X) as [A3 A4].
      rewrite K by auto. rewrite <- (K p') by auto. now rewrite A2, A4. }
    set (r1 := Position (fun v d => may r (F v) (H d)) (fun v => blank r (F v))).
    assert (A1 : about k n g r1 (state_of (rows l))).
    { apply (renamed_about k n g inside F F' H H' F_in H_in F_adj r r1 (state_of (rows l'))); auto.
      - intros v V. split; auto.
      - intros v V. destruct (back_ok n p v (proj1 P) V) as [V1 V2]. destruct (was_marks q Q) as [M1 M2], (was_marks q' Q') as [M3 M4].
        simpl. split; [|split].
        + specialize (B (back n p v) (S k) V1 ltac:(lia)). rewrite M1, M3, V2 in B. exact B.
        + specialize (B (back n p v) (S (S k)) V1 ltac:(lia)). rewrite M2, M4, V2 in B. exact B.
        + intros d D. destruct (was_colour q d Q D) as (C1 & C2 & C3 & C4).
          specialize (B (back n p v) (unwas q d) V1 ltac:(lia)). rewrite C3, V2 in B. exact B. }
    rewrite <- T. specialize (W r1 A1).
    eapply (renamed_survives k n g F' F H' H); eauto.
    - intros v V. destruct (F_in v V) as (X1 & X2 & X3 & X4). auto.
    - intros d D. destruct (H_in d D) as (X1 & X2 & X3 & X4). auto.
    - intros v V. destruct (F_in v V) as (X1 & X2 & X3 & X4). simpl. rewrite X3. split; auto.
      intros d D. destruct (H_in d D) as (Y1 & Y2 & Y3 & Y4). now rewrite Y3.
  Qed.

  Lemma about_start c t : length c = n -> about k n g (position_of g c) (state_of (rows (near_start c t))).
  Proof.
    intros LN. set (l := Lists (map (fun v => if open c v then map (avail g c v) (seq 1 k) ++ [true; true] else []) (seq 0 n)) t 0).
    assert (G : good l).
    { split; [simpl; now rewrite map_length, seq_length|]. intros v V. simpl. rewrite nth_rows by auto.
      destruct (open c v); [right; apply row_bits|now left]. }
    apply (about_same _ _ _ (reduce_same l G)). apply about_reduce; auto.
    apply (about_same _ (Near (avail g c) (open c) (open c))).
    - intros v V. unfold state_of, l. cbn [core ill listed rows]. rewrite nth_rows by auto.
      destruct (open c v) eqn:O; [destruct (row_bits (avail g c v) true true) as (_ & B1 & B2 & B3); auto|].
      unfold core_of, ill_of, bit. repeat (split; [apply nth_nil|]). intros d D. rewrite nth_nil. unfold avail. now rewrite O.
    - constructor; simpl; auto. intros v w d _ _ _ _ M L. congruence.
  Qed.
  Lemma start_good c t : good (near_start c t).
  Proof. apply (reduce_good (Lists (map (fun v => if open c v then map (avail g c v) (seq 1 k) ++ [true; true] else []) (seq 0 n)) t 0)). Qed.
End Patients.
