import type { Binding } from "../../facts/binding-options.js";
import type { Context } from "../../facts/context.js";
import { constant, variableKind } from "../../code/kinds.js";
import { literalCode } from "../../code/literal.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { pathPrefix } from "../../facts/route-path.js";

/** The module that defines how routes are mapped to HTTP. */
export function emitBinding({ binding }: Context): EmittedModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: "binding",
        type: module.type("./runtime/routes.js", "Binding"),
        initializer: literalCode(runtimeBinding(binding)),
      },
    ],
    docs: ["How the routes of this package are mapped to HTTP."],
  });
  return module.finish();
}

/** What clients and servers need to know of a binding. */
export function runtimeBinding(binding: Binding): object {
  const { hosts, headers, revisionFields, preflightFreeType, attributes } = binding;
  return { prefix: pathPrefix(binding), hosts, headers, revisionFields, preflightFreeType, attributes };
}
