import * as say from "../diagnostics/catalogue.js";
import { withRelated, type Finding } from "../diagnostics/diagnostic.js";
import type { Type } from "../ir/api.js";
import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import { builtinType, builtinTypeNames, foreignName, isBuiltinType } from "./builtin-types.js";
import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import {
  definitionsIn,
  describeDefinition,
  refTo,
  type AliasDefinition,
  type Definition,
  type Scope,
} from "./definitions.js";
import type { Imports } from "./imports.js";
import { listDefinitions, referred, type Program } from "./program.js";

/** What stands before a `?`. */
interface Nullable {
  readonly ref: ast.TypeRef;
  readonly of: Type;
}

/** A type or alias of another namespace, to write in place of a name that means nothing. */
interface Suggestion {
  readonly definition: Definition;
  /** Qualified. */
  readonly name: string;
  /** The namespace that has to be imported for it; undefined if it is imported. */
  readonly toImport: string | undefined;
}

/** The note on a type or alias of another namespace. */
export function declaredIn({ scope }: Definition): string {
  return `declared in the namespace '${scope.name}'`;
}

/** What the names in a namespace's files mean. */
export class Resolver {
  readonly #program: Program;
  readonly #imports: Imports;
  /** The type after the `=` of an alias, whose `?` are not checked yet: they may lead back to the alias. */
  readonly #written: Query<
    AliasDefinition,
    { readonly type: Type | undefined; readonly nullables: readonly Nullable[] }
  >;
  /** The aliases that are right, with their types. */
  readonly #aliasTypes: Result<undefined, ReadonlyMap<AliasDefinition, Type>>;
  readonly #aliasType: Query<AliasDefinition, Type | undefined>;
  readonly #typeNames: Query<Scope, readonly string[]>;
  /** The first type or alias of each name. */
  readonly #byName: Result<undefined, ReadonlyMap<string, Definition>>;

