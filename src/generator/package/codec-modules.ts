import { checks } from "../emit/checks/checks.js";
import { emitRoutes } from "../emit/routes/routes.js";
import type { NamespaceData } from "../facts/api-data.js";
import { ChangingContext } from "../facts/changing-context.js";
import { createContext, type Context } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Api } from "../../ir/api.js";
import type { PrintedFile } from "../code/printed-file.js";
import { DividedTexts } from "./divided-texts.js";
import { printedFiles, printDirectly, type PrintedUnit } from "./print-emitted.js";

/** The modules of a package that encode and decode messages: checks and routes. */
export interface CodecModules {
  readonly context: Context;
  /** Namespace name to its modules. */
  readonly modules: ReadonlyMap<string, readonly PrintedFile[]>;
}

/** Builds the modules of two versions of an API. Parts that both versions share are printed once. */
export async function buildCodecModules(
  before: Api,
  after: Api,
  options: PackageOptions,
): Promise<{ readonly old: CodecModules; readonly now: CodecModules }> {
  const changing = new ChangingContext();
  const context = changing.update(before, options);
  const { data, queries } = context;
  const divided = new DividedTexts(checks, context);
  const routes = queries.query((namespace: NamespaceData): readonly PrintedUnit[] =>
    namespace.routes.length === 0 ? [] : [printDirectly(emitRoutes(namespace, context))],
  );
  const build = async (api: Api): Promise<CodecModules> => {
    changing.update(api, options);
    const modules = new Map<string, readonly PrintedFile[]>();
    for (const namespace of data.namespaces) {
      const units = [divided.of(namespace), ...routes.get(namespace)];
      modules.set(namespace.name, (await Promise.all(units.map(printedFiles))).flat());
    }
    return { context: createContext(api, options), modules };
  };
  return { old: await build(before), now: await build(after) };
}
