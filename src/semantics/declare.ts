import * as say from "../diagnostics/catalogue.js";
import { withRelated, type Report } from "../diagnostics/diagnostic.js";
import type * as ast from "../syntax/ast.js";
import { isBuiltinType } from "./builtin-types.js";
import { isBuiltinAnnotation } from "./builtin-annotations.js";
import type { Declaration, Declarations, DeclaredImport, DeclaredName, DeclaredNamespace } from "./declarations.js";
import { applyPatches } from "./patch.js";
import { schemaNamespace } from "./program.js";
import { canonicalName } from "./canonical-name.js";

/** What the files declare, in their order, with their patches applied. Reports NS, NAME, INL and PATCH errors. */
export function declare(files: readonly ast.SpecFile[], report: Report): Declarations {
  const declaring = new Declaring(report);
  for (const file of files) {
    declaring.addFile(file);
  }
  const { namespaces, imports, patches, homelessNames } = declaring;
  const declarations = { namespaces, imports, patches, homelessNames };
  applyPatches(declarations, report);
  return declarations;
}

class Declaring implements Declarations {
  readonly namespaces = new Map<string, DeclaredNamespace>();
  readonly imports: DeclaredImport[] = [];
  readonly patches: { namespace: DeclaredNamespace; node: ast.Patch }[] = [];
  homelessNames: Set<string> | undefined;
  /** What namespaces have declared whose names differ only in case or `_`, by canonical name. */
  readonly #canonicalNames = new Map<string, DeclaredNamespace["canonicalNames"]>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  addFile(file: ast.SpecFile): void {
    const [first, ...others] = file.items;
    const header = file.items.find((item) => item.kind === "namespace");
    if (first === undefined || header === undefined) {
      this.#addHomeless(file);
      return;
    }
    this.#addFragments(header, file.fragments);
    if (first.kind === "namespace") {
      this.#addSections(first, others, file.brokenNames);
      return;
    }
    this.#complainOfStart(file, first);
    this.#addSections(
      header,
      file.items.filter((item) => item !== header),
      file.brokenNames,
    );
  }

  #addFragments(header: ast.NamespaceHeader, fragments: readonly ast.Item[]): void {
    const namespace = this.#namespace(header.name.text);
    for (const fragment of fragments) {
      if (fragment.kind === "alias" || fragment.kind === "route") {
        namespace.fragments.push(fragment);
      } else if (fragment.kind === "struct" || fragment.kind === "union" || fragment.kind === "patch") {
        const inline: (ast.Struct | ast.Union)[] = [];
        collectInline(fragment.fields, inline);
        namespace.fragments.push(fragment, ...inline);
      }
    }
  }

  #addHomeless(file: ast.SpecFile): void {
    const [first] = file.items;
    if (first !== undefined) {
      this.#complainOfStart(file, first);
    }
    if (first !== undefined || file.broken) {
      const names = (this.homelessNames ??= new Set());
      file.items.forEach(({ name }) => names.add(name.text));
      file.brokenNames.forEach((name) => names.add(name));
    }
  }

  /** NS-2 */
  #complainOfStart(file: ast.SpecFile, first: ast.Item): void {
    // The header may be among what could not be read.
    if (!file.broken) {
      this.#report(say.missingNamespace(first.span));
    }
  }

  /** A namespace header and what follows it. What follows a second header, which is wrong, belongs to that (NS-3). */
  #addSections(header: ast.NamespaceHeader, items: readonly ast.Item[], brokenNames: readonly string[]): void {
    let current = header;
    let start = 0;
    for (const [index, item] of items.entries()) {
      if (item.kind === "namespace") {
        this.#addSection(current, items.slice(start, index), brokenNames);
        this.#report(withRelated(say.duplicateNamespace(item.span), header.span, "first declared here"));
        current = item;
        start = index + 1;
      }
    }
    this.#addSection(current, items.slice(start), brokenNames);
  }

  #addSection(header: ast.NamespaceHeader, items: readonly ast.Item[], brokenNames: readonly string[]): void {
    const namespace = this.#namespace(header.name.text);
    brokenNames.forEach((name) => namespace.brokenNames.add(name));
    if (header.doc !== undefined) {
      namespace.docs.push(header.doc);
    }
    const declarer = new Declarer(namespace, this.#report);
    const inline: (ast.Struct | ast.Union)[] = [];
    for (const item of items) {
      switch (item.kind) {
        case "namespace":
          break;
        case "import":
          this.imports.push({ by: namespace.name, node: item });
          break;
        case "patch":
          this.patches.push({ namespace, node: item });
          collectInline(item.fields, inline);
          break;
        default:
          if (item.kind === "struct" || item.kind === "union") {
            collectInline(item.fields, inline);
          }
          declarer.declare(item);
      }
    }
    // INL-4: inline definitions come after all others of the file, inner ones before outer ones.
    inline.forEach((definition) => {
      declarer.declare(definition);
    });
  }

  #namespace(name: string): DeclaredNamespace {
    let namespace = this.namespaces.get(name);
    if (namespace === undefined) {
      const canonical = canonicalName(name);
      const canonicalNames = this.#canonicalNames.get(canonical) ?? new Map<string, DeclaredName[]>();
      this.#canonicalNames.set(canonical, canonicalNames);
      namespace = {
        name,
        docs: [],
        definitions: new Map(),
        routes: new Map(),
        canonicalNames,
        brokenNames: new Set(),
        fragments: [],
      };
      this.namespaces.set(name, namespace);
    }
    return namespace;
  }
}

