import { flatExpression } from "../../../src/generator/code/flat/expression.js";
import { stringCode } from "../../../src/generator/code/literals.js";
import { literal } from "../../../src/generator/code/tree/expression.js";
import type { Report, Rule } from "../../../src/diff/report.js";
import type { LiteralSource } from "./literals.js";
import type { Expectation, TypePair } from "./type-pairs.js";
import type { Source } from "../../../src/diff/verdict.js";
import { callableNamespaces, callableRoutes, type Context } from "../../../src/generator/facts/context.js";
import { typeText, type View } from "../../../src/generator/facts/type-node.js";
import type { Name, Namespace, Type } from "../../../src/ir/api.js";
import { qualified, routeName } from "../../../src/ir/names.js";

/** A claim of the rules about old source that uses a subject, and the statements that verify the claim. */
export interface Claim {
  /** The name of the subject: `files.Metadata`, `files/copy`. */
  readonly subject: string;
  readonly use: "writes" | "reads" | "calls" | "handles" | "imports";
  readonly expected: Source;
  /** The ids of the findings that break the source, if another claim can also demonstrate them. */
  readonly reasons: readonly string[];
  readonly statements: readonly Statement[];
}

/** A line of source, and what is proven if it does not compile. */
export interface Statement {
  readonly code: string;
  readonly shows: Exclude<Source, "ok">;
}

/** The sides of a probe: the generated types of both APIs, and of the altered APIs (see `altered-apis.ts`). */
export interface Sides {
  readonly old: Context;
  readonly new: Context;
  readonly oldKnown: Context;
  readonly newKnown: Context;
  readonly oldEvery: Context;
  readonly newEvery: Context;
}

type SideName = keyof Sides;

export class Claims {
  readonly #sides: Sides;

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /**
   * Returns the claims about source that writes a type. Literals are fresh, so that the compiler reports
   * removed fields.
   */
  write({ subject, before, after, write, isUndecided }: TypePair, literals: LiteralSource): readonly Claim[] {
    const values = write === undefined || isUndecided ? [] : literals.valuesOf(before, write);
    if (write === undefined || values.length === 0) {
      return [];
    }
    const type = this.#text("new", after, "write");
    const codes = new Set(values.map(sourceOf));
    const statements = [...codes].map((code): Statement => ({ code: `(): ${type} => (${code})`, shows: "breaks" }));
    return [{ subject, use: "writes", ...toClaimed(write), statements }];
  }

  /**
   * Returns the claims about source that reads a type. The new type is assigned to the old one, both without
   * unknown variants and with all fields.
   */
  read({ subject, before, after, read, isUndecided }: TypePair): readonly Claim[] {
    if (read === undefined || isUndecided) {
      return [];
    }
    const assign = (from: SideName, to: SideName, shows: Statement["shows"]): Statement => {
      const typeOf = (side: SideName): string => this.#text(side, side.startsWith("old") ? before : after, "read");
      return { code: `(value: ${typeOf(from)}): ${typeOf(to)} => value`, shows };
    };
    const statements = [
      assign("newKnown", "old", "breaks"),
      assign("newEvery", "oldEvery", "breaks"),
      assign("new", "newKnown", "exhaustive"),
      assign("old", "oldKnown", "exhaustive"),
    ];
    return [{ subject, use: "reads", ...toClaimed(read), statements }];
  }

