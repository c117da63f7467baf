import { routeName } from "../../ir/names.js";
import type { Definition, Field, Name, SpecFile, Struct, TypeRef, Union } from "../../syntax/ast.js";
import type { Span } from "../../source/span.js";

/** A place in a specification; lines and columns from 1, in UTF-16 code units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many code units are meant. */
  readonly length: number;
  /** The text of the line. */
  readonly text: string;
}

/**
 * Where definitions, members, routes, their parts and attributes are declared: subject to place, as findings name them. Of
 * what is declared several times, such as a namespace, the first place.
 */
export function locateDeclarations(specs: readonly SpecFile[]): ReadonlyMap<string, Place> {
  const declarations = new Declarations();
  for (const { items } of specs) {
    let namespace = "";
    for (const item of items) {
      if (item.kind === "namespace") {
        namespace = item.name.text;
        declarations.add(namespace, item.name.span);
      } else if (item.kind !== "import") {
        declarations.addDefinition(namespace, item);
      }
    }
  }
  return declarations.places;
}

class Declarations {
  readonly places = new Map<string, Place>();

  add(subject: string, { source, start, end }: Span): void {
    if (!this.places.has(subject)) {
      const { line, column } = source.positionInFile(start);
      const text = source.line(source.position(start).line);
      this.places.set(subject, { file: source.path, line, column, length: end - start, text });
    }
  }

  addDefinition(namespace: string, definition: Definition): void {
    const name = `${namespace}.${definition.name.text}`;
    switch (definition.kind) {
      case "struct":
      case "union":
        return this.#addType(namespace, definition);
      case "patch":
        return this.#addFields(namespace, name, definition.fields);
      case "route": {
        const route = routeName(namespace, { name: definition.name.text, version: definition.version });
        this.add(route, definition.name.span);
        for (const [part, { span }] of Object.entries<TypeRef>(definition.types)) {
          this.add(`${route}#${part}`, span);
        }
        return this.#addNames(`${route}@`, definition.attributes);
      }
      default:
        return this.add(name, definition.name.span);
    }
  }

  #addType(namespace: string, type: Struct | Union): void {
    const name = `${namespace}.${type.name.text}`;
    this.add(name, type.name.span);
    this.#addFields(namespace, name, type.fields);
    if (type.kind === "struct") {
      this.#addNames(`${name}.`, type.subtypes?.members ?? []);
    }
  }

  #addFields(namespace: string, definition: string, fields: readonly Field[]): void {
    this.#addNames(`${definition}.`, fields);
    for (const { inline } of fields) {
      if (inline !== undefined) {
        this.#addType(namespace, inline);
      }
    }
  }

  #addNames(prefix: string, named: readonly { readonly name: Name }[]): void {
    named.forEach(({ name }) => this.add(`${prefix}${name.text}`, name.span));
  }
}

/** The place of a subject, else that of what it belongs to: of items the field, of a part the route. */
export function placeOf(subject: string, places: ReadonlyMap<string, Place>): Place | undefined {
  const whole = subject.replace(/(?:\[\]|\{\}|\{key\})+$/, "");
  return places.get(whole) ?? places.get(whole.replace(/[#@].*$/, ""));
}

/** The place of what contained a subject that is gone: of its definition, else of its namespace. */
export function placeAround(subject: string, places: ReadonlyMap<string, Place>): Place | undefined {
  const [namespace = ""] = /^\w+/.exec(subject) ?? [];
  const [definition = ""] = /^\w+\.\w+/.exec(subject) ?? [];
  return places.get(definition) ?? places.get(namespace);
}
