(* Untrusted: formulas about a few columns of a board of any length, as in Formulas.v. *)

type t =
  | Yes
  | Exists of int                        (* columns are counted from where the formula is evaluated *)
  | Unc of int * int                     (* column and row *)
  | Same of int * int * int * int
  | Distinct of (int * int) list
  | Marked of int * int * int
  | Ref of int * int                     (* a definition, and where *)
  | And of t list
  | Or of t list
  | Not of t

let rec shift k = function
  | Yes -> Yes
  | Exists o -> Exists (o + k)
  | Unc (o, r) -> Unc (o + k, r)
  | Same (o, r, p, s) -> Same (o + k, r, p + k, s)
  | Distinct l -> Distinct (List.map (fun (o, r) -> (o + k, r)) l)
  | Marked (o, r, m) -> Marked (o + k, r, m)
  | Ref (d, o) -> Ref (d, o + k)
  | And l -> And (List.map (shift k) l)
  | Or l -> Or (List.map (shift k) l)
  | Not f -> Not (shift k f)

(* The first column and the last one that it looks at, if [reach] tells how far each definition looks to the right. *)
let rec first = function
  | Yes -> 0
  | Exists o | Unc (o, _) | Marked (o, _, _) | Ref (_, o) -> o
  | Same (o, _, p, _) -> min o p
  | Distinct l -> List.fold_left (fun least (o, _) -> min least o) 0 l
  | And l | Or l -> List.fold_left (fun least f -> min least (first f)) 0 l
  | Not f -> first f

let rec last reach = function
  | Yes -> 0
  | Exists o | Unc (o, _) | Marked (o, _, _) -> o
  | Ref (d, o) -> o + reach d
  | Same (o, _, p, _) -> max o p
  | Distinct l -> List.fold_left (fun most (o, _) -> max most o) 0 l
  | And l | Or l -> List.fold_left (fun most f -> max most (last reach f)) 0 l
  | Not f -> last reach f
