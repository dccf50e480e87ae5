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
  | [ "colouring"; k ] | [ "colouring"; k; ("alice-skips" | "bob-skips") ] -> Colouring (colours name k)
  | [ "marking"; m ] -> (
      match number ~most:1_000_000 m with
      (* No vertex has more neighbours than there are vertices. *)
      | Some i when i > 0 && is_plain m i -> Marking (nat (min i (n + 1)))
      | _ -> bad "%s: the number of marked neighbours is a number from 1 to 1000000" name)
  | [ "indicated"; k ] -> Indicated (colours name k)
  | [ "connected-colouring"; k ] -> Described (connected_colouring (colours name k))
  | [ "labelling"; k ] -> Described (labelling (colours name k))
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

(* The names of colours; none where they are numbers. *)
let colour_names game_name = match String.split_on_char ':' (normal game_name) with
  | ("icol" | "isnort" | "col" | "snort") :: _ -> "BW"
  | "blue-red" :: _ -> "BR"
  | "connected" :: _ -> "RB"
  | _ -> ""

(* The game of this name, with normal play. *)
let game ?farthest n name : Own.t =
  let farthest = Option.value ~default:(max n 1) farthest in
  if Own.is_own name then Own.read ~most_colours ~farthest n name
  else begin
    let family = family n (normal name) in
    let skipper = match String.split_on_char ':' name with
      | [ "colouring"; _; "alice-skips" ] -> Some Left
      | [ "colouring"; _; "bob-skips" ] -> Some Right
      | _ -> None in
    let directed = match family with BlueRed | Oriented _ -> true | _ -> false in
    if is_misere name && (match convention_of family with Impartial | Partisan -> false | _ -> true) then
      bad "%s is not lost by who cannot move" (normal name);
    { family; skipper; misere = is_misere name; directed; letters = colour_names name; named = name }
  end

(* The claim about it. *)
let property_of (game : Own.t) claim_text claim =
  if not game.misere then claim
  else match claim with
    | Winner p -> MisereWinner p
    | Outcome o -> MisereOutcome o
    | _ -> bad "`%s` cannot be claimed of %s" claim_text game.named

(* `marking:K` stands for the games with each number in the place of the K that is a word of its own. *)
let number_in name =
  let length = String.length name in
  let is_word i =
    name.[i] = 'K' && i > 0 && (name.[i - 1] = ':' || name.[i - 1] = '=')
    && (i + 1 = length || name.[i + 1] = ':' || name.[i + 1] = ',') in
  let places = List.filter is_word (List.init length Fun.id) in
  if places = [] then None
  else Some (fun k -> String.concat "" (List.init length (fun i -> if List.mem i places then string_of_int k else String.make 1 name.[i])))

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

let fits (game : Own.t) g =
  (* These are described games for Chromex, too. *)
  let is_described = match game.family with Described _ -> true | _ -> Own.is_own game.named in
  let name, more = if is_described then ("this game", ": boards=directed is not in it") else (game.named, "") in
  if game.directed && (not g.directed) && g.edges <> [] then
    bad "%s is played on digraphs: give dipath:9, arcs:0>1,1>2, d6:… or the like" name;
  if g.directed && not game.directed then bad "%s is played on undirected graphs%s" name more

(* Where edges are coloured, or vertices and edges: the graph whose vertices these are, edges in the order of the list. *)
let line_graph g =
  let numbered = List.mapi (fun i e -> (i, e)) g.edges in
  let meet (a, b) (c, d) = a = c || a = d || b = c || b = d in
  let edges = List.concat_map (fun (i, e) ->
    List.filter_map (fun (j, f) -> if i < j && meet e f then Some (i, j) else None) numbered) numbered in
  { order = List.length g.edges; directed = false; edges }
let total_graph g =
  let line = line_graph g in
  let ends = List.concat (List.mapi (fun i (v, w) -> [ (v, g.order + i); (w, g.order + i) ]) g.edges) in
  let edges = g.edges @ ends @ List.map (fun (i, j) -> (g.order + i, g.order + j)) line.edges in
  { order = g.order + line.order; directed = false; edges = List.sort compare edges }

(* ---- positions ---- *)

