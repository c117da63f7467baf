import fc from "fast-check";
import { format } from "prettier";
import { expect, test } from "vitest";
import { literalCode } from "../../../src/generator/code/literals.js";

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", '"', "'", "\\", "\n", "\u2028", "é", "👍") }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt(),
  fc.boolean(),
);

test("a literal is the value, as prettier writes it", async () => {
  await fc.assert(
    fc.asyncProperty(value, async (value) => {
      const code = literalCode(value);
      const text = `const value = ${code};\n`;
      expect(await format(text, { parser: "typescript", printWidth: 1000 })).toBe(text);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what the code gives is what is tested
      expect(new Function(`return ${code};`)()).toEqual(value === 0 ? 0 : value);
    }),
    { numRuns: 300 },
  );
});
