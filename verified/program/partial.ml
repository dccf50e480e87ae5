(* Untrusted: boards that are known in part, and what formulas may be on them before and after some vertices are coloured, as in
   Formulas.v and Cases.v. The search keeps here what the kernel works out anew when it checks. *)
open Formula
open Order

let half = 14
let len = (2 * half) + 1
let centre = half
let inside c = c >= 0 && c < len
let ix c r = (c * rows) + r
let is_single s = s land (s - 1) = 0
let lowest s = s land -s
let colours = 30   (* sets have a bit for 0 (uncoloured, or nobody), and one for each of 1 to 4 *)

let most_columns = 15   (* that a definition looks at *)

(* The definitions, and which of them look at a cell, a mark, whether a column exists, or another definition: with the distance. As bits, also
   through other definitions: [marks], the marks that each looks at, [falls] and [rises], where a new colour may make it false or true. *)
type tables = {
  defs : Formula.t array;
  falls : int array;
  rises : int array;
  marks : int array;
  cut : bool array;
  empty_def : int;
  exists_def : int;
  by_cell : (int * int) list array;
  by_mark : (int * int) list array;
  by_exists : (int * int) list;
  by_def : (int * int) list array;
  width : int array;   (* the last column that each looks at *)
  least : int;   (* columns do not come again before so many *)
}

let tables ?(least = 2 * len) (order : Order.t) =
  let defs = Array.map (fun (d : definition) -> d.formula) order.all in
  let by_cell = Array.make rows [] and by_mark = Array.make rows [] and by_exists = ref [] in
  let by_def = Array.make (Array.length defs) [] in
  let add l p = if List.mem p l then l else p :: l in
  let none () = Array.make (Array.length defs) 0 in
  let falls = none () and rises = none () and marks = none () in
  let bit o r = assert (o >= 0 && o < most_columns); if is_row r then 1 lsl ix o r else 0 in
  let set bits d o r = bits.(d) <- bits.(d) lor bit o r in
  (* Where a new colour may make a formula false, if [down], or true. *)
  let rec changes down = function
    | Unc (o, r) -> if down then bit o r else 0
    | Same (o, r, p, s) -> if down then 0 else bit o r lor bit p s
    | Distinct l -> if down then 0 else List.fold_left (fun all (o, r) -> all lor bit o r) 0 l
    | Ref (e, o) -> (if down then falls else rises).(e) lsl (o * rows)
    | Not f -> changes (not down) f
    | And l | Or l -> List.fold_left (fun all f -> all lor changes down f) 0 l
    | Yes | Exists _ | Marked _ -> 0 in
  let index d f =
    falls.(d) <- changes true f;
    rises.(d) <- changes false f;
    let rec walk x = function
      | Yes -> ()
      | Exists o -> by_exists := add !by_exists (d, x + o)
      | Unc (o, r) -> cell (x + o) r
      | Same (o, r, p, s) -> cell (x + o) r; cell (x + p) s
      | Distinct l -> List.iter (fun (o, r) -> cell (x + o) r) l
      | Marked (o, r, _) -> by_mark.(r) <- add by_mark.(r) (d, x + o); set marks d (x + o) r
      | Ref (e, o) -> by_def.(e) <- add by_def.(e) (d, x + o); walk (x + o) defs.(e)
      | Not f -> walk x f
      | And l | Or l -> List.iter (walk x) l
    and cell o r = by_cell.(r) <- add by_cell.(r) (d, o); by_exists := add !by_exists (d, o) in
    walk 0 f in
  Array.iteri index defs;
  let rec last_column bits = if bits = 0 then -1 else 1 + last_column (bits lsr rows) in
  let width = Array.mapi (fun d marks -> max 0 (last_column (falls.(d) lor rises.(d) lor marks))) marks in
  { defs; falls; rises; marks; cut = Array.map (fun (d : definition) -> d.cut) order.all; empty_def = (order.find Empty).id; exists_def = (order.find Exists_).id;
    by_cell; by_mark; by_exists = !by_exists; by_def; width; least }

module Numbers = Map.Make (Int)

(* What is known, and for each piece of it a set of those questions (by depth, as bits) that it comes from. [now] and [mnow] are the new
   colours and marks. [named]: the colours that something tells apart. [memo]: values of definitions that were worked out. *)
