(* Boards of every length: reads a certificate and has the kernel check it.

   TRUSTED: what the lines say, down to [read], as a strip of the kernel. The rest prepares what the kernel checks. *)
open Kernel
open Text

let title = "chromex strip certificate 1"
let most_rows = 7
let most_colours = 6

(* [clashes]: which colours may not stand at which distance. [recolour]: whether it does not matter what colours are called. *)
type t = {
  kernel : strip; local : local; game : string; rows : int; colours : int; boards : string; bob : string;
  clashes : bool array array array; recolour : bool;
}

(* The graphs as they are typed. *)
let shapes = [ ("grid", Grid); ("cylinder", Cylinder); ("king", King); ("triangular", Triangular) ]

let sentence s =
  Printf.sprintf "Alice wins %s on %s for every N ≥ %d %s" s.game s.boards
    (if goes_round s.kernel.strip_shape then 3 else 1)
    (if s.kernel.bob_may_skip then "whoever moves first, even if Bob may skip turns"
     (* She may skip her first turn. *)
     else if s.kernel.strip_skipper = Some Left then "whoever moves first"
     else "when Bob moves first")

(* The graphs, in the words of [board] in Rules.v. *)
let graphs_of_shape shape rows = match shape with
  | Grid -> Printf.sprintf "P_%s □ P_N: each vertex is joined to the one below it and to the one on its right" rows
  | Cylinder ->
      Printf.sprintf "P_%s □ C_N: each vertex is joined to the one below it and to the one on its right; \
                      the first column is to the right of the last one" rows
  | King ->
      Printf.sprintf "P_%s ⊠ P_N: each vertex is joined to the one below it, to the one on its right and to those above and below that" rows
  | Triangular ->
      Printf.sprintf "triangular strips of %s rows: each vertex is joined to the one below it, to the one on its right \
                      and to the one below that" rows
let graphs s = graphs_of_shape s.kernel.strip_shape (string_of_int s.rows)

(* No rule reaches farther: a game of this kind on boards of every length is refused if its rule reaches farther than this. *)
let farthest = 1000
let most_reach = 2

(* Whether strips are for this game, and what of it matters: in the order in which `chromex check` looks at it. *)
let local_rule (played : Own.t) =
  let refused why = bad "%s: %s" played.named why in
  let all_coloured = match played.family with
    | Colouring _ -> true
    | Described d ->
        let all = List.init (int_of_nat d.number_of_colours) (fun c -> nat (c + 1)) in
        d.aim_of = ColourAll && List.for_all (fun c -> List.mem c d.left_uses && List.mem c d.right_uses) all
    | _ -> false in
  if not all_coloured then refused "strips are for games in which Alice wants all coloured";
  (match played.family with
   | Described { places_of = InOrder _; _ } ->
       refused "strips are for games in which vertices are coloured, in any order or next to coloured ones"
   | _ -> ());
  if played.directed then refused "it is played on directed graphs, and these boards are not directed";
  match local_of played.family with
  | Some local when int_of_nat local.range <= most_reach -> local
  | _ -> refused (Printf.sprintf "its rule is not one on vertices at distance %d or less" most_reach)

