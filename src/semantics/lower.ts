import type * as ir from "../ir/api.js";
import type { AliasDefinition, Program, Scope, TypeDefinition } from "./program.js";
import { definitionsIn, qualifiedName, schemaNamespace } from "./program.js";
import type { AnnotationTypes, Annotations, Applied } from "./annotations.js";
import { DocReader } from "./docs.js";
import type { FieldInfo, Fields } from "./fields.js";
import { isOpen } from "./inherit.js";
import type { Resolver } from "./resolve.js";
import type { RouteInfo } from "./routes.js";
import type { SubtypeInfo } from "./subtypes.js";

/** All that the passes have learnt. */
export interface Analysis {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly annotationTypes: AnnotationTypes;
  readonly annotations: Annotations;
  readonly parents: ReadonlyMap<TypeDefinition, TypeDefinition>;
  readonly fields: Fields;
  readonly aliases: ReadonlyMap<AliasDefinition, Applied>;
  readonly defaults: ReadonlyMap<FieldInfo, ir.Value>;
  readonly subtypes: ReadonlyMap<TypeDefinition, readonly SubtypeInfo[]>;
  readonly routes: ReadonlyMap<Scope, readonly RouteInfo[]>;
  readonly examples: ReadonlyMap<TypeDefinition, readonly ir.Example[]>;
  readonly isWanted: (scope: Scope) => boolean;
}

/**
 * The wanted namespaces as plain data, without their imports. Reports wrong references in documentation. What is wrong stands
 * in it as Void, so that the result is of use only where nothing was reported.
 */
export function lower(analysis: Analysis): ir.Namespace[] {
  const lowering = new Lowering(analysis);
  return [...analysis.program.scopes.values()].filter(analysis.isWanted).map((scope) => lowering.namespace(scope));
}

class Lowering {
  readonly #analysis: Analysis;
  readonly #docs: DocReader;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#docs = new DocReader(analysis.program, analysis.resolver, analysis.fields, analysis.parents);
  }

  namespace(scope: Scope): ir.Namespace {
    const { annotations, routes } = this.#analysis;
    return {
      name: scope.name,
      doc: this.#docs.readNamespace(scope.docs, scope),
      imports: [],
      annotationTypes: byName(definitionsIn(scope, "annotation type").map((type) => this.#annotationType(type))),
      annotations: byName(
        definitionsIn(scope, "annotation").flatMap((definition) => annotations.get(definition) ?? []),
      ),
      aliases: byName(definitionsIn(scope, "alias").map((alias) => this.#alias(alias))),
      types: byName(definitionsIn(scope, "type").map((type) => this.#type(type))),
      routes: (routes.get(scope) ?? [])
        .map((route) => this.#route(route, scope))
        .sort((a, b) => compareNames(a.name, b.name) || a.version - b.version),
    };
  }

  #annotationType(definition: Parameters<AnnotationTypes["get"]>[0]): ir.AnnotationType {
    const { node, scope } = definition;
    const parameters = this.#analysis.annotationTypes.get(definition) ?? [];
    return {
      name: node.name.text,
      doc: this.#docs.read(node.doc, { scope, checked: false }),
      params: parameters.map((parameter) => ({
        name: parameter.name,
        doc: this.#docs.read(parameter.node.doc, { scope, checked: false }),
        type: parameter.type,
        default: parameter.default,
      })),
    };
  }

  #alias(definition: AliasDefinition): ir.Alias {
    const { node, scope } = definition;
    const applied = this.#analysis.aliases.get(definition);
    return {
      name: node.name.text,
      doc: this.#docs.read(node.doc, { scope, checked: false }),
      type: this.#analysis.resolver.aliasType(definition) ?? { kind: "void" },
      redactor: lowerRedactor(applied),
      annotations: applied?.custom ?? [],
    };
  }

  #type(type: TypeDefinition): ir.Struct | ir.Union {
    const { fields, parents, subtypes, examples } = this.#analysis;
    const { node, scope } = type;
    const parent = parents.get(type);
    const own = (fields.get(type) ?? []).map((field) => this.#field(field));
    const common = {
      name: node.name.text,
      doc: this.#docs.read(node.doc, { scope, type, checked: scope.name !== schemaNamespace }),
      parent: parent && qualifiedName(parent),
      examples: examples.get(type) ?? [],
    };
    if (node.kind === "union") {
      // UNION-2: below an open parent `other` is inherited.
      const hasOther = !node.closed && !(parent !== undefined && isOpen(parent, parents));
      return { kind: "union", ...common, closed: node.closed, fields: hasOther ? [...own, catchAll] : own };
    }
    const list = subtypes.get(type);
    return {
      kind: "struct",
      ...common,
      fields: own,
      subtypes:
        list === undefined || node.subtypes === undefined
          ? undefined
          : {
              closed: node.subtypes.closed,
              tags: list.map((member) => ({ name: member.tag, type: qualifiedName(member.type) })),
            },
    };
  }

  #field(field: FieldInfo): ir.Field {
    const { owner, applied } = field;
    return {
      name: field.name,
      doc: this.#docs.read(field.node.doc, {
        scope: owner.scope,
        type: owner,
        checked: owner.scope.name !== schemaNamespace,
        notices: applied.notices,
      }),
      type: field.type ?? { kind: "void" },
      default: this.#analysis.defaults.get(field),
      deprecated: applied.deprecated,
      preview: applied.preview,
      omittedCaller: applied.omittedCaller,
      redactor: lowerRedactor(applied),
      annotations: applied.custom,
      catchAll: false,
    };
  }

  #route({ node, types, attributes }: RouteInfo, scope: Scope): ir.Route {
    const by = node.deprecated?.by;
    return {
      name: node.name.text,
      version: node.version,
      doc: this.#docs.read(node.doc, { scope, checked: true }),
      deprecated: node.deprecated && { by: by && { name: by.name.text, version: by.version } },
      arg: types.arg ?? { kind: "void" },
      result: types.result ?? { kind: "void" },
      error: types.error ?? { kind: "void" },
      attributes: Object.fromEntries(attributes),
    };
  }
}

const catchAll: ir.Field = {
  name: "other",
  doc: undefined,
  type: { kind: "void" },
  default: undefined,
  deprecated: false,
  preview: false,
  omittedCaller: undefined,
  redactor: undefined,
  annotations: [],
  catchAll: true,
};

function lowerRedactor(applied: Applied | undefined): ir.Redactor | undefined {
  const redactor = applied?.redactor;
  return redactor && { kind: redactor.kind, regex: redactor.regex, annotation: redactor.annotation };
}

function byName<T extends { readonly name: string }>(list: T[]): T[] {
  return list.sort((a, b) => compareNames(a.name, b.name));
}

/** In order of code points; names are ASCII. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