type state = {
  on : tables;
  hold : int array; mark : int array; ex : int array (* 0 unknown, 1 yes, 2 no *);
  known : Bytes.t (* the same, by definition and column *);
  now : int array; mnow : int array;
  mutable new_cells : int list; mutable new_marks : int list   (* where these are *);
  why_hold : int array; why_mark : int array; why_ex : int array;
  mutable why_known : int Numbers.t;
  named : int;
  memo : Bytes.t;
  mutable lo : int; mutable hi : int   (* between these columns no copy of anything new is met, if columns come again *);
}

(* [round]: all columns exist. *)
let fresh ?(round = false) on ~hold ~mark =
  let cells v = Array.make (len * rows) v and size = Array.length on.defs * len in
  { on; hold = cells hold; mark = cells mark; ex = Array.make len (Bool.to_int round); known = Bytes.make size '\000'; now = cells 0; mnow = cells (-1); new_cells = []; new_marks = [];
    why_hold = cells 0; why_mark = cells 0; why_ex = Array.make len 0; why_known = Numbers.empty; named = 0; memo = Bytes.make size '\255'; lo = -len; hi = 2 * len }

let known st d x = Char.code (Bytes.unsafe_get st.known ((d * len) + x))
let set_known st d x v = Bytes.unsafe_set st.known ((d * len) + x) (Char.unsafe_chr v)
let why_known st d x = match Numbers.find_opt ((d * len) + x) st.why_known with Some why -> why | None -> 0

let copy s =
  { s with hold = Array.copy s.hold; mark = Array.copy s.mark; ex = Array.copy s.ex; known = Bytes.copy s.known;
    why_hold = Array.copy s.why_hold; why_mark = Array.copy s.why_mark; why_ex = Array.copy s.why_ex;
    memo = Bytes.copy s.memo }

let copy_news s = { s with now = Array.copy s.now; mnow = Array.copy s.mnow; memo = Bytes.copy s.memo }

let forget st users c =
  List.iter (fun (d, o) -> let x = c - o in if inside x then Bytes.unsafe_set st.memo ((d * len) + x) '\255') users
let forget_cell st c r = forget st st.on.by_cell.(r) c
let forget_mark st c r = forget st st.on.by_mark.(r) c
let forget_exists st c = forget st st.on.by_exists c
let forget_def st d c = forget st st.on.by_def.(d) c

(* All that looks at a column from [first] to [last] is to be worked out anew. *)
let forget_columns st first last =
  if first <= last then
    Array.iteri (fun d width ->
      let from = max 0 (first - width) in
      Bytes.fill st.memo ((d * len) + from) (last + 1 - from) '\255') st.on.width

(* Something new in column [c]: beyond [lo] and [hi] there may be copies of it. *)
let something_new st c =
  let lo = max st.lo (c - st.on.least + 1) and hi = min st.hi (c + st.on.least - 1) in
  forget_columns st (max 0 st.lo) (min (len - 1) (lo - 1));
  forget_columns st (max 0 (hi + 1)) (min (len - 1) st.hi);
  st.lo <- lo;
  st.hi <- hi

let put_mark st c r m =
  something_new st c;
  if st.mnow.(ix c r) < 0 then st.new_marks <- ix c r :: st.new_marks;
  st.mnow.(ix c r) <- m;
  forget_mark st c r
let put_colour st c r colour =
  something_new st c;
  st.new_cells <- ix c r :: st.new_cells;
  st.now.(ix c r) <- colour;
  forget_cell st c r

let is_clear st c = c >= st.lo && c <= st.hi

(* Whether one of the places is among those that [bits] has, seen from column [x]. *)
let rec meets bits x = function
  | [] -> false
  | i :: rest ->
      let place = i - (x * rows) in
      (place >= 0 && place < most_columns * rows && bits lsr place land 1 = 1) || meets bits x rest

let changes st d down = (if down then st.on.falls else st.on.rises).(d)

(* Whether something new may make a definition false, if [down], or true. *)
let is_hit st d x down = meets (changes st d down) x st.new_cells || meets st.on.marks.(d) x st.new_marks

(* The bits of the places in columns before [n], from 0 on. *)
let before n = if n <= 0 then 0 else if n >= most_columns then -1 else (1 lsl (n * rows)) - 1

(* The same, or a copy of something new where columns come again. *)
let may_change st d x down =
  is_hit st d x down
  || (st.lo > x || st.hi < x + st.on.width.(d))
     && (changes st d down lor st.on.marks.(d)) land (before (st.lo - x) lor lnot (before (st.hi + 1 - x))) <> 0
