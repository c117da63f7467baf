import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Makes and reads cursors: the state of a list, signed, so that nobody can make up one or change it. `purpose` is the list
 * with what it belongs to, such as the team; a cursor of another one cannot be read.
 */
export class Cursors {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  write(purpose: string, state: unknown): string {
    const text = Buffer.from(JSON.stringify(state)).toString("base64url");
    return `${text}.${this.#sign(purpose, text)}`;
  }

  /** The state; undefined for what is no cursor of that purpose. */
  read(purpose: string, cursor: string): unknown {
    const [text = "", signature = ""] = cursor.split(".");
    const expected = Buffer.from(this.#sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given)
      ? (JSON.parse(Buffer.from(text, "base64url").toString()) as unknown)
      : undefined;
  }

  #sign(purpose: string, text: string): string {
    return createHmac("sha256", this.#key).update(`${purpose}\n${text}`).digest("base64url");
  }
}
