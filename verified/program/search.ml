(* Untrusted: looks for a tree of cases in which Alice always has a reply. The kernel checks what is found. *)
open Formula
open Order
open Partial

type reply = Pass | Play of int * int * int
type tree = Split of question * tree * tree | Reply of reply * (int * int * int) list | Absurd of int * int | Closed

(* What is looked for: [hyps] hold at every column or at none; [here] is known at one column; [go_on] is told the number of cases. *)
type task = {
  order : Order.t;
  round : bool;                    (* whether the boards go round *)
  hyps : definition list;
  here : (int * int) option;
  cuts : definition list;
  replies : reply array;
  mutable by_success : int list;   (* numbers of replies, those that helped lately first *)
  go_on : int -> unit;
  mutable cases : int;
}

let make ?(round = false) (order : Order.t) ~hyps ~here ~replies ~go_on =
  let cuts = List.filter (fun (d : definition) -> d.cut) (Array.to_list order.all) in
  { order; round; hyps; here; cuts; replies; by_success = List.init (Array.length replies) Fun.id; go_on; cases = 0 }

exception Fail of state

let near = 5      (* so far from a question what is known is compared with what holds *)
let reach = 7     (* so far from the middle a contradiction is looked for *)
let tries = 3     (* so many replies that depend on something are tried before asking for it *)

(* ---- contradictions ---- *)

let is_wrong st d x =
  let known = known st d x in
  known <> 0 && given (body st d x) known = 0

(* The innermost definition of which what is known is wrong. *)
let rec innermost st d x =
  match wrong_within st st.on.defs.(d) x with Some found -> found | None -> (d, x)
and wrong_within st f x =
  match f with
  | Ref (e, o) ->
      let y = x + o in
      if not (inside y) then None
      else if is_wrong st e y then Some (innermost st e y)
      else if known st e y = 0 then wrong_within st st.on.defs.(e) y
      else None
  | Not f -> wrong_within st f x
  | And l | Or l -> List.find_map (fun f -> wrong_within st f x) l
  | _ -> None

let why_wrong st d x =
  why_known st d x lor Reasons.value st.on.defs.(d) st x ~after:false (known st d x <> 1)

let column_of = function Cell (c, _, _) | Mark (c, _, _) | Def (_, c) -> c | Far -> centre

let contradiction task st asked =
  let around_it = match asked with None -> centre | Some q -> column_of q in
  let places = List.init ((2 * near) + 1) (fun i -> around_it - near + i) in
  let wrong (d, x) = if inside x && is_wrong st d x then Some (innermost st d x) else None in
  let first = Option.to_list task.here @ match asked with Some q -> [ (st.on.empty_def, column_of q) ] | None -> [] in
  match List.find_map wrong first with
  | Some found -> Some found
  | None ->
      List.find_map (fun c ->
        match List.find_map (fun (d : definition) -> wrong (d.id, c)) task.cuts with
        | Some found -> Some found
        | None -> List.find_map (fun (d : definition) -> wrong (d.id, c - d.back)) task.hyps) places

(* No reply helps: what has to be asked to see that there is no such board. *)
let doubt task st =
  let columns = List.sort (fun a b -> compare (abs a) (abs b)) (List.init ((2 * reach) + 1) (fun i -> i - reach)) in
  let ask (d, x) =
    let known = if inside x then known st d x else 0 in
    if known = 0 then None
    else
      let m = body st d x in
      if given m known = m then None else match question st.on.defs.(d) st x with Some Far -> None | q -> q in
  let near j = List.map (fun (d : definition) -> (d.id, centre + j)) task.cuts @ List.map (fun (d : definition) -> (d.id, centre + j - d.back)) task.hyps in
  match List.find_map (fun j -> List.find_map ask (near j)) columns with Some q -> q | None -> raise (Fail st)

(* ---- replies ---- *)

type verdict = Good of state | Never | Open of question

