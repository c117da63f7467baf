import type { PartStatement, Statement } from "../module.js";
import { aliasKind, functionKind, interfaceKind, variableKind } from "../kinds.js";

/** The types that stand in the declarations of a statement. */
function declaredTypes(statement: Statement): string[] {
  if (typeof statement === "string") {
    return [];
  }
  switch (statement.kind) {
    case interfaceKind: {
      const { extends: parents = [], properties = [], methods = [] } = statement;
      return [parents, properties.map(({ type }) => type), methods.flatMap(signatureTypes)].flat().filter(isText);
    }
    case aliasKind:
      return [statement.type].filter(isText);
    case functionKind:
      return statement.isExported === true ? signatureTypes(statement) : [];
    case variableKind:
      return statement.declarations.map(({ type }) => type).filter(isText);
    default:
      return [];
  }
}

interface Signature {
  readonly parameters?: readonly { readonly type?: unknown }[];
  readonly returnType?: unknown;
}

function signatureTypes({ parameters = [], returnType }: Signature): string[] {
  return [...parameters.map(({ type }) => type), returnType].filter(isText);
}

function isText(type: unknown): type is string {
  return typeof type === "string";
}

/** Those of the names that the declarations of statements mention. */
export function mentionedNames(names: readonly string[], statements: readonly PartStatement[]): string[] {
  const open = new Set(names);
  for (const { statement } of statements) {
    if (open.size === 0) {
      break;
    }
    const types = declaredTypes(statement);
    for (const name of open) {
      if (types.some((type) => type.includes(name) && isMentioned(name, type))) {
        open.delete(name);
      }
    }
  }
  return names.filter((name) => !open.has(name));
}

/** Whether a type has a name outside texts, comments, and what stands after a point or before a colon. */
function isMentioned(name: string, type: string): boolean {
  const bare = type.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[^]*?\*\//g, "");
  for (let at = bare.indexOf(name); at !== -1; at = bare.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!/[\w$.]/.test(bare.charAt(at - 1)) && !/^(?:[\w$]|\??:)/.test(bare.slice(end, end + 2))) {
      return true;
    }
  }
  return false;
}
