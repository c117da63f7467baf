import type { VariableStatementStructure } from "ts-morph";
import type { Namespace, Route, Value } from "../../ir/api.js";
import { locateCodec } from "../checks/codecs.js";
import { comment, type Mentions } from "../comments.js";
import { attributeText, type Context } from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import { mentionsIn } from "../mentions.js";
import { isIdempotent } from "../../facts/idempotence.js";
import { constant, variableKind } from "../../code/kinds.js";
import { braced, literalCode } from "../../code/literal.js";
import { stringCode } from "../../code/string.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { memberKey } from "../../code/keys.js";
import { routePath } from "../../facts/route-path.js";
import { docsProperty } from "../types/types.js";
import { typeText, type View } from "../../facts/type-text.js";
import { qualifierIn, typesPath } from "../types/qualifier.js";

const parts = ["arg", "result", "error"] as const;

/** The module with the routes of a namespace as values. */
export function emitRoutes(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const locals = namespace.routes.map((route) => naming.route(namespace.name, route));
  const module = new Module(`src/${naming.folder(namespace.name)}/routes.ts`, sourceName(namespace), locals);
  const constants = namespace.routes.map((route) => ({
    route,
    constant: routeConstant(route, namespace, module, context),
  }));
  const mentions = mentionsBeside(namespace, module, context, (route) => naming.route(namespace.name, route));
  for (const { route, constant } of constants) {
    module.add({ ...constant, ...docsProperty(routeDoc(route, namespace, context, [], mentions)) });
  }
  return module.finish();
}

/** The documentation of a route, with its deprecation. By default it links to the namespace's own types. */
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
  const permission = attributeText(route, context.binding.attributes.permission);
  return permission === undefined || permission === "" ? [] : [`Needs the permission \`${permission}\`.`];
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

/** The link targets for documentation in a module in the folder of a namespace, after its code is emitted. */
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

function routeConstant(
  route: Route,
  namespace: Namespace,
  module: Module,
  context: Context,
): VariableStatementStructure {
  const { naming } = context;
  const qualify = qualifierIn(module, namespace, context);
  const text = (part: (typeof parts)[number], view: View): string => typeText(route[part], view, context, qualify);
  const reading = [text("arg", "write"), text("result", "read"), text("error", "read")];
  const writing = [text("arg", "read"), text("result", "write"), text("error", "write")];
  const types = reading.every((type, index) => type === writing[index]) ? reading : [...reading, ...writing];
  const codecs = parts.flatMap((part) => {
    const { path, stem } = locateCodec(route[part], route, part, namespace, context);
    const member = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
    return [
      `encode${member}: ${module.value(path, `encode${stem}`)}`,
      `decode${member}: ${module.value(path, `decode${stem}`)}`,
    ];
  });
  const attributes = Object.entries(route.attributes).map(
    ([name, value]) => `${memberKey(name)}: ${attributeCode(value)}`,
  );
  const members = [
    `name: ${stringCode(`${namespace.name}/${route.name}`)}`,
    `version: ${route.version}`,
    `path: ${stringCode(routePath(namespace.name, route, context.binding))}`,
    `hasArg: ${String(context.lookup.withoutAliases(route.arg).kind !== "void")}`,
    `hasResult: ${String(context.lookup.withoutAliases(route.result).kind !== "void")}`,
    ...(isIdempotent(route, namespace, context) ? ["isIdempotent: true"] : []),
    `attributes: ${braced(attributes)}`,
    ...codecs,
  ];
  return {
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: naming.route(namespace.name, route),
        type: `${module.type("../runtime/routes.js", "Route")}<${types.join(", ")}>`,
        initializer: braced(members),
      },
    ],
  };
}

function attributeCode(value: Value): string {
  if (typeof value === "object" && value !== null) {
    return `{ ".tag": ${stringCode(value.tag)} }`;
  }
  return literalCode(value);
}
