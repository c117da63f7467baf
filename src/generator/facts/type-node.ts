import { flatType } from "../code/flat/type.js";
import {
  arrayType,
  bigintType,
  booleanType,
  dictionary,
  nullType,
  numberType,
  reference,
  stringType,
  undefinedType,
  union,
  type TypeNode,
} from "../code/tree/type.js";
import type { Type } from "../../ir/api.js";
import { apiFact } from "./api-fact.js";
import { definitionNames, type Context } from "./context.js";
import { typeDiffers } from "./views.js";

/** The readable or the writable form of a type. */
export type View = "read" | "write";

/** Returns the name by which a module refers to a type of a namespace. */
export type Qualify = (namespace: string, name: string) => string;

/** Returns the type `Date` of the platform, even if a type of the specification has the same name. */
const dateType: (context: Context) => TypeNode = apiFact(({ api, naming }) => {
  const isHidden = api.namespaces.flatMap(definitionNames).some((name) => naming.type(name) === "Date");
  return reference(isHidden ? "globalThis.Date" : "Date");
});

/** Converts a type to TypeScript. */
export function typeNode(type: Type, view: View, context: Context, qualify: Qualify): TypeNode {
  switch (type.kind) {
    case "boolean":
      return booleanType;
    case "bytes":
    case "string":
      return stringType;
    case "timestamp":
      return context.options.timestamps === "date" ? dateType(context) : stringType;
    case "int64":
    case "uint64":
      return context.options.int64 === "bigint" ? bigintType : numberType;
    case "void":
      return undefinedType;
    case "int32":
    case "uint32":
    case "float32":
    case "float64":
      return numberType;
    case "list":
      return arrayType(typeNode(type.of, view, context, qualify));
    case "map":
      return dictionary(typeNode(type.value, view, context, qualify));
    case "nullable":
      return union([typeNode(type.of, view, context, qualify), nullType]);
    case "ref": {
      const { naming } = context;
      return reference(
        view === "write" && typeDiffers(type, context)
          ? qualify(type.namespace, naming.input(type))
          : qualify(type.namespace, naming.type(type)),
      );
    }
  }
}

/** Converts a type to TypeScript as a string on one line. */
export function typeText(type: Type, view: View, context: Context, qualify: Qualify): string {
  return flatType(typeNode(type, view, context, qualify));
}
