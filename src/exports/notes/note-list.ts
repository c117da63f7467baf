import type { Note } from "./catalogue.js";

/** The notes of a run, in the order in which they were added, without duplicates. */
export class NoteList {
  readonly #notes = new Map<string, Note>();

  add(note: Note): void {
    this.#notes.set(`${note.code} ${note.place} ${note.reason}`, note);
  }

  get all(): readonly Note[] {
    return [...this.#notes.values()];
  }
}
