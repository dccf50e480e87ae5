(* TRUSTED: what the lines of a certificate say, as a statement of the kernel. *)
open Kernel
open Text

let most_vertices = 128
let symbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
let most_colours = String.length symbols

(* ---- games ---- *)

let is_plain text i = text = string_of_int i

let colours name text =
  match number ~most:most_colours text with
  | Some k when k > 0 && is_plain text k -> nat k
  | _ -> bad "%s: the number of colours is a number from 1 to %d" name most_colours

let vertex_order name n text =
  let vertex piece = match number ~most:(n - 1) piece with
    | Some v when is_plain piece v -> v
    | _ -> bad "%s: `%s` is no vertex of the graph" name piece in
  let order = List.map vertex (String.split_on_char ',' text) in
  if List.length (List.sort_uniq compare order) <> List.length order then bad "%s: a vertex comes twice in the order" name;
  if List.length order < n then bad "the order names %d of the %d vertices" (List.length order) n;
  List.map nat order

(* The game of this name on a graph with n vertices. *)
let family n name =
  match String.split_on_char ':' name with
  | [ "node-kayles" ] -> Proper (nat 1)
  | [ "icol" ] -> Proper (nat 2)
  | [ "proper"; k ] -> Proper (colours name k)
  | [ "isnort" ] -> ISnort
  | [ "distance"; d; k ] -> (
      match number ~most:1_000_000 d with
      (* No two vertices are farther apart than there are vertices. *)
      | Some i when i > 0 && is_plain d i -> Distance (nat (min i (max n 1)), colours name k)
      | _ -> bad "%s: the distance is a number from 1 to 1000000" name)
  | [ "blue-red" ] -> BlueRed
  | [ "oriented"; k ] -> Oriented (colours name k)
  | [ "weak"; k ] -> Weak (colours name k)
  | [ "sequential"; k ] -> Sequential (colours name k, List.init n nat)
  | [ "sequential"; k; order ] -> Sequential (colours name k, vertex_order name n order)
  | [ "col" ] -> Col
  | [ "snort" ] -> Snort
  | [ "colouring"; k ] -> Colouring (colours name k)
  | [ "connected" ] -> Connected false
  | [ "connected"; "maker-breaker" ] -> Connected true
  | [ "orthogonal"; k ] -> Orthogonal (colours name k, false)
  | [ "orthogonal"; k; "normal" ] -> Orthogonal (colours name k, true)
  | _ -> bad "unknown game `%s`" name

(* `misere:GAME` is GAME with the other end; nothing else is different. *)
let misere = "misere:"
let is_misere name = String.starts_with ~prefix:misere name
let normal name =
  let length = String.length misere in
  if is_misere name then String.sub name length (String.length name - length) else name

(* The game of this name, with normal play, and the claim about it. *)
let family_with n name claim_text claim =
  let f = family n (normal name) in
  if not (is_misere name) then (f, claim)
  else begin
    (match convention_of f with
     | Impartial | Partisan -> ()
     | _ -> bad "%s is not lost by who cannot move" (normal name));
    match claim with
    | Winner p -> (f, MisereWinner p)
    | Outcome o -> (f, MisereOutcome o)
    | _ -> bad "`%s` cannot be claimed of %s" claim_text name
  end

let is_directed = function BlueRed | Oriented _ -> true | _ -> false

(* The names of colours; none where they are numbers. *)
let colour_names game_name = match String.split_on_char ':' (normal game_name) with
  | ("icol" | "isnort" | "col" | "snort") :: _ -> "BW"
  | "blue-red" :: _ -> "BR"
  | "connected" :: _ -> "RB"
  | _ -> ""

(* ---- players and claims ---- *)

let player text = match String.lowercase_ascii text with
  | "left" | "alice" -> Left
  | "right" | "bob" -> Right
  | _ -> bad "there is no player `%s`" text

let no_claim text =
  bad "`%s` is no claim: write winner = alice, outcome = P, nimber = 2, score >= 1, value = 1/2 or chi <= 4" text

let relation_of text = function
  | ">=" -> AtLeast
  | "<=" -> AtMost
  | "=" -> Exactly
  | _ -> no_claim text

let integer text s =
  let negative = s <> "" && s.[0] = '-' in
  let digits = if negative then String.sub s 1 (String.length s - 1) else s in
  match number ~most:(1 lsl 31) digits with
  | Some i -> if negative then -i else i
  | None -> no_claim text

type claim =
  | Game_has of property
  | Number_of_colours of relation * int

