(** Boards of every length: Alice wins by keeping to a set of pairs of columns. *)
From Coq Require Import List Arith Lia Bool.
From Chromex Require Import Game Rules Facts Local Boards Columns Checker.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** A row of columns, each with at most one on either side *)
Definition column_at (f : nat -> column) (o : option nat) : column := match o with Some j => f j | None => None end.
Definition change (f : nat -> column) j y i := if i =? j then y else f i.
Lemma change_same f j y : change f j y j = y.
Proof. unfold change. now rewrite Nat.eqb_refl. Qed.
Lemma change_other f j y i : i <> j -> change f j y i = f i.
Proof. unfold change. intros N. now rewrite (proj2 (Nat.eqb_neq i j)). Qed.
Lemma at_change f j y o : o <> Some j -> column_at (change f j y) o = column_at f o.
Proof. destruct o as [i|]; auto. intros N. simpl. apply change_other. congruence. Qed.

(** So many columns one after the other, with walls beyond the last one. *)
Fixpoint walk (f : nat -> column) (next : nat -> option nat) t (o : option nat) : list column :=
  match t with
  | O => []
  | S t => column_at f o :: walk f next t (match o with Some j => next j | None => None end)
  end.
Lemma walk_length f next t : forall o, length (walk f next t o) = t.
Proof. induction t; simpl; auto. Qed.
Lemma nth_walk f next T : forall t o, nth t (walk f next T o) None = if t <? T then column_at f (far next t o) else None.
Proof.
  induction T as [|T IH]; intros t o; [destruct t; auto|]. destruct t as [|t]; simpl; auto. rewrite IH.
  destruct (Nat.ltb_spec t T), (Nat.ltb_spec (S t) (S T)); auto; lia.
Qed.
Lemma walk_last f next t : forall o, walk f next (S t) o = walk f next t o ++ [column_at f (far next t o)].
Proof.
  induction t as [|t IH]; intros o; auto. change (walk f next (S (S t)) o) with (column_at f o :: walk f next (S t) (match o with Some j => next j | None => None end)).
  now rewrite IH.
Qed.
Lemma walk_change f next j y T : forall o, (forall t, t < T -> far next t o <> Some j) -> walk (change f j y) next T o = walk f next T o.
Proof.
  induction T as [|T IH]; intros o N; auto. simpl. rewrite IH.
  - f_equal. apply at_change. exact (N 0 ltac:(lia)).
  - intros t L. exact (N (S t) ltac:(lia)).
Qed.
Lemma in_walk f next T x : forall o, In x (walk f next T o) -> x = None \/ exists t j, far next t o = Some j /\ x = f j.
Proof.
  induction T as [|T IH]; intros o; simpl; [intros []|]. intros [<-|I].
  - destruct o as [j|]; auto. right. exists 0, j. auto.
  - apply IH in I. destruct I as [I|(t & j & A & B)]; auto. right. exists (S t), j. auto.
Qed.
Lemma walk_same f f' next T : forall o, (forall t j, t < T -> far next t o = Some j -> f j = f' j) -> walk f next T o = walk f' next T o.
Proof.
  induction T as [|T IH]; intros o E; auto. simpl. f_equal.
  - destruct o as [j|]; auto. exact (E 0 j ltac:(lia) eq_refl).
  - apply IH. intros t j L. exact (E (S t) j ltac:(lia)).
Qed.

Lemma nearest_walk f next t o : 1 <= t -> nearest (walk f next t o) = column_at f o.
Proof. destruct t; [lia|]. reflexivity. Qed.

