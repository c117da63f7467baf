import type * as ir from "../ir/api.js";
import { versioned } from "../ir/names.js";
import { Lookup } from "../ir/walk.js";
import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import type { Subject } from "./subject.js";

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
  /** Its own ones and those of patches, without the catch-all. */
  readonly fields: readonly LintedField[];
  /** Its own ones and those of patches. */
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

/** Definitions with their places in the source; `schema` says whether those of `stone_cfg` are included. */
export interface Definitions {
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

const schemaNamespace = "stone_cfg";

/** A compiled specification without errors, with its trees: the input of rules. */
export class Project implements Definitions {
  readonly api: ir.Api;
  readonly lookup: Lookup;
  /** In ascending order of their paths. */
  readonly files: readonly LintedFile[];
  /** Including those of `stone_cfg`, for rules about names and documentation. */
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
    this.all = findDefinitions(api, this.files);
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

  /** The type of that name, unless it is an alias. */
  type({ namespace, name }: ir.Name): LintedType | undefined {
    return this.#types.get(`${namespace}.${name}`);
  }

  /** The result of a function of the project, which is computed once. */
  get<Result>(compute: (project: Project) => Result): Result {
    if (!this.#results.has(compute)) {
      this.#results.set(compute, compute(this));
    }
    return this.#results.get(compute) as Result;
  }
}

/** The order of paths, then of places. */
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

/** What the trees declare, by name. */
class Nodes {
  readonly types = new Map<string, { node: ast.Struct | ast.Union; fields: ast.Field[]; examples: ast.Example[] }>();
  readonly aliases = new Map<string, ast.Alias>();
  readonly routes = new Map<string, ast.Route>();
  readonly annotations: LintedAnnotation[] = [];
  readonly annotationTypes: LintedAnnotationType[] = [];
  readonly #patches: { readonly namespace: string; readonly node: ast.Patch }[] = [];

  constructor(files: readonly LintedFile[]) {
    for (const { namespace, spec } of files) {
      for (const item of spec.items) {
        this.#add(namespace, item);
      }
    }
    for (const { namespace, node } of this.#patches) {
      const target = [...this.types.keys()].find(
        (name) => canonical(name) === canonical(`${namespace}.${node.name.text}`),
      );
      const type = this.types.get(target ?? "");
      node.fields.forEach((field) => type?.fields.push(field));
      node.examples.forEach((example) => type?.examples.push(example));
    }
  }

  #add(namespace: string, item: ast.Item): void {
    const target = `${namespace}.${item.name.text}`;
    switch (item.kind) {
      case "struct":
      case "union":
        this.#addType(namespace, item);
        break;
      case "patch":
        this.#patches.push({ namespace, node: item });
        this.#addInline(namespace, item.fields);
        break;
      case "alias":
        this.aliases.set(target, item);
        break;
      case "route":
        this.routes.set(routeTarget(namespace, item.name.text, item.version), item);
        break;
      case "annotation":
        this.annotations.push({ target, span: item.span, namespace, node: item });
        break;
      case "annotation_type": {
        const params = item.params.map((node) => ({ target: `${target}.${node.name.text}`, span: node.span, node }));
        this.annotationTypes.push({ target, span: item.span, namespace, node: item, params });
        break;
      }
      case "namespace":
      case "import":
        break;
    }
  }

  #addType(namespace: string, node: ast.Struct | ast.Union): void {
    this.types.set(`${namespace}.${node.name.text}`, { node, fields: [...node.fields], examples: [...node.examples] });
    this.#addInline(namespace, node.fields);
  }

  #addInline(namespace: string, fields: readonly ast.Field[]): void {
    for (const { inline } of fields) {
      if (inline !== undefined) {
        this.#addType(namespace, inline);
      }
    }
  }
}

/** PATCH-2 */
function canonical(name: string): string {
  return name.replace(/[_/]/g, "").toLowerCase();
}

/** The target of a route, with its version if that is not 1. */
export function routeTarget(namespace: string, name: string, version: number): string {
  return `${namespace}.${versioned({ name, version })}`;
}

function findDefinitions(api: ir.Api, files: readonly LintedFile[]): Definitions {
  const nodes = new Nodes(files);
  const namespaces = api.stoneCfg === undefined ? api.namespaces : [...api.namespaces, api.stoneCfg];
  return {
    namespaces: namespaces.flatMap((namespace) => {
      const own = files.filter((file) => file.namespace === namespace.name);
      return own.slice(0, 1).map(({ target, span }) => ({ target, span, namespace, files: own }));
    }),
    types: namespaces.flatMap(({ name: namespace, types }) =>
      types.flatMap((type) => toType(namespace, type, nodes.types.get(`${namespace}.${type.name}`))),
    ),
    aliases: namespaces.flatMap(({ name: namespace, aliases }) =>
      aliases.flatMap((alias) => {
        const target = `${namespace}.${alias.name}`;
        const node = nodes.aliases.get(target);
        return node === undefined ? [] : [{ target, span: node.span, namespace, alias, node }];
      }),
    ),
    routes: namespaces.flatMap(({ name: namespace, routes }) =>
      routes.flatMap((route) => {
        const target = routeTarget(namespace, route.name, route.version);
        const node = nodes.routes.get(target);
        return node === undefined ? [] : [{ target, span: node.span, namespace, route, node }];
      }),
    ),
    annotations: nodes.annotations,
    annotationTypes: nodes.annotationTypes,
  };
}

function toType(
  namespace: string,
  type: ir.Struct | ir.Union,
  found: { node: ast.Struct | ast.Union; fields: ast.Field[]; examples: ast.Example[] } | undefined,
): LintedType[] {
  if (found === undefined) {
    return [];
  }
  const { node, examples } = found;
  const target = `${namespace}.${type.name}`;
  const fields: LintedField[] = [];
  const linted = { target, span: node.name.span, namespace, name: type.name, type, node, fields, examples };
  for (const [index, field] of type.fields.entries()) {
    const sameIndex = found.fields[index];
    const fieldNode =
      sameIndex?.name.text === field.name ? sameIndex : found.fields.find(({ name }) => name.text === field.name);
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
  return [linted];
}
