import type { Binding } from "../../facts/binding-options.js";
import type { Context } from "../../facts/context.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { literal } from "../../code/tree/expression.js";
import { reference } from "../../code/tree/type.js";
import { pathPrefix } from "../../facts/route-path.js";

/** Returns the module that defines how routes are mapped to HTTP. */
export function emitBinding({ binding }: Context): TypeScriptModule {
  const module = new Module("src/binding.ts", "the configuration", ["binding"]);
  module.add({
    kind: "constant",
    isExported: true,
    name: "binding",
    type: reference(module.type("./runtime/shared.js", "Binding")),
    value: literal(runtimeBinding(binding)),
    doc: "How the routes of this package are mapped to HTTP.",
  });
  return module.finish("script");
}

/** Returns the part of a binding that clients and servers need. */
export function runtimeBinding(binding: Binding): object {
  const { hosts, headers, revisionFields, contentHash, retry, preflightFreeType, attributes } = binding;
  return {
    prefix: pathPrefix(binding),
    hosts,
    headers,
    revisionFields,
    ...(contentHash && { contentHash }),
    ...(retry && { retry }),
    preflightFreeType,
    attributes,
  };
}
