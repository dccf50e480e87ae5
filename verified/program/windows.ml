(* Bob's wins on large boards: reads a certificate, looks for his answers, and has the kernel check them.

   TRUSTED: what the lines say, down to [read], as a window of the kernel. The rest prepares what the kernel checks. *)
open Kernel
open Text

let title = "chromex window certificate 1"
let most_columns = 15
let bytes_of_a_position = 256

type t = { kernel : window; strip : Strips.t; boards : string; rows : int; columns : int; colours : int }

let sentence s =
  let least columns = match s.kernel.on_boards with
    | AllGrids -> Printf.sprintf "all M ≥ %d and N ≥ %d" s.rows columns
    | AllRows _ -> Printf.sprintf "every N ≥ %d" columns in
  let twice = if goes_round (shape_of s.kernel.on_boards) then s.columns + 1 else 2 * s.columns in
  Printf.sprintf "Bob wins %s on %s for %s whoever moves first, and for %s when Bob moves first, even if Alice may skip turns"
    s.strip.game s.boards (least twice) (least s.columns)

(* The graphs, in the words of [board] in Rules.v. *)
let graphs s = match s.kernel.on_boards with
  | AllGrids -> Strips.graphs_of_shape Grid "M"
  | AllRows _ -> Strips.graphs s.strip

let make ~game ~boards ~rows ~columns =
  let all_grids = boards = "grid:MxN" in
  let strip = Strips.make ~game ~boards:(if all_grids then Printf.sprintf "grid:%dxN" rows else boards) ~bob:"may skip" in
  if strip.local.stays_connected || int_of_nat strip.local.range > 1 then
    bad "%s: windows are for rules on neighbours alone, and for games in which any vertex may be coloured" strip.game;
  if strip.rows <> rows then bad "a window on %s has %d rows, not %d" boards strip.rows rows;
  if columns < 3 || columns > most_columns then bad "a window has 3 to %d columns, not %d" most_columns columns;
  let on_boards = if all_grids then AllGrids else AllRows strip.kernel.strip_shape in
  { kernel = { on_boards; window_rows = nat rows; window_columns = nat columns;
               window_game = strip.kernel.strip_game; window_skipper = strip.kernel.strip_skipper };
    strip; boards = (if all_grids then boards else strip.boards); rows; columns; colours = strip.colours }

(* ---- positions: the colour of each vertex, column by column from the top, 0 for uncoloured ---- *)

let vertices s = s.rows * s.columns

let show s position =
  let column j = String.concat "" (List.init s.rows (fun i ->
    match position.((j * s.rows) + i) with 0 -> "." | colour -> string_of_int colour)) in
  String.concat " " (List.init s.columns column)

let read_position s text =
  let columns = List.map (Strips.read_column s.strip) (String.split_on_char ' ' text) in
  if List.length columns <> s.columns || List.exists (fun c -> c = None || c = Some Strips.wall) columns then None
  else begin
    let columns = List.map Option.get columns in
    let rec legal = function a :: (b :: _ as rest) -> Strips.is_legal s.strip a b && legal rest | _ -> true in
    if legal columns then Some (Array.of_list (List.concat_map (Strips.rows_of s.strip) columns)) else None
  end

(* The order in which positions are written: columns are numbers, with the uppermost row as the last digit. *)
let order s a b =
  let rec from j =
    if j = s.columns then 0
    else
      let rec column i =
        if i < 0 then from (j + 1)
        else match compare a.((j * s.rows) + i) b.((j * s.rows) + i) with 0 -> column (i - 1) | c -> c in
      column (s.rows - 1) in
  from 0

(* Upside down (1), round (2), both (3) or neither: where what is seen at each vertex comes from. *)
let turning s number =
  Array.init (vertices s) (fun v ->
    let i = v mod s.rows and j = v / s.rows in
    let i = if number land 1 = 1 then s.rows - 1 - i else i in
    let j = if number land 2 = 2 then s.columns - 1 - j else j in
    (j * s.rows) + i)

(* Those that leave the graph as it is: a triangular strip only if it is turned both ways. *)
let turnings s =
  List.map (turning s) (match s.kernel.on_boards with AllRows Triangular -> [ 0; 3 ] | _ -> [ 0; 1; 2; 3 ])

let image turning names position = Array.map (fun v -> names.(position.(v))) turning

(* All orders of the colours 1 to k, as new names of 0 to k; only the one that there is if it matters what colours are called. *)
let all_names s =
  let k = s.colours in
  if not s.strip.recolour then [ Array.init (k + 1) Fun.id ] else
  let rec insert c = function [] -> [ [ c ] ] | x :: rest as l -> (c :: l) :: List.map (fun l -> x :: l) (insert c rest) in
  let rec orders c = if c = 0 then [ [] ] else List.concat_map (insert c) (orders (c - 1)) in
  List.map (fun order -> Array.of_list (0 :: order)) (orders k)

let is_first s turnings names position =
  List.for_all (fun turning -> List.for_all (fun names -> order s position (image turning names position) <= 0) names) turnings

