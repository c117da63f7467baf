import type { PreparedRequest } from "./call.js";

/** The maximum length of the JSON that a tab stores, in UTF-16 code units. */
const maxText = 200_000;

/** The requests of a tab to the Twin of a namespace, without uploaded content. They do not contain the reader's credentials. */
export class Journal {
  readonly #key: string;

  constructor(name: string) {
    this.#key = `ashlar:${name}`;
  }

  requests(): readonly PreparedRequest[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as readonly PreparedRequest[];
    } catch {
      return []; // the browser does not allow storage, or other code has written to it
    }
  }

  add({ url, method, headers, body }: PreparedRequest): void {
    const request = { url, method, headers, ...(typeof body === "string" && { body }) };
    const text = JSON.stringify([...this.requests(), request]);
    this.#set(text.length > maxText ? "[]" : text);
  }

  clear(): void {
    this.#set("[]");
  }

  #set(text: string): void {
    try {
      sessionStorage.setItem(this.#key, text);
    } catch {
      // The browser does not allow storage: the calls are only known on this page.
    }
  }
}
