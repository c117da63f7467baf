import { buildPackage } from "../../generator/package/package.js";
import { ModuleCache } from "../../generator/emit/package/module-cache.js";
import type { PrintedFile } from "../../generator/code/module.js";
import { printModule } from "../../generator/code/print/module.js";
import { emitChecks } from "../../generator/emit/checks/checks.js";
import { createContext } from "../../generator/facts/context.js";
import type { Api } from "../../ir/api.js";
import type { Snapshot } from "../../language-server/features/project.js";
import { showTypeScript } from "../../language-server/protocol/show-typescript.js";
import type { ShownCode } from "../messages.js";
import { definitionAt, definitionsIn } from "./definition.js";
import { packageOptions } from "./package-options.js";

const cache = new ModuleCache();

/** Returns the files of the package without its runtime. */
export function packageFiles(api: Api): Promise<PrintedFile[]> {
  return buildPackage(api, { ...packageOptions, runtime: [], emitters: [] }, cache);
}

/**
 * Returns a file of the package, or the code that is generated for the definition at an offset, such as its types and
 * checks.
 */
export async function shownCode(
  api: Api,
  wanted: string | undefined,
  place: { readonly snapshot: Snapshot; readonly path: string; readonly offset: number },
): Promise<ShownCode> {
  const files = await packageFiles(api);
  const shown = files.filter(({ path }) => /^src\/|^[^/]+\.md$|^package\.json$/.test(path));
  const file = shown.find(({ path }) => path === wanted);
  return { paths: shown.map(({ path }) => path), text: file?.text ?? codeAt(api, place) };
}

function codeAt(
  api: Api,
  { snapshot, path, offset }: { readonly snapshot: Snapshot; readonly path: string; readonly offset: number },
): string {
  const definition = definitionAt(snapshot, path, offset) ?? definitionsIn(snapshot, path)[0];
  const code = definition && showTypeScript(snapshot, path, definition.nameOffset);
  if (definition === undefined || code === undefined) {
    return "// This file has no types and no routes.\n";
  }
  const { item, namespace: name } = definition;
  const context = createContext(api, packageOptions);
  const namespace = api.namespaces.find((one) => one.name === name);
  if (namespace === undefined || item.kind === "route") {
    return code;
  }
  const isShown = ({ name }: { readonly name: string }): boolean => name === item.name.text;
  const { aliases, types } = namespace;
  const shown = { ...namespace, aliases: aliases.filter(isShown), types: types.filter(isShown), routes: [] };
  const module = emitChecks(shown, context);
  return `${code}\n${printModule(module).source.replace(/^\/\/ .*\n/, "")}`; // without a second header
}