let looks_at_news st d x = may_change st d x true || may_change st d x false

(* ---- which pairs of truth values are possible: bit 0 for neither, 1 for after only, 2 for before only, 3 for both ---- *)

let table op =
  let all = [ 0; 1; 2; 3 ] in
  let bit s p = s lsr p land 1 = 1 in
  let entry i =
    let s = i lsr 4 and t = i land 15 in
    let combine m p = if bit s p then List.fold_left (fun m q -> if bit t q then m lor (1 lsl op p q) else m) m all else m in
    Char.chr (List.fold_left combine 0 all) in
  Bytes.init 256 entry

let and_table = table ( land ) and or_table = table ( lor )
let and_pairs a b = Char.code (Bytes.unsafe_get and_table ((a lsl 4) lor b))
let or_pairs a b = Char.code (Bytes.unsafe_get or_table ((a lsl 4) lor b))
let not_pairs s = (s lsr 3 land 1) lor (s lsr 1 land 2) lor (s lsl 1 land 4) lor (s lsl 3 land 8)
let given m = function 0 -> m | 1 -> m land 12 | _ -> m land 3

(* Where it is not clear, an uncoloured vertex may be coloured afterwards, and a mark may be another one. *)
let may_be_other m = (if m land 3 <> 0 then 3 else 0) lor if m land 12 <> 0 then 12 else 0
let may_fall m = (m land 3) lor if m land 12 <> 0 then 12 else 0
let may_rise m = (m land 12) lor if m land 3 <> 0 then 3 else 0
let widen st c other m = if is_clear st c then m else other m

let eval_unc st c r =
  if not (inside c) then 15
  else widen st c may_fall @@
    let i = ix c r in
    if st.now.(i) > 0 then 4
    else if st.ex.(c) = 2 || st.hold.(i) land 1 = 0 then 1
    else if st.hold.(i) = 1 && st.ex.(c) = 1 then 8
    else 9

(* What a vertex may hold with the new colours. *)
let content st i = if st.now.(i) > 0 then 1 lsl st.now.(i) else st.hold.(i)

let eval_same st c r d s =
  if not (inside c && inside d) then 15
  else widen st c may_rise @@ widen st d may_rise @@ if st.ex.(c) = 2 || st.ex.(d) = 2 then 1
  else
    let i = ix c r and j = ix d s in
    let a = content st i and b = content st j in
    let is_new = st.now.(i) > 0 || st.now.(j) > 0 in
    if a land b land colours = 0 then 1
    else if a = b && is_single a && st.ex.(c) = 1 && st.ex.(d) = 1 then if is_new then 2 else 8
    else if is_new then 3
    else 9

let sizes = Array.init 32 (fun s -> List.length (List.filter (fun i -> s lsr i land 1 = 1) [ 0; 1; 2; 3; 4 ]))

(* [seen]: the colours that those before may have; [taken]: those that they have. *)
let rec distinct_from st x seen taken count sure is_new = function
  | [] -> if sizes.(seen) < count then 1 else if sure then if is_new then 2 else 8 else if is_new then 3 else 9
  | (o, r) :: rest ->
      let c = x + o in
      if not (inside c) then 15
      else begin
        let i = ix c r in
        let now = st.now.(i) in
        let held = if now > 0 then 1 lsl now else st.hold.(i) in
        let a = held land colours in
        let free = a land lnot taken in
        if st.ex.(c) = 2 || free = 0 then 1
        else
          distinct_from st x (seen lor a) (if is_single free then taken lor free else taken) (count + 1)
            (sure && st.ex.(c) = 1 && held land 1 = 0 && a land seen = 0) (is_new || now > 0) rest
      end

let eval_distinct st x l =
  let m = distinct_from st x 0 0 0 true false l in
  List.fold_left (fun m (o, _) -> widen st (x + o) may_rise m) m l

let eval_mark st c r m =
  if not (inside c) then 15
  else widen st c may_be_other @@
    let i = ix c r in
    let no = if st.mark.(i) = 1 lsl m then 0 else 1 and yes = st.mark.(i) lsr m land 1 in
    let now = st.mnow.(i) in
    if now < 0 then no lor (yes lsl 3) else if now = m then (no lsl 1) lor (yes lsl 3) else no lor (yes lsl 2)

