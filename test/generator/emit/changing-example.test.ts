import { expect, test } from "vitest";
import { ModuleCache } from "../../../src/generator/emit/package/module-cache.js";
import { buildPackage } from "../../../src/generator/package/package.js";
import { compile } from "../../../src/compiler/compile.js";

const options = { name: "an-api", version: "1.0.0", binding: {}, runtime: [], emitters: [] };

test("FE-7: a made-up argument in the README follows the types that it has", async () => {
  const cache = new ModuleCache();
  for (const type of ["String", "UInt32"]) {
    const text = `namespace n\n\nstruct A\n    a ${type}\n\nroute go (A, A, Void)\n`;
    const { api } = compile([{ path: "n.stone", text }]);
    if (api === undefined) {
      throw new Error("The specification is wrong.");
    }
    expect(await buildPackage(api, options, cache)).toEqual(await buildPackage(api, options));
  }
});
