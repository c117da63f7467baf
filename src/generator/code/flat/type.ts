import { fits } from "../layout/page.js";
import { stringCode } from "../literals.js";
import type { MemberType, TypeNode } from "../tree/type.js";

/** The language of printed code; JavaScript is printed without types. */
export type Language = "typescript" | "javascript";

/** Code that is written on one line. */
export class Line {
  readonly hasTypes: boolean;
  /** Whether printing stops when the code needs several lines. */
  readonly #isBounded: boolean;
  #text = "";
  #isBroken = false;

  constructor(language: Language, isBounded: boolean) {
    this.hasTypes = language === "typescript";
    this.#isBounded = isBounded;
  }

  /** The text; undefined if the code needs several lines. */
  get text(): string | undefined {
    return this.#isBroken ? undefined : this.#text;
  }

  write(code: string): void {
    this.#text += code;
  }

  /** Marks code that prettier writes on several lines even if it fits on one. The text of a bounded line is then undefined. */
  break(): void {
    this.#isBroken ||= this.#isBounded;
  }

  /** Writes items with separators; stops when a bounded line is full. */
  list<Item>(items: readonly Item[], separator: string, write: (item: Item, line: Line) => void): void {
    let isFirst = true;
    for (const item of items) {
      if (this.#isBroken || (this.#isBounded && !fits(this.#text, 0))) {
        this.#isBroken = true;
        return;
      }
      if (!isFirst) {
        this.#text += separator;
      }
      isFirst = false;
      write(item, this);
    }
  }
}

/** Prints a type on one line; undefined if it needs several lines. */
export function typeOnLine(type: TypeNode): string | undefined {
  return written(type, true);
}

/** Prints a type on one line, however long it is; only comments are on separate lines. */
export function flatType(type: TypeNode): string {
  return written(type, false) ?? "";
}

function written(type: TypeNode, isBounded: boolean): string | undefined {
  if (type.kind === "keyword" || (type.kind === "reference" && type.args.length === 0)) {
    return type.name;
  }
  const line = new Line("typescript", isBounded);
  writeType(type, line);
  return line.text;
}

export function writeType(type: TypeNode, line: Line): void {
  switch (type.kind) {
    case "keyword":
      line.write(type.name);
      return;
    case "reference":
      line.write(type.name);
      writeTypeArguments(type.args, line);
      return;
    case "text":
      line.write(stringCode(type.text));
      return;
    case "union":
      line.list(type.of, " | ", writeType);
      return;
    case "intersection":
      line.list(type.of, " & ", writeType);
      return;
    case "array":
      if (isGrouped(type.item)) {
        line.write("(");
        writeType(type.item, line);
        line.write(")[]");
      } else {
        writeType(type.item, line);
        line.write("[]");
      }
      return;
    case "object":
      if (type.members.length === 0) {
        line.write("{}");
      } else {
        line.write("{ ");
        line.list(type.members, "; ", writeMember);
        line.write(" }");
      }
      return;
    case "mapped":
      line.write(`{ ${mappedName(type)}: `);
      writeType(type.type, line);
      line.write(" }");
      return;
    case "indexed":
      writeType(type.of, line);
      line.write("[");
      writeType(type.key, line);
      line.write("]");
      return;
    case "keyof":
      line.write("keyof ");
      writeType(type.of, line);
      return;
    case "function":
      line.write("(");
      line.list(type.parameters, ", ", writeMember);
      line.write(") => ");
      writeType(type.result, line);
  }
}

/** Writes type arguments in angle brackets, if there are any. */
export function writeTypeArguments(types: readonly TypeNode[], line: Line): void {
  if (types.length > 0) {
    line.write("<");
    line.list(types, ", ", writeType);
    line.write(">");
  }
}

/** Whether a type is parenthesized as the item of an array. */
export function isGrouped({ kind }: TypeNode): boolean {
  return kind === "union" || kind === "intersection" || kind === "keyof" || kind === "function";
}

/** Returns the code of a member before the type: `readonly size?`. */
export function memberName({ name, isReadonly = false, isOptional = false }: MemberType): string {
  return `${isReadonly ? "readonly " : ""}${name}${isOptional ? "?" : ""}`;
}

/** Returns the key of a mapped type: `readonly [Key in Keys]`. */
export function mappedName({ variable, keys }: Extract<TypeNode, { kind: "mapped" }>): string {
  return `readonly [${variable} in ${flatType(keys)}]`;
}

/** Returns the lines of a comment, without indentation. */
export function commentLines(doc: string | undefined): string[] {
  if (doc === undefined) {
    return [];
  }
  if (!doc.includes("\n")) {
    return [`/** ${doc} */`];
  }
  const lines = doc.startsWith("\n") ? doc.slice(1) : doc;
  return ["/**", ...lines.split("\n").map((line) => ` * ${line}`.trimEnd()), " */"];
}

function writeMember(member: MemberType, line: Line): void {
  if (member.doc !== undefined) {
    line.break();
    line.write(`\n${commentLines(member.doc).join("\n")}\n`);
  }
  line.write(`${memberName(member)}: `);
  writeType(member.type, line);
}
