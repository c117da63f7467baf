import { schemaNamespace } from "../../ir/names.js";
import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Type, Value } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type * as ast from "../../syntax/ast.js";
import type { Query } from "../queries/query.js";
import { tagProblem, type Defaults } from "./defaults.js";
import { describeDefinition, qualifiedName, type RouteDefinition } from "./definitions.js";
import { allFields, fieldNode, type FieldInfo, type Fields } from "./fields.js";
import { mayBeIncomplete, type Parents } from "./inherit.js";
import { kindOfType, referred, spanOnLine, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";
import { describe, fitPrimitive } from "./values.js";

interface RouteInfo {
  readonly types: {
    readonly arg: Type | undefined;
    readonly result: Type | undefined;
    readonly error: Type | undefined;
  };
  /** The attributes in the order that ATTR-4 defines. */
  readonly attributes: ReadonlyMap<string, Value>;
}

export interface RouteContext {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly fields: Fields;
  readonly parents: Parents;
  readonly defaults: Defaults;
}

export type Routes = Query<RouteDefinition, RouteInfo>;

/** Returns the query for the types and attributes of a route. Reports ROUTE and ATTR errors. */
export function resolveRoutes(context: RouteContext): Routes {
  const { program, resolver } = context;
  const schema = program.queries.single(() => schemaFields(context));
  return program.queries.query((route) => {
    const { node, scope } = route;
    checkSuccessor(route, context);
    const fields = schema.get();
    return {
      types: {
        arg: resolver.type(scope, node.types.arg),
        result: resolver.type(scope, node.types.result),
        error: resolver.type(scope, node.types.error),
      },
      attributes: fields === undefined ? new Map() : readAttributes(route, fields, context),
    };
  });
}

/**
 * Returns the fields of the schema of routes, `stone_cfg.Route`, required ones first (ATTR-4); an empty list if there is no
 * schema; undefined if it could not be read.
 */
function schemaFields({ program, fields, parents }: RouteContext): FieldInfo[] | undefined {
  const scope = program.scopes.get(schemaNamespace);
  const schema = scope?.definitions.get("Route");
  if (schema?.kind !== "type") {
    const isLost = scope === undefined ? program.namesWithoutNamespace !== undefined : scope.brokenNames.size > 0;
    return isLost ? undefined : [];
  }
  if (mayBeIncomplete(schema, parents)) {
    return undefined;
  }
  const all = allFields(schema, fields, parents);
  const isOptional = (field: FieldInfo): boolean => field.type?.kind === "nullable" || field.hasDefault;
  return [...all.filter((field) => !isOptional(field)), ...all.filter(isOptional)];
}

/** Reports a successor of a deprecated route that does not exist (ROUTE-3). */
function checkSuccessor({ node, scope }: RouteDefinition, { program, resolver }: RouteContext): void {
  const { report, suggestions } = program;
  const by = node.deprecated?.by;
  if (by === undefined) {
    return;
  }
  const name = by.name.text;
  const versions = scope.routes.get(name);
  if (versions?.has(by.version) === true || resolver.isBroken(scope, name.split("/")[0] ?? name)) {
    return;
  }
  const span = spanOnLine(node.span, by.name.span);
  const definition = scope.definitions.get(name);
  if (definition !== undefined) {
    const finding = diagnostics.successorNotRoute(span, name, describeDefinition(definition));
    report(withRelated(finding, definition.node.span, "declared here"));
    return;
  }
  const display = by.version === 1 ? name : `${name}:${by.version}`;
  const listRoutes = (): string[] =>
    [...scope.routes.values()].flatMap((versions) =>
      [...versions.values()].map((route) => (route.version === 1 ? route.name : `${route.name}:${route.version}`)),
    );
  report(diagnostics.unknownSuccessor(span, display, suggestions.nearest(display, listRoutes)));
}

function readAttributes(
  { node, scope, name }: RouteDefinition,
  schema: readonly FieldInfo[],
  context: RouteContext,
): Map<string, Value> {
  const { program, resolver, defaults } = context;
  // A missing attribute may be among the lines that could not be read.
  const isFragment = scope.brokenNames.has(name);
  const values = new Map<string, Value>();
  for (const field of schema) {
    const attribute = node.attributes.find(({ name }) => name.text === field.name);
    if (attribute !== undefined) {
      const value = attributeValue(attribute, field, context);
      if (value !== undefined && value !== null) {
        values.set(field.name, value);
      }
      continue;
    }
    const value = defaults.get(field);
    if (value !== undefined && value !== null) {
      values.set(field.name, value);
    } else if (!field.hasDefault && field.type !== undefined && !isFragment) {
      // ATTR-5: an attribute is also optional if its type is nullable through an alias.
      const type = resolver.withoutAliases(field.type);
      if (type !== undefined && type.kind !== "nullable") {
        const finding = diagnostics.missingAttribute(node.span, name, field.name);
        program.report(withRelated(finding, fieldNode(field).span, "declared here"));
      }
    }
  }
  for (const {
    span,
    name: { text },
    value,
  } of node.attributes) {
    // Without a schema, every attribute is unknown. In a fragment this is not reported, because the schema may be elsewhere.
    const isKnown = schema.some((field) => field.name === text) || (isFragment && schema.length === 0);
    if (!isKnown) {
      const nearest = program.suggestions.nearest(text, () => schema.map((field) => field.name));
      program.report(
        diagnostics.unknownAttribute(span, text, nearest, schema.length === 0 ? declarationOf(text, value) : undefined),
      );
    }
  }
  return values;
}

/** Returns the line that declares an attribute for a value, for specifications without a schema of attributes. */
function declarationOf(name: string, value: ast.Attribute["value"]): string {
  if (name === "style") {
    return 'style String = "rpc"';
  }
  const types = { string: "String", boolean: "Boolean", bigint: "Int64", number: "Float64" } as const;
  const kind = value.kind === "literal" ? typeof value.value : "string";
  return `${name} ${kind in types ? types[kind as keyof typeof types] : "String"}?`;
}

/** Returns the value of an attribute; undefined if its type is unknown, or rejects the value, which is reported. */
function attributeValue(attribute: ast.Attribute, field: FieldInfo, context: RouteContext): Value | undefined {
  const { program, resolver, fields, parents } = context;
  const { value } = attribute;
  const whole = field.type && resolver.withoutAliases(field.type);
  const type = field.type && resolver.bare(field.type);
  if (whole === undefined || type === undefined) {
    return undefined;
  }
  if (value.kind === "literal" && value.value === null && whole.kind === "nullable") {
    return null;
  }
  const span = attribute.span;
  const refuse = (reason: string): undefined => {
    program.report(diagnostics.invalidAttribute(span, field.name, reason));
  };
  if (type.kind === "ref") {
    const definition = referred(program, type);
    if (definition.kind === "type" && definition.head.kind === "union") {
      const union = definition.name;
      if (value.kind !== "word") {
        return refuse(`expected a tag of '${union}', found ${describe(value)}`);
      }
      const problem = tagProblem(value.text, definition, fields, parents);
      if (problem !== undefined) {
        const nearest = problem.kind === "unknown" ? program.suggestions.nearest(value.text, problem.names) : undefined;
        const text =
          problem.kind === "value"
            ? "carries a value"
            : nearest === undefined
              ? "does not exist"
              : `does not exist (did you mean '${nearest}'?)`;
        const finding = diagnostics.attributeTag(span, value.text, union, text);
        program.report(withRelated(finding, definition.node.span, `'${union}' is declared here`));
        return undefined;
      }
      return { tag: value.text, union: qualifiedName(definition) };
    }
  }
  if (!isPrimitive(type)) {
    program.report(diagnostics.attributeImpossible(span, field.name, kindOfType(program, type)));
    return undefined;
  }
  const fit = fitPrimitive(type, value);
  return fit.ok ? fit.value : refuse(fit.reason);
}
