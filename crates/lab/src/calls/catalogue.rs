//! Lists of games, families and strategies, and facts about the program itself.

use std::sync::OnceLock;

use chromex::graphs::families::{FAMILIES, Family};
use chromex::graphs::parse_within;
use chromex::rules::{Boards, GAMES, Game, GameInfo, MAX_COLOURS, parse_game};
use chromex::strategy::STRATEGIES;
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Reply, json};
use crate::error::Answered;
use crate::{Lab, Limits};

/// The program and its limits.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct About {
    /// The version of the program.
    version: &'static str,
    limits: LimitsView,
}

/// The limits of a question.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct LimitsView {
    vertices: usize,
    edges: usize,
    /// The longest time for a search.
    seconds: f64,
    /// The most memory for a search.
    memory_bytes: u64,
    /// The most terms of a sequence.
    terms: usize,
}

impl About {
    /// The program with these limits.
    pub fn new(limits: &Limits) -> About {
        About {
            version: env!("CARGO_PKG_VERSION"),
            limits: LimitsView {
                vertices: limits.vertices,
                edges: limits.edges,
                seconds: limits.time.as_secs_f64(),
                memory_bytes: limits.memory,
                terms: limits.terms,
            },
        }
    }
}

/// The program and its limits
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/about", responses((status = 200, body = About))))]
pub(crate) fn about(lab: &Lab, _: &Asked) -> Answered<Reply> {
    Ok(json(&About::new(&lab.limits)))
}

#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct GameView {
    /// How it is typed, with its parameters.
    #[cfg_attr(feature = "openapi", schema(example = "colouring:K"))]
    name: &'static str,
    #[cfg_attr(feature = "openapi", schema(example = "colouring:4"))]
    example: &'static str,
    /// impartial, partisan, misere, maker-breaker or scoring
    convention: String,
    title: &'static str,
    summary: &'static str,
    paper: &'static str,
    directed: bool,
    /// Whether it is played on graphs and on digraphs alike.
    either: bool,
    /// Whether it is the one to begin with on boards of its kind, where the game that was chosen is not played.
    usual: bool,
    /// On how many copies of the graph it is played.
    copies: usize,
    parameters: Vec<Parameter>,
    /// The text of the game, with each parameter as `{NAME}`.
    #[cfg_attr(feature = "openapi", schema(example = "colouring:{K}"))]
    template: String,
    /// Other variants of the game, as they are typed with the example's parameters.
    variants: Vec<String>,
}

/// A parameter that is a number.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct Parameter {
    name: String,
    min: f64,
    max: f64,
    default: f64,
    step: f64,
}

impl Parameter {
    fn whole(name: &str, min: usize, max: usize, default: usize) -> Parameter {
        let [min, max, default] = [min, max, default].map(|number| number as f64);
        Parameter { name: name.to_owned(), min, max, default, step: 1.0 }
    }
}

/// The games
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/games", responses((status = 200, body = Vec<GameView>))))]
pub(crate) fn games(_: &Lab, _: &Asked) -> Answered<Reply> {
    Ok(json(&GAMES.iter().filter_map(game).collect::<Vec<_>>()))
}

/// Larger distances cover the whole board, on any board that a person plays on.
const MAX_DISTANCE: usize = 9;

/// The largest number of parts of `orthogonal-parts`.
const MAX_PARTS: usize = 8;

fn game(info: &GameInfo) -> Option<GameView> {
    let rules = parse_game(info.example).ok()?;
    // `distance:D:K`; some have `[:variant]` at the end.
    let (usage, variants) = info.usage.split_once('[').unwrap_or((info.usage, ""));
    let variants = variants.split('[').map(|variant| variant.trim_end_matches(']'));
    let variants = variants
        .filter(|variant| !variant.is_empty() && !variant.contains(char::is_uppercase))
        .map(|variant| format!("{}{variant}", info.example));
    // Numbers are single letters; `misere:GAME` takes a game.
    let names = usage.split(':').skip(1).filter(|name| name.len() == 1);
    let defaults = info.example.split(':').skip(1);
    let parameters = names.clone().zip(defaults).map(|(name, default)| {
        let (least, most) = match name {
            "D" => (1, MAX_DISTANCE),
            "P" => (2, MAX_PARTS),
            _ => (1, MAX_COLOURS),
        };
        Parameter::whole(name, least, most, default.parse().unwrap_or(1))
    });
    let template = match usage.contains(":GAME") {
        true => info.example.to_owned(),
        false => names.fold(info.name.to_owned(), |all, name| format!("{all}:{{{name}}}")),
    };
    let directed = rules.accepts(parse_within("path:2", 9).ok()?.graph()).is_err();
    Some(GameView {
        name: info.usage,
        example: info.example,
        convention: rules.convention().to_string(),
        title: info.title,
        summary: info.summary,
        paper: info.paper,
        directed,
        either: rules.boards() == Boards::Either,
        usual: [Game::icol(), Game::blue_red()].contains(&rules),
        copies: rules.copies(),
        parameters: parameters.collect(),
        template,
        variants: variants.collect(),
    })
}