function collectInline(fields: readonly ast.Field[], into: (ast.Struct | ast.Union)[]): void {
  for (const { inline } of fields) {
    if (inline !== undefined) {
      collectInline(inline.fields, into);
      into.push(inline);
    }
  }
}

type Declarable = Exclude<ast.Definition, ast.Patch>;

class Declarer {
  readonly #namespace: DeclaredNamespace;
  readonly #report: Report;

  constructor(namespace: DeclaredNamespace, report: Report) {
    this.#namespace = namespace;
    this.#report = report;
  }

  declare(node: ast.Definition): void {
    if (node.kind === "patch" || this.#clashes(node)) {
      return;
    }
    if (this.#namespace.name === schemaNamespace && !this.#fitsSchema(node)) {
      return;
    }
    if (node.kind === "route") {
      this.#declareRoute(node);
      return;
    }
    this.#namespace.definitions.set(node.name.text, toDeclaration(node));
  }

  #clashes(node: Declarable): boolean {
    const name = node.name.text;
    if (isBuiltinType(name)) {
      this.#report(say.builtinRedefined(node.span, name));
      return true;
    }
    if (node.kind === "annotation_type" && isBuiltinAnnotation(name)) {
      this.#report(say.builtinAnnotationRedefined(node.span, name));
      return true;
    }
    const canonical = canonicalName(name);
    const isRoute = node.kind === "route";
    const alike = this.#namespace.canonicalNames.get(canonical) ?? [];
    // Routes may share names with routes.
    const others = alike.filter((other) => !(isRoute && other.isRoute));
    const namespace = this.#namespace.name;
    const first = others.find((other) => other.name === name && other.namespace === namespace);
    if (first !== undefined) {
      this.#report(withRelated(say.duplicateName(node.span, name), first.span, "first declared here"));
      return true;
    }
    const similar = others[0];
    if (similar !== undefined) {
      const isForeign = similar.namespace !== namespace;
      const spelt = (declared: Pick<DeclaredName, "namespace" | "name">): string =>
        isForeign ? `${declared.namespace}.${declared.name}` : declared.name;
      const finding = say.similarName(node.span, spelt({ namespace, name }), spelt(similar));
      this.#report(withRelated(finding, similar.span, `'${spelt(similar)}' is declared here`));
    } else if (canonicalName(namespace) === canonical) {
      this.#report(say.namedLikeNamespace(node.span, name, namespace));
    }
    // A name that is only similar can be used: no follow-up errors.
    this.#namespace.canonicalNames.set(canonical, [...alike, { namespace, name, span: node.span, isRoute }]);
    return false;
  }

  #declareRoute(node: ast.Route): void {
    const name = node.name.text;
    const versions = this.#namespace.routes.get(name) ?? new Map<number, ast.Route>();
    const first = versions.get(node.version);
    if (first !== undefined) {
      this.#report(withRelated(say.duplicateRoute(node.span, name, node.version), first.span, "first declared here"));
      return;
    }
    versions.set(node.version, node);
    this.#namespace.routes.set(name, versions);
  }

  /** ATTR-1: the schema has no routes, and no type but the struct `Route`. */
  #fitsSchema(node: Declarable): boolean {
    if (node.kind === "route") {
      this.#report(say.routeInStoneCfg(node.span));
      return false;
    }
    const isType = node.kind === "struct" || node.kind === "union";
    if (isType && !(node.kind === "struct" && node.name.text === "Route")) {
      this.#report(say.typeInStoneCfg(node.span, node.name.text));
      return false;
    }
    return true;
  }
}

function toDeclaration(node: Exclude<Declarable, ast.Route>): Declaration {
  switch (node.kind) {
    case "struct":
    case "union":
      return {
        kind: "type",
        node,
        fields: [...node.fields],
        examples: node.examples.map((example) => ({ node: example, entries: [...example.entries] })),
      };
    case "alias":
      return { kind: "alias", node };
    case "annotation":
      return { kind: "annotation", node };
    case "annotation_type":
      return { kind: "annotation type", node };
  }
}
