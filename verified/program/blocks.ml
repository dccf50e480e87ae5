(* Drawings of blocks: reads a certificate, looks for the cases that it leads to, and has the kernel check them.

   TRUSTED: what the lines say of the game and of the boards, down to [make], and that [check] asks the kernel about as many rows. The rest
   only makes a plan, of which the kernel assumes nothing. *)
open Kernel
open Text

let title = "chromex blocks certificate 1"
let title_around = "chromex blocks around certificate 1"
let most_rows = 6
let most_drawings = 1000
let most_width = 7
let least_around = 9 and most_around = 33
let bytes_of_a_drawing = 12_000_000

(* [around]: the boards are cylinders with so many columns at least. *)
type t = { game : string; boards : string; around : int option; rows : int; drawings : Order.drawing list }

let sentence s = match s.around with
  | None -> Printf.sprintf "Alice wins %s on %s for every N ≥ 1 whoever moves first, even if Bob may skip turns" s.game s.boards
  | Some least ->
      Printf.sprintf "Alice wins %s on %s for every N ≥ %d when Bob moves first, even if he may skip any turn but the first" s.game s.boards least

(* The graphs, in the words of [board] in Rules.v. *)
let graphs s =
  let joined = "each vertex is joined to the one below it and to the one on its right" in
  if s.around = None then Printf.sprintf "P_%d □ P_N: %s" s.rows joined
  else Printf.sprintf "P_%d □ C_N: %s, those of the last column to those of the first" s.rows joined

let make ~game ~boards ~around =
  (match around with
   | Some least when least < least_around || least > most_around ->
       bad "drawings are for cylinders of at least %d to %d columns, not %d" least_around most_around least
   | _ -> ());
  let name = if around = None then "grid" else "cylinder" in
  let played = Statement.game 0 game in
  (match (played.family, played.skipper) with
   | Colouring k, None when int_of_nat k = 4 && played.named = game && not (Own.is_own game) -> ()
   | _ -> bad "%s is not the colouring game with four colours" game);
  let rows = match String.split_on_char ':' boards with
    | [ kind; size ] when kind = name -> (
        match String.split_on_char 'x' size with
        | [ rows; "N" ] -> number ~most:most_rows rows
        | _ -> None)
    | _ -> None in
  match rows with
  | Some rows when rows >= 2 -> { game; boards = Printf.sprintf "%s:%dxN" name rows; around; rows; drawings = [] }
  | _ -> bad "`%s` is not %s:RxN with R from 2 to %d" boards name most_rows

(* ---- drawings ---- *)

let roles : (string * Order.role) list =
  [ ("border", Border (Both, true)); ("border without doctors", Border (Both, false)); ("left border without doctors", Border (Left, false));
    ("right border", Border (Right, true)); ("right border without doctors", Border (Right, false));
    ("block of one column", Border (Lone, false)); ("sick", Sick false); ("sick, also mirrored", Sick true) ]

let signs = "?.#sS*oxabcd"

(* Whether there is one sick vertex, in column [zero], beside one that is drawn uncoloured. *)
let is_alive (d : Order.drawing) =
  let at r c = match List.nth_opt d.lines r with
    | Some line when r >= 0 && c >= 0 && c < String.length line -> line.[c]
    | _ -> '?' in
  let width = String.length (List.hd d.lines) in
  let all = List.concat (List.mapi (fun r _ -> List.init width (fun c -> (r, c))) d.lines) in
  match List.filter (fun (r, c) -> at r c = '#') all with
  | [ (r, c) ] -> c = d.zero && List.exists (fun (r, c) -> r >= 0 && String.contains ".s#" (at r c)) [ (r - 1, c); (r + 1, c); (r, c - 1); (r, c + 1) ]
  | _ -> false

let rec split_parts text =
  let rec from i = if i + 1 >= String.length text then None else if text.[i] = ';' && text.[i + 1] = ' ' then Some i else from (i + 1) in
  match from 0 with
  | Some i -> String.sub text 0 i :: split_parts (String.sub text (i + 2) (String.length text - i - 2))
  | None -> [ text ]

