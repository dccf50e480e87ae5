(** The definitions say what they are meant to say: distances are lengths of walks, and small cases come out as in the papers. *)
From Coq Require Import List Arith Lia Bool ZArith.
From Chromex Require Import Game Rules Facts Connected.
Import ListNotations.

(** A walk of this many steps, through vertices that are [inside]. *)
Inductive walk (g : graph) (inside : nat -> bool) (v : nat) : nat -> nat -> Prop :=
| walk_here : walk g inside v 0 v
| walk_on d u w : walk g inside v d u -> In w (neighbours g u) -> inside w = true -> walk g inside v (S d) w.

Lemma reached_by_walks g inside v : (forall v w, In w (neighbours g v) -> w < length g) -> v < length g -> inside v = true ->
  forall i w, In w (Nat.iter i (grow g inside) [v]) <-> exists d, d <= i /\ walk g inside v d w.
Proof.
  intros IN V IV.
  assert (W : forall d w, walk g inside v d w -> w < length g /\ inside w = true) by (intros d w []; eauto).
  induction i as [|i IH]; intros w.
  - simpl. split.
    + intros [<-|[]]. exists 0. split; auto using walk_here.
    + intros (d & D & X). inversion X; subst; auto; lia.
  - change (Nat.iter (S i) (grow g inside) [v]) with (grow g inside (Nat.iter i (grow g inside) [v])).
    rewrite grow_in. split.
    + intros (A & B & u & C & D). apply IH in C. destruct C as (d & L & X). destruct D as [->|D].
      * exists d. split; auto.
      * exists (S d). split; [lia|]. eapply walk_on; eauto.
    + intros (d & L & X). assert (Y := W d w X). repeat split; try tauto.
      destruct X as [|d u w X I J].
      * exists v. split; auto. apply IH. exists 0. split; [lia|constructor].
      * exists u. split; auto. apply IH. exists d. split; auto. lia.
Qed.
(** Vertices are within distance d if a walk of at most d steps joins them. *)
Corollary ball_is_distance n edges d v w : v < n ->
  In w (ball (graph_of n edges) d v) <-> exists i, i <= d /\ walk (graph_of n edges) (fun _ => true) v i w.
Proof.
  intros V. apply reached_by_walks; rewrite ?graph_of_length; auto. intros x y I. apply in_neighbours in I. tauto.
Qed.

Definition path_edges n := map (fun v => (v, S v)) (seq 0 (pred n)).
Definition on_path f n := nimber (rules_of f n (path_edges n)) (repeat 0 (cells f n)).

(** Node Kayles on paths: 0, 1, 1, 2, 0, 3, 1, 1. *)
Example node_kayles : map (on_path (Proper 1)) (seq 0 8) = [0; 1; 1; 2; 0; 3; 1; 1].
Proof. vm_compute. reflexivity. Qed.
(** iCol and iSnort on chains: 0 for even length, * for odd (Uiterwijk, Theorems 3 and 6). *)
Example icol_chains : map (on_path (Proper 2)) (seq 0 6) = [0; 1; 0; 1; 0; 1].
Proof. vm_compute. reflexivity. Qed.
Example isnort_chains : map (on_path ISnort) (seq 0 6) = [0; 1; 0; 1; 0; 1].
Proof. vm_compute. reflexivity. Qed.
(** A red component of three vertices and a blue one of two on the cycle of seven. *)
Example components_of_a_cycle :
  let g := graph_of 7 ((0, 6) :: path_edges 7) in
  map (largest g [1; 1; 2; 2; 1; 2; 1]) [1; 2] = [3%Z; 2%Z].
Proof. vm_compute. reflexivity. Qed.
(** Weak colouring: in 1 1 2 the first vertex has no neighbour of another colour, in 2 1 1 2 all is well. *)
Example weak_conflicts :
  map (weakly_coloured (graph_of 4 (path_edges 4)) [1; 1; 2; 0]) [0; 1; 2] = [true; true; false] /\
  map (weakly_coloured (graph_of 4 (path_edges 4)) [2; 1; 1; 2]) [0; 1; 2; 3] = [false; false; false; false].
Proof. vm_compute. auto. Qed.
(** Oriented colouring: after an arc from 1 to 2 none may go from 2 to 1. *)
Example oriented_conflict : map (not_oriented (path_edges 3) [1; 2; 1]) [0; 1; 2] = [true; true; true] /\
  map (not_oriented (path_edges 3) [1; 2; 3]) [0; 1; 2] = [false; false; false].
Proof. vm_compute. auto. Qed.
(** Orthogonal colouring: the pair (1, 2) at two vertices. *)
Example orthogonal_conflict :
  not_orthogonal (graph_of 2 []) [1; 1; 2; 2] 2 0 = true /\ not_orthogonal (graph_of 2 []) [1; 1; 2; 1] 2 0 = false.
Proof. vm_compute. auto. Qed.
(** Boards are graphs, for every length that is claimed. *)
Lemma board_well_formed (x : shape) rows columns : (if goes_round x then 2 else 1) <= columns ->
  well_formed (rows * columns) (board x rows columns).
