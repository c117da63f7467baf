import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportTypes } from "../../code/tree/declaration.js";
import { call, identifier, literal, object, property, returned } from "../../code/tree/expression.js";
import { reference } from "../../code/tree/type.js";
import type { Context } from "../../facts/context.js";

const runtime = "../runtime/otel.js";

/** The module of the subpath `./otel`: OpenTelemetry for the calls of the package, under its name and version. */
export function emitOtel({ options: { name, version } }: Context): TypeScriptModule[] {
  const module = new Module("src/otel/index.ts", "the specification", ["otel", "options"]);
  const instrumented = object([property("name", literal(name)), property("version", literal(version))]);
  const instrument = module.value(runtime, "instrument");
  module.add({
    kind: "function",
    isExported: true,
    name: "otel",
    parameters: [{ name: "options", type: reference(module.type(runtime, "OtelOptions")), initializer: object([]) }],
    result: reference(module.type(runtime, "Instrumentation")),
    body: [returned(call(instrument, instrumented, identifier("options")))],
    doc: "\nTraces and measures calls by the conventions of OpenTelemetry for RPC. Pass the result to the option `around` of a client or\na server. Without a provider, no span or measurement is made.",
  });
  module.add(exportTypes(["Instrumentation", "OtelOptions"], runtime));
  return [module.finish()];
}
