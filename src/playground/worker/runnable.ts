import { harness, runtime } from "ashlar:playground";
import { createContext } from "../../generator/facts/context.js";
import type { Api } from "../../ir/api.js";
import { callerView } from "../../values/caller-view.js";
import type { RunnablePackage } from "../messages.js";
import { checkedTypes } from "./checked-types.js";
import { packageFiles } from "./code.js";
import { moduleBody } from "./common-js.js";
import { packageOptions } from "./package-options.js";
import { samplePrograms } from "./sample-programs.js";

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
