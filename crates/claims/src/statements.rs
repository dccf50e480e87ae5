//! Every numbered statement of the five papers, in the order of the text, with the claims that
//! check it, or the reason why a machine cannot check it.

/// A numbered statement of a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// The key of the paper.
    pub paper: &'static str,
    /// Its number, such as `Theorem 14`.
    pub place: &'static str,
    /// Its subject, in a few words.
    pub about: &'static str,
    /// The ids of the claims that check it, or a part of it.
    pub claims: &'static [&'static str],
    /// Which part of it no claim checks, and why; empty if the claims check all of it.
    pub unchecked: &'static str,
}

/// A statement that claims check completely.
const fn checked(
    paper: &'static str,
    place: &'static str,
    about: &'static str,
    claims: &'static [&'static str],
) -> Statement {
    Statement { paper, place, about, claims, unchecked: "" }
}

/// A statement of which a part is not checked.
const fn partly(
    paper: &'static str,
    place: &'static str,
    about: &'static str,
    claims: &'static [&'static str],
    unchecked: &'static str,
) -> Statement {
    Statement { paper, place, about, claims, unchecked }
}

const BROSSE: &str = "brosse";
const BEAULIEU: &str = "beaulieu";
const BENSMAIL: &str = "bensmail";
const ANDRES: &str = "andres";
const UITERWIJK: &str = "uiterwijk";

const DEFINITION: &str = "a definition: the rules are it, word for word";
const HARD: &str = "that a problem is hard for a class is no matter of cases; the reduction is checked, and `chromex reduce` does it";
const OPEN: &str = "a question: docs/open-problems.md says what is known";

