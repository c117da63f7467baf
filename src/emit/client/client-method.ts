import type { MethodSignatureStructure, OptionalKind, ParameterDeclarationStructure } from "ts-morph";
import type { Namespace, Route } from "../../ir/api.js";
import { callForm, clientRuntime, type CallForm } from "./call-form.js";
import type { Mentions } from "../comments.js";
import { routeStyle, type Context } from "../../facts/context.js";
import { methodKind } from "../../code/kinds.js";
import { braced } from "../../code/literal.js";
import type { Module } from "../../code/module.js";
import { methodKey } from "../../code/keys.js";
import { typeText } from "../../facts/type-text.js";
import { qualifierIn } from "../types/qualifier.js";
import { docsProperty } from "../types/types.js";

/** The method of a client that calls a route. */
export interface ClientMethod {
  readonly route: Route;
  /** Without documentation, whose link targets are known only after all methods are emitted. */
  readonly signature: MethodSignatureStructure;
  /** Overloads, which come before the signature. */
  readonly overloads: readonly MethodSignatureStructure[];
  /** The member of the object literal. */
  readonly code: string;
  /** The notes after the documentation from the specification. */
  readonly notes: (mentions: Mentions) => readonly string[];
}

/** The method for a route, in the module with the client of its namespace. */
export function clientMethod(route: Route, namespace: Namespace, module: Module, context: Context): ClientMethod {
  const form = callForm(route, namespace, module, context);
  const parameters = methodParameters(route, namespace, module, context);
  const qualify = qualifierIn(module, namespace, context);
  const result = typeText(route.result, "read", context, qualify);
  const others = [typeText(route.error, "read", context, qualify), ...form.typeArguments];
  const returnType = (type: string, result: string): string =>
    `${module.type(clientRuntime, type)}<${[result, ...others].join(", ")}>`;
  const name = context.naming.method(namespace.name, route);
  const signature = (options: string, isOptional: boolean, returnType: string): MethodSignatureStructure => ({
    kind: methodKind,
    name: methodKey(name),
    parameters: [
      ...(isOptional ? parameters : parameters.map((parameter) => ({ ...parameter, hasQuestionToken: false }))),
      { name: "options", hasQuestionToken: isOptional, type: module.type(clientRuntime, options) },
    ],
    returnType,
  });
  const download = (): string => `${module.type(clientRuntime, "Download")}<${result}>`;
  const downloadIfChanged = (): string => `${download()} | ${module.type(clientRuntime, "NotModified")}`;
  return {
    route,
    signature: signature(form.options, true, returnType(form.type, result)),
    overloads:
      routeStyle(route, context) === "download"
        ? [
            {
              ...signature("ConditionalDownloadOptions", false, returnType("Call", downloadIfChanged())),
              ...docsProperty(
                "Overload for conditional downloads: returns {@link NotModified} if the content has not changed since `ifNoneMatch`.",
              ),
            },
          ]
        : [],
    code: code(route, form, namespace, module, context),
    notes: (mentions) => [
      ...(route.error.kind === "ref" ? [`Rejects with a \`RouteError\` of ${mentions.type(route.error)}.`] : []),
      ...form.notes(mentions),
    ],
  };
}

/** The parameters before the options: the argument, if there is one, and the content of an upload. */
function methodParameters(
  route: Route,
  namespace: Namespace,
  module: Module,
  context: Context,
): OptionalKind<ParameterDeclarationStructure>[] {
  const argument = argumentKind(route, context);
  const type = typeText(route.arg, "write", context, qualifierIn(module, namespace, context));
  return [
    ...(argument === "none" ? [] : [{ name: "arg", hasQuestionToken: argument === "optional", type }]),
    ...(routeStyle(route, context) === "upload"
      ? [{ name: "content", type: module.type(clientRuntime, "UploadContent") }]
      : []),
  ];
}

/** Whether the argument of a route is absent, optional or required. */
function argumentKind(route: Route, context: Context): "none" | "optional" | "required" {
  const { lookup } = context;
  if (lookup.withoutAliases(route.arg).kind === "void") {
    return "none";
  }
  const struct = lookup.plainStruct(route.arg);
  const isOptional = struct !== undefined && lookup.needsNothing(struct.name);
  // No optional parameter can come before the content of an upload.
  return isOptional && routeStyle(route, context) !== "upload" ? "optional" : "required";
}

/** The default argument of a route without required fields, as code. */
function emptyArgument(route: Route, { lookup }: Context): string {
  const struct = lookup.plainStruct(route.arg);
  const names = struct === undefined ? [] : lookup.allFields(struct.name).map(({ field }) => field.name);
  // Objects inherit other values under these names, so TypeScript does not accept `{}`.
  const inherited = names.filter((name) => name in Object.prototype && name !== "__proto__");
  return braced(inherited.map((name) => `${name}: undefined`));
}

function code(route: Route, form: CallForm, namespace: Namespace, module: Module, context: Context): string {
  const { naming } = context;
  const value = `${module.importValues("./routes.js", "routes")}.${naming.route(namespace.name, route)}`;
  const style = routeStyle(route, context);
  const content = style === "upload" ? ["content"] : [];
  const argument = argumentKind(route, context);
  // The parameters of a method with overloads do not get their types from the interface.
  const types =
    style === "download"
      ? {
          arg: `: ${typeText(route.arg, "write", context, qualifierIn(module, namespace, context))}`,
          options: `?: ${module.type(clientRuntime, form.options)}`,
        }
      : { arg: "", options: "" };
  const arg = {
    none: [],
    optional: [`arg${types.arg} = ${emptyArgument(route, context)}`],
    required: [`arg${types.arg}`],
  }[argument];
  const parameters = [...arg, ...content, `options${types.options}`].join(", ");
  const values = ["core", value, argument === "none" ? "undefined" : "arg", ...content, "options", ...form.values];
  const name = naming.method(namespace.name, route);
  return `${name}(${parameters}) {\nreturn ${module.value(clientRuntime, form.make)}(${values.join(", ")});\n}`;
}
