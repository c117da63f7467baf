import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Finding } from "../../text/diagnostics/diagnostic.js";
import type { Type } from "../../ir/api.js";
import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { builtinType, foreignName, isBuiltinType } from "./builtin-types.js";
import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import { describeDefinition, refTo, type AliasDefinition, type Definition, type Scope } from "./definitions.js";
import type { Imports } from "./imports.js";
import { listDefinitions, referred, type Program } from "./program.js";
import { declaredIn, TypeSuggestions } from "./type-suggestions.js";

/** A type marked with `?`. */
interface Nullable {
  readonly ref: ast.TypeRef;
  readonly of: Type;
}

/** Resolves names in namespaces. */
export class Resolver {
  readonly #program: Program;
  readonly #imports: Imports;
  /**
   * The type after the `=` of an alias. Its types marked with `?` are checked later, because they may depend on the
   * alias itself.
   */
  readonly #written: Query<
    AliasDefinition,
    { readonly type: Type | undefined; readonly nullables: readonly Nullable[] }
  >;
  /** The valid aliases with their types. */
  readonly #aliasTypes: Result<ReadonlyMap<AliasDefinition, Type>>;
  readonly #aliasType: Query<AliasDefinition, Type | undefined>;
  /** Suggestions for types that do not exist. */
  readonly suggestions: TypeSuggestions;

