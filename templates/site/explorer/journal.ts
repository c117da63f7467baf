import type { PreparedRequest } from "./call.js";

/** As many characters of JSON, in UTF-16 code units, are kept in a tab. */
const mostText = 200_000;

/** The requests of a tab to the Twin of a namespace, which have no credentials of the reader, without content. */
export class Journal {
  readonly #key: string;

  constructor(name: string) {
    this.#key = `ashlar:${name}`;
  }

  requests(): readonly PreparedRequest[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as readonly PreparedRequest[];
    } catch {
      return []; // the browser keeps nothing, or something else has written there
    }
  }

  add({ url, method, headers, body }: PreparedRequest): void {
    const request = { url, method, headers, ...(typeof body === "string" && { body }) };
    const text = JSON.stringify([...this.requests(), request]);
    this.#set(text.length > mostText ? "[]" : text);
  }

  clear(): void {
    this.#set("[]");
  }

  #set(text: string): void {
    try {
      sessionStorage.setItem(this.#key, text);
    } catch {
      // The calls count on this page only.
    }
  }
}
