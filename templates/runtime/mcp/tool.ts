import type { Route } from "../routes/route.js";

/** JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The description of a route as a tool. */
export interface ToolData {
  /** The name, such as `files_get_metadata`. */
  readonly name: string;
  /** The name for people, such as `Files: get metadata`. */
  readonly title: string;
  readonly description: string;
  readonly style: "rpc" | "upload" | "download";
  /** The schema of the argument; undefined if there is none. */
  readonly arg?: JsonSchema;
  /** The schema of the result; undefined if there is none. */
  readonly result?: JsonSchema;
  /** The error type, if its tags are described. */
  readonly error?: string;
  /** The effect of the route according to the configuration or, if it certainly only reads, to itself; undefined if it is unknown. */
  readonly effect?: "reads" | "writes" | "destroys";
}

/** A route and its description as a tool. */
export interface ToolRoute {
  readonly tool: ToolData;
  readonly route: AnyToolRoute;
  /** Loads the checks of the route, where they are not loaded with it. */
  readonly load?: () => Promise<unknown>;
}

/** A route with any types. */
export type AnyToolRoute = Route<never, unknown, unknown, unknown, never, never>;

/** The data of an API from which its MCP server is made. */
export interface McpApi {
  readonly name: string;
  readonly version: string;
  /** The definitions to which the schemas of arguments (`write`) and results (`read`) refer. */
  readonly definitions: {
    readonly write: Readonly<Record<string, JsonSchema>>;
    readonly read: Readonly<Record<string, JsonSchema>>;
  };
  /** Error type to its error paths, with the description of each. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly tools: readonly ToolRoute[];
}

/**
 * Returns a schema together with the definitions that it needs. A schema that is only a reference is replaced by the definition
 * to which it refers.
 */
export function withDefinitions(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const whole = definitionOf(schema, definitions) ?? schema;
  // A union can also be a bare tag. That form is dropped: it is a string, but the arguments of a tool must be an object.
  const [, objects] = Array.isArray(whole["anyOf"]) ? (whole["anyOf"] as JsonSchema[]) : [];
  const { anyOf: _, ...others } = whole;
  const root: JsonSchema = objects === undefined ? whole : { ...others, ...objects };
  const needed = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      const definition = definitionOf(value as JsonSchema, definitions);
      const name = String(Reflect.get(value, "$ref")).replace(prefix, "");
      if (definition !== undefined && !needed.has(name)) {
        needed.set(name, definition);
        visit(definition);
      }
      Object.values(value).forEach(visit);
    }
  };
  visit(root);
  return { type: "object", ...root, ...(needed.size > 0 && { $defs: Object.fromEntries(needed) }) };
}

const prefix = "#/$defs/";

/** Returns the definition to which a schema refers; undefined if it is not a reference. */
function definitionOf(
  { $ref: reference }: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): JsonSchema | undefined {
  return typeof reference === "string" ? definitions[reference.replace(prefix, "")] : undefined;
}

/**
 * Returns the schema of a tool's arguments: the argument of the route or, for an upload, an object with that argument and the
 * content.
 */
export function inputSchema({ style, arg }: ToolData, { definitions }: McpApi): JsonSchema {
  const own: JsonSchema = arg ?? { type: "object", additionalProperties: false };
  const whole: JsonSchema =
    style === "upload"
      ? {
          type: "object",
          properties: { arg: own, content: contentSchema },
          required: arg === undefined ? ["content"] : ["arg", "content"],
          additionalProperties: false,
        }
      : own;
  return withDefinitions(whole, definitions.write);
}

const text: JsonSchema = { type: "string" };

const contentSchema: JsonSchema = {
  description: "What to upload: a text, bytes in Base64, or the path of a file.",
  type: "object",
  properties: { text, base64: text, file: text },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
};