let make ~game ~boards ~bob =
  let played = Statement.game ~farthest 0 game in
  let bob_may_skip = match bob with
    | "begins" -> false
    | "may skip" -> true
    | _ -> bad "bob: `%s` is neither `begins` nor `may skip`" bob in
  let unknown () = bad "`%s` is no family of boards: write grid:4xN or cylinder:4xN" boards in
  let kind, size = match String.split_on_char ':' boards with
    | [ kind; size ] -> (kind, size)
    | _ -> unknown () in
  let rows = match String.split_on_char 'x' size with
    | [ rows; "N" ] -> (match number ~most:max_int rows with Some rows -> rows | None -> unknown ())
    | _ -> unknown () in
  let strip_shape = match List.assoc_opt kind shapes with Some shape -> shape | None -> unknown () in
  let local = local_rule played in
  let colours = int_of_nat local.hues and reach = int_of_nat local.range in
  if reach > 1 && strip_shape = Cylinder then bad "%s: on cylinders strips are for rules on neighbours alone" played.named;
  if played.skipper = Some Right && not bob_may_skip then bad "%s: Bob may skip turns, which a certificate has to say" played.named;
  if rows < 1 || rows > most_rows || colours > most_colours then
    bad "strips have 1 to %d rows and at most %d colours" most_rows most_colours;
  let boards = Printf.sprintf "%s:%dxN" kind rows in
  let numbers = List.init (colours + 1) Fun.id in
  let clashes = Array.init (reach + 1) (fun e -> Array.init (colours + 1) (fun c -> Array.init (colours + 1) (fun d ->
    local.clash (nat e) (nat c) (nat d)))) in
  let swap s c = if c = s then s + 1 else if c = s + 1 then s else c in
  let stays s = Array.for_all (fun table -> List.for_all (fun c -> List.for_all (fun d ->
    c = 0 || d = 0 || table.(swap s c).(swap s d) = table.(c).(d)) numbers) numbers) clashes in
  let recolour = List.for_all stays (List.init (max 0 (colours - 1)) (fun s -> s + 1)) in
  { kernel = { strip_shape; height = nat rows; strip_game = played.family; strip_skipper = played.skipper; bob_may_skip };
    local; game = played.named; rows; colours; boards; bob; clashes; recolour }

(* ---- columns: four bits a row, from the top, 0 for uncoloured ---- *)

let wall = max_int
let in_row column row = (column lsr (4 * row)) land 15

let column_of s list = List.fold_right (fun colour column -> (column lsl 4) lor colour) list 0 land ((1 lsl (4 * s.rows)) - 1)
let rows_of s column = List.init s.rows (in_row column)

let show s column =
  let symbol colour = if colour = 0 then "." else string_of_int colour in
  if column = wall then "#" else String.concat "" (List.map symbol (rows_of s column))

let read_column s text =
  if text = "#" && not (goes_round s.kernel.strip_shape) then Some wall
  else
    let colour = function
      | '.' -> Some 0
      | '1' .. '9' as c when Char.code c - 48 <= s.colours -> Some (Char.code c - 48)
      | _ -> None in
    let read = List.map colour (List.of_seq (String.to_seq text)) in
    if List.length read <> s.rows || List.mem None read then None else Some (column_of s (List.map Option.get read))

(* Whether a vertex in the first of these rows is joined to one in the second, in the column on its right. *)
let is_across shape row other = match shape with
  | Grid | Cylinder -> row = other
  | King -> abs (row - other) <= 1
  | Triangular -> other = row || other = row + 1

(* Whether these columns can stand side by side by the rules of the game. *)
let is_legal s a b =
  let rows = List.init s.rows Fun.id in
  let agree e a b =
    a = 0 || b = 0 || e = 0 || e >= Array.length s.clashes || not (s.clashes.(e).(a).(b) || s.clashes.(e).(b).(a)) in
  let all_agree first second apart =
    first = wall || second = wall
    || List.for_all (fun i -> List.for_all (fun j ->
         agree (int_of_nat (away s.kernel.strip_shape true (nat apart) (nat i) (nat j))) (in_row first i) (in_row second j)) rows) rows in
  all_agree a a 0 && all_agree b b 0 && all_agree a b 1

let rec factorial k = if k <= 1 then 1 else k * factorial (k - 1)

