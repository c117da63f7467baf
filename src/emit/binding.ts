import { StructureKind, VariableDeclarationKind } from "ts-morph";
import type { Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";
import { pathPrefix } from "./route-path.js";

/** The module that says how routes travel over HTTP. */
export function emitBinding({ binding }: Context): EmittedModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  const { hosts, headers, crossSiteType, attributes } = binding;
  const value = { prefix: pathPrefix(binding), hosts, headers, crossSiteType, attributes };
  module.add({
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [
      {
        name: "binding",
        type: module.type("./runtime/routes/binding.js", "Binding"),
        initializer: JSON.stringify(value),
      },
    ],
    docs: ["How the routes of this package travel over HTTP."],
  });
  return module.finish();
}
