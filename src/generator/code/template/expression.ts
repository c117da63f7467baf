import {
  type Binary,
  type Body,
  type Expression,
  identifier,
  literal,
  method,
  type ObjectMember,
  type Parameter,
  property,
  returnStatement,
  spread,
  type Statement,
  thrown,
} from "../tree/expression.js";
import {
  expressionIn,
  items,
  joined,
  listUntil,
  memberIn,
  name,
  parameterIn,
  type Filled,
  type TokenReader,
} from "./tokens.js";
import { type, typeArguments } from "./type.js";

export function expression(tokens: TokenReader): Filled<Expression> {
  if (tokens.accept("...")) {
    const of = expression(tokens);
    return (holes) => spread(of(holes));
  }
  if (isArrow(tokens)) {
    return arrow(tokens);
  }
  const test = binary(tokens, 0);
  if (!tokens.accept("?")) {
    return test;
  }
  const value = expression(tokens);
  tokens.expect(":");
  const otherwise = expression(tokens);
  return (holes) => ({ kind: "conditional", test: test(holes), value: value(holes), otherwise: otherwise(holes) });
}

function isArrow(tokens: TokenReader): boolean {
  const start = tokens.is("async") ? 1 : 0;
  return tokens.is("(", start) && (start === 1 || tokens.is("=>", tokens.closing() + 1));
}

function arrow(tokens: TokenReader): Filled<Expression> {
  const isAsync = tokens.accept("async");
  const list = parameters(tokens);
  tokens.expect("=>");
  const body = expression(tokens);
  return (holes) => ({ kind: "arrow", isAsync, parameters: list(holes), body: body(holes) });
}

/** The operators, from the lowest to the highest precedence. */
const operators: readonly (readonly Binary["operator"][])[] = [["??"], ["&&"], ["==", "===", "!=="]];

function binary(tokens: TokenReader, level: number): Filled<Expression> {
  const levelOperators = operators[level];
  if (levelOperators === undefined) {
    return cast(tokens);
  }
  let left = binary(tokens, level + 1);
  for (;;) {
    const operator = levelOperators.find((sign) => tokens.accept(sign));
    if (operator === undefined) {
      return left;
    }
    const [first, right] = [left, binary(tokens, level + 1)];
    left = (holes) => ({ kind: "binary", operator, left: first(holes), right: right(holes) });
  }
}

function cast(tokens: TokenReader): Filled<Expression> {
  let of = prefixed(tokens);
  while (tokens.accept("as")) {
    const [inner, to] = [of, type(tokens)];
    of = (holes) => ({ kind: "as", of: inner(holes), type: to(holes) });
  }
  return of;
}

const prefixes = { "/*#__PURE__*/": "/*#__PURE__*/ ", "!": "!", await: "await " } as const;

function prefixed(tokens: TokenReader): Filled<Expression> {
  for (const [sign, prefix] of Object.entries(prefixes)) {
    if (tokens.accept(sign)) {
      const of = prefixed(tokens);
      return (holes) => ({ kind: "prefixed", prefix, of: of(holes) });
    }
  }
  return tokens.accept("new") ? created(tokens) : suffixed(tokens, primary(tokens));
}

/** Parses the rest of `new Twin<Model>(…)` after `new`. */
function created(tokens: TokenReader): Filled<Expression> {
  const callee = primary(tokens);
  return suffixed(tokens, invoked(tokens, callee, true));
}

function invoked(tokens: TokenReader, callee: Filled<Expression>, isNew: boolean): Filled<Expression> {
  const types = typeArguments(tokens);
  tokens.expect("(");
  const args = expressionsUntil(")", tokens);
  return (holes) => ({
    kind: "call",
    isNew,
    callee: callee(holes),
    typeArguments: types(holes),
    args: args(holes),
  });
}

function suffixed(tokens: TokenReader, start: Filled<Expression>): Filled<Expression> {
  let of = start;
  for (;;) {
    const inner = of;
    const isOptional = tokens.is("?.");
    if (isOptional || tokens.is(".")) {
      tokens.next();
      const key = name(tokens);
      of = (holes) => ({ kind: "member", of: inner(holes), name: key(holes), isOptional });
    } else if (tokens.is("(") || tokens.is("<")) {
      of = invoked(tokens, inner, false);
    } else {
      return of;
    }
  }
}

function primary(tokens: TokenReader): Filled<Expression> {
  const token = tokens.next();
  switch (token.kind) {
    case "hole": {
      const { index } = token;
      return (holes) => expressionIn(holes[index]);
    }
    case "string":
      return () => literal(token.text);
    case "number":
      return () => literal(Number(token.text));
    case "name":
      return constantOrName(token.text);
    default:
  }
  switch (token.text) {
    case "(": {
      const inner = expression(tokens);
      tokens.expect(")");
      return inner;
    }
    case "[": {
      const list = expressionsUntil("]", tokens);
      return (holes) => ({ kind: "array", items: list(holes) });
    }
    case "{": {
      const members = listUntil("}", tokens, objectMembers);
      return (holes) => ({ kind: "object", members: members(holes) });
    }
    default:
      return tokens.fail("an expression");
  }
}

