import { schemaNamespace } from "../../ir/names.js";
import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Finding, type Report } from "../../text/diagnostics/diagnostic.js";
import type * as ast from "../../syntax/ast.js";
import { isBuiltinType } from "./builtin-types.js";
import { isBuiltinAnnotation } from "./builtin-annotations.js";
import { canonicalName } from "./canonical-name.js";
import type { Declaration, DeclaredName, DeclaredNamespace } from "./declarations.js";
import { applyPatch } from "./patch.js";
import type { Section } from "./sections.js";

/**
 * The namespaces whose names differ only in case or `_`. A valid group contains one namespace. All share one set of
 * names (NAME-4).
 */
export interface DeclaredGroup {
  readonly sections: readonly Section[];
  readonly namespaces: ReadonlyMap<string, DeclaredNamespace>;
  readonly findings: readonly Finding[];
}

/** Declares the items of sections in order, and applies patches. Reports NAME, INL and PATCH errors. */
export function declareGroup(
  sections: readonly Section[],
  namesWithoutNamespace: ReadonlySet<string> | undefined,
): DeclaredGroup {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const namespaces = new Map<string, DeclaredNamespace>();
  const canonicalNames: DeclaredNamespace["canonicalNames"] = new Map();
  for (const section of sections) {
    const { text: name } = section.header.name;
    const namespace = namespaces.get(name) ?? emptyNamespace(name, canonicalNames);
    namespaces.set(name, namespace);
    addSection(section, namespace, report);
  }
  for (const { header, items } of sections) {
    const namespace = namespaces.get(header.name.text);
    for (const item of items) {
      if (item.kind === "patch" && namespace !== undefined) {
        applyPatch(item, namespace, namesWithoutNamespace, report);
      }
    }
  }
  return { sections, namespaces, findings };
}

function emptyNamespace(name: string, canonicalNames: DeclaredNamespace["canonicalNames"]): DeclaredNamespace {
  return {
    name,
    docs: [],
    definitions: new Map(),
    routes: new Map(),
    canonicalNames,
    brokenNames: new Set(),
    fragments: [],
  };
}

function addSection(
  { header, items, fragments, brokenNames }: Section,
  namespace: DeclaredNamespace,
  report: Report,
): void {
  addFragments(fragments, namespace);
  brokenNames.forEach((name) => namespace.brokenNames.add(name));
  if (header.doc !== undefined) {
    namespace.docs.push(header.doc);
  }
  const declarer = new SectionDeclarer(namespace, report);
  const inline: (ast.Struct | ast.Union)[] = [];
  for (const item of items) {
    if (item.kind === "struct" || item.kind === "union" || item.kind === "patch") {
      collectInline(item.fields, inline);
    }
    if (item.kind !== "namespace" && item.kind !== "import") {
      declarer.declare(item);
    }
  }
  // INL-4: inline definitions are declared after all others in the file, inner ones before outer ones.
  inline.forEach((definition) => {
    declarer.declare(definition);
  });
}

function addFragments(fragments: readonly ast.Item[], namespace: DeclaredNamespace): void {
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

function collectInline(fields: readonly ast.Field[], into: (ast.Struct | ast.Union)[]): void {
  for (const { inline } of fields) {
    if (inline !== undefined) {
      collectInline(inline.fields, into);
      into.push(inline);
    }
  }
}

type Declarable = Exclude<ast.Definition, ast.Patch>;

class SectionDeclarer {
  readonly #namespace: DeclaredNamespace;
  readonly #canonicalName: string;
  readonly #report: Report;

  constructor(namespace: DeclaredNamespace, report: Report) {
    this.#namespace = namespace;
    this.#canonicalName = canonicalName(namespace.name);
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
      this.#report(diagnostics.builtinRedefined(node.span, name));
      return true;
    }
    if (node.kind === "annotation_type" && isBuiltinAnnotation(name)) {
      this.#report(diagnostics.builtinAnnotationRedefined(node.span, name));
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
      this.#report(withRelated(diagnostics.duplicateName(node.span, name), first.span, "first declared here"));
      return true;
    }
    const similar = others[0];
    if (similar !== undefined) {
      const isForeign = similar.namespace !== namespace;
      const spelt = (declared: Pick<DeclaredName, "namespace" | "name">): string =>
        isForeign ? `${declared.namespace}.${declared.name}` : declared.name;
      const finding = diagnostics.similarName(node.span, spelt({ namespace, name }), spelt(similar));
      this.#report(withRelated(finding, similar.span, `'${spelt(similar)}' is declared here`));
    } else if (this.#canonicalName === canonical) {
      this.#report(diagnostics.namedLikeNamespace(node.span, name, namespace));
    }
    // A name that only resembles another can still be referred to, which avoids consequential errors.
    this.#namespace.canonicalNames.set(canonical, [...alike, { namespace, name, span: node.span, isRoute }]);
    return false;
  }

  #declareRoute(node: ast.Route): void {
    const name = node.name.text;
    const versions = this.#namespace.routes.get(name) ?? new Map<number, ast.Route>();
    const first = versions.get(node.version);
    if (first !== undefined) {
      this.#report(
        withRelated(diagnostics.duplicateRoute(node.span, name, node.version), first.span, "first declared here"),
      );
      return;
    }
    versions.set(node.version, node);
    this.#namespace.routes.set(name, versions);
  }

  /**
   * Whether a node may be declared in the schema, which cannot contain routes, or types other than the struct `Route`
   * (ATTR-1).
   */
  #fitsSchema(node: Declarable): boolean {
    if (node.kind === "route") {
      this.#report(diagnostics.routeInStoneCfg(node.span));
      return false;
    }
    const isType = node.kind === "struct" || node.kind === "union";
    if (isType && !(node.kind === "struct" && node.name.text === "Route")) {
      this.#report(diagnostics.typeInStoneCfg(node.span, node.name.text));
      return false;
    }
    return true;
  }
}

/**
 * The declaration of each node. A node is declared again whenever another one in its namespace changes, but must keep
 * the same declaration object.
 */
const declarations = new WeakMap<Declarable, Declaration>();

function toDeclaration(node: Exclude<Declarable, ast.Route>): Declaration {
  let declaration = declarations.get(node);
  if (declaration === undefined) {
    declaration = newDeclaration(node);
    declarations.set(node, declaration);
  }
  return declaration;
}

function newDeclaration(node: Exclude<Declarable, ast.Route>): Declaration {
  switch (node.kind) {
    case "struct":
    case "union":
      return {
        kind: "type",
        node,
        fields: node.fields,
        examples: node.examples.map((example) => ({ node: example, entries: example.entries })),
      };
    case "alias":
      return { kind: "alias", node };
    case "annotation":
      return { kind: "annotation", node };
    case "annotation_type":
      return { kind: "annotation type", node };
  }
}