let legal st = function
  | Pass -> Good st
  | Play (c, r, colour) -> (
      match eval_unc st c r with
      | 8 ->
          let rec look = function
            | [] ->
                let st = copy_news st in
                put_colour st c r colour;
                put_mark st c r 0;
                Good st
            | (d, s) :: rest ->
                if not (is_row s) then look rest
                else if not (inside d) then Open Far
                else if st.ex.(d) = 2 then look rest
                else
                  let h = content st (ix d s) in
                  if h land (1 lsl colour) = 0 then look rest
                  else if st.ex.(d) = 0 then Open (Def (st.on.exists_def, d))
                  else if is_single h then Never
                  else Open (Cell (d, s, 1 lsl colour)) in
          look (around (c, r))
      | 9 -> ( match question (Unc (c, r)) st 0 with Some q -> Open q | None -> Never)
      | 1 | 4 -> Never
      | _ -> Open Far)

let why_legal st = function
  | Pass -> 0
  | Play (c, r, _) ->
      let neighbour why (d, s) =
        if not (is_row s) then why
        else if st.ex.(d) = 2 then why lor st.why_ex.(d)
        else if st.now.(ix d s) > 0 then why
        else why lor st.why_hold.(ix d s) in
      List.fold_left neighbour (st.why_hold.(ix c r) lor st.why_ex.(c)) (around (c, r))

(* The first and the last column with something new. *)
let span st =
  let wider (from, until) i = (min from (i / rows), max until (i / rows)) in
  List.fold_left wider (List.fold_left wider (len, 0) st.new_cells) st.new_marks

type status = Fine | Broken | Unclear
let status st (d : definition) c =
  let m = body st d.id (c - d.back) land 12 in
  if m land 4 = 0 then Fine else if m = 4 then Broken else Unclear

(* Columns where an order may have been disturbed. *)
let concerned st (d : definition) =
  let from, until = span st in
  let could_fall c = inside (c - d.back) && c < len - near && is_hit st d.id (c - d.back) true in
  List.filter could_fall (List.init (until - from + (2 * near) + 1) (fun i -> from - near + i))

let is_care (d : definition) = match d.key with Care r -> Some r | _ -> None
let doubtful st (d : definition) c = question_of_change d.formula st (c - d.back)

exception Stop of verdict

(* The borders that are only in order without doctors lose them. Returns which. *)
let dismiss task st =
  let without = Array.make len false and unclear = ref None in
  let note q = if !unclear = None then unclear := q in
  let border d c =
    match status st d c with
    | Fine -> ()
    | before -> (
        let other = copy_news st in
        List.iter (fun r -> put_mark other c r 0) every_row;
        match status other d c with
        | Fine -> without.(c) <- true; List.iter (fun r -> put_mark st c r 0) every_row
        | Broken -> if before = Broken then raise (Stop Never) else note (doubtful st d c)
        | Unclear -> note (doubtful other d c)) in
  List.iter (fun d -> if is_care d = None then List.iter (border d) (concerned st d)) task.order.orders;
  match !unclear with Some q -> raise (Stop (Open q)) | None -> without

(* A vertex that needs care, who treats it, and who could. [first]: what could be asked about it; [broken]: it certainly needs care. *)
type need = { broken : bool; has : int; could : (int * int * int) list; first : question option }

let need task st without more (d : definition) c r =
  let first = ref (doubtful st d c) in
  let ask q = if !first = None then first := Some q else if !more = None then more := Some q in
  let has = ref 0 and could = ref [] in
  let consider (e, s) =
    if is_row s && inside e && st.now.(ix e s) = 0 && not without.(e) then begin
      let rec direction i = function place :: l -> if place = (c, r) then i else direction (i + 1) l | [] -> 0 in
      let direction = direction 1 (around (e, s)) in
      let fit = task.order.find (FitDoctor s) in
      let m = eval fit.formula st (e - fit.back) in
      if Reasons.shows m ~after:true true then begin
        let marks = st.mark.(ix e s) in
        if marks = 1 lsl direction then incr has
        else if marks = 1 || m land 12 = 0 then could := (e, s, direction) :: !could
        else if not (is_single marks) then ask (Mark (e, s, if marks land (1 lsl direction) <> 0 then 1 lsl direction else lowest marks))
        else begin
          let other = match marks with 2 -> 0 | 4 -> 1 | 8 -> 2 | _ -> 3 in
          let pc, pr = List.nth (around (e, s)) other in
          if (not (List.mem pr inner)) || not (inside pc) || st.ex.(pc) = 2 then could := (e, s, direction) :: !could
          else
            let safe = task.order.find (Safe pr) in
            let whether = Ref (safe.id, -safe.back) in
            let m = eval whether st pc in
            if Reasons.shows m ~after:true true then could := (e, s, direction) :: !could
            else if not (Reasons.shows m ~after:true false) then Option.iter ask (question whether st pc)
        end
      end
      else if not (Reasons.shows m ~after:true false) then Option.iter ask (question fit.formula st (e - fit.back))
    end in
  List.iter consider (around (c, r));
  { broken = status st d c = Broken; has = !has; could = List.rev !could; first = !first }