(* The strip, and the pairs as they are listed. *)
let read memory text =
  let lines = Lines.of_text text in
  Lines.title lines title;
  let says = Lines.field lines "says" in
  let game = Lines.field lines "game" in
  let boards = Lines.field lines "boards" in
  let bob = Lines.field lines "bob" in
  let s = make ~game ~boards ~bob in
  if says <> sentence s then bad "the head says “%s”, but claims: %s" says (sentence s);
  let count = Lines.count lines "pairs" in
  let each = 2 * (if s.recolour then factorial s.colours else 1) * 128 in
  keep_to memory ~each count "positions";
  let pair _ =
    let line = Lines.line lines in
    match String.split_on_char ' ' line with
    | [ a; b ] -> (
        match (read_column s a, read_column s b) with
        | Some a, Some b when is_legal s a b -> (a, b)
        | _ -> bad "`%s` is no legal pair of columns" line)
    | _ -> bad "`%s` is no legal pair of columns" line in
  let rec pairs left found = if left = 0 then List.rev found else let next = pair () in pairs (left - 1) (next :: found) in
  let pairs = pairs count [] in
  Lines.must_be lines
    ([ title; "says: " ^ sentence s; "game: " ^ s.game; "boards: " ^ s.boards; "bob: " ^ s.bob; Printf.sprintf "pairs: %d" count ]
     @ List.map (fun (a, b) -> show s a ^ " " ^ show s b) pairs);
  let so_far, told = Lines.checksum lines in
  Lines.must_sum so_far told;
  let left = String.length text - lines.at in
  if left > 0 then bad "%d bytes of the file are left over after the last reply" left;
  (s, pairs)

(* ---- what the kernel is given ---- *)

module Columns = Set.Make (Int)

(* Exchanging neighbouring colours and turning upside down: all symmetries are made of these. *)
let exchanges s =
  let exchange c colour = if colour = c then c + 1 else if colour = c + 1 then c else colour in
  if s.recolour then List.init (max 0 (s.colours - 1)) (fun i -> List.map (exchange (i + 1))) else []
let generators s = List.rev :: exchanges s

let image s g column = if column = wall then wall else column_of s (g (rows_of s column))

(* What may stand on the left and on the right of each column, with the images of the pairs. *)
type sides = { left : (int, Columns.t) Hashtbl.t; right : (int, Columns.t) Hashtbl.t }

let around table column = Option.value ~default:Columns.empty (Hashtbl.find_opt table column)
let is_allowed sides a b = Columns.mem b (around sides.right a)

let close s pairs =
  let sides = { left = Hashtbl.create 256; right = Hashtbl.create 256 } in
  let put table a b = Hashtbl.replace table a (Columns.add b (around table a)) in
  let rec allow (a, b) =
    if not (is_allowed sides a b) then begin
      put sides.right a b;
      put sides.left b a;
      let upside_down = image s List.rev in
      (* A triangular strip looks the same only after half a turn. *)
      if s.kernel.strip_shape = Triangular then allow (upside_down b, upside_down a)
      else (allow (b, a); allow (upside_down a, upside_down b));
      List.iter (fun g -> allow (image s g a, image s g b)) (exchanges s)
    end in
  List.iter allow pairs;
  sides

(* The least of each kind of column, in order, then the others, each an image of an earlier one. *)
let in_order s sides =
  let keys table = List.of_seq (Hashtbl.to_seq_keys table) in
  let columns = List.sort_uniq compare (keys sides.left @ keys sides.right) in
  let reached = Hashtbl.create 256 in
  let rec reach column =
    if not (Hashtbl.mem reached column) then begin
      Hashtbl.replace reached column ();
      column :: List.concat_map (fun g -> reach (image s g column)) (generators s)
    end else [] in
  let orbits = List.filter_map (fun column -> match reach column with [] -> None | orbit -> Some orbit) columns in
  List.map List.hd orbits @ List.concat_map List.tl orbits

