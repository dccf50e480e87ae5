(* Untrusted: of which answers something follows, as sets of bits. Where a case is settled without one of the questions before it, that
   question need not be asked. *)
open Formula
open Partial

(* Whether a formula is certainly so, before or after. *)
let shows m ~after v =
  m land (match (after, v) with false, true -> 3 | false, false -> 12 | true, true -> 5 | true, false -> 10) = 0

(* Whether it could become false, if [down], or true. *)
let rec touched f st x down =
  let is_new (o, r) = not (is_clear st (x + o)) || (inside (x + o) && st.now.(ix (x + o) r) > 0) in
  match f with
  | Yes | Exists _ -> false
  | Unc (o, r) -> down && is_new (o, r)
  | Same (o, r, p, s) -> (not down) && (is_new (o, r) || is_new (p, s))
  | Distinct l -> (not down) && List.exists is_new l
  | Marked (o, r, _) -> not (is_clear st (x + o)) || inside (x + o) && st.mnow.(ix (x + o) r) >= 0
  | Ref (d, o) -> may_change st d (x + o) down
  | Not f -> touched f st x (not down)
  | And l | Or l -> List.exists (fun f -> touched f st x down) l

let best = function [] -> assert false | a :: l -> List.fold_left min a l

(* Why it is [v]. *)
let rec value f st x ~after v =
  let cell ?(must_exist = v) (o, r) =
    let i = ix (x + o) r in
    if st.now.(i) > 0 then 0 else st.why_hold.(i) lor if must_exist then st.why_ex.(x + o) else 0 in
  let is_new (o, r) = st.now.(ix (x + o) r) > 0 in
  let outside = List.find_opt (fun (o, _) -> st.ex.(x + o) = 2) in
  match f with
  | Yes -> 0
  | Exists o -> st.why_ex.(x + o)
  | Unc (o, r) ->
      let i = ix (x + o) r in
      if is_new (o, r) then if after then 0 else st.why_hold.(i) lor st.why_ex.(x + o)
      else if st.ex.(x + o) = 2 then st.why_ex.(x + o)
      else cell (o, r)
  | Same (o, r, p, s) -> (
      match outside [ (o, r); (p, s) ] with
      | Some (o, _) -> st.why_ex.(x + o)
      | None -> if (not after) && (is_new (o, r) || is_new (p, s)) then 0 else cell (o, r) lor cell (p, s))
  | Distinct l -> (
      if (not after) && List.exists is_new l then 0
      else match outside l with
        | Some (o, _) -> st.why_ex.(x + o)
        | None -> (
            match List.find_opt (fun (o, r) -> (not (is_new (o, r))) && st.hold.(ix (x + o) r) = 1) l with
            | Some (o, r) when not v -> st.why_hold.(ix (x + o) r)
            | _ -> List.fold_left (fun why place -> why lor cell place) 0 l))
  | Marked (o, r, _) -> let i = ix (x + o) r in if after && st.mnow.(i) >= 0 then 0 else st.why_mark.(i)
  | Not f -> value f st x ~after (not v)
  | Ref (d, o) ->
      let c = x + o in
      let m = body st d c and known = known st d c and why = why_known st d c in
      if shows m ~after v then value st.on.defs.(d) st c ~after v
      else if given m known = 0 then why lor value st.on.defs.(d) st c ~after:false (known <> 1)
      else if not after then why
      else why lor kept st.on.defs.(d) st c (known = 1)
  | And l when v -> List.fold_left (fun why f -> why lor value f st x ~after v) 0 l
  | Or l when not v -> List.fold_left (fun why f -> why lor value f st x ~after v) 0 l
  | And l | Or l -> (
      match List.filter_map (fun f -> if shows (eval f st x) ~after v then Some (value f st x ~after v) else None) l with
      | [] -> everything f st x
      | reasons -> best reasons)

(* All that is known of what it looks at. *)
and everything f st x =
  let cell (o, r) = st.why_hold.(ix (x + o) r) lor st.why_ex.(x + o) in
  match f with
  | Yes -> 0
  | Exists o -> st.why_ex.(x + o)
  | Unc (o, r) -> cell (o, r)
  | Same (o, r, p, s) -> cell (o, r) lor cell (p, s)
  | Distinct l -> List.fold_left (fun why place -> why lor cell place) 0 l
  | Marked (o, r, _) -> st.why_mark.(ix (x + o) r)
  | Ref (d, o) -> why_known st d (x + o) lor everything st.on.defs.(d) st (x + o)
  | Not f -> everything f st x
  | And l | Or l -> List.fold_left (fun why f -> why lor everything f st x) 0 l

(* Why it does not become false, or if not [up], true. *)
and kept f st x up =
  if not (touched f st x up) then 0
  else
    let m = eval f st x in
    let by_after = if shows m ~after:true up then [ value f st x ~after:true up ] else [] in
    let by_before = if shows m ~after:false (not up) then [ value f st x ~after:false (not up) ] else [] in
    match (by_after @ by_before, f) with
    | (_ :: _ as reasons), _ -> best reasons
    | [], Not f -> kept f st x (not up)
    | [], (And l | Or l) -> List.fold_left (fun why f -> why lor kept f st x up) 0 l
    | [], Ref (d, o) -> kept st.on.defs.(d) st (x + o) up
    | [], f -> everything f st x
