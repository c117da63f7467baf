import { StructureKind, type MethodSignatureStructure } from "ts-morph";
import type { Namespace, Route } from "../ir/api.js";
import { callFormOf, type CallForm } from "./call-form.js";
import type { Mentions } from "./comments.js";
import type { Context } from "./context.js";
import type { Module } from "./module.js";
import { qualifierIn, typeText } from "./type-text.js";

/** The method of a client that calls a route. */
export interface ClientMethod {
  readonly route: Route;
  /** Without documentation: what that can link to is known only when all methods are there. */
  readonly signature: MethodSignatureStructure;
  /** The member of the object literal. */
  readonly code: string;
  /** What the documentation says behind that of the specification. */
  readonly notes: (mentions: Mentions) => readonly string[];
}

/** The method for a route, in the module with the client of its namespace. */
export function methodOf(route: Route, namespace: Namespace, module: Module, context: Context): ClientMethod {
  const form = callFormOf(route, namespace, module, context);
  return {
    route,
    signature: signature(route, form, namespace, module, context),
    code: code(route, form, namespace, module, context),
    notes: (mentions) => [
      ...(route.error.kind === "ref" ? [`Rejects with a \`RouteError\` of ${mentions.type(route.error)}.`] : []),
      ...form.notes(mentions),
    ],
  };
}

/** How a caller gives the argument of a route: not at all, or if there is anything to say, or always. */
function argumentOf(route: Route, { lookup }: Context): "none" | "optional" | "required" {
  const struct = lookup.plainStruct(route.arg);
  if (lookup.withoutAliases(route.arg).kind === "void") {
    return "none";
  }
  return struct !== undefined && lookup.needsNothing(struct.name) ? "optional" : "required";
}

function signature(
  route: Route,
  form: CallForm,
  namespace: Namespace,
  module: Module,
  context: Context,
): MethodSignatureStructure {
  const qualify = qualifierIn(module, namespace, context);
  const given = argumentOf(route, context);
  const arg = {
    name: "arg",
    hasQuestionToken: given === "optional",
    type: typeText(route.arg, "write", context, qualify),
  };
  const types = [route.result, route.error].map((type) => typeText(type, "read", context, qualify));
  return {
    kind: StructureKind.MethodSignature,
    name: context.naming.method(namespace.name, route),
    parameters: [
      ...(given === "none" ? [] : [arg]),
      { name: "options", hasQuestionToken: true, type: module.type("../runtime/client.js", "CallOptions") },
    ],
    returnType: `${module.type(form.typePath, form.type)}<${[...types, ...form.typeArguments].join(", ")}>`,
  };
}

function code(route: Route, form: CallForm, namespace: Namespace, module: Module, context: Context): string {
  const { naming } = context;
  const given = argumentOf(route, context);
  const value = `${module.valuesOf("./routes.js", "routes")}.${naming.route(namespace.name, route)}`;
  const values = ["core", value, given === "none" ? "undefined" : "arg", "options", ...form.values];
  const parameters = { none: "options", optional: "arg = {}, options", required: "arg, options" }[given];
  const name = naming.method(namespace.name, route);
  return `${name}(${parameters}) { return ${module.value(form.path, form.make)}(${values.join(", ")}); }`;
}
