(* The program: reads certificates, has the kernel check them, and says what is proved.

   TRUSTED: that what is printed is what [Kernel.check] was asked. *)
open Kernel
open Text

let title = "chromex certificate 1"
let most_line = 1 lsl 18

(* ---- the file ---- *)

(* FNV-1a, against accidents only. *)
let checksum text upto from last =
  let sum = ref upto in
  for i = from to last - 1 do
    sum := Int64.mul (Int64.logxor !sum (Int64.of_int (Char.code (String.unsafe_get text i)))) 0x100000001b3L
  done;
  !sum

let read_all channel =
  let buffer = Buffer.create 65536 in
  (try while true do Buffer.add_channel buffer channel 1 done with End_of_file -> ());
  Buffer.contents buffer

let read_file name =
  if name = "-" then (set_binary_mode_in stdin true; read_all stdin)
  else begin
    let channel = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
      match in_channel_length channel with
      | size -> really_input_string channel size
      | exception Sys_error _ -> read_all channel)
  end

type head = {
  statement : Statement.t;
  symmetries : int array list;
  positions : int;
  bytes : int;
  sum : string;
  so_far : int64;   (* the checksum of the lines before it *)
  body : int;       (* where the replies begin *)
}

let read_head text =
  let at = ref 0 in
  let line () =
    let stop = match String.index_from_opt text !at '\n' with
      | Some stop when stop - !at < most_line -> stop
      | _ -> bad "the head of the file is cut short or no text" in
    let line = String.sub text !at (stop - !at) in
    if not (is_utf8 line) then bad "the head of the file is cut short or no text";
    at := stop + 1;
    line in
  let field name =
    let line = line () in
    let prefix = name ^ ": " in
    let length = String.length prefix in
    if String.length line < length || String.sub line 0 length <> prefix then
      bad "expected a line `%s: …`, found `%s`" name (String.sub line 0 (min 40 (String.length line)));
    String.sub line length (String.length line - length) in
  let count name =
    let text = field name in
    match number ~most:max_int text with
    | Some i -> i
    | None -> bad "%s: `%s` is no number" name text in
  if String.trim (line ()) <> title then bad "the file does not begin with `%s`" title;
  let says = field "says" in
  let claim = field "claim" in
  let game = field "game" in
  let label = field "graph" in
  let edges = field "edges" in
  let start = field "start" in
  let first = field "first" in
  let statement = Statement.make ~game ~label ~edges ~start ~first ~claim in
  if says <> Statement.sentence statement then
    bad "the head says “%s”, but claims: %s" says (Statement.sentence statement);
  let vertex text = match number ~most:255 text with
    | Some v -> v
    | None -> bad "a symmetry is a list of vertices" in
  let images list = Array.of_list (List.map vertex (String.split_on_char ' ' list)) in
  let rec split_lists text = match String.index_opt text ';' with
    | Some i when i + 1 < String.length text && text.[i + 1] = ' ' ->
        String.sub text 0 i :: split_lists (String.sub text (i + 2) (String.length text - i - 2))
    | Some _ -> bad "a symmetry is a list of vertices"
    | None -> [ text ] in
  let symmetries = field "symmetries" in
  let symmetries = if symmetries = "none" then [] else List.map images (split_lists symmetries) in
  let positions = count "positions" in
  let bytes = count "bytes" in
  let so_far = checksum text 0xcbf29ce484222325L 0 !at in
  let sum = field "checksum" in
  if String.length sum <> 16 || not (String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) sum) then
    bad "the checksum is not 16 hexadecimal digits";
  { statement; symmetries; positions; bytes; sum; so_far; body = !at }

(* ---- the check ---- *)

let check_symmetries (s : Statement.t) symmetries =
  let n = s.graph.order in
  if symmetries <> [] then begin
    (match s.kernel.claimed with
     | About (Sequential _, _) -> bad "symmetries of the graph are none of %s" s.name
     | _ -> ());
    if List.length symmetries > Statement.most_vertices then
      bad "more than %d symmetries to begin with" Statement.most_vertices;
    let edges = Hashtbl.create 64 in
    List.iter (fun e -> Hashtbl.replace edges e ()) s.graph.edges;
    let joined (v, w) = Hashtbl.mem edges (v, w) || ((not s.graph.directed) && Hashtbl.mem edges (w, v)) in
    let is_symmetry images =
      List.sort compare (Array.to_list images) = List.init n Fun.id
      && List.for_all (fun (v, w) -> joined (images.(v), images.(w))) s.graph.edges in
    List.iteri (fun i images -> if not (is_symmetry images) then bad "permutation %d, from 0, is no symmetry of the graph" i)
      symmetries
  end

