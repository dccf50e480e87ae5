(** Plans of how Alice wins with four colours on boards of every length, by what is in order near each column: the checker.

    The invariants are formulas that somebody has made from the drawings of a certificate (docs/certificates.md), and for each thing that
    can happen there is a tree of cases. Nothing is assumed of either: if the trees are accepted, Alice wins (Blocks.v). *)
From Coq Require Import List Arith Lia Bool ZArith PArith FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Formulas Touched Cases Turned Worlds.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** [starts]: a tree for each invariant, that it holds on the uncoloured board. [deaths]: for each row but the first and the last, that no
    vertex is left without a colour. [answers]: for each row of the upper half, that Alice can answer a move of Bob's; [upside]: which definition is
    which one upside down, so that she can in the lower half, too. [spares]: formulas such that Alice has a
    move to spare where one holds and those before it hold nowhere. [at_last]: the same for the first column that is not full, or, on
    boards that go round, for a column that is not full on the right of one with a colour. [least]: if the boards go round, they have so
    many columns at least. *)
Record plan := Plan {
  plan_rows : nat; least : option nat; definitions : PositiveMap.t (form * Z); touched : PositiveMap.t places; invariants : list positive;
  upside : PositiveMap.t positive;
  starts : list cases; deaths : list cases; answers : list cases; spares : list (positive * cases); at_last : cases }.

Definition centre : Z := 16.
Local Opaque centre.
(** Boards that go round have a column everywhere. *)
Definition nothing_known (round : bool) (s : few) : facts :=
  Formulas.Facts (if round then 0 else centre) (if round then 2 * centre else centre) None None
    (PositiveMap.empty _) s (PositiveMap.empty _) (if f1 s then any_of else only 0) (PositiveMap.empty _).
Definition dead_form (r : nat) : form := And (Unc 1 r) (Distinct [(1%Z, pred r); (1%Z, S r); (0%Z, r); (2%Z, r)]).
Definition full_form (rows : nat) (o : Z) : form := fold_right (fun r f => And (Distinct [(o, r)]) f) Yes (seq 0 rows).
Definition some_form (rows : nat) (o : Z) : form := fold_right (fun r f => Or (Distinct [(o, r)]) f) (Not Yes) (seq 0 rows).
Definition last_form (round : bool) rows : form :=
  if round then And (some_form rows 0) (Not (full_form rows 1))
  else And (Ex 1) (And (Not (full_form rows 1)) (Or (Not (Ex 0)) (full_form rows 0))).

Section Check.
  Variable go_on : facts -> bool.   (* whether to go on *)
  Variable p : plan.
  Notation rows := (plan_rows p).
  Notation defs := (definitions p).
  Notation invs := (invariants p).
  Notation round := (is_some (least p)).
  Definition least_columns : option Z := option_map Z.of_nat (least p).
  Definition of_invariants : PositiveMap.t bool := fold_right (fun d => PositiveMap.add d true) (PositiveMap.empty bool) invs.
  Definition run (always : PositiveMap.t bool) (kept : list positive) bob may_pass may_reply here (k : option facts) (t : cases) : bool :=
    forallb (fun d => match PositiveMap.find d always with Some true => true | _ => false end) kept &&
    match k with Some k => check_tree rows defs always (touched p) kept bob may_pass may_reply here least_columns go_on t k | None => true end.
  Definition check_start (d : positive) (t : cases) : bool :=
    match PositiveMap.find d defs with
    | Some (Or (Not (Ex o)) _, _) =>
        run (PositiveMap.empty bool) [] [] false false None
          (assume_def rows defs (PositiveMap.empty bool) depth d (centre - o) false (nothing_known round (only 0))) t
    | _ => false
    end.
  Definition check_here always may_reply (f : form) (t : cases) : bool :=
    run always invs [] false may_reply (Some (f, (centre - 1)%Z))
      (assume rows defs always f (centre - 1) true (nothing_known round any_of)) t.
  Definition check_answer (r : nat) (t : cases) : bool :=
    run of_invariants invs [(centre, r, 1)] true true None
      (fold_left (fun k y => and_then k (limit rows (fst y) (snd y) (but any_of (only 1)))) (next_to rows centre r)
        (limit rows centre r (only 0) (nothing_known round any_of))) t.
  Definition check_place always (d : positive) (t : cases) : bool :=
    match PositiveMap.find d defs with
    | Some (And (Ex o) _, _) =>
        run always invs [] false true None (assume_def rows defs always depth d (centre - o) true (nothing_known round any_of)) t
    | _ => false
    end.
  Fixpoint check_places (l : list (positive * cases)) always : bool :=
    match l with
    | [] => check_here always true (last_form round rows) (at_last p)
    | (d, t) :: l => check_place always d t && check_places l (PositiveMap.add d false always)
    end.
  Definition for_all {A} (check : A -> cases -> bool) (l : list A) (ts : list cases) :=
    (length l =? length ts) && forallb (fun x => check (fst x) (snd x)) (combine l ts).
  Definition turns_invariants : bool :=
    forallb (fun d => let e := other_def (upside p) d in existsb (Pos.eqb e) invs && (other_def (upside p) e =? d)%positive) invs.
  Definition upper_rows := filter (fun r => r + r <? rows) (seq 0 rows).
  Definition check_plan : bool :=
    ((2 <=? rows) && match least p with Some m => 3 <=? m | None => true end) && (well_defined defs && all_told defs (touched p) && turns_definitions rows defs (upside p) && turns_invariants) && for_all check_start invs (starts p) &&
    for_all (fun r => check_here of_invariants false (dead_form r)) (seq 1 (rows - 2)) (deaths p) &&
    for_all check_answer upper_rows (answers p) && check_places (spares p) of_invariants.
End Check.

Lemma for_all_ok {A} (check : A -> cases -> bool) l ts x : for_all check l ts = true -> In x l -> exists t, check x t = true.
Proof.
  unfold for_all. rewrite andb_true_iff, Nat.eqb_eq. revert ts. induction l as [|y l IH]; intros [|t ts] [L F] I; try contradiction; try discriminate.
  simpl in F. apply andb_true_iff in F. destruct F as [F1 F2]. destruct I as [<-|I]; [now exists t|]. apply (IH ts); auto.
Qed.
