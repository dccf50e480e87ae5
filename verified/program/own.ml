(* TRUSTED: games that are described: `own:colours=2:forbid=same:end=coloured`, as crates/rules writes them. *)
open Kernel
open Text

type t = {
  family : family;
  skipper : player option;
  misere : bool;
  directed : bool;
  letters : string;   (* of the colours; none where they are numbers *)
  named : string;     (* the description as it is written *)
}

let prefix = "own:"
let is_own name = String.starts_with ~prefix name
let most_distance = 1_000_000

(* The distance within which colours a <= b may not both stand, and arcs that may not be. *)
type rule = { near : (int * int, int) Hashtbl.t; mutable arcs : (int * int) list }

(* Reads a description of a game on n vertices. [symbols] are those of numbered colours. *)
(* [farthest]: a distance that no two vertices of the graph exceed. *)
let read ~most_colours ~farthest n name =
  let unknown () = bad "unknown game `%s`" name in
  let clause text = match String.index_opt text '=' with
    | Some i -> (String.sub text 0 i, String.sub text (i + 1) (String.length text - i - 1))
    | None -> unknown () in
  let length = String.length prefix in
  let clauses = List.map clause (String.split_on_char ':' (String.sub name length (String.length name - length))) in
  let known = [ "colours"; "left"; "right"; "forbid"; "boards"; "open"; "skip"; "end" ] in
  List.iter (fun (key, _) -> if not (List.mem key known) then unknown ()) clauses;
  if List.length (List.sort_uniq compare (List.map fst clauses)) <> List.length clauses then unknown ();
  let value key = List.assoc_opt key clauses in
  let plain ~most text = match number ~most text with Some i when i > 0 && text = string_of_int i -> Some i | _ -> None in
  let colours = Option.value ~default:"" (value "colours") in
  let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') in
  let is_name text =
    text <> "" && text.[0] >= 'A' && text.[0] <= 'Z' && String.for_all (fun c -> is_letter c || is_digits (String.make 1 c)) text in
  let k, names = match plain ~most:most_colours colours with
    | Some k -> (k, [])
    | None ->
        let names = String.split_on_char ',' colours in
        let letters = List.sort_uniq compare (List.map (fun name -> if is_name name then name.[0] else unknown ()) names) in
        if List.length letters <> List.length names then unknown ();
        (List.length names, names) in
  let short c = if names = [] then string_of_int c else List.nth names (c - 1) in
  let all = List.init k succ in
  let colour text = match List.find_opt (fun c -> short c = text) all with Some c -> c | None -> unknown () in
  let uses key = match value key with Some list -> List.sort_uniq compare (List.map colour (String.split_on_char ',' list)) | None -> all in
  let left = uses "left" and right = uses "right" in
  if List.exists (fun c -> not (List.mem c left || List.mem c right)) all then unknown ();
  let rule = { near = Hashtbl.create 16; arcs = [] } in
  let forbid distance (a, b) = 
    let pair = (min a b, max a b) in
    Hashtbl.replace rule.near pair (max distance (Option.value ~default:0 (Hashtbl.find_opt rule.near pair))) in
  let item text =
    let what, distance = match String.split_on_char '/' text with
      | [ what ] -> (what, 1)
      | [ what; distance ] -> (match plain ~most:most_distance distance with Some d -> (what, d) | None -> unknown ())
      | _ -> unknown () in
    let pairs = List.concat_map (fun a -> List.filter_map (fun b -> if a <= b then Some (a, b) else None) all) all in
    match what with
    | "same" -> List.iter (forbid distance) (List.filter (fun (a, b) -> a = b) pairs)
    | "different" -> List.iter (forbid distance) (List.filter (fun (a, b) -> a <> b) pairs)
    | "consecutive" -> List.iter (forbid distance) (List.filter (fun (a, b) -> b = a + 1) pairs)
    | _ -> (
        match (String.split_on_char '-' what, String.split_on_char '>' what) with
        | [ a; b ], _ -> forbid distance (colour a, colour b)
        | _, [ a; b ] when what = text -> rule.arcs <- (colour a, colour b) :: rule.arcs
        | _ -> unknown ()) in
  Option.iter (fun list -> List.iter item (String.split_on_char ',' list)) (value "forbid");
  if value "open" = Some "apart" then List.iter item [ "same"; "different" ];
  let arcs = List.sort_uniq compare rule.arcs in
  (* An arc that is forbidden in both directions is written as a pair, and one between colours that may not be near not at all. *)
  if List.exists (fun (a, b) -> a = b || List.mem (b, a) arcs || Hashtbl.mem rule.near (min a b, max a b)) arcs then unknown ();
  let directed = match value "boards" with None -> false | Some "directed" -> true | Some _ -> unknown () in
  if arcs <> [] && not directed then unknown ();
  let vertex text = match number ~most:max_int text with Some v when text = string_of_int v -> v | _ -> unknown () in
  let order list =
    if List.length (List.sort_uniq compare list) <> List.length list then unknown ();
    List.iter (fun v -> if v >= n then bad "the order names vertex %d, which is not in the graph" v) list;
    if List.length list < n then bad "the order names %d of the %d vertices" (List.length list) n;
    InOrder (List.map nat list) in
  let places_of = match value "open" with
    | None | Some "apart" -> Anywhere
    | Some "touching" -> Touching
    | Some "in-order" -> InOrder (List.init n nat)
    | Some list -> order (List.map vertex (String.split_on_char ',' list)) in
  let skipper = match value "skip" with None -> None | Some "left" -> Some Left | Some "right" -> Some Right | Some _ -> unknown () in
  let near = List.sort compare (List.of_seq (Hashtbl.to_seq rule.near)) in
  (* As it is written: whole kinds of pairs first. *)
  let distance_of_all wanted =
    let pairs = List.concat_map (fun a -> List.filter_map (fun b -> if wanted a b then Some (a, b) else None) all) all in
    match List.map (fun pair -> Hashtbl.find_opt rule.near pair) pairs with
    | Some d :: rest when List.for_all (( = ) (Some d)) rest -> Some d
    | _ -> None in
  let same = distance_of_all ( = ) and different = distance_of_all ( < ) in
  let far d = if d = 1 then "" else "/" ^ string_of_int d in
  let word name = Option.fold ~none:[] ~some:(fun d -> [ name ^ far d ]) in
  let single ((a, b), d) =
    if (if a = b then same else different) <> None then None else Some (Printf.sprintf "%s-%s%s" (short a) (short b) (far d)) in
  let forbidden =
    word "same" same @ word "different" different @ List.filter_map single near
    @ List.map (fun (a, b) -> short a ^ ">" ^ short b) arcs in
  let list key used = if used = all then [] else [ key ^ "=" ^ String.concat "," (List.map short used) ] in
  let as_it_is key = match value key with Some text -> [ key ^ "=" ^ text ] | None -> [] in
  let named = prefix ^ String.concat ":"
    ([ "colours=" ^ colours ] @ list "left" left @ list "right" right
     @ (if forbidden = [] then [] else [ "forbid=" ^ String.concat "," forbidden ])
     @ as_it_is "boards" @ (if value "open" = Some "apart" then [] else as_it_is "open") @ as_it_is "skip" @ as_it_is "end") in
  let shared = left = all && right = all in
  let describe aim_of =
    Described { number_of_colours = nat k; left_uses = List.map nat left; right_uses = List.map nat right;
      (* No two vertices are farther apart than there are vertices. *)
      too_near = List.map (fun ((a, b), d) -> ((nat a, nat b), nat (min d farthest))) near;
      no_arcs = List.map (fun (a, b) -> (nat a, nat b)) arcs; places_of; aim_of } in
  let proper = near = List.map (fun c -> ((c, c), 1)) all && arcs = [] in
  let is_connected = k = 2 && left = [ 1 ] && right = [ 2 ] && near = [] && arcs = [] && places_of = Anywhere && (not directed) && skipper = None in
  let family = match value "end" with
    | None | Some "misere" -> if skipper <> None then unknown () else describe LastMove
    (* The colouring game and the largest connected subgraph game in other words. *)
    | Some "coloured" when proper && shared && places_of = Anywhere -> Colouring (nat k)
    | Some "coloured" -> describe ColourAll
    | Some "count" -> describe CountColoured
    | Some "largest" when is_connected -> Connected false
    | Some "largest-of-left" when is_connected -> Connected true
    | Some _ -> unknown () in
  let letters = String.concat "" (List.map (fun name -> String.make 1 name.[0]) names) in
  { family; skipper; misere = value "end" = Some "misere"; directed; letters; named }
