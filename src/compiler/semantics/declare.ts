import type * as ast from "../../syntax/ast.js";
import { isEqual } from "../../ir/equal.js";
import {
  canonicalName,
  type Declarations,
  type DeclaredNamespace,
  type DeclaredImport,
  type Declaration,
  type DeclaredName,
} from "./declarations.js";
import { haveSameItems } from "./definitions.js";
import type { Steps } from "../../text/steps.js";
import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Finding, type Report } from "../../text/diagnostics/diagnostic.js";
import { schemaNamespace } from "../../ir/names.js";
import { isBuiltinType } from "./builtin-types.js";
import { isBuiltinAnnotation } from "./builtin-annotations.js";
import { applyPatch } from "./patch.js";

/**
 * Collects the declarations of files incrementally. The object for a namespace is reused if none of the namespace's
 * files has changed.
 */
export class Declarer {
  readonly #files = new WeakMap<ast.SpecFile, DividedFile>();
  /** The groups of namespaces by canonical name. */
  #groups: ReadonlyMap<string, DeclaredGroup> = new Map();
  #namesWithoutNamespace: ReadonlySet<string> | undefined;

  /** Returns the declarations of the files, in their order, in one step per namespace. Reports NS, NAME, INL and PATCH errors. */
  *declare(files: readonly ast.SpecFile[]): Steps<Declarations> {
    const dividedFiles = files.map((file) => this.#divide(file));
    const sections = dividedFiles.flatMap((file) => file.sections);
    const withoutNamespace = dividedFiles.flatMap((file) =>
      file.namesWithoutNamespace === undefined ? [] : [file.namesWithoutNamespace],
    );
    const namesWithoutNamespace = withoutNamespace.length === 0 ? undefined : new Set(withoutNamespace.flat());
    const isUnchanged = isEqual(namesWithoutNamespace, this.#namesWithoutNamespace);
    const groups = new Map<string, DeclaredGroup>();
    for (const [name, ownSections] of groupByName(sections)) {
      const previousGroup = isUnchanged ? this.#groups.get(name) : undefined;
      const isKnown = previousGroup !== undefined && haveSameItems(previousGroup.sections, ownSections);
      groups.set(name, isKnown ? previousGroup : declareGroup(ownSections, namesWithoutNamespace));
      yield;
    }
    this.#groups = groups;
    this.#namesWithoutNamespace = namesWithoutNamespace;
    const namespaces = new Map<string, DeclaredNamespace>();
    for (const { header } of sections) {
      const name = header.name.text;
      const namespace = groups.get(canonicalName(name))?.namespaces.get(name);
      if (namespace !== undefined) {
        namespaces.set(name, namespace);
      }
    }
    return {
      namespaces,
      imports: dividedFiles.flatMap((file) => file.imports),
      namesWithoutNamespace,
      findings: [dividedFiles, [...groups.values()]].flat().flatMap(({ findings }) => findings),
    };
  }

  #divide(file: ast.SpecFile): DividedFile {
    let dividedFile = this.#files.get(file);
    if (dividedFile === undefined) {
      dividedFile = divide(file);
      this.#files.set(file, dividedFile);
    }
    return dividedFile;
  }
}

function groupByName(sections: readonly Section[]): Map<string, Section[]> {
  const groups = new Map<string, Section[]>();
  for (const section of sections) {
    const name = canonicalName(section.header.name.text);
    const group = groups.get(name) ?? [];
    group.push(section);
    groups.set(name, group);
  }
  return groups;
}

/** A namespace header, and the items of the file that belong to it. */
interface Section {
  readonly header: ast.NamespaceHeader;
  readonly items: readonly ast.Item[];
  /** The readable parts of definitions with syntax errors. */
  readonly fragments: readonly ast.Item[];
  readonly brokenNames: readonly string[];
}

/** The declarations of a file, by namespace. */
interface DividedFile {
  /** One section; more if the file has several headers, which is an error. */
  readonly sections: readonly Section[];
  readonly imports: readonly DeclaredImport[];
  /** The names in a file without a valid namespace. */
  readonly namesWithoutNamespace: readonly string[] | undefined;
  readonly findings: readonly Finding[];
}

/** Divides a file by its namespace headers. Reports NS errors. */
function divide(file: ast.SpecFile): DividedFile {
  const { items, broken, brokenNames, fragments } = file;
  const [first] = items;
  // The header may be among the lines that could not be read.
  const findings =
    first === undefined || first.kind === "namespace" || broken ? [] : [diagnostics.missingNamespace(first.span)]; // NS-2
  const header = items.find((item) => item.kind === "namespace");
  if (header === undefined) {
    const lacksNamespace = first !== undefined || broken;
    const namesWithoutNamespace = lacksNamespace ? [...items.map(({ name }) => name.text), ...brokenNames] : undefined;
    return { sections: [], imports: [], namesWithoutNamespace, findings };
  }
  const sections: Section[] = [];
  let current = header;
  let sectionItems: ast.Item[] = [];
  const add = (): void => {
    sections.push({
      header: current,
      items: sectionItems,
      fragments: current === header ? fragments : [],
      brokenNames,
    });
  };
  for (const item of items) {
    if (item.kind !== "namespace") {
      sectionItems.push(item);
    } else if (item !== header) {
      // Items after a second header, which is an error, belong to that header (NS-3).
      findings.push(withRelated(diagnostics.duplicateNamespace(item.span), header.span, "first declared here"));
      add();
      current = item;
      sectionItems = [];
    }
  }
  add();
  return { sections, imports: sections.flatMap(listImports), namesWithoutNamespace: undefined, findings };
}

function listImports({ header, items }: Section): DeclaredImport[] {
  return items.flatMap((node) => (node.kind === "import" ? [{ by: header.name.text, node }] : []));
}

/**
 * The namespaces whose names differ only in case or `_`. A valid group contains one namespace. All share one set of
 * names (NAME-4).
 */
interface DeclaredGroup {
  readonly sections: readonly Section[];
  readonly namespaces: ReadonlyMap<string, DeclaredNamespace>;
  readonly findings: readonly Finding[];
}

/** Declares the items of sections in order, and applies patches. Reports NAME, INL and PATCH errors. */
function declareGroup(
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
    const similarNames = this.#namespace.canonicalNames.get(canonical) ?? [];
    // Routes may share names with routes.
    const otherNames = similarNames.filter((other) => !(isRoute && other.isRoute));
    const namespace = this.#namespace.name;
    const first = otherNames.find((other) => other.name === name && other.namespace === namespace);
    if (first !== undefined) {
      this.#report(withRelated(diagnostics.duplicateName(node.span, name), first.span, "first declared here"));
      return true;
    }
    const similar = otherNames[0];
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
    this.#namespace.canonicalNames.set(canonical, [...similarNames, { namespace, name, span: node.span, isRoute }]);
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
