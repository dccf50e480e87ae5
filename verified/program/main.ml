(* The program: reads certificates, has the kernel check them, and says what is proved.

   TRUSTED: that what is printed is what [Kernel.check] was asked. *)
open Kernel
open Text

let title = "chromex certificate 1"
let near = "replies: near the patients"

(* ---- the file ---- *)

(* What a check may take. *)
type limits = { seconds : float; memory : int }

(* What is longer than [memory], or goes on longer than [seconds], is not read to its end. *)
let read_all limits channel =
  let piece = Bytes.create 65536 in
  let buffer = Buffer.create 65536 in
  let rec go_on () =
    if Sys.time () > limits.seconds then raise (Beyond "stopped before the end of the file: nothing is proved");
    if Buffer.length buffer > limits.memory then
      raise (Beyond "the file is longer than the memory that is allowed: nothing is proved");
    match input channel piece 0 (Bytes.length piece) with
    | 0 -> Buffer.contents buffer
    | length -> Buffer.add_subbytes buffer piece 0 length; go_on () in
  go_on ()

let read_file limits name =
  if name = "-" then (set_binary_mode_in stdin true; read_all limits stdin)
  else begin
    let channel = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> read_all limits channel)
  end

type head = {
  statement : Statement.t;
  symmetries : int array list;
  is_near : bool;
  positions : int;
  bytes : int;
  sum : string;
  so_far : int64;   (* the checksum of the lines before it *)
  body : int;       (* where the replies begin *)
}

let read_head text =
  let lines = Lines.of_text text in
  let field = Lines.field lines in
  Lines.title lines title;
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
  let is_near = Lines.optional lines near in
  let positions = Lines.count lines "positions" in
  let bytes = Lines.count lines "bytes" in
  let lists = List.map (fun p -> String.concat " " (List.map string_of_int (Array.to_list p))) symmetries in
  let written = Statement.lines statement
    @ [ "symmetries: " ^ (if lists = [] then "none" else String.concat "; " lists) ]
    @ (if is_near then [ near ] else [])
    @ [ Printf.sprintf "positions: %d" positions; Printf.sprintf "bytes: %d" bytes ] in
  Lines.must_be lines (title :: written);
  let so_far, sum = Lines.checksum lines in
  { statement; symmetries; is_near; positions; bytes; sum; so_far; body = lines.at }

(* ---- the check ---- *)

let check_symmetries (s : Statement.t) symmetries =
  let n = s.board.order in
  if symmetries <> [] then begin
    let family = match s.kernel.claimed with About (f, _, _) -> f | Least (games, _, _, _) -> games (nat 1) in
    if order_of family <> None then bad "symmetries of the graph are none of %s" s.name;
    if List.length symmetries > Statement.most_vertices then
      bad "more than %d symmetries to begin with" Statement.most_vertices;
    let edges = Hashtbl.create 64 in
    List.iter (fun e -> Hashtbl.replace edges e ()) s.board.edges;
    let joined (v, w) = Hashtbl.mem edges (v, w) || ((not s.board.directed) && Hashtbl.mem edges (w, v)) in
    let is_symmetry images =
      List.sort compare (Array.to_list images) = List.init n Fun.id
      && List.for_all (fun (v, w) -> joined (images.(v), images.(w))) s.board.edges in
    List.iteri (fun i images -> if not (is_symmetry images) then bad "permutation %d, from 0, is no symmetry of the graph" i)
      symmetries
  end

(* As `chromex check` estimates it: what the positions may take that the head declares. *)
let check_memory limits head =
  let s = head.statement in
  let n = s.Statement.board.order in
  let width = (n + 7) / 8 in
  let whole f =
    let copies = int_of_nat (cells f (nat 1)) in
    (copies * int_of_nat (colours_of f) * width) + 2 + (copies * n) in
  let hers f = if head.is_near then (int_of_nat (colours_of f) + 2) * (16 + width) else whole f in
  let each = match s.kernel.claimed with
    | About (f, _, _) -> hers f
    | Least (games, _, AtMost, k) -> hers (games k)
    | Least (games, _, relation, k) ->
        let fewer = int_of_nat k - 1 in
        let his = if fewer = 0 then 0 else whole (games (nat fewer)) in
        if relation = Exactly then max his (hers (games k)) else his in
  keep_to limits.memory ~each:(each + 200) head.positions "positions"