let read_drawing lines rows : Order.drawing =
  let head = Lines.field lines "drawing" in
  let name, role, column = match split_parts head with
    | [ name; role; column ] -> (name, role, column)
    | _ -> bad "drawing: `%s` is not a name, a role and a column" head in
  let prefix = "column " in
  let column = if String.starts_with ~prefix column then String.sub column 7 (String.length column - 7) else "" in
  let column = match number ~most:max_int column with Some i -> i | None -> bad "column: `%s` is no number" column in
  let rec take n = if n = 0 then [] else let line = Lines.line lines in line :: take (n - 1) in
  let drawn = take rows in
  let role = match List.assoc_opt role roles with Some role -> role | None -> bad "`%s` is no role of a drawing" role in
  if column = 0 then bad "the columns of a drawing are counted from 1";
  let width = String.length (List.hd drawn) in
  List.iter (fun line -> if String.length line <> width then bad "the lines of a drawing are of different lengths: `%s`" line) drawn;
  if width < 1 || width > most_width || column > width then bad "a drawing has 1 to %d columns, not %d" most_width width;
  List.iter (String.iter (fun sign -> if not (String.contains signs sign) then bad "a drawing has no sign `%c`" sign)) drawn;
  let d = { Order.name; role; zero = column - 1; lines = drawn } in
  (match role with
   | Sick _ when not (is_alive d) ->
       bad "the drawing %s has to have one sick vertex, in column %d, beside one that is drawn uncoloured" name column
   | _ -> ());
  d

let read text =
  let lines = Lines.of_text text in
  let goes_round = Lines.begins_with title_around text in
  let title = if goes_round then title_around else title in
  Lines.title lines title;
  let says = Lines.field lines "says" in
  let game = Lines.field lines "game" in
  let boards = Lines.field lines "boards" in
  let around = if goes_round then Some (Lines.count lines "columns") else None in
  let s = make ~game ~boards ~around in
  if says <> sentence s then bad "the head says “%s”, but claims: %s" says (sentence s);
  let count = Lines.count lines "drawings" in
  if count > most_drawings then bad "drawings: %d are more than %d" count most_drawings;
  let rec drawings n = if n = 0 then [] else let d = read_drawing lines s.rows in d :: drawings (n - 1) in
  let drawings = drawings count in
  let words (d : Order.drawing) = fst (List.find (fun (_, role) -> role = d.role) roles) in
  let written (d : Order.drawing) = Printf.sprintf "drawing: %s; %s; column %d" d.name (words d) (d.zero + 1) :: d.lines in
  Lines.must_be lines
    ([ title; "says: " ^ sentence s; "game: " ^ s.game; "boards: " ^ s.boards ]
     @ (match around with Some least -> [ Printf.sprintf "columns: %d" least ] | None -> [])
     @ [ Printf.sprintf "drawings: %d" count ]
     @ List.concat_map written drawings);
  let so_far, told = Lines.checksum lines in
  Lines.must_sum so_far told;
  let left = String.length text - lines.at in
  if left > 0 then bad "%d bytes of the file are left over after the last reply" left;
  { s with drawings }

(* ---- the plan ---- *)

open Partial

let middle = match Kernel.centre with Zpos p -> int_of_positive p | _ -> 0
let column c = z (c + middle - Partial.centre)
let id d = positive (d + 1)
let fews = Array.init 32 (fun s -> let bit i = s lsr i land 1 = 1 in { f0 = bit 0; f1 = bit 1; f2 = bit 2; f3 = bit 3; f4 = bit 4 })
let few s = fews.(s land 31)

let rec form : Formula.t -> form = function
  | Yes -> Yes
  | Exists o -> Ex (z o)
  | Unc (o, r) -> Unc (z o, nat r)
  | Same (o, r, p, s) -> Same (z o, nat r, z p, nat s)
  | Distinct l -> Distinct (List.map (fun (o, r) -> (z o, nat r)) l)
  | Marked (o, r, m) -> Marked (z o, nat r, nat m)
  | Ref (d, o) -> Ref (id d, z o)
  | Not f -> Not (form f)
  | And [] -> Yes
  | Or [] -> Not Yes
  | And [ f ] | Or [ f ] -> form f
  | And (f :: l) -> And (form f, form (And l))
  | Or (f :: l) -> Or (form f, form (Or l))

