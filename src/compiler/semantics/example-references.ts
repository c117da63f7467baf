import type { Type } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { Query } from "../queries/query.js";
import type * as ast from "../../syntax/ast.js";
import { definitionsIn, type ExampleDefinition, type Scope, type TypeDefinition } from "./definitions.js";
import type { FieldInfo, Fields } from "./fields.js";
import { referred, type Program } from "./program.js";
import type { Defaults } from "./defaults.js";
import type { Parents } from "./inherit.js";
import type { Resolver } from "./resolve.js";
import type { SubtypeLists } from "./subtypes.js";

/** The position of an example in the nesting of examples. */
interface Nesting {
  /** How deeply the examples that this example includes are nested. */
  readonly height: number;
  /** The examples that contain this example and that it must not include, because that would complete a cycle. */
  readonly closing: readonly ExampleDefinition[];
}

const flat: Nesting = { height: 0, closing: [] };

/** Which examples include which others. This is determined for all examples before any value is computed. */
export class ExampleReferences {
  readonly #context: ExampleContext;
  readonly #fields: Query<TypeDefinition, readonly FieldInfo[]>;
  /** The examples that an example includes directly, in source order. */
  readonly #included: Query<ExampleDefinition, readonly ExampleDefinition[]>;
  readonly #nesting: Query<ExampleDefinition, Nesting>;
  /** The examples of a namespace that may include others. */
  readonly #including: Query<Scope, readonly ExampleDefinition[]>;

  constructor(context: ExampleContext, fields: Query<TypeDefinition, readonly FieldInfo[]>) {
    const { queries } = context.program;
    this.#context = context;
    this.#fields = fields;
    this.#included = queries.query((example) => this.#findIncluded(example));
    this.#including = queries.query((scope) =>
      definitionsIn(scope, "type")
        .flatMap(({ examples }) => [...examples.values()])
        .filter(({ mayInclude }) => mayInclude),
    );
    const all = queries.single(() => this.#findNesting());
    this.#nesting = queries.query((example) => all.get().get(example) ?? flat);
  }

  /** Finds the examples that the examples of a type include, from which the nesting is derived. */
  findIncluded({ examples }: TypeDefinition): void {
    for (const example of examples.values()) {
      if (example.mayInclude) {
        this.#included.get(example);
      }
    }
  }

  /**
   * Whether an example would contain itself if it included another one. Each cycle is reported at one such inclusion.
   */
  closesCircle(example: ExampleDefinition, included: ExampleDefinition): boolean {
    return this.#nesting.get(example).closing.includes(included);
  }

  /** Returns the depth of the nesting below an example. */
  heightOf(example: ExampleDefinition): number {
    return example.mayInclude ? this.#nesting.get(example).height : 0;
  }

  /**
   * Determines the nesting, starting with the first example of the specification. Does not use recursion, because
   * chains of examples can be long.
   */
  #findNesting(): Map<ExampleDefinition, Nesting> {
    const nestings = new Map<ExampleDefinition, Nesting>();
    const scopes = [...this.#context.program.scopes.values()];
    for (const start of scopes.flatMap((scope) => this.#including.get(scope))) {
      const path: { readonly example: ExampleDefinition; readonly closing: ExampleDefinition[]; next: number }[] = [];
      const open = new Set<ExampleDefinition>();
      const enter = (example: ExampleDefinition): void => {
        path.push({ example, closing: [], next: 0 });
        open.add(example);
      };
      if (!nestings.has(start)) {
        enter(start);
      }
      for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
        const included = this.#included.get(at.example);
        const example = included[at.next++];
        if (example === undefined) {
          const heights = included.map((other) => (nestings.get(other)?.height ?? -1) + 1);
          nestings.set(at.example, { height: Math.max(0, ...heights), closing: at.closing });
          open.delete(at.example);
          path.pop();
        } else if (open.has(example)) {
          at.closing.push(example);
        } else if (!nestings.has(example)) {
          enter(example);
        }
      }
    }
    return nestings;
  }

  #findIncluded(example: ExampleDefinition): ExampleDefinition[] {
    const { type, source } = example;
    const { entries } = source;
    const subtypes = this.#context.subtypes.get(type);
    if (subtypes !== undefined) {
      return entries.flatMap(({ name, value }) => {
        const subtype = subtypes.find(({ tag }) => tag === name.text)?.type;
        const included = value.kind === "word" ? subtype?.examples.get(value.text) : undefined;
        return included ?? [];
      });
    }
    const entriesByName = new Map(entries.map((entry) => [entry.name.text, entry]));
    return this.#fields.get(type).flatMap((field) => {
      const entry = entriesByName.get(field.name);
      return entry === undefined || field.type === undefined ? [] : this.#examplesIn(entry.value, field.type);
    });
  }

  #examplesIn(value: ast.ExampleValue, type: Type): ExampleDefinition[] {
    if (value.kind === "literal") {
      return [];
    }
    const { program, resolver } = this.#context;
    const bare = resolver.bare(type);
    if (bare === undefined || isPrimitive(bare)) {
      return [];
    }
    switch (bare.kind) {
      case "ref": {
        const definition = referred(program, bare);
        const included =
          value.kind === "word" && definition.kind === "type" ? definition.examples.get(value.text) : undefined;
        return included === undefined ? [] : [included];
      }
      case "list":
        return value.kind === "list" ? value.items.flatMap((item) => this.#examplesIn(item, bare.of)) : [];
      case "map":
        return value.kind === "map" ? value.pairs.flatMap((pair) => this.#examplesIn(pair.value, bare.value)) : [];
      case "void":
      case "nullable":
        return [];
    }
  }
}

export interface ExampleContext {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly fields: Fields;
  readonly parents: Parents;
  readonly defaults: Defaults;
  readonly subtypes: SubtypeLists;
}