(* Whether some of what has to be shown is a win of Alice in the colouring game. *)
let check_near (s : Statement.t) =
  let is_colouring = function Colouring _ -> true | _ -> false in
  let allowed = match s.kernel.claimed with
    | About (f, _, Winner Left) -> is_colouring f
    | Least (games, _, (AtMost | Exactly), k) -> is_colouring (games k)
    | _ -> false in
  if not allowed then bad "the head says `%s`, which only Alice's wins in the colouring game can have" near

(* Whether the limits are kept, after so many things were looked at. *)
let look limits things count =
  if Sys.time () > limits.seconds then
    raise (Beyond (Printf.sprintf "stopped after %d %s: nothing is proved" count things));
  if (Gc.quick_stat ()).heap_words > limits.memory / 8 then
    raise (Beyond (Printf.sprintf "more memory than is allowed after %d %s: nothing is proved" count things))

(* Calls [f] after looking, from time to time. *)
let within limits (guide : Guide.t) =
  let calls = ref 0 in
  fun f question -> incr calls; if !calls land 63 = 0 then look limits "replies" guide.replies; f question

(* The statement, the number of positions and that of replies; [Bad] if nothing is proved. *)
let check_text limits text =
  let head = read_head text in
  let s = head.statement in
  check_symmetries s head.symmetries;
  if head.is_near then check_near s;
  let n = s.board.order in
  let symmetries = Guide.group n head.symmetries in
  check_memory limits head;
  let read = ref 0 in
  let byte () =
    if !read >= head.bytes || head.body + !read >= String.length text then raise Guide.Truncated;
    incr read;
    Char.code text.[head.body + !read - 1] in
  let missing = "a reply is missing: the file ends too early" in
  let number = try Guide.decoder byte with Guide.Truncated -> raise (Bad missing) in
  let guide = Guide.make n s.board.edges (List.map fst symmetries) number in
  let limit = positive (min head.positions (1 lsl 60) + 1) in
  let answer =
    let within f = within limits guide f in
    check (within (Guide.reply guide)) (within (Guide.choose_lists guide)) (within (Guide.choose_literal guide))
      (within (Guide.doctors guide)) (within (Guide.choose_near guide)) (within (Guide.near_doctors guide))
      (within (Guide.components guide)) head.is_near (List.map snd symmetries) limit s.kernel 0 in
  let positions = match answer with
    | Proved next -> int_of_positive next - 1
    | BadGraph -> bad "the edges are not those of a graph"
    | BadGame -> bad "the game is not defined on this graph"
    | BadStart -> (
        match s.kernel.claimed with
        | Least _ -> bad "χ_g is about the uncoloured graph"
        | About _ -> bad "illegal start position")
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
  Lines.must_sum (Lines.add_to_checksum head.so_far text head.body (String.length text)) head.sum;
  (s, positions, guide.replies)

let show (s : Statement.t) positions replies =
  Printf.printf "proved   %s\n" (printable (Statement.sentence s));
  Printf.printf "graph    %s\n" (Statement.show_graph s.graph);
  if s.board != s.graph then Printf.printf "played   on %s\n" (Statement.show_graph s.board);
  Printf.printf "start    %s, %s moves first\n" (printable s.start) (if s.first = Left then "left" else "right");
  Printf.printf "checked  %d positions, %d replies\n%!" positions replies

let show_strip s pairs contexts =
  Printf.printf "proved   %s\n" (Strips.sentence s);
  Printf.printf "graph    %s\n" (Strips.graphs s);
  Printf.printf "start    uncoloured, %s\n" (if s.kernel.bob_may_skip || s.kernel.strip_skipper = Some Left then "either player moves first" else "right moves first");
  Printf.printf "checked  %d pairs of columns, %d contexts\n%!" pairs contexts