let claim text =
  match words text with
  | [ "winner"; "="; p ] -> Game_has (Winner (player p))
  | [ "outcome"; "="; "L" ] -> Game_has (Outcome ClassL)
  | [ "outcome"; "="; "R" ] -> Game_has (Outcome ClassR)
  | [ "outcome"; "="; "N" ] -> Game_has (Outcome ClassN)
  | [ "outcome"; "="; "P" ] -> Game_has (Outcome ClassP)
  | [ "nimber"; "="; h ] -> (
      match number ~most:max_int h with
      | Some h when h <= Form.most_heap -> Game_has (Nimber (nat h))
      | Some _ -> bad "nim-heaps go up to *%d here" Form.most_heap
      | None -> no_claim text)
  | [ "score"; r; s ] -> Game_has (ScoreIs (relation_of text r, z (integer text s)))
  | [ "value"; r; v ] ->
      let r = relation_of text r in
      let table, root = Form.read v in
      Game_has (ValueIs (r, table, root))
  | [ "chi"; r; k ] -> (
      match number ~most:255 k with
      | Some k -> Number_of_colours (relation_of text r, k)
      | None -> no_claim text)
  | _ -> no_claim text

(* ---- graphs ---- *)

type graph = { order : int; directed : bool; edges : (int * int) list }

(* "12 vertices, 17 edges: 0-1 0-4 ...", as the checker of Chromex writes it: in order, each edge once. *)
let graph text =
  let malformed () = bad "the edges are not written as `4 vertices, 2 edges: 0-1 2-3`" in
  let colon = try String.index text ':' with Not_found -> malformed () in
  let counts = String.sub text 0 colon in
  let list = String.sub text (colon + 1) (String.length text - colon - 1) in
  let order, size = match String.split_on_char ' ' counts with
    | [ n; "vertices,"; m; "edges" ] -> (
        match (number ~most:max_int n, number ~most:max_int m) with
        | Some n, Some m -> (n, m)
        | _ -> malformed ())
    | _ -> malformed () in
  if order > most_vertices then bad "%d vertices: a certificate has at most %d" order most_vertices;
  let directed = String.contains list '>' in
  let edge text = match String.split_on_char (if directed then '>' else '-') text with
    | [ v; w ] -> (
        match (number ~most:(order - 1) v, number ~most:(order - 1) w) with
        | Some v, Some w when directed || v < w -> (v, w)
        | _ -> bad "`%s` is no edge of a graph with %d vertices" text order)
    | _ -> malformed () in
  let pieces = if list = " " then [] else match String.split_on_char ' ' list with
    | "" :: pieces -> pieces
    | _ -> malformed () in
  let edges = List.map edge pieces in
  let rec in_order = function a :: (b :: _ as rest) -> compare a b < 0 && in_order rest | _ -> true in
  if not (in_order edges) then bad "the edges are not listed in order, each once";
  if List.length edges <> size then bad "%d edges are announced and %d listed" size (List.length edges);
  { order; directed; edges }

let show_graph g =
  let joint = if g.directed then '>' else '-' in
  let edges = List.map (fun (v, w) -> Printf.sprintf "%d%c%d" v joint w) g.edges in
  Printf.sprintf "%d vertices, %d edges: %s" g.order (List.length edges) (String.concat " " edges)

let fits name f g =
  if is_directed f && (not g.directed) && g.edges <> [] then
    bad "%s is played on digraphs: give dipath:9, arcs:0>1,1>2, d6:… or the like" name;
  if g.directed && not (is_directed f) then bad "%s is played on undirected graphs" name

(* ---- positions ---- *)

(* One symbol a vertex; rows of equal length may be separated by `/`, and copies of the graph must be by `|`. *)
let start game_name f order text =
  let text = if text = "-" then "" else text in
  let names = colour_names game_name and k = int_of_nat (colours_of f) in
  let colour symbol =
    let found = match symbol with
      | '.' | '0' -> Some 0
      | _ -> (
          let named = String.index_opt names (Char.uppercase_ascii symbol) in
          let numbered = if names <> "" && not (is_digits (String.make 1 symbol)) then None else String.index_opt symbols symbol in
          match named with Some i -> Some (i + 1) | None -> Option.map succ numbered) in
    match found with
    | Some c when c <= k -> c
    | _ -> bad "`%c` is no colour of this game" symbol in
  let written symbol = match if symbol = '/' || symbol = '|' then -1 else colour symbol with
    | -1 -> symbol
    | 0 -> '.'
    | c -> if names <> "" then names.[c - 1] else symbols.[c - 1] in
  let copy text =
    let rows = String.split_on_char '/' text in
    let lengths = List.sort_uniq compare (List.map String.length rows) in
    if List.length lengths > 1 then bad "`/` must come at the end of a row";
    let symbols = String.concat "" rows in
    let colours = List.map colour (List.of_seq (String.to_seq symbols)) in
    if List.length colours <> order then bad "%d symbols for %d vertices" (List.length colours) order;
    colours in
  let copies = int_of_nat (cells f (nat 1)) in
  let texts = String.split_on_char '|' text in
  if order > 0 && List.length texts <> copies then bad "%d copies of the graph are coloured, not %d" (List.length texts) copies;
  if order = 0 && text <> "" then bad "%d symbols for 0 vertices" (String.length text);
  let colouring = if order = 0 then [] else List.concat_map copy texts in
  if String.map written text <> text then bad "the start is written `%s`" (String.map written text);
  colouring

