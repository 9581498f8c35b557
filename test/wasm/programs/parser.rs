// Evaluates the expressions that are its arguments with a recursive parser.

use std::collections::HashMap;
use std::env;

#[derive(Debug)]
enum Expression {
    Number(f64),
    Variable(String),
    Unary(char, Box<Expression>),
    Binary(Box<Expression>, char, Box<Expression>),
    Call(String, Vec<Expression>),
}

struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
}

type Parsed = Result<Expression, String>;

impl Parser<'_> {
    fn skip(&mut self) -> Option<char> {
        while self.rest.peek().map_or(false, |c| c.is_whitespace()) {
            self.rest.next();
        }
        self.rest.peek().copied()
    }

    fn binary(&mut self, level: usize) -> Parsed {
        let operators = ["+-", "*/%", "^"];
        if level == operators.len() {
            return self.primary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.skip().filter(|&c| operators[level].contains(c)) {
            self.rest.next();
            // Powers associate to the right.
            let right = self.binary(if operator == '^' { level } else { level + 1 })?;
            left = Expression::Binary(Box::new(left), operator, Box::new(right));
        }
        Ok(left)
    }

    fn word(&mut self, accepts: fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(&c) = self.rest.peek().filter(|&&c| accepts(c)) {
            word.push(c);
            self.rest.next();
        }
        word
    }

    fn primary(&mut self) -> Parsed {
        match self.skip() {
            None => Err("unexpected end".to_string()),
            Some('(') => {
                self.rest.next();
                let inner = self.binary(0)?;
                match self.skip() {
                    Some(')') => self.rest.next(),
                    other => return Err(format!("expected ')', found {:?}", other)),
                };
                Ok(inner)
            }
            Some('-') => {
                self.rest.next();
                Ok(Expression::Unary('-', Box::new(self.primary()?)))
            }
            Some(c) if c.is_ascii_digit() => {
                let word = self.word(|c| c.is_ascii_digit() || c == '.');
                word.parse().map(Expression::Number).map_err(|e| format!("'{}': {}", word, e))
            }
            Some(c) if c.is_alphabetic() => {
                let name = self.word(char::is_alphanumeric);
                if self.skip() != Some('(') {
                    return Ok(Expression::Variable(name));
                }
                let mut arguments = Vec::new();
                while self.skip() != Some(')') {
                    self.rest.next();
                    arguments.push(self.binary(0)?);
                    if !matches!(self.skip(), Some(',') | Some(')')) {
                        return Err("expected ',' or ')'".to_string());
                    }
                }
                self.rest.next();
                Ok(Expression::Call(name, arguments))
            }
            Some(c) => Err(format!("unexpected {:?}", c)),
        }
    }
}

fn evaluate(expression: &Expression, variables: &HashMap<&str, f64>) -> Result<f64, String> {
    Ok(match expression {
        Expression::Number(number) => *number,
        Expression::Variable(name) => *variables.get(name.as_str()).ok_or(format!("no variable '{}'", name))?,
        Expression::Unary(_, operand) => -evaluate(operand, variables)?,
        Expression::Binary(left, operator, right) => {
            let (left, right) = (evaluate(left, variables)?, evaluate(right, variables)?);
            match operator {
                '+' => left + right,
                '-' => left - right,
                '*' => left * right,
                '/' if right == 0.0 => return Err("division by zero".to_string()),
                '/' => left / right,
                '%' => left % right,
                _ => left.powi(right as i32),
            }
        }
        Expression::Call(name, arguments) => {
            let values = arguments.iter().map(|a| evaluate(a, variables)).collect::<Result<Vec<_>, _>>()?;
            match (name.as_str(), values.as_slice()) {
                ("sqrt", [x]) => x.sqrt(),
                ("max", [first, rest @ ..]) => rest.iter().fold(*first, |a, b| a.max(*b)),
                _ => return Err(format!("no function '{}' of {} arguments", name, values.len())),
            }
        }
    })
}

fn main() {
    let variables = HashMap::from([("x", 3.0), ("half", 0.5)]);
    for text in env::args().skip(1) {
        let mut parser = Parser { rest: text.chars().peekable() };
        let parsed = parser.binary(0).and_then(|expression| match parser.skip() {
            None => Ok(expression),
            Some(c) => Err(format!("unexpected {:?}", c)),
        });
        match parsed.and_then(|expression| evaluate(&expression, &variables)) {
            Ok(value) => println!("{} = {}", text, value),
            Err(error) => println!("{}: {}", text, error),
        }
    }
    // Deep recursion.
    let nested = "(".repeat(400) + "1" + &")".repeat(400);
    let mut parser = Parser { rest: nested.chars().peekable() };
    println!("{:?}", parser.binary(0).map(|e| matches!(e, Expression::Number(_))));
}
