(* TRUSTED: values as tables of game forms: numbers, nimbers and forms in braces. *)
open Text

let most_heap = 255
let most_text = 4096
let most_forms = 60_000
let most_depth = 50

(* The table of forms, options before what they are options of, and the number of the form itself. *)
let read text =
  if String.length text > most_text then bad "a value is written with at most %d characters" most_text;
  let table = ref [] and size = ref 0 and known = Hashtbl.create 64 in
  let add left right =
    match Hashtbl.find_opt known (left, right) with
    | Some i -> i
    | None ->
        if !size = most_forms then bad "the value is too complicated";
        let i = !size in
        Hashtbl.add known (left, right) i;
        table := (List.map nat left, List.map nat right) :: !table;
        incr size;
        i in
  let zero = add [] [] in
  let integers = Hashtbl.create 64 in
  let most = [| 0; 0 |] in
  let at = ref 0 in
  let rest () = String.sub text !at (String.length text - !at) in
  let peek () = if !at < String.length text then text.[!at] else '\000' in
  let eat c = peek () = c && (incr at; true) in
  let is_digit c = c >= '0' && c <= '9' in
  let digits () =
    let start = !at in
    while is_digit (peek ()) do incr at done;
    match number ~most:(1 lsl 20) (String.sub text start (!at - start)) with
    | Some i -> i
    | None -> bad "expected a number up to 2^20, not `%s`" (String.sub text start (String.length text - start)) in
  (* n > 0 has the option n - 1 of Left, n < 0 the option n + 1 of Right, and m/2^k for odd m both (m - 1)/2^k and (m + 1)/2^k. *)
  let rec value m denominator =
    if m mod 2 = 0 && denominator > 1 then value (m / 2) (denominator / 2)
    else if denominator = 1 then integer m
    else begin
      let left = value (m - 1) denominator in
      let right = value (m + 1) denominator in
      add [ left ] [ right ]
    end
  and integer m =
    let side = Bool.to_int (m < 0) and sign = if m < 0 then -1 else 1 in
    Hashtbl.replace integers 0 zero;
    while most.(side) < abs m do
      let nearer = Hashtbl.find integers (sign * most.(side)) in
      let next = if m > 0 then add [ nearer ] [] else add [] [ nearer ] in
      most.(side) <- most.(side) + 1;
      Hashtbl.replace integers (sign * most.(side)) next
    done;
    Hashtbl.find integers m in
  let nimber heap =
    if heap > most_heap then bad "nim-heaps go up to *%d here" most_heap;
    let smaller = ref [] in
    for _ = 1 to heap do smaller := !smaller @ [ add !smaller !smaller ] done;
    add !smaller !smaller in
  let rec form depth =
    if depth = most_depth then bad "the value is nested too deeply";
    if eat '{' then begin
      let left = options '|' depth in
      let right = options '}' depth in
      add left right
    end else if eat '*' then nimber (if is_digit (peek ()) then digits () else 1)
    else begin
      let negative = eat '-' in
      let m = digits () in
      let denominator = if eat '/' then digits () else 1 in
      if denominator = 0 || denominator land (denominator - 1) <> 0 || denominator > 65536 then
        bad "%d is no power of two up to 65536" denominator;
      value (if negative then -m else m) denominator
    end
  and options stop depth =
    let rec go found =
      if eat stop then List.sort_uniq compare found
      else begin
        if found <> [] && not (eat ',') then bad "expected `,` or `%c` before `%s`" stop (rest ());
        go (form (depth + 1) :: found)
      end in
    go [] in
  let root = form 0 in
  if !at < String.length text then bad "`%s` does not continue a value" (rest ());
  (List.rev !table, nat root)
