import { NoteList } from "../../exports/notes/note-list.js";
import { CodegenSchemas, otherSchema } from "../../exports/openapi/codegen-schemas.js";
import type { Schema, View } from "../../exports/schema/schema.js";
import type { Doc, Namespace, Route, Type } from "../../ir/api.js";
import { qualified, routeName } from "../../ir/names.js";
import { fieldText, plainText } from "../../ir/plain-text.js";
import { errorPaths } from "../../values/error-paths.js";
import { callableRoutes, routeStyle, type Context } from "../facts/context.js";
import { structFields, unionTags } from "../facts/members.js";
import { onlyReads, routeEffect, type RouteEffect } from "../facts/route-effects.js";

/** The description of a route as a tool; the runtime documents the format (`runtime/mcp/tool.ts`). */
interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly style: string;
  readonly arg?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly effect?: RouteEffect;
}

/** Returns the routes of a namespace that become tools: those that can be called and are not deprecated. */
export function toolRoutes(namespace: Namespace, context: Context): readonly Route[] {
  return callableRoutes(namespace, context).filter(({ deprecated }) => deprecated === undefined);
}

/** Creates tools, and the definitions that their schemas refer to. */
export class ToolMaker {
  readonly #context: Context;
  readonly #schemas: Readonly<Record<View, CodegenSchemas>>;

  /** The context must be that of callers without permissions. */
  constructor(context: Context) {
    this.#context = context;
    const schemas = (view: View): CodegenSchemas =>
      new CodegenSchemas(context.lookup, view, {}, (name) => `#/$defs/${name}`, new NoteList());
    this.#schemas = { write: schemas("write"), read: schemas("read") };
  }

  tool(namespace: Namespace, route: Route): Tool {
    const { lookup } = this.#context;
    const { arg, result } = { arg: this.#object(route.arg, "write"), result: this.#object(route.result, "read") };
    const error = lookup.withoutAliases(lookup.withoutNull(route.error));
    const effect =
      routeEffect(route, namespace, this.#context.options) ?? (onlyReads(route, this.#context) ? "reads" : undefined);
    return {
      name: routeName(namespace.name, route).replace(/\W+/g, "_").slice(0, 64),
      title: title(namespace, route),
      description: firstParagraph(route.doc) ?? routeName(namespace.name, route),
      style: routeStyle(route, this.#context),
      ...(arg !== undefined && { arg }),
      ...(result !== undefined && { result }),
      ...(error.kind === "ref" && { error: qualified(error) }),
      ...(effect !== undefined && { effect }),
    };
  }

  /** Returns the definitions in a view that tools refer to, directly or indirectly. */
  definitions(view: View, tools: readonly Tool[]): Readonly<Record<string, unknown>> {
    const all = new Map<string, unknown>([["Other", plain(otherSchema, view)]]);
    for (const { name: namespace, aliases, types } of this.#context.api.namespaces) {
      for (const { name } of [...aliases, ...types]) {
        this.#schemas[view]
          .definitions({ namespace, name })
          .forEach(([each, schema]) => all.set(each, plain(schema, view)));
      }
    }
    const needed = new Set<string>();
    const visit = (value: unknown): void => {
      for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
        if (!needed.has(name)) {
          needed.add(name);
          visit(all.get(name));
        }
      }
    };
    visit(tools.map(({ arg, result }) => (view === "write" ? arg : result)));
    return Object.fromEntries([...all].filter(([name]) => needed.has(name)));
  }

  /** Returns error path to its description, for an error type. */
  errors(type: Type): Readonly<Record<string, string>> {
    const { lookup } = this.#context;
    return Object.fromEntries(
      errorPaths(type, lookup).flatMap(({ path }) => {
        const text = this.#describePath(type, path.split("/"));
        return text === undefined ? [] : [[path, text]];
      }),
    );
  }

  #describePath(type: Type, [tag, ...rest]: readonly string[]): string | undefined {
    const { lookup } = this.#context;
    const field = unionTags(lookup.withoutNull(type), lookup).find(({ name }) => name === tag);
    if (field === undefined) {
      return undefined;
    }
    const fieldDoc = fieldText(field)?.split("\n", 1)[0];
    if (rest.length === 0) {
      return fieldDoc;
    }
    const inner = [field.type, ...structFields(lookup.withoutNull(field.type), lookup).map((each) => each.type)];
    return inner.map((each) => this.#describePath(each, rest)).find((text) => text !== undefined) ?? fieldDoc;
  }

  /** Returns the schema of a type. Schemas of tools must be those of objects, so a list in a result becomes the member `items` of an object; undefined for other types that are not objects. */
  #object(type: Type, view: View): unknown {
    const { lookup } = this.#context;
    const bare = lookup.withoutAliases(lookup.withoutNull(type));
    if (bare.kind === "void") {
      return undefined;
    }
    if (bare.kind === "ref") {
      return { $ref: `#/$defs/${qualified(bare)}` };
    }
    if (view === "write" || bare.kind !== "list") {
      return undefined;
    }
    const items = plain(this.#schemas[view].schema(bare, ""), view);
    return { type: "object", properties: { items }, required: ["items"] };
  }
}

/** Returns the name of a route for people: `Files: list folder, continue`. */
function title({ name: namespace }: Namespace, { name, version }: Route): string {
  const words = `${namespace}: ${name.replaceAll("/", ", ")}`.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1) + (version === 1 ? "" : `, version ${version}`);
}

function firstParagraph(doc: Doc | undefined): string | undefined {
  return plainText(doc)?.split("\n", 1)[0];
}

/** Returns a schema as JSON, without keywords that strict validators do not know. In results, redacted fields may have any value. */
function plain(schema: Schema, view: View): unknown {
  const copy = (value: unknown): unknown => {
    if (typeof value === "bigint") {
      return Number(value);
    }
    if (Array.isArray(value)) {
      return value.map(copy);
    }
    if (value === "#/components/schemas/Other") {
      return "#/$defs/Other";
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const { "x-redacted": redacted, description, ...others } = value as Readonly<Record<string, unknown>>;
    if (redacted !== undefined && view === "read") {
      return description === undefined ? {} : { description };
    }
    return Object.fromEntries(
      Object.entries({ description, ...others })
        .filter(([name, member]) => member !== undefined && !/^(?:x-.*|discriminator|format)$/.test(name))
        .map(([name, member]) => [name, name === "const" || name === "enum" ? member : copy(member)]),
    );
  };
  return copy(schema);
}
