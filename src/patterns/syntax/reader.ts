/** The unit in which Python reads patterns: a character, or a backslash together with the character after it. */
interface Token {
  readonly text: string;
  readonly index: number;
}

/** A problem of a pattern. The parser throws it, and `parsePattern` catches it. */
export class PatternError extends Error {
  readonly index: number;
  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

/** Reads the source of a pattern. Offsets are in UTF-16 code units from 0. */
export class Reader {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #position = 0;

  constructor(source: string) {
    this.#tokens = tokenize(source);
    this.#end = source.length;
  }

  /** The next token, which is not consumed; undefined at the end. */
  get next(): string | undefined {
    return this.#tokens[this.#position]?.text;
  }

  /** The offset of the next token. */
  get index(): number {
    return this.#tokens[this.#position]?.index ?? this.#end;
  }

  take(): string | undefined {
    const token = this.next;
    this.#position += 1;
    return token;
  }

  /** Consumes the next token if it equals `token`. */
  skip(token: string): boolean {
    const isNext = this.next === token;
    this.#position += isNext ? 1 : 0;
    return isNext;
  }

  /** Consumes and returns up to `most` tokens that match `kind`. */
  takeWhile(kind: RegExp, most = Infinity): string {
    let text = "";
    for (let count = 0; count < most && this.next !== undefined && kind.test(this.next); count += 1) {
      text += this.take() ?? "";
    }
    return text;
  }

  /** Consumes a name and its terminator, and returns the name. */
  takeUntil(terminator: string, what: string): string {
    const start = this.index;
    let text = "";
    for (;;) {
      const token = this.take();
      if (token === undefined) {
        fail(text === "" ? `missing ${what}` : `missing ${terminator} after the ${what}`, start);
      }
      if (token === terminator) {
        return text === "" ? fail(`missing ${what}`, start) : text;
      }
      text += token;
    }
  }

  /** Runs `parse`, and restores the position if it returns undefined. */
  attempt<Result>(parse: () => Result | undefined): Result | undefined {
    const start = this.#position;
    const result = parse();
    if (result === undefined) {
      this.#position = start;
    }
    return result;
  }
}

export function fail(problem: string, index: number): never {
  throw new PatternError(problem, index);
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  let backslash = "";
  for (const character of source) {
    if (character === "\\" && backslash === "") {
      backslash = character;
    } else {
      const text = backslash + character;
      tokens.push({ text, index });
      index += text.length;
      backslash = "";
    }
  }
  return backslash === "" ? tokens : fail("the pattern ends with a backslash", index);
}