(* Why it is refused, in words: the columns around, the one where it happens in brackets. *)
let explain s kernel_of sides why =
  let of_kernel = function None -> wall | Some list -> column_of s (List.map int_of_nat list) in
  let in_brackets middle columns =
    let text i column = if i = middle then "[" ^ show s column ^ "]" else show s column in
    let shown = List.mapi text columns in
    (* Beyond a wall there is nothing. *)
    let rec without_double_walls = function
      | "#" :: ("#" :: _ as rest) -> without_double_walls rest
      | first :: rest -> first :: without_double_walls rest
      | [] -> [] in
    String.concat " " (without_double_walls shown) in
  let allows a b = is_allowed sides (of_kernel a) (of_kernel b) in
  let beside d column = List.map kernel_of (Columns.elements (around (if d then sides.left else sides.right) (of_kernel column))) in
  let shape, rows, local = (s.kernel.strip_shape, s.kernel.height, s.local) in
  let near_rows = table_of_rows shape rows local and bars = table_of_clashes local in
  (* What stands beyond [xs], which come before [y] in this direction, when there is no answer in the nearest of them. *)
  let without_answer fresh d xs y zs =
    let beyond = before_it beside d (List.nth xs (List.length xs - 1)) in
    let refused u =
      can_be shape rows local near_rows bars d (xs @ [ u ]) y zs
      && not (answer_beside shape rows local (fun _ _ -> [ u ]) allows near_rows bars fresh d xs y zs) in
    of_kernel (List.find refused beyond) in
  let shown = List.map of_kernel in
  match why with
  | NotLocal -> "the game is not one of those that the kernel knows on boards of every length"
  | NotClosed -> "the pairs are not closed under symmetry"
  | Stopped -> "stopped"
  | NoStart ->
      let round = goes_round s.kernel.strip_shape in
      let pairs = if round then [ (0, 0) ] else [ (wall, 0); (0, 0); (0, wall) ] in
      let a, b = List.find (fun (a, b) -> not (is_allowed sides a b)) pairs in
      "the uncoloured board is not allowed: " ^ in_brackets (int_of_nat local.range) [ a; b ]
  | DeadRow (xs, y, zs, row) ->
      Printf.sprintf "in %s row %d has no colour left"
        (in_brackets (List.length xs) (shown (List.rev_append xs (y :: zs)))) (int_of_nat row + 1)
  | NoAnswer (xs, y, zs, next) ->
      let left = without_answer false true xs next zs and right = without_answer false false zs next xs in
      Printf.sprintf "in %s Bob plays [%s], and Alice has no answer"
        (in_brackets (List.length xs + 1) ((left :: shown (List.rev_append xs (y :: zs))) @ [ right ])) (show s (of_kernel next))
  | NoSpareMove (d, xs, y, zs) ->
      (* Columns that were read from the right are shown after half a turn. *)
      let turned column = if d then column else kernel_of (image s List.rev (of_kernel column)) in
      let xs, y, zs = (List.map turned xs, turned y, List.map turned zs) in
      let beyond = without_answer (all_blank rows xs y zs) false zs y xs in
      Printf.sprintf "in %s Bob skips, and Alice has no move to spare"
        (in_brackets (List.length xs) (shown (List.rev_append xs (y :: zs)) @ [ beyond ]))

(* The strip, the number of pairs and that of contexts that were looked at; [Bad] if nothing is proved. [go_on] is told
   that number, and may raise. *)
let check memory go_on text =
  let s, pairs = read memory text in
  let sides = close s pairs in
  let known = Hashtbl.create 256 in
  let kernel_of column =
    if column = wall then None
    else match Hashtbl.find_opt known column with
      | Some made -> made
      | None ->
          let made = Some (List.map nat (rows_of s column)) in
          Hashtbl.replace known column made;
          made in
  let beside table column = List.map kernel_of (Columns.elements (around table column)) in
  let row column = (kernel_of column, (beside sides.left column, beside sides.right column)) in
  let contexts = ref 0 in
  let watched _ = incr contexts; go_on !contexts; true in
  match check_strip watched s.recolour s.kernel (List.map row (in_order s sides)) with
  | None -> (s, List.length pairs, !contexts)
  | Some why -> raise (Bad (explain s kernel_of sides why))
