import { harness, runtime } from "ashlar:playground";
import { createContext, hasTypes, type Context } from "../../generator/facts/context.js";
import type { Api } from "../../ir/api.js";
import { callerView } from "../../values/caller-view.js";
import type { RunnablePackage, CheckedType } from "../messages.js";
import { packageFiles } from "./code.js";
import { moduleBody } from "./common-js.js";
import { packageOptions } from "./package-options.js";
import { samplePrograms } from "./sample-programs.js";
import { codecsModule } from "../../generator/facts/lazy-namespace.js";
import { jsonText } from "../../site/code/json.js";
import { chosenValue } from "../../values/chosen-value.js";

/**
 * Returns the package of an API as a script that includes its runtime and the code that runs programs and checks JSON.
 */
export async function runnablePackage(api: Api): Promise<RunnablePackage> {
  const files = (await packageFiles(api)).filter(({ path }) => /^dist\/.*\.js$/.test(path));
  const bodies = [...Object.entries(runtime), ...files.map((file) => [file.path, moduleBody(file)] as const)];
  const modules = bodies.map(([path, body]) => `${JSON.stringify(path)}(require, exports) {\n${body}\n}`);
  const context = createContext(callerView(api, []).api, packageOptions);
  return {
    script: `"use strict";\nconst modules = {\n${modules.join(",\n")}\n};\n${harness}`,
    samples: samplePrograms(context),
    types: checkedTypes(context),
  };
}

/** Returns the types whose JSON can be checked, each with a valid value. */
function checkedTypes(context: Context): CheckedType[] {
  const { api, lookup, naming } = context;
  return api.namespaces
    .filter((namespace) => hasTypes(namespace))
    .flatMap((namespace) =>
      namespace.types.map(({ name }): CheckedType => {
        const type = { namespace: namespace.name, name };
        const value = chosenValue({ kind: "ref", ...type }, lookup);
        return {
          name: `${namespace.name}.${name}`,
          module: `dist/${codecsModule(namespace, context)}.js`,
          decode: `decode${naming.type(type)}`,
          example: value === undefined ? "" : jsonText(value, "indented"),
        };
      }),
    );
}
