(* NOT TRUSTED: finds replies, symmetries, doctors and components. Whatever is here, the kernel accepts nothing false. *)
open Kernel
open Text

(* ---- replies: adaptive binary arithmetic coding, after crates/checker/src/coder.rs ---- *)

exception Truncated

let most_width = 16

let decoder (byte : unit -> int) =
  let code = ref 0 in
  for _ = 1 to 4 do code := (!code lsl 8) lor byte () done;
  let low = ref 0 and high = ref 0xffffffff in
  let chances = Array.init (most_width + 1) (fun width -> Array.make (1 lsl width) 32768) in
  let rec width_of count width = if 1 lsl width >= count then width else width_of count (width + 1) in
  fun count ->
    let width = min most_width (width_of count 0) in
    let chances = chances.(width) in
    let prefix = ref 1 in
    for _ = 1 to width do
      let chance = chances.(!prefix) in
      let middle = !low + (((!high - !low) * chance) lsr 16) in
      let bit = !code <= middle in
      if bit then (high := middle; chances.(!prefix) <- chance + ((65535 - chance) lsr 4))
      else (low := middle + 1; chances.(!prefix) <- chance - (chance lsr 4));
      while (!low lxor !high) lsr 24 = 0 do
        low := (!low lsl 8) land 0xffffffff;
        high := ((!high lsl 8) lor 0xff) land 0xffffffff;
        code := ((!code lsl 8) lor byte ()) land 0xffffffff
      done;
      prefix := (!prefix lsl 1) lor Bool.to_int bit
    done;
    !prefix - (1 lsl width)

(* ---- symmetries ---- *)

let most_symmetries = 1024

(* All products of the generators, each with how the kernel may come by it: the identity and the generators as lists of images,
   the others as products of earlier ones, numbered from 1. *)
let group n generators =
  let number = Hashtbl.create 64 and elements = ref [] and waiting = Queue.create () in
  (* As text, of which a hash takes all into account; of a list it would take the beginning. *)
  let key p = String.of_seq (Seq.map Char.chr (List.to_seq p)) in
  let add p hint =
    if not (Hashtbl.mem number (key p)) then begin
      Hashtbl.add number (key p) (Hashtbl.length number + 1);
      elements := (Array.of_list p, hint) :: !elements;
      Queue.add p waiting
    end in
  let given p = Inl (List.map nat p) in
  let identity = List.init n Fun.id in
  add identity (given identity);
  List.iter (fun g -> let g = Array.to_list g in add g (given g)) generators;
  while not (Queue.is_empty waiting) do
    let p = Queue.pop waiting in
    let times g =
      let numbered p = positive (Hashtbl.find number (key p)) in
      add (List.map (fun v -> g.(v)) p) (Inr (numbered p, numbered (Array.to_list g))) in
    List.iter times generators;
    if Hashtbl.length number > most_symmetries then bad "the symmetries generate more than %d" most_symmetries
  done;
  List.rev !elements

(* Sets of vertices as words of [per_word] bits. *)
let per_word = 56

(* How one symmetry moves sets: for each byte of a set, what its bits become. *)
let mover n p =
  let words = (n + per_word - 1) / per_word in
  let inverse = Array.make n 0 in
  Array.iteri (fun v w -> inverse.(w) <- v) p;
  let bytes = words * (per_word / 8) in
  Array.init words (fun target ->
    let table = Array.make (bytes * 256) 0 in
    let bit_of v = if v < n && inverse.(v) / per_word = target then 1 lsl (inverse.(v) mod per_word) else 0 in
    for byte = 0 to bytes - 1 do
      for i = 0 to 7 do
        (* The upper half of what is known so far: the lower one and one bit more. *)
        let bit = bit_of ((byte * 8) + i) and first = (byte * 256) + (1 lsl i) in
        for j = 0 to (1 lsl i) - 1 do table.(first + j) <- table.((byte * 256) + j) lor bit done
      done
    done;
    table)

let moved tables target (set : int array) =
  let table = tables.(target) in
  let image = ref 0 in
  Array.iteri (fun word bits ->
    let base = word * (per_word / 8) * 256 in
    let rest = ref bits and at = ref base in
    while !rest <> 0 do
      image := !image lor table.(!at + (!rest land 255));
      rest := !rest lsr 8;
      at := !at + 256
    done) set;
  !image

(* ---- the graph ---- *)

