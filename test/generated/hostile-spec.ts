import fc, { type GeneratorValue } from "fast-check";
import { canonicalName } from "../../src/compiler/semantics/declarations.js";
import type { SourceFile } from "../../src/text/source.js";

/** Names that mean something in JavaScript, TypeScript or generated code, in every spelling that Stone allows. */
const hostileNames = [
  ..."new constructor then catch finally default async await yield let static of get set type call apply bind".split(" "),
  ..."__proto__ prototype toString valueOf toLocaleString hasOwnProperty isPrototypeOf toJSON __defineGetter__".split(" "),
  ..."class enum interface delete in with this super undefined NaN arguments eval export function var void".split(" "),
  ..."typeof package private public abstract declare readonly any never unknown object symbol string number".split(" "),
  ..."Object Array Promise Record Partial Error Request Response Date Symbol Function Uint8Array Blob URL".split(" "),
  ..."name length value v c k m o f tag arg content options core page cursor caller request handlers Context".split(" "),
  ..."client server index oauth runtime types codecs checks routes binding match testing Client ClientOptions".split(" "),
  ..."CallOptions Download Route UnknownVariant Caller HandlerRequest Mode Container Key decode_a encodeA redact".split(" "),
  ..."keyof unique infer asserts as is satisfies using accessor out override from require exports module global".split(" "),
  ..."implements instanceof protected debugger boolean bigint Infinity isNaN undefined_ null_ news ins dos thisX".split(" "),
  ..."a-b a_b _ __ _1 A x--y other globalThis list map known unset exact own bare flat under text within".split(" "),
];

/**
 * A specification that compiles, whose namespaces, types, fields, tags, routes and route attributes have hostile names.
 * `size` is the number of types of each namespace.
 */
export function hostileSpec(generate: GeneratorValue, size: number): SourceFile[] {
  return new HostileWriter(generate).files(size);
}

class HostileWriter {
  readonly #generate: GeneratorValue;
  /** The canonical names that the definitions of all namespaces have so far (NAME-3, NAME-6). */
  readonly #taken = new Set<string>();
  /** What fields can be of: names of types as the namespace at hand mentions them. */
  #types: string[] = [];
  #structs: string[] = [];
  #attributes: string[] = [];

  constructor(generate: GeneratorValue) {
    this.#generate = generate;
  }

  files(size: number): SourceFile[] {
    const configuration = this.#configuration();
    const [first, second] = [this.#name(), this.#name()];
    const one = this.#namespace(first, undefined, size);
    this.#types = this.#types.map((name) => `${first}.${name}`);
    this.#structs = [];
    const two = this.#namespace(second, first, size);
    return [
      { path: "cfg.stone", text: configuration },
      { path: "one.stone", text: one },
      { path: "two.stone", text: two },
    ];
  }

  #configuration(): string {
    this.#attributes = this.#names(5);
    const fields = this.#attributes.map((name) => `    ${name} String?\n`).join("");
    return `namespace stone_cfg\n\nstruct Route\n    style String = "rpc"\n    auth String = "user"\n${fields}`;
  }

  #namespace(name: string, imported: string | undefined, size: number): string {
    const definitions = Array.from({ length: size }, () => this.#definition());
    const routes = Array.from({ length: size }, () => this.#route());
    const head = imported === undefined ? `namespace ${name}\n` : `namespace ${name}\n\nimport ${imported}\n`;
    return [head, ...definitions, ...routes].join("\n");
  }

  #definition(): string {
    const name = this.#name();
    const parent = this.#structs.length > 0 && this.#number(3) === 0 ? ` extends ${this.#oneOf(this.#structs)}` : "";
    const kind = this.#oneOf(["struct", "struct", "union", "union_closed", "tree", "alias"]);
    switch (kind) {
      case "struct": {
        const text = `struct ${name}${parent}\n    "Has :type:\`${name}\`."\n${this.#fields(parent === "")}`;
        this.#types.push(name);
        this.#structs.push(...(parent === "" ? [name] : []));
        return text;
      }
      case "tree":
        return this.#tree(name);
      case "alias": {
        const text = `alias ${name} = ${this.#type()}\n`;
        this.#types.push(name);
        return text;
      }
      default: {
        const tags = this.#names(6).filter((tag) => tag !== "other");
        const lines = tags.map((tag) => `    ${tag}${this.#number(1) === 0 ? "" : ` ${this.#type()}`}\n`);
        this.#types.push(name);
        return `${kind} ${name}\n${lines.join("") || "    a\n"}`;
      }
    }
  }

  #tree(name: string): string {
    const subtypes = [this.#name(), this.#name()];
    const tags = this.#names(2, 2);
    const common = this.#names(4).filter((field) => !tags.includes(field));
    this.#types.push(name, ...subtypes);
    return [
      `struct ${name}\n    union\n${subtypes.map((type, index) => `        ${tags[index] ?? ""} ${type}\n`).join("")}`,
      ...common.map((field) => `    ${field} ${this.#type()}\n`),
      ...subtypes.map((type) => {
        const own = this.#names(4).filter((field) => !common.includes(field));
        return `\nstruct ${type} extends ${name}\n    "A subtype."\n${own.map((field) => `    ${field} ${this.#type()}\n`).join("")}`;
      }),
    ].join("");
  }

  /** Fields; those of a child have names that no parent gives. */
  #fields(isRoot: boolean): string {
    return this.#names(6)
      .map((name) => {
        const withDefault = this.#number(3) === 0;
        return `    ${isRoot ? name : `own_${name}`} ${withDefault ? 'String = "new"' : this.#type()}\n`;
      })
      .join("");
  }

  #type(): string {
    const reference = (): string => (this.#types.length === 0 ? "String" : this.#oneOf(this.#types));
    return this.#oneOf([
      () => "String",
      () => "UInt64",
      () => "String(min_length=1)?",
      () => `List(${reference()})`,
      () => `Map(String, ${reference()})`,
      reference,
      reference,
      reference,
    ])();
  }

  #route(): string {
    const path = this.#number(3) === 0 ? `/${this.#oneOf(hostileNames)}` : "";
    const name = this.#name(`${this.#oneOf(hostileNames)}${path}`);
    const version = this.#number(3) === 0 ? ":2" : "";
    const types = Array.from({ length: 3 }, () => (this.#number(3) === 0 ? "Void" : this.#type()));
    const attributes = this.#attributes.map((attribute) => `        ${attribute} = "new"\n`).join("");
    const style = this.#oneOf(["rpc", "rpc", "upload", "download"]);
    return `route ${name}${version} (${types.join(", ")})\n    attrs\n        style = "${style}"\n${attributes}`;
  }

  /** The name of a definition, unlike all others. */
  #name(wish = this.#oneOf(hostileNames)): string {
    let name = wish;
    for (let count = 2; this.#taken.has(canonicalName(name)); count++) {
      name = `${wish}${count}`;
    }
    this.#taken.add(canonicalName(name));
    return name;
  }

  /** Different names of fields or tags. */
  #names(most: number, least = 0): string[] {
    const names = new Set<string>();
    const count = Math.max(least, this.#number(most));
    while (names.size < count) {
      names.add(this.#oneOf(hostileNames));
    }
    return [...names];
  }

  #number(most: number): number {
    return this.#generate(fc.nat, most);
  }

  #oneOf<T>(values: readonly T[]): T {
    const value = values[this.#number(values.length - 1)];
    if (value === undefined) {
      throw new Error("There is nothing to choose from.");
    }
    return value;
  }
}