(* Doctors for everybody who needs them, each for one. *)
let rec assign task st taken unclear = function
  | [] ->
      let fine (d : definition) = List.for_all (fun c ->
        match status st d c with
        | Fine -> true
        | Unclear -> if !unclear = None then unclear := doubtful st d c; false
        | Broken -> false) (concerned st d) in
      if List.for_all fine task.order.orders then Some st else None
  | need :: rest ->
      let free = List.filter (fun (c, r, _) -> not (List.mem (c, r) taken)) need.could in
      let give doctors =
        let st = copy_news st in
        List.iter (fun (c, r, m) -> put_mark st c r m) doctors;
        assign task st (List.map (fun (c, r, _) -> (c, r)) doctors @ taken) unclear rest in
      if need.has >= 2 then give []
      else if need.has = 1 then List.find_map (fun doctor -> give [ doctor ]) free
      else List.find_map (fun (a, b) -> give [ a; b ]) (pairs free)

(* Whether everything is in order after a reply. *)
let restore task st reply =
  match legal st reply with
  | (Never | Open _) as verdict -> verdict
  | Good st -> (
      let st = copy_news st in
      try
        let without = dismiss task st in
        let ill d = match is_care d with
          | Some r -> List.filter_map (fun c -> if status st d c = Fine then None else Some (d, c, r)) (concerned st d)
          | None -> [] in
        match List.concat_map ill task.order.orders with
        | [] -> Good st
        | ill ->
            let more = ref None and unclear = ref None in
            let needs = List.map (fun (d, c, r) -> need task st without more d c r) ill in
            let hopeless need = need.has + List.length need.could < 2 in
            let or_more = function Some q -> Open q | None -> ( match !more with Some q -> Open q | None -> Never) in
            List.iter (fun need ->
              if hopeless need then begin
                if need.broken && need.first = None then raise (Stop (or_more None));
                if !unclear = None then unclear := need.first
              end) needs;
            if !unclear <> None then raise (Stop (or_more !unclear));
            if List.exists hopeless needs then raise (Stop (or_more None));
            List.iter (fun need -> if !more = None then more := need.first) needs;
            (match assign task st [] unclear needs with Some st -> Good st | None -> or_more !unclear)
      with Stop verdict -> verdict)

let why_reply task st reply after =
  let kept why (d : definition) =
    List.fold_left (fun why c -> why lor Reasons.kept d.formula after (c - d.back) true) why (concerned after d) in
  List.fold_left kept (why_legal st reply) task.order.orders

let new_marks st =
  List.concat_map (fun c -> List.filter_map (fun r -> if st.mnow.(ix c r) >= 0 then Some (c, r, st.mnow.(ix c r)) else None) every_row)
    (List.init len Fun.id)

(* ---- trees ---- *)

type found = Reply_found of reply * state | Depends of question | Nothing

let find_reply task st possible =
  let rec look tried opened before = function
    | [] -> ( match opened with Some q -> Depends q | None -> Nothing)
    | i :: rest when not possible.(i) -> look tried opened (i :: before) rest
    | i :: rest -> (
        match restore task st task.replies.(i) with
        | Good after ->
            let keep = List.length before / 2 in
            let front = List.filteri (fun j _ -> j < keep) (List.rev before) and back = List.filteri (fun j _ -> j >= keep) (List.rev before) in
            task.by_success <- front @ (i :: back) @ rest;
            Reply_found (task.replies.(i), after)
        | Never -> possible.(i) <- false; look tried opened (i :: before) rest
        | Open Far -> look tried opened (i :: before) rest
        | Open q ->
            let opened = if opened = None then Some q else opened in
            if tried + 1 >= tries then Depends (Option.get opened) else look (tried + 1) opened (i :: before) rest) in
  look 0 None [] task.by_success

