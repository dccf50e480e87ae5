(* Untrusted: when a position is in order, as formulas, from the drawings of a certificate (docs/certificates.md has the words).
   What is made here is only a proposal to the kernel. *)
open Formula

let rows = 4

type sides = Both | Left | Right | Lone
type role = Border of sides * bool (* whether there may be doctors *) | Sick of bool (* also mirrored *)
type drawing = { name : string; role : role; zero : int; lines : string list }

(* What is defined. Upside down it is another one of these. *)
type key =
  | Exists_ | Empty | InBlock | LeftBorder | RightBorder | Lone_ | Last
  | Safe of int | Unsafe of int | FitDoctor of int | Treated of int | Care of int | Inside of int | Dead of int
  | SickPlace of int | UnsafePlace of int | LeftPlace | RightPlace | LeftOrder | RightOrder
  | Fits of int * bool * bool   (* a drawing, mirrored, upside down *)

let upside_down key =
  let row r = rows - 1 - r in
  match key with
  | Safe r -> Safe (row r)
  | Unsafe r -> Unsafe (row r)
  | FitDoctor r -> FitDoctor (row r)
  | Treated r -> Treated (row r)
  | Care r -> Care (row r)
  | Inside r -> Inside (row r)
  | Dead r -> Dead (row r)
  | SickPlace r -> SickPlace (row r)
  | UnsafePlace r -> UnsafePlace (row r)
  | Fits (drawing, mirrored, down) -> Fits (drawing, mirrored, not down)
  | other -> other

(* The formula is evaluated [back] columns to the left of the one that it is about. Questions may be asked about a [cut] as a whole. *)
type definition = { id : int; key : key; back : int; formula : Formula.t; cut : bool }

type t = {
  all : definition array;
  find : key -> definition;
  orders : definition list;        (* what is kept in order *)
  spares : definition list list;   (* where Alice has a move to spare, in turn *)
}

let around (o, r) = [ (o, r - 1); (o, r + 1); (o - 1, r); (o + 1, r) ]
let is_row r = r >= 0 && r < rows
let inner = List.init (rows - 2) succ
let every_row = List.init rows Fun.id
let rec pairs = function [] -> [] | x :: l -> List.map (fun y -> (x, y)) l @ pairs l
let coloured place = Distinct [ place ]
let same (o, r) (p, s) = Same (o, r, p, s)

