import { emitChecks } from "../emit/checks/checks.js";
import { emitCodecs } from "../emit/checks/codecs.js";
import { createContext } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import { emitRoutes } from "../emit/routes/routes.js";
import type { Api } from "../ir/api.js";
import { printFiles } from "./package.js";
import type { PrintedFile } from "../code/printed-file.js";

/** The modules of a package that messages need: checks, codecs and routes. */
export async function buildCodecModules(api: Api, options: PackageOptions): Promise<PrintedFile[]> {
  const context = createContext(api, options);
  return printFiles(
    api.namespaces.flatMap((namespace) => [
      emitChecks(namespace, context),
      emitCodecs(namespace, context),
      ...(namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
    ]),
  );
}
