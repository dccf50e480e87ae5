(** The checker, and the theorem: what it accepts is true. *)
From Coq Require Import List Arith Lia Bool PArith ZArith Permutation FMapPositive.
From Chromex Require Import Game Rules Facts Symmetry Lists Renaming Literal Connected Near Doctors Patients Families.
Import ListNotations.
Local Arguments Nat.leb _ _ : simpl never.
Local Arguments Nat.ltb _ _ : simpl never.
Local Arguments Nat.eqb _ _ : simpl never.

(** ** What has to be shown for a claim *)
Inductive target := Win | WinMisere | ScoreAtLeast (z : Z) | ScoreAtMost (z : Z).
Definition good_of p t := match t with
  | Win => wins_for p | WinMisere => wins_for (opponent p) | ScoreAtLeast z => at_least z | ScoreAtMost z => at_most z end.
Record task := Task { t_game : family; t_skipper : option player; t_claimant : player; t_target : target; t_start : state; t_forms : option forms }.

Definition both_bounds {A} (r : relation) (least most : A) : list A :=
  match r with AtLeast => [least] | AtMost => [most] | Exactly => [least; most] end.
Definition property_tasks f skipper start first w : option (list task) :=
  let win p q := Task f None p Win (State start q 0) None in
  let misere p q := Task f None p WinMisere (State start q 0) None in
  let score p t := Task f skipper p t (State start first 0) None in
  let second p t y := Task f None p Win (State start (opponent p) y) (Some t) in
  match w, convention_of f with
  | Winner p, (Impartial | Partisan) => Some [win p first]
  | Winner p, MakerBreaker => Some [score p Win]
  | Winner p, Scoring =>
      if has_winner f then
        Some [match p with Left => score Left (ScoreAtLeast 1) | Right => score Right (ScoreAtMost (-1)) end]
      else None
  | Outcome o, Impartial => match o with ClassN | ClassP => Some [win (winner_in o first) first] | _ => None end
  | Outcome o, Partisan => Some [win (winner_in o Left) Left; win (winner_in o Right) Right]
  | MisereWinner p, (Impartial | Partisan) => Some [misere p first]
  | MisereOutcome o, (Impartial | Partisan) =>
      Some [misere (winner_in o Left) Left; misere (winner_in o Right) Right]
  | Nimber h, Impartial => Some [Task f None (opponent first) Win (State start first h) None]
  | ScoreIs r z, Scoring => Some (both_bounds r (score Left (ScoreAtLeast z)) (score Right (ScoreAtMost z)))
  | ValueIs r t y, Partisan => Some (both_bounds r (second Left t y) (second Right t y))
  | _, _ => None
  end.
Definition least_tasks (games : nat -> family) skipper r k start first : list task :=
  let game j p := Task (games j) skipper p Win (State start first 0) None in
  (match r with AtMost => [] | _ => map (fun j => game j Right) (seq 1 (pred k)) end) ++
  (match r with AtLeast => [] | _ => [game k Left] end).

