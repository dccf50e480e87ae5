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

(** A list of what f makes of the members of another one and their numbers, from v on. *)
Fixpoint walk {A B} (f : nat -> A -> B) v (l : list A) : list B := match l with [] => [] | a :: l => f v a :: walk f (S v) l end.
Lemma walk_length {A B} (f : nat -> A -> B) : forall l v, length (walk f v l) = length l.
Proof. induction l; simpl; auto. Qed.
Lemma nth_walk {A B} (f : nat -> A -> B) da db : forall l v i, i < length l -> nth i (walk f v l) db = f (v + i) (nth i l da).
Proof.
  induction l as [|a l IH]; simpl; intros v [|i] L; try lia; [now rewrite Nat.add_0_r|]. rewrite IH by lia. f_equal. lia.
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
    let colours := seq 1 k in
    let table := list_table rs in
    let L v := nth v table [] in
    let ills := walk (fun v r => ill_of r && negb (quickly_safe g L v)) 0 rs in
    let I v := nth v ills false in
    let cores := walk (fun v x => core_of (fst x) &&
      (snd x || existsb (fun w => I w && shares L v w) (neighbours g v))) 0 (combine rs ills) in
    let C v := nth v cores false in
    walk (fun v x => let '(l, (c, i)) := x in
      let stays d := mem d l && (c || existsb (fun w => C w && mem d (L w)) (neighbours g v)) in
      norm false (map stays colours ++ [c; i])) 0 (combine table (combine cores ills)).
  Fixpoint unset i (r : list bool) {struct r} := match r, i with [], _ => [] | _ :: r, O => false :: r | b :: r, S i => b :: unset i r end.
  Fixpoint change (f : list bool -> list bool) v (rs : list (list bool)) {struct rs} :=
    match rs, v with [], _ => [] | r :: rs, O => f r :: rs | r :: rs, S v => r :: change f v rs end.
  Definition ply_rows (rs : list (list bool)) u d : list (list bool) :=
    fold_right (change (unset (pred d))) (change (fun _ => []) u rs) (neighbours g u).
  Definition near_play (l : lists) m : lists :=
    Lists (match m with Colour u d => reduce_rows (ply_rows (rows l) u d) | _ => rows l end) (opponent (to_move l)) 0.
  Definition near_moves (l : lists) : list move := match to_move l with
    | Left => rows_moves (repeat true k) (map (fun r => if core_of r then r else []) (rows l)) 0
    | Right => rows_moves (repeat true k) (rows l) 0 ++ [Skip]
    end.
  Definition near_lost (rs : list (list bool)) := existsb (fun r => ill_of r && negb (some (colours_in r))) rs.
  Definition nobody_ill (rs : list (list bool)) := forallb (fun r => negb (ill_of r)) rs.
  Definition near_settled a (rs : list (list bool)) :=
    let table := list_table rs in
    forallb id (walk (fun v r => negb (ill_of r) ||
      treated g (fun v => nth v table []) (fun w => negb (ill_of (nth w rs []))) a 2 v) 0 rs).
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
  Lemma reduce_length rs : length rs = n -> length (reduce_rows rs) = n.
  Proof.
    intros L. unfold reduce_rows. rewrite !walk_length, !combine_length, !walk_length, combine_length, walk_length.
    unfold list_table. rewrite map_length. lia.
  Qed.
  Lemma reduce_row l v : good l -> v < n -> exists f c i, nth v (reduce_rows (rows l)) [] = norm false (map f (seq 1 k) ++ [c; i]).
  Proof.
    intros [L G] V. unfold reduce_rows. rewrite (nth_walk _ ([], (false, false))).
    2: { rewrite !combine_length, !walk_length, combine_length, walk_length. unfold list_table. rewrite map_length. lia. }
    destruct (nth v (combine _ _) _) as [m [c i]]. eauto.
  Qed.
  Lemma reduce_good l t : good l -> good (Lists (reduce_rows (rows l)) t 0).
  Proof.
    intros G. split; [cbn [rows]; apply (reduce_length (rows l)), G|]. intros v V. cbn [rows].
    destruct (reduce_row l v G V) as (f & c & i & ->).
    unfold norm. destruct (some _); [right|now left]. apply row_bits.
  Qed.
  Lemma reduce_same l : good l -> same (reduce k g (state_of (rows l))) (state_of (reduce_rows (rows l))).
  Proof.
    intros G. set (x := state_of (rows l)). set (T := fun v => nth v (list_table (rows l)) []).
    assert (TS : forall v, v < n -> T v = list_of k x v) by (intros; now apply table_spec).
    set (ills := walk (fun v r => ill_of r && negb (quickly_safe g T v)) 0 (rows l)).
    assert (LI : length ills = n) by (unfold ills; rewrite walk_length; apply G).
    assert (IS : forall v, v < n -> nth v ills false = still_ill k g x v).
    { intros v V. unfold ills. rewrite (nth_walk _ []) by now rewrite (proj1 G). unfold still_ill. simpl. rewrite quickly_safe_ok. do 2 f_equal.
      now apply (safe_ext g n). }
    set (cores := walk (fun v y => core_of (fst y) &&
      (snd y || existsb (fun w => nth w ills false && shares T v w) (neighbours g v))) 0 (combine (rows l) ills)).
    assert (LC : length cores = n) by (unfold cores; rewrite walk_length, combine_length, (proj1 G), LI; lia).
    assert (CS : forall v, v < n -> nth v cores false = still_core k g x v).
    { intros v V. unfold cores. rewrite (nth_walk _ ([], false)) by (rewrite combine_length, (proj1 G), LI; lia).
      rewrite combine_nth by now rewrite (proj1 G), LI. cbn [fst snd plus]. unfold still_core. simpl. rewrite IS by auto. do 2 f_equal.
      apply existsb_ext_in. intros w W. apply inside in W. rewrite IS by auto. f_equal. apply shares_spec; auto. }
    set (C := fun v => nth v cores false). set (I := fun v => nth v ills false).
    change (forall v, v < n -> C v = still_core k g x v) in CS. change (forall v, v < n -> I v = still_ill k g x v) in IS.
    intros v V.
    assert (E : nth v (reduce_rows (rows l)) [] = norm false (map (fun d => mem d (T v) &&
      (C v || existsb (fun w => C w && mem d (T w)) (neighbours g v))) (seq 1 k) ++ [C v; I v])).
    { unfold reduce_rows. fold T. fold ills. fold cores.
      assert (LT : length (list_table (rows l)) = n) by (unfold list_table; rewrite map_length; apply G).
      rewrite (nth_walk _ ([], (false, false))) by (rewrite !combine_length, LT, LC, LI; lia).
      rewrite !combine_nth by (rewrite ?combine_length, ?LT, ?LC, ?LI; lia). reflexivity. }
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
  Lemma change_length f : forall rs v, length (change f v rs) = length rs.
  Proof. induction rs; intros [|v]; simpl; auto. Qed.
  Lemma nth_change f : (f [] = []) -> forall rs v w, nth w (change f v rs) [] = if w =? v then f (nth w rs []) else nth w rs [].
  Proof.
    intros E. induction rs as [|r rs IH]; intros [|v] [|w]; simpl; auto; try (now destruct (_ =? _)). exact (IH v w).
  Qed.
  Lemma ply_length rs u d : length (ply_rows rs u d) = length rs.
  Proof.
    unfold ply_rows. induction (neighbours g u); simpl; [apply change_length|]. now rewrite change_length.
  Qed.
  Lemma unset_twice : forall r i, unset i (unset i r) = unset i r.
  Proof. induction r; intros [|i]; simpl; auto. now rewrite IHr. Qed.
  Lemma ply_row rs u d v : nth v (ply_rows rs u d) [] =
    if v =? u then [] else if mem v (neighbours g u) then unset (pred d) (nth v rs []) else nth v rs [].
  Proof.
    unfold ply_rows. induction (neighbours g u) as [|w ws IH]; cbn [fold_right mem existsb].
    - rewrite nth_change by auto. now destruct (v =? u).
    - rewrite nth_change, IH by auto. fold (mem v ws). destruct (v =? w), (v =? u), (mem v ws); auto. apply unset_twice.
  Qed.
  Lemma ply_good l u d t : good l -> good (Lists (ply_rows (rows l) u d) t 0).
  Proof.
    intros [L G]. split; [cbn [rows]; now rewrite ply_length|]. intros v V. cbn [rows]. rewrite ply_row. destruct (v =? u); [now left|]. destruct (mem v _); auto.
    destruct (G v V) as [E|E]; [rewrite E; now left|right; now rewrite unset_length].
  Qed.
  Lemma ply_same l u d : good l -> colour d -> same (ply g (state_of (rows l)) u d) (state_of (ply_rows (rows l) u d)).
  Proof.
    intros G D v V. unfold state_of. cbn [core ill listed ply]. rewrite ply_row.
    destruct (v =? u) eqn:VU.
    { unfold core_of, ill_of, bit. repeat (split; [now rewrite nth_nil, andb_false_r|]). intros e E. now rewrite nth_nil, andb_false_r. }
    cbn [negb]. rewrite !andb_true_r. set (r := nth v (rows l) []).
    assert (M : mem v (neighbours g u) = mem u (neighbours g v)) by (apply eq_true_iff_eq; rewrite !mem_spec; split; apply symmetric).
    rewrite M. destruct (mem u (neighbours g v)); cbn [andb].
    - unfold core_of, ill_of, bit. rewrite !nth_unset.
      repeat (split; [rewrite (proj2 (Nat.eqb_neq _ (pred d))) by lia; now rewrite andb_true_r|]).
      intros e E. rewrite nth_unset, andb_true_r. f_equal. f_equal.
      destruct (Nat.eqb_spec d e), (Nat.eqb_spec (pred e) (pred d)); auto; lia.
    - repeat (split; auto). intros e E. cbn [negb]. now rewrite !andb_true_r.
  Qed.
  Lemma play_good l m : good l -> good (near_play l m).
  Proof.
    intros G. destruct m as [u d|h|]; [|now destruct G|now destruct G].
    apply (reduce_good (Lists (ply_rows (rows l) u d) Left 0)). now apply ply_good.
  Qed.
  Lemma about_play p l u d : good l -> colour d -> about k n g p (ply g (state_of (rows l)) u d) ->
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
  Lemma his_moves l u d : good l -> to_move l = Right -> u < n -> colour d -> bit (nth u (rows l) []) d = true ->
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
    assert (M : may p u d = true) by (rewrite <- (lists_true k n g p _ A u d); auto).
    exists u, d. split; [exact U|]. split; [exact D|]. split; [exact M|].
    assert (W' := W (put g p u d)). cbn [near_play to_move] in W'. rewrite T in W'. apply W'.
    apply about_play; auto. pose proof (about_put k n g symmetric p _ u d A U D M) as X.
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
    destruct (listed _ u d) eqn:LU.
    - apply (W' (Colour u d)); [now apply his_moves|]. now apply about_play.
    - now apply (W' Skip).
  Qed.
  Lemma wins_nobody_ill l : good l -> nobody_ill (rows l) = true -> forall m, wins m l.
  Proof.
    intros [L G] N m p A. eapply survives_nobody_ill; eauto. intros v V. unfold nobody_ill in N. rewrite forallb_forall in N.
    apply negb_true_iff, N, nth_In. lia.
  Qed.
  Lemma wins_settled a l : good l -> near_settled a (rows l) = true -> forall m, wins m l.
  Proof.
    intros G N m p A. unfold near_settled in N.
    assert (B : bob_ok k n g a (state_of (rows l))).
    { intros v V I. rewrite forallb_forall in N.
      match type of N with forall x, In x ?w -> _ =>
        assert (N' : id (nth v w false) = true) by (apply N, nth_In; rewrite walk_length, (proj1 G); exact V) end.
      rewrite (nth_walk _ []) in N' by now rewrite (proj1 G). unfold id in N'. cbn [plus] in N'. simpl in I.
      rewrite I in N'. cbn [negb orb] in N'. right. rewrite <- N'.
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

  Definition start_lists c t :=
    Lists (map (fun v => if open c v then map (avail g c v) (seq 1 k) ++ [true; true] else []) (seq 0 n)) t 0.
  Lemma start_lists_good c t : good (start_lists c t).
  Proof.
    split; [simpl; now rewrite map_length, seq_length|]. intros v V. simpl. rewrite nth_rows by auto.
    destruct (open c v); [right; apply row_bits|now left].
  Qed.
  Lemma about_start c t : length c = n -> about k n g (position_of g c) (state_of (rows (near_start c t))).
  Proof.
    intros LN. apply (about_same _ _ _ (reduce_same _ (start_lists_good c t))). apply about_reduce; auto.
    apply (about_same _ (Near (avail g c) (open c) (open c))).
    - intros v V. unfold state_of, start_lists. cbn [core ill listed rows]. rewrite nth_rows by auto.
      destruct (open c v) eqn:O; [destruct (row_bits (avail g c v) true true) as (_ & B1 & B2 & B3); auto|].
      unfold core_of, ill_of, bit. repeat (split; [apply nth_nil|]). intros d D. rewrite nth_nil. unfold avail. now rewrite O.
    - constructor; simpl; auto. intros v w d _ _ _ _ M L. congruence.
  Qed.
  Lemma start_good c t : good (near_start c t).
  Proof. apply (reduce_good (start_lists c t)), start_lists_good. Qed.
End Patients.
