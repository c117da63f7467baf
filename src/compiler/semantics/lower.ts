import { schemaNamespace } from "../../ir/names.js";
import type * as ir from "../../ir/api.js";
import type { Query } from "../queries/query.js";
import type * as ast from "../../syntax/ast.js";
import type { AnnotationTypes, Annotations, Applied } from "./annotations.js";
import type { Defaults } from "./defaults.js";
import {
  definitionsIn,
  qualifiedName,
  type AliasDefinition,
  type AnnotationDefinition,
  type AnnotationTypeDefinition,
  type RouteDefinition,
  type Scope,
  type TypeDefinition,
} from "./definitions.js";
import { DocReader } from "./docs.js";
import type { FieldInfo, Fields } from "./fields.js";
import { isOpen, type Parents } from "./inherit.js";
import { type Program } from "./program.js";
import type { AliasAnnotations } from "./redactors.js";
import type { Resolver } from "./resolve.js";
import type { Routes } from "./routes.js";
import type { SubtypeLists } from "./subtypes.js";

/** The results of the passes. */
export interface PassResults {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly annotationTypes: AnnotationTypes;
  readonly annotations: Annotations;
  readonly parents: Parents;
  readonly fields: Fields;
  readonly aliases: AliasAnnotations;
  readonly defaults: Defaults;
  readonly subtypes: SubtypeLists;
  readonly routes: Routes;
  readonly examples: Query<TypeDefinition, readonly ir.Example[]>;
  /** Reports errors that concern an alias as a whole. */
  readonly checkAlias: (alias: AliasDefinition) => void;
  readonly checkType: (type: TypeDefinition) => void;
}

/**
 * The API as plain data. Unresolved types are lowered to Void, so the result is valid only if no error was reported.
 */
export interface Lowered {
  /** The namespaces without their imports. */
  readonly namespaces: Query<Scope, ir.Namespace>;
  readonly types: Query<TypeDefinition, ir.Struct | ir.Union>;
}

/** Returns the queries that lower the results. Reports invalid references in documentation. */
export function lower(results: PassResults): Lowered {
  const { queries } = results.program;
  const lowering = new Lowering(results);
  const annotationTypes = queries.query((type: AnnotationTypeDefinition) => lowering.annotationType(type));
  const aliases = queries.query((alias: AliasDefinition) => lowering.alias(alias));
  const types = queries.query((type: TypeDefinition) => lowering.type(type));
  const routes = queries.query((route: RouteDefinition) => lowering.route(route));
  const docs = queries.query((scope: Scope) => lowering.namespaceDoc(scope));
  const members = queries.query((scope: Scope) => listMembers(scope));
  const namespaces = queries.query((scope: Scope) => {
    const listed = members.get(scope);
    return {
      name: scope.name,
      doc: docs.get(scope),
      imports: [],
      annotationTypes: listed.annotationTypes.map((type) => annotationTypes.get(type)),
      annotations: listed.annotations.flatMap((annotation) => results.annotations.get(annotation) ?? []),
      aliases: listed.aliases.map((alias) => aliases.get(alias)),
      types: listed.types.map((type) => types.get(type)),
      routes: listed.routes.map((route) => routes.get(route)),
    };
  });
  return { namespaces, types };
}

/** The declarations of a namespace, sorted by name. */
interface Members {
  readonly annotationTypes: readonly AnnotationTypeDefinition[];
  readonly annotations: readonly AnnotationDefinition[];
  readonly aliases: readonly AliasDefinition[];
  readonly types: readonly TypeDefinition[];
  readonly routes: readonly RouteDefinition[];
}

function listMembers(scope: Scope): Members {
  return {
    annotationTypes: byName(definitionsIn(scope, "annotation type")),
    annotations: byName(definitionsIn(scope, "annotation")),
    aliases: byName(definitionsIn(scope, "alias")),
    types: byName(definitionsIn(scope, "type")),
    routes: [...scope.routes.values()]
      .flatMap((versions) => [...versions.values()])
      .sort((a, b) => compareNames(a.name, b.name) || a.version - b.version),
  };
}