/// Every numbered statement, paper by paper in the order of the text.
pub const STATEMENTS: &[Statement] = &[
    checked(BROSSE, "Claim 1", "five colours are enough on four rows", &["brosse/claim-1"]),
    checked(
        BROSSE,
        "Claim 2",
        "three colours are not enough for n ≥ 18",
        &["brosse/claim-2", "brosse/claim-2-sharper"],
    ),
    checked(
        BROSSE,
        "Lemma 1",
        "four colours when Bob begins",
        &["brosse/lemma-1-lower", "brosse/lemma-1-upper", "brosse/twins-alice-first"],
    ),
    checked(
        BROSSE,
        "Observation 1",
        "borders in the five configurations are safe or sound",
        &["brosse/observation-1"],
    ),
    checked(BROSSE, "Theorem 1", "four colours on four rows", &["brosse/theorem-1"]),
    partly(BEAULIEU, "Definition 1", "impartial colouring rulesets", &[], DEFINITION),
    partly(BEAULIEU, "Definition 2", "proper colouring", &[], DEFINITION),
    partly(
        BEAULIEU,
        "Proposition 1",
        "proper colouring is PSPACE-complete",
        &["beaulieu/prop-1", "beaulieu/prop-1-planar"],
        HARD,
    ),
    checked(BEAULIEU, "Proposition 2", "involutions with a centre", &["beaulieu/prop-2"]),
    checked(BEAULIEU, "Proposition 3", "involutions without a fixed point", &["beaulieu/prop-3"]),
    checked(BEAULIEU, "Corollary 4", "paths", &["beaulieu/cor-4"]),
    checked(BEAULIEU, "Corollary 5", "cycles", &["beaulieu/cor-5"]),
    checked(BEAULIEU, "Proposition 6", "odd paths have nimber 1", &["beaulieu/prop-6"]),
    partly(BEAULIEU, "Definition 3", "oriented colouring", &[], DEFINITION),
    partly(BEAULIEU, "Definition 4", "blue-red colouring", &[], DEFINITION),
    checked(BEAULIEU, "Proposition 7", "A_k = B_k", &["beaulieu/prop-7", "beaulieu/prop-7-proof"]),
    checked(
        BEAULIEU,
        "Proposition 8",
        "C_{k+3} = D_k",
        &["beaulieu/prop-8", "beaulieu/prop-8-proof"],
    ),
    checked(BEAULIEU, "Proposition 9", "the recurrences", &["beaulieu/prop-9"]),
    checked(
        BEAULIEU,
        "Proposition 10",
        "A_k and B_k are N",
        &["beaulieu/prop-10", "beaulieu/prop-10-moves"],
    ),
    checked(
        BEAULIEU,
        "Corollary 11",
        "directed cycles are P",
        &["beaulieu/cor-11", "beaulieu/cor-11-which"],
    ),
    partly(
        BEAULIEU,
        "Corollary 12",
        "oriented colouring is PSPACE-complete",
        &["beaulieu/cor-12"],
        HARD,
    ),
    partly(
        BEAULIEU,
        "Proposition 13",
        "blue-red colouring is PSPACE-complete",
        &["beaulieu/prop-13"],
        HARD,
    ),
    partly(BEAULIEU, "Definition 5", "weak colouring", &["beaulieu/def-5"], ""),
    checked(BEAULIEU, "Theorem 14", "weak colouring on odd cycles", &["beaulieu/thm-14"]),
    checked(
        BEAULIEU,
        "Corollary 15",
        "its positions have the parity as nimber",
        &["beaulieu/cor-15", "beaulieu/cor-15-where"],
    ),
    partly(BEAULIEU, "Definition 6", "distance colouring", &[], DEFINITION),
    checked(
        BEAULIEU,
        "Theorem 16",
        "2-distance colouring on even paths and cycles",
        &["beaulieu/thm-16", "beaulieu/thm-16-square"],
    ),
    checked(BEAULIEU, "Proposition 17", "the middle of odd paths", &["beaulieu/prop-17"]),
    partly(
        BEAULIEU,
        "Proposition 18",
        "2-distance 2-colouring is PSPACE-complete",
        &["beaulieu/prop-18"],
        HARD,
    ),
    partly(BEAULIEU, "Corollary 19", "the same with k colours", &["beaulieu/cor-19"], HARD),
    partly(BEAULIEU, "Definition 7", "sequential colouring", &[], DEFINITION),
    partly(
        BEAULIEU,
        "Proposition 20",
        "sequential colouring with three colours is PSPACE-complete",
        &[],
        "quoted from Bodlaender without its reduction: that a problem is hard for a class is no matter of cases",
    ),
    partly(BEAULIEU, "Definition 8", "source, closed and constrained vertices", &[], DEFINITION),
    checked(BEAULIEU, "Proposition 21", "where players choose and lose", &["beaulieu/prop-21"]),
    partly(
        BEAULIEU,
        "Theorem 22",
        "who wins on paths, in linear time",
        &["beaulieu/thm-22", "beaulieu/thm-22-cycles", "beaulieu/bodlaender"],
        "that the time is linear: BENCHMARKS.md measures",
    ),
    checked(
        BENSMAIL,
        "Theorem 2.1",
        "Bob wins on no graph",
        &["bensmail/thm-2.1", "bensmail/extra-turn"],
    ),
    checked(BENSMAIL, "Theorem 2.2", "reflection graphs are drawn", &["bensmail/thm-2.2"]),
    partly(
        BENSMAIL,
        "Theorem 2.3",
        "recognising reflection graphs is GI-hard",
        &["bensmail/thm-2.3"],
        HARD,
    ),
    partly(BENSMAIL, "Definition 3.1", "POS CNF", &[], DEFINITION),
    partly(
        BENSMAIL,
        "Theorem 3.2",
        "PSPACE-complete on bipartite graphs of diameter 5",
        &["bensmail/thm-3.2-graph", "bensmail/thm-3.2", "bensmail/dummy-variable"],
        HARD,
    ),
    checked(BENSMAIL, "Lemma 4.1", "red at most 2 on paths", &["bensmail/lem-4.1"]),
    checked(
        BENSMAIL,
        "Lemma 4.2",
        "x blue vertices on paths",
        &["bensmail/lem-4.2", "bensmail/lem-4.2-mended"],
    ),
    checked(BENSMAIL, "Theorem 4.3", "paths", &["bensmail/thm-4.3", "bensmail/centre"]),
    checked(BENSMAIL, "Lemma 4.4", "paths with blue ends", &["bensmail/lem-4.4"]),
    checked(BENSMAIL, "Theorem 4.5", "cycles", &["bensmail/thm-4.5"]),
    partly(
        BENSMAIL,
        "Theorem 5.1",
        "cographs, in linear time",
        &["bensmail/thm-5.1", "bensmail/thm-5.1-a-star"],
        "that the time is linear: BENCHMARKS.md measures",
    ),
    checked(
        BENSMAIL,
        "Theorem 6.1",
        "the structure of (q, q-4)-graphs",
        &["bensmail/thm-6.1", "bensmail/q-graphs", "bensmail/q-graphs-unions"],
    ),
    partly(
        BENSMAIL,
        "Theorem 6.2",
        "(q, q-4)-graphs, in polynomial time",
        &[
            "bensmail/case-1-alice",
            "bensmail/case-1-a-mu",
            "bensmail/case-1-draw",
            "bensmail/case-2a",
            "bensmail/case-2b-antimatching-1",
            "bensmail/case-2b-antimatching-2",
            "bensmail/case-2b-antimatching-3",
            "bensmail/case-2b-reflection",
            "bensmail/case-2b-matching-even-even",
            "bensmail/case-2b-matching-a-mu",
            "bensmail/case-2b-matching-even-odd",
            "bensmail/case-2b-matching-odd-odd",
            "bensmail/case-2b-matching-odd-even",
            "bensmail/case-2c-a-mu",
            "bensmail/case-2c-0-even",
            "bensmail/case-2c-0-odd",
            "bensmail/case-2c-1-even",
            "bensmail/case-2c-1-odd-odd",
            "bensmail/case-2c-1-odd-even",
            "bensmail/case-2c-2",
            "bensmail/case-1-mended",
            "bensmail/unions",
            "bensmail/a-star",
            "bensmail/modules",
            "bensmail/fronts",
        ],
        "the whole: cases 1 and 2c of the draft are false as they stand, so the theorem has no proof; docs/open-problems.md says what is saved",
    ),
    checked(
        ANDRES,
        "Theorem 1",
        "Bob draws at least on strictly matched graphs",
        &["andres/thm-1", "andres/normal-play"],
    ),
    checked(ANDRES, "Lemma 2", "Alice makes no pair (x, x)", &["andres/lemma-2"]),
    checked(ANDRES, "Lemma 3", "Bob can make his pairs (x, x)", &["andres/lemma-3"]),
    checked(ANDRES, "Corollary 4", "Latin boards", &["andres/cor-4"]),
    checked(ANDRES, "Lemma 5", "Δ + α colours", &["andres/lemma-5"]),
    checked(ANDRES, "Corollary 6", "3n − 2 colours on K_n □ K_n", &["andres/cor-6"]),
    checked(
        ANDRES,
        "Lemma 7",
        "one colour on K_n □ K_n",
        &["andres/lemma-7", "andres/lemma-7-scores"],
    ),
    checked(ANDRES, "Theorem 8", "the characterisation", &["andres/thm-8"]),
    checked(ANDRES, "Corollary 9", "the construction", &["andres/cor-9"]),
    checked(ANDRES, "Fact 10", "how many graphs there are", &["andres/fact-10"]),
    checked(ANDRES, "Theorem 11", "A(n) from above", &["andres/thm-11"]),
    checked(ANDRES, "Corollary 12", "A(n) from above", &["andres/cor-12"]),
    checked(ANDRES, "Corollary 13", "A(n) from above", &["andres/cor-13"]),
    checked(ANDRES, "Corollary 14", "A(n) against √g(n)", &["andres/cor-14"]),
    checked(ANDRES, "Theorem 15", "A(n) from below", &["andres/thm-15", "andres/thm-15-mended"]),
    checked(ANDRES, "Corollary 16", "A(n) from below", &["andres/cor-16"]),
    checked(ANDRES, "Corollary 17", "A(n) against ∛g(n)", &["andres/cor-17"]),
    checked(ANDRES, "Conjecture 18", "A(n) is about √g(n)", &["andres/conj-18"]),
    partly(ANDRES, "Problem 19", "other classes of graphs", &[], OPEN),
    partly(
        ANDRES,
        "Problem 20",
        "which strictly matched graphs are drawn",
        &["andres/one-colour"],
        OPEN,
    ),
    partly(UITERWIJK, "Definition 1", "iCol and iSnort", &[], DEFINITION),
    checked(
        UITERWIJK,
        "Theorem 1",
        "iCol on boards with an even side",
        &["uiterwijk/thm-1", "uiterwijk/col"],
    ),
    checked(UITERWIJK, "Theorem 2", "iCol on boards with odd sides", &["uiterwijk/thm-2"]),
    checked(UITERWIJK, "Theorem 3", "iCol on chains", &["uiterwijk/thm-3"]),
    checked(UITERWIJK, "Equation 1", "tinted chains in iCol", &["uiterwijk/eq-1"]),
    checked(UITERWIJK, "Theorem 4", "iSnort on boards with an even side", &["uiterwijk/thm-4"]),
    checked(
        UITERWIJK,
        "Theorem 5",
        "iSnort on boards with odd sides",
        &["uiterwijk/thm-5", "uiterwijk/mirror"],
    ),
    checked(UITERWIJK, "Theorem 6", "iSnort on chains", &["uiterwijk/thm-6"]),
    checked(UITERWIJK, "Equation 2", "tinted chains in iSnort", &["uiterwijk/eq-2"]),
    checked(UITERWIJK, "Table 1", "boards", &["uiterwijk/table-1"]),
    checked(UITERWIJK, "Table 2", "chains", &["uiterwijk/table-2"]),
];