(* The statement, the number of positions and that of replies; [Bad] if nothing is proved. *)
let check_text text =
  let head = read_head text in
  let s = head.statement in
  check_symmetries s head.symmetries;
  let n = s.graph.order in
  let symmetries = Guide.group n head.symmetries in
  let read = ref 0 in
  let byte () =
    if !read >= head.bytes || head.body + !read >= String.length text then raise Guide.Truncated;
    incr read;
    Char.code text.[head.body + !read - 1] in
  let missing = "a reply is missing: the file ends too early" in
  let number = try Guide.decoder byte with Guide.Truncated -> raise (Bad missing) in
  let guide = Guide.make n s.graph.edges symmetries number in
  let limit = positive (min head.positions (1 lsl 60) + 1) in
  let lists = List.map (fun p -> List.map nat (Array.to_list p)) symmetries in
  let answer =
    check (Guide.reply guide) (Guide.choose_lists guide) (Guide.choose_literal guide) (Guide.doctors guide)
      (Guide.components guide) lists limit s.kernel 0 in
  let positions = match answer with
    | Proved next -> int_of_positive next - 1
    | BadGraph -> bad "the edges are not those of a graph"
    | BadGame -> bad "the game is not defined on this graph"
    | BadStart -> (
        match s.kernel.claimed with
        | Chi _ -> bad "χ_g is about the uncoloured graph"
        | About _ -> bad "illegal start position: %s" s.start)
    | BadClaim -> bad "`%s` cannot be claimed of %s" s.claim_text s.name
    | BadReplies WrongEnd -> bad "the game may end against the claim"
    | BadReplies NoReply -> raise (Bad missing)
    | BadReplies (NoSuchReply (chosen, legal)) ->
        bad "reply number %d is not one of the %d legal moves" (int_of_nat chosen) (int_of_nat legal)
    | BadReplies TooManyPositions ->
        bad "the reply set is not closed within the %d positions that the head declares" head.positions in
  if positions <> head.positions then
    bad "the head declares %d positions, but the reply sets have %d" head.positions positions;
  let left = head.bytes - !read in
  if left > 0 || String.length text > head.body + !read then
    bad "%d bytes of the file are left over after the last reply" (max left 1);
  let sum = checksum text head.so_far head.body (String.length text) in
  if Printf.sprintf "%016Lx" sum <> head.sum then bad "the checksum is wrong: the file was damaged or tampered with";
  (s, positions, guide.replies)

let show (s : Statement.t) positions replies =
  Printf.printf "proved   %s\n" (printable (Statement.sentence s));
  Printf.printf "graph    %s\n" (Statement.show_graph s.graph);
  Printf.printf "start    %s, %s moves first\n" (printable s.start) (if s.first = Left then "left" else "right");
  Printf.printf "checked  %d positions, %d replies\n%!" positions replies

let usage = "usage: chromex-verified FILE...   (- for standard input)\n\
  Checks certificates of Chromex with a checker that is proved correct; docs/verified.md says what that means.\n\
  Exit codes: 0 all are valid, 2 some is rejected."

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] || List.mem "--help" files then (print_endline usage; exit (if files = [] then 2 else 0));
  let check_file name =
    let refuse why = Printf.printf "rejected %s: %s\n%!" (printable name) (printable why); false in
    match check_text (read_file name) with
    | s, positions, replies -> show s positions replies; true
    | exception Bad why -> refuse why
    | exception Sys_error why -> refuse ("cannot read: " ^ why)
    | exception (Out_of_memory | Stack_overflow) -> refuse "this certificate needs more memory than there is" in
  let results = List.map check_file files in
  exit (if List.for_all Fun.id results then 0 else 2)