#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct FamilyView {
    #[cfg_attr(feature = "openapi", schema(example = "grid"))]
    name: &'static str,
    #[cfg_attr(feature = "openapi", schema(example = "grid:RxC"))]
    pattern: &'static str,
    summary: &'static str,
    #[cfg_attr(feature = "openapi", schema(example = "grid:4x5"))]
    example: &'static str,
    directed: bool,
    /// Each parameter can take any value of its range while the others have their defaults.
    parameters: Vec<Parameter>,
    /// The pattern with each parameter as `{NAME}`.
    #[cfg_attr(feature = "openapi", schema(example = "grid:{R}x{C}"))]
    template: String,
}

/// The families of graphs
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/families", responses((status = 200, body = Vec<FamilyView>))))]
pub(crate) fn families(_: &Lab, _: &Asked) -> Answered<Reply> {
    static VIEWS: OnceLock<Vec<FamilyView>> = OnceLock::new();
    Ok(json(VIEWS.get_or_init(|| FAMILIES.iter().map(family).collect())))
}

/// The largest number on a slider.
const MAX_SLIDER: usize = 60;

/// A slider ends at boards with this many vertices or edges.
const MAX_SLID: usize = 2_000;

const MAX_SEED: usize = 999;

fn family(family: &'static Family) -> FamilyView {
    let names: Vec<&str> = family.parameters().collect();
    let template = template(family, &names);
    let defaults: Vec<&str> = numbers(family).collect();
    let fill = |place: usize, value: &str| {
        let all = names.iter().zip(&defaults).enumerate();
        all.fold(template.clone(), |text, (i, (name, default))| {
            let number = if i == place { value } else { default };
            text.replace(&format!("{{{name}}}"), number)
        })
    };
    let builds = |text: String| parse_within(&text, MAX_SLID).is_ok();
    let parameters = names.iter().enumerate().map(|(place, name)| {
        let default: f64 = defaults[place].parse().unwrap_or(1.0);
        if default.fract() != 0.0 {
            return Parameter { name: (*name).into(), min: 0.0, max: 1.0, default, step: 0.05 };
        }
        let default = default as usize;
        if *name == "SEED" {
            return Parameter::whole(name, 0, MAX_SEED, default);
        }
        // The range around the default in which every number gives a graph.
        let fits = |number: &usize| builds(fill(place, &number.to_string()));
        let least = (0..=default).rev().take_while(fits).last().unwrap_or(default);
        let most = (default..=MAX_SLIDER).take_while(fits).last().unwrap_or(default);
        Parameter::whole(name, least, most, default)
    });
    let directed = parse_within(family.usage, MAX_SLID).is_ok_and(|b| b.graph().is_directed());
    FamilyView {
        name: family.name,
        pattern: family.pattern,
        summary: family.summary,
        example: family.usage,
        directed,
        parameters: parameters.collect(),
        template,
    }
}

/// The numbers of the usage line.
fn numbers(family: &Family) -> impl Iterator<Item = &'static str> + use<> {
    let typed = family.usage.split_once(':').map_or("", |(_, typed)| typed);
    typed.split([',', 'x'])
}

/// The pattern with braces around the names.
fn template(family: &Family, names: &[&str]) -> String {
    let mut text = String::new();
    let mut rest = family.pattern;
    for name in names {
        let Some((before, after)) = rest.split_once(name) else { continue };
        text.push_str(&format!("{before}{{{name}}}"));
        rest = after;
    }
    text + rest
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct StrategyView {
    name: &'static str,
    summary: &'static str,
    /// The paper and the theorem.
    source: &'static str,
    /// A game and a graph to try it on.
    example: &'static str,
}

/// The strategies that can play
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/strategies", responses((status = 200, body = Vec<StrategyView>))))]
pub(crate) fn strategies(_: &Lab, _: &Asked) -> Answered<Reply> {
    let view = |info: &chromex::strategy::StrategyInfo| StrategyView {
        name: info.name,
        summary: info.summary,
        source: info.source,
        example: info.example,
    };
    Ok(json(&STRATEGIES.iter().map(view).collect::<Vec<_>>()))
}
