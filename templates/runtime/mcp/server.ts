import { Server, type CallToolResult, type Tool } from "@modelcontextprotocol/server";
import type { ClientCore } from "../client/core.js";
import { download } from "../client/download.js";
import { call } from "../client/call.js";
import { upload } from "../client/upload.js";
import { nearestName } from "../codecs/nearest-name.js";
import { base64 } from "../text/bytes.js";
import { toolError, failure, toolResult } from "./answer.js";
import { briefSchema } from "./brief-schema.js";
import { searchRoutes } from "./search.js";
import {
  inputSchema,
  withDefinitions,
  type AnyToolRoute,
  type JsonSchema,
  type McpApi,
  type ToolRoute,
} from "./tool.js";

/** The options of an MCP server. */
export interface McpServerOptions {
  /** The client that calls the routes. It has the credentials; tools have no arguments for them. */
  readonly client: ClientCore;
  /** The routes that become tools, such as `[files.getMetadata]`; all by default. */
  readonly routes?: readonly { readonly name: string; readonly version: number }[] | undefined;
  /** The name of the server; the name of the package by default. */
  readonly name?: string | undefined;
  /** Whether results contain the values of redacted fields; by default they are masked. */
  readonly reveal?: boolean | undefined;
  /** Reads a file to upload. Without this option, uploads accept only text and Base64. */
  readonly openFile?: ((path: string) => Promise<Uint8Array>) | undefined;
  /** The maximum number of bytes returned of a download, and of characters of a result; 65,536 by default. */
  readonly maxBytes?: number | undefined;
}

/** The maximum number of routes that become tools. With more, the server has three tools: to find, describe and call routes. */
const maxTools = 40;

/* eslint-disable @typescript-eslint/no-deprecated -- `McpServer` does not accept JSON Schema */

/** Creates an MCP server for the routes of an API. It serves one connection or one HTTP request. */
export function createServerOfTools(api: McpApi, options: McpServerOptions): Server {
  const chosen = options.routes;
  const tools = api.tools.filter(
    ({ route }) => chosen?.some(({ name, version }) => route.name === name && route.version === version) ?? true,
  );
  const caller = new ToolCaller(api, tools, options);
  const server = new Server({ name: options.name ?? api.name, version: api.version }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: caller.list() }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq: { signal } }) =>
    caller.call(params.name, params.arguments ?? {}, signal),
  );
  return server;
}

/* eslint-enable @typescript-eslint/no-deprecated */

class ToolCaller {
  readonly #api: McpApi;
  readonly #tools: ReadonlyMap<string, ToolRoute>;
  readonly #options: McpServerOptions;

  constructor(api: McpApi, tools: readonly ToolRoute[], options: McpServerOptions) {
    this.#api = api;
    this.#tools = new Map(tools.map((tool) => [tool.tool.name, tool]));
    this.#options = options;
  }

  list(): Tool[] {
    return this.#isLarge ? searchTools : [...this.#tools.values()].map((tool) => this.#describe(tool));
  }

