import type { Context } from "./context.js";
import { constant, variableKind } from "./kinds.js";
import { literalCode } from "./literal.js";
import { Module, type EmittedModule } from "./module.js";
import { pathPrefix } from "./route-path.js";

/** The module that says how routes travel over HTTP. */
export function emitBinding({ binding }: Context): EmittedModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  const { hosts, headers, revisionFields, crossSiteType, attributes } = binding;
  const value = { prefix: pathPrefix(binding), hosts, headers, revisionFields, crossSiteType, attributes };
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: "binding",
        type: module.type("./runtime/routes/binding.js", "Binding"),
        initializer: literalCode(value),
      },
    ],
    docs: ["How the routes of this package travel over HTTP."],
  });
  return module.finish();
}