Section Row.
  Variables (shape : shape) (rows : nat) (L : local).
  Variable allowed : column -> column -> bool.
  Variable d : bool.
  Notation "x ~ y" := (follows allowed d x y = true) (at level 70).
  Notation m := (range L).
  Hypothesis reaches : 1 <= m.
  Variable n : nat.
  Variables left right : nat -> option nat.
  Hypothesis S : sides n m left right.
  Notation before f j := (walk f left m (left j)).
  Notation behind f j := (walk f right m (right j)).

  (** All columns that stand side by side are allowed to. *)
  Definition keeps (f : nat -> column) := forall j, j < n ->
    column_at f (left j) ~ f j /\ f j ~ column_at f (right j).

  Lemma left_not_itself j : j < n -> left j <> Some j.
  Proof. intros J. exact (no_return_left _ _ _ _ S j 0 J ltac:(lia)). Qed.
  Lemma right_not_itself j : j < n -> right j <> Some j.
  Proof. intros J. exact (no_return_right _ _ _ _ S j 0 J ltac:(lia)). Qed.
  Lemma not_both_sides i j : j < n -> left j = Some i -> right j <> Some i.
  Proof.
    intros J E R. assert (I : i < n) by exact (left_in _ _ _ _ S i j J E). apply (proj1 (back _ _ _ _ S j i J I)) in R.
    apply (no_return_left _ _ _ _ S j 1 J ltac:(lia)). rewrite E. exact R.
  Qed.

  Lemma keeps_one f j y : keeps f -> j < n -> column_at f (left j) ~ y -> y ~ column_at f (right j) ->
    keeps (change f j y).
  Proof.
    intros K J A B i I. destruct (Nat.eq_dec i j) as [->|N].
    - rewrite change_same, !at_change; auto using left_not_itself. now apply right_not_itself.
    - rewrite change_other by auto. destruct (K i I) as [K1 K2]. split.
      + destruct (left i) as [a|] eqn:LJ; auto. simpl in *. destruct (Nat.eq_dec a j) as [->|M].
        * rewrite change_same. apply (proj2 (back _ _ _ _ S j i J I)) in LJ. now rewrite LJ in B.
        * now rewrite change_other.
      + destruct (right i) as [a|] eqn:R; auto. simpl in *. destruct (Nat.eq_dec a j) as [->|M].
        * rewrite change_same. apply (proj1 (back _ _ _ _ S i j I J)) in R. now rewrite R in A.
        * now rewrite change_other.
  Qed.
  (** The column at [j] is changed to [y], and that on its left, [a], to [x]. *)
  Lemma keeps_two f j y a x : keeps f -> j < n -> left j = Some a ->
    column_at f (left a) ~ x -> x ~ y -> y ~ column_at f (right j) -> keeps (change (change f j y) a x).
  Proof.
    intros K J LJ A B C. assert (AN : a < n) by exact (left_in _ _ _ _ S a j J LJ).
    assert (R : right a = Some j) by now apply (back _ _ _ _ S a j AN J).
    assert (NA : a <> j) by (intros ->; now apply (left_not_itself j)).
    assert (RJ : right j <> Some a) by now apply not_both_sides.
    assert (LA : left a <> Some j) by (intros E; apply RJ, (back _ _ _ _ S j a J AN); auto).
    intros i I. destruct (Nat.eq_dec i a) as [->|N1].
    { rewrite change_same, R. split.
      - now rewrite !at_change by auto using left_not_itself.
      - simpl. rewrite change_other, change_same by auto. exact B. }
    rewrite (change_other _ a) by auto. destruct (Nat.eq_dec i j) as [->|N2].
    { rewrite change_same, LJ. split.
      - simpl. now rewrite change_same.
      - rewrite !at_change by (auto; now apply right_not_itself). exact C. }
    rewrite change_other by auto. destruct (K i I) as [K1 K2]. split.
    - destruct (left i) as [b|] eqn:LI; auto. simpl in *. assert (BN : b < n) by exact (left_in _ _ _ _ S b i I LI).
      apply (proj2 (back _ _ _ _ S b i BN I)) in LI.
      rewrite (change_other _ a) by congruence. destruct (Nat.eq_dec b j) as [->|M].
      + rewrite change_same. now rewrite LI in C.
      + now rewrite change_other.
    - destruct (right i) as [b|] eqn:RI; auto. simpl in *. assert (BN : b < n) by exact (right_in _ _ _ _ S b i I RI).
      apply (proj1 (back _ _ _ _ S i b I BN)) in RI. destruct (Nat.eq_dec b a) as [->|M].
      + rewrite change_same. now rewrite RI in A.
      + rewrite (change_other _ a) by auto. rewrite change_other; auto. congruence.
  Qed.

  (** A move in column [a], and what becomes of it. *)
  Definition step_at fresh f a y := a < n /\ step shape rows L fresh d (before f a) (f a) (behind f a) y.
  Definition answers fresh f := exists a y, step_at fresh f a y /\ keeps (change f a y).

  Lemma before_change f j y T : j < n -> T <= Datatypes.S m -> walk (change f j y) left T (left j) = walk f left T (left j).
  Proof. intros J LT. apply walk_change. intros t LE. apply (no_return_left _ _ _ _ S); auto. lia. Qed.
  Lemma behind_change f j y T : j < n -> T <= Datatypes.S m -> walk (change f j y) right T (right j) = walk f right T (right j).
  Proof. intros J LT. apply walk_change. intros t LE. apply (no_return_right _ _ _ _ S); auto. lia. Qed.

  Lemma answer_in_column fresh f j y : keeps f -> j < n ->
    Here shape rows L allowed fresh d (before f j) y (behind f j) -> answers fresh (change f j y).
  Proof.
    intros K J (y' & ST & A & B). rewrite nearest_walk in A, B by auto. exists j, y'. split.
    - split; auto. rewrite change_same, before_change, behind_change; auto.
    - intros i I. assert (X := keeps_one f j y' K J A B i I).
      assert (E : forall i, change (change f j y) j y' i = change f j y' i)
        by (intros e; unfold change; destruct (e =? j); auto).
      assert (E' : forall o, column_at (change (change f j y) j y') o = column_at (change f j y') o)
        by (intros [e|]; simpl; auto).
      now rewrite E, !E'.
  Qed.
  Lemma before_far f t j : keeps f -> (forall i, i < n -> f i <> None) -> j < n ->
    Before allowed d (column_at f (far left (Datatypes.S t) (left j))) (column_at f (far left t (left j))).
  Proof.
    intros K W J. rewrite far_step. destruct (far left t (left j)) as [i|] eqn:E; [|reflexivity].
    assert (I : i < n) by (apply (far_in _ _ _ _ S t (left j) i); auto; intros a; apply (left_in _ _ _ _ S a j J)).
    simpl. specialize (W i I). destruct (f i) eqn:F; [|congruence]. simpl. destruct (K i I) as [X _]. now rewrite F in X.
  Qed.
  Lemma answer_on_the_left fresh f j y : keeps f -> (forall i, i < n -> f i <> None) -> j < n ->
    CanBe shape rows L d (walk f left (Datatypes.S m) (left j)) y (behind f j) ->
    Beside shape rows L allowed fresh d (before f j) y (behind f j) -> answers fresh (change f j y).
  Proof.
    intros K W J CB (x & others & E & N & A). assert (exists t, m = Datatypes.S t) as [t M] by (exists (pred m); lia).
    rewrite M in CB, E, A.
    destruct (left j) as [a|] eqn:LJ; [|inversion E; congruence]. simpl in E. injection E as EX EO. subst x others.
    assert (AN : a < n) by exact (left_in _ _ _ _ S a j J LJ). assert (RA : right a = Some j) by now apply (back _ _ _ _ S a j AN J).
    assert (LA : left a <> Some j).
    { intros E. apply (not_both_sides a j J LJ). now apply (back _ _ _ _ S j a J AN). }
    assert (NA : a <> j) by (intros ->; now apply (left_not_itself j)).
    destruct (A (column_at f (far left t (left a)))) as (C & x & ST & B & D).
    - rewrite walk_last, last_last.
      change (far left t (left a)) with (far left (Datatypes.S t) (Some a)). rewrite <- LJ. now apply before_far.
    - change (far left t (left a)) with (far left (Datatypes.S t) (Some a)). rewrite <- walk_last. exact CB.
    - assert (NB : nearest (walk f right (Datatypes.S t) (right j)) = column_at f (right j)) by reflexivity.
      rewrite walk_last, removelast_last in ST. rewrite <- walk_last in ST.
      exists a, x. split.
      + split; auto. rewrite M, RA. rewrite (change_other f j y a) by auto.
        assert (X : walk (change f j y) left (Datatypes.S t) (left a) = walk f left (Datatypes.S t) (left a)).
        { apply walk_change. intros u U. assert (NR := no_return_left _ _ _ _ S j (Datatypes.S u) J ltac:(lia)). rewrite LJ in NR. exact NR. }
        rewrite X. change (walk (change f j y) right (Datatypes.S t) (Some j)) with (change f j y j :: walk (change f j y) right t (right j)).
        rewrite change_same, (behind_change f j y t) by (auto; lia). exact ST.
      + assert (NL : nearest (walk f left t (left a) ++ [column_at f (far left t (left a))]) = column_at f (left a)).
        { rewrite <- walk_last. reflexivity. }
        apply keeps_two; auto. rewrite NL in B. exact B.
  Qed.
  Lemma chain_before f j : keeps f -> (forall i, i < n -> f i <> None) -> j < n -> Chain allowed d (f j) (before f j).
  Proof.
    intros K W. generalize m. intros T. revert j. induction T as [|T IH]; intros j J; simpl; auto.
    specialize (W j J) as WJ. destruct (K j J) as [A _]. split.
    - destruct (f j) as [l|] eqn:F; [|congruence]. exact A.
    - destruct (left j) as [a|] eqn:LJ.
      + simpl. apply IH. exact (left_in _ _ _ _ S a j J LJ).
      + simpl. clear. induction T as [|T IH]; simpl; auto.
  Qed.
End Row.

Lemma keeps_swap allowed d n left right f : keeps allowed d n left right f -> keeps allowed (negb d) n right left f.
Proof. intros K j J. destruct (K j J). auto using follows_swap. Qed.

Section Answer.
  Variables (s : strip) (L : local) (allowed : column -> column -> bool) (n : nat) (left right : nat -> option nat).
  Notation shape := (strip_shape s).
  Notation rows := (height s).
  Notation m := (range L).
  Hypothesis reaches : 1 <= m.
  Hypothesis OK : sound s L allowed.
  Hypothesis S : sides n m left right.
  Notation keeps := (keeps allowed true n left right).
  Notation answers := (answers shape rows L allowed true n left right).
  Notation step_at := (step_at shape rows L true n left right).
  Notation before f j := (walk f left m (left j)).
  Notation behind f j := (walk f right m (right j)).
  Variable f : nat -> column.
  Hypothesis K : keeps f.
  Hypothesis W : forall i, i < n -> f i <> None.
  (** What stands around column [j], which holds [y] now, and further to either side. *)
  Notation fits j := (CanBe shape rows L true (before f j) (f j) (behind f j)).
  Notation fits_left j y := (CanBe shape rows L true (walk f left (Datatypes.S m) (left j)) y (behind f j)).
  Notation fits_right j y := (CanBe shape rows L true (before f j) y (walk f right (Datatypes.S m) (right j))).

  Lemma answer_on_the_right fresh j y : j < n -> fits_right j y ->
    Beside shape rows L allowed fresh false (behind f j) y (before f j) -> answers fresh (change f j y).
  Proof.
    intros J T B. apply keeps_swap in K. simpl in K. apply can_be_swap in T.
    destruct (answer_on_the_left shape rows L allowed false reaches n right left (sides_swap _ _ _ _ S) fresh f j y) as (a & x & [A ST] & K'); auto.
    apply keeps_swap in K'. simpl in K'. apply step_swap in ST. simpl in ST. exists a, x. split; [split|]; auto.
  Qed.
  Lemma column_good j : j < n -> fits j -> let xs := before f j in let zs := behind f j in
    Alive shape rows L true xs (f j) zs /\
    (forall y', step shape rows L true true xs (f j) zs y' -> Answered shape rows L (bob_may_skip s || alice_may_skip s) allowed true xs zs y') /\
    (bob_may_skip s = true -> Spare shape rows L allowed true xs (f j) zs).
  Proof.
    intros J F. destruct (K j J) as [_ A]. apply (sound_good _ _ _ OK _ _ (W j J) A); auto using walk_length.
    - now apply (chain_before L allowed true n left right S).
    - apply keeps_swap in K. now apply (chain_before L allowed false n right left (sides_swap _ _ _ _ S)).
  Qed.

  (** Alice has an answer to each move, *)
  Lemma answer j y : fits j -> fits_left j y -> fits_right j y -> step_at true f j y ->
    (bob_may_skip s || alice_may_skip s = true /\ keeps (change f j y)) \/ answers false (change f j y).
  Proof.
    intros U UL UR [J ST]. destruct (column_good j J U) as (_ & G & _).
    destruct (G y ST) as [(SK & C & D)|[H|[H|H]]].
    - left. split; auto. rewrite nearest_walk in C, D by auto. now apply (keeps_one L allowed true reaches n left right S).
    - right. now apply answer_in_column.
    - right. now apply answer_on_the_left.
    - right. now apply answer_on_the_right.
  Qed.
  (** and to a skip, *)
  Lemma answer_skip j i : j < n -> fits j -> fits_right j (f j) -> bob_may_skip s = true ->
    let xs := before f j in let zs := behind f j in
    i < rows -> in_row (f j) i = 0 -> Open shape rows L true true xs (f j) zs i ->
    first_open shape rows L (column_at f (left j)) (f j) (column_at f (right j)) = true ->
    answers (all_blank rows xs (f j) zs) (change f j (f j)).
  Proof.
    intros J U UR SK xs zs I Z O F. destruct (column_good j J U) as (_ & _ & G).
    destruct (G SK) as [H|[H|[H|H]]]; [destruct (H i I Z O)|rewrite !nearest_walk in H by auto; congruence| |].
    - now apply answer_in_column.
    - now apply answer_on_the_right.
  Qed.
  (** and nothing is dead. *)
  Lemma nothing_dead j i : j < n -> fits j -> i < rows -> in_row (f j) i = 0 ->
    exists c, 1 <= c <= hues L /\ ~ Forbidden shape rows L true (before f j) (f j) (behind f j) i c.
  Proof. intros J U I Z. destruct (column_good j J U) as (G & _ & _). auto. Qed.
End Answer.

(** ** The board *)
Section Board.
  Variables (s : strip) (L : local) (n : nat).
  Notation r := (height s).
  Notation k := (hues L).
  Notation m := (range L).
  Notation shape := (strip_shape s).
  Hypothesis is_local : local_of (strip_game s) = Some L.
  Hypothesis round_reach : goes_round shape = true -> m = 1.
  Hypothesis long_enough : shortest shape <= n.
  Notation right := (right_of shape n).
  Notation left := (left_of shape n).
  Notation N := (r * n).
  Notation edges := (board shape r n).
  Notation g := (graph_of N edges).
  Notation R := (rules_of (strip_game s) N edges).
  Notation barred := (barred L N edges).
  Notation legal := (legal L N edges).
  Notation playable := (playable (strip_game s) L N edges).
  Notation cell_in := (cell_in r n).
  Notation cell_of := (cell_of r n).
  Notation near := (near shape r n long_enough).

  Lemma reaches : 1 <= m <= 2.
  Proof. exact (reach_one _ _ is_local). Qed.
  Lemma flat_or_one : m <= 1 \/ goes_round shape = false.
  Proof. destruct (goes_round shape) eqn:G; auto. rewrite round_reach; auto. Qed.
  Lemma row_of_columns : sides n m left right.
  Proof. exact (board_sides shape n long_enough m flat_or_one). Qed.
  Lemma loopless v : ~ In v (neighbours g v).
  Proof. exact (no_loop shape r n long_enough v). Qed.

  (** The columns of a position. *)
  Definition columns (c : colouring) j : column := Some (map (fun i => colour_of c (cell r i j)) (seq 0 r)).
  Notation before c j := (walk (columns c) left m (left j)).
  Notation behind c j := (walk (columns c) right m (right j)).
  Lemma in_columns c j i : i < r -> in_row (columns c j) i = colour_of c (cell r i j).
  Proof. intros I. simpl. now rewrite nth_map_seq. Qed.
  Lemma no_wall c i : i < n -> columns c i <> None.
  Proof. discriminate. Qed.

  (** *** What matters to a vertex *)
  Lemma side_board c next T o d i e b : 1 <= b -> Side shape r d (walk (columns c) next T o) i e b ->
    exists t i' j', i' < r /\ away shape d (S t) i i' = e /\ t < T /\ far next t o = Some j' /\ colour_of c (cell r i' j') = b.
  Proof.
    intros B (t & i' & I' & A & C). rewrite nth_walk in C. destruct (Nat.ltb_spec t T); [|simpl in C; lia].
    destruct (far next t o) as [j'|] eqn:F; [|simpl in C; lia]. simpl column_at in C. rewrite in_columns in C by auto. exists t, i', j'. auto.
  Qed.
  Lemma board_side c next T o d i t i' j' : i' < r -> t < T -> far next t o = Some j' ->
    Side shape r d (walk (columns c) next T o) i (away shape d (S t) i i') (colour_of c (cell r i' j')).
  Proof.
    intros I' LT F. exists t, i'. split; auto. split; auto. rewrite nth_walk, (proj2 (Nat.ltb_lt t T)), F by auto. simpl column_at. now apply in_columns.
  Qed.
  Lemma hit_near c i j T e b : i < r -> j < n -> 1 <= b ->
    Hit shape r L true (walk (columns c) left T (left j)) (columns c j) (walk (columns c) right T (right j)) i e b ->
    exists w, w <> cell r i j /\ colour_of c w = b /\
      ((e = 1 /\ In w (neighbours g (cell r i j))) \/ (e = 2 /\ In w (ball g 2 (cell r i j)))).
  Proof.
    intros I J B [E H]. assert (M := reaches). assert (NE : forall w, In w (neighbours g (cell r i j)) -> w <> cell r i j)
      by (intros w W ->; now apply (loopless (cell r i j))).
    assert (FL : e = 2 -> goes_round shape = false).
    { intros ->. destruct (goes_round shape) eqn:G; auto. rewrite round_reach in E; auto. lia. }
    assert (E2 : e = 1 \/ e = 2) by lia. cbn [negb] in H. destruct H as [H|[H|(i' & I' & A & C)]].
    - apply side_board in H; auto. destruct H as (t & i' & j' & I' & A & _ & F & C). exists (cell r i' j').
      pose proof (away_least shape false (S t) i i'). destruct E2 as [-> | ->].
      + assert (t = 0) by lia. subst t. simpl in F. assert (J' := left_inside shape n long_enough _ _ J F). apply away_left in A.
        assert (W : In (cell r i' j') (neighbours g (cell r i j))) by (apply near; auto; exists i', j'; auto 8). auto.
      + specialize (FL eq_refl). rewrite flat_left in F by auto. destruct (Nat.leb_spec (S t) j); [|discriminate]. injection F as F.
        split; [intros X; apply cell_inj in X; auto; lia|]. split; auto. right. split; auto.
        apply (near_two shape r n long_enough FL i j); auto. exists i', j'. repeat (split; auto; try lia). unfold apart.
        rewrite (proj2 (Nat.leb_gt j j')) by lia. replace (j - j') with (S t) by lia. lia.
    - apply side_board in H; auto. destruct H as (t & i' & j' & I' & A & _ & F & C). exists (cell r i' j').
      pose proof (away_least shape true (S t) i i'). destruct E2 as [-> | ->].
      + assert (t = 0) by lia. subst t. simpl in F. assert (J' := right_inside shape n long_enough _ _ J F). apply away_right in A.
        assert (W : In (cell r i' j') (neighbours g (cell r i j))) by (apply near; auto; exists i', j'; auto 8). auto.
      + specialize (FL eq_refl). rewrite flat_right in F by auto. destruct (Nat.ltb_spec (j + S t) n); [|discriminate]. injection F as F.
        split; [intros X; apply cell_inj in X; auto; lia|]. split; auto. right. split; auto.
        apply (near_two shape r n long_enough FL i j); auto. exists i', j'. repeat (split; auto; try lia). unfold apart.
        rewrite (proj2 (Nat.leb_le j j')) by lia. replace (j' - j) with (S t) by lia. lia.
    - rewrite in_columns in C by auto. exists (cell r i' j). rewrite away_here in A. destruct E2 as [-> | ->].
      + assert (W : In (cell r i' j) (neighbours g (cell r i j))) by (apply near; auto; exists i', j; repeat (split; auto); left; split; auto; lia). auto.
      + split; [intros X; apply cell_inj in X; auto; lia|]. split; auto. right. split; auto.
        apply (near_two shape r n long_enough (FL eq_refl) i j); auto. exists i', j. repeat (split; auto). unfold apart.
        rewrite Nat.leb_refl, Nat.sub_diag, away_here. lia.
  Qed.
  Notation hit c j i e b := (Hit shape r L true (before c j) (columns c j) (behind c j) i e b).
  Lemma neighbour_hit c i j w : i < r -> j < n -> In w (neighbours g (cell r i j)) -> hit c j i 1 (colour_of c w).
  Proof.
    intros I J W. assert (M := reaches). apply near in W; auto. destruct W as (i' & j' & I' & J' & -> & H). split; [lia|]. cbn [negb].
    destruct H as [[-> H]|[[H A]|[H A]]].
    - right. right. exists i'. split; auto. rewrite away_here. split; [lia|now apply in_columns].
    - right. left. rewrite <- (proj2 (away_right shape i i') A). apply board_side with (next := right); auto. lia.
    - left. rewrite <- (proj2 (away_left shape i i') A). apply board_side with (next := left); auto. lia.
  Qed.
  Lemma ball_hit c i j w : m = 2 -> i < r -> j < n -> In w (ball g 2 (cell r i j)) -> w <> cell r i j ->
    exists e, 1 <= e <= 2 /\ hit c j i e (colour_of c w).
  Proof.
    intros M I J W NE. assert (FL : goes_round shape = false).
    { destruct (goes_round shape) eqn:G; auto. rewrite round_reach in M; auto. discriminate. }
    apply (near_two shape r n long_enough FL i j) in W; auto. destruct W as (i' & j' & I' & J' & -> & A). unfold apart in A.
    destruct (Nat.leb_spec j j') as [LE|LE].
    - destruct (Nat.eq_dec j j') as [<-|NJ].
      + rewrite Nat.sub_diag, away_here in A. assert (i <> i') by congruence. exists ((i - i') + (i' - i)). split; [lia|]. split; [lia|].
        right. right. exists i'. split; auto. rewrite away_here. split; auto. now apply in_columns.
      + pose proof (away_least shape true (j' - j) i i'). exists (away shape true (j' - j) i i'). split; [lia|]. split; [lia|]. right. left.
        replace (j' - j) with (S (j' - S j)) by lia. apply board_side with (next := right); auto; [lia|]. rewrite flat_right by auto.
        replace (j + S (j' - S j)) with j' by lia. now rewrite (proj2 (Nat.ltb_lt j' n)).
    - pose proof (away_least shape false (j - j') i i'). exists (away shape false (j - j') i i'). split; [lia|]. split; [lia|]. left. cbn [negb].
      replace (j - j') with (S (j - S j')) by lia. apply board_side with (next := left); auto; [lia|]. rewrite flat_left by auto.
      rewrite (proj2 (Nat.leb_le _ _)) by lia. f_equal. lia.
  Qed.
  Lemma forbidden_barred c i j d : i < r -> j < n ->
    Forbidden shape r L true (before c j) (columns c j) (behind c j) i d <-> barred c (cell r i j) d = true.
  Proof.
    intros I J. rewrite barred_spec. split.
    - intros (e & b & B & H & X). apply hit_near in H; auto. destruct H as (w & NE & <- & H). assert (C : coloured c w = true) by (apply coloured_true; lia).
      destruct H as [[-> W]|[-> W]]; [left|right]; exists w; auto.
    - intros [(w & W & C & X)|(w & W & NE & C & X)].
      + exists 1, (colour_of c w). apply coloured_true in C. split; [lia|]. split; auto using neighbour_hit.
      + assert (M : m = 2).
        { assert (M := reaches). destruct (Nat.eq_dec m 1) as [E|]; [|lia]. rewrite (clash_far _ _ is_local) in X by lia. discriminate. }
        destruct (ball_hit c i j w M I J W NE) as (e & E & H). apply coloured_true in C. exists e, (colour_of c w). split; [lia|]. split; auto.
        apply (clash_nearer _ _ is_local e 2); auto. lia.
  Qed.
  Lemma barred_spec_false c i j d : i < r -> j < n ->
    barred c (cell r i j) d = false <-> ~ Forbidden shape r L true (before c j) (columns c j) (behind c j) i d.
  Proof. intros I J. rewrite forbidden_barred, not_true_iff_false by auto. tauto. Qed.
  Lemma beside_near c i j : i < r -> j < n -> is_beside g c (cell r i j) = true <-> exists d, 1 <= d /\ hit c j i 1 d.
  Proof.
    intros I J. unfold is_beside. rewrite existsb_exists. split.
    - intros (w & W & C). apply coloured_true in C. exists (colour_of c w). split; [lia|]. now apply neighbour_hit.
    - intros (d & D & H). apply hit_near in H; auto. destruct H as (w & _ & <- & [[_ W]|[X _]]); [|discriminate]. exists w. split; auto.
      apply coloured_true. lia.
  Qed.

  (** If nothing that is uncoloured is next to something coloured, all is coloured or nothing is. *)
  Lemma all_alike c : length c = N -> (forall v, v < N -> colour_of c v = 0 -> is_beside g c v = false) ->
    forall v w, v < N -> w < N -> colour_of c v = 0 -> colour_of c w = 0.
  Proof.
    intros LC A. assert (ONE : forall i j i' j', i < r -> j < n -> In (cell r i' j') (neighbours g (cell r i j)) ->
      colour_of c (cell r i j) = 0 -> colour_of c (cell r i' j') = 0).
    { intros i j i' j' I J W Z. specialize (A _ (cell_in i j I J) Z). unfold is_beside in A. rewrite existsb_false in A.
      now apply coloured_false, A. }
    assert (UP : forall j, j < n -> forall i, i < r -> colour_of c (cell r i j) = 0 -> colour_of c (cell r 0 j) = 0).
    { intros j J. induction i as [|i IH]; auto. intros I Z. apply IH; [lia|]. apply (ONE (S i) j); auto.
      apply near; auto. exists i, j. repeat split; auto. lia. }
    assert (DOWN : forall j, j < n -> colour_of c (cell r 0 j) = 0 -> forall i, i < r -> colour_of c (cell r i j) = 0).
    { intros j J Z. induction i as [|i IH]; auto. intros I. apply (ONE i j); auto; [lia| |apply IH; lia].
      apply near; auto; [lia|]. exists (S i), j. repeat split; auto. }
    assert (BACK : 0 < r -> forall j, j < n -> colour_of c (cell r 0 j) = 0 -> colour_of c (cell r 0 0) = 0).
    { intros P. induction j as [|j IH]; auto. intros J Z. apply IH; [lia|]. apply (ONE 0 (S j)); auto.
      apply near; auto. exists 0, j. split; [lia|]. split; [lia|]. split; [auto|]. right. right. split; [reflexivity|apply near_itself]. }
    assert (ON : 0 < r -> colour_of c (cell r 0 0) = 0 -> forall j, j < n -> colour_of c (cell r 0 j) = 0).
    { intros P Z. induction j as [|j IH]; auto. intros J. apply (ONE 0 j); auto; [lia| |apply IH; lia].
      apply near; auto; [lia|]. exists 0, (S j). split; [lia|]. split; [lia|]. split; [auto|]. right. left. split; [|apply near_itself].
      unfold right_of. apply Nat.ltb_lt in J. now rewrite J. }
    intros v w V W Z. destruct (cell_of v V) as (i & j & I & J & ->), (cell_of w W) as (i' & j' & I' & J' & ->).
    apply DOWN; auto. apply ON; auto; [lia|]. apply (BACK ltac:(lia) j); auto. now apply (UP j J i).
  Qed.
  Definition uncoloured_all (c : colouring) := forall v, v < N -> colour_of c v = 0.
  Lemma touching_cases c v : length c = N -> v < N -> colour_of c v = 0 -> touching g c v = true ->
    is_beside g c v = true \/ uncoloured_all c.
  Proof.
    intros LC V Z T. unfold touching in T. apply orb_true_iff in T. destruct T as [T|T]; auto. right.
    apply negb_true_iff in T. rewrite existsb_false in T. intros w W. apply (all_alike c LC) with v; auto.
    intros u U ZU. specialize (T u ltac:(apply in_seq; lia)). apply coloured_false in ZU. now rewrite ZU in T.
  Qed.
  Lemma uncoloured_touching c v : length c = N -> uncoloured_all c -> v < N -> touching g c v = true.
  Proof.
    intros LC U V. unfold touching. apply orb_true_iff. right. apply negb_true_iff, existsb_false. intros w W.
    apply andb_false_iff. right. apply existsb_false. intros u I. apply coloured_false, U. apply in_neighbours in I. tauto.
  Qed.
  Lemma columns_set c i j d : length c = N -> i < r -> j < n -> forall j', j' < n ->
    columns (set_colour c (cell r i j) d) j' =
    change (columns c) j (Some (set_colour (map (fun i => colour_of c (cell r i j)) (seq 0 r)) i d)) j'.
  Proof.
    intros LC I J j' J'. unfold change. destruct (Nat.eqb_spec j' j) as [->|NE]; unfold columns; f_equal.
    - apply nth_ext with 0 0; [now rewrite set_length, !map_length|]. intros i' I'. rewrite map_length, seq_length in I'.
      rewrite nth_map_seq by auto. destruct (Nat.eq_dec i' i) as [->|NI].
      + rewrite set_same by (rewrite LC; now apply cell_in). symmetry. apply set_same. now rewrite map_length, seq_length.
      + rewrite set_other by (intros E; apply cell_inj in E; tauto). symmetry.
        transitivity (nth i' (map (fun i => colour_of c (cell r i j)) (seq 0 r)) 0); [now apply set_other|].
        now rewrite nth_map_seq.
    - apply map_ext_in. intros i' I'. apply in_seq in I'. apply set_other. intros E. apply cell_inj in E; auto; lia.
  Qed.
  Lemma blank_spec c j : blank r (columns c j) = true <-> forall i, i < r -> colour_of c (cell r i j) = 0.
  Proof.
    unfold blank. rewrite forallb_forall. split; intros H i I.
    - rewrite <- in_columns by auto. apply Nat.eqb_eq, H, in_seq. lia.
    - apply in_seq in I. rewrite in_columns by lia. apply Nat.eqb_eq, H. lia.
  Qed.
  Lemma blank_row y i : blank r y = true -> i < r -> in_row y i = 0.
  Proof. unfold blank. rewrite forallb_forall. intros H I. apply Nat.eqb_eq, H, in_seq. lia. Qed.
  Lemma blanks_walk c next T o : uncoloured_all c -> (forall t j, far next t o = Some j -> j < n) -> forallb (blank r) (walk (columns c) next T o) = true.
  Proof.
    intros U O. apply forallb_forall. intros x X. apply in_walk in X. destruct X as [->|(t & j & F & ->)]; [now apply forallb_forall|].
    apply blank_spec. intros i I. apply U, cell_in; eauto.
  Qed.
  Lemma far_left t j i : j < n -> far left t (left j) = Some i -> i < n.
  Proof. intros J. apply (far_in _ _ _ _ row_of_columns). intros a. apply (left_in _ _ _ _ row_of_columns a j J). Qed.
  Lemma far_right t j i : j < n -> far right t (right j) = Some i -> i < n.
  Proof. intros J. apply (far_in _ _ _ _ (sides_swap _ _ _ _ row_of_columns)). intros a. apply (right_in _ _ _ _ row_of_columns a j J). Qed.
  Lemma blank_around c j : uncoloured_all c -> j < n -> all_blank r (before c j) (columns c j) (behind c j) = true.
  Proof.
    intros U J. unfold all_blank. rewrite !andb_true_iff. split; [split|].
    - apply blank_spec. intros i I. apply U. now apply cell_in.
    - apply blanks_walk; auto. intros t i. now apply far_left.
    - apply blanks_walk; auto. intros t i. now apply far_right.
  Qed.
  Lemma ready_open c i j : length c = N -> i < r -> j < n -> colour_of c (cell r i j) = 0 -> ready R c (cell r i j) = true ->
    Open shape r L true true (before c j) (columns c j) (behind c j) i.
  Proof.
    intros LC I J Z E. rewrite (ready_spec _ L) in E by auto. unfold Open. destruct (stays_connected L); auto. simpl in E. right.
    apply touching_cases in E; auto using cell_in. destruct E as [E|U]; [left; now apply beside_near|right]. split; auto using blank_around.
  Qed.
  Lemma open_ready c i j fresh : length c = N -> i < r -> j < n -> (stays_connected L = true -> fresh = true -> uncoloured_all c) ->
    Open shape r L fresh true (before c j) (columns c j) (behind c j) i -> ready R c (cell r i j) = true.
  Proof.
    intros LC I J U [E|[E|(E & _)]]; rewrite (ready_spec _ L) by auto.
    - now rewrite E.
    - apply beside_near in E; auto. unfold touching. rewrite E. apply orb_true_r.
    - destruct (stays_connected L); auto. rewrite uncoloured_touching; auto using cell_in.
  Qed.
  Notation step_at := (step_at shape r L true n left right).
  Lemma legal_step c v d : length c = N -> playable c v d -> exists j y,
    step_at true (columns c) j y /\ forall j', j' < n -> change (columns c) j y j' = columns (set_colour c v d) j'.
  Proof.
    intros LC [(V & Z & D & F) E]. apply cell_of in V. destruct V as (i & j & I & J & ->).
    apply barred_spec_false in F; auto. apply ready_open in E; auto.
    eexists j, _. split; [|intros j' J'; symmetry; apply columns_set; auto].
    split; auto. exists (map (fun i => colour_of c (cell r i j)) (seq 0 r)), i, d.
    split; [reflexivity|]. rewrite nth_map_seq by auto. auto 7.
  Qed.
  Lemma step_legal c fresh j y : length c = N -> (stays_connected L = true -> fresh = true -> uncoloured_all c) ->
    step_at fresh (columns c) j y -> exists v d,
    playable c v d /\ forall j', j' < n -> change (columns c) j y j' = columns (set_colour c v d) j'.
  Proof.
    intros LC U [J (l & i & d & E & I & Z & D & F & O & ->)]. inversion E; subst. rewrite nth_map_seq in Z by auto.
    exists (cell r i j), d. split; [|intros j' J'; symmetry; apply columns_set; auto]. split.
    - split; [now apply cell_in|]. split; auto. split; auto. now apply barred_spec_false.
    - now apply (open_ready c i j fresh).
  Qed.

  (** *** Coloured columns without a gap *)
  Definition whole (f : nat -> column) := in_one_piece shape L = true -> forall a b e, a < b -> b < e -> e < n ->
    blank r (f a) = false -> blank r (f e) = false -> blank r (f b) = false.
  Lemma not_round : in_one_piece shape L = true -> stays_connected L = true /\ goes_round shape = false.
  Proof. unfold in_one_piece. rewrite andb_true_iff, negb_true_iff. auto. Qed.
  Lemma blank_wall : blank r None = true.
  Proof. now apply forallb_forall. Qed.
  Lemma some_coloured f next T o : forallb (blank r) (walk f next T o) = false -> exists t e, far next t o = Some e /\ blank r (f e) = false.
  Proof.
    intros B. destruct (existsb (fun y => negb (blank r y)) (walk f next T o)) eqn:X.
    - apply existsb_exists in X. destruct X as (y & Y & X). apply negb_true_iff in X. apply in_walk in Y.
      destruct Y as [->|(t & e & F & ->)]; [rewrite blank_wall in X; discriminate|eauto].
    - exfalso. apply not_true_iff_false in B. apply B, forallb_forall. intros y Y. rewrite existsb_false in X. now apply negb_false_iff, X.
  Qed.
  (* In one direction: no column without colours is between [a] and [e]. *)
  Section Direction.
    Variables (f : nat -> column) (next : nat -> option nat).
    Hypothesis no_gap : forall a b e t, a < n -> next a = Some b -> far next t (next b) = Some e ->
      blank r (f a) = false -> blank r (f e) = false -> blank r (f b) = false.
    Hypothesis inside : forall a b, a < n -> next a = Some b -> b < n.
    Lemma trails_walk T : forall j, j < n -> blank r (f j) = false -> trails r (walk f next T (next j)) = true.
    Proof.
      induction T as [|T IH]; intros j J B; auto. simpl. destruct (next j) as [i|] eqn:E; cbn [column_at].
      - destruct (blank r (f i)) eqn:BI; [|apply IH; auto; now apply (inside j)].
        apply not_false_iff_true. intros X. apply some_coloured in X. destruct X as (t & e & F & BE).
        rewrite (no_gap j i e t) in BI; auto. discriminate.
      - rewrite blank_wall. apply not_false_iff_true. intros X. apply some_coloured in X. destruct X as (t & e & F & _).
        rewrite far_none in F. discriminate.
    Qed.
    Lemma solid_walk T : forall j, j < n -> solid r (walk f next T (next j)) = true.
    Proof.
      induction T as [|T IH]; intros j J; auto. simpl. destruct (next j) as [i|] eqn:E; cbn [column_at].
      - assert (I := inside j i J E). destruct (blank r (f i)) eqn:BI; auto. now apply trails_walk.
      - rewrite blank_wall. clear. induction T as [|T IH]; simpl; auto. now rewrite blank_wall.
    Qed.
  End Direction.
  Lemma whole_untorn f j A B : in_one_piece shape L = true -> whole f -> j < n -> untorn r (walk f left A (left j)) (f j) (walk f right B (right j)) = true.
  Proof.
    intros P W J. specialize (W P). destruct (not_round P) as [_ G].
    assert (ON : forall t a e, a < n -> far right t (right a) = Some e -> a < e /\ e < n).
    { intros t a e AN E. rewrite flat_right in E by auto. destruct (Nat.ltb_spec (a + S t) n); inversion E. lia. }
    assert (BACK : forall t a e, far left t (left a) = Some e -> e < a).
    { intros t a e E. rewrite flat_left in E by auto. destruct (Nat.leb_spec (S t) a); inversion E. lia. }
    assert (GR : forall a b e t, a < n -> right a = Some b -> far right t (right b) = Some e ->
      blank r (f a) = false -> blank r (f e) = false -> blank r (f b) = false).
    { intros a b e t AN E F. destruct (ON 0 a b AN E). destruct (ON t b e) as [X Y]; auto. apply W; lia. }
    assert (GL : forall a b e t, a < n -> left a = Some b -> far left t (left b) = Some e ->
      blank r (f a) = false -> blank r (f e) = false -> blank r (f b) = false).
    { intros a b e t AN E F BA BE. assert (X := BACK 0 a b E). assert (Y := BACK t b e F). apply (W e b a); auto. }
    assert (IR : forall a b, a < n -> right a = Some b -> b < n) by (intros a b AN E; now apply (ON 0 a b AN)).
    assert (IL : forall a b, a < n -> left a = Some b -> b < n) by (intros a b AN E; assert (X := BACK 0 a b E); lia).
    unfold untorn. destruct (blank r (f j)) eqn:BJ.
    - apply orb_true_iff. rewrite !andb_true_iff. destruct (forallb (blank r) (walk f left A (left j))) eqn:X.
      + left. split; auto. now apply (solid_walk f right).
      + right. split; [|now apply (solid_walk f left)]. apply not_false_iff_true. intros Y. apply some_coloured in X, Y.
        destruct X as (t & e & E & BE), Y as (t' & e' & E' & BE'). apply BACK in E. destruct (ON t' j e' J E').
        rewrite (W e j e') in BJ; auto. discriminate.
    - rewrite (trails_walk f left), (trails_walk f right); auto.
  Qed.
  Lemma whole_same f f' : (forall j, j < n -> f j = f' j) -> whole f -> whole f'.
  Proof. intros E W P a b e AB BE EN. rewrite <- !E by lia. now apply W. Qed.
  (** A column next to the new vertex, or its own, had a colour before. *)
  Lemma beside_column c i j : i < r -> j < n -> goes_round shape = false -> is_beside g c (cell r i j) = true ->
    exists j', j' < n /\ blank r (columns c j') = false /\ j' <= S j /\ j <= S j'.
  Proof.
    intros I J G B. unfold is_beside in B. apply existsb_exists in B. destruct B as (w & W & C). apply near in W; auto.
    destruct W as (i' & j' & I' & J' & -> & W). exists j'. split; auto. split.
    - apply not_true_iff_false. rewrite blank_spec. intros Z. apply coloured_true in C. auto.
    - destruct W as [[-> _]|[[R _]|[R _]]]; [lia| |].
      + unfold right_of in R. rewrite G in R. destruct (S j <? n); inversion R. lia.
      + unfold left_of in R. rewrite G in R. destruct j; inversion R. lia.
  Qed.
  Lemma blank_set c v i j d j' : v = cell r i j -> length c = N -> i < r -> j < n -> j' < n -> j' <> j ->
    blank r (columns (set_colour c v d) j') = blank r (columns c j').
  Proof. intros -> LC I J J' NE. rewrite columns_set by auto. now rewrite change_other. Qed.
  Lemma whole_set c v d : length c = N -> whole (columns c) -> playable c v d -> whole (columns (set_colour c v d)).
  Proof.
    intros LC W [(V & Z & D & _) E] P a b e AB BE EN A B. specialize (W P). destruct (not_round P) as [T G].
    rewrite (ready_spec _ L), T in E by auto. simpl in E. apply touching_cases in E; auto.
    destruct (cell_of v V) as (i & j & I & J & Q). assert (BS := fun j' => blank_set c v i j d j' Q LC I J).
    destruct (Nat.eq_dec b j) as [->|NB].
    { apply not_true_iff_false. rewrite blank_spec. intros X. specialize (X i I). rewrite <- Q, set_same in X; lia. }
    rewrite BS by lia. destruct (blank r (columns c b)) eqn:BB; auto. exfalso.
    assert (SIDE : exists j', j' < n /\ blank r (columns c j') = false /\ j' <= S j /\ j <= S j' \/ uncoloured_all c).
    { destruct E as [E|U]; [|exists 0; auto]. rewrite Q in E. destruct (beside_column c i j I J G E) as (j' & H). exists j'. left. tauto. }
    destruct SIDE as (j' & [(J' & C & N1 & N2)|U]).
    - destruct (Nat.eq_dec j' b) as [->|NJ]; [congruence|].
      destruct (Nat.eq_dec a j) as [->|NA]; [|destruct (Nat.eq_dec e j) as [->|NE]].
      + rewrite BS in B by lia. rewrite (W j' b e) in BB; auto; [discriminate|lia].
      + rewrite BS in A by lia. rewrite (W a b j') in BB; auto; [discriminate|lia].
      + rewrite BS in A, B by lia. rewrite (W a b e) in BB; auto. discriminate.
    - assert (X : forall j', j' < n -> blank r (columns c j') = true) by (intros m M; apply blank_spec; intros; apply U, cell_in; auto).
      destruct (Nat.eq_dec a j) as [->|NA]; [rewrite BS, X in B by lia|rewrite BS, X in A by lia]; discriminate.
  Qed.

  (** *** Columns that agree with the rule *)
  Lemma calm c T j : legal_everywhere L N edges c -> j < n ->
    LegalHere shape r L true (walk (columns c) left T (left j)) (columns c j) (walk (columns c) right T (right j)).
  Proof.
    intros A J i I NZ (e & b & B & H & X). rewrite in_columns in * by auto. apply hit_near in H; auto. destruct H as (w & NE & <- & H).
    assert (V := cell_in i j I J). assert (C : coloured c w = true) by (apply coloured_true; lia).
    assert (Y := A _ V (proj2 (coloured_true _ _) NZ)). apply not_barred in Y. destruct Y as [Y1 Y2].
    destruct H as [[-> W]|[-> W]]; [rewrite Y1 in X|rewrite Y2 in X]; auto; discriminate.
  Qed.
  Lemma legal_part d (xs : list column) y (zs xs' zs' : list column) : (forall t, nth t xs' None = None \/ nth t xs' None = nth t xs None) ->
    (forall t, nth t zs' None = None \/ nth t zs' None = nth t zs None) -> LegalHere shape r L d xs y zs -> LegalHere shape r L d xs' y zs'.
  Proof.
    intros PX PZ H i I NZ (e & b & B & [E Q] & X). apply (H i I NZ). exists e, b. split; auto. split; auto. split; auto.
    assert (P : forall d (us vs : list column), (forall t, nth t us None = None \/ nth t us None = nth t vs None) -> Side shape r d us i e b -> Side shape r d vs i e b).
    { intros d' us vs P (t & i' & I' & A & C). exists t, i'. split; auto. split; auto. destruct (P t) as [Z|Z]; rewrite Z in C; auto. simpl in C. lia. }
    destruct Q as [Q|[Q|Q]]; eauto.
  Qed.
  Lemma legal_side_walk f d prev next : (forall i j, i < n -> j < n -> (next i = Some j <-> prev j = Some i)) ->
    (forall i j, j < n -> next j = Some i -> i < n) ->
    (forall j T, j < n -> LegalHere shape r L d (walk f prev T (prev j)) (f j) (walk f next T (next j))) ->
    forall T o xs, (forall j, o = Some j -> j < n /\ forall t, nth t xs None = None \/ nth t xs None = column_at f (far prev t (prev j))) ->
    LegalSide shape r L d xs (walk f next T o).
  Proof.
    intros BK IN CALM. induction T as [|T IH]; intros o xs O; simpl; auto. split.
    - destruct o as [j|]; [|intros i I NZ; simpl in NZ; congruence]. destruct (O j eq_refl) as [J P]. cbn [column_at].
      apply (legal_part d (walk f prev (length xs + T) (prev j)) (f j) (walk f next (length xs + T) (next j))); auto.
      + intros t. destruct (Nat.lt_ge_cases t (length xs)) as [LT|LT]; [|left; now apply nth_overflow]. destruct (P t) as [Z|Z]; auto. right.
        rewrite nth_walk, (proj2 (Nat.ltb_lt _ _)) by lia. exact Z.
      + intros t. rewrite !nth_walk. destruct (Nat.ltb_spec t T); auto. right. now rewrite (proj2 (Nat.ltb_lt _ _)) by lia.
    - apply IH. intros j' E. destruct o as [j|]; [|discriminate]. destruct (O j eq_refl) as [J P]. assert (J' := IN j' j J E). split; auto.
      assert (PJ := proj1 (BK j j' J J') E). rewrite PJ. intros [|t]; [right; reflexivity|]. exact (P t).
  Qed.
  Lemma can_be_board c j A B : legal_everywhere L N edges c -> whole (columns c) -> j < n ->
    CanBe shape r L true (walk (columns c) left A (left j)) (columns c j) (walk (columns c) right B (right j)).
  Proof.
    intros LE W J. assert (S := row_of_columns). split; [intros P; now apply whole_untorn|]. intros _. split; [|split].
    - apply (legal_part true (walk (columns c) left (A + B) (left j)) (columns c j) (walk (columns c) right (A + B) (right j))); [| |now apply calm];
        intros t; rewrite !nth_walk; [destruct (Nat.ltb_spec t A)|destruct (Nat.ltb_spec t B)]; auto; right; now rewrite (proj2 (Nat.ltb_lt _ _)) by lia.
    - apply legal_side_walk with (prev := left); [exact (back _ _ _ _ S)|exact (right_in _ _ _ _ S)|intros; now apply calm|].
      intros j' E. assert (J' := right_in _ _ _ _ S j' j J E). split; auto. assert (PJ := proj1 (back _ _ _ _ S j j' J J') E). rewrite PJ.
      intros [|t]; [right; reflexivity|]. change (nth (Datatypes.S t) (columns c j :: walk (columns c) left A (left j)) None) with (nth t (walk (columns c) left A (left j)) None).
      rewrite nth_walk. destruct (t <? A); auto.
    - apply legal_side_walk with (prev := right); [intros a b AN BN; symmetry; now apply (back _ _ _ _ S)|exact (left_in _ _ _ _ S)| |].
      + intros a T AN. apply (legal_here_swap shape r L true). now apply calm.
      + intros j' E. assert (J' := left_in _ _ _ _ S j' j J E). split; auto. assert (PJ := proj2 (back _ _ _ _ S j' j J' J) E). rewrite PJ.
        intros [|t]; [right; reflexivity|]. change (nth (Datatypes.S t) (columns c j :: walk (columns c) right B (right j)) None) with (nth t (walk (columns c) right B (right j)) None).
        rewrite nth_walk. destruct (t <? B); auto.
  Qed.

  (** ** Alice keeps to pairs of columns *)
  Variable allowed : column -> column -> bool.
  Hypothesis OK : sound s L allowed.
  Notation keeps := (keeps allowed true n left right).
  Definition kept c := length c = N /\ keeps (columns c) /\ whole (columns c) /\ legal_everywhere L N edges c.

  Lemma keeps_same f f' : (forall j, j < n -> f j = f' j) -> keeps f -> keeps f'.
  Proof.
    intros E K j J. assert (S := row_of_columns).
    assert (EL : column_at f (left j) = column_at f' (left j)) by (destruct (left j) as [i|] eqn:X; auto; exact (E _ (left_in _ _ _ _ S i j J X))).
    assert (ER : column_at f (right j) = column_at f' (right j)) by (destruct (right j) as [i|] eqn:X; auto; exact (E _ (right_in _ _ _ _ S i j J X))).
    rewrite <- EL, <- ER, <- E by auto. auto.
  Qed.
  Lemma step_same fresh f f' a y : (forall j, j < n -> f j = f' j) -> step_at fresh f a y -> step_at fresh f' a y.
  Proof.
    intros E [A ST]. split; auto. rewrite <- E by auto.
    rewrite <- (walk_same f f' left), <- (walk_same f f' right); auto; intros t j _ F; apply E; [now apply far_right with (2 := F)|now apply far_left with (2 := F)].
  Qed.
  Lemma kept_ended c : kept c -> ended R c = None.
  Proof.
    intros (LC & K & W & LE). apply (ended_spec _ L); auto using loopless. intros v V Z. destruct (cell_of v V) as (i & j & I & J & ->).
    destruct (nothing_dead s L allowed n left right OK row_of_columns (columns c) K (no_wall c) j i) as (d & P & F); auto using can_be_board.
    - now rewrite in_columns.
    - exists d. split; auto. now apply barred_spec_false.
  Qed.
  Notation answers := (answers shape r L allowed true n left right).
  Lemma answers_kept c f fresh : length c = N -> whole (columns c) -> legal_everywhere L N edges c ->
    (stays_connected L = true -> fresh = true -> uncoloured_all c) ->
    (forall j, j < n -> f j = columns c j) -> answers fresh f -> exists v d, playable c v d /\ kept (set_colour c v d).
  Proof.
    intros LC W LE U E (a & y & ST & K). apply (step_same fresh f (columns c) a y E) in ST.
    destruct (step_legal c fresh a y LC U ST) as (v & d & M & X). exists v, d. split; auto. split; [now rewrite set_length|].
    split; [|split; [now apply whole_set|]].
    - revert K. apply keeps_same. intros j J. rewrite <- X by auto. unfold change. destruct (j =? a); auto.
    - destruct M as [(V & Z & D & F) _]. apply (legal_everywhere_set _ _ _ _ is_local); auto using loopless.
  Qed.
  (** Whatever Bob does, Alice has an answer. *)
  Lemma reply c v d : kept c -> playable c v d ->
    (bob_may_skip s || alice_may_skip s = true /\ kept (set_colour c v d)) \/
    exists v' d', playable (set_colour c v d) v' d' /\ kept (set_colour (set_colour c v d) v' d').
  Proof.
    intros (LC & K & W & LE) M. assert (W' := whole_set c v d LC W M). assert (S := row_of_columns). assert (RE := proj1 reaches).
    assert (LE' : legal_everywhere L N edges (set_colour c v d)).
    { destruct M as [(V & Z & D & F) _]. apply (legal_everywhere_set _ _ _ _ is_local); auto using loopless. }
    destruct (legal_step c v d LC M) as (j & y & ST & X).
    assert (J := proj1 ST). assert (L' : length (set_colour c v d) = N) by now rewrite set_length.
    set (c' := set_colour c v d) in *.
    assert (Y : y = columns c' j) by (rewrite <- X by auto; now rewrite change_same).
    assert (XL : forall T, T <= Datatypes.S m -> walk (columns c) left T (left j) = walk (columns c') left T (left j)).
    { intros T LT. rewrite <- (before_change L RE n left right S (columns c) j y T J LT). apply walk_same. intros t i _ F. apply X. now apply far_left with (2 := F). }
    assert (XR : forall T, T <= Datatypes.S m -> walk (columns c) right T (right j) = walk (columns c') right T (right j)).
    { intros T LT. rewrite <- (behind_change L RE n left right S (columns c) j y T J LT). apply walk_same. intros t i _ F. apply X. now apply far_right with (2 := F). }
    destruct (answer s L allowed n left right RE OK S (columns c) K (no_wall c) j y) as [[SK K']|A]; auto using can_be_board.
    - rewrite Y, XL, XR by lia. now apply can_be_board.
    - rewrite Y, XL, XR by lia. now apply can_be_board.
    - left. split; auto. split; auto. split; auto. revert K'. now apply keeps_same.
    - right. apply (answers_kept c' (change (columns c) j y) false); auto. discriminate.
  Qed.
  (** In a column that is neither full nor uncoloured there is something to colour, and in an uncoloured one beside one with colours. *)
  Lemma nothing_beside c j : stays_connected L = true -> j < n -> (forall i, i < r -> colour_of c (cell r i j) = 0 -> is_beside g c (cell r i j) = false) ->
    full r (columns c j) = true \/ (blank r (columns c j) = true /\ forall m, right j = Some m -> blank r (columns c m) = true).
  Proof.
    intros T J A. destruct (full r (columns c j)) eqn:F; auto. right.
    assert (X : exists i, i < r /\ colour_of c (cell r i j) = 0).
    { destruct (existsb (fun i => colour_of c (cell r i j) =? 0) (seq 0 r)) eqn:E.
      - apply existsb_exists in E. destruct E as (i & I & E). apply in_seq in I. apply Nat.eqb_eq in E. exists i. split; auto. lia.
      - exfalso. apply not_true_iff_false in F. apply F. unfold full, columns. apply forallb_forall. intros i I.
        change (negb (in_row (columns c j) i =? 0) = true). assert (I' := I). apply in_seq in I. rewrite in_columns by lia.
        rewrite existsb_false in E. now rewrite (E i I'). }
    destruct X as (i & I & Z).
    assert (ONE : forall i i' j', i < r -> colour_of c (cell r i j) = 0 -> In (cell r i' j') (neighbours g (cell r i j)) -> colour_of c (cell r i' j') = 0).
    { intros a i' j' B ZA W. specialize (A a B ZA). unfold is_beside in A. rewrite existsb_false in A. now apply coloured_false, A. }
    assert (UP : forall a, a < r -> colour_of c (cell r a j) = 0 -> colour_of c (cell r 0 j) = 0).
    { induction a as [|a IH]; auto. intros B ZA. apply IH; [lia|]. apply (ONE (S a)); auto. apply near; auto. exists a, j. repeat split; auto. lia. }
    assert (DOWN : forall a, a < r -> colour_of c (cell r a j) = 0).
    { assert (Z0 := UP i I Z). induction a as [|a IH]; auto. intros B. apply (ONE a); auto; [lia|apply IH; lia|].
      apply near; auto; [lia|]. exists (S a), j. repeat split; auto. }
    split; [now apply blank_spec|]. intros m M. apply blank_spec. intros a B. apply (ONE a); auto. apply near; auto.
    exists a, m. repeat split; auto; [exact (right_inside shape n long_enough _ _ J M)|]. right. left. split; auto. apply (near_itself shape).
  Qed.
  (** The leftmost column with a vertex that may be coloured. *)
  Definition has_ready c j := existsb (fun i => (colour_of c (cell r i j) =? 0) && ready R c (cell r i j)) (seq 0 r).
  Lemma nothing_near c i j : i < r -> j < n -> blank r (columns c j) = true ->
    blank r (column_at (columns c) (left j)) = true -> blank r (column_at (columns c) (right j)) = true -> is_beside g c (cell r i j) = false.
  Proof.
    intros I J B1 B2 B3. apply not_true_iff_false. intros X. unfold is_beside in X. apply existsb_exists in X. destruct X as (w & W & C).
    apply coloured_true in C. apply C. apply near in W; auto. destruct W as (i' & j' & I' & J' & -> & [[-> _]|[[H _]|[H _]]]).
    - now apply blank_spec with (1 := B1).
    - rewrite H in B3. now apply blank_spec with (1 := B3).
    - rewrite H in B2. now apply blank_spec with (1 := B2).
  Qed.
  Lemma nearest_blank c next o : forallb (blank r) (walk (columns c) next m o) = true -> blank r (column_at (columns c) o) = true.
  Proof.
    assert (M := reaches). intros A. rewrite <- (nearest_walk (columns c) next m o) by lia.
    destruct (walk (columns c) next m o) as [|x xs]; [apply blank_wall|]. now apply andb_true_iff in A.
  Qed.
  Lemma spare_move c : kept c -> bob_may_skip s = true -> (exists v d, playable c v d) ->
    exists v d, playable c v d /\ kept (set_colour c v d).
  Proof.
    intros (LC & K & W & LE) SK (v & d & (V & Z & _) & Y). apply cell_of in V. destruct V as (i0 & j0 & I0 & J0 & ->).
    assert (SOME : has_ready c j0 = true).
    { apply existsb_exists. exists i0. split; [apply in_seq; lia|]. now rewrite Z, Y. }
    destruct (find (has_ready c) (seq 0 n)) as [a|] eqn:F.
    2: { assert (X := find_none _ _ F j0 ltac:(apply in_seq; lia)). congruence. }
    assert (B := find_first _ _ _ _ F). apply find_some in F. destruct F as [A F]. apply in_seq in A.
    apply existsb_exists in F. destruct F as (i & I & F). apply in_seq in I. apply andb_true_iff in F. destruct F as [ZI RI].
    apply Nat.eqb_eq in ZI. assert (AN : a < n) by lia. assert (IR : i < r) by lia.
    assert (RO := RI). apply ready_open in RO; auto.
    assert (CASES : stays_connected L = false \/ is_beside g c (cell r i a) = true \/ uncoloured_all c).
    { rewrite (ready_spec _ L) in RI by auto. destruct (stays_connected L); auto. right. apply touching_cases; auto using cell_in. }
    apply (answers_kept c (change (columns c) a (columns c a)) (all_blank r (before c a) (columns c a) (behind c a))); auto.
    - intros T AB. unfold all_blank in AB. rewrite !andb_true_iff in AB. destruct AB as [[B1 B2] B3].
      destruct CASES as [E|[E|E]]; [congruence| |auto]. rewrite nothing_near in E; eauto using nearest_blank. discriminate.
    - intros j' _. unfold change. destruct (Nat.eqb_spec j' a); subst; auto.
    - apply (answer_skip s L allowed n left right (proj1 reaches) OK row_of_columns (columns c) K (no_wall c) a i); auto using can_be_board; [now rewrite in_columns|].
      unfold first_open. assert (G : goes_round shape = true \/ goes_round shape = false) by (destruct (goes_round shape); auto).
      destruct G as [G|G]; rewrite G; auto. simpl.
      destruct a as [|b].
      { replace (left 0) with (@None nat) by (unfold left_of; now rewrite G). reflexivity. }
      cbn [left_of column_at].
      assert (NB : has_ready c b = false) by (apply (B b); lia). unfold has_ready in NB. rewrite existsb_false in NB.
      assert (RB : right b = Some (S b)) by (unfold right_of; now rewrite (proj2 (Nat.ltb_lt _ _) AN)).
      destruct (stays_connected L) eqn:T.
      + destruct (nothing_beside c b) as [X|[X1 X2]]; [auto|lia| |now rewrite X|].
        { intros i' I' Z'. specialize (NB i' ltac:(apply in_seq; lia)). rewrite Z', (ready_spec _ L), T in NB by auto. simpl in NB.
          unfold touching in NB. now apply orb_false_iff in NB. }
        specialize (X2 _ RB). rewrite X1, X2. apply orb_true_iff. right. simpl. apply negb_true_iff, not_true_iff_false. intros X3.
        destruct CASES as [E|[E|E]]; [discriminate| |].
        * rewrite nothing_near in E; auto. discriminate.
        * specialize (NB i ltac:(apply in_seq; lia)). rewrite (E (cell r i b)) in NB by (apply cell_in; lia).
          rewrite (ready_spec _ L), uncoloured_touching, orb_true_r in NB; auto; [discriminate|apply cell_in; lia].
      + apply orb_true_iff. left. unfold full, columns. apply forallb_forall. intros i' I'.
        change (negb (in_row (columns c b) i' =? 0) = true). specialize (NB i' I'). apply in_seq in I'. rewrite in_columns by lia.
        rewrite (ready_spec _ L), T in NB by auto. simpl in NB. now rewrite andb_true_r in NB; rewrite NB.
  Qed.
  Lemma kept_start : kept (repeat 0 N).
  Proof.
    split; [apply repeat_length|]. assert (C : forall j, columns (repeat 0 N) j = empty_column r).
    { intros j. unfold columns, empty_column. f_equal. apply nth_ext with 0 0; [now rewrite map_length, seq_length, repeat_length|].
      intros i I. rewrite map_length, seq_length in I. rewrite nth_map_seq by auto. unfold colour_of. now rewrite !nth_repeat. }
    assert (ST := sound_start _ _ _ OK). assert (WA := sound_walls _ _ _ OK). split; [|split].
    - intros j J. unfold left_of, right_of. rewrite C. simpl follows. split.
      + destruct j; simpl; [|now rewrite C]. destruct (goes_round shape); simpl; rewrite ?C; auto. now apply WA.
      + destruct (S j <? n); simpl; [now rewrite C|]. destruct (goes_round shape); simpl; rewrite ?C; auto. now apply WA.
    - intros _ a b e _ _ _ X. exfalso. apply not_true_iff_false in X. apply X, blank_spec. intros i _. unfold colour_of. apply nth_repeat.
    - intros v _ X. apply coloured_true in X. destruct X. unfold colour_of. apply nth_repeat.
  Qed.
End Board.


(** What is accepted is true. *)
Theorem strip_sound go_on recolour s l : check_strip go_on recolour s l = None -> holds_for_every_length s.
Proof.
  intros C n LN. apply check_strip_sound in C. destruct C as (L & LO & RR & NB & OK). cbv zeta.
  set (N := height s * n). set (edges := board (strip_shape s) (height s) n). set (R := rules_of (strip_game s) N edges).
  set (kept := kept s L n (allows (table_of l))).
  assert (LL : forall v, ~ In v (neighbours (graph_of N edges) v)) by (intros v; now apply loopless).
  assert (ST : kept (repeat 0 N)) by now apply kept_start.
  assert (KL : forall c, kept c -> length c = N) by now intros c [K _].
  assert (KE : forall c, kept c -> ended R c = None) by (intros c K; now apply (kept_ended s L n LO RR LN _ OK)).
  assert (RE := fun c v d => reply s L n LO RR LN (allows (table_of l)) OK c v d).
  assert (SKIPS : bob_may_skip s || alice_may_skip s = true -> forall first, forces_in R (Some Left) Left (wins_for Left) (State (repeat 0 N) first 0)).
  { intros _ first. apply (forces_in_local _ _ _ _ LO). eapply (wins_by_skipping _ _ _ _ LO LL kept); eauto. }
  destruct (bob_may_skip s) eqn:SK.
  - intros first. assert (F : forces_alike R (Some Right) Left (wins_for Left) (State (repeat 0 N) first 0)).
    { eapply (wins_despite_skips _ _ _ _ LO LL kept); eauto. intros c K M. now apply (spare_move s L n LO RR LN). }
    assert (G := forces_in_local _ _ _ _ LO _ _ _ _ F). split; [exact G|].
    destruct (strip_skipper s) as [[]|]; [now apply SKIPS|exact G|]. apply forces_in_none. now apply without_skips.
  - destruct (strip_skipper s) as [[]|] eqn:SS.
    + apply SKIPS. unfold alice_may_skip. now rewrite SS.
    + now apply NB.
    + apply forces_in_none. assert (NP : false || alice_may_skip s = false) by (unfold alice_may_skip; now rewrite SS).
      eapply (wins_if_bob_begins _ _ _ _ LO LL kept _ KL KE RE NP); eauto.
Qed.

(** So many colours are enough. *)
Corollary strip_chi go_on recolour s l (games : nat -> family) k : check_strip go_on recolour s l = None -> 1 <= k -> games k = strip_game s ->
  (forall j, 1 <= j <= k -> convention_of (games j) = MakerBreaker) -> cells (strip_game s) = (fun n => n) ->
  forall columns, shortest (strip_shape s) <= columns ->
  forall first, bob_may_skip s = true \/ strip_skipper s = Some Left \/ first = Right ->
  exists c, is_least games (strip_skipper s) (height s * columns) (board (strip_shape s) (height s) columns) first c /\ c <= k.
Proof.
  intros C K E MB CE n LN p P. apply strip_sound in C. specialize (C n LN). cbv zeta in C. apply least_exists; auto. rewrite E, CE.
  destruct (bob_may_skip s); [apply C|]. destruct (strip_skipper s) as [[]|]; [apply C|contradiction|].
  destruct P as [P|[P| ->]]; [discriminate|discriminate|exact C].
Qed.
