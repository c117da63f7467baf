import fc, { type GeneratorValue } from "fast-check";

/** Two versions of the definitions of a namespace, of which the second one has a few changes. */
export interface Pair {
  readonly old: string;
  readonly now: string;
  readonly changes: number;
}

/** A random specification with routes, and the same with one to `most` random changes of its types. */
export function anyPair(generate: GeneratorValue, most: number): Pair {
  const author = new Author(generate);
  const before = author.specification();
  const changes = 1 + author.below(most);
  const after = structuredClone(before);
  for (let index = 0; index < changes; index += 1) {
    author.change(after);
  }
  return { old: print(before), now: print(after), changes };
}

interface Member {
  name: string;
  /** Undefined for a tag without a value. */
  type: string | undefined;
}

interface Definition {
  kind: "struct" | "union" | "union_closed";
  name: string;
  parent?: string;
  /** For a struct with subtypes: whether they are open, and their names. */
  subtypes?: { kind: "union" | "union_closed"; names: string[] };
  members: Member[];
}

const scalars = [
  "String",
  "String(max_length=4)",
  "String(min_length=2, max_length=9)",
  'String(pattern="[a-c]+")',
  'String(pattern="[a-z]{1,3}")',
  "Boolean",
  "Bytes",
  "UInt32",
  "Int32(min_value=-5, max_value=5)",
  "Int64",
  "UInt64(max_value=9)",
  "Float64",
  "Float64(min_value=0)",
  'Timestamp("%Y-%m-%d")',
  'Timestamp("%Y-%m-%dT%H:%M:%SZ")',
];
/** Stays as it is, so that defaults are among its tags. */
const unionOfDefaults = "union D\n    d1\n    d2\n";
const defaults = [
  'String = "a"',
  'String = "b"',
  "Boolean = true",
  "Boolean = false",
  "UInt32 = 1",
  "UInt32 = 2",
  "D = d1",
  "D = d2",
];

class Author {
  readonly #generate: GeneratorValue;
  #count = 0;

  constructor(generate: GeneratorValue) {
    this.#generate = generate;
  }

  /** An integer from 0 to below `count`. */
  below(count: number): number {
    return this.#generate(fc.nat, count - 1);
  }

  /** Structs that need nothing and something, others that refer to them, unions and a struct with subtypes. */
  specification(): Definition[] {
    const definitions: Definition[] = [
      { kind: "struct", name: "Empty", members: [{ name: "e", type: "String?" }] },
      { kind: "struct", name: "Full", members: [{ name: "f", type: "UInt32" }] },
    ];
    for (let index = 0; index < 2; index += 1) {
      definitions.push({ kind: this.#unionKind(), name: `U${index}`, members: this.#tags(definitions) });
      definitions.push({ kind: "struct", name: `S${index}`, members: this.#fields(definitions) });
    }
    const tree = { kind: this.#unionKind(), names: ["A", "B"] };
    definitions.push({ kind: "struct", name: "T", subtypes: tree, members: this.#fields(definitions) });
    for (const name of tree.names) {
      definitions.push({ kind: "struct", name, parent: "T", members: this.#fields(definitions) });
    }
    return definitions;
  }

  change(definitions: Definition[]): void {
    const definition = this.#oneOf(definitions);
    const { members } = definition;
    const member = members.length === 0 ? undefined : this.#oneOf(members);
    const isUnion = definition.kind !== "struct";
    this.#oneOf([
      () => members.push(isUnion ? this.#tag(definitions) : this.#field(definitions)),
      () => members.length > 1 && members.splice(this.below(members.length), 1),
      () => member && Object.assign(member, { type: isUnion ? this.#tagType(definitions) : this.#type(definitions) }),
      () => member?.type !== undefined && Object.assign(member, { type: toggleNull(member.type) }),
      () => isUnion && Object.assign(definition, { kind: this.#unionKind() }),
      () => definition.subtypes && Object.assign(definition.subtypes, { kind: this.#unionKind() }),
      () => members.reverse(),
    ])();
  }

  #fields(known: readonly Definition[]): Member[] {
    return Array.from({ length: 1 + this.below(3) }, () => this.#field(known));
  }

  #tags(known: readonly Definition[]): Member[] {
    return Array.from({ length: 1 + this.below(3) }, () => this.#tag(known));
  }

  #field(known: readonly Definition[]): Member {
    return { name: `m${++this.#count}`, type: this.#type(known) };
  }

  #tag(known: readonly Definition[]): Member {
    return { name: `m${++this.#count}`, type: this.#tagType(known) };
  }

  #tagType(known: readonly Definition[]): string | undefined {
    return this.below(2) === 0 ? undefined : this.#oneOf([this.#bare(known), this.#type(known).replace(/ = .*/, "")]);
  }

  #type(known: readonly Definition[]): string {
    return this.#oneOf([
      () => this.#oneOf(defaults),
      () => this.#bare(known),
      () => `${this.#bare(known)}?`,
      () => `List(${this.#bare(known)})`,
      () => `List(${this.#bare(known)}?, min_items=1, max_items=${1 + this.below(3)})`,
      () => `Map(String, ${this.#bare(known)})`,
    ])();
  }

  #bare(known: readonly Definition[]): string {
    const names = known.filter(({ parent }) => parent === undefined).map(({ name }) => name);
    return this.#oneOf([this.#oneOf(scalars), this.#oneOf(names)]);
  }

  #unionKind(): "union" | "union_closed" {
    return this.#oneOf(["union", "union_closed"]);
  }

  #oneOf<Option>(options: readonly Option[]): Option {
    return options[this.below(options.length)] as Option;
  }
}

function toggleNull(type: string): string {
  return type.endsWith("?") ? type.slice(0, -1) : type.includes(" = ") ? type : `${type}?`;
}

function print(definitions: readonly Definition[]): string {
  const texts = definitions.map(({ kind, name, parent, subtypes, members }) => {
    const tree =
      subtypes === undefined
        ? ""
        : `    ${subtypes.kind}\n${subtypes.names.map((each) => `        ${each.toLowerCase()} ${each}\n`).join("")}`;
    const fields = members.map((member) => `    ${[member.name, member.type].filter(Boolean).join(" ")}\n`).join("");
    return `${kind} ${name}${parent === undefined ? "" : ` extends ${parent}`}\n${tree}${fields}`;
  });
  const routes = definitions
    .filter(({ parent }) => parent === undefined)
    .map(({ name }) => `route to_${name.toLowerCase()}(${name}, ${name}, Void)\n`);
  return [unionOfDefaults, ...texts, ...routes].join("\n");
}
