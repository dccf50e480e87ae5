(* TRUSTED: numbers between OCaml and the kernel, and reading them from text. *)
open Kernel

exception Bad of string

let bad format = Printf.ksprintf (fun message -> raise (Bad message)) format

let nats =
  let table = Array.make 4096 O in
  for i = 1 to 4095 do table.(i) <- S table.(i - 1) done;
  table

let nat i =
  if i < 4096 then nats.(i)
  else begin
    let n = ref nats.(4095) in
    for _ = 4096 to i do n := S !n done;
    !n
  end

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

(* Whether bytes are text in UTF-8, in shortest form and without surrogates. *)
let is_utf8 s =
  let n = String.length s in
  let byte i = if i < n then Char.code s.[i] else 0 in
  let follows i count = List.for_all (fun j -> byte (i + j) land 0xc0 = 0x80) (List.init count succ) in
  let rec from i =
    if i >= n then true
    else
      let first = byte i and second = byte (i + 1) in
      if first < 0x80 then from (i + 1)
      else if first >= 0xc2 && first <= 0xdf then follows i 1 && from (i + 2)
      else if first land 0xf0 = 0xe0 then
        follows i 2 && (first <> 0xe0 || second >= 0xa0) && (first <> 0xed || second < 0xa0) && from (i + 3)
      else
        first >= 0xf0 && first <= 0xf4 && follows i 3 && (first <> 0xf0 || second >= 0x90)
        && (first <> 0xf4 || second < 0x90) && from (i + 4) in
  from 0

(* What came from a file, fit for a terminal: without control characters, also those that UTF-8 writes as two bytes. *)
let printable s =
  let is_control i = Char.code s.[i] < 32 || Char.code s.[i] = 127
    || (s.[i] = '\xc2' && i + 1 < String.length s && s.[i + 1] < '\xa0') in
  let after_control i = i > 0 && s.[i - 1] = '\xc2' && s.[i] < '\xa0' in
  String.mapi (fun i c -> if is_control i || after_control i then '.' else c) s
