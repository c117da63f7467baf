import type { Name, Type } from "../ir/api.js";
import type { Context } from "./context.js";

/** Whether a check of the type looks at the mode; one that does not takes no mode. */
export function takesMode(type: Type, context: Context, open: ReadonlySet<string> = new Set()): boolean {
  switch (type.kind) {
    case "list":
    case "map":
    case "void":
      return true;
    case "nullable":
      return takesMode(type.of, context, open);
    case "ref": {
      const definition = context.lookup.definition(type);
      if (definition.kind === "alias") {
        return definition.alias.redactor !== undefined || takesMode(definition.alias.type, context, open);
      }
      return definition.kind === "struct" || unionTakesMode(type, context, open);
    }
    default:
      return false;
  }
}

function unionTakesMode(name: Name, context: Context, open: ReadonlySet<string>): boolean {
  const { lookup } = context;
  const id = `${name.namespace}.${name.name}`;
  // A union that contains itself hands the mode on to itself.
  if (open.has(id) || lookup.isOpen(name)) {
    return true;
  }
  const inner = new Set([...open, id]);
  return lookup.allFields(name).some(({ field }) => {
    const isRestricted = field.omittedCaller !== undefined || field.redactor !== undefined;
    // What checks a variant whose value has a check of its own hands the mode to it, needed or not.
    const hasOwnCheck = field.type.kind === "ref" && !lookup.isNullable(field.type);
    return isRestricted || hasOwnCheck || takesMode(lookup.withoutNull(field.type), context, inner);
  });
}
