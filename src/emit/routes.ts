import { StructureKind, VariableDeclarationKind, type VariableStatementStructure } from "ts-morph";
import type { Namespace, Route, Value } from "../ir/api.js";
import { codecOf } from "./codecs.js";
import { comment } from "./comments.js";
import { mentionsIn, sourceOf, type Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";
import { propertyKey } from "./naming.js";
import { routePath } from "./route-path.js";
import { docsOf } from "./types.js";
import { qualifierIn, typeText, type View } from "./type-text.js";

const parts = ["arg", "result", "error"] as const;

/** The module with the routes of a namespace as values. */
export function emitRoutes(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const locals = namespace.routes.map((route) => naming.route(namespace.name, route));
  const module = new Module(`src/${naming.folder(namespace.name)}/routes.ts`, sourceOf(namespace), locals);
  for (const route of namespace.routes) {
    module.add(routeConstant(route, namespace, module, context));
  }
  return module.finish();
}

/** The documentation of a route, with its deprecation. */
export function routeDoc(
  route: Route,
  namespace: Namespace,
  context: Context,
  notes: readonly string[],
): string | undefined {
  const mentions = mentionsIn(namespace, context, `${context.naming.namespace(namespace.name)}.`);
  return comment(route.doc, mentions, notes, deprecationTags(route, namespace, context));
}

function deprecationTags(route: Route, namespace: Namespace, { naming }: Context): string[] {
  if (route.deprecated === undefined) {
    return [];
  }
  const { by } = route.deprecated;
  const successor = by && namespace.routes.find(({ name, version }) => name === by.name && version === by.version);
  return [successor === undefined ? "@deprecated" : `@deprecated Use \`${naming.method(namespace.name, successor)}\`.`];
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
    const { path, stem } = codecOf(route[part], route, part, namespace, context);
    const member = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
    return [
      `encode${member}: ${module.value(path, `encode${stem}`)}`,
      `decode${member}: ${module.value(path, `decode${stem}`)}`,
    ];
  });
  const attributes = Object.entries(route.attributes).map(
    ([name, value]) => `${propertyKey(name)}: ${attributeText(value)}`,
  );
  const members = [
    `name: ${JSON.stringify(`${namespace.name}/${route.name}`)}`,
    `version: ${route.version}`,
    `path: ${JSON.stringify(routePath(namespace.name, route, context.binding))}`,
    `hasArg: ${String(context.lookup.withoutAliases(route.arg).kind !== "void")}`,
    `hasResult: ${String(context.lookup.withoutAliases(route.result).kind !== "void")}`,
    `attributes: { ${attributes.join(", ")} }`,
    ...codecs,
  ];
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [
      {
        name: naming.route(namespace.name, route),
        type: `${module.type("../runtime/route.js", "Route")}<${types.join(", ")}>`,
        initializer: `{ ${members.join(", ")} }`,
      },
    ],
    ...docsOf(routeDoc(route, namespace, context, [])),
  };
}

function attributeText(value: Value): string {
  if (typeof value === "object" && value !== null) {
    return `{ ".tag": ${JSON.stringify(value.tag)} }`;
  }
  return typeof value === "bigint" ? `${value.toString()}n` : JSON.stringify(value);
}