type t = {
  n : int;
  neighbours : int array array;
  movers : int array array array;   (* one for each symmetry *)
  words : int;
  number : int -> int;
  mutable replies : int;
}

let make n edges symmetries number =
  let neighbours = Array.make n [] in
  List.iter (fun (v, w) ->
    neighbours.(v) <- w :: neighbours.(v);
    neighbours.(w) <- v :: neighbours.(w)) (List.rev edges);
  let sorted l = Array.of_list (List.sort_uniq compare l) in
  { n; neighbours = Array.map sorted neighbours; movers = Array.of_list (List.map (mover n) symmetries);
    words = (n + per_word - 1) / per_word; number; replies = 0 }

let reply guide question legal =
  guide.replies <- guide.replies + 1;
  match guide.number (List.length legal) with
  | chosen -> Some (nat chosen, question + 1)
  | exception Truncated -> None

(* ---- which symmetry makes a state least ---- *)

let rec compare_from (a : int array) b i =
  if i = Array.length a then 0
  else if a.(i) <> b.(i) then Int.compare a.(i) b.(i)
  else compare_from a b (i + 1)
let compare_sets a b = compare_from a b 0

(* The layers of each copy (colours from 0), least under some symmetry and, if [alike], order of colours: the
   number of the symmetry and the orders. *)
let least guide ~alike (copies : int array array array) =
  let best = ref [||] and best_symmetry = ref 0 and best_orders = ref [||] in
  Array.iteri (fun symmetry tables ->
    let image layers =
      let sets = Array.mapi (fun colour layer -> (Array.init guide.words (fun target -> moved tables target layer), colour)) layers in
      if alike then Array.stable_sort (fun (a, _) (b, _) -> compare_sets a b) sets;
      sets in
    let images = Array.map image copies in
    let flat = Array.concat (List.concat_map (fun sets -> List.map fst (Array.to_list sets)) (Array.to_list images)) in
    if symmetry = 0 || compare_sets flat !best < 0 then begin
      best := flat;
      best_symmetry := symmetry;
      best_orders := Array.map (Array.map snd) images
    end) guide.movers;
  (positive (!best_symmetry + 1), !best_orders)

let is_in_order order =
  let rec from i = i = Array.length order || (order.(i) = i && from (i + 1)) in
  from 0

(* For each place in the rows, the vertices that are marked there. *)
let layers_of guide places rows =
  let layers = Array.init places (fun _ -> Array.make guide.words 0) in
  List.iteri (fun v row ->
    let word = v / per_word and bit = 1 lsl (v mod per_word) in
    List.iteri (fun c legal -> if legal then layers.(c).(word) <- layers.(c).(word) lor bit) row) rows;
  layers

let choose_lists guide question task state =
  let k = int_of_nat (colours_of task.t_game) in
  let layers = layers_of guide k state.rows in
  let symmetry, orders = least guide ~alike:(alike_of task.t_game) [| layers |] in
  let order = orders.(0) in
  let change = if is_in_order order then None else Some (List.map nat (Array.to_list order)) in
  ((symmetry, change), question + 1)

(* Near the patients rows have two marks more, which stay where they are. *)
let choose_near guide question task state =
  let k = int_of_nat (colours_of task.t_game) in
  let layers = layers_of guide (k + 2) state.rows in
  let symmetry, orders = least guide ~alike:true [| Array.sub layers 0 k; [| layers.(k) |]; [| layers.(k + 1) |] |] in
  let order = orders.(0) in
  let change = if is_in_order order then None else Some (List.map nat (Array.to_list order @ [ k; k + 1 ])) in
  ((symmetry, change), question + 1)

let choose_literal guide question task state =
  let k = int_of_nat (colours_of task.t_game) in
  let count = int_of_nat (cells task.t_game (nat 1)) in
  let copies = Array.init count (fun _ -> Array.init k (fun _ -> Array.make guide.words 0)) in
  List.iteri (fun cell colour ->
    let c = int_of_nat colour in
    if c > 0 then begin
      let v = cell mod guide.n in
      let layer = copies.(cell / guide.n).(c - 1) in
      layer.(v / per_word) <- layer.(v / per_word) lor (1 lsl (v mod per_word))
    end) state.col;
  let symmetry, orders = least guide ~alike:(alike_of task.t_game) copies in
  let change order =
    let new_colour = Array.make (k + 1) O in
    Array.iteri (fun i colour -> new_colour.(colour + 1) <- nat (i + 1)) order;
    Array.to_list new_colour in
  let changes =
    if Array.for_all is_in_order orders then None
    else Some (change orders.(0), change orders.(Array.length orders - 1)) in
  ((symmetry, changes), question + 1)

