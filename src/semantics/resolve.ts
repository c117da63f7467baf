import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import type { Type } from "../ir/api.js";
import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import { builtinType, builtinTypeNames, foreignName, isBuiltinType } from "./builtin-types.js";
import {
  definitionsIn,
  listDefinitions,
  describeKind,
  refTo,
  referred,
  type AliasDefinition,
  type Definition,
  type Program,
  type Scope,
  type TypeDefinition,
} from "./program.js";

/** The names of namespaces. */
export interface Uses {
  readonly types: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
}

/** What the names in a namespace's files mean. */
export class Resolver {
  readonly #program: Program;
  readonly #imports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #types = new Map<ast.TypeRef, Type | undefined>();
  readonly #aliasTypes = new Map<AliasDefinition, Type | undefined>();
  readonly #uses = new Map<string, { types: Set<string>; aliases: Set<string> }>();
  readonly #typeNamesOf = new Map<Scope, readonly string[]>();
  #byName: ReadonlyMap<string, Definition> | undefined;
  readonly #nullables: { ref: ast.TypeRef; of: Type }[] = [];

  constructor(program: Program, imports: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#program = program;
    this.#imports = imports;
  }

  /**
   * The type that a reference in `scope` means; undefined, with a report of REF errors, if it means none. A reference
   * is reported once, however often it is asked for.
   */
  type(scope: Scope, ref: ast.TypeRef): Type | undefined {
    if (!this.#types.has(ref)) {
      this.#types.set(ref, this.#resolve(scope, ref));
    }
    return this.#types.get(ref);
  }

  /** The type that an alias names; undefined if it is wrong. E-ALIAS-1 is reported. */
  aliasType(alias: AliasDefinition): Type | undefined {
    if (this.#aliasTypes.has(alias)) {
      return this.#aliasTypes.get(alias);
    }
    // A loop, for chains of aliases can be long.
    const chain = new Map<AliasDefinition, Type>();
    let end: AliasDefinition | undefined = alias;
    let isWrong = false;
    while (end !== undefined && !this.#aliasTypes.has(end)) {
      const type = this.type(end.scope, end.node.type);
      if (type === undefined) {
        this.#aliasTypes.set(end, undefined);
        break;
      }
      chain.set(end, type);
      const next = this.#directAlias(type);
      if (next !== undefined && chain.has(next)) {
        this.#program.report(say.circularAlias(end.node.span, end.node.name.text));
        isWrong = true;
        break;
      }
      end = next;
    }
    isWrong ||= end !== undefined && this.#aliasTypes.has(end) && this.#aliasTypes.get(end) === undefined;
    for (const [member, type] of chain) {
      this.#aliasTypes.set(member, isWrong ? undefined : type);
    }
    return this.#aliasTypes.get(alias);
  }

  /** The other namespaces whose types and aliases a namespace has been seen to name (REF-5). */
  uses(scope: Scope): Uses {
    return this.#uses.get(scope.name) ?? { types: new Set(), aliases: new Set() };
  }

  /** Reports `?` on what has no value or is nullable already, for all references resolved so far (REF-4, QUIRK-9). */
  checkNullables(): void {
    for (const { ref, of } of this.#nullables) {
      const target = this.withoutAliases(of);
      if (target?.kind === "void") {
        this.#program.report(say.nullableVoid(ref.span));
      } else if (target?.kind === "nullable") {
        this.#program.report(say.nullableTwice(ref.span, ref.name.text));
      }
    }
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
    return this.#imports.get(scope.name)?.has(name) === true;
  }

