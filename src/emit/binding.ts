import { StructureKind, VariableDeclarationKind } from "ts-morph";
import type { PackageOptions } from "./emitter.js";
import { Module, type EmittedModule } from "./module.js";

/** The module that says how routes travel over HTTP. */
export function emitBinding({ binding }: PackageOptions): EmittedModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  const value = {
    prefix: binding.prefix ?? "/2/",
    headers: {
      arg: binding.headers?.arg ?? "Service-API-Arg",
      result: binding.headers?.result ?? "Service-API-Result",
      selectUser: binding.headers?.selectUser ?? "Service-API-Select-User",
      selectAdmin: binding.headers?.selectAdmin ?? "Service-API-Select-Admin",
    },
    attributes: {
      host: binding.attributes?.host ?? "host",
      style: binding.attributes?.style ?? "style",
      auth: binding.attributes?.auth ?? "auth",
    },
  };
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
