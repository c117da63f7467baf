import type { TypeScriptModule } from "../../code/module.js";
import type { Context } from "../../facts/context.js";
import type { PackageOptions } from "../../facts/package-options.js";
import { emitArbitraries } from "../arbitraries.js";
import { emitMcp } from "../mcp.js";
import { emitOtel } from "../otel.js";
import { emitQuery } from "../query.js";
import { emitSchemas } from "../schemas.js";
import { emitTwin, hasTwin } from "../twin/twin.js";
import { emitWebhooks, hasWebhooks } from "../webhooks.js";

/** A subpath that a package has only if the configuration requests it. */
export interface OptionalSubpath {
  readonly subpath: string;
  /** The entry point, without folder and extension. */
  readonly entry: string;
  /** The module of the runtime that only this subpath uses. */
  readonly runtime: string;
  /** The packages that applications must install to use the subpath, with their versions. */
  readonly peers: Readonly<Record<string, string>>;
  readonly isWanted: (options: PackageOptions) => boolean;
  readonly emit: (context: Context) => readonly TypeScriptModule[];
}

const all: readonly OptionalSubpath[] = [
  { subpath: "./testing", entry: "testing/index", runtime: "twin", peers: {}, isWanted: hasTwin, emit: emitTwin },
  {
    subpath: "./arbitraries",
    entry: "arbitraries/index",
    runtime: "arbitraries",
    peers: { "fast-check": ">=4" },
    isWanted: ({ arbitraries }) => arbitraries === true,
    emit: emitArbitraries,
  },
  {
    subpath: "./schemas",
    entry: "schemas/index",
    runtime: "schemas",
    peers: {},
    isWanted: ({ schemas }) => schemas === true,
    emit: emitSchemas,
  },
  {
    subpath: "./query",
    entry: "query/index",
    runtime: "query",
    peers: { "@tanstack/query-core": ">=5" },
    isWanted: ({ query }) => query === true,
    emit: emitQuery,
  },
  {
    subpath: "./mcp",
    entry: "mcp/index",
    runtime: "mcp",
    peers: { "@modelcontextprotocol/server": ">=2" },
    isWanted: ({ mcp = false }) => mcp,
    emit: emitMcp,
  },
  {
    subpath: "./otel",
    entry: "otel/index",
    runtime: "otel",
    peers: { "@opentelemetry/api": ">=1.9" },
    isWanted: ({ otel }) => otel === true,
    emit: emitOtel,
  },
  {
    subpath: "./server/webhooks",
    entry: "server/webhooks",
    runtime: "webhooks",
    peers: {},
    isWanted: hasWebhooks,
    emit: emitWebhooks,
  },
];

/** Returns the optional subpaths of a package. */
export function optionalSubpaths(options: PackageOptions): readonly OptionalSubpath[] {
  return all.filter(({ isWanted }) => isWanted(options));
}

/** Whether a package needs a file of the runtime. A file that belongs to an optional subpath is needed only with that subpath. */
export function isWantedRuntime(path: string, options: PackageOptions): boolean {
  const [, name] = /\/runtime\/(\w+)\.[a-z.]+$/.exec(path) ?? [];
  const owner = all.find(({ runtime }) => runtime === name);
  return owner === undefined || owner.isWanted(options);
}