(* One symbol a vertex; rows of equal length may be separated by `/`, and copies of the graph must be by `|`. *)
let start (game : Own.t) order text =
  let text = if text = "-" then "" else text in
  let f = game.family in
  let names = game.letters and k = int_of_nat (colours_of f) in
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
  board : graph;       (* what is played on: the graph, its line graph or its total graph *)
  kernel : statement;  (* what is proved *)
}

let make ~game:name ~label ~edges ~start:start_text ~first:first_text ~claim:claim_text =
  let claim = claim claim_text in
  let graph = graph edges in
  let first = player first_text in
  let name, claimed, board, col = match claim with
    | Number_of_colours (r, k) ->
        let family_name = if name = "colouring" then "colouring:K" else name in
        let elements, family_name = match String.split_on_char ':' family_name with
          | [ "edge-colouring"; "K" ] -> (line_graph, "colouring:K")
          | [ "total-colouring"; "K" ] -> (total_graph, "colouring:K")
          | _ -> (Fun.id, family_name) in
        let member = match number_in family_name with
          | Some member -> member
          | None -> bad "`%s` is a claim about the game `colouring`" claim_text in
        let board = elements graph in
        let n = board.order in
        let game_with k = game n (member k) in
        let least = game_with 1 in
        (match convention_of least.family with
         | MakerBreaker -> ()
         | _ -> bad "the least K is asked of games that Alice wins or loses");
        fits least graph;
        if n > most_vertices then bad "%d vertices: a certificate has at most %d" n most_vertices;
        let col = start least n start_text in
        if List.exists (( <> ) 0) col then bad "χ_g is about the uncoloured graph";
        if n = 0 || k = 0 then bad "`%s`: at least one vertex and one colour are needed" claim_text;
        let is_marking = match least.family with Marking _ -> true | _ -> false in
        if (not is_marking) && (match r with AtLeast -> k - 1 | _ -> k) > most_colours then
          bad "the number of colours is a number from 1 to %d" most_colours;
        let games k = (game_with (int_of_nat k)).family in
        let name = if name = "colouring:K" then "colouring" else name in
        (name, Least (games, least.skipper, r, nat k), board, col)
    | Game_has w ->
        let game = game graph.order name in
        let w = property_of game claim_text w in
        fits game graph;
        (game.named, About (game.family, game.skipper, w), graph, start game graph.order start_text) in
  let edges = List.map (fun (v, w) -> (nat v, nat w)) board.edges in
  let kernel = { Kernel.order = nat board.order; edges; start = List.map nat col; first; claimed } in
  { name; label; graph; start = start_text; first; claim; claim_text; board; kernel }

(* What the least number is called, with Alice and with Bob first. *)
let symbols_of = function
  | "colouring" -> Some ("χ_g", "χ_g^B")
  | "colouring:K:alice-skips" -> Some ("χ_[A,A]", "χ_[B,A]")
  | "colouring:K:bob-skips" -> Some ("χ_[A,B]", "χ_[B,B]")
  | "marking:K" -> Some ("col_g", "col_g^B")
  | "edge-colouring:K" -> Some ("χ'_g", "χ'_g^B")
  | "total-colouring:K" -> Some ("χ''_g", "χ''_g^B")
  | "connected-colouring:K" -> Some ("χ_cg", "χ_cg^B")
  | "indicated:K" -> Some ("χ_i", "χ_i^B")
  | _ -> None

(* The claim as a sentence, as Chromex writes it. *)
let sentence s =
  let names_alice = match s.kernel.claimed with
    | Least _ -> true
    | About (f, _, _) -> ( match convention_of f with MakerBreaker | Scoring -> true | _ -> false) in
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
      let number = match symbols_of s.name with
        | Some (alice, bob) ->
            let symbol = if s.first = Left then alice else bob in
            if s.name = "colouring" then Printf.sprintf "the game chromatic number %s of %s" symbol s.label
            else Printf.sprintf "%s of %s, the least K of %s" symbol s.label s.name
        | None -> Printf.sprintf "the least K with which Alice wins %s on %s" s.name s.label in
      Printf.sprintf "%s (%s) is %s %d" number first (in_words r) k

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
