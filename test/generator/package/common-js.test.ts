import { expect, test } from "vitest";
import { makeCommonJs } from "../../../src/generator/package/common-js.js";

test("a module is read as JavaScript: `<` and `>` are comparisons, and an import that nothing uses still loads its module", async () => {
  const text =
    'import { size } from "./size.js";\nimport { unused } from "./effects.js";\nexport const is = size < 1 > (2);\n';
  const made = await makeCommonJs({ path: "dist/a.js", text });
  expect(made.path).toBe("dist/cjs/a.js");
  expect(made.text).toContain('require("./effects.js")');
  expect(made.text).toContain("exports.is = (size_js_1.size < 1) > 2");
});