(* An order says nothing where there is no column, and nobody has a move to spare there. *)
let definitions (order : Order.t) =
  let reach = Array.make (Array.length order.all) 0 in
  let spares = List.concat order.spares in
  let add known (d : Order.definition) =
    reach.(d.id) <- Formula.last (fun e -> reach.(e)) d.formula;
    let f = form d.formula in
    let f = if List.memq d order.orders then Or (Not (Ex (z d.back)), f) else if List.memq d spares then And (Ex (z d.back), f) else f in
    PositiveMap.add (id d.id) (f, z reach.(d.id)) known in
  Array.fold_left add PositiveMap.empty order.all

(* Where new colours and marks matter to each definition. *)
let touched (on : tables) =
  let places bits =
    let one i = if bits lsr i land 1 = 1 then Some (z (i / Order.rows), nat (i mod Order.rows)) else None in
    List.filter_map one (List.init (most_columns * Order.rows) Fun.id) in
  let add (known, d) falls =
    (PositiveMap.add (id d) { falls = places falls; rises = places on.rises.(d); at_marks = places on.marks.(d) } known, d + 1) in
  fst (Array.fold_left add (PositiveMap.empty, 0) on.falls)

(* Which definition is which one upside down. *)
let upside (order : Order.t) =
  let add known (d : Order.definition) = PositiveMap.add (id d.id) (id (order.find (Order.upside_down d.key)).id) known in
  Array.fold_left add PositiveMap.empty order.all

let news l = List.map (fun (c, r, n) -> ((column c, nat r), nat n)) l

let rec log2 n = if n <= 1 then 0 else 1 + log2 (n / 2)

(* [here]: the definition that the kernel knows by itself. [named]: as in [Partial.state]. *)
let rec cases ~here named : Search.tree -> cases = function
  | Closed -> AbsurdHere
  | Absurd (d, _) when Some d = here -> AbsurdHere
  | Absurd (d, x) -> Absurd (id d, column x)
  | Reply (Pass, marks) -> Reply (None, news marks)
  | Reply (Play (c, r, colour), marks) -> Reply (Some ((column c, nat r), nat colour), news marks)
  | Split (q, yes, no) ->
      let question, told = match q with
        | Cell (c, r, s) when is_colour s && named land s = 0 ->
            let others = List.filter (fun k -> named land (1 lsl k) = 0 && 1 lsl k <> s) [ 1; 2; 3; 4 ] in
            (IsColour (column c, nat r, nat (log2 s), List.map nat others), s)
        | Cell (c, r, s) -> (InCell (column c, nat r, few s), 0)
        | Mark (c, r, s) -> (InMark (column c, nat r, few s), 0)
        | Def (d, c) -> (IsTrue (id d, column c), 0)
        | Far -> assert false in
      let yes = cases ~here (named lor told) yes in
      Split (question, yes, cases ~here named no)

let rec size : Search.tree -> int = function Split (_, yes, no) -> 1 + size yes + size no | _ -> 1

let plays ~pass =
  let columns = [ 0; -1; 1; -2; 2 ] in
  let moves = List.concat_map (fun c -> List.concat_map (fun r -> List.map (fun k -> Search.Play (Partial.centre + c, r, k)) [ 1; 2; 3; 4 ])
    Order.every_row) columns in
  Array.of_list (if pass then Search.Pass :: moves else moves)

let describe st =
  let sign r c = match (st.ex.(c), st.hold.(ix c r)) with
    | 2, _ -> "#"
    | 1, 1 -> "."
    | 1, s when is_colour s -> string_of_int (log2 s)
    | _ -> "?" in
  let columns = List.init 13 (fun i -> Partial.centre - 6 + i) in
  String.concat " " (List.map (fun c -> String.concat "" (List.map (fun r -> sign r c) Order.every_row)) columns)

(* Looks for all trees, but of Bob's moves only for those in the first [upper] rows; the lower half is the upper one upside down. [go_on] is
   told the number of cases so far. [carefully]: trees are gone through once more, see [Search.repair]. *)