(* ---- doctors: a matching, after crates/checker/src/state.rs ---- *)

let rec count_bits x = if x = 0 then 0 else 1 + count_bits (x land (x - 1))

(* Neighbours that share a colour, by sets of colours. *)
let takers_of guide lists v = List.filter (fun w -> lists.(w) land lists.(v) <> 0) (Array.to_list guide.neighbours.(v))

(* Whose doctor everybody is, [n] for nobody's, so that each of these patients has enough; takers that [may] be doctors are. *)
let assign guide lists ~may patients =
  let n = guide.n in
  let patient = Array.make n n in
  let rec find_doctor v tried =
    List.exists (fun d ->
      may d && patient.(d) <> v && (not (List.mem d !tried)) && begin
        tried := d :: !tried;
        (patient.(d) = n || find_doctor patient.(d) tried) && (patient.(d) <- v; true)
      end) (takers_of guide lists v) in
  let treated v =
    let wanted = List.length (takers_of guide lists v) + 2 - count_bits lists.(v) in
    List.for_all (fun _ -> find_doctor v (ref [])) (List.init (max 0 wanted) Fun.id) in
  if List.for_all treated patients then Some (List.map nat (Array.to_list patient)) else None

let set_of row = fst (List.fold_left (fun (set, bit) legal -> ((if legal then set lor bit else set), bit lsl 1)) (0, 1) row)

let doctors guide question _task state =
  let lists = Array.of_list (List.map set_of state.rows) in
  let is_open = Array.of_list (List.map (( <> ) []) state.rows) in
  let is_safe = Array.init guide.n (fun v ->
    let takers = takers_of guide lists v in
    let shared = List.fold_left (fun shared w -> shared lor lists.(w)) 0 takers in
    lists.(v) land lnot shared <> 0 || count_bits lists.(v) > List.length takers) in
  let patients = List.filter (fun v -> is_open.(v) && not is_safe.(v)) (List.init guide.n Fun.id) in
  (assign guide lists ~may:(Array.get is_safe) patients, question + 1)

let near_doctors guide question task state =
  let k = int_of_nat (colours_of task.t_game) in
  let sets = Array.of_list (List.map set_of state.rows) in
  let lists = Array.map (fun set -> set land ((1 lsl k) - 1)) sets in
  let is_ill v = sets.(v) lsr (k + 1) = 1 in
  let patients = List.filter is_ill (List.init guide.n Fun.id) in
  (assign guide lists ~may:(fun v -> not (is_ill v)) patients, question + 1)

(* ---- components ---- *)

(* If the score satisfies the target even when all that is uncoloured goes to the claimant's opponent: a largest component of the
   colour whose size must be bounded from below, as a tree, and labels of all components for the other one. *)
let components guide question task state =
  let n = guide.n in
  let fill, grown = match task.t_target with ScoreAtMost _ -> (1, 2) | _ -> (2, 1) in
  let colour = Array.of_list (List.map (fun c -> match int_of_nat c with 0 -> fill | c -> c) state.col) in
  let label = Array.make n 0 and seen = Array.make n false in
  let tree = ref [] and sizes = Array.make 3 0 in
  for start = 0 to n - 1 do
    if not seen.(start) then begin
      let component = ref [] and size = ref 0 and c = colour.(start) in
      let rec visit v =
        if (not seen.(v)) && colour.(v) = c then begin
          seen.(v) <- true;
          label.(v) <- start;
          component := v :: !component;
          incr size;
          Array.iter visit guide.neighbours.(v)
        end in
      visit start;
      if !size > sizes.(c) then begin
        sizes.(c) <- !size;
        if c = grown then tree := !component
      end
    end
  done;
  let only_alice = match task.t_game with Connected b -> b | _ -> false in
  let score = sizes.(1) - if only_alice then 0 else sizes.(2) in
  let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> -int_of_positive p in
  let is_settled = match task.t_target with
    | ScoreAtLeast z -> score >= int_of_z z
    | ScoreAtMost z -> score <= int_of_z z
    | Win | WinMisere -> false in
  ((if is_settled then Some (List.map nat !tree, List.map nat (Array.to_list label)) else None), question + 1)
