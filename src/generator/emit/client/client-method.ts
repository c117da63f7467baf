import type { Namespace, Route } from "../../../ir/api.js";
import { routeName } from "../../../ir/names.js";
import { callForm, clientRuntime, importRoute, type CallForm } from "./call-form.js";
import type { Mentions } from "../comments.js";
import { routeStyle, type Context } from "../../facts/context.js";
import type { Module } from "../../code/module.js";
import { methodKey } from "../../code/literals.js";
import type { MethodType } from "../../code/tree/declaration.js";
import { objectMember } from "../../code/template/template.js";
import {
  literal,
  object,
  property,
  type Expression,
  type ObjectMember,
  type Parameter,
} from "../../code/tree/expression.js";
import { reference, union, type TypeNode } from "../../code/tree/type.js";
import { typeNode } from "../../facts/type-node.js";
import { qualifierIn } from "../namespace-module.js";

/** The method of a client that calls a route. */
export interface ClientMethod {
  readonly route: Route;
  /** The signature without documentation, whose link targets are known only after all methods are emitted. */
  readonly signature: MethodType;
  /** Overloads, which come before the signature. */
  readonly overloads: readonly MethodType[];
  /** The member of the object literal. */
  readonly implementation: ObjectMember;
  /** Returns the notes that follow the documentation from the specification. */
  readonly notes: (mentions: Mentions) => readonly string[];
}

/** Returns the method for a route, for the module that contains the client of its namespace. */
export function clientMethod(route: Route, namespace: Namespace, module: Module, context: Context): ClientMethod {
  const form = callForm(route, namespace, module, context);
  const parameters = methodParameters(route, namespace, module, context);
  const qualify = qualifierIn(module, namespace, context);
  const result = typeNode(route.result, "read", context, qualify);
  const error = typeNode(route.error, "read", context, qualify);
  const returnType = (type: string, result: TypeNode): TypeNode =>
    reference(module.type(clientRuntime, type), result, error, ...form.typeArguments);
  const methodName = context.naming.method(namespace.name, route);
  const optionsType = (options: string): TypeNode => {
    const errors =
      route.error.kind === "void" ? [] : [reference(module.type("../runtime/shared.js", "ErrorTags"), error)];
    return reference(module.type(clientRuntime, options), ...errors);
  };
  const signature = (options: string, isOptional: boolean, result: TypeNode): MethodType => ({
    name: methodKey(methodName),
    origin: routeName(namespace.name, route),
    parameters: [
      ...(isOptional ? parameters : parameters.map((parameter) => ({ ...parameter, isOptional: false }))),
      { name: "options", isOptional, type: optionsType(options) },
    ],
    result,
  });
  const download = (): TypeNode => reference(module.type(clientRuntime, "Download"), result);
  const downloadIfChanged = (): TypeNode => union([download(), reference(module.type(clientRuntime, "NotModified"))]);
  return {
    route,
    signature: signature(form.options, true, returnType(form.type, result)),
    overloads:
      routeStyle(route, context) === "download"
        ? [
            {
              ...signature("ConditionalDownloadOptions", false, returnType("Call", downloadIfChanged())),
              doc: "Overload for conditional downloads: returns {@link NotModified} if the content has not changed since `ifNoneMatch`.",
            },
          ]
        : [],
    implementation: implementation(route, form, optionsType(form.options), namespace, module, context),
    notes: (mentions) => [
      ...(route.error.kind === "ref" ? [`Rejects with a \`RouteError\` of ${mentions.type(route.error)}.`] : []),
      ...form.notes(mentions),
    ],
  };
}

/** Returns the parameters before the options: the argument, if there is one, and the content of an upload. */
function methodParameters(route: Route, namespace: Namespace, module: Module, context: Context): Parameter[] {
  const argument = argumentKind(route, context);
  const type = typeNode(route.arg, "write", context, qualifierIn(module, namespace, context));
  return [
    ...(argument === "none" ? [] : [{ name: "arg", isOptional: argument === "optional", type }]),
    ...(routeStyle(route, context) === "upload"
      ? [{ name: "content", type: reference(module.type(clientRuntime, "UploadContent")) }]
      : []),
  ];
}

/** Returns whether a method has no argument, an optional one or a required one. */
export function argumentKind(route: Route, context: Context): "none" | "optional" | "required" {
  const { lookup } = context;
  if (lookup.withoutAliases(route.arg).kind === "void") {
    return "none";
  }
  const struct = lookup.plainStruct(route.arg);
  const isOptional = struct !== undefined && lookup.needsNothing(struct.name);
  // An optional parameter cannot precede the content of an upload.
  return isOptional && routeStyle(route, context) !== "upload" ? "optional" : "required";
}

/** Returns the argument that is sent if the caller passes none, for a route without required fields. */
export function emptyArgument(route: Route, { lookup }: Context): Expression {
  const struct = lookup.plainStruct(route.arg);
  if (struct === undefined) {
    return literal(undefined); // the argument is Void
  }
  const names = lookup.allFields(struct.name).map(({ field }) => field.name);
  // Objects inherit other values under these names, so TypeScript does not accept `{}`.
  const inherited = names.filter((name) => name in Object.prototype && name !== "__proto__");
  return object(inherited.map((name) => property(name, literal(undefined))));
}

function implementation(
  route: Route,
  form: CallForm,
  optionsType: TypeNode,
  namespace: Namespace,
  module: Module,
  context: Context,
): ObjectMember {
  const { naming } = context;
  const style = routeStyle(route, context);
  const argument = argumentKind(route, context);
  const content = style === "upload" ? "content" : undefined;
  // The parameters of overloaded methods do not get their types from the interface.
  const isTyped = style === "download";
  const arg: Parameter = {
    name: "arg",
    ...(isTyped && { type: typeNode(route.arg, "write", context, qualifierIn(module, namespace, context)) }),
    ...(argument === "optional" && { initializer: emptyArgument(route, context) }),
  };
  const options: Parameter = {
    name: "options",
    ...(isTyped && { isOptional: true, type: optionsType }),
  };
  const called = importRoute({ namespace, route }, namespace, module, context);
  const call = module.value(clientRuntime, form.make);
  const [parameter, value] = argument === "none" ? [undefined, literal(undefined)] : [arg, "arg"];
  return objectMember`${naming.method(namespace.name, route)}(${parameter}, ${content}, ${options}) {
    return ${call}(core, ${called}, ${value}, ${content}, options, ${form.values});
  }`;
}