(* [round]: there is a column on either side of each. *)
let make ?(round = false) drawings =
  let table = Hashtbl.create 99 and made = ref [] in
  let define ?(cut = false) key body =
    match Hashtbl.find_opt table key with
    | Some d -> d
    | None ->
        let formula = body () in
        let back = max 0 (-first formula) in
        let d = { id = List.length !made; key; back; formula = shift back formula; cut } in
        made := d :: !made;
        Hashtbl.replace table key d;
        d in
  let at d o = Ref (d.id, o - d.back) in
  ignore (define Exists_ (fun () -> Exists 0));
  let empty o = at (define ~cut:true Empty (fun () -> And (Exists 0 :: List.map (fun r -> Unc (0, r)) every_row))) o in
  let filled o = And [ Exists o; Not (empty o) ] in
  let in_block o = at (define InBlock (fun () -> Or [ filled 0; And [ Exists 0; Not (Exists 1); filled (-1) ] ])) o in
  let is_end next = And [ in_block 0; Exists next; Not (in_block next) ] in
  let left_border = define LeftBorder (fun () -> is_end (-1)) in
  let right_border = define RightBorder (fun () -> And [ is_end 1; Or [ Not (Exists (-1)); in_block (-1) ] ]) in
  let lone = define Lone_ (fun () -> And [ in_block 0; Exists (-1); Not (in_block (-1)); Not (in_block 1) ]) in
  let safe (o, r) =
    let body () =
      let near = around (0, r) in
      let fourth last =
        let others = List.filter (( <> ) last) near in
        let far = List.filter (fun place -> place <> (0, r) && is_row (snd place)) (around last) in
        Or (List.map (fun place -> Distinct (others @ [ place ])) far) in
      Or ([ coloured (0, r); Not (Exists (-1)); Not (Exists 1) ] @ List.map (fun (a, b) -> same a b) (pairs near) @ List.map fourth near) in
    if List.mem r inner then at (define ~cut:true (Safe r) body) o else Yes in
  let unsafe (o, r) = at (define (Unsafe r) (fun () -> And [ Unc (0, r); in_block 0; Not (safe (0, r)) ])) o in
  let is_doctor_of patient (o, r) =
    let rec direction i = function place :: l -> if place = patient then i else direction (i + 1) l | [] -> assert false in
    let fit = at (define (FitDoctor r) (fun () -> And [ Unc (0, r); in_block 0; safe (0, r) ])) o in
    And [ Marked (o, r, direction 1 (around (o, r))); fit ] in
  let two_doctors (o, r) =
    (* Those beside it first, so that upside down the formula is the same but for the order of what is joined. *)
    let places = [ (o - 1, r); (o + 1, r); (o, r - 1); (o, r + 1) ] in
    let doctors = List.map (is_doctor_of (o, r)) (List.filter (fun (_, r) -> is_row r) places) in
    let rec choose = function [] | [ _ ] -> [] | x :: l -> And [ x; Or l ] :: choose l in
    Or (choose doctors) in
  let fits number d mirrored down o =
    let body () =
      let place r c = ((if mirrored then d.zero - c else c - d.zero), if down then rows - 1 - r else r) in
      let signs = List.concat (List.mapi (fun r line -> List.mapi (fun c sign -> (place r c, sign)) (List.of_seq (String.to_seq line))) d.lines) in
      let signs = List.stable_sort (fun ((a, _), _) ((b, _), _) -> compare (if mirrored then -a else a) (if mirrored then -b else b)) signs in
      let pick f = List.filter_map (fun (place, sign) -> f place sign) signs in
      let plain = pick (fun (o, r) -> function
        | '.' | '#' | 's' -> Some (Unc (o, r))
        | '*' | 'a' .. 'd' -> Some (coloured (o, r))
        | 'S' | 'o' -> Some (Exists o)
        | 'x' -> Some (Not (Exists o))
        | _ -> None) in
      let letters = pick (fun place -> function 'a' .. 'd' as c -> Some (place, c) | _ -> None) in
      let names = List.sort_uniq compare (List.map snd letters) in
      let places_of c = List.filter_map (fun (place, d) -> if c = d then Some place else None) letters in
      let rec chain = function a :: (b :: _ as l) -> same a b :: chain l | _ -> [] in
      let different = if List.length names > 1 then [ Distinct (List.map (fun c -> List.hd (places_of c)) names) ] else [] in
      let safes = pick (fun place -> function 's' | 'S' -> Some (safe place) | _ -> None) in
      And (plain @ List.concat_map (fun c -> chain (places_of c)) names @ different @ safes) in
    at (define ~cut:true (Fits (number, mirrored, down)) body) o in
  (* The same drawing in another role is the same thing to know. *)
  let number d =
    let rec find i = function e :: l -> if e.lines = d.lines && e.zero = d.zero then i else find (i + 1) l | [] -> assert false in
    find 0 drawings in
  let numbered = List.map (fun d -> (number d, d)) drawings in
  let both = [ false; true ] in
  let sick_by r =
    let lenses (i, d) = match d.role with
      | Border _ -> []
      | Sick also_mirrored ->
          let rec row i = function line :: l -> if String.contains line '#' then i else row (i + 1) l | [] -> 0 in
          let row = row 0 d.lines in
          let shown down = (if down then rows - 1 - row else row) = r in
          List.concat_map (fun mirrored -> List.filter_map (fun down -> if shown down then Some (fits i d mirrored down 0) else None) both)
            (if also_mirrored then both else [ false ]) in
    List.concat_map lenses numbered in
  let border_fits side ~doctors ~lone =
    let lenses (i, d) = match d.role with
      | Border (sides, with_doctors) when with_doctors = doctors && (sides = Lone) = lone
          && (sides = Both || sides = side || (sides = Lone && side = Left)) ->
          List.map (fun down -> fits i d (sides = Both && side = Left) down 0) both
      | _ -> [] in
    Or (List.concat_map lenses numbered) in
  let nobody = And (List.map (fun r -> Marked (0, r, 0)) every_row) in
  let looks_right side lone = Or [ border_fits side ~doctors:true ~lone; And [ border_fits side ~doctors:false ~lone; nobody ] ] in
  let left_order = define LeftOrder (fun () ->
    Or [ Not (at left_border 0); And [ at lone 0; looks_right Left true ]; And [ Not (at lone 0); looks_right Left false ] ]) in
  let right_order = define RightOrder (fun () -> Or [ Not (at right_border 0); looks_right Right false ]) in
  let treated r = define (Treated r) (fun () -> Or [ Not (unsafe (0, r)); two_doctors (0, r) ]) in
  let care r = define (Care r) (fun () -> Or (at (treated r) 0 :: sick_by r)) in
  let orders = left_order :: right_order :: List.map care inner in
  let sick r = define (SickPlace r) (fun () -> Not (at (treated r) 0)) in
  let patient r = define (UnsafePlace r) (fun () -> unsafe (0, r)) in
  let inside r = define (Inside r) (fun () -> And [ Unc (0, r); in_block 0; Not (at left_border 0); Not (at right_border 0) ]) in
  let borders = [ define LeftPlace (fun () -> at left_border 0); define RightPlace (fun () -> at right_border 0) ] in
  let spares = [ List.map sick inner; List.map patient inner; List.map inside every_row; borders ] in
  List.iter (fun r -> ignore (define (Dead r) (fun () -> And [ Unc (0, r); Distinct (around (0, r)) ]))) inner;
  let full o = And (List.map (fun r -> coloured (o, r)) every_row) in
  let beside = Or (List.map (fun r -> coloured (-1, r)) every_row) in
  ignore (define Last (fun () ->
    if round then And [ beside; Not (full 0) ] else And [ Exists 0; Not (full 0); Or [ Not (Exists (-1)); full (-1) ] ]));
  { all = Array.of_list (List.rev !made); find = Hashtbl.find table; orders; spares }
