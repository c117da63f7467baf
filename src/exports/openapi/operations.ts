import { pathPrefix, routePath, type Binding } from "../../generator/facts/binding-options.js";
import { attributeText, permissionOf, routeStyle } from "../../generator/facts/context.js";
import { idempotencyHeader } from "../../generator/facts/route-effects.js";
import type { Namespace, Route, Type } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import type { Printed } from "../../ir/print-json.js";
import { operationRenamed, pathEndsWithSlash, styleNotExported } from "../notes/catalogue.js";
import type { NoteList } from "../notes/note-list.js";
import type { MemberRules } from "../schema/member-rules.js";
import { firstSentence, plainText } from "../../ir/plain-text.js";
import type { Schema, View } from "../schema/schema.js";
import type { ShownExamples } from "../schema/shown-examples.js";
import { chosenValue } from "../../values/chosen-value.js";
import { errorPaths, type ErrorPath } from "../../values/error-paths.js";
import { sharedStatuses } from "./responses.js";
import { operationSecurity } from "./security.js";
import { serverOf } from "./servers.js";
import { UniqueNames } from "./unique-names.js";

interface Members {
  readonly [name: string]: Printed;
}

/** What is needed to create operations. */
export interface OperationContext {
  readonly binding: Binding;
  readonly members: MemberRules;
  readonly examples: ShownExamples;
  readonly notes: NoteList;
  /** The methods of downloads: GET and POST, or only POST. */
  readonly downloads: "both" | "post";
  readonly schema: (view: View, type: Type, place: string) => Schema;
  /** The host that most routes have, which is the first server of the document; operations of other hosts list their own. */
  readonly mainHost: string | undefined;
}

/** The names of the parameters that operations share. */
export const selectUser = "SelectUser";
export const selectAdmin = "SelectAdmin";

const idempotencyKey =
  "A string of the caller's choice, such as a UUID. Calls with the same key are performed only once.";

const headerSafe =
  "JSON in which all characters beyond ASCII are escaped: `\\u` and four hexadecimal digits for each UTF-16 code unit.";

/** The operations of an API by path and method. */
export class Operations {
  readonly #context: OperationContext;
  /** The id of the operation of each route, to which other operations refer. */
  readonly #ids = new Map<Route, string>();

  constructor(namespaces: readonly Namespace[], context: OperationContext) {
    this.#context = context;
    const unique = new UniqueNames();
    for (const namespace of namespaces) {
      for (const route of namespace.routes) {
        const wanted = operationId(namespace, route);
        const id = unique.take(wanted);
        this.#ids.set(route, id);
        if (id !== wanted) {
          context.notes.add(operationRenamed(routeName(namespace.name, route), id));
        }
      }
    }
  }

  /** Returns the operations of a namespace. Routes of unknown styles are omitted, with a note. */
  paths(namespace: Namespace): [path: string, methods: Members][] {
    const { binding, notes, downloads } = this.#context;
    return namespace.routes.flatMap((route): [string, Members][] => {
      const path = pathPrefix(binding) + routePath(namespace.name, route, binding);
      if (path.endsWith("/")) {
        notes.add(pathEndsWithSlash(routeName(namespace.name, route)));
      }
      const style = routeStyle(route, { binding });
      switch (style) {
        case "rpc":
          return [[path, { post: this.#rpc(namespace, route) }]];
        case "upload":
          return [[path, { post: this.#upload(namespace, route) }]];
        case "download":
          return [
            [
              path,
              {
                get: downloads === "both" ? this.#download(namespace, route, "get") : undefined,
                post: this.#download(namespace, route, "post"),
              },
            ],
          ];
        default:
          notes.add(styleNotExported(routeName(namespace.name, route), style));
          return [];
      }
    });
  }

  #rpc(namespace: Namespace, route: Route): Members {
    const place = routeName(namespace.name, route);
    return {
      ...this.#common(namespace, route, ""),
      requestBody: this.#context.members.isVoid(route.arg)
        ? undefined
        : {
            required: !this.#context.members.mayBeAbsent(route.arg),
            content: { "application/json": this.media("write", route.arg, `${place}.arg`) },
          },
      responses: this.#responses(route, place, {
        "200": {
          description: "The result.",
          content: { "application/json": this.media("read", route.result, `${place}.result`) },
        },
      }),
    };
  }

  #upload(namespace: Namespace, route: Route): Members {
    const place = routeName(namespace.name, route);
    return {
      ...this.#common(namespace, route, "", this.#argument(route, place, "header")),
      requestBody: { required: true, content: { "application/octet-stream": { schema: {} } } },
      responses: this.#responses(route, place, {
        "200": {
          description: "The result.",
          content: { "application/json": this.media("read", route.result, `${place}.result`) },
        },
      }),
    };
  }