(* What is asked first after a move of Bob's: whether there are columns beside it and colours in them, and what his column holds. *)
let opening task st =
  let exists c = if st.ex.(c) = 0 then Some (Def (st.on.exists_def, c)) else None in
  let empty c = if st.ex.(c) = 1 && eval (Ref (st.on.empty_def, 0)) st c = 9 then Some (Def (st.on.empty_def, c)) else None in
  let coloured r = let h = st.hold.(ix centre r) in if h land 1 = 1 && h <> 1 then Some (Cell (centre, r, 1)) else None in
  let colour r = let h = st.hold.(ix centre r) in if h land 1 = 0 && not (is_single h) then Some (Cell (centre, r, lowest h)) else None in
  let first f l () = List.find_map f l in
  if task.here <> None then None
  else List.find_map (fun ask -> ask ())
    [ first exists [ centre - 1; centre + 1 ]; first empty [ centre - 1; centre + 1 ]; first coloured every_row; first colour every_row ]

(* Reasons have a bit for each of so many questions. After these it is only told whether something comes from one of them. *)
let most_questions = 61
let old = 1 lsl most_questions

let reasons_forgotten st =
  let forget why = if why = 0 then 0 else old in
  let st = copy st in
  let forget_all whys = Array.iteri (fun i why -> whys.(i) <- forget why) whys in
  List.iter forget_all [ st.why_hold; st.why_mark; st.why_ex ];
  st.why_known <- Numbers.map forget st.why_known;
  st

(* The tree, and the questions before it that it depends on. *)
let rec distinguish task st possible asked depth =
  task.cases <- task.cases + 1;
  task.go_on task.cases;
  match contradiction task st asked with
  | Some (d, x) -> (Absurd (d, x), why_wrong st d x)
  | None -> (
      let about_here = match task.here with
        | Some (d, x) when given (body st d x) (3 - known st d x) <> 0 -> question st.on.defs.(d) st x
        | _ -> None in
      match about_here with
      | Some q -> split task st possible q depth
      | None -> (
          match find_reply task st possible with
          | Reply_found (reply, after) -> (Reply (reply, new_marks after), why_reply task st reply after)
          | Depends q -> split task st possible (Option.value ~default:q (opening task st)) depth
          | Nothing -> split task st possible (doubt task st) depth))

and split task st possible q depth =
  if q = Far then raise (Fail st);
  if depth = most_questions then begin
    let tree, why = split task (reasons_forgotten st) possible q 0 in
    (tree, if why land old = 0 then 0 else old - 1)
  end
  else begin
    let bit = 1 lsl depth in
    let branch yes =
      match answered st q yes bit with
      | exception Impossible why -> (Closed, why)
      | st -> distinguish task st (Array.copy possible) (Some q) (depth + 1) in
    (* What is not so tells less than what is so, and settles more often what does not depend on the question: then the other branch
       need not be looked at. On boards that go round it was found quicker to begin with what a vertex holds. *)
    let yes_first = task.round && match q with Cell (_, _, set) -> is_colour set | _ -> false in
    let first, why_first = branch yes_first in
    if why_first land bit = 0 then (first, why_first)
    else
      let second, why_second = branch (not yes_first) in
      if why_second land bit = 0 then (second, why_second)
      else
        let yes, no = if yes_first then (first, second) else (second, first) in
        (Split (q, yes, no), (why_first lor why_second) land lnot bit)
  end

let all_replies task = Array.make (Array.length task.replies) true

let leaf_holds task st = function
  | Closed -> false
  | Absurd (d, x) -> is_wrong st d x
  | Split _ -> true
  | Reply (reply, marks) -> (
      match legal st reply with
      | Good st ->
          let st = copy_news st in
          List.iter (fun (c, r, m) -> put_mark st c r m) marks;
          List.for_all (fun d -> List.for_all (fun c -> status st d c = Fine) (concerned st d)) task.order.orders
      | _ -> false)

(* Reasons are sometimes too short: where a leaf does not hold in its place, it is looked at again. *)
let rec repair task st tree =
  match tree with
  | Split (q, yes, no) ->
      let branch b t = match answered st q b 0 with exception Impossible _ -> Closed | st -> repair task st t in
      let yes = branch true yes in
      Split (q, yes, branch false no)
  | leaf -> if leaf_holds task st leaf then leaf else repair task st (fst (distinguish task st (all_replies task) None 0))

let find task ~carefully st =
  let tree = fst (distinguish task st (all_replies task) None 0) in
  if carefully then repair task st tree else tree
