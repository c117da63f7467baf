import type * as ir from "../ir/api.js";
import { schemaNamespace, versioned } from "../ir/names.js";
import { Lookup } from "../ir/walk.js";
import { isType, Names, type DeclaredType } from "../language-server/symbols/names.js";
import type * as ast from "../syntax/ast.js";
import type { Span } from "../text/span.js";

/** A field, tag or parameter, as compiled data and as a syntax node. */
export interface LintedField extends Subject {
  readonly owner: LintedType;
  readonly field: ir.Field;
  readonly node: ast.Field;
}

export interface LintedType extends Subject {
  readonly namespace: string;
  readonly name: string;
  readonly type: ir.Struct | ir.Union;
  readonly node: ast.Struct | ast.Union;
  /** The type's own fields or tags, including those of patches, but not the catch-all. */
  readonly fields: readonly LintedField[];
  /** The type's own examples, including those of patches. */
  readonly examples: readonly ast.Example[];
}

interface LintedAlias extends Subject {
  readonly namespace: string;
  readonly alias: ir.Alias;
  readonly node: ast.Alias;
}

interface LintedRoute extends Subject {
  readonly namespace: string;
  readonly route: ir.Route;
  readonly node: ast.Route;
}

interface LintedAnnotation extends Subject {
  readonly namespace: string;
  readonly node: ast.Annotation;
}

interface LintedAnnotationType extends Subject {
  readonly namespace: string;
  readonly node: ast.AnnotationType;
  readonly params: readonly (Subject & { readonly node: ast.Field })[];
}

/** A file of a namespace. */
export interface LintedFile extends Subject {
  readonly namespace: string;
  readonly spec: ast.SpecFile;
  readonly header: ast.NamespaceHeader;
  readonly imports: readonly ast.Import[];
}

/** Definitions with their locations in the source. */
interface Definitions {
  readonly namespaces: readonly (Subject & {
    readonly namespace: ir.Namespace;
    readonly files: readonly LintedFile[];
  })[];
  readonly types: readonly LintedType[];
  readonly aliases: readonly LintedAlias[];
  readonly routes: readonly LintedRoute[];
  readonly annotations: readonly LintedAnnotation[];
  readonly annotationTypes: readonly LintedAnnotationType[];
}

/** A compiled specification without errors, and its trees. This is the input of rules. */
export class Project implements Definitions {
  readonly api: ir.Api;
  readonly lookup: Lookup;
  /** The declarations in the trees, by name. */
  readonly names: Names;
  /** Sorted by path. */
  readonly files: readonly LintedFile[];
  /** All definitions, including those in `stone_cfg`, for rules about names and documentation. */
  readonly all: Definitions;
  readonly namespaces: Definitions["namespaces"];
  readonly types: Definitions["types"];
  readonly aliases: Definitions["aliases"];
  readonly routes: Definitions["routes"];
  readonly annotations: Definitions["annotations"];
  readonly annotationTypes: Definitions["annotationTypes"];
  /** All fields and tags outside of `stone_cfg`. */
  readonly fields: readonly LintedField[];
  readonly #types: ReadonlyMap<string, LintedType>;
  readonly #results = new Map<(project: Project) => unknown, unknown>();

  constructor(api: ir.Api, specs: readonly ast.SpecFile[]) {
    this.api = api;
    this.lookup = new Lookup(api);
    this.files = findFiles(specs);
    this.names = new Names(specs);
    this.all = findDefinitions(api, this.files, this.names);
    const isOurs = ({ namespace }: { readonly namespace: string }): boolean => namespace !== schemaNamespace;
    this.namespaces = this.all.namespaces.filter(({ target }) => target !== schemaNamespace);
    this.types = this.all.types.filter(isOurs);
    this.aliases = this.all.aliases.filter(isOurs);
    this.routes = this.all.routes.filter(isOurs);
    this.annotations = this.all.annotations.filter(isOurs);
    this.annotationTypes = this.all.annotationTypes.filter(isOurs);
    this.fields = this.types.flatMap(({ fields }) => fields);
    this.#types = new Map(this.all.types.map((type) => [type.target, type]));
  }

  /** Returns the struct or union with a name; undefined for aliases. */
  type({ namespace, name }: ir.Name): LintedType | undefined {
    return this.#types.get(`${namespace}.${name}`);
  }

