import * as say from "../diagnostics/catalogue.js";
import { withRelated, type Report } from "../diagnostics/diagnostic.js";
import type * as ast from "../syntax/ast.js";
import { isBuiltinType } from "./builtin-types.js";
import { isBuiltinAnnotation } from "./builtin-annotations.js";
import { schemaNamespace, type Definition, type Scope } from "./program.js";

/** The scopes by name, in order of first appearance. Reports NS, NAME and INL errors. */
export function declare(files: readonly ast.SpecFile[], report: Report): Map<string, Scope> {
  const scopes = new Map<string, Scope>();
  for (const file of files) {
    declareFile(file, scopes, report);
  }
  return scopes;
}

function declareFile(file: ast.SpecFile, scopes: Map<string, Scope>, report: Report): void {
  const [header, ...others] = file.items;
  if (header === undefined) {
    return;
  }
  if (header.kind !== "namespace") {
    // The header may be among what could not be read.
    if (!file.broken) {
      report(say.namespaceMissing(header.span));
    }
    return;
  }
  const scope = scopeNamed(header.name.text, scopes);
  file.brokenNames.forEach((name) => scope.brokenNames.add(name));
  if (header.doc !== undefined) {
    scope.docs.push(header.doc);
  }
  const declarer = new Declarer(scope, report);
  const inline: ast.Definition[] = [];
  for (const item of others) {
    switch (item.kind) {
      case "namespace":
        report(withRelated(say.namespaceTwice(item.span), header.span, "the namespace of the file"));
        return;
      case "import":
        scope.imports.push(item);
        break;
      case "patch":
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

function scopeNamed(name: string, scopes: Map<string, Scope>): Scope {
  let scope = scopes.get(name);
  if (scope === undefined) {
    scope = {
      name,
      docs: [],
      imports: [],
      definitions: new Map(),
      routes: new Map(),
      canonicalNames: new Map(),
      brokenNames: new Set(),
    };
    scopes.set(name, scope);
  }
  return scope;
}

function collectInline(fields: readonly ast.Field[], into: ast.Definition[]): void {
  for (const { inline } of fields) {
    if (inline !== undefined) {
      collectInline(inline.fields, into);
      into.push(inline);
    }
  }
}

type Declarable = Exclude<ast.Definition, ast.Patch>;

class Declarer {
  readonly #scope: Scope;
  readonly #report: Report;

  constructor(scope: Scope, report: Report) {
    this.#scope = scope;
    this.#report = report;
  }

  declare(node: ast.Definition): void {
    if (node.kind === "patch" || this.#clashes(node)) {
      return;
    }
    if (this.#scope.name === schemaNamespace && !this.#fitsSchema(node)) {
      return;
    }
    if (node.kind === "route") {
      this.#declareRoute(node);
      return;
    }
    this.#scope.definitions.set(node.name.text, definitionOf(node, this.#scope));
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
    const alike = this.#scope.canonicalNames.get(canonical) ?? [];
    // Routes may share names with routes.
    const others = alike.filter((other) => !(isRoute && other.isRoute));
    const first = others.find((other) => other.name === name);
    if (first !== undefined) {
      this.#report(withRelated(say.nameTwice(node.span, name), first.span, "first declared here"));
      return true;
    }
    const similar = others[0];
    if (similar !== undefined) {
      const finding = say.similarName(node.span, name, similar.name);
      this.#report(withRelated(finding, similar.span, `'${similar.name}' is declared here`));
    } else if (canonicalName(this.#scope.name) === canonical) {
      this.#report(say.namedLikeNamespace(node.span, name, this.#scope.name));
    }
    // A name that is only similar can be used: no follow-up errors.
    this.#scope.canonicalNames.set(canonical, [...alike, { name, span: node.span, isRoute }]);
    return false;
  }

  #declareRoute(node: ast.Route): void {
    const name = node.name.text;
    const versions = this.#scope.routes.get(name) ?? new Map<number, ast.Route>();
    const first = versions.get(node.version);
    if (first !== undefined) {
      this.#report(withRelated(say.routeTwice(node.span, name, node.version), first.span, "first declared here"));
      return;
    }
    versions.set(node.version, node);
    this.#scope.routes.set(name, versions);
  }

  /** ATTR-1: the schema has no routes, and no type but the struct `Route`. */
  #fitsSchema(node: Declarable): boolean {
    if (node.kind === "route") {
      this.#report(say.routeInSchema(node.span));
      return false;
    }
    const isType = node.kind === "struct" || node.kind === "union";
    if (isType && !(node.kind === "struct" && node.name.text === "Route")) {
      this.#report(say.typeInSchema(node.span, node.name.text));
      return false;
    }
    return true;
  }
}

function definitionOf(node: Exclude<Declarable, ast.Route>, scope: Scope): Definition {
  switch (node.kind) {
    case "struct":
    case "union":
      return {
        kind: "type",
        scope,
        node,
        fields: [...node.fields],
        examples: node.examples.map((example) => ({ node: example, entries: [...example.entries] })),
      };
    case "alias":
      return { kind: "alias", scope, node };
    case "annotation":
      return { kind: "annotation", scope, node };
    case "annotation_type":
      return { kind: "annotation type", scope, node };
  }
}

/** The name without `_` and `/`, in lower case (NAME-3). */
export function canonicalName(name: string): string {
  return name.replace(/[_/]/g, "").toLowerCase();
}