let find_plan ?(upper = (Order.rows + 1) / 2) ?(carefully = false) s go_on =
  let round = s.around <> None in
  let order = Order.make ~round s.drawings in
  let on = Partial.tables ?least:s.around order in
  let earlier = ref 0 and nodes = ref 0 in
  let search ?(hold = 31) ?(mark = 31) ?(named = 0) ?(prepare = ignore) ~event ~always ~never ~here ~replies ~by_kernel () =
    let st = { (fresh ~round on ~hold ~mark) with named } in
    let everywhere v (d : Order.definition) = for x = 0 to len - 1 do set_known st d.id x v done in
    List.iter (everywhere 1) always;
    List.iter (everywhere 2) never;
    st.ex.(Partial.centre) <- 1;
    let place = Option.map (fun ((d : Order.definition), _) -> (d.id, Partial.centre - d.back)) here in
    let task = Search.make ~round order ~hyps:(always @ never) ~here:place ~replies ~go_on:(fun n -> go_on (!earlier + n)) in
    let tree =
      try
        prepare st;
        Option.iter (fun ((d : Order.definition), yes) -> learn st d.id (Partial.centre - d.back) yes 0) here;
        Search.find task ~carefully st
      with
      | Impossible _ -> Search.Closed
      | Search.Fail st -> bad "in %s (? is not known, # is outside the board) %s, and no reply was found that restores what the drawings show" (describe st) event in
    earlier := !earlier + task.cases;
    nodes := !nodes + size tree;
    let here = match here with Some ((d : Order.definition), _) when by_kernel -> Some d.id | _ -> None in
    cases ~here named tree in
  let start d = search ~hold:1 ~mark:1 ~event:"nothing is coloured" ~always:[] ~never:[] ~here:(Some (d, false)) ~replies:[||] ~by_kernel:false () in
  let care = List.filter (fun d -> Search.is_care d <> None) order.orders in
  let death r =
    search ~event:"a vertex has no colour left" ~always:care ~never:[] ~here:(Some (order.find (Dead r), true)) ~replies:[||] ~by_kernel:true () in
  let spare never d =
    let tree = search ~event:"Alice needs a move to spare" ~always:order.orders ~never ~here:(Some (d, true)) ~replies:(plays ~pass:false)
      ~by_kernel:false () in
    (id d.Order.id, tree) in
  let rec spares never = function
    | [] -> []
    | group :: rest -> let found = List.map (spare never) group in found @ spares (never @ group) rest in
  let last () =
    search ~event:"Alice needs a move to spare" ~always:order.orders ~never:(List.concat order.spares) ~here:(Some (order.find Last, true))
      ~replies:(plays ~pass:false) ~by_kernel:true () in
  let answer r =
    let prepare st =
      limit st Partial.centre r 1 0;
      List.iter (fun (c, s) -> limit st c s (lnot 2) 0) (Order.around (Partial.centre, r));
      put_colour st Partial.centre r 1;
      put_mark st Partial.centre r 0 in
    search ~named:2 ~prepare ~event:(Printf.sprintf "Bob colours row %d of the middle column" (r + 1)) ~always:order.orders ~never:[] ~here:None
      ~replies:(plays ~pass:true) ~by_kernel:false () in
  let starts = List.map start order.orders in
  let deaths = List.map death Order.inner in
  let spares = spares [] order.spares in
  let at_last = last () in
  let answers = List.init upper answer in
  let plan = { plan_rows = nat Order.rows; least = Option.map nat s.around; definitions = definitions order; touched = touched on; invariants = List.map (fun (d : Order.definition) -> id d.id) order.orders;
    upside = upside order; starts; deaths; answers; spares; at_last } in
  (plan, !nodes)

(* The certificate and the number of cases; [Bad] if nothing is proved. How many trees there will be is not known beforehand, only what they
   took where a proof was found. *)
let check memory go_on text =
  let s = read text in
  keep_to memory ~each:bytes_of_a_drawing (List.length s.drawings) "drawings";
  if s.rows <> Order.rows then bad "chromex-verified knows drawings of blocks on %d rows only" Order.rows;
  let checked = ref 0 in
  let watched _ = incr checked; go_on !checked; true in
  let proves plan = int_of_nat plan.plan_rows = s.rows && Option.map int_of_nat plan.least = s.around && check_plan watched plan in
  let plan, cases = find_plan s go_on in
  let proved, cases = if proves plan then (true, cases) else let plan, cases = find_plan ~carefully:true s go_on in (proves plan, cases) in
  if not proved then bad "the cases that were found for the drawings do not prove it";
  (s, cases)