  async call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    if (!this.#isLarge) {
      return this.#callRoute(name, args, signal);
    }
    const tool = searchTools.find((each) => each.name === name);
    if (tool === undefined) {
      return failure(`There is no tool ${name}. Call routes with call_route.`);
    }
    const problem = findProblem(tool, args);
    if (problem !== undefined) {
      return failure(problem);
    }
    const route = String(args["route"]);
    switch (name) {
      case "search_routes":
        return this.#search(String(args["words"]));
      case "describe_route":
        return this.#describeBriefly(route, args["result"] === true, args["type"] as string | undefined);
      default:
        return this.#callRoute(route, (args["arguments"] ?? {}) as Record<string, unknown>, signal);
    }
  }

  /**
   * Returns the tool with a name or, if there are only the three tools, for a route: `files/get_metadata`, `files/copy:2`,
   * `files/copy_v2`.
   */
  #find(name: string): ToolRoute | undefined {
    const given = name.replace(/:1$/, "");
    return (
      this.#tools.get(name) ??
      (this.#isLarge
        ? [...this.#tools.values()].find(({ route }) => {
            const written = route.version === 1 ? route.name : `${route.name}:${route.version}`;
            return written === given || route.path === given;
          })
        : undefined)
    );
  }

  /**
   * Describes a route with the schema of its argument or its result, or returns only the schema of one of their
   * types.
   */
  #describeBriefly(name: string, withResult: boolean, type: string | undefined): CallToolResult {
    const found = this.#find(name);
    if (found === undefined) {
      return this.#unknown(name);
    }
    const { outputSchema, inputSchema: input, annotations, ...rest } = this.#describe(found);
    const view = withResult ? "result" : "arguments";
    const schema = withResult ? outputSchema : input;
    if (schema === undefined) {
      return failure(`${found.route.name} has no result.`);
    }
    const definitions = this.#api.definitions[withResult ? "read" : "write"];
    const wanted = type === undefined ? schema : definitions[type];
    if (wanted === undefined) {
      const nearest = nearestName(type ?? "", Object.keys(definitions));
      return failure(`There is no type ${type}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}`);
    }
    const description = rest.description?.slice(0, 600);
    const head = type === undefined ? { ...rest, description, annotations } : { type };
    const room = maxDescriptionLength - JSON.stringify(head).length - 350;
    const brief = briefSchema(type === undefined ? wanted : withDefinitions(wanted, definitions), room);
    const more = brief.leftOut.slice(0, 5);
    const hint = `${brief.leftOut.length} types are left out, such as ${more.join(", ")}. Describe the route again with type, such as ${JSON.stringify(more[0])}.`;
    return toolResult({ ...head, [view]: brief.schema, ...(more.length > 0 && { more: hint }) }, false, this.#maxBytes);
  }

  /** Returns the error for an unknown route or tool, which suggests the most similar one. */
  #unknown(name: string): CallToolResult {
    const nearest = nearestName(name, [...this.#tools.keys()]);
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    return failure(
      this.#isLarge
        ? `There is no route ${name}.${hint} Find routes with search_routes.`
        : `There is no tool ${name}.${hint}`,
    );
  }

  get #isLarge(): boolean {
    return this.#tools.size > maxTools;
  }

  get #maxBytes(): number {
    return this.#options.maxBytes ?? 65_536;
  }

  #describe({ tool, route }: ToolRoute): Tool {
    const { name, title, description, result, effect } = tool;
    return {
      name,
      title,
      description,
      // Both are schemas of objects.
      inputSchema: inputSchema(tool, this.#api) as Tool["inputSchema"],
      ...(result !== undefined &&
        tool.style !== "download" && {
          outputSchema: withDefinitions(result, this.#api.definitions.read),
        }),
      annotations: {
        title, // where programs of the protocol of 2025-03 look for it
        readOnlyHint: effect === "reads",
        destructiveHint: effect === undefined || effect === "destroys",
        idempotentHint: effect === "reads" || route.isIdempotent === true,
        openWorldHint: true, // results have what others have written
      },
    };
  }

  #search(words: string): CallToolResult {
    const found = searchRoutes([...this.#tools.values()], words);
    const routes = found.slice(0, 20).map(({ tool: { name, description } }) => ({ route: name, description }));
    return toolResult({ routes, found: found.length }, false, this.#maxBytes);
  }

  async #callRoute(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    const found = this.#find(name);
    if (found === undefined) {
      return this.#unknown(name);
    }
    const { tool, route, load } = found;
    try {
      await load?.();
      const json = tool.style === "upload" ? args["arg"] : args;
      const arg = route.decodeArg(route.hasArg ? (json ?? null) : null, { strict: true });
      if (tool.style === "download") {
        return await this.#download(route, arg as never, signal);
      }
      const result =
        tool.style === "upload"
          ? await upload(this.#options.client, route, arg as never, await this.#content(args["content"]), { signal })
          : await call(this.#options.client, route, arg as never, { signal });
      const shown = route[this.#options.reveal === true ? "encodeResult" : "redactResult"](result as never);
      return toolResult(shown, tool.result !== undefined, this.#maxBytes);
    } catch (thrown) {
      return toolError(thrown, tool, this.#api);
    }
  }

  async #content(given: unknown): Promise<string | Uint8Array> {
    const members = typeof given === "object" && given !== null ? Object.entries<unknown>({ ...given }) : [];
    const [kind, value]: readonly [string, unknown] = members[0] ?? ["", undefined];
    if (members.length !== 1 || typeof value !== "string") {
      throw new Error(wrongContent);
    }
    switch (kind) {
      case "text":
        return value;
      case "base64":
        return bytesOf(value);
      case "file": {
        const { openFile } = this.#options;
        if (openFile === undefined) {
          throw new Error("This server opens no files. Pass text or base64.");
        }
        return openFile(value);
      }
      default:
        throw new Error(wrongContent);
    }
  }

  async #download(route: AnyToolRoute, arg: never, signal: AbortSignal): Promise<CallToolResult> {
    const {
      body,
      contentType = "application/octet-stream",
      size,
    } = await download(this.#options.client, route, arg, {
      signal,
    });
    const { bytes, isWhole } = await firstBytes(body, this.#maxBytes);
    const cut = isWhole
      ? []
      : [
          {
            type: "text" as const,
            text: `The content was cut after ${bytes.length} bytes${size === undefined ? "" : ` of ${size}`}.`,
          },
        ];
    const text = textOf(bytes);
    return {
      content: [
        text === undefined
          ? { type: "resource", resource: { uri: `content:${route.name}`, mimeType: contentType, blob: base64(bytes) } }
          : { type: "text", text },
        ...cut,
      ],
    };
  }
}

const wrongContent =
  'Invalid argument: content must be exactly one of { "text": … }, { "base64": … } and { "file": … }, each with a string.';

/** Decodes Base64. Throws an Error if the string is not Base64. */
function bytesOf(encoded: string): Uint8Array {
  try {
    return Uint8Array.from(atob(encoded), (unit) => unit.charCodeAt(0));
  } catch {
    throw new Error("Invalid argument: content.base64 is not Base64.");
  }
}

/** Returns the first `most` bytes of a body, and whether these are all. The rest is not read. */
async function firstBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const pieces: number[] = [];
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(...piece.value.subarray(0, most + 1 - pieces.length));
    if (pieces.length > most) {
      await reader.cancel();
      return { bytes: Uint8Array.from(pieces.slice(0, most)), isWhole: false };
    }
  }
  return { bytes: Uint8Array.from(pieces), isWhole: true };
}

/** Decodes UTF-8; undefined if the bytes are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The maximum number of characters in the description of a route, which are about 600 tokens for language models. */
const maxDescriptionLength = 1_800;

const route = { type: "string", description: "The name of the route, as search_routes returns it." };

/** The hints of tools that only tell which routes there are. */
const ofDescriptions = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const searchTools: Tool[] = [
  {
    name: "search_routes",
    title: "Search routes",
    description: "Find routes of the API by words. Those that fit best are the first.",
    inputSchema: {
      type: "object",
      properties: { words: { type: "string", description: "In any order, such as rename folder." } },
      required: ["words"],
      additionalProperties: false,
    },
    annotations: ofDescriptions,
  },
  {
    name: "describe_route",
    title: "Describe a route",
    description: "Describe a route: what it does, and the schema of its arguments.",
    inputSchema: {
      type: "object",
      properties: {
        route,
        result: { type: "boolean", description: "Describe the result instead of the arguments." },
        type: { type: "string", description: "Describe only this type, which a description has left out." },
      },
      required: ["route"],
      additionalProperties: false,
    },
    annotations: ofDescriptions,
  },
  {
    name: "call_route",
    title: "Call a route",
    description: "Call a route with arguments that fit its schema.",
    inputSchema: {
      type: "object",
      properties: { route, arguments: { type: "object" } },
      required: ["route"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
];

/** Returns a sentence about the problem with the arguments of a tool; undefined if they are valid. */
function findProblem({ name: tool, inputSchema }: Tool, args: Record<string, unknown>): string | undefined {
  const { properties = {}, required = [] } = inputSchema;
  const types = new Map(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, { type }]) => [name, type]),
  );
  const all = [...types].map(([name, type]) => `${name} (${String(type)})`).join(", ");
  const missing = required.filter((name) => args[name] === undefined);
  const unknown = Object.keys(args).filter((name) => !types.has(name));
  const wrong = Object.entries(args).filter(([name, value]) => types.has(name) && !isOfType(value, types.get(name)));
  const problems = [
    ...unknown.map((name) => `There is no argument ${name}.`),
    ...missing.map((name) => `The argument ${name} is missing.`),
    ...wrong.map(([name]) => `The argument ${name} is not of the type ${String(types.get(name))}.`),
  ];
  return problems.length === 0 ? undefined : `${problems.join(" ")} ${tool} takes ${all}.`;
}

function isOfType(value: unknown, type: unknown): boolean {
  return value === undefined || (typeof value === type && value !== null && !Array.isArray(value));
}
