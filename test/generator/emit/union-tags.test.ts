import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { printPackage } from "./print-package.js";

/** The module of checks that a namespace becomes. */
async function checksOf(text: string): Promise<string> {
  const { api, diagnostics } = compile([{ path: "spec.stone", text: `namespace spec\n\n${text}` }]);
  if (api === undefined) {
    throw new Error(JSON.stringify(diagnostics));
  }
  const files = await printPackage(api);
  return files.find(({ path }) => path === "src/spec/checks.ts")?.text ?? "";
}

const reasons = `
union Reason
    late
union Answer
    because Reason
    __proto__ Reason
`;

test("the value under the tag __proto__ is a member of a literal, because an assignment would set the prototype", async () => {
  const checks = await checksOf(reasons);
  expect(checks).toContain('["__proto__"]: checkReason(own(fields, "__proto__"), mode)');
});

test("the values under other tags are handed to one helper", async () => {
  expect(await checksOf(reasons)).toContain('case "because":\n      return under(value, tag, mode, checkReason);');
});
