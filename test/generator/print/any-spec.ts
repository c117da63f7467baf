import fc, { type GeneratorValue } from "fast-check";
import type { SourceFile } from "../../../src/text/source.js";

/**
 * A specification that compiles, with definitions of all kinds, whose names have one to sixty letters: so that lines of
 * generated code end about where they must be broken. `size` is the number of definitions in each of two namespaces.
 */
export function anySpec(generate: GeneratorValue, size: number): SourceFile[] {
  return new Writer(generate).files(size);
}

const texts = [
  ..."plain|it's|'''|日本語の長い説明文です|naïve|emoji 👩‍👩‍👧 and 🇨🇭|© ™ ✓ ❤️|*/ ends|@tag|{@link x}|<b>|`tick`|~ \\\\d".split(
    "|",
  ),
  'say \\"hi\\"',
  '\\"it\'s\\"',
  "a very long text that continues forever without saying anything at all, so that no line of code has room for it",
];
const docs = [
  "Short.",
  "",
  "A sentence about :field:`thing` with :val:`true`, :link:`a title https://example.com/a_b?c=d*e` and *stars*.",
  "Long documentation that has to be wrapped over several lines, because it says the same thing again and again. Then more.",
  "日本語 and 👍, {@link nothing} and */ and @param at odd places.\n\n        A second paragraph.\n\n        - a list\n        - 1. of_things",
];
const patterns = ["[a-z]+", "\\\\d{1,3}/x", "(a|b)*c", "[^\\\\]/]+", "(a+)+\\\\.b", "\\\\w+@\\\\w+", "名前[0-9]{2}"];
const scalars = ["String", "Boolean", "Bytes", "Int32", "UInt64", "Float64", 'Timestamp("%Y-%m-%d")'];
const reserved = [
  "delete",
  "class",
  "default",
  "constructor",
  "__proto__",
  "then",
  "arguments",
  "v",
  "o",
  "tag",
  "hasOwnProperty",
];

class Writer {
  readonly #generate: GeneratorValue;
  #count = 0;
  readonly #types: { name: string; kind: "alias" | "struct" | "union" | "tree" }[] = [];
  #foreign: string[] = [];
  /** Unions of the namespace at hand with a tag that can be a default: `Mode = add`. */
  #defaultTags: string[] = [];

  constructor(generate: GeneratorValue) {
    this.#generate = generate;
  }

  files(size: number): SourceFile[] {
    const [first, second] = [this.#name(30), this.#name(30)];
    const one = this.#namespace(first, undefined, size);
    this.#foreign = this.#types.map(({ name }) => `${first}.${name}`);
    this.#types.length = 0;
    this.#defaultTags = [];
    const two = this.#namespace(second, first, size);
    return [
      { path: "levels.stone", text: "namespace levels\n\nunion Level\n    fast\n    slow\n" },
      { path: "cfg.stone", text: configuration },
      { path: "one.stone", text: one },
      { path: "two.stone", text: two },
    ];
  }

  #namespace(name: string, imported: string | undefined, size: number): string {
    const parts = [`namespace ${name}`, this.#doc(1), ...(imported === undefined ? [] : [`import ${imported}`, ""])];
    parts.push('annotation Hidden = Omitted("internal")', 'annotation Blotted = RedactedBlot("\\\\w+/")');
    parts.push("annotation Hashed = RedactedHash()", "annotation Old = Deprecated()", "annotation New = Preview()", "");
    const words = reserved.map((word) => `    ${word} ${this.#type(1)}\n`).join("");
    parts.push(`struct Words\n${words}`, `union Tags\n${reserved.map((word) => `    ${word}\n`).join("")}`, "");
    for (let index = 0; index < size; index++) {
      parts.push(this.#definition(), "");
    }
    for (let index = 0; index < size / 2; index++) {
      parts.push(this.#route(), "");
    }
    return parts.join("\n");
  }

  #definition(): string {
    const name = this.#typeName();
    const kind = this.#oneOf(["alias", "struct", "struct", "struct", "union", "union", "tree"] as const);
    const text = {
      alias: () => this.#alias(name),
      struct: () => this.#struct(name),
      union: () => this.#union(name),
      tree: () => this.#tree(name),
    }[kind]();
    this.#types.push({ name, kind });
    return text;
  }

  #alias(name: string): string {
    return `alias ${name} = ${this.#type(2)}\n${this.#doc(1)}`;
  }

  #struct(name: string, parent = this.#parent("struct")): string {
    const fields = this.#many(8, () => this.#field());
    const body = this.#doc(1) + fields.join("");
    return `struct ${name}${parent}\n${body === "" ? '    "Nothing."\n' : body}`;
  }