  /** The namespace that a qualifier means; undefined, with a report, if it means none. */
  namespace(scope: Scope, qualifier: string, span: Span): Scope | undefined {
    const namespace = this.#program.scopes.get(qualifier);
    if (namespace !== undefined && this.imports(scope, qualifier)) {
      return namespace;
    }
    const { report } = this.#program;
    const definition = scope.definitions.get(qualifier);
    if (qualifier === scope.name) {
      report(say.ownQualifier(span, qualifier));
    } else if (definition !== undefined) {
      report(
        withRelated(
          say.notANamespace(span, qualifier, describeKind(definition)),
          definition.node.span,
          "declared here",
        ),
      );
    } else if (namespace === undefined) {
      // A wrong import of that name has been reported already.
      const isImported = this.#program.imports.some(
        (other) => other.scope === scope && other.node.name.text === qualifier,
      );
      if (!isImported && this.#program.homelessNames === undefined && !scope.brokenNames.has(qualifier)) {
        report(
          say.unknownNamespace(
            span,
            qualifier,
            this.#program.suggestions.nearest(qualifier, () => this.#program.scopes.keys()),
          ),
        );
      }
    } else if (!scope.brokenNames.has(qualifier)) {
      report(say.notImported(span, qualifier));
    }
    return undefined;
  }

  /** Whether a name in a namespace may be that of a definition which could not be read. */
  isBroken(scope: Scope, name: string): boolean {
    return scope.brokenNames.has(name) || this.#program.homelessNames?.has(name) === true;
  }

  #resolve(scope: Scope, ref: ast.TypeRef): Type | undefined {
    const type = this.#resolveName(scope, ref);
    if (type === undefined || !ref.nullable) {
      return type;
    }
    this.#nullables.push({ ref, of: type });
    return { kind: "nullable", of: type };
  }

  #resolveName(scope: Scope, ref: ast.TypeRef): Type | undefined {
    const { report } = this.#program;
    const name = ref.name.text;
    const result = this.lookUp(scope, ref.qualifier, name);
    if (result === undefined) {
      return undefined;
    }
    if (isBuiltinType(name)) {
      return builtinType(ref, (arg) => this.type(scope, arg), report);
    }
    const definition = result.found;
    if (definition === undefined) {
      this.#reportUnknown(scope, ref);
      return undefined;
    }
    if (definition.kind !== "type" && definition.kind !== "alias") {
      const finding = say.notAType(ref.span, name, describeKind(definition));
      report(withRelated(finding, definition.node.span, "declared here"));
      return undefined;
    }
    if (ref.args !== undefined && ref.args.length > 0) {
      report(say.argumentsOnNamedType(ref.span, name));
      return undefined;
    }
    if (definition.scope !== scope) {
      this.#noteUse(scope, definition);
    }
    return refTo(definition);
  }

  #noteUse(scope: Scope, definition: TypeDefinition | AliasDefinition): void {
    const uses = this.#uses.get(scope.name) ?? { types: new Set(), aliases: new Set() };
    (definition.kind === "alias" ? uses.aliases : uses.types).add(definition.scope.name);
    this.#uses.set(scope.name, uses);
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
      report(withRelated(say.notAType(ref.span, name, "a route"), route.span, "declared here"));
      return;
    }
    if (ref.qualifier === undefined && scopes.has(name)) {
      report(say.notAType(ref.span, name, "a namespace"));
      return;
    }
    const elsewhere = ref.qualifier === undefined ? this.#declaredElsewhere(name) : undefined;
    const foreign = ref.qualifier === undefined && elsewhere === undefined ? foreignName(name) : undefined;
    const finding = say.unknownType(ref.span, name, foreign ?? this.#nearest(scope, namespace, name));
    report(
      elsewhere === undefined
        ? finding
        : withRelated(finding, elsewhere.node.span, `declared in the namespace '${elsewhere.scope.name}'`),
    );
  }

  #nearest(scope: Scope, namespace: Scope, name: string): string | undefined {
    const { suggestions } = this.#program;
    const local =
      suggestions.nearest(name, () => this.#typeNames(namespace)) ?? suggestions.nearest(name, builtinTypeNames);
    if (local !== undefined || namespace !== scope) {
      return local;
    }
    const elsewhere = this.#declaredElsewhere(name);
    return elsewhere === undefined ? undefined : `${elsewhere.scope.name}.${name}`;
  }

  #typeNames(scope: Scope): readonly string[] {
    let names = this.#typeNamesOf.get(scope);
    if (names === undefined) {
      names = [...definitionsIn(scope, "type"), ...definitionsIn(scope, "alias")].map(({ node }) => node.name.text);
      this.#typeNamesOf.set(scope, names);
    }
    return names;
  }

  /** The first type or alias of that name in any namespace. */
  #declaredElsewhere(name: string): Definition | undefined {
    this.#byName ??= new Map(
      [...listDefinitions(this.#program, "type"), ...listDefinitions(this.#program, "alias")]
        .toReversed()
        .map((definition) => [definition.node.name.text, definition]),
    );
    return this.#byName.get(name);
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