function constantOrName(text: string): Filled<Expression> {
  const constants = new Map<string, unknown>([
    ["true", true],
    ["false", false],
    ["null", null],
    ["undefined", undefined],
  ]);
  return constants.has(text) ? () => literal(constants.get(text)) : () => identifier(text);
}

function expressionsUntil(end: string, tokens: TokenReader): Filled<Expression[]> {
  return listUntil(end, tokens, expressions);
}

/** Parses an item of a list of expressions. Only a hole can stand for several. */
function expressions(tokens: TokenReader): Filled<readonly Expression[]> {
  const token = tokens.peek();
  if (token.kind === "hole" && [",", ")", "]"].some((sign) => tokens.is(sign, 1))) {
    tokens.next();
    return items(token.index, expressionIn);
  }
  const one = expression(tokens);
  return (holes) => [one(holes)];
}

/** Parses a member of an object literal, or a hole that stands for several members. */
export function objectMembers(tokens: TokenReader): Filled<readonly ObjectMember[]> {
  if (tokens.accept("...")) {
    const of = expression(tokens);
    return (holes) => [spread(of(holes))];
  }
  const token = tokens.peek();
  if (token.kind === "hole" && !tokens.is(":", 1) && !tokens.is("(", 1)) {
    tokens.next();
    return items(token.index, memberIn);
  }
  const key = name(tokens);
  if (tokens.is("(")) {
    const [list, statements] = [parameters(tokens), block(tokens)];
    return (holes) => [method(key(holes), list(holes), statements(holes))];
  }
  const value = tokens.accept(":") ? expression(tokens) : (): Expression => identifier(token.text);
  return (holes) => [property(key(holes), value(holes))];
}

/** Parses the parameters of a function, in parentheses. */
export function parameters(tokens: TokenReader): Filled<Parameter[]> {
  tokens.expect("(");
  return listUntil(")", tokens, parameter);
}

function parameter(tokens: TokenReader): Filled<readonly Parameter[]> {
  const token = tokens.peek();
  if (token.kind === "hole" && (tokens.is(",", 1) || tokens.is(")", 1))) {
    tokens.next();
    return items(token.index, parameterIn);
  }
  const parameterName = tokens.accept("{") ? destructured(tokens) : name(tokens);
  const isOptional = tokens.accept("?");
  const typed = tokens.accept(":") ? type(tokens) : undefined;
  const initializer = tokens.accept("=") ? expression(tokens) : undefined;
  return (holes) => [
    {
      name: parameterName(holes),
      ...(isOptional && { isOptional }),
      ...(typed !== undefined && { type: typed(holes) }),
      ...(initializer !== undefined && { initializer: initializer(holes) }),
    },
  ];
}

/** Parses a destructuring parameter, `{ loaded, total }`, after the brace. */
function destructured(tokens: TokenReader): Filled<string> {
  const names = listUntil("}", tokens, (each) => {
    const memberName = name(each);
    return (holes) => [memberName(holes)];
  });
  return (holes) => `{ ${names(holes).join(", ")} }`;
}

/** Parses statements in braces. */
export function block(tokens: TokenReader): Filled<Body> {
  tokens.expect("{");
  const parts: Filled<readonly Statement[]>[] = [];
  while (!tokens.accept("}")) {
    parts.push(statement(tokens));
  }
  return joined(parts);
}

/** Parses a statement, or a hole that stands for several statements. */
export function statement(tokens: TokenReader): Filled<readonly Statement[]> {
  const token = tokens.peek();
  if (token.kind === "hole" && ["hole", "name", "end"].includes(tokens.peek(1).kind)) {
    tokens.next();
    return items(token.index, (value) => value as Statement);
  }
  const make = statementStart(tokens);
  const value = expression(tokens);
  tokens.expect(";");
  return (holes) => [make(value(holes), holes)];
}

function statementStart(tokens: TokenReader): (value: Expression, holes: Parameters<Filled<string>>[0]) => Statement {
  if (tokens.accept("return")) {
    return returnStatement;
  }
  if (tokens.accept("throw")) {
    return thrown;
  }
  if (tokens.accept("const")) {
    const declaredName = name(tokens);
    tokens.expect("=");
    return (value, holes) => ({ kind: "constant", name: declaredName(holes), value });
  }
  return (value) => ({ kind: "expression", value });
}