  constructor(program: Program, imports: Imports) {
    const { queries } = program;
    this.#program = program;
    this.#imports = imports;
    this.suggestions = new TypeSuggestions(program, imports);
    this.#written = queries.query(({ scope, node }) => {
      const nullables: Nullable[] = [];
      return { type: this.#resolve(scope, node.type, nullables), nullables };
    });
    this.#aliasTypes = queries.single(() => this.#followAliases());
    this.#aliasType = queries.query((alias) => this.#aliasTypes.get().get(alias));
  }

  /**
   * Returns the type that a reference in `scope` resolves to; undefined, with a report of REF errors, if it cannot be
   * resolved.
   */
  type(scope: Scope, ref: ast.TypeRef): Type | undefined {
    const nullables: Nullable[] = [];
    const type = this.#resolve(scope, ref, nullables);
    this.#checkNullables(nullables);
    return type;
  }

  /** Returns the type that an alias names; undefined if it is invalid. */
  aliasType(alias: AliasDefinition): Type | undefined {
    return this.#aliasType.get(alias);
  }

  /** Reports `?` in the type of an alias where it is not allowed. */
  checkAlias(alias: AliasDefinition): void {
    this.#checkNullables(this.#written.get(alias).nullables);
  }

  /** Returns the types of all valid aliases. Reports E-ALIAS-1. */
  #followAliases(): Map<AliasDefinition, Type> {
    const types = new Map<AliasDefinition, Type | undefined>();
    for (const alias of listDefinitions(this.#program, "alias")) {
      // This is a loop instead of recursion, because chains of aliases can be long.
      const chain = new Map<AliasDefinition, Type>();
      let end: AliasDefinition | undefined = alias;
      let isWrong = false;
      while (end !== undefined && !types.has(end)) {
        const { type } = this.#written.get(end);
        if (type === undefined) {
          types.set(end, undefined);
          break;
        }
        chain.set(end, type);
        const next = this.#directAlias(type);
        if (next !== undefined && chain.has(next)) {
          this.#program.report(diagnostics.circularAlias(end.node.span, end.name));
          isWrong = true;
          break;
        }
        end = next;
      }
      isWrong ||= end !== undefined && types.has(end) && types.get(end) === undefined;
      for (const [member, type] of chain) {
        types.set(member, isWrong ? undefined : type);
      }
    }
    return new Map([...types].flatMap(([alias, type]) => (type === undefined ? [] : [[alias, type] as const])));
  }

  /** Returns the type that aliases resolve to, which may be nullable; undefined if one of the aliases is invalid. */
  withoutAliases(type: Type): Type | undefined {
    let at: Type | undefined = type;
    while (at?.kind === "ref") {
      const definition = referred(this.#program, at);
      if (definition.kind === "type") {
        return at;
      }
      at = this.aliasType(definition);
    }
    return at;
  }

  /** Returns the type without aliases and without `nullable`; undefined if one of the aliases is invalid. */
  bare(type: Type): Type | undefined {
    const at = this.withoutAliases(type);
    return at?.kind === "nullable" ? this.withoutAliases(at.of) : at;
  }

  /** Looks up a definition by its name. Returns undefined, with a report, if the qualifier is invalid. */
  lookUp(scope: Scope, qualifier: ast.Name | undefined, name: string): { found: Definition | undefined } | undefined {
    if (qualifier === undefined) {
      return { found: scope.definitions.get(name) };
    }
    const namespace = this.namespace(scope, qualifier.text, qualifier.span);
    return namespace && { found: namespace.definitions.get(name) };
  }

  /** Whether the namespace `scope` imports a namespace. */
  imports(scope: Scope, name: string): boolean {
    return this.#imports.get(scope).has(name);
  }

  /** Returns the namespace that a qualifier refers to; undefined, with a report, if it refers to none. */
  namespace(scope: Scope, qualifier: string, span: Span): Scope | undefined {
    const namespace = this.findNamespace(scope, qualifier, span);
    if (namespace !== undefined && "code" in namespace) {
      this.#program.report(namespace);
      return undefined;
    }
    return namespace;
  }

  /**
   * Returns the namespace that a qualifier refers to, or the reason why it refers to none; undefined if that has
   * already been reported.
   */
  findNamespace(scope: Scope, qualifier: string, span: Span): Scope | Finding | undefined {
    const { scopes, imports, suggestions, namesWithoutNamespace } = this.#program;
    const namespace = scopes.get(qualifier);
    if (namespace !== undefined && this.imports(scope, qualifier)) {
      return namespace;
    }
    if (qualifier === scope.name) {
      return diagnostics.ownQualifier(span, qualifier);
    }
    const definition = scope.definitions.get(qualifier);
    if (definition !== undefined) {
      const finding = diagnostics.notANamespace(span, qualifier, describeDefinition(definition));
      return withRelated(finding, definition.node.span, "declared here");
    }
    if (scope.brokenNames.has(qualifier)) {
      return undefined;
    }
    if (namespace !== undefined) {
      return diagnostics.notImported(span, qualifier);
    }
    const isImported = imports.some((other) => other.by === scope.name && other.node.name.text === qualifier);
    return isImported || namesWithoutNamespace !== undefined
      ? undefined
      : diagnostics.unknownNamespace(
          span,
          qualifier,
          suggestions.nearest(qualifier, () => scopes.keys()),
        );
  }

  /** Whether a name in a namespace may belong to a definition that could not be read. */
  isBroken(scope: Scope, name: string): boolean {
    return scope.brokenNames.has(name) || this.#program.namesWithoutNamespace?.has(name) === true;
  }

  /** Resolves a type. Adds types marked with `?` to `nullables`, to be checked after aliases are resolved. */
  #resolve(scope: Scope, ref: ast.TypeRef, nullables: Nullable[]): Type | undefined {
    const type = this.#resolveName(scope, ref, nullables);
    if (type === undefined || !ref.nullable) {
      return type;
    }
    nullables.push({ ref, of: type });
    return { kind: "nullable", of: type };
  }

  /** Reports `?` on types that have no value or are already nullable (REF-4, QUIRK-9). */
  #checkNullables(nullables: readonly Nullable[]): void {
    for (const { ref, of } of nullables) {
      const target = this.withoutAliases(of);
      if (target?.kind === "void") {
        this.#program.report(diagnostics.nullableVoid(ref.span));
      } else if (target?.kind === "nullable") {
        this.#program.report(diagnostics.nullableTwice(ref.span, ref.name.text));
      }
    }
  }

  #resolveName(scope: Scope, ref: ast.TypeRef, nullables: Nullable[]): Type | undefined {
    const { report } = this.#program;
    const name = ref.name.text;
    const result = this.lookUp(scope, ref.qualifier, name);
    if (result === undefined) {
      return undefined;
    }
    if (isBuiltinType(name)) {
      return builtinType(ref, (arg) => this.#resolve(scope, arg, nullables), report);
    }
    const definition = result.found;
    if (definition === undefined) {
      this.#reportUnknown(scope, ref);
      return undefined;
    }
    if (definition.kind !== "type" && definition.kind !== "alias") {
      const finding = diagnostics.notAType(ref.span, name, describeDefinition(definition));
      report(withRelated(finding, definition.node.span, "declared here"));
      return undefined;
    }
    if (ref.args !== undefined && ref.args.length > 0) {
      report(diagnostics.argumentsOnNamedType(ref.span, name));
      return undefined;
    }
    return refTo(definition);
  }

  #reportUnknown(scope: Scope, ref: ast.TypeRef): void {
    const name = ref.name.text;
    const { report, scopes } = this.#program;
    const namespace = ref.qualifier === undefined ? scope : (scopes.get(ref.qualifier.text) ?? scope);
    if (this.isBroken(namespace, name)) {
      return;
    }
    const route = namespace.routes.get(name)?.values().next().value;
    if (route !== undefined) {
      report(withRelated(diagnostics.notAType(ref.span, name, "a route"), route.node.span, "declared here"));
      return;
    }
    if (ref.qualifier === undefined && scopes.has(name)) {
      report(diagnostics.notAType(ref.span, name, "a namespace"));
      return;
    }
    const foreign = ref.qualifier === undefined ? foreignName(name) : undefined;
    const elsewhere = this.suggestions.declaredElsewhere(name);
    const nearest = (elsewhere === undefined ? foreign : undefined) ?? this.suggestions.inNamespace(namespace, name);
    const other = nearest === undefined ? this.suggestions.elsewhere(scope, name) : undefined;
    const finding = diagnostics.unknownType(ref.span, name, nearest ?? other?.name, other?.toImport);
    const otherDefinition = other?.definition ?? (ref.qualifier === undefined ? elsewhere : undefined);
    report(
      otherDefinition === undefined
        ? finding
        : withRelated(finding, otherDefinition.node.span, declaredIn(otherDefinition)),
    );
  }

  #directAlias(type: Type): AliasDefinition | undefined {
    const inner = type.kind === "nullable" ? type.of : type;
    if (inner.kind !== "ref") {
      return undefined;
    }
    const definition = referred(this.#program, inner);
    return definition.kind === "alias" ? definition : undefined;
  }
}
