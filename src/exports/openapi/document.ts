import { resolveBinding, type Binding } from "../../generator/facts/binding-options.js";
import { routeStyle } from "../../generator/facts/context.js";
import type { PackageOptions } from "../../generator/facts/package-options.js";
import type { Api, Namespace, Type } from "../../ir/api.js";
import { printJson, type Printed } from "../../ir/print-json.js";
import { Lookup } from "../../ir/walk.js";
import type { Note } from "../notes/catalogue.js";
import { NoteList } from "../notes/note-list.js";
import { MemberRules } from "../schema/member-rules.js";
import { plainText } from "../../ir/plain-text.js";
import type { SchemaOptions, View } from "../schema/schema.js";
import { ShownExamples } from "../schema/shown-examples.js";
import { TypeSchemas } from "../schema/type-schemas.js";
import { CodegenSchemas, otherSchema } from "./codegen-schemas.js";
import { Components, pendingReference, type SchemaSource } from "./components.js";
import { Operations, selectAdmin, selectUser } from "./operations.js";
import { sharedResponses, userMessage } from "./responses.js";
import { securitySchemes } from "./security.js";
import { findMainHost, serverOf } from "./servers.js";
import { webhooks } from "./webhooks.js";

export interface OpenApiOptions extends Partial<
  Pick<PackageOptions, "name" | "version" | "description" | "license" | "binding">
> {
  /**
   * Which schemas a document contains: those for client generators, which accept a subset of what readers accept (`codegen`,
   * the default), or those of the JSON Schema documents (`exact`).
   */
  readonly profile?: "codegen" | "exact" | undefined;
  /** The methods of downloads: GET, with the argument in the query, and POST (`both`, the default), or POST alone. */
  readonly downloads?: "both" | "post" | undefined;
  /** The callers whose `Omitted` fields and tags are included; none by default. */
  readonly callers?: readonly string[] | undefined;
}

/** An OpenAPI document as data, and notes. Integers that JavaScript numbers cannot represent are rounded. */
export interface OpenApi {
  readonly document: OpenApiDocument;
  readonly notes: readonly Note[];
}

/** An OpenAPI document of version 3.1. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The notifications that the service posts, by type name. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Returns the OpenAPI document of an API. */
export function openApi(api: Api, options: OpenApiOptions = {}): OpenApi {
  const { document, notes } = buildOpenApi(api, options);
  return { document: JSON.parse(printJson(document, { levels: 0 })) as OpenApiDocument, notes };
}

/** Returns the same as {@link openApi}, with exact integers in the document. */
export function buildOpenApi(
  api: Api,
  options: OpenApiOptions,
): { readonly document: Printed; readonly notes: readonly Note[] } {
  const notes = new NoteList();
  const binding = resolveBinding(options.binding ?? {});
  const lookup = new Lookup(api);
  const examples = new ShownExamples(api, options, notes);
  const sources = {
    read: schemasOf("read", lookup, options, examples, notes),
    write: schemasOf("write", lookup, options, examples, notes),
  };
  const mainHost = findMainHost(api.namespaces, binding);
  const operations = new Operations(api.namespaces, {
    binding,
    members: new MemberRules(lookup, options.callers),
    examples,
    notes,
    downloads: options.downloads ?? "both",
    schema: (view, type, place) => sources[view].schema(type, place),
    mainHost,
  });
  const paths = Object.fromEntries(api.namespaces.flatMap((namespace) => operations.paths(namespace)));
  const posted = webhooks(api, binding, operations);
  const components = new Components(api.namespaces, sources, { paths, posted }, notes);
  const resolved = {
    paths: components.resolve(paths),
    posted: components.resolve(posted),
    schemas: components.schemas,
  };
  const document = {
    openapi: "3.1.1",
    info: {
      title: options.name ?? "api",
      version: options.version ?? "0.0.0",
      description: options.description,
      license: options.license === undefined ? undefined : { name: options.license, identifier: options.license },
    },
    servers: [serverOf(mainHost, binding)],
    tags: tagsOf(api, binding),
    paths: resolved.paths,
    webhooks: resolved.posted,
    components: {
      schemas: {
        ...resolved.schemas,
        ...usedOf("schemas", { Other: otherSchema, UserMessage: userMessage }, resolved),
      },
      responses: sharedResponses,
      parameters: usedOf("parameters", selectionParameters(binding), resolved),
      securitySchemes: securitySchemes(api.namespaces, binding),
    },
  };
  return { document, notes: notes.all };
}

/** Returns the schemas of a profile in one view. */
function schemasOf(
  view: View,
  lookup: Lookup,
  { profile = "codegen", callers }: OpenApiOptions,
  examples: ShownExamples,
  notes: NoteList,
): SchemaSource & { schema(type: Type, place: string): { readonly [keyword: string]: Printed } } {
  const options: SchemaOptions = { callers };
  const reference = (name: string): string => pendingReference(view, name);
  return profile === "codegen"
    ? new CodegenSchemas(lookup, view, options, reference, notes)
    : new TypeSchemas(lookup, view, options, reference, examples, notes);
}

/** Returns a tag for each namespace that has operations. */
function tagsOf({ namespaces }: Api, binding: Binding): Printed {
  const hasOperations = ({ routes }: Namespace): boolean =>
    routes.some((route) => ["rpc", "upload", "download"].includes(routeStyle(route, { binding })));
  return namespaces.filter(hasOperations).map(({ name, doc }) => ({ name, description: plainText(doc) }));
}

function selectionParameters({ headers }: Binding): { readonly [name: string]: Printed } {
  return {
    [selectUser]: {
      name: headers.selectUser,
      in: "header",
      description: "The id of the team member to act as, with a token of the team.",
      schema: { type: "string" },
    },
    [selectAdmin]: {
      name: headers.selectAdmin,
      in: "header",
      description: "The id of the team administrator to act as, with a token of the team.",
      schema: { type: "string" },
    },
  };
}

/** Selects those of Ashlar's own components that a document refers to. */
function usedOf(
  section: string,
  components: { readonly [name: string]: Printed },
  document: Printed,
): { readonly [name: string]: Printed } {
  const used = Object.entries(components).filter(([name]) => refersTo(`#/components/${section}/${name}`, document));
  return Object.fromEntries(used);
}

function refersTo(reference: string, value: Printed): boolean {
  return (
    value === reference ||
    (typeof value === "object" &&
      value !== null &&
      Object.values(value).some((member: Printed) => refersTo(reference, member)))
  );
}
