import type { Declaration, Interface, MethodType, TypeParameter } from "../tree/declaration.js";
import type { MemberType, TypeNode } from "../tree/type.js";
import { doc, membersUntil, property, type } from "./type.js";
import { block, expression, parameters } from "./expression.js";
import { items, listUntil, name, type Filled, type Hole, type TokenReader } from "./tokens.js";

/** Parses a declaration with its documentation, or a hole that stands for several declarations. */
export function declaration(tokens: TokenReader): Filled<readonly Declaration[]> {
  const token = tokens.peek();
  if (token.kind === "hole") {
    tokens.next();
    return items(token.index, (value) => value as Declaration);
  }
  const comment = doc(tokens);
  const isExported = tokens.accept("export");
  const make = body(tokens, isExported);
  return (holes) => [{ ...make(holes), ...(comment !== undefined && { doc: comment(holes) }) }];
}

function body(tokens: TokenReader, isExported: boolean): Filled<Declaration> {
  if (tokens.accept("function")) {
    return functionOf(tokens, isExported);
  }
  if (tokens.accept("const")) {
    return constant(tokens, isExported);
  }
  // The printer exports all types.
  if (isExported && tokens.accept("interface")) {
    return interfaceOf(tokens);
  }
  if (isExported && tokens.accept("type")) {
    return alias(tokens);
  }
  return tokens.fail("'function', 'const', 'export interface' or 'export type'");
}

function functionOf(tokens: TokenReader, isExported: boolean): Filled<Declaration> {
  const declaredName = name(tokens);
  const typed = typeParameters(tokens);
  const list = parameters(tokens);
  tokens.expect(":");
  const result = type(tokens);
  const statements = block(tokens);
  return (holes) => ({
    kind: "function",
    isExported,
    name: declaredName(holes),
    ...typed(holes),
    parameters: list(holes),
    result: result(holes),
    body: statements(holes),
  });
}

function constant(tokens: TokenReader, isExported: boolean): Filled<Declaration> {
  const declaredName = name(tokens);
  const typed = tokens.accept(":") ? type(tokens) : undefined;
  tokens.expect("=");
  const value = expression(tokens);
  tokens.expect(";");
  return (holes) => ({
    kind: "constant",
    isExported,
    name: declaredName(holes),
    ...(typed !== undefined && { type: typed(holes) }),
    value: value(holes),
  });
}

function alias(tokens: TokenReader): Filled<Declaration> {
  const declaredName = name(tokens);
  tokens.expect("=");
  const of = type(tokens);
  tokens.expect(";");
  return (holes) => ({ kind: "alias", name: declaredName(holes), type: of(holes) });
}

function interfaceOf(tokens: TokenReader): Filled<Interface> {
  const declaredName = name(tokens);
  const typed = typeParameters(tokens);
  const parents: Filled<TypeNode>[] = [];
  if (tokens.accept("extends")) {
    do {
      parents.push(type(tokens));
    } while (tokens.accept(","));
  }
  tokens.expect("{");
  const members = membersUntil<MemberType | MethodType>("}", tokens, property);
  return (holes) => {
    const all = members(holes);
    return {
      kind: "interface",
      name: declaredName(holes),
      ...typed(holes),
      parents: parents.map((parent) => parent(holes)),
      properties: all.filter((each) => !isMethod(each)) as MemberType[],
      methods: all.filter(isMethod),
    };
  };
}

function isMethod(member: MemberType | MethodType): member is MethodType {
  return "parameters" in member;
}

function typeParameters(tokens: TokenReader): Filled<{ readonly typeParameters?: readonly TypeParameter[] }> {
  if (!tokens.accept("<")) {
    return () => ({});
  }
  const list = listUntil(">", tokens, typeParameter);
  return (holes) => ({ typeParameters: list(holes) });
}

function typeParameter(tokens: TokenReader): Filled<readonly TypeParameter[]> {
  const declaredName = name(tokens);
  const constraint = tokens.accept("extends") ? type(tokens) : undefined;
  const byDefault = tokens.accept("=") ? type(tokens) : undefined;
  return (holes: readonly Hole[]) => [
    {
      name: declaredName(holes),
      ...(constraint !== undefined && { constraint: constraint(holes) }),
      ...(byDefault !== undefined && { default: byDefault(holes) }),
    },
  ];
}
