import { PackageBuilder } from "../../generator/package/package.js";
import type { PrintedFile } from "../../generator/code/printed-file.js";
import { printModule } from "../../generator/code/print/module.js";
import { checks } from "../../generator/emit/checks/checks.js";
import { emitDivided } from "../../generator/emit/package/divided-module.js";
import { createContext } from "../../generator/facts/context.js";
import type { Api } from "../../ir/api.js";
import type { Snapshot } from "../../language-server/features/project.js";
import { showTypeScript } from "../../language-server/protocol/show-typescript.js";
import type { ShownCode } from "../messages.js";
import { definitionAt, definitionsIn } from "./definition.js";
import { packageOptions } from "./package-options.js";

const builder = new PackageBuilder();

/** Returns the files of the package without its runtime. Unchanged files are the same objects as before. */
export function buildPackage(api: Api): Promise<PrintedFile[]> {
  return builder.build(api, { ...packageOptions, runtime: [], emitters: [] });
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
  const files = await buildPackage(api);
  const shown = files.filter(({ path }) => /^src\/|^[^/]+\.md$|^package\.json$/.test(path));
  const file = shown.find(({ path }) => path === wanted);
  return { paths: shown.map(({ path }) => path), text: file?.text ?? codeAt(api, place) };
}

function codeAt(
  api: Api,
  { snapshot, path, offset }: { readonly snapshot: Snapshot; readonly path: string; readonly offset: number },
): string {
  const found = definitionAt(snapshot, path, offset) ?? definitionsIn(snapshot, path)[0];
  const code = found && showTypeScript(snapshot, path, found.nameOffset);
  if (found === undefined || code === undefined) {
    return "// This file has no types and no routes.\n";
  }
  const { item, namespace: name } = found;
  const context = createContext(api, packageOptions);
  const namespace = api.namespaces.find((one) => one.name === name);
  if (namespace === undefined || item.kind === "route") {
    return code;
  }
  const { emitRest, ...ofDefinitions } = checks;
  const module = emitDivided(ofDefinitions, namespace, context, (definition) => definition.name === item.name.text);
  return `${code}\n${printModule(module).source.replace(/^\/\/ .*\n/, "")}`; // without a second header
}