let show_window (s : Windows.t) positions answers =
  Printf.printf "proved   %s\n" (Windows.sentence s);
  Printf.printf "graph    %s\n" (Windows.graphs s);
  Printf.printf "start    uncoloured, either player moves first\n";
  Printf.printf "checked  %d positions of a window, %d answers\n%!" positions answers

let show_blocks (s : Blocks.t) cases =
  Printf.printf "proved   %s\n" (Blocks.sentence s);
  Printf.printf "graph    %s\n" (Blocks.graphs s);
  Printf.printf "start    uncoloured, %s\n" (if s.around = None then "either player moves first" else "right moves first");
  Printf.printf "checked  %d drawings of blocks, %d cases\n%!" (List.length s.drawings) cases

let check_and_show limits text =
  let go_on things count = if count land 63 = 0 then look limits things count in
  if Lines.begins_with Strips.title text then begin
    let s, pairs, contexts = Strips.check limits.memory (go_on "contexts") text in
    show_strip s pairs contexts
  end else if Lines.begins_with Windows.title text then begin
    let s, positions, answers = Windows.check limits.memory (go_on "answers") text in
    show_window s positions answers
  end else if Lines.begins_with Blocks.title text || Lines.begins_with Blocks.title_around text then begin
    let s, cases = Blocks.check limits.memory (go_on "cases") text in
    show_blocks s cases
  end else begin
    let s, positions, replies = check_text limits text in
    show s positions replies
  end

let usage = "usage: chromex-verified [--seconds S] [--memory SIZE] FILE...   (- for standard input)\n\
  Checks certificates of Chromex with a checker that is proved correct; docs/verified.md says what that means.\n\
  --seconds is processor time for each file; --memory is 4G by default.\n\
  Exit codes: 0 all are valid, 2 some is rejected, 3 one needs more than --seconds or --memory."

(* 500, 16M or 4G bytes. *)
let size text =
  let digits = String.length text - 1 in
  let unit = if digits < 0 then 0 else match text.[digits] with 'k' | 'K' -> 10 | 'm' | 'M' -> 20 | 'g' | 'G' -> 30 | _ -> 0 in
  let text = if unit > 0 then String.sub text 0 digits else text in
  Option.map (fun i -> i lsl unit) (number ~most:(max_int lsr unit) text)

let rec read_arguments limits = function
  | "--seconds" :: value :: rest -> (
      match float_of_string_opt value with
      | Some seconds when seconds >= 0. -> read_arguments { limits with seconds } rest
      | _ -> bad "--seconds: expected a number of seconds such as 10 or 0.5")
  | "--memory" :: value :: rest -> (
      match size value with
      | Some memory -> read_arguments { limits with memory } rest
      | None -> bad "--memory: expected a size such as 16M or 4G")
  | files -> (limits, files)

let check_file limits name =
  let refuse code why = Printf.printf "rejected %s: %s\n%!" (printable name) (printable why); code in
  let limits = { limits with seconds = Sys.time () +. limits.seconds } in
  match check_and_show limits (read_file limits name) with
  | () -> 0
  | exception Bad why -> refuse 2 why
  | exception Sys_error why -> refuse 2 ("cannot read: " ^ why)
  | exception Beyond why -> refuse 3 why
  | exception (Out_of_memory | Stack_overflow) -> refuse 3 "this certificate needs more memory than there is"

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let arguments = List.tl (Array.to_list Sys.argv) in
  if List.mem "--help" arguments then (print_endline usage; exit 0);
  match read_arguments { seconds = infinity; memory = 4 lsl 30 } arguments with
  | exception Bad why -> prerr_endline ("error: " ^ printable why); exit 2
  | _, [] -> print_endline usage; exit 2
  | limits, files ->
      let codes = List.map (check_file limits) files in
      exit (if List.mem 2 codes then 2 else if List.mem 3 codes then 3 else 0)
