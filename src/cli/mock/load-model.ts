import { failureReason, UsageError } from "../../project/failure.js";

/** Returns the export `model` of a module, which may be TypeScript. Throws a UsageError if there is none. */
export async function loadModel(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(import.meta.url, { moduleCache: false, interopDefault: true });
  let module: { readonly model?: unknown };
  try {
    module = await jiti.import(path);
  } catch (thrown) {
    throw new UsageError(`The model ${path} cannot be read: ${failureReason(thrown)}.`);
  }
  if (typeof module.model !== "object" || module.model === null) {
    throw new UsageError(`The model ${path} has no export 'model'.`);
  }
  return module.model;
}