let rec eval f st x =
  match f with
  | Yes -> 8
  | Exists o -> if not (inside (x + o)) then 15 else ( match st.ex.(x + o) with 0 -> 9 | 1 -> 8 | _ -> 1)
  | Unc (o, r) -> eval_unc st (x + o) r
  | Same (o, r, p, s) -> eval_same st (x + o) r (x + p) s
  | Distinct l -> eval_distinct st x l
  | Marked (o, r, m) -> eval_mark st (x + o) r m
  | Ref (d, o) -> let c = x + o in if not (inside c) then 15 else given (body st d c) (known st d c)
  | Not f -> not_pairs (eval f st x)
  | And l -> eval_and st x 8 l
  | Or l -> eval_or st x 1 l
and eval_and st x m = function [] -> m | f :: l -> if m = 1 then 1 else eval_and st x (and_pairs m (eval f st x)) l
and eval_or st x m = function [] -> m | f :: l -> if m = 8 then 8 else eval_or st x (or_pairs m (eval f st x)) l
and body st d x =
  let i = (d * len) + x in
  let m = Char.code (Bytes.unsafe_get st.memo i) in
  if m < 16 then m
  else begin
    let m = eval st.on.defs.(d) st x in
    Bytes.unsafe_set st.memo i (Char.unsafe_chr m);
    m
  end

(* ---- questions: what has to be known to tell the value of a formula ---- *)

type question = Cell of int * int * int | Mark of int * int * int | Def of int * int | Far
exception Asked of question

let ask_exists st c =
  if not (inside c) then raise (Asked Far);
  if st.ex.(c) = 0 then raise (Asked (Def (st.on.exists_def, c)))

let ask_coloured st c r =
  ask_exists st c;
  let i = ix c r in
  if st.now.(i) = 0 && st.hold.(i) land 1 = 1 && st.hold.(i) <> 1 then raise (Asked (Cell (c, r, 1)))

let ask_colour st (c, r) among =
  let a = content st (ix c r) in
  if not (is_single a) && a land among <> 0 then raise (Asked (Cell (c, r, lowest (a land among))))

let ask_cut st d c =
  if not (inside c) then raise (Asked Far);
  if st.on.cut.(d) && known st d c = 0 then begin
    if d = st.on.empty_def then ask_exists st c;
    raise (Asked (Def (d, c)))
  end

(* What is too far away is asked for last. *)
let ask_each ask l =
  let far = ref false in
  List.iter (fun f -> try ask f with Asked Far -> far := true) l;
  if !far then raise (Asked Far)

let rec ask f st x =
  match f with
  | Yes -> ()
  | Exists o -> ask_exists st (x + o)
  | Unc (o, r) -> ask_coloured st (x + o) r
  | Same (o, r, p, s) ->
      let c = x + o and d = x + p in
      ask_exists st c;
      ask_exists st d;
      ask_coloured st c r;
      ask_coloured st d s;
      let common = content st (ix c r) land content st (ix d s) land colours in
      ask_colour st (c, r) common;
      ask_colour st (d, s) common
  | Distinct l ->
      ask_each (fun (o, r) -> ask_coloured st (x + o) r) l;
      let rec compare taken = function
        | [] -> ()
        | (o, r) :: l -> ask_colour st (x + o, r) taken; compare (taken lor content st (ix (x + o) r)) l in
      compare 0 l;
      compare 0 (List.rev l)
  | Marked (o, r, m) ->
      if not (inside (x + o)) then raise (Asked Far);
      let b = st.mark.(ix (x + o) r) in
      if (not (is_single b)) && b land (1 lsl m) <> 0 then raise (Asked (Mark (x + o, r, 1 lsl m)))
  | Ref (d, o) -> ask_cut st d (x + o); ask st.on.defs.(d) st (x + o)
  | Not f -> ask f st x
  | And l | Or l -> ask_each (fun f -> if not (is_single (eval f st x)) then ask f st x) l

(* The same, but what may become false (4), or true (2), comes first. *)
let rec ask_change f st x bad =
  match f with
  | Not f -> ask_change f st x (6 - bad)
  | And l | Or l ->
      let change f = let m = eval f st x in if m land bad <> 0 && not (is_single m) then ask_change f st x bad in
      ask_each (fun ask -> ask ()) [ (fun () -> ask_each change l); (fun () -> ask f st x) ]
  | Ref (d, o) -> ask_cut st d (x + o); ask_change st.on.defs.(d) st (x + o) bad
  | _ -> ask f st x

