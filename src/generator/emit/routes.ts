import type { Name, Namespace, Route, Value } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { flatType } from "../code/flat/type.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations, objectMember } from "../code/template/template.js";
import type { Declaration } from "../code/tree/declaration.js";
import { literal, type Expression } from "../code/tree/expression.js";
import { reference, type TypeNode } from "../code/tree/type.js";
import { pathPrefix, routePath, type Binding } from "../facts/binding-options.js";
import { isLongPoll } from "../facts/changes.js";
import { permissionOf, type Context } from "../facts/context.js";
import { idempotencyHeader, isIdempotent } from "../facts/route-effects.js";
import { typeNode, type View } from "../facts/type-node.js";
import { checkName, importChecks } from "./checks/checks-module.js";
import { comment, mentionsIn, type Mentions } from "./comments.js";
import { sourceName, qualifierIn, typesPath } from "./namespace-module.js";

const parts = ["arg", "result", "error"] as const;

/** Returns the module that contains the routes of a namespace as values. */
export function emitRoutes(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming } = context;
  const locals = namespace.routes.map((route) => naming.route(namespace.name, route));
  const module = new Module(`src/${naming.folder(namespace.name)}/routes.ts`, sourceName(namespace), locals);
  const constants = namespace.routes.map((route) => ({
    route,
    constant: routeConstant(route, namespace, module, context),
  }));
  const mentions = mentionsBeside(namespace, module, context, (route) => naming.route(namespace.name, route));
  for (const { route, constant } of constants) {
    const doc = routeDoc(route, namespace, context, [], mentions);
    module.add(...constant.map((declaration) => ({ ...declaration, doc, origin: routeName(namespace.name, route) })));
  }
  return module.finish();
}

/** Returns the documentation of a route, with its deprecation. By default, it links only to types of the route's namespace. */
export function routeDoc(
  route: Route,
  namespace: Namespace,
  context: Context,
  notes: readonly string[],
  mentions: Mentions = mentionsIn(context, {
    prefix: (other) => (other === namespace.name ? `${context.naming.namespace(other)}.` : undefined),
  }),
): string | undefined {
  const all = [...permissionNotes(route, context), ...notes];
  return comment(route.doc, mentions, all, deprecationTags(route, namespace, mentions));
}

function permissionNotes(route: Route, context: Context): string[] {
  const permission = permissionOf(route, context);
  return permission === undefined ? [] : [`Needs the permission \`${permission}\`.`];
}

function deprecationTags(route: Route, namespace: Namespace, mentions: Mentions): string[] {
  if (route.deprecated === undefined) {
    return [];
  }
  const { by } = route.deprecated;
  const successor = by && namespace.routes.find(({ name, version }) => name === by.name && version === by.version);
  return [
    successor === undefined
      ? "@deprecated"
      : `@deprecated Use ${mentions.route(namespace.name, successor.name, successor.version)}.`,
  ];
}

/** Returns the mentions for documentation of a module in the folder of a namespace. Must be called after the module's code is emitted, because links need its imports. */
export function mentionsBeside(
  namespace: Namespace,
  module: Module,
  context: Context,
  nameOf: (route: Route) => string | undefined,
): Mentions {
  return mentionsIn(context, {
    prefix: (other) => {
      const local = module.typesImportName(typesPath(other, namespace, context));
      return local === undefined ? undefined : `${local}.`;
    },
    route: (other, name, version) => {
      const route = namespace.routes.find((route) => route.name === name && route.version === version);
      return route === undefined || other !== namespace.name ? undefined : nameOf(route);
    },
  });
}

function routeConstant(route: Route, namespace: Namespace, module: Module, context: Context): readonly Declaration[] {
  const { naming, binding } = context;
  const qualify = qualifierIn(module, namespace, context);
  const name = `${namespace.name}/${route.name}`;
  const path = routePath(namespace.name, route, binding);
  const type = (part: (typeof parts)[number], view: View): TypeNode => typeNode(route[part], view, context, qualify);
  const reading = [type("arg", "write"), type("result", "read"), type("error", "read")];
  const writing = [type("arg", "read"), type("result", "write"), type("error", "write")];
  const areSame = reading.map(flatType).join() === writing.map(flatType).join();
  const checks = parts.flatMap((part) => {
    const check = partCheck(route, part, namespace, module, context);
    return check === undefined ? [] : [objectMember`${part}: ${check}`];
  });
  const header = idempotencyHeader(route, namespace, context);
  const types = [...reading, ...(areSame ? [] : writing)];
  return declarations`
    export const ${naming.route(namespace.name, route)}: ${module.type("../runtime/shared.js", "Route")}<${types}> =
      /*#__PURE__*/ ${module.value("../runtime/shared.js", "defineRoute")}({
        name: ${literal(name)},
        ${route.version === 1 ? undefined : objectMember`version: ${literal(route.version)}`},
        ${path === name ? undefined : objectMember`path: ${literal(path)}`},
        ${isIdempotent(route, namespace, context) ? objectMember`isIdempotent: true` : undefined},
        ${isLongPoll(route, context.lookup) ? objectMember`isLongPoll: true` : undefined},
        ${header === undefined ? undefined : objectMember`idempotencyHeader: ${literal(header)}`},
        attributes: ${literal(routeAttributes(route))},
        ${checks},
      });
  `;
}

/** Returns the function that checks a part of a route; undefined if the part is Void. */
function partCheck(
  route: Route,
  part: (typeof parts)[number],
  namespace: Namespace,
  module: Module,
  context: Context,
): Expression | undefined {
  const check = partCheckName(route, part, namespace, context);
  if (check === undefined) {
    return undefined;
  }
  const isOwn = check.namespace === namespace.name;
  const checks = isOwn ? module.importValues("./checks.js", "checks") : importChecks(check.namespace, module, context);
  return code`${checks}.${check.name}`;
}

/** Returns the name and the namespace of the function that checks a part of a route; undefined if the part is Void. */
export function partCheckName(
  route: Route,
  part: (typeof parts)[number],
  { name: namespace }: Namespace,
  context: Context,
): Name | undefined {
  const type = route[part];
  if (context.lookup.withoutAliases(type).kind === "void") {
    return undefined;
  }
  return type.kind === "ref"
    ? { namespace: type.namespace, name: checkName(type, context) }
    : { namespace, name: `check${context.naming.routePart(namespace, route, part)}` };
}

/** Returns the attributes of a route as generated code contains them. */
export function routeAttributes({ attributes }: Route): Readonly<Record<string, unknown>> {
  const shown = (value: Value): unknown =>
    typeof value === "object" && value !== null ? { ".tag": value.tag } : value;
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, shown(value)]));
}

/** Returns the module that defines how routes are mapped to HTTP. */
export function emitBinding({ binding }: Context): TypeScriptModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  module.add({
    kind: "constant",
    isExported: true,
    name: "binding",
    type: reference(module.type("./runtime/shared.js", "Binding")),
    value: literal(runtimeBinding(binding)),
    doc: "How the routes of this package are mapped to HTTP.",
  });
  return module.finish("script");
}

/** Returns the part of a binding that clients and servers need. */
export function runtimeBinding(binding: Binding): object {
  const { hosts, headers, revisionFields, contentHash, retry, preflightFreeType, attributes } = binding;
  return {
    prefix: pathPrefix(binding),
    hosts,
    headers,
    revisionFields,
    ...(contentHash && { contentHash }),
    ...(retry && { retry }),
    preflightFreeType,
    attributes,
  };
}