  constructor(program: Program, imports: Imports) {
    const { queries } = program;
    this.#program = program;
    this.#imports = imports;
    this.#typeNames = queries.query((scope) => {
      const fragments = [...scope.fragments.values()].filter(({ kind }) => kind !== "route");
      return [...definitionsIn(scope, "type"), ...definitionsIn(scope, "alias"), ...fragments].map(({ name }) => name);
    });
    this.#byName = queries.single(
      () =>
        new Map(
          [...listDefinitions(program, "type"), ...listDefinitions(program, "alias")]
            .toReversed()
            .map((definition) => [definition.name, definition]),
        ),
    );
    this.#written = queries.query(({ scope, node }) => {
      const nullables: Nullable[] = [];
      return { type: this.#resolve(scope, node.type, nullables), nullables };
    });
    this.#aliasTypes = queries.single(() => this.#followAliases());
    this.#aliasType = queries.query((alias) => this.#aliasTypes.get().get(alias));
  }

  /** The type that a reference in `scope` means; undefined, with a report of REF errors, if it means none. */
  type(scope: Scope, ref: ast.TypeRef): Type | undefined {
    const nullables: Nullable[] = [];
    const type = this.#resolve(scope, ref, nullables);
    this.#checkNullables(nullables);
    return type;
  }

  /** The type that an alias names; undefined if it is wrong. */
  aliasType(alias: AliasDefinition): Type | undefined {
    return this.#aliasType.get(alias);
  }

  /** Reports `?` in the type of an alias where it must not stand. */
  checkAlias(alias: AliasDefinition): void {
    this.#checkNullables(this.#written.get(alias).nullables);
  }

  /** The types of all aliases that are right. Reports E-ALIAS-1. */
  #followAliases(): Map<AliasDefinition, Type> {
    const types = new Map<AliasDefinition, Type | undefined>();
    for (const alias of listDefinitions(this.#program, "alias")) {
      // A loop, for chains of aliases can be long.
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
          this.#program.report(say.circularAlias(end.node.span, end.name));
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

  /** The type that aliases resolve to, which keeps `nullable`; undefined if an alias on the way is wrong. */
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

  /** Like {@link withoutAliases}, also without `nullable`. */
  bare(type: Type): Type | undefined {
    const at = this.withoutAliases(type);
    return at?.kind === "nullable" ? this.withoutAliases(at.of) : at;
  }

  /** A type, alias, annotation or annotation type by its name; undefined, with a report, if its qualifier is wrong. */
  lookUp(scope: Scope, qualifier: ast.Name | undefined, name: string): { found: Definition | undefined } | undefined {
    if (qualifier === undefined) {
      return { found: scope.definitions.get(name) };
    }
    const namespace = this.namespace(scope, qualifier.text, qualifier.span);
    return namespace && { found: namespace.definitions.get(name) };
  }

  /** Whether a namespace is imported where `scope` is. */
  imports(scope: Scope, name: string): boolean {
    return this.#imports.get(scope).has(name);
  }

  /** The namespace that a qualifier means; undefined, with a report, if it means none. */
  namespace(scope: Scope, qualifier: string, span: Span): Scope | undefined {
    const found = this.findNamespace(scope, qualifier, span);
    if (found !== undefined && "code" in found) {
      this.#program.report(found);
      return undefined;
    }
    return found;
  }

  /** The namespace that a qualifier means, or why it means none; undefined if that has been reported already. */
  findNamespace(scope: Scope, qualifier: string, span: Span): Scope | Finding | undefined {
    const { scopes, imports, suggestions, homelessNames } = this.#program;
    const namespace = scopes.get(qualifier);
    if (namespace !== undefined && this.imports(scope, qualifier)) {
      return namespace;
    }
    if (qualifier === scope.name) {
      return say.ownQualifier(span, qualifier);
    }
    const definition = scope.definitions.get(qualifier);
    if (definition !== undefined) {
      const finding = say.notANamespace(span, qualifier, describeDefinition(definition));
      return withRelated(finding, definition.node.span, "declared here");
    }
    if (scope.brokenNames.has(qualifier)) {
      return undefined;
    }
    if (namespace !== undefined) {
      return say.notImported(span, qualifier);
    }
    const isImported = imports.some((other) => other.by === scope.name && other.node.name.text === qualifier);
    return isImported || homelessNames !== undefined
      ? undefined
      : say.unknownNamespace(
          span,
          qualifier,
          suggestions.nearest(qualifier, () => scopes.keys()),
        );
  }

  /** Whether a name in a namespace may be that of a definition which could not be read. */
  isBroken(scope: Scope, name: string): boolean {
    return scope.brokenNames.has(name) || this.#program.homelessNames?.has(name) === true;
  }

  /** Adds what `?` makes nullable, to be checked when aliases are known. */
  #resolve(scope: Scope, ref: ast.TypeRef, nullables: Nullable[]): Type | undefined {
    const type = this.#resolveName(scope, ref, nullables);
    if (type === undefined || !ref.nullable) {
      return type;
    }
    nullables.push({ ref, of: type });
    return { kind: "nullable", of: type };
  }

  /** Reports `?` on what has no value or is nullable already (REF-4, QUIRK-9). */
  #checkNullables(nullables: readonly Nullable[]): void {
    for (const { ref, of } of nullables) {
      const target = this.withoutAliases(of);
      if (target?.kind === "void") {
        this.#program.report(say.nullableVoid(ref.span));
      } else if (target?.kind === "nullable") {
        this.#program.report(say.nullableTwice(ref.span, ref.name.text));
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
      const finding = say.notAType(ref.span, name, describeDefinition(definition));
      report(withRelated(finding, definition.node.span, "declared here"));
      return undefined;
    }
    if (ref.args !== undefined && ref.args.length > 0) {
      report(say.argumentsOnNamedType(ref.span, name));
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
      report(withRelated(say.notAType(ref.span, name, "a route"), route.node.span, "declared here"));
      return;
    }
    if (ref.qualifier === undefined && scopes.has(name)) {
      report(say.notAType(ref.span, name, "a namespace"));
      return;
    }
    const foreign = ref.qualifier === undefined ? foreignName(name) : undefined;
    const elsewhere = this.#declaredElsewhere(name);
    const nearest = (elsewhere === undefined ? foreign : undefined) ?? this.#nearest(namespace, name);
    const other = nearest === undefined ? this.suggestElsewhere(scope, name) : undefined;
    const finding = say.unknownType(ref.span, name, nearest ?? other?.name, other?.toImport);
    const shown = other?.definition ?? (ref.qualifier === undefined ? elsewhere : undefined);
    report(shown === undefined ? finding : withRelated(finding, shown.node.span, declaredIn(shown)));
  }

  /** A type or alias of another namespace with the same name, or else a similar one; undefined if there is none. */
  suggestElsewhere(scope: Scope, name: string): Suggestion | undefined {
    const definition = this.#declaredElsewhere(name) ?? this.#similarElsewhere(scope, name);
    if (definition === undefined) {
      return undefined;
    }
    const namespace = definition.scope.name;
    return {
      definition,
      name: `${namespace}.${definition.name}`,
      toImport: this.imports(scope, namespace) ? undefined : namespace,
    };
  }

  #nearest(namespace: Scope, name: string): string | undefined {
    const { suggestions } = this.#program;
    return (
      suggestions.nearest(name, () => this.#typeNames.get(namespace)) ?? suggestions.nearest(name, builtinTypeNames)
    );
  }

  /** A type or alias with a similar name: of an imported namespace, or else of any. */
  #similarElsewhere(scope: Scope, name: string): Definition | undefined {
    const { suggestions, scopes } = this.#program;
    for (const namespace of scopes.values()) {
      const isImported = namespace !== scope && this.imports(scope, namespace.name);
      const similar = isImported ? suggestions.nearest(name, () => this.#typeNames.get(namespace)) : undefined;
      const definition = similar === undefined ? undefined : namespace.definitions.get(similar);
      if (definition !== undefined) {
        return definition;
      }
    }
    const similar = suggestions.nearest(name, () => this.#byName.get().keys());
    return similar === undefined ? undefined : this.#declaredElsewhere(similar);
  }

  /** The first type or alias of that name in any namespace. */
  #declaredElsewhere(name: string): Definition | undefined {
    return this.#byName.get().get(name);
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
