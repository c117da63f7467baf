import type { Name, Namespace } from "../../ir/api.js";
import type { Printed } from "../../ir/print-json.js";
import { componentRenamed } from "../notes/catalogue.js";
import type { NoteList } from "../notes/note-list.js";
import type { Schema, View } from "../schema/schema.js";
import { UniqueNames } from "./unique-names.js";

/** The schemas of an API in one view, whose references are those of {@link pendingReference}. */
export interface SchemaSource {
  definitions(name: Name): readonly (readonly [name: string, schema: Schema])[];
}

/** Returns a reference to a definition whose component has no name yet. */
export function pendingReference(view: View, definition: string): string {
  return `ashlar:${view}:${definition}`;
}

const pending = /^ashlar:(write|read):(.*)$/;

/**
 * The component schemas of a document, which are the definitions that its operations need. If a definition and everything
 * that it refers to are equal in both views, the views share one component.
 */
export class Components {
  readonly #definitions: Readonly<Record<View, Definitions>>;
  /** The names of the definitions that are equal in both views. */
  readonly #shared: ReadonlySet<string>;
  /** Definition to the name of its component, in each view. */
  readonly #names = { read: new Map<string, string>(), write: new Map<string, string>() };
  /** All components, in the order of the API. */
  readonly #components: Component[] = [];

  /** `operations` contains everything in the document that refers to schemas. */
  constructor(
    namespaces: readonly Namespace[],
    sources: Readonly<Record<View, SchemaSource>>,
    operations: Printed,
    notes: NoteList,
  ) {
    this.#definitions = { read: new Definitions("read", sources.read), write: new Definitions("write", sources.write) };
    const written = this.#definitions.write.reach(operations);
    const read = this.#definitions.read.reach(operations);
    this.#shared = this.#findShared(written);
    const unique = new UniqueNames();
    for (const { name: namespace, aliases, types } of namespaces) {
      for (const { name } of [...aliases, ...types]) {
        for (const view of ["read", "write"] as const) {
          for (const definition of this.#definitions[view].namesOf({ namespace, name })) {
            const isShared = this.#shared.has(definition);
            if (view === "read" ? read.has(definition) || isShared : written.has(definition) && !isShared) {
              const wanted = view === "read" ? definition : inputName(definition);
              const given = unique.take(wanted);
              this.#names[view].set(definition, given);
              this.#components.push({ name: given, view, definition });
              if (given !== wanted) {
                notes.add(componentRenamed(wanted, given));
              }
            }
          }
        }
      }
    }
  }

  /** Returns the component schemas by name. */
  get schemas(): { readonly [name: string]: Printed } {
    return Object.fromEntries(
      this.#components.map(({ name, view, definition }) => [
        name,
        this.resolve(this.#definitions[view].find(definition)),
      ]),
    );
  }

  /** Replaces all pending references in a value. */
  resolve(value: Printed): Printed {
    if (typeof value === "string") {
      const [, view, name = ""] = value.startsWith("ashlar:") ? (pending.exec(value) ?? []) : [];
      const names = view === "write" && !this.#shared.has(name) ? this.#names.write : this.#names.read;
      const component = view === undefined ? undefined : names.get(name);
      return component === undefined ? value : `#/components/schemas/${component}`;
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return (value as readonly Printed[]).map((item) => this.resolve(item));
    }
    const before = Object.entries(value as Readonly<Record<string, Printed>>);
    const after = before.map(([name, member]) => [name, this.resolve(member)] as const);
    return after.every(([, member], index) => member === before[index]?.[1]) ? value : Object.fromEntries(after);
  }

  /** Returns the definitions that are equal in both views, including everything that they refer to. */
  #findShared(written: ReadonlySet<string>): Set<string> {
    const { read, write } = this.#definitions;
    const shared = new Set([...written].filter((name) => isSame(read.find(name), write.find(name))));
    // A definition that refers to a different one is also different, so repeat until nothing changes.
    let size: number;
    do {
      size = shared.size;
      for (const name of shared) {
        if (referencesIn(write.find(name), "write").some((other) => !shared.has(other))) {
          shared.delete(name);
        }
      }
    } while (shared.size < size);
    return shared;
  }
}

interface Component {
  readonly name: string;
  readonly view: View;
  readonly definition: string;
}

/** The definitions of one view, created on first use. */
class Definitions {
  readonly #view: View;
  readonly #source: SchemaSource;
  readonly #byType = new Map<string, ReadonlyMap<string, Schema>>();

  constructor(view: View, source: SchemaSource) {
    this.#view = view;
    this.#source = source;
  }

  /** Returns the names of all definitions that are reachable from a value. */
  reach(value: Printed): Set<string> {
    const reached = new Set<string>();
    const open = referencesIn(value, this.#view);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (!reached.has(name)) {
        reached.add(name);
        open.push(...referencesIn(this.find(name), this.#view));
      }
    }
    return reached;
  }

  /** Returns a definition; undefined if this view does not contain it. */
  find(definition: string): Schema | undefined {
    const [namespace = "", name = ""] = definition.split(".");
    return this.#define({ namespace, name }).get(definition);
  }

  /** Returns the names of those definitions of a type that have been created so far. */
  namesOf({ namespace, name }: Name): Iterable<string> {
    return this.#byType.get(`${namespace}.${name}`)?.keys() ?? [];
  }

  #define(name: Name): ReadonlyMap<string, Schema> {
    const key = `${name.namespace}.${name.name}`;
    const known = this.#byType.get(key) ?? new Map(this.#source.definitions(name));
    this.#byType.set(key, known);
    return known;
  }
}

/** Returns the definitions of a view to which a value refers. */
function referencesIn(value: Printed, view: View, found: string[] = []): string[] {
  if (typeof value === "string") {
    const prefix = pendingReference(view, "");
    if (value.startsWith(prefix)) {
      found.push(value.slice(prefix.length));
    }
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((member: Printed) => referencesIn(member, view, found));
  }
  return found;
}

/** Whether two schemas of different views are equal, apart from the view in their references. */
function isSame(a: Printed, b: Printed): boolean {
  if (typeof a === "string" && typeof b === "string") {
    return a === b || (a.startsWith("ashlar:") && a.replace(pending, "$2") === b.replace(pending, "$2"));
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return a === b;
  }
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  const members = a as Readonly<Record<string, Printed>>;
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSame(members[key], (b as typeof members)[key]))
  );
}

/** Returns the name of the writable form: `files.Metadata.Input.tag.file`. */
function inputName(definition: string): string {
  return definition.replace(/^([^.]*\.[^.]*)/, "$1.Input");
}
