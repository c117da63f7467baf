import { printedFiles, printDirectly } from "../../../src/generator/package/print-emitted.js";
import type { PrintedFile } from "../../../src/generator/code/printed-file.js";
import { emitPackage } from "../../../src/generator/emit/package/package.js";
import type { Api } from "../../../src/ir/api.js";

/** The files of a package with default options, without the runtime. */
export async function printPackage(api: Api): Promise<PrintedFile[]> {
  const files = emitPackage(api, { name: "example-api", version: "1.0.0", binding: {} });
  return (await Promise.all(files.map((file) => printedFiles(printDirectly(file))))).flat();
}
