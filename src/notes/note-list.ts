import type { Note } from "./catalogue.js";

/** The notes of a run, in the order in which they were given; the same note is kept once. */
export class NoteList {
  readonly #notes = new Map<string, Note>();

  add(note: Note): void {
    this.#notes.set(`${note.code} ${note.place} ${note.reason}`, note);
  }

  get all(): readonly Note[] {
    return [...this.#notes.values()];
  }
}