Proof.
  intros L v w I. unfold board in I. apply in_flat_map in I. destruct I as (j & J & I).
  apply in_flat_map in I. destruct I as (i & I & E). apply in_seq in I, J.
  apply in_app_iff in E. destruct E as [E|E].
  - destruct (Nat.ltb_spec (S i) rows); [|contradiction]. destruct E as [E|[]]. inversion E; subst. unfold cell. nia.
  - destruct (right_of x columns j) as [k|] eqn:R; [|contradiction]. apply in_map_iff in E. destruct E as (i' & E & H).
    apply filter_In in H. destruct H as [H _]. apply in_seq in H. inversion E; subst.
    assert (k < columns /\ k <> j).
    { unfold right_of in R. destruct (Nat.ltb_spec (S j) columns), (goes_round x); inversion R; subst; lia. }
    unfold cell. nia.
Qed.
(** The grid with two rows and three columns, the cylinder, and king's and triangular strips. *)
Example grid_2x3 : board Grid 2 3 = [(0, 1); (0, 2); (1, 3); (2, 3); (2, 4); (3, 5); (4, 5)].
Proof. reflexivity. Qed.
Example cylinder_1x4 : board Cylinder 1 4 = [(0, 1); (1, 2); (2, 3); (3, 0)].
Proof. reflexivity. Qed.
Example king_2x2 : board King 2 2 = [(0, 1); (0, 2); (0, 3); (1, 2); (1, 3); (2, 3)].
Proof. reflexivity. Qed.
Example triangular_2x2 : board Triangular 2 2 = [(0, 1); (0, 2); (0, 3); (1, 3); (2, 3)].
Proof. reflexivity. Qed.

(** *** The games of the field *)
(** Conflicts of L(2,1)-labelling: labels 1 and 2 side by side, 1 and 1 at distance 2; 1, 3, 5 is fine. *)
Example labels : map (breaks_the_rule (labelling 5) (graph_of 3 (path_edges 3)) (path_edges 3) [1; 2; 5]) [0; 1; 2] = [true; true; false] /\
  map (breaks_the_rule (labelling 5) (graph_of 3 (path_edges 3)) (path_edges 3) [1; 4; 1]) [0; 1; 2] = [true; false; true] /\
  map (breaks_the_rule (labelling 5) (graph_of 3 (path_edges 3)) (path_edges 3) [1; 3; 5]) [0; 1; 2] = [false; false; false].
Proof. vm_compute. auto. Qed.
(** In the connected colouring game only neighbours of coloured vertices are chosen, if there are any. *)
Example touching_a_path : map (touching (graph_of 4 (path_edges 4)) [0; 1; 0; 0]) [0; 2; 3] = [true; true; false] /\
  map (touching (graph_of 4 (path_edges 4)) [0; 0; 0; 0]) [0; 1; 2; 3] = [true; true; true; true].
Proof. vm_compute. auto. Qed.
(** In the marking game with 2 on a path of three, Bob has won when both ends are marked and the middle is not. *)
Example marks : ended (marking 2 (graph_of 3 (path_edges 3))) [1; 0; 1] = Some (Wins Right) /\
  ended (marking 2 (graph_of 3 (path_edges 3))) [1; 1; 0] = None.
Proof. vm_compute. auto. Qed.
(** In indicated colouring a vertex that is indicated is coloured next, and by Bob as he likes. *)
Example indication :
  moves (indicated 2 2 (graph_of 2 [(0, 1)])) (State [0; 0; 0; 0] Left 0) = [Colour 0 1; Colour 1 1] /\
  moves (indicated 2 2 (graph_of 2 [(0, 1)])) (State [0; 1; 0; 0] Right 0) = [Colour 3 1; Colour 3 2] /\
  moves (indicated 2 2 (graph_of 2 [(0, 1)])) (State [1; 1; 0; 2] Right 0) = [Colour 2 1].
Proof. vm_compute. auto. Qed.
(** Who may skip can do so at his turn, and the other one cannot. *)
Example skips : let R := colouring_game 1 (graph_of 2 []) in
  moves_in R (Some Right) (State [0; 0] Right 0) = [Colour 0 1; Colour 1 1; Skip] /\
  moves_in R (Some Right) (State [0; 0] Left 0) = [Colour 0 1; Colour 1 1] /\ verdict R (State [1; 1] Right 0) = Some (Wins Left).
Proof. vm_compute. auto. Qed.
(** Who cannot colour anything has to skip if he may and the other one can go on; if he may not, play is over. *)
Example has_to_skip : let R := described (Description 2 [1] [2] [] [] (InOrder [0; 1]) CountColoured) (graph_of 2 []) [] in
  let S := described (Description 2 [1] [2] [(1, 2, 1)] [] Anywhere CountColoured) (graph_of 2 [(0, 1)]) [] in
  verdict_in R (Some Left) (State [2; 2] Left 0) = Some (Score 2) /\
  verdict_in S (Some Left) (State [2; 0] Left 0) = None /\ moves_in S (Some Left) (State [2; 0] Left 0) = [Skip] /\
  verdict_in S None (State [2; 0] Left 0) = Some (Score 1) /\ verdict_in S (Some Right) (State [2; 0] Left 0) = Some (Score 1).
Proof. vm_compute. auto. Qed.