let question f st x = try ask f st x; None with Asked q -> Some q
let question_of_change f st x = try ask_change f st x 4; None with Asked q -> Some q

(* ---- answers ---- *)

exception Impossible of int   (* for these reasons *)

let set_exists st c yes why =
  let concerns d = if yes then d >= min c centre && d <= max c centre else (c <= centre && d <= c) || (c >= centre && d >= c) in
  for d = 0 to len - 1 do
    if concerns d then begin
      let v = if yes then 1 else 2 in
      if st.ex.(d) = 3 - v then raise (Impossible (st.why_ex.(d) lor why));
      if st.ex.(d) = 0 then begin
        st.ex.(d) <- v;
        st.why_ex.(d) <- why;
        forget_exists st d;
        if yes then List.iter (fun r -> if st.hold.(ix d r) = 0 then raise (Impossible (why lor st.why_hold.(ix d r)))) every_row
      end
    end
  done

let limit st c r set why =
  if inside c && is_row r then begin
    let i = ix c r in
    let left = st.hold.(i) land set in
    if left <> st.hold.(i) then begin
      st.hold.(i) <- left;
      forget_cell st c r;
      (* What was known before need not be known if this alone tells as much. *)
      st.why_hold.(i) <- (if left = set land 31 then why else st.why_hold.(i) lor why);
      if left = 0 && st.ex.(c) = 1 then raise (Impossible (st.why_hold.(i) lor st.why_ex.(c)))
    end
  end

let limit_mark st c r set why =
  if inside c then begin
    let i = ix c r in
    let left = st.mark.(i) land set in
    if left <> st.mark.(i) then st.why_mark.(i) <- (if left = set land 31 then why else st.why_mark.(i) lor why);
    st.mark.(i) <- left;
    forget_mark st c r;
    if st.mark.(i) = 0 then raise (Impossible st.why_mark.(i))
  end

(* The neighbours of a vertex with a colour do not have it. *)
let forbid st c r =
  let i = ix c r in
  let h = st.hold.(i) in
  if h > 1 && is_single h && st.ex.(c) = 1 then
    List.iter (fun (d, s) -> limit st d s (lnot h) (st.why_hold.(i) lor st.why_ex.(c))) (around (c, r))

let rec assume st f x yes why =
  let vertex o r set = if inside (x + o) then begin set_exists st (x + o) true why; limit st (x + o) r set why end in
  match (f, yes) with
  | Exists o, _ -> if inside (x + o) then set_exists st (x + o) yes why
  | Unc (o, r), true -> vertex o r 1
  | Unc (o, r), false -> limit st (x + o) r colours why
  | Same (o, r, p, s), true -> vertex o r colours; vertex p s colours
  | Distinct l, true -> List.iter (fun (o, r) -> vertex o r colours) l
  | Distinct [ (o, r) ], false -> limit st (x + o) r 1 why
  | Marked (o, r, m), _ -> limit_mark st (x + o) r (if yes then 1 lsl m else lnot (1 lsl m)) why
  | Ref (d, o), _ -> if inside (x + o) then learn st d (x + o) yes why
  | Not f, _ -> assume st f x (not yes) why
  | And l, true | Or l, false -> List.iter (fun f -> assume st f x yes why) l
  | _ -> ()

and learn st d c yes why =
  let v = if yes then 1 else 2 in
  if known st d c = 3 - v then raise (Impossible (why_known st d c lor why));
  if known st d c = 0 then begin
    set_known st d c v;
    st.why_known <- Numbers.add ((d * len) + c) why st.why_known;
    forget_def st d c;
    assume st st.on.defs.(d) c yes why
  end

let is_colour set = is_single set && set > 1

(* The state with an answer; the colours that nothing tells apart count as one. *)
let answered st q yes why =
  let st = copy st in
  match q with
  | Cell (c, r, set) when yes ->
      set_exists st c true why;
      limit st c r set why;
      forbid st c r;
      if is_colour set then { st with named = st.named lor set } else st
  | Cell (c, r, set) ->
      let set = if is_colour set && st.named land set = 0 then colours land lnot st.named else set in
      limit st c r (lnot set) why;
      forbid st c r;
      st
  | Mark (c, r, set) -> limit_mark st c r (if yes then set else lnot set) why; st
  | Def (d, c) -> learn st d c yes why; st
  | Far -> assert false
