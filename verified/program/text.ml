(* TRUSTED: numbers between OCaml and the kernel, and reading them from text. *)
open Kernel

exception Bad of string

(* More than --seconds or --memory allow. *)
exception Beyond of string

let bad format = Printf.ksprintf (fun message -> raise (Bad message)) format

(* Refuses what may take more than is allowed, so many things of so many bytes. The product is shown as a number of 64 bits, or the largest
   one. *)
let keep_to memory ~each count things =
  if count > memory / each then begin
    let count', each' = (Int64.of_int count, Int64.of_int each) in
    let is_large = Int64.unsigned_compare count' (Int64.unsigned_div Int64.minus_one each') > 0 in
    let bytes = if is_large then Int64.minus_one else Int64.mul count' each' in
    raise (Beyond (Printf.sprintf "%d %s may take %Lu bytes, more than is allowed" count things bytes))
  end

(* Shared, so that many large numbers cost no more than the largest. *)
let nats = ref [| O |]

let nat i =
  let known = Array.length !nats in
  if i >= known then begin
    let more = Array.make (max 4096 (2 * i) - known + 1) O in
    let last = ref !nats.(known - 1) in
    Array.iteri (fun j _ -> last := S !last; more.(j) <- !last) more;
    nats := Array.append !nats more
  end;
  !nats.(i)

let int_of_nat n =
  let rec count i = function O -> i | S n -> count (i + 1) n in
  count 0 n

let rec positive i =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let z i = if i = 0 then Z0 else if i > 0 then Zpos (positive i) else Zneg (positive (-i))

let is_digits s = s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s

(* A whole number from 0 to [most], written in digits. *)
let number ~most s =
  if not (is_digits s) || String.length s > 19 then None
  else match int_of_string_opt ("0u" ^ s) with
    | Some i when i >= 0 && i <= most -> Some i
    | _ -> None

let words s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (function '\t' -> ' ' | c -> c) s))

(* The characters of a text in UTF-8, in shortest form and without surrogates; nothing if it is none. *)
let characters s =
  let n = String.length s in
  let byte i = if i < n then Char.code s.[i] else 0 in
  let rec from i found =
    if i >= n then Some (List.rev found)
    else
      let first = byte i in
      let length = if first < 0x80 then 1 else if first < 0xe0 then 2 else if first < 0xf0 then 3 else 4 in
      let least = [| 0; 0x80; 0x800; 0x10000 |].(length - 1) in
      let code = ref (if length = 1 then first else first land (0xff lsr (length + 1))) and whole = ref true in
      for j = 1 to length - 1 do
        if byte (i + j) land 0xc0 <> 0x80 then whole := false;
        code := (!code lsl 6) lor (byte (i + j) land 0x3f)
      done;
      let is_surrogate = !code >= 0xd800 && !code < 0xe000 in
      if first land 0xc0 = 0x80 || first >= 0xf8 || not !whole || !code < least || !code > 0x10ffff || is_surrogate then None
      else from (i + length) ((!code, String.sub s i length) :: found) in
  from 0 []

(* Control characters, and the invisible ones that reorder, hide or join what stands around them; after crates/text. *)
let is_misleading c =
  let within (low, high) = c >= low && c <= high in
  List.exists within
    [ (0, 0x1f); (0x7f, 0x9f); (0xad, 0xad); (0x61c, 0x61c); (0x180e, 0x180e); (0x200b, 0x200f); (0x2028, 0x202e);
      (0x2060, 0x206f); (0xfeff, 0xfeff); (0xfff9, 0xfffb); (0xe0000, 0xe007f) ]

let escape c = Printf.sprintf "\\u{%x}" c

(* What comes from outside, fit for a terminal. *)
let printable s =
  let show (code, text) = if is_misleading code then escape code else text in
  match characters s with
  | Some characters -> String.concat "" (List.map show characters)
  | None -> String.map (fun c -> if c < ' ' || c > '~' then '?' else c) s
