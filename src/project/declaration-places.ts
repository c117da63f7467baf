import { routeName } from "../ir/names.js";
import type { Definition, Field, Name, SpecFile, Struct, TypeRef, Union } from "../syntax/ast.js";
import type * as item from "../text/item-source.js";
import type { Span } from "../text/span.js";

/** A location in a specification. Lines and columns are counted from 1, columns in UTF-16 code units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The number of code units of the declared name. */
  readonly length: number;
  /** The text of the line. */
  readonly text: string;
}

/**
 * Returns the locations of declarations, by their names in findings: definitions, members, routes, their parts and
 * attributes. Of several declarations, such as those of a namespace, the first counts. The locations are those in the
 * current trees, even if the files change later.
 */
export function locateDeclarations(specs: readonly SpecFile[]): DeclarationPlaces {
  const declarations = new DeclarationPlaces();
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
  return declarations;
}

/** A span, and the location of its item when the span was recorded. */
interface Noted {
  readonly span: Span;
  readonly item: item.Place;
}

/** The locations of subjects of findings, which are computed on demand. */
export class DeclarationPlaces {
  readonly #noted = new Map<string, Noted>();

  get(subject: string): Place | undefined {
    const noted = this.#noted.get(subject);
    if (noted === undefined) {
      return undefined;
    }
    const {
      item,
      span: { start, end },
    } = noted;
    const { line, column } = item.file.position(item.start + start);
    return { file: item.path, line, column, length: end - start, text: item.file.line(line) };
  }

  /** Returns the span of a subject, for findings of this analysis. */
  span(subject: string): Span | undefined {
    return this.#noted.get(subject)?.span;
  }

  add(subject: string, span: Span): void {
    if (!this.#noted.has(subject)) {
      this.#noted.set(subject, { span, item: span.source.place });
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

/**
 * Returns the location of a subject, or else that of its owner: the field for items, or the route for parts of a route.
 */
export function placeOf(subject: string, places: DeclarationPlaces): Place | undefined {
  const whole = subject.replace(/(?:\[\]|\{\}|\{key\})+$/, "");
  return places.get(whole) ?? places.get(whole.replace(/[#@].*$/, ""));
}

/** Returns the location of the definition that contained a removed subject, or else that of its namespace. */
export function placeAround(subject: string, places: DeclarationPlaces): Place | undefined {
  const [namespace = ""] = /^\w+/.exec(subject) ?? [];
  const [definition = ""] = /^\w+\.\w+/.exec(subject) ?? [];
  return places.get(definition) ?? places.get(namespace);
}
