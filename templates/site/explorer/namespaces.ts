import codecs from "ashlar:codecs";
import type { ServerRoute } from "../../runtime/server/server-route.js";
import { download, rpc, unimplemented, upload, withoutArg, withoutResult } from "../../runtime/server/server-route.js";
import type { Binding } from "../../runtime/routes/binding.js";
import { defineRoute } from "../../runtime/routes/route.js";
import type { TwinNamespaceData } from "../../runtime/twin/data.js";
import { parseJson } from "../../runtime/text/json.js";
import { loadScript } from "../load-script.js";

/** The data of a route's argument; see `src/site/explorer.ts`. */
export interface ArgumentData {
  readonly value: unknown;
  readonly examples?: readonly (readonly [label: string, value: unknown])[];
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly choices?: readonly Choice[];
}

export interface Choice {
  readonly at: readonly string[];
  readonly variants: readonly (readonly [tag: string, value: unknown])[];
}

/** The data of a namespace that has routes. */
interface NamespaceData {
  /** The module that contains the list of routes, and the name of the function that returns the list. */
  readonly routes: readonly [module: string, name: string];
  readonly binding: Binding;
  readonly oauth?: { readonly authorizeUrl?: string; readonly tokenUrl?: string };
  readonly twin: TwinNamespaceData;
  readonly arguments: Readonly<Record<string, ArgumentData>>;
}

/** A namespace, including its routes. */
export interface LoadedNamespace extends NamespaceData {
  readonly served: readonly ServerRoute[];
}

type Exports = Readonly<Record<string, unknown>>;
type Use = (id: string) => Exports;
type Define = (use: Use, exports: Record<string, unknown>) => void;

interface NamespaceScript {
  readonly needs: readonly string[];
  readonly data: string;
}

const scripts = new Map<string, NamespaceScript>();
const defined = new Map<string, Define>();
const modules = new Map<string, Exports>([
  ["runtime/shared", { ...codecs, defineRoute }],
  ["runtime/server", { download, rpc, unimplemented, upload, withoutArg, withoutResult }],
]);

/** Called by the script of a namespace. */
export function addNamespace(
  { path, needs }: { readonly path: string; readonly needs: readonly string[] },
  definitions: Readonly<Record<string, Define>>,
  data: string,
): void {
  scripts.set(path, { needs, data });
  for (const [id, define] of Object.entries(definitions)) {
    defined.set(id, define);
  }
}

/** Loads the namespace whose script has a path, and all namespaces that it needs. */
export async function loadNamespace(path: string): Promise<LoadedNamespace> {
  const seen = new Set([path]);
  for (const next of seen) {
    await loadScript(next);
    scripts.get(next)?.needs.forEach((needed) => seen.add(needed));
  }
  const data = parseJson(scripts.get(path)?.data ?? "{}") as NamespaceData;
  const [module, name] = data.routes;
  const list = use(module)[name] as () => readonly ServerRoute[];
  return { ...data, served: list() };
}

/** Returns the exports of a module, which runs on first use. In an import cycle, a module sees the exports that exist so far. */
function use(id: string): Exports {
  const known = modules.get(id);
  if (known !== undefined) {
    return known;
  }
  const exports: Record<string, unknown> = {};
  modules.set(id, exports);
  const define = defined.get(id);
  if (define === undefined) {
    throw new Error(`There is no module ${id}`);
  }
  define(use, exports);
  return exports;
}
