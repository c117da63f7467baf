import type { Api, Example, Json, Name } from "../../ir/api.js";
import { Lookup } from "../../ir/walk.js";
import type { NoteList } from "../notes/note-list.js";
import { callerView } from "../../values/caller-view.js";
import { findMismatch } from "../../values/mismatch.js";
import type { SchemaOptions, View } from "./schema.js";
import { isObject } from "../../ir/is-object.js";

/** The examples that a document shows to callers of an API. */
export class ShownExamples {
  readonly #api: Api;
  readonly #lookup: Lookup;
  readonly #int64: SchemaOptions["int64"];

  constructor(api: Api, { callers = [], int64 }: SchemaOptions, notes: NoteList) {
    const view = callerView(api, callers);
    view.notes.forEach((note) => notes.add(note));
    this.#api = view.api;
    this.#lookup = new Lookup(view.api);
    this.#int64 = int64;
  }

  /** The view that the callers have of the API. */
  get api(): Api {
    return this.#api;
  }

  /** A lookup in this API. */
  get lookup(): Lookup {
    return this.#lookup;
  }

  /** Returns the examples of a type that a reader accepts, without the implicit examples of tags that have no value. */
  of(name: Name, view: View): Example[] {
    const definition = this.#lookup.definition(name);
    const examples = definition.kind === "alias" ? [] : definition.examples;
    return examples.filter(
      ({ label, value }) =>
        !isBareTag(value, label) &&
        !(this.#int64 === "safe" && hasUnsafeInteger(value)) &&
        (view === "read" || findMismatch(value, { kind: "ref", ...name }, this.#lookup, true) === undefined),
    );
  }
}

function isBareTag(value: Json, tag: string): boolean {
  return isObject(value) && value[".tag"] === tag && Object.keys(value).length === 1;
}

function hasUnsafeInteger(value: Json): boolean {
  return (
    typeof value === "bigint" ||
    (typeof value === "object" && value !== null && Object.values(value).some(hasUnsafeInteger))
  );
}