  /** Returns the result of a function of the project. Each function is called only once. */
  get<Result>(compute: (project: Project) => Result): Result {
    if (!this.#results.has(compute)) {
      this.#results.set(compute, compute(this));
    }
    return this.#results.get(compute) as Result;
  }
}

/** Compares spans by path, then by position. */
export function compareSpans(a: Span, b: Span): number {
  const [first, second] = [a.source.path, b.source.path];
  return first === second ? a.source.offsetInFile(a.start) - b.source.offsetInFile(b.start) : first < second ? -1 : 1;
}

function findFiles(specs: readonly ast.SpecFile[]): LintedFile[] {
  return specs
    .flatMap((spec): LintedFile[] => {
      const header = spec.items.find((item) => item.kind === "namespace");
      if (header === undefined) {
        return [];
      }
      const { text, span } = header.name;
      const imports = spec.items.filter((item) => item.kind === "import");
      return [{ namespace: text, target: text, span, spec, header, imports }];
    })
    .sort((a, b) => compareSpans(a.span, b.span));
}

/** Returns the name of a route in findings, which contains the version unless it is 1. */
export function routeTarget(namespace: string, name: string, version: number): string {
  return `${namespace}.${versioned({ name, version })}`;
}

function findDefinitions(api: ir.Api, files: readonly LintedFile[], names: Names): Definitions {
  const namespaces = api.stoneCfg === undefined ? api.namespaces : [...api.namespaces, api.stoneCfg];
  return {
    namespaces: namespaces.flatMap((namespace) => {
      const namespaceFiles = files.filter((file) => file.namespace === namespace.name);
      return namespaceFiles.slice(0, 1).map(({ target, span }) => ({ target, span, namespace, files: namespaceFiles }));
    }),
    types: namespaces.flatMap(({ name: namespace, types }) =>
      types.flatMap((type) => {
        const declared = names.definition(namespace, type.name);
        return declared !== undefined && isType(declared) ? lintedType(type, declared, names) : [];
      }),
    ),
    aliases: namespaces.flatMap(({ name: namespace, aliases }) =>
      aliases.flatMap((alias) => {
        const node = names.definition(namespace, alias.name)?.node;
        return node?.kind === "alias"
          ? [{ target: `${namespace}.${alias.name}`, span: node.span, namespace, alias, node }]
          : [];
      }),
    ),
    routes: namespaces.flatMap(({ name: namespace, routes }) =>
      routes.flatMap((route) => {
        const node = names.routes(namespace, route.name).find(({ version }) => version === route.version);
        const target = routeTarget(namespace, route.name, route.version);
        return node === undefined ? [] : [{ target, span: node.span, namespace, route, node }];
      }),
    ),
    annotations: [...names.definitions()].flatMap(({ namespace, node }) =>
      node.kind === "annotation"
        ? [{ target: `${namespace}.${node.name.text}`, span: node.span, namespace, node }]
        : [],
    ),
    annotationTypes: [...names.definitions()].flatMap(({ namespace, node }) => {
      if (node.kind !== "annotation_type") {
        return [];
      }
      const target = `${namespace}.${node.name.text}`;
      const params = node.params.map((param) => ({
        target: `${target}.${param.name.text}`,
        span: param.span,
        node: param,
      }));
      return [{ target, span: node.span, namespace, node, params }];
    }),
  };
}

function lintedType(type: ir.Struct | ir.Union, declared: DeclaredType, names: Names): LintedType {
  const { namespace, node } = declared;
  const target = `${namespace}.${type.name}`;
  const examples = [...node.examples, ...names.patches(declared).flatMap((patch) => patch.examples)];
  const fields: LintedField[] = [];
  const linted = { target, span: node.name.span, namespace, name: type.name, type, node, fields, examples };
  const nodes = names.fields(declared);
  for (const [index, field] of type.fields.entries()) {
    const sameIndex = nodes[index];
    const fieldNode =
      sameIndex?.name.text === field.name ? sameIndex : nodes.find(({ name }) => name.text === field.name);
    if (fieldNode !== undefined && !field.catchAll) {
      fields.push({
        target: `${target}.${field.name}`,
        span: fieldNode.span,
        owner: linted,
        field,
        node: fieldNode,
      });
    }
  }
  return linted;
}

/** A named part of a specification that findings can be about. */
export interface Subject {
  /** Such as `files`, `files.Metadata`, `files.Metadata.name`, `files.list_folder:2` or `files.list_folder:2.scope`. */
  readonly target: string;
  /** The location of the subject's name. */
  readonly span: Span;
}
