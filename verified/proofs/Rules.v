(** The rules of the games and what can be claimed of them: all of this is to be read and agreed with.

    The games are those of crates/rules; docs/verified.md sets the definitions beside those of the papers. *)
From Coq Require Import List Arith Bool ZArith Permutation.
From Chromex Require Import Game.
Import ListNotations.

(** ** Graphs and colourings *)

(** The colour of each vertex: 1, 2, ..., or 0 for none. *)
Definition colouring := list nat.
Definition colour_of (col : colouring) v := nth v col 0.
Definition coloured (col : colouring) v := negb (colour_of col v =? 0).

Fixpoint set_colour (l : colouring) v c :=
  match l, v with
  | [], _ => []
  | _ :: l, O => c :: l
  | x :: l, S v => x :: set_colour l v c
  end.

(** The neighbours of each vertex. *)
Definition graph := list (list nat).
Definition neighbours (g : graph) v := nth v g [].
Definition mem (x : nat) l := existsb (Nat.eqb x) l.

(** Vertices 0, ..., n - 1 and pairs of different ones: edges, or arcs from the first to the second. *)
Definition well_formed n (edges : list (nat * nat)) :=
  forall v w, In (v, w) edges -> v < n /\ w < n /\ v <> w.
Definition joins (e : nat * nat) v w := (fst e =? v) && (snd e =? w) || (fst e =? w) && (snd e =? v).
Definition graph_of n (edges : list (nat * nat)) : graph :=
  map (fun v => filter (fun w => existsb (fun e => joins e v w) edges) (seq 0 n)) (seq 0 n).

(** A set of vertices, and their neighbours that are [inside]. *)
Definition grow (g : graph) (inside : nat -> bool) (set : list nat) : list nat :=
  filter (fun w => inside w && existsb (fun u => (u =? w) || mem w (neighbours g u)) set) (seq 0 (length g)).

(** The graph in which vertices are adjacent if they are different and at distance at most [d]. *)
Definition ball (g : graph) d v := Nat.iter d (grow g (fun _ => true)) [v].
Definition power (g : graph) d : graph :=
  map (fun v => filter (fun w => negb (v =? w) && mem w (ball g d v)) (seq 0 (length g))) (seq 0 (length g)).

(** ** Rules *)

Inductive result := Wins (p : player) | Score (z : Z).

(** Left is Alice, Right is Bob. *)
Record rules := Rules {
  colours : nat;
  may_use : player -> nat -> bool;
  conflict : colouring -> nat -> bool;          (* is something wrong with the colour of this vertex? *)
  ready : colouring -> nat -> bool;             (* may this uncoloured vertex be coloured now? *)
  ended : colouring -> option result;           (* over although there may be moves *)
  when_stuck : colouring -> player -> result;   (* the player to move has no move *)
  options : nat -> player -> list nat }.        (* of what is played along: a nim-heap or a form *)

Definition anybody (_ : player) (_ : nat) := true.
Definition own_colour p c := c =? match p with Left => 1 | Right => 2 end.
Definition any_time (_ : colouring) (_ : nat) := true.
Definition never (_ : colouring) : option result := None.
Definition mover_loses (_ : colouring) p := Wins (opponent p).
(** The nim-heap of size h has the options 0, ..., h - 1. *)
Definition nim (h : nat) (_ : player) := seq 0 h.

