import { StructureKind, VariableDeclarationKind } from "ts-morph";
import type { Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";

/** The module that says how routes travel over HTTP. */
export function emitBinding({ binding }: Context): EmittedModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  const { path, hosts, headers, crossSiteType, attributes } = binding;
  const value = { prefix: path.slice(0, path.indexOf("{")), hosts, headers, crossSiteType, attributes };
  module.add({
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [
      { name: "binding", type: module.type("./runtime/binding.js", "Binding"), initializer: JSON.stringify(value) },
    ],
    docs: ["How the routes of this package travel over HTTP."],
  });
  return module.finish();
}
