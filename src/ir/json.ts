import type * as ir from "./api.js";
import { isPrimitive } from "./kinds.js";
import { printJson, type Printed } from "./print-json.js";

/** Returns the API as a JSON document of version 1, as `ashlar ir` prints it. Integers are printed in full. */
export function toJson(api: ir.Api): string {
  return printJson({
    ashlarIr: 1,
    stoneCfg: api.stoneCfg === undefined ? undefined : { ...namespace(api.stoneCfg), routes: [] },
    namespaces: api.namespaces.map(namespace),
  });
}

function namespace(from: ir.Namespace): { [key: string]: Printed } {
  return {
    name: from.name,
    doc: from.doc?.text,
    imports: from.imports.map((entry) => ({ namespace: entry.namespace, for: entry.for })),
    annotationTypes: from.annotationTypes.map((type) => ({
      name: type.name,
      ...docs(type.doc),
      params: type.params.map((param) => ({
        name: param.name,
        ...docs(param.doc),
        type: typeForm(param.type),
        default: param.default,
      })),
    })),
    annotations: from.annotations.map((annotation) =>
      annotation.kind === "custom" ? { ...annotation, type: { ...annotation.type } } : { ...annotation },
    ),
    aliases: from.aliases.map((alias) => ({
      name: alias.name,
      ...docs(alias.doc),
      type: typeForm(alias.type),
      ...annotationMembers(alias),
    })),
    types: from.types.map(dataType),
    routes: from.routes.map((route) => ({
      name: route.name,
      version: route.version,
      ...docs(route.doc),
      deprecated:
        route.deprecated === undefined ? undefined : { by: route.deprecated.by && { ...route.deprecated.by } },
      arg: typeForm(route.arg),
      result: typeForm(route.result),
      error: typeForm(route.error),
      attrs: Object.fromEntries(Object.entries(route.attributes).map(([name, value]) => [name, valueForm(value)])),
    })),
  };
}

function dataType(type: ir.Struct | ir.Union): Printed {
  return {
    kind: type.kind,
    name: type.name,
    ...docs(type.doc),
    closed: type.kind === "union" ? type.closed : undefined,
    extends: type.parent === undefined ? undefined : { ...type.parent },
    subtypes:
      type.kind === "struct" && type.subtypes !== undefined
        ? {
            closed: type.subtypes.closed,
            tags: type.subtypes.tags.map((tag) => ({ name: tag.name, type: { ...tag.type } })),
          }
        : undefined,
    fields: type.fields.map(field),
    examples: some(type.examples.map((example) => ({ label: example.label, doc: example.doc, value: example.value }))),
  };
}

function field(from: ir.Field): Printed {
  return {
    name: from.name,
    ...docs(from.doc),
    type: typeForm(from.type),
    default: from.default === undefined ? undefined : valueForm(from.default),
    deprecated: flag(from.deprecated),
    preview: flag(from.preview),
    omittedCaller: from.omittedCaller,
    ...annotationMembers(from),
    catchAll: flag(from.catchAll),
  };
}

function annotationMembers(from: { redactor: ir.Redactor | undefined; annotations: readonly ir.AppliedAnnotation[] }): {
  [key: string]: Printed;
} {
  return {
    redactor: from.redactor && { ...from.redactor, annotation: { ...from.redactor.annotation } },
    annotations: some(
      from.annotations.map((applied) => ({
        annotation: { ...applied.annotation },
        type: { ...applied.type },
        args: applied.args,
      })),
    ),
  };
}

function docs(doc: ir.Doc | undefined): { [key: string]: Printed } {
  return { doc: doc?.text, rawDoc: doc?.raw };
}

function typeForm(type: ir.Type): Printed {
  if (isPrimitive(type)) {
    return { ...type };
  }
  switch (type.kind) {
    case "list":
      return { ...type, of: typeForm(type.of) };
    case "nullable":
      return { ...type, of: typeForm(type.of) };
    case "map":
      return { ...type, key: { ...type.key }, value: typeForm(type.value) };
    case "void":
    case "ref":
      return { ...type };
  }
}

function valueForm(value: ir.Value): Printed {
  return typeof value === "object" && value !== null ? { tag: value.tag, union: { ...value.union } } : value;
}

function flag(value: boolean): true | undefined {
  return value ? true : undefined;
}

function some(list: readonly Printed[]): readonly Printed[] | undefined {
  return list.length === 0 ? undefined : list;
}