Section Untrusted.
  (** Whatever these are, what is accepted is true. Each is told what it is asked about, and [Guide], which is
      handed on from one question to the next; so nothing says that equal questions get equal answers. *)
  Variable Guide : Type.
  Variable reply : Guide -> list move -> option (nat * Guide).
  Variable choose_lists : Guide -> task -> lists -> (positive * option (list nat)) * Guide.
  Variable choose_literal : Guide -> task -> state -> (positive * option (list nat * list nat)) * Guide.
  Variable doctors : Guide -> task -> lists -> option (list nat) * Guide.
  Variable choose_near : Guide -> task -> lists -> (positive * option (list nat)) * Guide.
  Variable near_doctors : Guide -> task -> lists -> option (list nat) * Guide.
  Variable components : Guide -> task -> state -> option (list nat * list nat) * Guide.
  Variable near : bool.           (* whether replies are near the patients, where that is possible *)
  Variable symmetries : list hint.
  Variable limit : positive.

  Definition task_rules n edges (t : task) := match t_forms t with
    | None => rules_of (t_game t) n edges
    | Some o => with_options (minus o) (rules_of (t_game t) n edges) end.

  Definition task_rules_on n edges (t : task) g h := match t_forms t with
    | None => rules_on (t_game t) n edges g h
    | Some o => with_options (minus o) (rules_on (t_game t) n edges g h) end.
  Lemma task_rules_on_ok n edges t :
    task_rules_on n edges t (graph_of n edges) (adjacency (t_game t) n edges) = task_rules n edges t.
  Proof. unfold task_rules_on, task_rules, adjacency. now rewrite rules_on_ok. Qed.

  (** Whether a permutation keeps the table of kinds, row by row. *)
  Definition same_kinds n (kinds : list (list nat)) p := is_perm n p &&
    forallb (fun x => let row := nth (fst x) kinds [] in
      if list_eq_dec Nat.eq_dec (map (fun w => nth w row 0) p) (snd x) then true else false) (combine p kinds).

  (** ** List games *)
  Section ListTask.
    Variables (n : nat) (edges : list (nat * nat)) (t : task).
    Notation f := (t_game t).
    Notation k := (colours_of f).
    Definition good_change q := match q with None => true | Some q => alike_of f && is_perm k q end.
    Definition list_key (table : PositiveMap.t (list nat)) (u : Guide) (l : lists) : positive * Guide :=
      let (c, u) := choose_lists u t l in
      (match PositiveMap.find (fst c) table with
       | Some p => if good_change (snd c) then code (image p (snd c) l) else code l
       | None => code l
       end, u).
    Definition wants_doctors := match f, t_claimant t, t_target t, t_forms t with
      | Colouring _, Left, Win, None => true | _, _, _, _ => false end.
    Definition list_finished g verdict (u : Guide) (l : lists) : option bool * Guide :=
      match verdict l with
      | Some v => (Some (good_of (t_claimant t) (t_target t) v), u)
      | None =>
          if wants_doctors && (other l =? 0) then
            match doctors u t l with
            | (Some a, u) => (if settled_lists g n (fun v => nth v a n) (rows l) then Some true else None, u)
            | (None, u) => (None, u)
            end
          else (None, u)
      end.
    Definition run_lists (u : Guide) (count : positive) : outcome (progress lists Guide) :=
      let g := fast_graph_of n edges in
      let h := adjacency_on f g in
      let R := task_rules_on n edges t g h in
      let kinds := kinds_of n (kind_of f h edges) in
      let masks := masks_of k (most_kind f) (rel_of f) in
      let left := uses_of k R Left in
      let right := uses_of k R Right in
      let uses p := match p with Left => left | Right => right end in
      let strict := strict_of f in
      let table := table_of (same_kinds n kinds) 1 symmetries (PositiveMap.empty _) in
      replay lists move to_move (lmoves_in strict uses (options R) (t_skipper t)) (lplay strict kinds masks) (t_claimant t)
        Guide (list_finished g (lverdict_in strict uses (stuck_of f) (options R) kinds masks (t_skipper t))) (list_key table) reply limit u count
        (lists_of n k strict R (t_start t)).
  End ListTask.

  (** ** Literal games *)
  Section LiteralTask.
    Variables (n : nat) (edges : list (nat * nat)) (t : task).
    Notation f := (t_game t).
    Definition literal_key (table : PositiveMap.t (list nat)) (u : Guide) (s : state) : positive * Guide :=
      let (c, u) := choose_literal u t s in
      (match PositiveMap.find (fst c) table with
       | Some p => if good_recolourings f (snd c) then literal_code (literal_image f n p (snd c) s) else literal_code s
       | None => literal_code s
       end, u).
    (** For the largest component, bounds are shown; so it need not be computed. *)
    Definition asks_components := match f, t_target t, t_forms t with
      | Connected _, (ScoreAtLeast _ | ScoreAtMost _), None => true | _, _, _ => false end.
    Definition shown_by g s (hint : list nat * list nat) := match f, t_target t with
      | Connected b, ScoreAtLeast z => settled_least g b z s (fst hint) (snd hint)
      | Connected b, ScoreAtMost z => settled_most g b z s (fst hint) (snd hint)
      | _, _ => false end.
    Definition literal_finished g rules (u : Guide) (s : state) : option bool * Guide :=
      if asks_components then
        let (hint, u) := components u t s in
        if match hint with Some hint => shown_by g s hint | None => false end then (Some true, u)
        else (if match heap_moves rules s with [] => negb (can_colour rules s) | _ => false end then Some false else None, u)
      else
        (match literal_verdict_in rules (t_skipper t) s with Some v => Some (good_of (t_claimant t) (t_target t) v) | None => None end, u).
    Definition run_literal (u : Guide) (count : positive) : outcome (progress state Guide) :=
      let g := fast_graph_of n edges in
      let h := adjacency_on f g in
      let rules := task_rules_on n edges t g h in
      let kinds := kinds_of n (kind_of f h edges) in
      let table := table_of (fun p => same_kinds n kinds p && match order_of f with Some _ => is_identity n p | None => true end)
        1 symmetries (PositiveMap.empty _) in
      replay state move turn (moves_in rules (t_skipper t)) play (t_claimant t)
        Guide (literal_finished g rules) (literal_key table) reply limit u count (t_start t).
  End LiteralTask.

  (** ** Near the patients *)
  Section NearTask.
    Variables (n : nat) (edges : list (nat * nat)) (t : task).
    Notation f := (t_game t).
    Notation k := (colours_of f).
    Definition near_allowed := near && wants_doctors t && (heap (t_start t) =? 0).
    Definition near_key (table : PositiveMap.t (list nat)) (u : Guide) (l : lists) : positive * Guide :=
      let (c, u) := choose_near u t l in
      (match PositiveMap.find (fst c) table with
       | Some p => if keeps_marks k (snd c) then code (image p (snd c) l) else code l
       | None => code l
       end, u).
    Definition near_finished g (u : Guide) (l : lists) : option bool * Guide :=
      if near_lost k (rows l) then (Some false, u)
      else if nobody_ill k (rows l) then (Some true, u)
      else match near_doctors u t l with
           | (Some a, u) => (if near_settled k g (fun v => nth v a n) (rows l) then Some true else None, u)
           | (None, u) => (None, u)
           end.
    Definition run_near (u : Guide) (count : positive) : outcome (progress lists Guide) :=
      let g := fast_graph_of n edges in
      let kinds := kinds_of n (kind_of f (adjacency_on f g) edges) in
      let table := table_of (same_kinds n kinds) 1 symmetries (PositiveMap.empty _) in
      replay lists move to_move (near_moves k) (near_play k g) Left Guide (near_finished g) (near_key table) reply limit u count
        (near_start k n g (col (t_start t)) (turn (t_start t))).
  End NearTask.

  Definition run n edges (t : task) (u : Guide) (count : positive) : outcome (Guide * positive) :=
    if near_allowed t then
      match run_near n edges t u count with Fine p => Fine (guide _ _ p, next _ _ p) | Refused why => Refused why end
    else if literal (t_game t) then
      match run_literal n edges t u count with Fine p => Fine (guide _ _ p, next _ _ p) | Refused why => Refused why end
    else
      match run_lists n edges t u count with Fine p => Fine (guide _ _ p, next _ _ p) | Refused why => Refused why end.
  Fixpoint run_all n edges (ts : list task) (u : Guide) (count : positive) : outcome positive :=
    match ts with
    | [] => Fine count
    | t :: ts => match run n edges t u count with
                 | Refused why => Refused why
                 | Fine (u, count) => run_all n edges ts u count
                 end
    end.

  (** ** The whole *)
  Inductive decision := Proved (positions_plus_one : positive) | BadGraph | BadGame | BadStart | BadClaim | BadReplies (why : refusal).
  Definition graph_ok n (edges : list (nat * nat)) :=
    forallb (fun e => (fst e <? n) && (snd e <? n) && negb (fst e =? snd e)) edges.
  Definition game_ok f n := (1 <=? colours_of f) && match order_of f with Some order => is_perm n order | None => true end.
  Definition start_ok R c N := (length c =? N) &&
    forallb (fun v => negb (coloured c v) || ((colour_of c v <=? colours R) && negb (conflict R c v))) (seq 0 N).
  Definition least_ok (games : nat -> family) n j := game_ok (games j) n && (cells (games j) n =? cells (games 1) n) &&
    match convention_of (games j) with MakerBreaker => true | _ => false end.
  Definition of_outcome (o : outcome positive) := match o with Fine c => Proved c | Refused why => BadReplies why end.
  Definition check (x : statement) (u : Guide) : decision :=
    let n := order x in
    if negb (graph_ok n (edges x)) then BadGraph else
    match claimed x with
    | About f skipper w =>
        let g := fast_graph_of n (edges x) in
        if negb (game_ok f n) then BadGame
        else if negb (start_ok (rules_on f n (edges x) g (adjacency_on f g)) (start x) (cells f n)) then BadStart
        else if match convention_of f, skipper with (Impartial | Partisan), Some _ => true | _, _ => false end then BadClaim
        else match property_tasks f skipper (start x) (first x) w with
             | None => BadClaim
             | Some ts => of_outcome (run_all n (edges x) ts u 1)
             end
    | Least games skipper r k =>
        if (n =? 0) || (k =? 0) then BadClaim
        else if negb (forallb (least_ok games n) (seq 1 k)) then BadGame
        else if negb ((length (start x) =? cells (games 1) n) && forallb (Nat.eqb 0) (start x)) then BadStart
        else of_outcome (run_all n (edges x) (least_tasks games skipper r k (start x) (first x)) u 1)
    end.

  (** ** It is right *)
  Definition task_holds n edges (t : task) : Prop :=
    forces_in (task_rules n edges t) (t_skipper t) (t_claimant t) (good_of (t_claimant t) (t_target t)) (t_start t).
  Definition task_ok n edges (t : task) :=
    well_formed n edges /\ 1 <= colours_of (t_game t) /\ defined_on (t_game t) n /\
    within_palette (cells (t_game t) n) (colours_of (t_game t)) (col (t_start t)).

  Lemma same_kinds_ok n kind p : same_kinds n (kinds_of n kind) p = true -> is_symmetry n kind p = true.
  Proof.
    unfold same_kinds, is_symmetry. rewrite !andb_true_iff, !forallb_forall. intros [A B]. split; auto.
    apply is_perm_spec in A. intros v V. apply forallb_forall. intros x X. apply in_seq in V, X.
    assert (KL : length (kinds_of n kind) = n) by (unfold kinds_of; now rewrite map_length, seq_length).
    assert (I : In (at_ p v, nth v (kinds_of n kind) []) (combine p (kinds_of n kind))).
    { unfold at_. rewrite <- combine_nth by now rewrite (perm_length _ _ A). apply nth_In.
      rewrite combine_length, (perm_length _ _ A), KL. lia. }
    apply B in I. cbn [fst snd] in I. destruct (list_eq_dec _ _ _) as [E|]; [|discriminate].
    assert (PV := perm_in _ _ A v ltac:(lia)). assert (PX := perm_in _ _ A x ltac:(lia)).
    apply (f_equal (fun l => nth x l 0)) in E.
    rewrite (nth_indep _ 0 (nth 0 (nth (at_ p v) (kinds_of n kind) []) 0)) in E
      by (rewrite map_length, (perm_length _ _ A); lia).
    rewrite (map_nth (fun w => nth w (nth (at_ p v) (kinds_of n kind) []) 0)) in E. fold (at_ p x) in E.
    unfold kinds_of in E. rewrite !nth_map_seq in E by lia. now apply Nat.eqb_eq.
  Qed.

  Lemma run_lists_sound n edges t u count p : task_ok n edges t -> literal (t_game t) = false ->
    run_lists n edges t u count = Fine p -> task_holds n edges t.
  Proof.
    intros (WF & K & _ & LN & _) LF E. unfold run_lists in E. rewrite fast_graph_of_ok in E. fold (adjacency (t_game t) n edges) in E.
    rewrite task_rules_on_ok in E.
    set (f := t_game t) in *. set (k := colours_of f) in *. set (R := task_rules n edges t) in *.
    set (kind := kind_of f (adjacency f n edges) edges) in *.
    assert (EL : cells f n = n) by (rewrite cells_copies; destruct f; auto; discriminate LF). rewrite EL in LN.
    (* the rules of the task are those of the family, but for options *)
    assert (RC : conflict R = conflict (rules_of f n edges)) by (unfold R, task_rules; destruct (t_forms t); auto).
    assert (H1 : colours R = k) by (unfold R, task_rules; destruct (t_forms t); simpl; apply colours_of_ok).
    assert (H2 : forall c x, length c = n -> x < n -> colour_of c x <> 0 -> conflict R c x =
      existsb (fun w => coloured c w && rel_of f (kind w x) (colour_of c w) (colour_of c x)) (seq 0 n)).
    { intros. rewrite RC. now apply pairs. }
    assert (H3 : forall c v, ready R c v = true).
    { intros. unfold R, task_rules. destruct (t_forms t); simpl; now apply always_ready. }
    assert (H4 : forall c, length c = n -> ended R c = if strict_of f then
      if existsb (fun v => negb (coloured c v) && forallb (fun e => conflict R (set_colour c v e) v) (seq 1 k)) (seq 0 n)
      then Some (Wins Right) else None else None).
    { intros c L. rewrite RC. unfold R, task_rules. destruct (t_forms t); simpl; now apply ended_of. }
    assert (H5 : forall c pl, length c = n ->
      when_stuck R c pl = stuck_of f (if strict_of f then forallb (coloured c) (seq 0 n) else true) pl).
    { intros. unfold R, task_rules. destruct (t_forms t); simpl; now apply stuck_of_ok. }
    set (uses := fun pl => match pl with Left => uses_of k R Left | Right => uses_of k R Right end) in *.
    assert (U : forall pl, uses pl = uses_of k R pl) by now intros [].
    assert (H6 : alike_of f = true -> forall pl c, 1 <= c <= k -> bit (uses pl) c = true).
    { intros A pl c C. rewrite U. unfold uses_of. rewrite bit_map by auto. unfold R, task_rules.
      destruct (t_forms t); simpl; now apply alike_use. }
    assert (KS := kind_small f n edges). fold kind in KS.
    assert (KV : forall v, v < n -> kind v v = 0) by (intros; now apply kind_self).
    assert (AR := alike_rel f). 
    assert (REP := lists_of_represents n k (strict_of f) R (t_start t) LN).
    assert (GL : good_lists n k (lists_of n k (strict_of f) R (t_start t))).
    { split; [unfold lists_of; simpl; now rewrite map_length, seq_length|]. intros x X. unfold lists_of. simpl.
      rewrite nth_map_seq by auto. unfold row_of, good_row, norm.
      destruct (coloured _ _); auto. destruct (strict_of f); [right; now rewrite map_length, seq_length|].
      destruct (some _); [right; now rewrite map_length, seq_length|auto]. }
    assert (RF := represents_forces n k (most_kind f) (strict_of f) (stuck_of f) kind (rel_of f) KS R uses U H1 K KV (rel_none f)
      H2 H3 H4 H5 (t_skipper t)).
    assert (RM : forall s l, represents n k (strict_of f) R s l -> forall m, In m (moves_in R (t_skipper t) s) <->
      In m (lmoves_in (strict_of f) uses (options R) (t_skipper t) l)) by (intros; eapply represents_moves_in; eauto).
    assert (RS : forall s l m, represents n k (strict_of f) R s l -> In m (moves_in R (t_skipper t) s) ->
      represents n k (strict_of f) R (play s m) (lplay (strict_of f) (kinds_of n kind) (masks_of k (most_kind f) (rel_of f)) l m))
      by (intros; eapply represents_step_in; eauto).
    unfold task_holds. fold R. apply (RF _ _ _ _ REP). revert E. unfold lforces.
    set (ok := fun l => good_lists n k l /\ exists s, represents n k (strict_of f) R s l).
    apply replay_sound with (ok := ok) (has_key := has_code n k (alike_of f) kind) (measure := lturns_left (t_skipper t)).
    - now intros l [].
    - intros l m [G (s & RP)] _ I. split; [eapply (play_good_in _ _ _ _ (stuck_of f)); eauto|]. exists (play s m). apply RS; auto.
      now apply (RM s l RP).
    - intros l m [G _] _ I. eapply (lplays_end_in _ _ _ _ (stuck_of f)); eauto.
    - intros v l v' [G (s & RP)]. unfold list_finished.
      destruct (lverdict_in _ _ _ _ _ _ _ l) as [r|] eqn:V.
      { intros X. inversion X. eapply forces_end; eauto. }
      destruct (wants_doctors t && (other l =? 0)) eqn:W; [|discriminate].
      destruct (doctors v t l) as [[a|] v2]; [|discriminate].
      destruct (settled_lists _ _ _ _) eqn:SL; [|discriminate]. intros _.
      apply andb_true_iff in W. destruct W as [W O]. apply Nat.eqb_eq in O. unfold wants_doctors in W.
      apply (RF _ _ s l RP). unfold R, task_rules in *. 
      destruct (t_game t) as [| | | | | | | | |kk| | | | |] eqn:TG; try discriminate W. destruct (t_claimant t); try discriminate W.
      destruct (t_target t); try discriminate W. destruct (t_forms t); try discriminate W.
      simpl good_of. eapply settled_lists_sound; eauto.
      + intros x w I. apply in_neighbours in I. tauto.
      + intros x w. apply neighbours_sym.
      + intros x. now apply neighbours_irreflexive.
      + destruct RP as (_ & _ & HE & _). lia.
    - intros v l v' [G (s & RP)]. unfold list_finished. destruct (lverdict_in _ _ _ _ _ _ _ l); [discriminate|auto].
    - intros v l i v' [G _]. unfold list_key. destruct (choose_lists v t l) as [[j q] v2]. simpl. intros X. inversion X. clear X.
      destruct (PositiveMap.find j _) as [pp|] eqn:F; [|now apply has_own_code].
      destruct (good_change t q) eqn:GC; [|now apply has_own_code].
      exists pp, q. split; [|split; auto].
      + revert F. apply table_of_good.
        * intros. now apply is_symmetry_spec, same_kinds_ok.
        * apply respects_compose.
      + unfold good_change in GC. destruct q as [q|]; simpl; auto. apply andb_true_iff in GC. destruct GC.
        split; auto. now apply is_perm_spec.
    - intros i l m [G1 _] [G2 _] _ _ A B. eapply code_sound; eauto.
    - split; eauto.
  Qed.

  Lemma run_literal_sound n edges t u count p : task_ok n edges t -> literal (t_game t) = true ->
    run_literal n edges t u count = Fine p -> task_holds n edges t.
  Proof.
    intros (WF & K & DF & WP) LF E. unfold run_literal in E. rewrite fast_graph_of_ok in E.
    fold (adjacency (t_game t) n edges) in E. rewrite task_rules_on_ok in E.
    set (f := t_game t) in *. set (k := colours_of f) in *. set (R := task_rules n edges t) in *.
    set (N := cells f n) in *.
    set (kind := kind_of f (adjacency f n edges) edges) in *.
    assert (RR : forall A (field : rules -> A), (forall o r, field (with_options o r) = field r) -> field R = field (rules_of f n edges)).
    { intros A field H. unfold R, task_rules. destruct (t_forms t); auto. }
    unfold task_holds. fold R. unfold forces_in.
    set (has_key := fun i s => exists p qs, is_literal_symmetry f n edges p = true /\ good_recolourings f qs = true /\
      i = literal_code (literal_image f n p qs s)).
    assert (TR : forall p qs s, is_literal_symmetry f n edges p = true -> good_recolourings f qs = true -> within_palette N k (col s) ->
      (forall c good, forces_in R (t_skipper t) c good s <-> forces_in R (t_skipper t) c good (literal_image f n p qs s)) /\
      turns_left (t_skipper t) (literal_image f n p qs s) = turns_left (t_skipper t) s).
    { intros q qs s GP GQ W.
      assert (PK := pick_ok f n qs GQ).
      assert (IM : literal_image f n q qs s = image_of N (lift f n q) (paint f n q qs) s)
        by (eapply literal_image_of; eauto).
      assert (LP : permutes N (lift f n q)) by (eapply lifted; eauto).
      rewrite IM. split.
      - intros c good. apply (renamed_forces N k); auto; unfold paint.
        + intros v. apply PK.
        + intros v. apply PK.
        + intros v. apply PK.
        + rewrite (RR _ colours) by reflexivity. apply colours_of_ok.
        + intros c' v W' V Z. rewrite (RR _ conflict) by reflexivity. now apply same_conflict.
        + intros c' v W' V. rewrite (RR _ ready) by reflexivity. now apply same_ready.
        + intros c' W'. rewrite (RR _ ended) by reflexivity. now apply same_ended.
        + intros c' pl W'. rewrite (RR _ when_stuck) by reflexivity. now apply same_stuck.
        + intros pl v c' C. rewrite (RR _ may_use) by reflexivity. now apply (same_use f n edges q qs).
      - unfold turns_left. f_equal. f_equal. apply (renamed_left N k); auto; unfold paint; intros v; apply PK. }
    revert E. apply replay_sound with (ok := fun s => within_palette N k (col s)) (has_key := has_key) (measure := turns_left (t_skipper t)).
    - apply alternate.
    - intros s m W _ I. apply in_moves_in in I. destruct I as [I|[-> _]]; [|exact W].
      eapply play_within; eauto. rewrite (RR _ colours) by reflexivity. apply colours_of_ok.
    - intros s m _ _ I. eapply plays_end_in; eauto.
    - intros v s v' W. unfold literal_finished.
      assert (LN : forall mb, f = Connected mb -> length (col s) = length (graph_of n edges)).
      { intros mb EF. rewrite graph_of_length. destruct W as [W _]. unfold N, cells in W. now rewrite EF in W. }
      assert (IN : forall v w, In w (neighbours (graph_of n edges) v) -> v < length (graph_of n edges) /\ w < length (graph_of n edges)).
      { rewrite graph_of_length. intros x y I. apply in_neighbours in I. tauto. }
      destruct (asks_components t) eqn:AC.
      + destruct (components v t s) as [[hint|] v2]; [|destruct (match heap_moves R s with [] => _ | _ => _ end); discriminate].
        destruct (shown_by t _ s hint) eqn:SB; [|destruct (match heap_moves R s with [] => _ | _ => _ end); discriminate]. intros _.
        unfold asks_components in AC. unfold shown_by in SB. unfold R, task_rules. fold f in AC, SB |- *.
        destruct f as [| | | | | | | | | |mb| | | |]; try discriminate AC.
        destruct (t_target t); try discriminate AC; (destruct (t_forms t); [discriminate AC|]).
        * eapply settled_least_sound; eauto.
        * eapply settled_most_sound; eauto.
      + rewrite literal_verdict_in_ok. destruct (verdict_in R _ s) as [w|] eqn:V; [|discriminate]. intros X. inversion X.
        eapply forces_end; eauto.
    - intros v s v' W. unfold literal_finished. destruct (asks_components t) eqn:AC.
      + destruct (components v t s) as [hint v2]. destruct (match hint with Some _ => _ | None => _ end); [discriminate|].
        destruct (match heap_moves R s with [] => _ | _ => _ end) eqn:O; [discriminate|]. intros _.
        assert (NE : ended R (col s) = None).
        { rewrite (RR _ ended) by reflexivity. unfold asks_components in AC. fold f in AC. destruct f; try discriminate AC. reflexivity. }
        apply verdict_in_none. rewrite <- literal_verdict_ok. unfold literal_verdict. rewrite NE. destruct (heap_moves R s); auto.
        apply negb_false_iff in O. now rewrite O.
      + rewrite literal_verdict_in_ok. destruct (verdict_in R _ s); [discriminate|auto].
    - intros v s i v' W. unfold literal_key. destruct (choose_literal v t s) as [[j qs] v2]. simpl. intros X. inversion X. clear X.
      assert (OWN : has_key (literal_code s) s).
      { exists (seq 0 n), None. split; [|split; auto].
        - unfold is_literal_symmetry. apply andb_true_iff. split.
          + unfold is_symmetry. apply andb_true_iff. split.
            * unfold is_perm. rewrite seq_length, Nat.eqb_refl. simpl. apply andb_true_iff. split.
              -- apply forallb_forall. intros x I. apply in_seq in I. apply Nat.ltb_lt. lia.
              -- generalize 0. clear. induction n as [|m IH]; intros a; simpl; auto. rewrite IH, andb_true_r.
                 apply negb_true_iff. destruct (mem a _) eqn:M; auto. apply mem_spec, in_seq in M. lia.
            * apply forallb_forall. intros x I. apply forallb_forall. intros y J. apply in_seq in I, J.
              unfold at_. rewrite !seq_nth by lia. apply Nat.eqb_refl.
          + destruct (order_of f); auto. unfold is_identity. now destruct (list_eq_dec _ _ _).
        - f_equal. unfold literal_image. destruct s as [c pl hp]. simpl. f_equal. destruct W as [L _]. simpl in L.
          unfold pick, colour_of. rewrite (list_as_map 0 c) at 1. rewrite L. f_equal. unfold N, lift. rewrite cells_copies.
          destruct (two_copies f); auto. rewrite seq_app. f_equal. rewrite <- (Nat.add_0_r n) at 1. rewrite Nat.add_0_l. symmetry.
          rewrite <- seq_plus. now rewrite Nat.add_0_r. }
      destruct (PositiveMap.find j _) as [pp|] eqn:F; [|exact OWN].
      destruct (good_recolourings _ qs) eqn:GC; [|exact OWN].
      exists pp, qs. split; [|split; auto]. revert F.
      apply table_of_good with (ok := fun p => is_literal_symmetry f n edges p = true); unfold is_literal_symmetry; fold kind.
      + intros q F. apply andb_true_iff in F. destruct F as [F1 F2]. apply same_kinds_ok in F1. now rewrite F1.
      + intros q q'. rewrite !andb_true_iff. intros [A1 A2] [B1 B2]. apply is_symmetry_spec in A1, B1. split.
        * now apply is_symmetry_intro, respects_compose.
        * destruct (order_of f); auto. unfold is_identity in *. destruct (list_eq_dec _ q _) as [->|]; [|discriminate].
          destruct (list_eq_dec _ q' _) as [->|]; [|discriminate]. unfold compose, at_.
          assert (E := list_as_map 0 (seq 0 n)). rewrite seq_length in E. rewrite <- E. now destruct (list_eq_dec _ _ _).
    - intros i s s' W W' _ _ (q & qs & A1 & A2 & A3) (q' & qs' & B1 & B2 & B3).
      rewrite A3 in B3. apply literal_code_inj in B3.
      destruct (TR q qs s A1 A2 W) as [F1 M1]. destruct (TR q' qs' s' B1 B2 W') as [F2 M2]. split.
      + rewrite <- M1, <- M2. now rewrite B3.
      + intros F. apply F2. rewrite <- B3. now apply F1.
    - exact WP.
  Qed.

  Lemma run_near_sound n edges t u count p : task_ok n edges t -> near_allowed t = true ->
    run_near n edges t u count = Fine p -> task_holds n edges t.
  Proof.
    intros (WF & K & _ & LN & _) NA E. unfold near_allowed in NA. rewrite !andb_true_iff, Nat.eqb_eq in NA. destruct NA as [[_ W] HE].
    unfold wants_doctors in W. destruct (t_game t) as [| | | | | | | | |kk| | | | |] eqn:TG; try discriminate W.
    destruct (t_claimant t) eqn:TC; try discriminate W. destruct (t_target t) eqn:TT; try discriminate W.
    destruct (t_forms t) eqn:TF; try discriminate W. clear W.
    unfold run_near in E. rewrite fast_graph_of_ok, TG in E. cbn [colours_of] in *. set (g := graph_of n edges) in *.
    unfold task_holds, task_rules. rewrite TG, TC, TT, TF. cbn [rules_of good_of]. fold g. cbn [cells] in LN.
    assert (IN : forall v w, In w (neighbours g v) -> w < n) by (intros x w I; apply in_neighbours in I; tauto).
    assert (SY : forall v w, In w (neighbours g v) -> In v (neighbours g w)) by (intros x w; apply neighbours_sym).
    assert (IR : forall v, ~ In v (neighbours g v)) by (intros x; now apply neighbours_irreflexive).
    apply (survives_forces_in kk g n); auto. intros m. revert m.
    assert (W : forall m, wins kk n g m (near_start kk n g (col (t_start t)) (turn (t_start t)))).
    { refine (replay_wins lists move to_move (near_moves kk) (near_play kk g) (alternate_near kk g) Left Guide _ _ reply limit
        (wins kk n g) (good_lists n (S (S kk))) (goes_on kk)
        (has_near_key kk n g) _ _ _ _ _ _ _ _ u count _ p (start_good kk n g _ _) E).
      - intros l q A. exact I.
      - intros i l mv G O T I. now apply wins_mine.
      - intros i l G O T. apply wins_theirs; auto. destruct (to_move l); congruence.
      - intros l mv G _ _. now apply play_good.
      - intros v l v' G. unfold near_finished. rewrite TG. cbn [colours_of]. destruct (near_lost kk (rows l)); [discriminate|].
        destruct (nobody_ill kk (rows l)) eqn:NI; [intros _; now apply wins_nobody_ill|].
        destruct (near_doctors v t l) as [[a|] v2]; [|discriminate].
        destruct (near_settled _ _ _ _) eqn:SL; [|discriminate]. intros _. eapply wins_settled; eauto.
      - intros v l v' G. unfold near_finished, goes_on. rewrite TG. cbn [colours_of]. now destruct (near_lost kk (rows l)).
      - intros v l i v' G. unfold near_key. rewrite TG. cbn [colours_of]. destruct (choose_near v t l) as [[j q] v2]. cbn [fst snd].
        intros X. inversion X. clear X.
        set (kind := fun v x => if mem v (neighbours g x) then 1 else 0).
        assert (OWN : has_near_key kk n g (code l) l).
        { destruct (has_own_code n (S (S kk)) true kind l G) as (p' & q' & A & B & C).
          exists (seq 0 n), None. split; [apply respects_id|]. split; auto.
          f_equal. apply lists_eq; auto. simpl. destruct G as [L _]. rewrite <- L. apply list_as_map. }
        destruct (PositiveMap.find j _) as [pp|] eqn:F; [|exact OWN].
        destruct (keeps_marks kk q) eqn:GC; [|exact OWN].
        exists pp, q. split; [|split; auto].
        revert F. apply table_of_good; [|apply respects_compose].
        intros p' S. apply same_kinds_ok, is_symmetry_spec in S. exact S.
      - intros i l l' m G G' _ _ A B. eapply near_key_sound; eauto. }
    intros m. apply W. now apply about_start.
  Qed.

  Lemma run_all_sound n edges : forall ts u c c', (forall t, In t ts -> task_ok n edges t) ->
    run_all n edges ts u c = Fine c' -> forall t, In t ts -> task_holds n edges t.
  Proof.
    induction ts as [|t ts IH]; cbn [run_all]; intros u c c' OK E t' I; [contradiction|].
    destruct (run n edges t u c) as [[u2 c2]|] eqn:RUN; [|discriminate].
    destruct I as [<-|I]; [|eapply IH; eauto; intros; apply OK; simpl; auto].
    unfold run in RUN. specialize (OK t (or_introl eq_refl)). destruct (near_allowed t) eqn:NA.
    { destruct (run_near n edges t u c) eqn:RL; [|discriminate]. eapply run_near_sound; eauto. }
    destruct (literal (t_game t)) eqn:LF.
    - destruct (run_literal n edges t u c) eqn:RL; [|discriminate]. eapply run_literal_sound; eauto.
    - destruct (run_lists n edges t u c) eqn:RL; [|discriminate]. eapply run_lists_sound; eauto.
  Qed.

  Lemma graph_ok_spec n edges : graph_ok n edges = true -> well_formed n edges.
  Proof.
    unfold graph_ok. rewrite forallb_forall. intros F v w I. apply F in I. simpl in I.
    rewrite !andb_true_iff, !Nat.ltb_lt, negb_true_iff, Nat.eqb_neq in I. tauto.
  Qed.
  Lemma game_ok_spec f n : game_ok f n = true -> 1 <= colours_of f /\ defined_on f n.
  Proof.
    unfold game_ok. rewrite andb_true_iff, Nat.leb_le. intros [A B]. split; auto. unfold defined_on.
    destruct (order_of f); auto. apply is_perm_spec in B. apply (perm_all _ _ B).
  Qed.
  Lemma start_ok_spec f n edges c : start_ok (rules_of f n edges) c (cells f n) = true ->
    length c = cells f n /\ legal_colouring (rules_of f n edges) c /\ within_palette (cells f n) (colours_of f) c.
  Proof.
    unfold start_ok. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [L F].
    assert (LC : legal_colouring (rules_of f n edges) c).
    { intros v V C. rewrite L in V. specialize (F v ltac:(apply in_seq; lia)). rewrite C in F. simpl in F.
      rewrite andb_true_iff, Nat.leb_le, negb_true_iff in F. exact F. }
    repeat split; auto; try apply LC; auto. intros v. destruct (Nat.lt_ge_cases v (length c)) as [V|V].
    - destruct (coloured c v) eqn:C; [|apply coloured_false in C; lia]. rewrite <- (colours_of_ok f n edges). now apply LC.
    - unfold colour_of. rewrite nth_overflow by auto. lia.
  Qed.

  Lemma property_tasks_sound f skipper n edges start first w ts : property_tasks f skipper start first w = Some ts ->
    (forall t, In t ts -> task_holds n edges t) -> property_holds f skipper n edges start first w.
  Proof.
    unfold property_tasks, property_holds, task_holds, task_rules. intros T A.
    assert (ONE : forall t, ts = [t] -> task_holds n edges t) by (intros t ->; apply A; simpl; auto).
    assert (TWO : forall t t', ts = [t; t'] -> task_holds n edges t /\ task_holds n edges t')
      by (intros t t' ->; split; apply A; simpl; auto).
    unfold task_holds, task_rules in *.
    destruct w as [p|o|p|o|hp|r z|r ft y]; destruct (convention_of f) eqn:CV; try discriminate T.
    - inversion T; subst. exact (ONE _ eq_refl).
    - inversion T; subst. exact (ONE _ eq_refl).
    - inversion T; subst. exact (ONE _ eq_refl).
    - destruct (has_winner f); [|discriminate T]. split; [reflexivity|].
      inversion T; subst; destruct p; exact (ONE _ eq_refl).
    - destruct o; try discriminate T; inversion T; subst; (split; [auto|exact (ONE _ eq_refl)]).
    - inversion T; subst. exact (TWO _ _ eq_refl).
    - inversion T; subst. exact (ONE _ eq_refl).
    - inversion T; subst. exact (ONE _ eq_refl).
    - inversion T; subst. exact (TWO _ _ eq_refl).
    - inversion T; subst. exact (TWO _ _ eq_refl).
    - inversion T; subst. specialize (ONE _ eq_refl). simpl in ONE.
      set (R := rules_of f n edges) in *.
      assert (X : (forall p c, 1 <= c <= colours R -> may_use R p c = true) /\ (forall c, ended R c = None) /\
                  (forall c p, when_stuck R c p = Wins (opponent p)) /\ (forall h p, options R h p = seq 0 h)).
      { unfold R. destruct f as [| | | | | | | | | | |? normal| | |d]; try discriminate CV;
          try (destruct normal; [|discriminate CV]); repeat split; auto; simpl in CV |- *;
          (destruct (aim_of d); try discriminate CV); auto.
        destruct (forallb _ _) eqn:U in CV; [|discriminate CV]. rewrite forallb_forall in U. intros p c C.
        specialize (U c ltac:(apply in_seq; lia)). apply andb_true_iff in U. destruct p; tauto. }
      destruct X as (X1 & X2 & X3 & X4).
      exact (proj1 (nimber_link R X1 X2 X3 X4 _ (State start first hp) (Nat.lt_succ_diag_r _)) ONE).
    - destruct r; inversion T; subst; [exact (ONE _ eq_refl)|exact (ONE _ eq_refl)|exact (TWO _ _ eq_refl)].
    - destruct r; inversion T; subst; [exact (ONE _ eq_refl)|exact (ONE _ eq_refl)|exact (TWO _ _ eq_refl)].
  Qed.

  Lemma property_tasks_ok f skipper n edges start first w ts t : well_formed n edges -> game_ok f n = true ->
    start_ok (rules_of f n edges) start (cells f n) = true ->
    property_tasks f skipper start first w = Some ts -> In t ts -> task_ok n edges t.
  Proof.
    intros WF G S T I. apply game_ok_spec in G. destruct G as [G1 G2]. apply start_ok_spec in S.
    destruct S as (_ & _ & S).
    assert (E : t_game t = f /\ col (t_start t) = start).
    { unfold property_tasks in T.
      destruct w as [p|o|p|o|hp|r z|r ft y]; destruct (convention_of f) eqn:CV; try discriminate T;
        try (destruct (has_winner f); try discriminate T);
        try (destruct o; try discriminate T); try destruct r; inversion T; subst; simpl in I;
        repeat destruct I as [<-|I]; auto; try contradiction; destruct p; auto. }
    destruct E as [E1 E2]. unfold task_ok. rewrite E1, E2. auto.
  Qed.

  (** *** The least number *)
  Lemma somebody_wins f n edges s v : convention_of f = MakerBreaker -> verdict (rules_of f n edges) s = Some v -> exists p, v = Wins p.
  Proof.
    intros CV. unfold verdict. destruct (heap_moves _ s); [|discriminate].
    destruct f as [| | | | | | | | |k| |k b|m|k|d]; try discriminate CV; try (destruct b; discriminate CV); cbn [rules_of].
    4: { simpl in CV. cbn [described ended when_stuck]. destruct (aim_of d); try discriminate CV.
         - destruct (forallb _ _) in CV; discriminate.
         - destruct (existsb _ _); [intros X; inversion X; eauto|].
           destruct (colour_moves _ s); [|discriminate]. intros X. inversion X. eauto. }
    all: cbn [colouring_game marking indicated ended when_stuck];
      (destruct (existsb _ _); [intros X; inversion X; eauto|]);
      (destruct (colour_moves _ s); [|discriminate]); intros X; inversion X; eauto.
  Qed.
  Lemma alice_or_bob f skipper n edges s : convention_of f = MakerBreaker ->
    forces_in (rules_of f n edges) skipper Left (wins_for Left) s \/ forces_in (rules_of f n edges) skipper Right (wins_for Right) s.
  Proof.
    intros CV. destruct (determined_in (rules_of f n edges) skipper Left (wins_for Left) s) as [F|F]; [now left|right].
    simpl opponent in F.
    assert (X : forall s c good good', (forall p, good (Wins p) = good' (Wins p)) ->
      forces_in (rules_of f n edges) skipper c good s -> forces_in (rules_of f n edges) skipper c good' s).
    { clear - CV. intros s c good good' E F. induction F as [s v V G|s m V T I F IH|s V T F IH].
      - destruct (somebody_wins f n edges s v CV (verdict_in_some _ _ _ _ V)) as [p W]. eapply forces_end; eauto. now rewrite W, <- E, <- W.
      - eapply forces_mine; eauto.
      - apply forces_theirs; auto. }
    revert F. apply X. intros []; reflexivity.
  Qed.
  Lemma not_both_win R skipper s : forces_in R skipper Left (wins_for Left) s -> forces_in R skipper Right (wins_for Right) s -> False.
  Proof.
    intros A B. eapply (not_both state move result) with (c := Left); [|exact A|exact B].
    intros v G H. destruct v as [[]|]; discriminate.
  Qed.
  Lemma least_exists (games : nat -> family) skipper n edges first : forall k, 1 <= k ->
    (forall j, 1 <= j <= k -> convention_of (games j) = MakerBreaker) ->
    forces_in (rules_of (games k) n edges) skipper Left (wins_for Left) (State (repeat 0 (cells (games k) n)) first 0) ->
    exists c, is_least games skipper n edges first c /\ c <= k.
  Proof.
    set (wins := fun p k => forces_in (rules_of (games k) n edges) skipper p (wins_for p)
      (State (repeat 0 (cells (games k) n)) first 0)).
    induction k as [k IH] using lt_wf_ind. intros K MB W.
    assert (D : (exists j, 1 <= j < k /\ wins Left j) \/ forall j, 1 <= j < k -> wins Right j).
    { clear IH W K. revert MB. induction k as [|k IHk]; intros MB; [right; lia|]. destruct IHk as [(j & J & W)|B]; [intros; apply MB; lia| |].
      - left. exists j. split; auto. lia.
      - destruct (Nat.eq_dec k 0) as [->|NZ]; [right; lia|].
        destruct (alice_or_bob (games k) skipper n edges (State (repeat 0 (cells (games k) n)) first 0)) as [A|A];
          [apply MB; lia| |].
        + left. exists k. split; auto. lia.
        + right. intros j J. destruct (Nat.eq_dec j k) as [->|]; auto. apply B. lia. }
    destruct D as [(j & J & W')|B].
    - destruct (IH j) as (c & C1 & C2); auto; try lia; [intros; apply MB; lia|]. exists c. split; auto. lia.
    - exists k. split; auto. repeat split; auto. intros j J A. eapply not_both_win; [exact A|]. now apply B.
  Qed.

  (** What is accepted is true. *)
  Theorem check_sound x u c : check x u = Proved c -> holds x.
  Proof.
    unfold check, holds. destruct (graph_ok (order x) (edges x)) eqn:G; [|discriminate]. apply graph_ok_spec in G.
    simpl negb. cbv iota. destruct (claimed x) as [f skipper w|gs skipper r k]; [rewrite fast_graph_of_ok, rules_on_ok|].
    - destruct (game_ok f (order x)) eqn:GO; [|discriminate].
      destruct (start_ok _ _ _) eqn:S; [|discriminate]. cbn [negb].
      destruct (match convention_of f with Impartial | Partisan => _ | _ => _ end) eqn:SK; [discriminate|].
      destruct (property_tasks f skipper (start x) (first x) w) as [ts|] eqn:T; [|discriminate]. intros E.
      destruct (run_all _ _ _ _ _) as [c'|] eqn:RA; [|discriminate].
      assert (OK := fun t => property_tasks_ok f skipper (order x) (edges x) (start x) (first x) w ts t G GO S T).
      assert (GO' := game_ok_spec _ _ GO). assert (S' := start_ok_spec _ _ _ _ S).
      split; auto. split; [destruct (convention_of f), skipper; auto; discriminate|].
      split; [tauto|]. split; [tauto|]. split; [tauto|].
      eapply property_tasks_sound; eauto. eapply run_all_sound; eauto.
    - destruct (order x =? 0) eqn:N0; [discriminate|]. destruct (k =? 0) eqn:K0; [discriminate|]. cbn [orb].
      destruct (forallb (least_ok gs (order x)) (seq 1 k)) eqn:LO; [|discriminate]. cbn [negb]. rewrite forallb_forall in LO.
      assert (LO' : forall j, 1 <= j <= k -> game_ok (gs j) (order x) = true /\ cells (gs j) (order x) = cells (gs 1) (order x) /\
        convention_of (gs j) = MakerBreaker).
      { intros j J. specialize (LO j ltac:(apply in_seq; lia)). unfold least_ok in LO. rewrite !andb_true_iff, Nat.eqb_eq in LO.
        destruct (convention_of (gs j)); try (exfalso; destruct LO; discriminate). tauto. }
      destruct ((length (start x) =? cells (gs 1) (order x)) && forallb (Nat.eqb 0) (start x)) eqn:S; [|discriminate]. cbn [negb].
      intros E. destruct (run_all _ _ _ _ _) as [c'|] eqn:RA; [|discriminate].
      apply Nat.eqb_neq in N0, K0. apply andb_true_iff in S. rewrite Nat.eqb_eq, forallb_forall in S. destruct S as [S1 S2].
      assert (CE : forall j, 1 <= j <= k -> cells (gs j) (order x) = cells (gs 1) (order x)) by (intros j J; apply LO'; auto).
      assert (Z : start x = repeat 0 (cells (gs 1) (order x))).
      { rewrite <- S1. clear - S2. induction (start x) as [|a l IH]; simpl; auto.
        f_equal; [symmetry; apply Nat.eqb_eq, S2; simpl; auto|apply IH; intros; apply S2; simpl; auto]. }
      assert (OK : forall t, In t (least_tasks gs skipper r k (start x) (first x)) -> task_ok (order x) (edges x) t).
      { intros t IT. assert (X : exists j p, 1 <= j <= k /\ t = Task (gs j) skipper p Win (State (start x) (first x) 0) None).
        { unfold least_tasks in IT. apply in_app_iff in IT. destruct IT as [IT|IT].
          - destruct r; try contradiction; apply in_map_iff in IT; destruct IT as (j & <- & IT); apply in_seq in IT;
              exists j, Right; (split; [lia|auto]).
          - destruct r; try contradiction; destruct IT as [<-|[]]; exists k, Left; (split; [lia|auto]). }
        destruct X as (j & p & J & ->). unfold task_ok. split; [exact G|]. cbn [t_game t_start col].
        destruct (LO' j J) as (GO & CJ & _). apply game_ok_spec in GO.
        split; [tauto|]. split; [tauto|]. split; [now rewrite CJ|].
        intros v. rewrite Z. unfold colour_of. rewrite nth_repeat. lia. }
      assert (A := run_all_sound _ _ _ _ _ _ OK RA).
      set (wins := fun p j => forces_in (rules_of (gs j) (order x) (edges x)) skipper p (wins_for p)
        (State (repeat 0 (cells (gs j) (order x))) (first x) 0)).
      assert (BOB : r <> AtMost -> forall j, 1 <= j < k -> wins Right j).
      { intros NE j J. unfold wins. rewrite CE, <- Z by lia. apply (A (Task (gs j) skipper Right Win (State (start x) (first x) 0) None)).
        unfold least_tasks. apply in_app_iff. left. destruct r; try congruence;
          apply (in_map (fun j => Task (gs j) skipper Right Win (State (start x) (first x) 0) None)), in_seq; lia. }
      assert (ALICE : r <> AtLeast -> wins Left k).
      { intros NE. unfold wins. rewrite CE, <- Z by lia. apply (A (Task (gs k) skipper Left Win (State (start x) (first x) 0) None)).
        unfold least_tasks. apply in_app_iff. right. destruct r; try congruence; simpl; auto. }
      assert (LEAST : r <> AtMost -> forall c, is_least gs skipper (order x) (edges x) (first x) c -> k <= c).
      { intros NE d (D1 & D2 & _). destruct (Nat.le_gt_cases k d); auto. exfalso.
        eapply not_both_win; [exact D2|]. apply BOB; auto. }
      assert (MOST : r <> AtLeast -> exists c, is_least gs skipper (order x) (edges x) (first x) c /\ c <= k).
      { intros NE. apply least_exists; [lia|intros j J; apply LO'; lia|]. now apply ALICE. }
      split; auto. split; [lia|]. split; [lia|]. split; auto.
      destruct r; simpl; [apply LEAST|apply MOST|split; [apply LEAST|apply MOST]]; discriminate.
  Qed.
End Untrusted.
