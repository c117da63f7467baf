import { createContext, hasTypes } from "../../generator/facts/context.js";
import { emitNamespaceClient } from "../../generator/emit/client/client.js";
import { emitTypes } from "../../generator/emit/types.js";
import type { Snapshot } from "../features/project.js";
import { namespaceOfTarget } from "../features/show.js";
import { printModule } from "../../generator/code/print/module.js";

/**
 * Returns the code that is generated with default options for the name at an offset (LSP-71): types, or the method of a
 * client. Undefined if there is none.
 */
export function showTypeScript(snapshot: Snapshot, path: string, offset: number): string | undefined {
  const namespace = namespaceOfTarget(snapshot, path, offset);
  if (namespace === undefined) {
    return undefined;
  }
  const context = createContext(snapshot.api, {
    name: "generated-api",
    version: "0.0.0",
    description: undefined,
    license: undefined,
    binding: {},
  });
  if (!hasTypes(namespace) && namespace.routes.length === 0) {
    return undefined;
  }
  const modules = [
    ...(hasTypes(namespace) ? [emitTypes(namespace, context)] : []),
    ...(namespace.routes.length > 0 ? [emitNamespaceClient(namespace, context)] : []),
  ];
  return modules.map((module) => printModule(module).source).join("\n");
}