  /**
   * Returns the claims about methods and handlers of routes, which compare names and numbers of parameters in
   * namespaces that have routes on both sides.
   */
  routes({ findings }: Report): readonly Claim[] {
    const changed = new Map(
      findings
        .filter(({ rule, verdict }) => signatureRules.has(rule) && verdict.caller === "breaks")
        .map(({ rule, subject }) => [subject.replace(/[#@].*/, ""), rule]),
    );
    const taking = findings.filter(({ rule }) => rule === "method-taken");
    const takers = new Set(taking.map(({ subject }) => subject));
    const taken = new Set(taking.map(({ detail }) => detail?.from));
    const { old, new: now } = this.#sides;
    const others = new Set(callableNamespaces(now).map(({ name }) => name));
    return callableNamespaces(old)
      .filter(({ name }) => others.has(name))
      .flatMap((namespace) => {
        const [oldMethods, newMethods] = [this.#methods("old", namespace), this.#methods("new", namespace)];
        const [oldHandlers, newHandlers] = [this.#handlers("old", namespace), this.#handlers("new", namespace)];
        const routes = callableRoutes(namespace, old).flatMap((route): readonly Claim[] => {
          const subject = routeName(namespace.name, route);
          if (changed.get(subject) === "style-changed" || taken.has(subject)) {
            return []; // calls of another style or of another route may have the same number of parameters
          }
          const key = stringCode(old.naming.method(namespace.name, route));
          const expected = changed.has(subject) ? "breaks" : "ok";
          return [
            {
              subject,
              use: "calls",
              expected,
              reasons: [],
              statements: [haveSameParameters(oldMethods, newMethods, key)],
            },
            {
              subject,
              use: "handles",
              expected,
              reasons: [],
              statements: [haveSameParameters(oldHandlers, newHandlers, key)],
            },
          ];
        });
        const added = findings.some(
          ({ rule, subject, verdict }) =>
            handlerRules.has(rule) &&
            verdict.server === "breaks" &&
            !takers.has(subject) &&
            subject.startsWith(`${namespace.name}/`),
        );
        const allHandlers: Claim = {
          subject: namespace.name,
          use: "handles",
          expected: added ? "breaks" : "ok",
          reasons: [],
          statements: [{ code: `(key: keyof ${newHandlers}): keyof ${oldHandlers} => key`, shows: "breaks" }],
        };
        return [...routes, allHandlers];
      });
  }

  /** Returns the claims about the names of definitions. */
  names({ findings }: Report): readonly Claim[] {
    const { old } = this.#sides;
    const gone = new Set(findings.filter(({ rule }) => nameRules.has(rule)).map(({ subject }) => subject));
    return old.api.namespaces.flatMap((namespace) =>
      [...namespace.types, ...namespace.aliases].map(({ name: own }): Claim => {
        const name: Name = { namespace: namespace.name, name: own };
        const type = `${sideName("new")}.${old.naming.namespace(name.namespace)}.${old.naming.type(name)}`;
        return {
          subject: qualified(name),
          use: "imports",
          expected: gone.has(qualified(name)) || gone.has(name.namespace) ? "breaks" : "ok",
          reasons: [],
          statements: [{ code: `(value: ${type}) => value`, shows: "breaks" }],
        };
      }),
    );
  }

  #text(side: SideName, type: Type, view: View): string {
    const context = this.#sides[side];
    return typeText(
      type,
      view,
      context,
      (namespace, name) => `${sideName(side)}.${context.naming.namespace(namespace)}.${name}`,
    );
  }

  #methods(side: "old" | "new", { name }: Namespace): string {
    const { naming } = this.#sides[side];
    return `ReturnType<typeof import("./${side}/dist/${naming.folder(name)}/client.js").${naming.client(name)}>`;
  }

  #handlers(side: "old" | "new", { name }: Namespace): string {
    const { naming } = this.#sides[side];
    return `import("./${side}/dist/${naming.folder(name)}/server.js").${naming.handlers(name)}<unknown>`;
  }
}

function toClaimed({ verdict, broken }: Expectation): Pick<Claim, "expected" | "reasons"> {
  return { expected: verdict, reasons: broken.map(({ id }) => id) };
}

/** Returns the local name of a side's types in a probe. */
export function sideName(side: SideName): string {
  return `${side}Types`;
}

function haveSameParameters(before: string, after: string, key: string): Statement {
  return { code: `(count: Count<${after}, ${key}>): Count<${before}, ${key}> => count`, shows: "breaks" };
}

/** The rules about methods and handlers that are added, removed or change their parameters. */
const signatureRules: ReadonlySet<Rule> = new Set<Rule>([
  "route-removed",
  "route-renamed",
  "arg-added",
  "arg-removed",
  "style-changed",
]);

/** The rules about new handlers. */
const handlerRules: ReadonlySet<Rule> = new Set<Rule>(["route-added", "route-renamed"]);

/** The rules about removed names. */
const nameRules: ReadonlySet<Rule> = new Set<Rule>([
  "type-removed",
  "type-renamed",
  "type-moved",
  "alias-removed",
  "namespace-renamed",
]);

/** Returns a value as source. 64-bit integers are written as numbers, which they are in packages by default. */
function sourceOf(value: unknown): string {
  return flatExpression(literal(withNumbers(value)), "javascript");
}

function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withNumbers);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNumbers(member)]));
  }
  return typeof value === "bigint" ? Number(value) : value;
}
