import fc, { type GeneratorValue } from "fast-check";

/** The texts of the files of a random specification, right as far as its author knows, with every feature of the language. */
export function anySpecification(generate: GeneratorValue): string[] {
  return new Author(generate).specification();
}

/** A random change of a text: a line or a token that is removed, repeated, exchanged for another one, or added. */
export function mutated(text: string, generate: GeneratorValue): string {
  const below = (limit: number): number => generate(fc.nat, { max: limit - 1 });
  const parts = below(3) === 0 ? text.split(/(?<=\n)/) : text.split(/(?<=\W)|(?=\W)/);
  const [at, other] = [below(parts.length), below(parts.length)];
  const part = parts[at] ?? "";
  const added = insertions[below(insertions.length)] ?? "";
  switch (below(5)) {
    case 0:
      return parts.toSpliced(at, 1).join("");
    case 1:
      return parts.toSpliced(at, 0, part).join("");
    case 2:
      return parts.with(at, parts[other] ?? "").join("");
    case 3:
      return parts
        .with(at, parts[other] ?? "")
        .with(other, part)
        .join("");
    default:
      return parts.toSpliced(at, 0, added).join("");
  }
}

const insertions = [
  ...'"()[]{}#,.:=?@\n '.split(""),
  ..."    ,\n    ,\n        , null , true , struct , union , example , extends , Void , String , List(,-1, 1.5 , import main\n".split(
    ",",
  ),
  ...[" default ", " attrs\n", " deprecated ", " route ", " alias ", " annotation "],
];

interface Field {
  readonly lines: string;
  /** Its line in an example, if there is one. */
  readonly entry: string | undefined;
  /** Whether an example may go without that line, or has it. */
  readonly isRight: boolean;
}

interface Type {
  readonly text: string;
  /** A value of it in an example, if there is one. */
  readonly value: string | undefined;
  readonly default?: string;
}

const scalars: readonly Type[] = [
  { text: "String", value: '"text"', default: '"a"' },
  { text: "String", value: '"a \\"quote\\", \\\\ and \\t\\d"', default: '"\\n x"' },
  { text: "String", value: '"two\n    lines\n        and more"', default: '""' },
  { text: "String(min_length=1, max_length=4)", value: '"abc"', default: '"b"' },
  { text: "String(max_length=3)", value: '"\u{1F600}äx"', default: '"é"' },
  { text: 'String(pattern="[a-c]+")', value: '"abc"' },
  { text: 'String(pattern="\\\\d+(-\\"x\\")?")', value: '"12"', default: '"3-\\"x\\""' },
  { text: "Boolean", value: "true", default: "false" },
  { text: "Bytes", value: '"YQ=="', default: '"no base64"' },
  { text: "Int32", value: "-5", default: "3" },
  { text: "Int32(min_value=-2147483648)", value: "-007", default: "-0" },
  { text: "UInt32(max_value=9)", value: "7", default: "0" },
  { text: "Int64(min_value=-3, max_value=3)", value: "1" },
  { text: "Int64", value: "9007199254740993", default: "-9223372036854775808" },
  { text: "UInt64", value: "12", default: "1" },
  { text: "UInt64(max_value=18446744073709551615)", value: "18446744073709551615", default: "18446744073709551615" },
  { text: "Float32", value: "1.5", default: "2.0" },
  { text: "Float32(min_value=-1, max_value=1e3)", value: "-1", default: "1.e2" },
  { text: "Float64(min_value=0)", value: "0.25" },
  { text: "Float64", value: "1e5", default: "3" },
  { text: "Float64(max_value=2.5)", value: "-4.2e-3", default: "1." },
  { text: 'Timestamp("%Y-%m-%d")', value: '"2015-05-12"', default: '"2015-5-1"' },
  { text: 'Timestamp("%a, %d %b %Y %H:%M:%S")', value: '"Tue, 12 May 2015 15:50:38"' },
];

/** Documentation in every form, at some indentation. */
const docs: readonly ((indentation: string) => string)[] = [
  () => '"Documentation of :val:`true` and ``code``."',
  (indentation) => `"Two\n${indentation}lines."`,
  (indentation) =>
    `"A paragraph.  \n\n${indentation}    Another one.\n\n\n${indentation}The last \\"one\\".\n${indentation}"`,
  () => '""',
];

class Author {
  readonly #generate: GeneratorValue;
  /** The types that are known so far, with an example of the label `default` each. */
  readonly #types: Type[] = [];
  #names = 0;

  constructor(generate: GeneratorValue) {
    this.#generate = generate;
  }

  specification(): string[] {
    const imported = this.#namespace("other", "");
    const main = this.#namespace("main", "import other\n\n");
    const attributes =
      'namespace stone_cfg\n\nimport other\n\nalias Host = String?\n\nstruct Route\n    auth String = "user"\n    size UInt32?\n    level Float64 = 1.5\n    kind other.Kind = plain\n    since Timestamp("%Y-%m-%d") = "2015-5-01"\n    key Bytes?\n    host Host = null\n    isOpen Boolean = false\n';
    return [imported.join("\n"), main.join("\n"), attributes];
  }

