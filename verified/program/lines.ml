(* TRUSTED: the lines at the head of a file, taken in order, and the checksum. *)
open Text

let most_line = 1 lsl 18

type t = {
  text : string;
  mutable at : int;             (* where the next line begins *)
  mutable read : string list;   (* the lines so far, the last one first *)
}

let of_text text = { text; at = 0; read = [] }

let line t =
  let cut_short = "the head of the file is cut short or no text" in
  let stop = match String.index_from_opt t.text t.at '\n' with
    | Some stop when stop - t.at < most_line -> stop
    | _ -> raise (Bad cut_short) in
  let line = String.sub t.text t.at (stop - t.at) in
  (match characters line with
   | None -> raise (Bad cut_short)
   | Some characters -> (
       match List.find_opt (fun (code, _) -> is_misleading code) characters with
       | Some (code, _) -> bad "the head has the invisible character %s" (escape code)
       | None -> ()));
  t.at <- stop + 1;
  t.read <- line :: t.read;
  line

(* Whether the file begins with this line. *)
let begins_with title text =
  String.length text > String.length title && String.sub text 0 (String.length title + 1) = title ^ "\n"

let title t title = if line t <> title then bad "the file does not begin with `%s`" title

let field t name =
  let line = line t in
  let prefix = name ^ ": " in
  let length = String.length prefix in
  if String.length line < length || String.sub line 0 length <> prefix then
    bad "expected a line `%s: …`, found `%s`" name (String.sub line 0 (min 40 (String.length line)));
  String.sub line length (String.length line - length)

(* Takes the next line if it is this one. *)
let optional t line =
  let length = String.length line + 1 in
  let is_next = t.at + length <= String.length t.text && String.sub t.text t.at length = line ^ "\n" in
  if is_next then begin
    t.at <- t.at + length;
    t.read <- line :: t.read
  end;
  is_next

let count t name =
  let text = field t name in
  match number ~most:max_int text with
  | Some i -> i
  | None -> bad "%s: `%s` is no number" name text

(* Refuses lines that are not as they would be written. *)
let must_be t written =
  List.iter2 (fun ours theirs -> if ours <> theirs then bad "`%s` is written `%s`" theirs ours) written (List.rev t.read)

(* FNV-1a, against accidents only. *)
let add_to_checksum sum text from last =
  let sum = ref sum in
  for i = from to last - 1 do
    sum := Int64.mul (Int64.logxor !sum (Int64.of_int (Char.code (String.unsafe_get text i)))) 0x100000001b3L
  done;
  !sum

(* The checksum of the lines so far, and the one that the next line tells. *)
let checksum t =
  let so_far = add_to_checksum 0xcbf29ce484222325L t.text 0 t.at in
  let told = field t "checksum" in
  if String.length told <> 16 || not (String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) told) then
    bad "the checksum is not 16 hexadecimal digits";
  (so_far, told)

let must_sum sum told =
  if Printf.sprintf "%016Lx" sum <> told then bad "the checksum is wrong: the file was damaged or tampered with"