(* ---- the whole ---- *)

type t = {
  name : string;       (* of the game *)
  label : string;      (* what the file calls the graph; not checked *)
  graph : graph;
  start : string;
  first : player;
  claim : claim;
  claim_text : string;
  kernel : statement;  (* what is proved *)
}

let make ~game:name ~label ~edges ~start:start_text ~first:first_text ~claim:claim_text =
  let claim = claim claim_text in
  let graph = graph edges in
  let first = player first_text in
  let n = graph.order in
  let claimed, col = match claim with
    | Number_of_colours (r, k) ->
        if name <> "colouring" then bad "`%s` is a claim about the game `colouring`" claim_text;
        fits "colouring:1" (Colouring (nat 1)) graph;
        let col = start "colouring:1" (Colouring (nat 1)) n start_text in
        if List.exists (( <> ) 0) col then bad "χ_g is about the uncoloured graph";
        if n = 0 || k = 0 then bad "`%s`: at least one vertex and one colour are needed" claim_text;
        if (match r with AtLeast -> k - 1 | _ -> k) > most_colours then
          bad "the number of colours is a number from 1 to %d" most_colours;
        (Chi (r, nat k), col)
    | Game_has w ->
        let f, w = family_with n name claim_text w in
        fits name f graph;
        (About (f, w), start name f n start_text) in
  let edges = List.map (fun (v, w) -> (nat v, nat w)) graph.edges in
  let kernel = { Kernel.order = nat n; edges; start = List.map nat col; first; claimed } in
  { name; label; graph; start = start_text; first; claim; claim_text; kernel }

(* The claim as a sentence, as Chromex writes it. *)
let sentence s =
  let names_alice = match s.kernel.claimed with
    | Chi _ -> true
    | About (f, _) -> ( match convention_of f with MakerBreaker | Scoring -> true | _ -> false) in
  let called = function
    | Left -> if names_alice then "Alice" else "Left"
    | Right -> if names_alice then "Bob" else "Right" in
  let is_coloured = String.exists (fun c -> not (String.contains "./|-" c)) s.start in
  let what = s.name ^ " on " ^ s.label ^ if is_coloured then " from " ^ s.start else "" in
  let first = "when " ^ called s.first ^ " moves first" in
  let in_words = function AtLeast -> "at least" | AtMost -> "at most" | Exactly -> "exactly" in
  let value = match words s.claim_text with [ _; _; v ] -> v | _ -> "" in
  match s.claim with
  | Game_has (Winner p | MisereWinner p) -> Printf.sprintf "%s wins %s %s" (called p) what first
  | Game_has (Outcome o | MisereOutcome o) ->
      let who = match o with
        | ClassN -> "the player who moves first wins"
        | ClassP -> "the player who moves first loses"
        | ClassL -> "Left wins, whoever moves first"
        | ClassR -> "Right wins, whoever moves first" in
      Printf.sprintf "the outcome of %s is %s: %s" what value who
  | Game_has (Nimber h) -> Printf.sprintf "the nimber of %s is exactly *%d" what (int_of_nat h)
  | Game_has (ScoreIs (r, _)) ->
      Printf.sprintf "the score of %s under best play %s is %s %d" what first (in_words r) (integer s.claim_text value)
  | Game_has (ValueIs (r, _, _)) -> Printf.sprintf "the value of %s is %s %s" what (in_words r) value
  | Number_of_colours (r, k) ->
      Printf.sprintf "the game chromatic number %s of %s (%s) is %s %d"
        (if s.first = Left then "χ_g" else "χ_g^B") s.label first (in_words r) k

(* The lines of the head that say all that, as Chromex writes them. *)
let lines s =
  let name p = if p = Left then "left" else "right" in
  let number relation what n =
    let symbol = match relation with AtLeast -> ">=" | AtMost -> "<=" | Exactly -> "=" in
    Printf.sprintf "%s %s %s" what symbol n in
  let value = match words s.claim_text with [ _; _; v ] -> v | _ -> "" in
  let claim = match s.claim with
    | Game_has (Winner p | MisereWinner p) -> "winner = " ^ if p = Left then "alice" else "bob"
    | Game_has (Outcome _ | MisereOutcome _) -> "outcome = " ^ value
    | Game_has (Nimber h) -> Printf.sprintf "nimber = %d" (int_of_nat h)
    | Game_has (ScoreIs (r, _)) -> number r "score" (string_of_int (integer s.claim_text value))
    | Game_has (ValueIs (r, _, _)) -> number r "value" value
    | Number_of_colours (r, k) -> number r "chi" (string_of_int k) in
  [ "says: " ^ sentence s; "claim: " ^ claim; "game: " ^ s.name; "graph: " ^ s.label; "edges: " ^ show_graph s.graph;
    "start: " ^ s.start; "first: " ^ name s.first ]