Section Conflicts.
  Variable g : graph.
  Variable arcs : list (nat * nat).
  Variable col : colouring.
  Notation "# v" := (colour_of col v) (at level 9).

  (** Adjacent vertices must differ. *)
  Definition same_as_neighbour v := existsb (fun w => #w =? #v) (neighbours g v).
  (** Adjacent coloured vertices must be alike. *)
  Definition unlike_neighbour v := existsb (fun w => coloured col w && negb (#w =? #v)) (neighbours g v).
  (** Adjacent vertices may be alike only if each has a coloured neighbour of another colour. *)
  Definition weakly_coloured v :=
    existsb (fun w => (#w =? #v) && negb (unlike_neighbour v && unlike_neighbour w)) (neighbours g v).

  Definition touches v (a : nat * nat) := (fst a =? v) || (snd a =? v).
  Definition both_coloured (a : nat * nat) := coloured col (fst a) && coloured col (snd a).
  (** An arc between coloured vertices must go from 1 (blue) to 2 (red). *)
  Definition not_blue_red v :=
    existsb (fun a => touches v a && both_coloured a && negb ((#(fst a) =? 1) && (#(snd a) =? 2))) arcs.
  (** The ends of an arc differ, and if an arc goes from colour to colour, none goes back. *)
  Definition not_oriented v :=
    existsb (fun a => touches v a && both_coloured a &&
      ((#(fst a) =? #(snd a)) ||
       existsb (fun b => (#(fst b) =? #(snd a)) && (#(snd b) =? #(fst a))) arcs)) arcs.

  (** Two copies of a graph with n vertices, 0, ..., n - 1 and n, ..., 2n - 1: colours are proper in each,
      and no ordered pair of colours appears at two vertices. *)
  Variable n : nat.
  Definition same_pair v w := (#v =? #w) && (#(n + v) =? #(n + w)).
  Definition not_orthogonal cell :=
    let (from, v) := if cell <? n then (0, cell) else (n, cell - n) in
    existsb (fun w => #(from + w) =? #cell) (neighbours g v) ||
    coloured col v && coloured col (n + v) &&
      existsb (fun w => negb (w =? v) && same_pair v w) (seq 0 n).
End Conflicts.

Definition proper k g := Rules k anybody (same_as_neighbour g) any_time never mover_loses nim.
Definition isnort g := Rules 2 anybody (unlike_neighbour g) any_time never mover_loses nim.
Definition distance d k g := proper k (power g d).
Definition blue_red arcs := Rules 2 anybody (not_blue_red arcs) any_time never mover_loses nim.
Definition oriented k arcs := Rules k anybody (not_oriented arcs) any_time never mover_loses nim.
Definition weak k g := Rules k anybody (weakly_coloured g) any_time never mover_loses nim.
Definition col_game g := Rules 2 own_colour (same_as_neighbour g) any_time never mover_loses nim.
Definition snort g := Rules 2 own_colour (unlike_neighbour g) any_time never mover_loses nim.

(** The vertices are coloured in this order. *)
Definition comes_next (order : list nat) col v :=
  match find (fun w => negb (coloured col w)) order with Some w => w =? v | None => false end.
Definition sequential k order g :=
  Rules k anybody (same_as_neighbour g) (comes_next order) never mover_loses nim.

(** Bob wins as soon as an uncoloured vertex sees all colours, Alice when all is coloured. *)
Definition dead k g (col : colouring) v :=
  negb (coloured col v) && forallb (fun c => existsb (fun w => colour_of col w =? c) (neighbours g v)) (seq 1 k).
Definition colouring_game k g := Rules k anybody (same_as_neighbour g) any_time
  (fun col => if existsb (dead k g col) (seq 0 (length col)) then Some (Wins Right) else None)
  (fun _ _ => Wins Left) nim.

(** The order of the largest connected subgraph of one colour: what can be reached in n steps. *)
Definition component g col c v : list nat :=
  if colour_of col v =? c then Nat.iter (length g) (grow g (fun w => colour_of col w =? c)) [v] else [].
Definition largest g col c : Z :=
  Z.of_nat (fold_right Nat.max 0 (map (fun v => length (component g col c v)) (seq 0 (length g)))).
Definition connected (maker_breaker : bool) g := Rules 2 own_colour (fun _ _ => false) any_time never
  (fun col _ => Score (largest g col 1 - (if maker_breaker then 0 else largest g col 2))%Z) nim.

(** Vertices are marked (coloured 1). Bob wins as soon as an unmarked vertex has m marked neighbours, Alice when all are marked. *)
Definition overrun m g (col : colouring) v :=
  negb (coloured col v) && (m <=? length (filter (coloured col) (neighbours g v))).
Definition marking m g := Rules 1 anybody (fun _ _ => false) any_time
  (fun col => if existsb (overrun m g col) (seq 0 (length col)) then Some (Wins Right) else None)
  (fun _ _ => Wins Left) nim.

(** Indicated colouring. The cells 0, ..., n - 1 are the vertices that Alice indicates, with 1; the cells n, ..., 2n - 1 their
    colours, which Bob chooses. A vertex that is indicated waits for its colour, and nothing else is done before. Bob wins as soon as an
    uncoloured vertex sees all colours, Alice when all is coloured. *)
Definition waits n (col : colouring) v := coloured col v && negb (coloured col (n + v)).
Definition indicated k n g := Rules k (fun p c => match p with Left => c =? 1 | Right => true end)
  (fun col cell =>
    if cell <? n then negb (colour_of col cell =? 1)
    else negb (coloured col (cell - n)) ||
         existsb (fun w => colour_of col (n + w) =? colour_of col cell) (neighbours g (cell - n)))
  (fun col cell => if cell <? n then negb (existsb (waits n col) (seq 0 n)) else waits n col (cell - n))
  (fun col => if existsb (dead k g (skipn n col)) (seq 0 n) then Some (Wins Right) else None)
  (fun _ _ => Wins Left) nim.

Definition count_coloured col cells : Z := Z.of_nat (length (filter (coloured col) cells)).
Definition orthogonal k (normal : bool) n g := Rules k anybody (fun col => not_orthogonal g col n) any_time never
  (fun col p => if normal then Wins (opponent p)
                else Score (count_coloured col (seq 0 n) - count_coloured col (seq n n))%Z) nim.

(** ** Games that are described *)

(** [too_near]: two colours and the distance within which they may not both stand. [no_arcs]: the colours of the tail and of the
    head of an arc that may not be. *)
Inductive places := Anywhere | Touching | InOrder (order : list nat).
Inductive aim := LastMove | ColourAll | CountColoured.
Record description := Description {
  number_of_colours : nat; left_uses : list nat; right_uses : list nat;
  too_near : list (nat * nat * nat); no_arcs : list (nat * nat); places_of : places; aim_of : aim }.

Section Described.
  Variable d : description.
  Variable g : graph.
  Variable arcs : list (nat * nat).

  Definition are_these (a b : nat) (x y : nat) := (x =? a) && (y =? b) || (x =? b) && (y =? a).
  Definition breaks_the_rule (col : colouring) v :=
    existsb (fun rule => let '(a, b, distance) := rule in
      existsb (fun w => negb (w =? v) && coloured col w && are_these a b (colour_of col w) (colour_of col v)) (ball g distance v))
      (too_near d) ||
    existsb (fun arc => touches v arc && both_coloured col arc &&
      existsb (fun rule => (colour_of col (fst arc) =? fst rule) && (colour_of col (snd arc) =? snd rule)) (no_arcs d)) arcs.

  (** Next to a coloured vertex, as long as there is an uncoloured one. *)
  Definition is_beside (col : colouring) v := existsb (coloured col) (neighbours g v).
  Definition touching (col : colouring) v :=
    is_beside col v || negb (existsb (fun w => negb (coloured col w) && is_beside col w) (seq 0 (length col))).
  (** No colour is left for this uncoloured vertex. *)
  Definition without_colour (col : colouring) v := negb (coloured col v) &&
    forallb (fun c => breaks_the_rule (set_colour col v c) v) (seq 1 (number_of_colours d)).
  Definition described := Rules (number_of_colours d)
    (fun p c => mem c (match p with Left => left_uses d | Right => right_uses d end))
    breaks_the_rule
    (match places_of d with Anywhere => any_time | Touching => touching | InOrder order => comes_next order end)
    (fun col => match aim_of d with
                | ColourAll => if existsb (without_colour col) (seq 0 (length col)) then Some (Wins Right) else None
                | _ => None
                end)
    (fun col p => match aim_of d with
                  | LastMove => Wins (opponent p)
                  | ColourAll => Wins (if forallb (coloured col) (seq 0 (length col)) then Left else Right)
                  | CountColoured => Score (count_coloured col (seq 0 (length col)))
                  end) nim.
End Described.

(** In the connected colouring game neighbours differ, and a vertex next to a coloured one is chosen as long as there is one. *)
Definition connected_colouring k := Description k (seq 1 k) (seq 1 k) (map (fun c => (c, c, 1)) (seq 1 k)) [] Touching ColourAll.
(** L(2,1)-labelling: labels differ within distance 2, and those of neighbours by two or more. *)
Definition labelling k := Description k (seq 1 k) (seq 1 k)
  (map (fun c => (c, c, 2)) (seq 1 k) ++ map (fun c => (c, S c, 1)) (seq 1 (pred k))) [] Anywhere ColourAll.

(** ** Play: a position, plus a nim-heap or minus a form ([heap]; 0 if there is none). *)

Record state := State { col : colouring; turn : player; heap : nat }.
Inductive move := Colour (v c : nat) | Heap (h : nat) | Skip.

Section Play.
  Variable R : rules.

  Definition allowed (s : state) v c : bool :=
    may_use R (turn s) c && negb (conflict R (set_colour (col s) v c) v).
  Definition may_colour (s : state) v : bool := negb (coloured (col s) v) && ready R (col s) v.
  Definition colour_moves (s : state) : list move :=
    match ended R (col s) with
    | Some _ => []
    | None => flat_map (fun v => if may_colour s v
                                 then map (Colour v) (filter (allowed s v) (seq 1 (colours R)))
                                 else []) (seq 0 (length (col s)))
    end.
  (** Forms are numbered so that options come first. *)
  Definition heap_moves (s : state) : list nat :=
    filter (fun x => x <? heap s) (options R (heap s) (turn s)).
  Definition moves (s : state) : list move := colour_moves s ++ map Heap (heap_moves s).
  Definition play (s : state) (m : move) : state :=
    match m with
    | Colour v c => State (set_colour (col s) v c) (opponent (turn s)) (heap s)
    | Heap h => State (col s) (opponent (turn s)) h
    | Skip => State (col s) (opponent (turn s)) (heap s)
    end.
  Definition verdict (s : state) : option result :=
    match heap_moves s with
    | _ :: _ => None
    | [] => match ended R (col s) with
            | Some v => Some v
            | None => match colour_moves s with
                      | _ :: _ => None
                      | [] => Some (when_stuck R (col s) (turn s))
                      end
            end
    end.

  Definition wins_for p v := match v with Wins q => player_eqb p q | Score _ => false end.
  Definition at_least z v := match v with Wins _ => false | Score y => (z <=? y)%Z end.
  Definition at_most z v := match v with Wins _ => false | Score y => (y <=? z)%Z end.
  Definition forces := Game.forces state move result turn verdict moves play.
  Definition can_win p s := forces p (wins_for p) s.

  (** The same if one player may also skip his turns, as long as somebody can move: where he cannot and his opponent can, he skips. *)
  Definition may_skip (skipper : option player) p := match skipper with Some q => player_eqb p q | None => false end.
  Definition moves_in skipper (s : state) : list move := if may_skip skipper (turn s) then moves s ++ [Skip] else moves s.
  Definition verdict_in skipper (s : state) : option result :=
    if may_skip skipper (turn s)
    then match verdict s with
         | Some v => match verdict (play s Skip) with Some _ => Some v | None => None end
         | None => None
         end
    else verdict s.
  Definition forces_in skipper := Game.forces state move result turn (verdict_in skipper) (moves_in skipper) play.

  (** No coloured vertex is in conflict. *)
  Definition legal_colouring (c : colouring) := forall v, v < length c -> coloured c v = true ->
    colour_of c v <= colours R /\ conflict R c v = false.
End Play.

(** The nimber, by the recursion of Sprague and Grundy. *)
Definition mex (l : list nat) : nat :=
  match find (fun i => negb (mem i l)) (seq 0 (S (length l))) with
  | Some i => i
  | None => 0
  end.
Definition uncoloured (c : colouring) := length (filter (Nat.eqb 0) c).
Fixpoint grundy (R : rules) fuel (c : colouring) : nat :=
  match fuel with
  | O => 0
  | S fuel => mex (map (fun m => grundy R fuel (col (play (State c Left 0) m)))
                     (colour_moves R (State c Left 0)))
  end.
Definition nimber R c := grundy R (S (uncoloured c)) c.

(** A table of game forms (options of Left and of Right), and play in minus one of them. *)
Definition forms := list (list nat * list nat).
Definition minus (t : forms) (x : nat) (p : player) : list nat :=
  match p with Left => snd (nth x t ([], [])) | Right => fst (nth x t ([], [])) end.
Definition with_options o R :=
  Rules (colours R) (may_use R) (conflict R) (ready R) (ended R) (when_stuck R) o.

(** ** What can be claimed *)

Inductive family := Proper (k : nat) | ISnort | Distance (d k : nat) | BlueRed | Oriented (k : nat) | Weak (k : nat)
  | Sequential (k : nat) (order : list nat) | Col | Snort | Colouring (k : nat)
  | Connected (maker_breaker : bool) | Orthogonal (k : nat) (normal : bool)
  | Marking (m : nat) | Indicated (k : nat) | Described (d : description).

Definition rules_of f n edges :=
  let g := graph_of n edges in
  match f with
  | Proper k => proper k g | ISnort => isnort g | Distance d k => distance d k g
  | BlueRed => blue_red edges | Oriented k => oriented k edges
  | Weak k => weak k g | Sequential k order => sequential k order g
  | Col => col_game g | Snort => snort g | Colouring k => colouring_game k g
  | Connected b => connected b g | Orthogonal k b => orthogonal k b n g
  | Marking m => marking m g | Indicated k => indicated k n g
  | Described d => described d g edges
  end.
Definition cells f n := match f with Orthogonal _ _ | Indicated _ => n + n | _ => n end.
Definition order_of f := match f with
  | Sequential _ order => Some order
  | Described d => match places_of d with InOrder order => Some order | _ => None end
  | _ => None
  end.
Definition defined_on f n := match order_of f with Some order => Permutation order (seq 0 n) | None => True end.

Inductive convention := Impartial | Partisan | MakerBreaker | Scoring.
Definition convention_of f := match f with
  | Col | Snort => Partisan
  | Colouring _ => MakerBreaker
  | Connected _ | Orthogonal _ false => Scoring
  | Marking _ | Indicated _ => MakerBreaker
  | Described d => match aim_of d with
      | LastMove => if forallb (fun c => mem c (left_uses d) && mem c (right_uses d)) (seq 1 (number_of_colours d))
                    then Impartial else Partisan
      | ColourAll => MakerBreaker
      | _ => Scoring
      end
  | _ => Impartial
  end.
(** Where only one of the players has something to win, nobody is said to win. *)
Definition has_winner f := match f with
  | Connected true => false
  | Described d => match aim_of d with CountColoured => false | _ => true end
  | _ => true
  end.

Inductive relation := AtLeast | AtMost | Exactly.
Inductive outcome_class := ClassL | ClassR | ClassN | ClassP.
Inductive property := Winner (p : player) | Outcome (o : outcome_class)
  | MisereWinner (p : player) | MisereOutcome (o : outcome_class) | Nimber (h : nat)
  | ScoreIs (r : relation) (z : Z) | ValueIs (r : relation) (t : forms) (x : nat).
(** [Least] is about games that differ in a number. *)
Inductive claim := About (f : family) (skipper : option player) (w : property)
  | Least (games : nat -> family) (skipper : option player) (r : relation) (k : nat).
Record statement := Statement
  { order : nat; edges : list (nat * nat); start : colouring; first : player; claimed : claim }.

(** Who wins if this player begins. *)
Definition winner_in o p := match o with ClassL => Left | ClassR => Right | ClassN => p | ClassP => opponent p end.
Definition bounds (r : relation) (least most : Prop) : Prop :=
  match r with AtLeast => least | AtMost => most | Exactly => least /\ most end.

Definition property_holds f skipper n edges start first w : Prop :=
  let rule := rules_of f n edges in
  let forces := forces_in rule skipper in
  let from p := State start p 0 in
  (* In misere play who cannot move wins: p wants an end that his opponent wins in normal play. *)
  let can_win_misere p s := Rules.forces rule p (wins_for (opponent p)) s in
  match w, convention_of f with
  | Winner p, (Impartial | Partisan) => can_win rule p (from first)
  | Winner p, MakerBreaker => forces p (wins_for p) (from first)
  | Winner p, Scoring =>
      has_winner f = true /\
      match p with
      | Left => forces Left (at_least 1) (from first)
      | Right => forces Right (at_most (-1)) (from first)
      end
  | Outcome o, Impartial => (o = ClassN \/ o = ClassP) /\ can_win rule (winner_in o first) (from first)
  | Outcome o, Partisan =>
      can_win rule (winner_in o Left) (from Left) /\ can_win rule (winner_in o Right) (from Right)
  | MisereWinner p, (Impartial | Partisan) => can_win_misere p (from first)
  | MisereOutcome o, (Impartial | Partisan) =>
      can_win_misere (winner_in o Left) (from Left) /\ can_win_misere (winner_in o Right) (from Right)
  | Nimber h, Impartial => nimber rule start = h
  | ScoreIs r z, Scoring =>
      bounds r (forces Left (at_least z) (from first)) (forces Right (at_most z) (from first))
  (* G >= x if Left, moving second, wins G - x *)
  | ValueIs r t x, Partisan =>
      let difference := with_options (minus t) rule in
      bounds r (can_win difference Left (State start Right x)) (can_win difference Right (State start Left x))
  | _, _ => False
  end.

(** The least number with which Alice wins; of [Colouring], the game chromatic number. *)
Definition is_least (games : nat -> family) skipper n edges first c :=
  let wins k := forces_in (rules_of (games k) n edges) skipper Left (wins_for Left)
    (State (repeat 0 (cells (games k) n)) first 0) in
  1 <= c /\ wins c /\ forall j, 1 <= j < c -> ~ wins j.

Definition holds (x : statement) : Prop :=
  let n := order x in
  well_formed n (edges x) /\
  match claimed x with
  | About f skipper w =>
      (match convention_of f with Impartial | Partisan => skipper = None | _ => True end) /\
      defined_on f n /\ length (start x) = cells f n /\
      legal_colouring (rules_of f n (edges x)) (start x) /\
      property_holds f skipper n (edges x) (start x) (first x) w
  | Least games skipper r k =>
      1 <= n /\ 1 <= k /\ start x = repeat 0 (cells (games 1) n) /\
      bounds r (forall c, is_least games skipper n (edges x) (first x) c -> k <= c)
               (exists c, is_least games skipper n (edges x) (first x) c /\ c <= k)
  end.

(** ** Boards of every length *)

(** The vertex in row i of column j, both counted from 0, is joined to the one below it and, in the column on its right, to those in
    the rows i' that [across] names: the same row, on king's strips also the rows above and below it, on triangular strips also the
    row below it. On a cylinder the first column is to the right of the last one. *)
Inductive shape := Grid | Cylinder | King | Triangular.
Definition across (x : shape) i i' := (i' =? i) || match x with
  | Grid | Cylinder => false
  | King => (i' =? S i) || (i =? S i')
  | Triangular => i' =? S i
  end.
Definition goes_round (x : shape) := match x with Cylinder => true | _ => false end.
Definition cell rows i j := j * rows + i.
Definition right_of (x : shape) columns j :=
  if S j <? columns then Some (S j) else if goes_round x then Some 0 else None.
Definition board (x : shape) rows columns : list (nat * nat) :=
  flat_map (fun j => flat_map (fun i =>
    (if S i <? rows then [(cell rows i j, cell rows (S i) j)] else []) ++
    match right_of x columns j with
    | Some j' => map (fun i' => (cell rows i j, cell rows i' j')) (filter (across x i) (seq 0 rows))
    | None => []
    end) (seq 0 rows)) (seq 0 columns).

(** Alice wins a game on all boards of this many rows: if Bob begins or, where she may skip turns by the rules of the game, whoever
    begins; and where Bob may skip turns, whoever begins, in the game as it is and in the one in which he may skip. *)
Record strip := Strip
  { strip_shape : shape; height : nat; strip_game : family; strip_skipper : option player; bob_may_skip : bool }.
Definition shortest (x : shape) := if goes_round x then 3 else 1.
Definition holds_for_every_length (x : strip) : Prop :=
  forall columns, shortest (strip_shape x) <= columns ->
  let n := height x * columns in
  let rule := rules_of (strip_game x) n (board (strip_shape x) (height x) columns) in
  let wins skipper first := forces_in rule skipper Left (wins_for Left) (State (repeat 0 n) first 0) in
  if bob_may_skip x then forall first, wins (Some Right) first /\ wins (strip_skipper x) first
  else match strip_skipper x with
       | None => wins None Right
       | Some Left => forall first, wins (Some Left) first
       | Some Right => False
       end.

(** Alice wins a game on all boards with so many columns and more if Bob begins: in the game as it is, and in the one in which he may skip
    any turn but the first. *)
Definition holds_if_bob_begins (x : shape) (rows : nat) (f : family) (least : nat) : Prop :=
  forall columns, least <= columns ->
  let n := rows * columns in
  let rule := rules_of f n (board x rows columns) in
  let start := State (repeat 0 n) Right 0 in
  let wins skipper := forces_in rule skipper Left (wins_for Left) in
  wins None start /\ forall m, In m (moves rule start) -> wins (Some Right) (play start m).

(** Bob wins a game on all boards on which there is room for a window of this size, in the game as it is and in the one in which
    Alice may skip turns: if he begins, and with more room whoever begins. The window has all rows, or it is on grids that may
    have more. *)
Inductive boards := AllRows (x : shape) | AllGrids.
Definition shape_of b := match b with AllRows x => x | AllGrids => Grid end.
Record window := Window { on_boards : boards; window_rows : nat; window_columns : nat; window_game : family; window_skipper : option player }.
Definition holds_for_large_boards (x : window) : Prop :=
  forall rows columns,
  match on_boards x with AllRows _ => rows = window_rows x | AllGrids => window_rows x <= rows end ->
  let n := rows * columns in
  let rule := rules_of (window_game x) n (board (shape_of (on_boards x)) rows columns) in
  let wins skipper first := forces_in rule skipper Right (wins_for Right) (State (repeat 0 n) first 0) in
  let bob_wins first := wins (Some Left) first /\ wins (window_skipper x) first in
  (window_columns x <= columns -> bob_wins Right) /\
  ((if goes_round (shape_of (on_boards x)) then S (window_columns x) else 2 * window_columns x) <= columns -> bob_wins Left).
