import type { Type } from "../ir/api.js";
import { apiFact } from "./api-fact.js";
import type { Context } from "./context.js";

/** The readable or the writable form of a type. */
export type View = "read" | "write";

/** How a module refers to a name of a namespace. */
export type Qualify = (namespace: string, name: string) => string;

/** The platform's `Date`, which a type of the specification may shadow. */
const dateType: (context: Context) => string = apiFact(({ data, naming }) => {
  const isHidden = data.namespaces.some(({ definitions }) => definitions.some((name) => naming.type(name) === "Date"));
  return isHidden ? "globalThis.Date" : "Date";
}, "date type");

/** A type as TypeScript. */
export function typeText(type: Type, view: View, context: Context, qualify: Qualify): string {
  switch (type.kind) {
    case "boolean":
      return "boolean";
    case "bytes":
    case "string":
      return "string";
    case "timestamp":
      return context.options.timestamps === "date" ? dateType(context) : "string";
    case "int64":
    case "uint64":
      return context.options.int64 === "bigint" ? "bigint" : "number";
    case "void":
      return "undefined";
    case "list": {
      const item = typeText(type.of, view, context, qualify);
      return type.of.kind === "nullable" ? `(${item})[]` : `${item}[]`;
    }
    case "map":
      return `{ [key: string]: ${typeText(type.value, view, context, qualify)} }`;
    case "nullable":
      return `${typeText(type.of, view, context, qualify)} | null`;
    case "ref": {
      const differs = view === "write" && context.views.typeDiffers(type);
      return qualify(type.namespace, differs ? context.naming.input(type) : context.naming.type(type));
    }
    default:
      return "number";
  }
}
