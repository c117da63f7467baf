import {
  arrayType,
  bigintType,
  booleanType,
  functionType,
  indexedType,
  intersection,
  keyOf,
  mappedType,
  neverType,
  nullType,
  numberType,
  objectType,
  reference,
  stringType,
  textType,
  undefinedType,
  union,
  unknownType,
  voidType,
  type MemberType,
  type TypeNode,
} from "../tree/type.js";
import { items, listUntil, name, nameIn, typeIn, type Filled, type TokenReader } from "./tokens.js";

export function type(tokens: TokenReader): Filled<TypeNode> {
  if (tokens.is("(") && tokens.is("=>", tokens.closing() + 1)) {
    tokens.next();
    const parameters = listUntil(")", tokens, property);
    tokens.expect("=>");
    const result = type(tokens);
    return (holes) => functionType(parameters(holes), result(holes));
  }
  return operands(
    tokens,
    "|",
    (inner) => operands(inner, "&", suffixed, intersection),
    (...of) => union(of),
  );
}

/** Parses types that are joined by an operator. */
function operands(
  tokens: TokenReader,
  operator: "|" | "&",
  operand: (tokens: TokenReader) => Filled<TypeNode>,
  join: (...types: readonly TypeNode[]) => TypeNode,
): Filled<TypeNode> {
  tokens.accept(operator);
  const all = [operand(tokens)];
  while (tokens.accept(operator)) {
    all.push(operand(tokens));
  }
  const [only] = all;
  return only !== undefined && all.length === 1 ? only : (holes) => join(...all.map((each) => each(holes)));
}

function suffixed(tokens: TokenReader): Filled<TypeNode> {
  if (tokens.accept("keyof")) {
    const of = suffixed(tokens);
    return (holes) => keyOf(of(holes));
  }
  let of = primary(tokens);
  while (tokens.accept("[")) {
    const inner = of;
    if (tokens.accept("]")) {
      of = (holes) => arrayType(inner(holes));
    } else {
      const key = type(tokens);
      tokens.expect("]");
      of = (holes) => indexedType(inner(holes), key(holes));
    }
  }
  return of;
}

const keywords: Readonly<Record<string, TypeNode>> = {
  bigint: bigintType,
  boolean: booleanType,
  never: neverType,
  null: nullType,
  number: numberType,
  string: stringType,
  undefined: undefinedType,
  unknown: unknownType,
  void: voidType,
};

function primary(tokens: TokenReader): Filled<TypeNode> {
  const token = tokens.next();
  if (token.kind === "string") {
    return () => textType(token.text);
  }
  if (token.kind === "hole") {
    const { index } = token;
    return tokens.is("<") ? referenceTo(tokens, (holes) => nameIn(holes[index])) : (holes) => typeIn(holes[index]);
  }
  if (token.kind === "name") {
    const keyword = Object.hasOwn(keywords, token.text) ? keywords[token.text] : undefined;
    return keyword === undefined ? referenceTo(tokens, () => token.text) : () => keyword;
  }
  if (token.text === "(") {
    const inner = type(tokens);
    tokens.expect(")");
    return inner;
  }
  return token.text === "{" ? objectOrMapped(tokens) : tokens.fail("a type");
}

function referenceTo(tokens: TokenReader, start: Filled<string>): Filled<TypeNode> {
  const rest: Filled<string>[] = [];
  while (tokens.accept(".")) {
    rest.push(name(tokens));
  }
  const args = typeArguments(tokens);
  return (holes) => reference([start, ...rest].map((part) => part(holes)).join("."), ...args(holes));
}

/** Parses type arguments in angle brackets, if there are any. */
export function typeArguments(tokens: TokenReader): Filled<readonly TypeNode[]> {
  return tokens.accept("<") ? listUntil(">", tokens, types) : () => none;
}

const none: readonly TypeNode[] = [];

function types(tokens: TokenReader): Filled<readonly TypeNode[]> {
  const token = tokens.peek();
  if (token.kind === "hole" && (tokens.is(",", 1) || tokens.is(">", 1))) {
    tokens.next();
    return items(token.index, typeIn);
  }
  const one = type(tokens);
  return (holes) => [one(holes)];
}

function objectOrMapped(tokens: TokenReader): Filled<TypeNode> {
  const start = tokens.is("readonly") ? 1 : 0;
  if (tokens.is("[", start) && tokens.is("in", start + 2)) {
    tokens.accept("readonly");
    tokens.expect("[");
    const variable = name(tokens);
    tokens.expect("in");
    const keys = type(tokens);
    tokens.expect("]");
    tokens.expect(":");
    const of = type(tokens);
    tokens.accept(";");
    tokens.expect("}");
    return (holes) => mappedType(variable(holes), keys(holes), of(holes));
  }
  const members = membersUntil("}", tokens, property);
  return (holes) => objectType(members(holes));
}

/** Parses members, with or without a semicolon after each, up to and including a closing token. */
export function membersUntil<T>(
  end: string,
  tokens: TokenReader,
  member: (tokens: TokenReader) => Filled<readonly T[]>,
): Filled<T[]> {
  const parts: Filled<readonly T[]>[] = [];
  while (!tokens.accept(end)) {
    parts.push(member(tokens));
    tokens.accept(";");
  }
  return (holes) => parts.flatMap((part) => part(holes));
}

/** Parses a property of an object type or an interface, a parameter of a function type, or a hole that stands for several of these. */
export function property(tokens: TokenReader): Filled<readonly MemberType[]> {
  const comment = doc(tokens);
  const isReadonly = !tokens.is(":", 1) && tokens.accept("readonly");
  const token = tokens.peek();
  if (token.kind === "hole" && !tokens.is(":", 1) && !tokens.is("?", 1)) {
    tokens.next();
    return items(token.index, (value) => value as MemberType);
  }
  const propertyName = name(tokens);
  const isOptional = tokens.accept("?");
  tokens.expect(":");
  const of = type(tokens);
  return (holes) => [
    {
      name: propertyName(holes),
      type: of(holes),
      ...(isReadonly && { isReadonly }),
      ...(isOptional && { isOptional }),
      ...(comment !== undefined && { doc: comment(holes) }),
    },
  ];
}

/**
 * Parses the documentation comment at the current token; undefined if there is none. If the comment is only a hole, the
 * value undefined omits it.
 */
export function doc(tokens: TokenReader): Filled<string | undefined> | undefined {
  const token = tokens.peek();
  if (token.kind !== "doc") {
    return undefined;
  }
  tokens.next();
  const [before = "", only, after = ""] = token.parts;
  if (typeof only === "number" && token.parts.length === 3 && `${before}${after}`.trim() === "") {
    return (holes) => holes[only] as string | undefined;
  }
  return (holes) => {
    const text = token.parts
      .map((part) => (typeof part === "string" ? withoutMargin(part) : nameIn(holes[part])))
      .join("");
    // A leading line break makes the comment a block.
    return `${/^\s*\n/.test(text) ? "\n" : ""}${text.trim()}`;
  };
}

/** Removes the asterisks at the start of lines. */
function withoutMargin(text: string): string {
  return text.replace(/\n[ \t]*\*? ?/g, "\n");
}
