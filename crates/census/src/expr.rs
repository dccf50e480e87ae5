//! Conditions and numbers over the columns of a table: `chi_g > chi + 2 and not is_tree`.
//!
//! Whole numbers, numbers, truth values and texts; `+ - * / %`, comparisons (`= != < <= > >=`, also
//! `==` and `<>`), `and or not`, `is null`, `is not null`, `in (…)`, `abs`, `min`, `max`. Null is as in
//! SQL: what depends on something unknown is unknown, except that `false and …` is false and
//! `true or …` is true. Every expression has one type, which is checked before any row is read.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::{Cell, Columns, Kind};
use chromex::graphs::TextError;

/// An expression over the columns of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    root: Node,
    kind: Option<Kind>,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Literal(Cell),
    Column(usize, String),
    Not(Box<Node>),
    Negative(Box<Node>),
    IsNull(Box<Node>),
    In(Box<Node>, Vec<Node>),
    Call(Function, Vec<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Abs,
    Min,
    Max,
}

const FUNCTIONS: [(&str, Function); 3] =
    [("abs", Function::Abs), ("min", Function::Min), ("max", Function::Max)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// The operators, how they are printed, and how tightly they bind.
const OPERATORS: [(Operator, &str, u8); 13] = [
    (Operator::Or, "or", 1),
    (Operator::And, "and", 2),
    (Operator::Equal, "=", 4),
    (Operator::Different, "!=", 4),
    (Operator::LessOrEqual, "<=", 4),
    (Operator::GreaterOrEqual, ">=", 4),
    (Operator::Less, "<", 4),
    (Operator::Greater, ">", 4),
    (Operator::Plus, "+", 5),
    (Operator::Minus, "-", 5),
    (Operator::Times, "*", 6),
    (Operator::Over, "/", 6),
    (Operator::Modulo, "%", 6),
];

/// What binds as tightly as `not`, and as a sign.
const NOT: u8 = 3;
const SIGN: u8 = 7;
const TIGHTEST: u8 = 8;

impl Operator {
    fn entry(self) -> (&'static str, u8) {
        let found = OPERATORS.iter().find(|(operator, ..)| *operator == self);
        found.map_or(("", 0), |(_, text, level)| (*text, *level))
    }
}

impl Expression {
    /// Reads an expression over these columns.
    ///
    /// ```
    /// use chromex_census::{Cell, Expression, Kind};
    /// let columns = vec![("chi".to_owned(), Kind::Int), ("chi_g".to_owned(), Kind::Int)];
    /// let condition = Expression::parse("chi_g > chi + 1", &columns)?;
    /// assert_eq!(condition.evaluate(&[Cell::Int(2), Cell::Int(4)]), Cell::Bool(true));
    /// assert_eq!(condition.evaluate(&[Cell::Int(2), Cell::Null]), Cell::Null);
    /// # Ok::<(), chromex::graphs::TextError>(())
    /// ```
    pub fn parse(text: &str, columns: &Columns) -> Result<Expression, TextError> {
        let (root, kind) = parse::parse(text, columns)?;
        Ok(Expression { root, kind })
    }

    /// As [`Expression::parse`], for a condition.
    pub fn condition(text: &str, columns: &Columns) -> Result<Expression, TextError> {
        let expression = Expression::parse(text, columns)?;
        match expression.kind {
            None | Some(Kind::Bool) => Ok(expression),
            Some(kind) => Err(TextError::whole(text, format!("this is a {kind}, not a condition"))
                .help("compare it with something, as in chi_g > 3")),
        }
    }

    /// The names that are used as columns, whether they are or not.
    pub fn names(text: &str) -> Vec<String> {
        parse::names(text)
    }

    /// Its type; `None` if it is null whatever the row.
    pub fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Its value for a row of the table.
    pub fn evaluate(&self, row: &[Cell]) -> Cell {
        evaluate(&self.root, row)
    }

    /// Whether it is true for a row; unknown is not.
    pub fn holds(&self, row: &[Cell]) -> bool {
        self.evaluate(row) == Cell::Bool(true)
    }
}

fn evaluate(node: &Node, row: &[Cell]) -> Cell {
    match node {
        Node::Literal(cell) => cell.clone(),
        Node::Column(index, _) => row[*index].clone(),
        Node::Not(inner) => match evaluate(inner, row) {
            Cell::Bool(truth) => Cell::Bool(!truth),
            _ => Cell::Null,
        },
        Node::Negative(inner) => match evaluate(inner, row) {
            Cell::Int(number) => number.checked_neg().map_or(Cell::Null, Cell::Int),
            Cell::Real(number) => Cell::Real(-number),
            _ => Cell::Null,
        },
        Node::IsNull(inner) => Cell::Bool(evaluate(inner, row).is_null()),
        Node::In(inner, list) => {
            let value = evaluate(inner, row);
            let equal = |node| binary(Operator::Equal, value.clone(), evaluate(node, row));
            list.iter().map(equal).fold(Cell::Bool(false), |a, b| binary(Operator::Or, a, b))
        }
        Node::Call(function, arguments) => {
            let values: Vec<Cell> = arguments.iter().map(|node| evaluate(node, row)).collect();
            call(*function, values)
        }
        Node::Binary(operator, left, right) => {
            let left = evaluate(left, row);
            // What cannot matter any more is not looked at.
            match (operator, &left) {
                (Operator::And, Cell::Bool(false)) | (Operator::Or, Cell::Bool(true)) => left,
                _ => binary(*operator, left, evaluate(right, row)),
            }
        }
    }
}

fn call(function: Function, values: Vec<Cell>) -> Cell {
    match function {
        Function::Abs => match &values[0] {
            Cell::Int(number) => number.checked_abs().map_or(Cell::Null, Cell::Int),
            Cell::Real(number) => Cell::Real(number.abs()),
            _ => Cell::Null,
        },
        Function::Min | Function::Max => {
            let better = if function == Function::Min { Operator::Less } else { Operator::Greater };
            let choose = |best: Cell, next: Cell| match binary(better, next.clone(), best.clone()) {
                Cell::Bool(true) => next,
                Cell::Bool(false) => best,
                _ => Cell::Null,
            };
            values.into_iter().reduce(choose).unwrap_or(Cell::Null)
        }
    }
}

fn binary(operator: Operator, left: Cell, right: Cell) -> Cell {
    use Operator as O;
    match (operator, &left, &right) {
        (O::And, Cell::Bool(false), _) | (O::And, _, Cell::Bool(false)) => Cell::Bool(false),
        (O::Or, Cell::Bool(true), _) | (O::Or, _, Cell::Bool(true)) => Cell::Bool(true),
        (_, Cell::Null, _) | (_, _, Cell::Null) => Cell::Null,
        (O::And | O::Or, Cell::Bool(_), Cell::Bool(right)) => Cell::Bool(*right),
        (O::Plus | O::Minus | O::Times | O::Over | O::Modulo, ..) => {
            arithmetic(operator, &left, &right)
        }
        _ => match compare(&left, &right) {
            None => Cell::Null,
            Some(order) => Cell::Bool(match operator {
                O::Equal => order.is_eq(),
                O::Different => order.is_ne(),
                O::Less => order.is_lt(),
                O::LessOrEqual => order.is_le(),
                O::Greater => order.is_gt(),
                _ => order.is_ge(),
            }),
        },
    }
}

/// The order of two cells of kinds that can be compared; none with null.
pub fn compare(left: &Cell, right: &Cell) -> Option<std::cmp::Ordering> {
    match (left, right) {
        (Cell::Int(a), Cell::Int(b)) => Some(a.cmp(b)),
        (Cell::Int(a), Cell::Real(b)) => (*a as f64).partial_cmp(b),
        (Cell::Real(a), Cell::Int(b)) => a.partial_cmp(&(*b as f64)),
        (Cell::Real(a), Cell::Real(b)) => a.partial_cmp(b),
        (Cell::Bool(a), Cell::Bool(b)) => Some(a.cmp(b)),
        (Cell::Text(a), Cell::Text(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

/// Numbers too large, and division by zero, give null.
fn arithmetic(operator: Operator, left: &Cell, right: &Cell) -> Cell {
    use Operator as O;
    if let (Cell::Int(a), Cell::Int(b)) = (left, right)
        && operator != O::Over
    {
        let result = match operator {
            O::Plus => a.checked_add(*b),
            O::Minus => a.checked_sub(*b),
            O::Times => a.checked_mul(*b),
            _ => a.checked_rem_euclid(*b),
        };
        return result.map_or(Cell::Null, Cell::Int);
    }
    let number = |cell: &Cell| match cell {
        Cell::Int(number) => *number as f64,
        Cell::Real(number) => *number,
        _ => f64::NAN,
    };
    let (a, b) = (number(left), number(right));
    let result = match operator {
        O::Plus => a + b,
        O::Minus => a - b,
        O::Times => a * b,
        O::Over => a / b,
        _ => a.rem_euclid(b),
    };
    if result.is_finite() { Cell::Real(result) } else { Cell::Null }
}

/// Prints what is read back as the same expression.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(&self.root, 0, f)
    }
}

fn print(node: &Node, outside: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let level = match node {
        Node::Binary(operator, ..) => operator.entry().1,
        Node::Not(_) => NOT,
        Node::IsNull(_) | Node::In(..) => 4,
        Node::Negative(_) => SIGN,
        _ => TIGHTEST,
    };
    if level < outside {
        write!(f, "(")?;
        print(node, 0, f)?;
        return write!(f, ")");
    }
    match node {
        Node::Literal(Cell::Null) => write!(f, "null"),
        Node::Literal(Cell::Text(text)) => write!(f, "'{}'", text.replace('\'', "''")),
        Node::Literal(Cell::Real(number)) => write!(f, "{number:?}"),
        Node::Literal(cell) => write!(f, "{cell}"),
        Node::Column(_, name) => write!(f, "{name}"),
        Node::Not(inner) => {
            write!(f, "not ")?;
            print(inner, NOT, f)
        }
        Node::Negative(inner) => {
            write!(f, "-")?;
            print(inner, TIGHTEST, f)
        }
        Node::IsNull(inner) => {
            print(inner, 5, f)?;
            write!(f, " is null")
        }
        Node::In(inner, list) => {
            print(inner, 5, f)?;
            write!(f, " in ")?;
            print_list(list, f)
        }
        Node::Call(function, list) => {
            let name = FUNCTIONS.iter().find(|(_, one)| one == function).map_or("", |(n, _)| *n);
            write!(f, "{name}")?;
            print_list(list, f)
        }
        Node::Binary(operator, left, right) => {
            let (text, level) = operator.entry();
            // Comparisons stand alone; the others group to the left.
            print(left, if level == 4 { 5 } else { level }, f)?;
            write!(f, " {text} ")?;
            print(right, level + 1, f)
        }
    }
}

fn print_list(list: &[Node], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, node) in list.iter().enumerate() {
        write!(f, "{}", if i == 0 { "(" } else { ", " })?;
        print(node, 0, f)?;
    }
    write!(f, ")")
}
