import { Module, type TypeScriptModule } from "../code/module.js";
import { declarations } from "../code/template/template.js";
import { exportTypes } from "../code/tree/declaration.js";
import { literal } from "../code/tree/expression.js";
import type { Context } from "../facts/context.js";

const runtime = "../runtime/otel.js";

/** Returns the module of the subpath `./otel`: OpenTelemetry for calls, under the name and version of the package. */
export function emitOtel({ options: { name, version } }: Context): TypeScriptModule[] {
  const module = new Module("src/otel/index.ts", "the specification", ["otel", "options"]);
  const type = (of: string): string => module.type(runtime, of);
  module.add(
    ...declarations`
      /**
       * Traces and measures calls by the conventions of OpenTelemetry for RPC. Pass the result to the option \`around\` of a client or
       * a server. Without a provider, no span or measurement is made.
       */
      export function otel(options: ${type("OtelOptions")} = {}): ${type("Instrumentation")} {
        return ${module.value(runtime, "instrument")}({ name: ${literal(name)}, version: ${literal(version)} }, options);
      }
    `,
  );
  module.add(exportTypes(["Instrumentation", "OtelOptions"], runtime));
  return [module.finish()];
}
