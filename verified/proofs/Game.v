(** Finite games of two players, what a player can force, and why a closed reply set is a proof.

    To be read and agreed with: [player], [opponent] and [forces]. All else is proved. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
Import ListNotations.

Inductive player := Left | Right.
Definition opponent p := match p with Left => Right | Right => Left end.
Definition player_eqb a b := match a, b with Left, Left | Right, Right => true | _, _ => false end.
Lemma player_eqb_spec a b : player_eqb a b = true <-> a = b.
Proof. destruct a, b; simpl; intuition congruence. Qed.

(** Why a reply set is refused. *)
Inductive refusal := WrongEnd | NoReply | NoSuchReply (chosen legal : nat) | TooManyPositions.
Inductive outcome (A : Type) := Fine (a : A) | Refused (why : refusal).
Arguments Fine {A}.
Arguments Refused {A}.

Section Game.
  Variables (State Move Verdict : Type).
  Variable turn : State -> player.
  Variable verdict : State -> option Verdict.   (* [Some] when play is over *)
  Variable moves : State -> list Move.          (* the legal moves of [turn s] *)
  Variable play : State -> Move -> State.

  (** [claimant] can force an end that is [good]. *)
  Inductive forces (claimant : player) (good : Verdict -> bool) : State -> Prop :=
  | forces_end s v : verdict s = Some v -> good v = true -> forces claimant good s
  | forces_mine s m : verdict s = None -> turn s = claimant ->
      In m (moves s) -> forces claimant good (play s m) -> forces claimant good s
  | forces_theirs s : verdict s = None -> turn s <> claimant ->
      (forall m, In m (moves s) -> forces claimant good (play s m)) -> forces claimant good s.

  (** ** The specification is sane: exactly one of claimant and opponent succeeds. *)
  Hypothesis alternate : forall s m, turn (play s m) = opponent (turn s).

  Lemma not_both c good good' s :
    (forall v, good v = true -> good' v = true -> False) ->
    forces c good s -> forces (opponent c) good' s -> False.
  Proof.
    intros D F. induction F as [s v V G|s m V T I F IH|s V T F IH]; intros F'; inversion F'; subst;
      try congruence; eauto.
    - rewrite V in *. match goal with H : Some _ = Some _ |- _ => inversion H; subst end. eauto.
    - destruct (turn s); simpl in *; congruence.
    - destruct (turn s), c; simpl in *; congruence.
  Qed.

  Lemma forces_ext c good good' s : (forall v, good v = good' v) ->
    forces c good s -> forces c good' s.
  Proof.
    intros E F. induction F; [eapply forces_end; eauto; now rewrite <- E
      |eapply forces_mine; eauto|apply forces_theirs; auto].
  Qed.

  Section Determined.
    Variable size : State -> nat.
    Hypothesis smaller : forall s m, verdict s = None -> In m (moves s) -> size (play s m) < size s.
    Lemma one_of_both c good : forall n s, size s < n ->
      forces c good s \/ forces (opponent c) (fun v => negb (good v)) s.
    Proof.
      induction n as [|n IH]; intros s L; [lia|].
      destruct (verdict s) as [v|] eqn:V.
      { destruct (good v) eqn:G; [left|right]; eapply forces_end; eauto. now rewrite G. }
      assert (A : forall d g, (forall m, In m (moves s) -> forces d g (play s m) \/
                 forces (opponent d) (fun v => negb (g v)) (play s m)) ->
                 (exists m, In m (moves s) /\ forces d g (play s m)) \/
                 (forall m, In m (moves s) -> forces (opponent d) (fun v => negb (g v)) (play s m))).
      { intros d g. induction (moves s) as [|m ms IHm]; intros H; [right; intros ? []|].
        destruct (H m (or_introl eq_refl)) as [F|F]; [left; exists m; simpl; auto|].
        destruct IHm as [[m' [I F']]|N].
        - intros; apply H; simpl; auto.
        - left; exists m'; simpl; auto.
        - right. intros m' [<-|I]; auto. }
      assert (S : forall m, In m (moves s) -> size (play s m) < n).
      { intros m I. pose proof (smaller s m V I). lia. }
      destruct (player_eqb (turn s) c) eqn:T.
      - apply player_eqb_spec in T.
        destruct (A c good) as [[m [I F]]|F]; [now auto| |].
        + left. eapply forces_mine; eauto.
        + right. apply forces_theirs; auto. rewrite T. now destruct c.
      - assert (T' : turn s <> c) by (intros E; apply player_eqb_spec in E; congruence).
        assert (T2 : turn s = opponent c) by (destruct (turn s), c; simpl; congruence).
        destruct (A (opponent c) (fun v => negb (good v))) as [[m [I F]]|F].
        + intros m I. destruct (IH _ (S m I)) as [F|F]; [right|left]; auto.
          replace (opponent (opponent c)) with c by now destruct c.
          revert F. apply forces_ext. intros v. now rewrite negb_involutive.
        + right. eapply forces_mine; eauto.
        + left. apply forces_theirs; auto. intros m I. specialize (F m I).
          replace (opponent (opponent c)) with c in F by now destruct c.
          revert F. apply forces_ext. intros v. now rewrite negb_involutive.
    Qed.
  End Determined.

End Game.

(** ** Replay of a closed reply set, in the order of crates/checker/src/replay.rs.

    [finished], [key] and [reply] may ask somebody who is not trusted: what he says comes out of [Guide], about
    which nothing is assumed. *)
Section Replay.
  Variables (State Move : Type).
  Variable turn : State -> player.
  Variable moves : State -> list Move.
  Variable play : State -> Move -> State.
  Hypothesis alternate : forall s m, turn (play s m) = opponent (turn s).
  Variable claimant : player.
  Variable Guide : Type.
  Variable finished : Guide -> State -> option bool * Guide.       (* [None]: play goes on *)
  Variable key : Guide -> State -> positive * Guide.
  Variable reply : Guide -> list Move -> option (nat * Guide).     (* a number among the legal moves *)
  Variable limit : positive.                                       (* [next] may not exceed it *)

  Notation set := (PositiveMap.t unit).
  Record progress := Progress { seen : set; pending : list State; guide : Guide; next : positive }.

  Definition add (s : State) (p : progress) : outcome progress :=
    match finished (guide p) s with
    | (Some true, g) => Fine (Progress (seen p) (pending p) g (next p))
    | (Some false, _) => Refused WrongEnd
    | (None, g) =>
        let (k, g) := key g s in
        if PositiveMap.mem k (seen p) then Fine (Progress (seen p) (pending p) g (next p))
        else if Pos.leb limit (next p) then Refused TooManyPositions
        else Fine (Progress (PositiveMap.add k tt (seen p)) (s :: pending p) g (Pos.succ (next p)))
    end.

  Definition answer (s : State) (p : progress) : outcome progress :=
    let legal := moves s in
    match reply (guide p) legal with
    | None => Refused NoReply
    | Some (i, g) =>
        match nth_error legal i with
        | None => Refused (NoSuchReply i (length legal))
        | Some m => add (play s m) (Progress (seen p) (pending p) g (next p))
        end
    end.

  (** Answers each of these moves of the opponent, once for each key. *)
  Fixpoint respond (s : State) (ms : list Move) (answered : set) (p : progress) : outcome progress :=
    match ms with
    | [] => Fine p
    | m :: ms =>
        let after := play s m in
        match finished (guide p) after with
        | (Some true, g) => respond s ms answered (Progress (seen p) (pending p) g (next p))
        | (Some false, _) => Refused WrongEnd
        | (None, g) =>
            let (k, g) := key g after in
            let p := Progress (seen p) (pending p) g (next p) in
            if PositiveMap.mem k answered then respond s ms answered p
            else match answer after p with
                 | Refused why => Refused why
                 | Fine p => respond s ms (PositiveMap.add k tt answered) p
                 end
        end
    end.

  (** Looks at up to [2 ^ fuel] pending states. *)
  Fixpoint loop (fuel : nat) (p : progress) : outcome progress :=
    match pending p with
    | [] => Fine p
    | s :: rest =>
        match fuel with
        | O =>
            if player_eqb (turn s) claimant then Refused WrongEnd
            else respond s (moves s) (PositiveMap.empty unit) (Progress (seen p) rest (guide p) (next p))
        | S fuel =>
            match loop fuel p with
            | Refused why => Refused why
            | Fine p => loop fuel p
            end
        end
    end.

  (** [next] counts states, from [count] on. *)
  Definition replay (g : Guide) (count : positive) (start : State) : outcome progress :=
    let p := Progress (PositiveMap.empty unit) [] g count in
    match (if player_eqb (turn start) claimant
           then match finished g start with
                | (Some true, g) => Fine (Progress (PositiveMap.empty unit) [] g count)
                | (Some false, _) => Refused WrongEnd
                | (None, g) => answer start (Progress (PositiveMap.empty unit) [] g count)
                end
           else add start p) with
    | Refused why => Refused why
    | Fine p =>
        match loop 62 p with
        | Refused why => Refused why
        | Fine p => match pending p with [] => Fine p | _ => Refused TooManyPositions end
        end
    end.

  (** What is shown: [wins n s] says that n moves from s the claimant has not failed. *)
  Variable wins : nat -> State -> Prop.
  Variable ok : State -> Prop.                    (* what all states of a play have in common *)
  Variable goes_on : State -> Prop.               (* play is not over *)
  Variable has_key : positive -> State -> Prop.
  Hypothesis wins_none : forall s, wins 0 s.
  Hypothesis wins_mine : forall n s m, ok s -> goes_on s -> turn s = claimant -> In m (moves s) ->
    wins n (play s m) -> wins (S n) s.
  Hypothesis wins_theirs : forall n s, ok s -> goes_on s -> turn s <> claimant ->
    (forall m, In m (moves s) -> wins n (play s m)) -> wins (S n) s.
  Hypothesis ok_play : forall s m, ok s -> goes_on s -> In m (moves s) -> ok (play s m).
  Hypothesis finished_good : forall g s g', ok s -> finished g s = (Some true, g') -> forall n, wins n s.
  Hypothesis finished_not : forall g s g', ok s -> finished g s = (None, g') -> goes_on s.
  Hypothesis key_has : forall g s k g', ok s -> key g s = (k, g') -> has_key k s.
  Hypothesis key_sound : forall k s t n, ok s -> ok t -> goes_on s -> goes_on t ->
    has_key k s -> has_key k t -> wins n s -> wins n t.

  Notation "k ∈ m" := (PositiveMap.mem k m = true) (at level 70).

  Lemma mem_add k k' (m : set) : k ∈ PositiveMap.add k' tt m <-> k = k' \/ k ∈ m.
  Proof.
    rewrite !PositiveMap.mem_find. destruct (Pos.eq_dec k k') as [->|N].
    - rewrite PositiveMap.gss. intuition.
    - rewrite PositiveMap.gso by auto. intuition.
  Qed.
  Lemma mem_empty k : ~ k ∈ PositiveMap.empty unit.
  Proof. rewrite PositiveMap.mem_find, PositiveMap.gempty. congruence. Qed.

  Definition theirs_ok (m : set) u :=
    (forall n, wins n u) \/ (ok u /\ goes_on u /\ exists k, has_key k u /\ k ∈ m).
  Definition replied (m : set) t :=
    goes_on t /\ turn t = claimant /\ exists r, In r (moves t) /\ theirs_ok m (play t r).
  Definition mine_ok (m : set) t :=
    (forall n, wins n t) \/
    (ok t /\ goes_on t /\ exists k t', has_key k t /\ has_key k t' /\ ok t' /\ replied m t').
  Definition closed (m : set) s := forall r, In r (moves s) -> mine_ok m (play s r).
  Definition inv (m : set) (l : list State) :=
    (forall s, In s l -> ok s /\ goes_on s) /\
    forall k, k ∈ m -> exists s,
      has_key k s /\ ok s /\ goes_on s /\ turn s <> claimant /\ (In s l \/ closed m s).
  Definition grows (m m' : set) := forall k, k ∈ m -> k ∈ m'.

  Lemma grows_refl m : grows m m. Proof. red; auto. Qed.
  Lemma grows_trans a b c : grows a b -> grows b c -> grows a c. Proof. unfold grows; auto. Qed.
  Lemma theirs_grows m m' u : grows m m' -> theirs_ok m u -> theirs_ok m' u.
  Proof. unfold theirs_ok, grows. intros G [A|(A & B & k & C & D)]; eauto 10. Qed.
  Lemma replied_grows m m' u : grows m m' -> replied m u -> replied m' u.
  Proof. intros G (A & B & r & I & C). repeat split; auto. exists r; split; auto.
    eapply theirs_grows; eauto. Qed.
  Lemma mine_grows m m' u : grows m m' -> mine_ok m u -> mine_ok m' u.
  Proof. intros G [A|(A & B & k & t & C & D & E & F)]; [now left|right]. split; [|split]; auto.
    exists k, t. split; [|split; [|split]]; auto. eapply replied_grows; eauto. Qed.
  Lemma closed_grows m m' s : grows m m' -> closed m s -> closed m' s.
  Proof. intros G C r I. eapply mine_grows; eauto. Qed.

  Lemma add_ok x s p p' : ok s -> turn s <> claimant -> add s p = Fine p' ->
    inv (seen p) (x ++ pending p) ->
    inv (seen p') (x ++ pending p') /\ grows (seen p) (seen p') /\ theirs_ok (seen p') s.
  Proof.
    unfold add. intros O T A I. destruct (finished (guide p) s) as [[[]|] g] eqn:F; [|discriminate|].
    { inversion A; subst; simpl. split; [|split]; auto using grows_refl. left. eauto. }
    assert (V : goes_on s) by eauto.
    destruct (key g s) as [k g'] eqn:KE. assert (HK : has_key k s) by eauto.
    destruct (PositiveMap.mem k (seen p)) eqn:M.
    { inversion A; subst; simpl. split; [|split]; auto using grows_refl. right. eauto. }
    destruct (Pos.leb limit (next p)); [discriminate|]. inversion A; subst; simpl.
    assert (G : grows (seen p) (PositiveMap.add k tt (seen p))).
    { intros k' K. apply mem_add. auto. }
    split; [split|split]; auto.
    - intros u U. apply in_app_or in U. destruct U as [U|[<-|U]]; auto; apply I, in_or_app; auto.
    - intros k' K. apply mem_add in K. destruct K as [->|K].
      + exists s. repeat split; auto. left. apply in_or_app. simpl. auto.
      + destruct I as [_ I]. destruct (I k' K) as (u & A1 & A2 & A3 & A4 & [A5|A5]); exists u; repeat split; auto.
        * left. apply in_app_or in A5. apply in_or_app. simpl. tauto.
        * right. eapply closed_grows; eauto.
    - right. repeat split; auto. exists k. split; auto. apply mem_add. auto.
  Qed.

  Lemma answer_ok x s p p' : ok s -> turn s = claimant -> goes_on s -> answer s p = Fine p' ->
    inv (seen p) (x ++ pending p) ->
    inv (seen p') (x ++ pending p') /\ grows (seen p) (seen p') /\ replied (seen p') s.
  Proof.
    unfold answer. intros O T V A I. destruct (reply (guide p) (moves s)) as [[i g]|]; [|discriminate].
    destruct (nth_error (moves s) i) as [m|] eqn:L; [|discriminate]. apply nth_error_In in L.
    apply (add_ok x) in A; simpl in *; auto.
    - destruct A as (A1 & A2 & A3). split; [|split]; auto. repeat split; auto.
      exists m. auto.
    - rewrite alternate, T. now destruct claimant.
  Qed.

  Lemma respond_ok x s : ok s -> goes_on s -> turn s = opponent claimant -> forall ms answered p p',
    incl ms (moves s) ->
    (forall k, k ∈ answered -> exists t, has_key k t /\ ok t /\ replied (seen p) t) ->
    respond s ms answered p = Fine p' -> inv (seen p) (x ++ pending p) ->
    inv (seen p') (x ++ pending p') /\ grows (seen p) (seen p') /\
    (forall m, In m ms -> mine_ok (seen p') (play s m)).
  Proof.
    intros O V T. induction ms as [|m ms IH]; cbn [respond]; intros answered p p' S A E I.
    { inversion E; subst. split; [|split]; auto using grows_refl. intros m []. }
    assert (S' : incl ms (moves s)) by (intros y Y; apply S; simpl; auto).
    assert (OK : ok (play s m)) by (apply ok_play; auto; apply S; simpl; auto).
    assert (TU : turn (play s m) = claimant) by (rewrite alternate, T; now destruct claimant).
    destruct (finished (guide p) (play s m)) as [[[]|] g] eqn:F; [|discriminate|].
    { eapply IH in E; simpl; eauto. destruct E as (E1 & E2 & E3). split; [|split]; auto.
      intros u [<-|U]; auto. left. eauto. }
    assert (VN : goes_on (play s m)) by eauto.
    destruct (key g (play s m)) as [k g'] eqn:KE. assert (HK : has_key k (play s m)) by eauto.
    destruct (PositiveMap.mem k answered) eqn:M.
    { eapply IH in E; simpl; eauto. destruct E as (E1 & E2 & E3). split; [|split]; auto.
      intros u [<-|U]; auto. right. repeat split; auto. destruct (A _ M) as (t & K & OT & R).
      exists k, t. split; [|split; [|split]]; auto. eapply replied_grows; eauto. }
    destruct (answer _ _) as [q|] eqn:Q; [|discriminate].
    apply (answer_ok x) in Q; auto. destruct Q as (Q1 & Q2 & Q3). simpl in Q2.
    eapply IH in E; eauto.
    - destruct E as (E1 & E2 & E3). split; [|split]; eauto using grows_trans.
      intros u [<-|U]; auto. right. repeat split; auto. exists k, (play s m). split; [|split; [|split]]; auto.
      eapply replied_grows; eauto.
    - intros k' K. apply mem_add in K. destruct K as [->|K]; eauto.
      destruct (A k' K) as (t & K' & OT & R). exists t. split; [|split]; auto. eapply replied_grows; eauto.
  Qed.

  Lemma loop_ok : forall fuel p p', loop fuel p = Fine p' -> inv (seen p) (pending p) ->
    inv (seen p') (pending p') /\ grows (seen p) (seen p').
  Proof.
    induction fuel as [|fuel IH]; cbn [loop]; intros p p' E I; destruct (pending p) as [|s rest] eqn:P.
    { inversion E; subst. rewrite P. split; auto using grows_refl. }
    2: { inversion E; subst. rewrite P. split; auto using grows_refl. }
    - destruct (player_eqb (turn s) claimant) eqn:T; [discriminate|].
      assert (T' : turn s <> claimant) by (intros X; apply player_eqb_spec in X; congruence).
      destruct (proj1 I s (or_introl eq_refl)) as [OS VS].
      apply (respond_ok [s]) in E; simpl in *; auto using incl_refl.
      + destruct E as ([Q0 Q1] & Q2 & Q3). split; [split; [intros; apply Q0; simpl; auto|]|exact Q2].
        intros k K. destruct (Q1 k K) as (u & A1 & A2 & A3 & A4 & [[<-|A5]|A5]);
          [|exists u; auto 10|exists u; auto 10].
        exists s. repeat split; auto.
      + destruct (turn s), claimant; simpl in *; congruence.
      + intros k K. now apply mem_empty in K.
    - destruct (loop fuel p) as [q|] eqn:Q; [|discriminate].
      apply IH in Q; [|now rewrite P]. destruct Q as [Q1 Q2]. apply IH in E; auto.
      destruct E. split; eauto using grows_trans.
  Qed.

  Lemma closed_wins (m : set) : inv m [] -> forall n k s, ok s -> goes_on s -> has_key k s -> k ∈ m -> wins n s.
  Proof.
    intros I. induction n as [n IH] using lt_wf_ind. intros k s O V HK K.
    destruct (proj2 I _ K) as (r & KR & OR & VR & TR & [[]|C]).
    apply (key_sound k r s); auto. destruct n as [|n]; auto.
    apply wins_theirs; auto. intros x X.
    destruct (C x X) as [Y|(O2 & Y & k2 & t & K1 & K2 & OT & VT & TT & y & Z & W)]; auto.
    apply (key_sound k2 t (play r x)); auto. destruct n as [|n]; auto.
    apply (wins_mine n t y); auto.
    destruct W as [W|(OW & VW & k3 & K3 & W')]; auto. apply (IH n ltac:(lia) k3); auto.
  Qed.

  Theorem replay_wins g count start p : ok start -> replay g count start = Fine p -> forall n, wins n start.
  Proof.
    assert (I0 : inv (PositiveMap.empty unit) []).
    { split; [intros s []|]. intros k K. now apply mem_empty in K. }
    assert (L : forall q p, (match loop 62 q with Refused why => Refused why
                  | Fine p => match pending p with [] => Fine p | _ => Refused TooManyPositions end end) = Fine p ->
                inv (seen q) (pending q) -> exists m, inv m [] /\ grows (seen q) m).
    { intros q r. destruct (loop 62 q) as [r'|] eqn:Q; [|discriminate].
      intros E I. apply loop_ok in Q; auto. destruct Q as [Q1 Q2].
      destruct (pending r') eqn:PP; [|discriminate]. inversion E; subst. exists (seen r). auto. }
    unfold replay. intros O. destruct (player_eqb (turn start) claimant) eqn:T.
    - apply player_eqb_spec in T. destruct (finished g start) as [[[]|] g'] eqn:F; [eauto|discriminate|].
      assert (V : goes_on start) by eauto.
      destruct (answer _ _) as [q|] eqn:A; [|discriminate]. intros E n.
      apply (answer_ok []) in A; auto. simpl in A. destruct A as (A1 & A2 & _ & _ & y & Z & W).
      destruct (L _ _ E A1) as (m & I & G). destruct n as [|n]; auto.
      apply (wins_mine n start y); auto. destruct W as [W|(OW & VW & k & HK & K)]; auto.
      eapply closed_wins; eauto.
    - assert (T' : turn start <> claimant) by (intros X; apply player_eqb_spec in X; congruence).
      destruct (add _ _) as [q|] eqn:A; [|discriminate]. intros E n.
      apply (add_ok []) in A; auto. simpl in A. destruct A as (A1 & A2 & W).
      destruct (L _ _ E A1) as (m & I & G).
      destruct W as [W|(OW & VW & k & HK & K)]; auto. eapply closed_wins; eauto.
  Qed.
End Replay.

(** For a game whose plays end. *)
Section Forcing.
  Variables (State Move Verdict : Type).
  Variable turn : State -> player.
  Variable verdict : State -> option Verdict.
  Variable moves : State -> list Move.
  Variable play : State -> Move -> State.
  Hypothesis alternate : forall s m, turn (play s m) = opponent (turn s).
  Notation forces := (forces State Move Verdict turn verdict moves play).
  Variable claimant : player.
  Variable good : Verdict -> bool.
  Variable Guide : Type.
  Variable finished : Guide -> State -> option bool * Guide.
  Variable key : Guide -> State -> positive * Guide.
  Variable reply : Guide -> list Move -> option (nat * Guide).
  Variable limit : positive.
  Variable ok : State -> Prop.
  Variable has_key : positive -> State -> Prop.
  Variable measure : State -> nat.
  Hypothesis ok_play : forall s m, ok s -> verdict s = None -> In m (moves s) -> ok (play s m).
  Hypothesis decreasing : forall s m, ok s -> verdict s = None -> In m (moves s) ->
    measure (play s m) < measure s.
  Hypothesis finished_good : forall g s g', ok s -> finished g s = (Some true, g') -> forces claimant good s.
  Hypothesis finished_not : forall g s g', ok s -> finished g s = (None, g') -> verdict s = None.
  Hypothesis key_has : forall g s k g', ok s -> key g s = (k, g') -> has_key k s.
  Hypothesis key_sound : forall k s t, ok s -> ok t -> verdict s = None -> verdict t = None ->
    has_key k s -> has_key k t -> measure s = measure t /\ (forces claimant good s -> forces claimant good t).
  Theorem replay_sound g count start p : ok start ->
    replay State Move turn moves play claimant Guide finished key reply limit g count start = Fine p -> forces claimant good start.
  Proof.
    intros O E.
    assert (W : forall n, measure start < n -> forces claimant good start); [|eauto].
    intros n. refine (replay_wins State Move turn moves play alternate claimant Guide finished key reply limit (fun n s => measure s < n -> forces claimant good s)
      ok (fun s => verdict s = None) has_key _ _ _ _ _ _ _ _ g count start p O E n).
    - intros s L. lia.
    - intros i s m OS V T I F L. eapply forces_mine; eauto. apply F. pose proof (decreasing s m OS V I). lia.
    - intros i s OS V T F L. apply forces_theirs; auto. intros m I. apply F; auto. pose proof (decreasing s m OS V I). lia.
    - exact ok_play.
    - intros h s h' OS F i _. eapply finished_good; eauto.
    - exact finished_not.
    - exact key_has.
    - intros h s t i OS OT VS VT HS HT F L. destruct (key_sound h s t) as [M KS]; auto. apply KS, F. lia.
  Qed.
End Forcing.
(** ** Two games that are the same up to renaming. *)
Section Similar.
  Variables (S T M N V : Type).
  Variables (turn : S -> player) (verdict : S -> option V) (moves : S -> list M) (play : S -> M -> S).
  Variables (turn' : T -> player) (verdict' : T -> option V) (moves' : T -> list N) (play' : T -> N -> T).
  Variable R : S -> T -> Prop.
  Hypothesis same_verdict : forall s t, R s t -> verdict s = verdict' t.
  Hypothesis same_turn : forall s t, R s t -> turn s = turn' t.
  Hypothesis forth : forall s t m, R s t -> verdict s = None -> In m (moves s) ->
    exists m', In m' (moves' t) /\ R (play s m) (play' t m').
  Hypothesis back : forall s t m', R s t -> verdict s = None -> In m' (moves' t) ->
    exists m, In m (moves s) /\ R (play s m) (play' t m').

  Lemma similar_forth c good s : forces S M V turn verdict moves play c good s ->
    forall t, R s t -> forces T N V turn' verdict' moves' play' c good t.
  Proof.
    intros F. induction F as [s v E G|s m E U I F IH|s E U F IH]; intros t r;
      pose proof (same_verdict _ _ r); pose proof (same_turn _ _ r).
    - eapply forces_end; eauto; congruence.
    - destruct (forth _ _ _ r E I) as (m' & I' & r'). eapply forces_mine; eauto; congruence.
    - apply forces_theirs; try congruence. intros m' I'. destruct (back _ _ _ r E I') as (m & I & r'). eauto.
  Qed.
  Lemma similar_back c good t : forces T N V turn' verdict' moves' play' c good t ->
    forall s, R s t -> forces S M V turn verdict moves play c good s.
  Proof.
    intros F. induction F as [t v E G|t m E U I F IH|t E U F IH]; intros s r;
      pose proof (same_verdict _ _ r) as X; pose proof (same_turn _ _ r).
    - eapply forces_end; eauto; congruence.
    - assert (E' : verdict s = None) by congruence.
      destruct (back _ _ _ r E' I) as (m' & I' & r'). eapply forces_mine; eauto; congruence.
    - assert (E' : verdict s = None) by congruence.
      apply forces_theirs; try congruence. intros m' I'. destruct (forth _ _ _ r E' I') as (m & I & r'). eauto.
  Qed.
End Similar.