  #tree(name: string): string {
    const subtypes = [this.#typeName(), this.#typeName()];
    const tags = subtypes.map((type) => `        ${this.#name(60)} ${type}\n`).join("");
    const head = `struct ${name}\n${this.#doc(1)}    union${this.#chance(3) ? "_closed" : ""}\n${tags}`;
    return [
      head + this.#many(3, () => this.#field()).join(""),
      ...subtypes.map((type) => this.#struct(type, ` extends ${name}`)),
    ].join("\n");
  }

  #union(name: string): string {
    const isClosed = this.#chance(2);
    const tags = this.#many(7, () => this.#tag());
    const all = tags.length === 0 ? [`    ${this.#name(60)}\n`] : tags;
    this.#defaultTags.push(...all.flatMap((tag) => /^ +(\S+)\n/.exec(tag)?.[1] ?? []).map((tag) => `${name} = ${tag}`));
    return `union${isClosed ? "_closed" : ""} ${name}\n${this.#doc(1)}${all.join("")}`;
  }

  #tag(): string {
    const type = this.#chance(2) ? "" : ` ${this.#chance(2) ? this.#reference() : this.#type(2)}`;
    return `    ${this.#fieldName()}${type}\n${this.#members()}`;
  }

  #field(): string {
    const name = this.#fieldName();
    const hasDefault = this.#chance(4);
    if (this.#chance(8)) {
      const redactor = this.#oneOf(["Hashed", "Blotted"]);
      return `    ${name} ${this.#oneOf(["String", "Int32?", "List(String)"])}\n        @${redactor}\n${this.#doc(2)}`;
    }
    return `    ${name} ${hasDefault ? this.#withDefault() : this.#type(2)}\n${this.#members()}`;
  }

  /** What stands below a field: its documentation and annotations. */
  #members(): string {
    const annotation = this.#chance(6) ? `        @${this.#oneOf(["Hidden", "Old", "New"])}\n` : "";
    return annotation + this.#doc(2);
  }

  #withDefault(): string {
    return this.#oneOf([
      () => `String = "${this.#oneOf(texts)}"`,
      () => `Int64 = ${this.#oneOf(["0", "-5", "9007199254740993", "123456789012"])}`,
      () => `Float64 = ${this.#oneOf(["1.5", "1e30", "-0.25", "3"])}`,
      () => `Boolean = ${this.#oneOf(["true", "false"])}`,
      () => (this.#defaultTags.length === 0 ? "Boolean = true" : this.#oneOf(this.#defaultTags)),
    ])();
  }

  #type(depth: number): string {
    const bare = this.#oneOf([
      () => this.#oneOf(scalars),
      () => this.#reference(),
      () => this.#reference(),
      () => `String(min_length=${this.#number(9)}, pattern="${this.#oneOf(patterns)}")`,
      () => `Int64(min_value=-${this.#number(9)}, max_value=9007199254740993)`,
      () => `Float64(max_value=1e25)`,
      () => 'Timestamp("%a, %d %b %Y %H:%M:%S")',
      ...(depth === 0
        ? []
        : [
            () => `List(${this.#type(depth - 1)}, max_items=${this.#number(99) + 1})`,
            () => `List(${this.#type(depth - 1)})`,
            () => `Map(String, ${this.#type(depth - 1)})`,
            () => `Map(String(min_length=1), ${this.#type(depth - 1)})`,
          ]),
    ])();
    return this.#chance(3) && !bare.endsWith("?") && !this.#isNullable(bare) ? `${bare}?` : bare;
  }

  #isNullable(type: string): boolean {
    return type.includes(".") || this.#types.some(({ name, kind }) => name === type && kind === "alias");
  }

  #reference(): string {
    const names = [...this.#types.map(({ name }) => name), ...this.#foreign];
    return names.length === 0 ? "String" : this.#oneOf(names);
  }

  #parent(kind: string): string {
    const parents = this.#types.filter((type) => type.kind === kind);
    return parents.length === 0 || !this.#chance(3) ? "" : ` extends ${this.#oneOf(parents).name}`;
  }

  #route(): string {
    const name = this.#chance(8) ? `${this.#oneOf(["delete", "export"])}/${this.#name(30)}` : this.#name(50);
    const type = (): string =>
      this.#oneOf(["Void", ...this.#types.map(({ name }) => name), "List(String)", "Map(String, Int32)", "String?"]);
    const version = this.#chance(4) ? `:${this.#number(9) + 2}` : "";
    const deprecated = this.#chance(6) ? " deprecated" : "";
    const attributes = [
      `style = "${this.#oneOf(["rpc", "upload", "download"])}"`,
      ...(this.#chance(2) ? [`auth = "${this.#oneOf(["user", "team", "noauth", "app, user"])}"`] : []),
      ...(this.#chance(2) ? [`host = "${this.#oneOf(["api", "content", "a-b", "x1"])}"`] : []),
      ...(this.#chance(2) ? [`note = "${this.#oneOf(texts)}"`] : []),
      ...(this.#chance(2) ? ["level = slow", "weight = 1e21"] : []),
    ];
    return `route ${name}${version} (${type()}, ${type()}, ${type()})${deprecated}\n${this.#doc(1)}    attrs\n${attributes.map((line) => `        ${line}\n`).join("")}`;
  }

  #doc(level: number): string {
    const doc = this.#oneOf(docs);
    return doc === "" ? "" : `${"    ".repeat(level)}"${doc.replace(":field:`thing`", this.#link())}"\n`;
  }

  #link(): string {
    const own = this.#types.findLast(({ kind }) => kind !== "alias");
    return own === undefined ? "nothing" : `:type:\`${own.name}\``;
  }

  /** A name, at times one that means something in JavaScript or in generated code. */
  #fieldName(): string {
    return this.#chance(6) ? `${this.#oneOf(reserved)}${this.#chance(2) ? "_" : ""}${++this.#count}` : this.#name(60);
  }

  /** A name of its own, with up to so many letters. */
  #name(most: number): string {
    const length = this.#number(most) + 1;
    return `${"abcdefghij_klmno_pqrstu_vwxyz_".repeat(3).slice(this.#number(9), length)}x${++this.#count}`.replace(
      /^_/,
      "",
    );
  }

  #typeName(): string {
    const name = this.#name(60).replaceAll("_", "");
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  #many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.#number(most) }, make);
  }

  #number(most: number): number {
    return this.#generate(fc.nat, most);
  }

  #chance(oneIn: number): boolean {
    return this.#number(oneIn - 1) === 0;
  }

  #oneOf<T>(values: readonly T[]): T {
    const value = values[this.#number(values.length - 1)];
    if (value === undefined) {
      throw new Error("There is nothing to choose from.");
    }
    return value;
  }
}

const configuration = `namespace stone_cfg

import levels

struct Route
    auth String?
    host String?
    style String = "rpc"
    note String?
    level levels.Level = fast
    weight Float64 = 1e30
`;