  #download(namespace: Namespace, route: Route, method: "get" | "post"): Members {
    const place = routeName(namespace.name, route);
    const { headers } = this.#context.binding;
    const content = {
      headers: {
        [headers.result]: {
          description: `The result as ${headerSafe}`,
          required: true,
          content: { "application/json": this.media("read", route.result, `${place}.result`) },
        },
      },
      content: { "application/octet-stream": { schema: {} } },
    };
    const parameters = [
      ...this.#argument(route, place, method === "get" ? "query" : "header"),
      { name: "Range", in: "header", description: "The range of bytes to return.", schema: { type: "string" } },
      { name: "If-None-Match", in: "header", description: "The `ETag` of known content.", schema: { type: "string" } },
    ];
    return {
      ...this.#common(namespace, route, method === "get" ? "_get" : "", parameters),
      responses: this.#responses(route, place, {
        "200": { description: "The content.", ...content },
        "206": { description: "The requested range of bytes.", ...content },
        "304": { description: "The content is still the one that `If-None-Match` names." },
      }),
    };
  }

  #common(namespace: Namespace, route: Route, suffix: string, parameters: readonly Printed[] = []): Members {
    const { binding, mainHost } = this.#context;
    const text = plainText(route.doc);
    const summary = firstSentence(route.doc) ?? routeName(namespace.name, route);
    const paragraphs = [
      ...(text === undefined || text === summary ? [] : [text]),
      ...this.#sentences(namespace, route),
    ];
    const host = attributeText(route, binding.attributes.host);
    const key = idempotencyHeader(route, namespace, { binding });
    const all = [
      ...parameters,
      ...(key === undefined
        ? []
        : [{ name: key, in: "header", description: idempotencyKey, schema: { type: "string", maxLength: 255 } }]),
      ...this.#selections(route),
    ];
    return {
      operationId: `${this.#ids.get(route) ?? ""}${suffix}`,
      tags: [namespace.name],
      summary,
      description: paragraphs.length === 0 ? undefined : paragraphs.join("\n\n"),
      deprecated: route.deprecated === undefined ? undefined : true,
      servers: host === mainHost ? undefined : [serverOf(host, binding)],
      security: operationSecurity(route, binding),
      parameters: all.length === 0 ? undefined : all,
      "x-stone-attributes": this.#otherAttributes(route),
    };
  }

  #sentences(namespace: Namespace, route: Route): string[] {
    const by = route.deprecated?.by;
    const successor = namespace.routes.find(({ name, version }) => name === by?.name && version === by.version);
    const id = successor && this.#ids.get(successor);
    const permission = permissionOf(route, this.#context);
    return [
      ...(id === undefined ? [] : [`Use \`${id}\` instead.`]),
      ...(permission === undefined ? [] : [`Needs the permission \`${permission}\`.`]),
    ];
  }

  /** Returns the attributes to which the binding assigns no meaning. */
  #otherAttributes({ attributes }: Route): Printed {
    const known = new Set<string>(Object.values(this.#context.binding.attributes));
    const others = Object.entries(attributes).filter(([name, value]) => !known.has(name) && value !== null);
    return others.length === 0
      ? undefined
      : Object.fromEntries(others.map(([name, value]) => [name, typeof value === "object" ? value?.tag : value]));
  }

  /** Returns the parameters that select a member or an administrator. */
  #selections(route: Route): Printed[] {
    const { attributes } = this.#context.binding;
    const kinds = (attributeText(route, attributes.auth) ?? "").split(",").map((kind) => kind.trim());
    const forAdmins = attributeText(route, attributes.selectAdmin) ?? "";
    return [
      ...(kinds.includes("user") ? [{ $ref: `#/components/parameters/${selectUser}` }] : []),
      ...(forAdmins !== "" && forAdmins !== "false" ? [{ $ref: `#/components/parameters/${selectAdmin}` }] : []),
    ];
  }

  /** Returns a list of the parameter for the argument of an upload or download; an empty one if the argument is Void. */
  #argument(route: Route, place: string, where: "header" | "query"): Printed[] {
    const { binding, members } = this.#context;
    return members.isVoid(route.arg)
      ? []
      : [
          {
            name: where === "header" ? binding.headers.arg : "arg",
            in: where,
            required: true,
            description: where === "header" ? `The argument as ${headerSafe}` : "The argument as JSON.",
            content: { "application/json": this.media("write", route.arg, `${place}.arg`) },
          },
        ];
  }

  #responses(route: Route, place: string, own: Members): Members {
    const { members, schema, examples } = this.#context;
    if (members.isVoid(route.error)) {
      return { ...own, ...sharedStatuses };
    }
    const paths = errorPaths(route.error, examples.lookup);
    const summaries = paths.map(({ path }) => summaryOf(path));
    const conflict = {
      description: "The error.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              error_summary: {
                type: "string",
                examples: summaries.length === 0 ? undefined : summaries,
              },
              error: schema("read", route.error, `${place}.error`),
              user_message: { $ref: "#/components/schemas/UserMessage" },
            },
            required: ["error_summary", "error"],
          },
          examples: this.#errorExamples(route.error, paths),
        },
      },
    };
    return { ...own, "409": conflict, ...sharedStatuses };
  }

  /** Returns an example for each path of an error; a single one if there are no paths; undefined if there is no value for it. */
  #errorExamples(type: Type, paths: readonly ErrorPath[]): Printed {
    const { lookup } = this.#context.examples;
    if (paths.length > 0) {
      const named = paths.map(({ path, value }) => [path, { value: { error_summary: summaryOf(path), error: value } }]);
      return Object.fromEntries(named) as Members;
    }
    const value = chosenValue(type, lookup);
    return value === undefined ? undefined : { default: { value: { error_summary: "..", error: value } } };
  }

  /** Returns a type as the content of a body, with its examples. */
  media(view: View, type: Type, place: string): Members {
    const { schema, examples } = this.#context;
    const { lookup } = examples;
    const bare = lookup.bare(type);
    const shown = bare.kind === "ref" ? examples.of(bare, "write") : [];
    const named = shown.map(({ label, doc, value }): [string, Members] => [label, { summary: doc, value }]);
    return {
      schema: schema(view, type, place),
      examples: named.length === 0 ? undefined : Object.fromEntries(named),
    };
  }
}

/** Returns the summary of an error. Services vary the number of dots at the end. */
function summaryOf(path: string): string {
  return `${path}/..`;
}

function operationId(namespace: Namespace, { name, version }: Route): string {
  return `${namespace.name}_${name.replaceAll("/", "_")}${version === 1 ? "" : `_v${version}`}`;
}