(* The window, and the positions as they are listed. *)
let read memory text =
  let lines = Lines.of_text text in
  Lines.title lines title;
  let says = Lines.field lines "says" in
  let game = Lines.field lines "game" in
  ignore (Statement.game ~farthest:Strips.farthest 0 game);
  let boards = Lines.field lines "boards" in
  let size = Lines.field lines "window" in
  let rows, columns = match List.map (number ~most:max_int) (String.split_on_char 'x' size) with
    | [ Some rows; Some columns ] -> (rows, columns)
    | _ -> bad "window: `%s` is no size such as 4x5" size in
  let s = make ~game ~boards ~rows ~columns in
  if says <> sentence s then bad "the head says “%s”, but claims: %s" says (sentence s);
  let count = Lines.count lines "positions" in
  keep_to memory ~each:bytes_of_a_position count "positions";
  let turnings = turnings s and names = all_names s in
  let position _ =
    let line = Lines.line lines in
    match read_position s line with
    | Some position when is_first s turnings names position -> position
    | _ -> bad "`%s` is no legal position of the window, or not the first of those that count as the same" line in
  let rec read_positions left found = if left = 0 then found else let next = position () in read_positions (left - 1) (next :: found) in
  let positions = List.sort_uniq (order s) (read_positions count []) in
  Lines.must_be lines
    ([ title; "says: " ^ sentence s; "game: " ^ s.strip.game; "boards: " ^ s.boards;
       Printf.sprintf "window: %dx%d" s.rows s.columns; Printf.sprintf "positions: %d" (List.length positions) ]
     @ List.map (show s) positions);
  let so_far, told = Lines.checksum lines in
  Lines.must_sum so_far told;
  let left = String.length text - lines.at in
  if left > 0 then bad "%d bytes of the file are left over after the last reply" left;
  (s, positions)

(* ---- Bob's answers: looked for here, checked by the kernel ---- *)

(* The same for all positions that are the same up to turning and names of colours, and how it is come by: colours are named in the
   order in which they appear. *)
let usual_form s turnings position =
  let form number turning =
    let names = if s.strip.recolour then Array.make (s.colours + 1) 0 else Array.init (s.colours + 1) Fun.id and used = ref 0 in
    let name c = if c > 0 && names.(c) = 0 then (incr used; names.(c) <- !used) in
    Array.iter (fun v -> name position.(v)) turning;
    for c = 1 to s.colours do name c done;
    (image turning names position, number, names) in
  List.fold_left min (form 0 (List.hd turnings)) (List.mapi form turnings)

let inverse names =
  let inverse = Array.make (Array.length names) 0 in
  Array.iteri (fun c name -> inverse.(name) <- c) names;
  inverse

(* Bob's answer in a position, if he has one. *)
let finder s positions =
  let turnings = turnings s in
  let listed = Hashtbl.create 256 in
  List.iter (fun position ->
    let form, number, names = usual_form s turnings position in
    Hashtbl.replace listed form (number, inverse names)) positions;
  let n = vertices s in
  let joined v w =
    let row v = v mod s.rows and column v = v / s.rows in
    let is_across v w = column w = column v + 1 && Strips.is_across (shape_of s.kernel.on_boards) (row v) (row w) in
    (column v = column w && abs (v - w) = 1) || is_across v w || is_across w v in
  let neighbours = Array.init n (fun v -> List.filter (joined v) (List.init n Fun.id)) in
  let colours = List.init s.colours (fun c -> c + 1) in
  let clashes = s.strip.clashes.(1) in
  let is_free position v c = List.for_all (fun w -> position.(w) = 0 || not clashes.(c).(position.(w))) neighbours.(v) in
  let is_dead position v = position.(v) = 0 && not (List.exists (is_free position v) colours) in
  let is_inner v =
    let i = v mod s.rows and j = v / s.rows in
    j >= 1 && j + 1 < s.columns && (s.kernel.on_boards <> AllGrids || (i >= 1 && i + 1 < s.rows)) in
  let all = List.init n Fun.id in
  let inner = List.filter is_inner all in
  let why position v = match List.find_opt (is_dead position) neighbours.(v) with
    | Some w -> Some (Dead (nat w))
    | None ->
        let form, number, names = usual_form s turnings position in
        Option.map (fun (theirs, back) ->
          Listed (nat (number lxor theirs), List.map (fun name -> nat back.(name)) (Array.to_list names)))
          (Hashtbl.find_opt listed form) in
  let plays position v c =
    if position.(v) > 0 || not (is_free position v c) then None
    else begin
      let after = Array.copy position in
      after.(v) <- c;
      Option.map (fun why -> Plays (nat v, nat c, why)) (why after v)
    end in
  fun position ->
    match List.find_opt (is_dead position) all with
    | Some v -> Some (Won (nat v))
    | None -> List.find_map (fun v -> List.find_map (plays position v) colours) inner

(* The window, the number of positions and that of answers; [Bad] if nothing is proved. [go_on] is told the number of answers
   so far, and may raise. *)
let check memory go_on text =
  let s, positions = read memory text in
  let find = finder s positions in
  let start = match find (Array.make (vertices s) 0) with
    | Some answer -> answer
    | None -> bad "Bob has no first move into one of the positions" in
  let graph = window_graph s.kernel and area = nat (vertices s) in
  let answers = ref 0 in
  let answer position after =
    incr answers;
    go_on !answers;
    let after = Array.of_list (List.map int_of_nat after) in
    match find after with
    | Some answer -> answer
    | None when after = position -> bad "in %s Alice does nothing, and Bob has no answer" (show s position)
    | None -> bad "in %s Alice plays %s, and Bob has no answer" (show s position) (show s after) in
  let row position =
    let kernel = List.map nat (Array.to_list position) in
    (kernel, List.map (answer position) (after_alice s.strip.local area graph kernel)) in
  let rows = List.map row positions in
  let turnings = List.map (fun turning -> List.map nat (Array.to_list turning)) (turnings s) in
  if not (check_window s.kernel turnings start rows) then bad "the kernel does not accept the answers that were found";
  (s, List.length positions, !answers)
