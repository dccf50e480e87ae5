(* A test: what the kernel accepts and refuses of the cases that are found for certificates by drawings of blocks, one for grids and one for
   cylinders. Bob's moves in the inner rows, which take most of the time, are left out; chromex-verified checks the whole. *)
open Kernel
open Text

let passed = ref 0 and failed = ref 0
let expect fact what = if fact then incr passed else begin incr failed; print_endline ("FAILED " ^ what) end

let always_on _ = true

let read name =
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

(* The tree with the [n]th of its leaves changed, counted from the left. *)
let with_leaf n change tree =
  let left = ref n in
  let rec go = function
    | Split (q, yes, no) -> let yes = go yes in Split (q, yes, go no)
    | leaf -> decr left; if !left = -1 then change leaf else leaf in
  go tree

let rec leaves = function Split (_, yes, no) -> leaves yes + leaves no | _ -> 1

(* A reply that is none: another vertex far away, or a colour that is not there. *)
let spoilt = function
  | Reply (Some ((c, r), h), marks) -> Reply (Some ((Z.add c (z 9), r), h), marks)
  | Reply (None, _) -> Reply (None, [ ((centre, nat 1), nat 7) ])
  | Absurd (d, c) -> Absurd (d, Z.add c (z 9))
  | _ -> Reply (None, [])

(* What is accepted: everything but answers to Bob's moves in the inner rows. *)
let try_plan name =
  let plan, _ = Blocks.find_plan ~upper:1 (Blocks.read (read name)) ignore in
  let always = of_invariants plan in
  let inner = [ 1; 2 ] in
  expect (well_defined plan.definitions) "the definitions";
  List.iteri (fun i (d, tree) -> expect (check_start always_on plan d tree) (Printf.sprintf "start %d" i)) (List.combine plan.invariants plan.starts);
  List.iter2 (fun r tree -> expect (check_here always_on plan always false (dead_form (nat r)) tree) (Printf.sprintf "row %d is never dead" r)) inner plan.deaths;
  expect (check_places always_on plan plan.spares always) "moves to spare";
  expect (turns_definitions plan.plan_rows plan.definitions plan.upside) "the definitions upside down";
  expect (turns_invariants plan) "the invariants upside down";
  List.iter (fun tree -> expect (check_answer always_on plan O tree) "answers to the first row") plan.answers;
  expect (not (check_plan always_on plan)) "a plan without answers to all rows is accepted";
  plan

let () =
  let around = try_plan Sys.argv.(2) in
  List.iter (fun tree ->
    expect (not (check_answer always_on { around with least = Some (nat 8) } O tree)) "eight columns are enough";
    expect (not (check_answer always_on { around with least = None } O tree)) "boards that go round need no columns") around.answers;
  expect (not (check_plan always_on { around with least = Some (nat 2) })) "two columns go round";
  let plan = try_plan Sys.argv.(1) in
  let always = of_invariants plan in
  expect (not (turns_definitions plan.plan_rows plan.definitions PositiveMap.empty)) "every definition is its own one upside down";
  expect (not (check_places always_on { plan with least = Some (nat 18) } plan.spares always)) "what is so on grids is so on cylinders";
  List.iter (fun tree -> expect (not (check_answer always_on plan (nat 1) tree)) "the second row is answered as the first") plan.answers;
  let tree = List.hd plan.answers in
  let count = leaves tree in
  (* Leaves that are spoilt are refused, unless there is no such board anyway. *)
  let refused = List.filter (fun i -> not (check_answer always_on plan (nat 0) (with_leaf (i * count / 8) spoilt tree))) (List.init 8 Fun.id) in
  expect (List.length refused > 3) (Printf.sprintf "only %d of 8 spoilt trees are refused" (List.length refused));
  expect (not (check_places always_on plan (List.tl plan.spares) always)) "a place to spare can be left out";
  expect (not (check_places always_on { plan with at_last = AbsurdHere } plan.spares always)) "the last place needs no move";
  expect (not (check_answer always_on { plan with invariants = [] } (nat 0) AbsurdHere)) "nothing is absurd without a reason";
  Printf.printf "%d passed, %d failed\n" !passed !failed;
  exit (if !failed > 0 then 1 else 0)