  #below(limit: number): number {
    return this.#generate(fc.nat, { max: limit - 1 });
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) {
      throw new Error("There is nothing to pick.");
    }
    return item;
  }

  #chance(percent: number): boolean {
    return this.#below(100) < percent;
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  #namespace(name: string, imports: string): string[] {
    const doc = this.#chance(40) ? this.#doc("    ") : "";
    const annotations =
      'annotation Old = Deprecated()\nannotation Early = Preview()\nannotation Inner = Omitted("internal")\nannotation Hash = RedactedHash("[a-z]+")\nannotation Blot = RedactedBlot()\n\nannotation_type Note\n    "What is noted."\n    text String\n    level Int32 = 3\n    other String?\n\nannotation Noted = Note(text="x", level=2)\nannotation Brief = Note("y")\n';
    const before = this.#types.length;
    const kind = "union Kind\n    plain\n    special\n";
    const parts = [`namespace ${name}\n${doc}\n${imports}${annotations}\n${kind}`];
    for (let count = 3 + this.#below(5); count > 0; count--) {
      parts.push(this.#definition());
    }
    parts.push(...this.#routes());
    // What the next namespace sees of this one.
    const own = this.#types.splice(before);
    this.#types.push(...own.map((type) => ({ ...type, text: `${name}.${type.text}` })));
    return parts;
  }

  #definition(): string {
    switch (this.#below(8)) {
      case 0:
        return this.#alias();
      case 1:
      case 2:
        return this.#union();
      case 3:
        return this.#tree();
      case 4:
        return this.#family();
      default:
        return this.#struct(this.#name("S"));
    }
  }

  #alias(): string {
    const { text, value } = this.#type();
    const name = this.#name("A");
    this.#types.push({ text: name, value });
    return `alias ${name} = ${text}\n${this.#chance(50) ? this.#doc("    ") : ""}`;
  }

  /** A type of a field: a known one, or a list, map or nullable of one. */
  #type(depth = 0): Type {
    const known = this.#chance(60) || this.#types.length === 0 ? this.#pick(scalars) : this.#pick(this.#types);
    if (depth > 1) {
      return known;
    }
    switch (this.#below(8)) {
      case 0: {
        const { text, value } = this.#type(depth + 1);
        const limits = this.#pick(["", ", min_items=1", ", min_items=1, max_items=3"]);
        return {
          text: `List(${text}${limits})`,
          value: value === undefined || value.includes("{") ? undefined : `[${value}]`,
        };
      }
      case 1: {
        const { text, value } = this.#type(depth + 1);
        return { text: `Map(String, ${text})`, value: value === undefined ? undefined : `{"key": ${value}}` };
      }
      case 2:
        return { text: `${known.text}?`, value: this.#chance(50) ? "null" : known.value };
      default:
        return known;
    }
  }

  #doc(indentation: string): string {
    return `${indentation}${this.#pick(docs)(indentation)}\n`;
  }

  /** A definition below the field of its type, at the level of the field. */
  #inline(): { readonly type: Type; readonly lines: string } {
    const name = this.#name("I");
    const isStruct = this.#chance(60);
    const definition = isStruct ? this.#struct(name, "", "", "", false) : this.#plainUnion(name);
    const lines = definition.replace(/^(struct|union_closed|union) \w+/, "$1").replace(/^(?=.)/gm, "        ");
    const { value } = this.#types.at(-1) ?? { value: undefined };
    return { type: { text: name, value }, lines };
  }

  #field(mayBeInline = true): Field {
    const name = this.#name("f");
    const inline = mayBeInline && this.#chance(8) ? this.#inline() : undefined;
    const type = inline?.type ?? this.#type();
    const hasDefault = type.default !== undefined && this.#chance(40);
    const marks = [
      ...(this.#chance(10)
        ? [
            `        @${this.#pick([...(type.text.startsWith("String") ? ["Hash", "Blot"] : []), "Old", "Early", "Inner", "Noted", "Brief"])}\n`,
          ]
        : []),
      ...(this.#chance(20)
        ? [`        "Documentation, see :field:\`${name}\`."\n`]
        : this.#chance(10)
          ? [this.#doc("        ")]
          : []),
    ];
    const lines = `    ${name} ${type.text}${hasDefault ? ` = ${type.default}` : ""}\n${marks.join("")}${inline?.lines ?? ""}`;
    const entry = type.value === undefined ? undefined : `        ${name} = ${type.value}\n`;
    const isRight = entry !== undefined || hasDefault || type.text.endsWith("?");
    return { lines, entry: hasDefault && this.#chance(50) ? undefined : entry, isRight };
  }

  #struct(name: string, parent = "", inherited = "", own = "", isTopLevel = true): string {
    const fields = Array.from({ length: 1 + this.#below(4) }, () => this.#field(isTopLevel));
    const entries = inherited + fields.map(({ entry }) => entry ?? "").join("");
    const hasExample = fields.every(({ isRight }) => isRight) && entries !== "";
    this.#types.push({ text: name, value: hasExample ? "default" : undefined });
    return [
      `struct ${name}${parent === "" ? "" : ` extends ${parent}`}\n`,
      this.#chance(40) ? this.#doc("    ") : "",
      own,
      ...fields.map(({ lines }) => lines),
      ...(hasExample ? [`\n    example default\n${entries}`] : []),
      isTopLevel && this.#chance(15) ? this.#structPatch(name, hasExample) : "",
    ].join("");
  }

  #structPatch(name: string, hasExample: boolean): string {
    const added = this.#name("p");
    return hasExample && this.#chance(50)
      ? `\npatch struct ${name}\n    ${added} Int32\n\n    example default\n        ${added} = 8\n`
      : `\npatch struct ${name}\n    ${added} String = "patched"\n`;
  }

  /** A union that may also be inline. */
  #plainUnion(name: string): string {
    const [one, two] = [this.#name("t"), this.#name("t")];
    this.#types.push({ text: name, value: this.#pick([one, "default"]), default: one });
    return `${this.#pick(["union", "union_closed"])} ${name}\n${this.#chance(30) ? this.#doc("    ") : ""}    ${one}\n    ${two} UInt32\n\n    example default\n        ${two} = 4\n`;
  }

  #unionPatch(head: string, name: string): string {
    const [plain, tag] = [this.#name("p"), this.#name("p")];
    return `\npatch ${head} ${name}\n    ${plain}\n    ${tag} ${this.#pick(scalars).text}\n`;
  }

  /** A struct, and others that extend it. */
  #family(): string {
    const parent = this.#name("P");
    const child = this.#name("C");
    const base = `struct ${parent}\n    base String\n    second UInt32 = 2\n`;
    this.#types.push({ text: parent, value: undefined });
    return `${base}\n${this.#struct(child, parent, '        base = "b"\n')}`;
  }

  /** A struct with subtypes. */
  #tree(): string {
    const [base, one, two] = [this.#name("T"), this.#name("L"), this.#name("L")];
    this.#types.push({ text: base, value: "default" });
    return [
      `struct ${base}\n    ${this.#pick(["union", "union_closed"])}\n        one ${one}\n        two ${two}\n    id String\n`,
      "\n    example default\n        one = default\n",
      `\nstruct ${one} extends ${base}\n    size UInt64\n\n    example default\n        id = "a"\n        size = 3\n`,
      `\nstruct ${two} extends ${base}\n    "Nothing more."\n`,
    ].join("");
  }

  #union(): string {
    const name = this.#name("U");
    const plain = this.#name("t");
    const { text, value } = this.#type();
    const tag = this.#name("t");
    const parent = this.#chance(20) ? this.#name("U") : undefined;
    const head = this.#pick(["union", "union_closed"]);
    const known = { text: name, value: this.#pick([plain, "default"]), default: plain };
    const isNull = value === "null";
    const ownHead = parent === undefined ? head : "union_closed";
    this.#types.push(value === undefined || isNull ? { ...known, value: plain } : known);
    return [
      parent === undefined ? "" : `union_closed ${parent}\n    ${this.#name("t")}\n\n`,
      `${ownHead} ${name}${parent === undefined ? "" : ` extends ${parent}`}\n`,
      this.#chance(40) ? this.#doc("    ") : "",
      `    ${plain}\n${this.#chance(30) ? '        "A tag."\n' : ""}`,
      `    ${tag} ${text}\n${this.#chance(10) ? "        @Old\n" : ""}`,
      value === undefined || isNull ? "" : `\n    example default\n        ${tag} = ${value}\n`,
      this.#chance(20) ? this.#unionPatch(ownHead, name) : "",
    ].join("");
  }

  #routes(): string[] {
    const message = (): string => this.#pick(["Void", ...this.#types.map(({ text }) => text)]);
    const path = this.#name("do/it_");
    const attributes = this.#pick([
      "",
      '    attrs\n        auth = "team"\n',
      "    attrs\n        size = 3\n        level = 2.5\n",
      "    attrs\n        kind = special\n",
      '    attrs\n        since = "2016-01-2"\n        key = "k"\n        size = null\n',
      '    attrs\n        host = "api"\n        isOpen = true\n        level = 1e2\n        kind = other\n',
    ]);
    const doc = this.#chance(30)
      ? this.#doc("    ")
      : this.#chance(50)
        ? '    "Does it, see :link:`here https://example.com` and :val:`null`."\n'
        : "";
    const first = `route ${path}(${message()}, ${message()}, ${message()})\n${doc}${attributes}`;
    const second = `route ${path}:2(${message()}, Void, Void)\n`;
    const old = `route ${this.#name("old_")}(Void, Void, Void) deprecated${this.#chance(50) ? ` by ${path}:2` : ""}\n`;
    return [first, second, old];
  }
}