class Lowering {
  readonly #known: PassResults;
  readonly #docs: DocReader;

  constructor(results: PassResults) {
    this.#known = results;
    this.#docs = new DocReader(results.program, results.resolver, results.fields, results.parents);
  }

  namespaceDoc(scope: Scope): ir.Doc | undefined {
    return this.#docs.readNamespace(scope.docs.get(), scope);
  }

  annotationType(definition: AnnotationTypeDefinition): ir.AnnotationType {
    const { node, scope, name } = definition;
    return {
      name,
      doc: this.#docs.read(node.doc, { scope, checked: false }),
      params: this.#known.annotationTypes.get(definition).map((parameter) => ({
        name: parameter.name,
        doc: this.#docs.read(node.params[parameter.index]?.doc, { scope, checked: false }),
        type: parameter.type,
        default: parameter.default,
      })),
    };
  }

  alias(definition: AliasDefinition): ir.Alias {
    const { node, scope, name } = definition;
    this.#known.checkAlias(definition);
    const applied = this.#known.aliases.get(definition);
    return {
      name,
      doc: this.#docs.read(node.doc, { scope, checked: false }),
      type: this.#known.resolver.aliasType(definition) ?? { kind: "void" },
      redactor: lowerRedactor(applied),
      annotations: applied.custom,
    };
  }

  type(type: TypeDefinition): ir.Struct | ir.Union {
    const { fields, parents, subtypes, examples } = this.#known;
    const { node, scope, name } = type;
    this.#known.checkType(type);
    const parent = parents.get(type);
    const nodes = type.fields;
    const ownFields = fields.get(type).map((field) => this.#field(field, nodes[field.index]?.doc));
    const common = {
      name,
      doc: this.#docs.read(node.doc, { scope, type, checked: scope.name !== schemaNamespace }),
      parent: parent && qualifiedName(parent),
      examples: examples.get(type),
    };
    if (node.kind === "union") {
      // UNION-2: if the parent is open, `other` is inherited.
      const hasOther = !node.closed && !(parent !== undefined && isOpen(parent, parents));
      return { kind: "union", ...common, closed: node.closed, fields: hasOther ? [...ownFields, catchAll] : ownFields };
    }
    const list = subtypes.get(type);
    return {
      kind: "struct",
      ...common,
      fields: ownFields,
      subtypes:
        list === undefined || node.subtypes === undefined
          ? undefined
          : {
              closed: node.subtypes.closed,
              tags: list.map((member) => ({ name: member.tag, type: qualifiedName(member.type) })),
            },
    };
  }

  #field(field: FieldInfo, doc: ast.Doc | undefined): ir.Field {
    const { owner, applied } = field;
    return {
      name: field.name,
      doc: this.#docs.read(doc, {
        scope: owner.scope,
        type: owner,
        checked: owner.scope.name !== schemaNamespace,
        notices: applied.notices,
      }),
      type: field.type ?? { kind: "void" },
      default: this.#known.defaults.get(field),
      deprecated: applied.deprecated,
      preview: applied.preview,
      omittedCaller: applied.omittedCaller,
      redactor: lowerRedactor(applied),
      annotations: applied.custom,
      catchAll: false,
    };
  }

  route(route: RouteDefinition): ir.Route {
    const { node, scope, name, version } = route;
    const { types, attributes } = this.#known.routes.get(route);
    const by = node.deprecated?.by;
    return {
      name,
      version,
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

function lowerRedactor({ redactor }: Applied): ir.Redactor | undefined {
  return redactor && { kind: redactor.kind, regex: redactor.regex, annotation: redactor.annotation };
}

function byName<T extends { readonly name: string }>(list: T[]): T[] {
  return list.sort((a, b) => compareNames(a.name, b.name));
}

/** Compares names by code points. Names are ASCII, so UTF-16 code units have the same order. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
