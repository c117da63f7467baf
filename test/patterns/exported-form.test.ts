import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { exportedForm } from "../../src/patterns/exported-form.js";
import { runtimeForm } from "../../src/patterns/runtime-form.js";
import { toJavaScript } from "../../src/patterns/translation/javascript.js";
import { anyPattern, shortText } from "./arbitrary-pattern.js";
import { parsed } from "./parsed.js";

describe("SCHEMA-10: a pattern is exported with what JSON Schema recommends", () => {
  test.each([
    [".", String.raw`^[^\n]$`],
    [String.raw`/(.|[\r\n])*|id:.*`, String.raw`^(?:/[\s\S]*|id:[^\n]*)$`],
    [String.raw`(?a:\w\d\s)`, String.raw`^[0-9A-Z_a-z][0-9][\t-\r ]$`],
    [String.raw`[^\s\S]`, String.raw`^[^\s\S]$`],
    [String.raw`[a\-z\]^[\\]`, String.raw`^[\-\[-\^az]$`],
    [String.raw`\^\$\.\|/-`, String.raw`^\^\$\.\|/-$`],
    ["[^/:]", "^[^/:]$"],
    ["(?i:ok)", "^[Oo][Kk\u212a]$"],
    [String.raw`\U0001F600\x85\u2028`, "^😀\\x85\u2028$"],
    ["[a-z]{1,1000}?", "^[a-z]{1,1000}?$"],
    ["(?:a|b^c)$", "^(?:a|b^c)$"],
  ])("SCHEMA-10: the exported form of the pattern %s is %s", (pattern, source) => {
    expect(exportedForm(pattern)).toEqual({ source, isPortable: true });
  });

  test.each([
    ["(?!no)[a-z]+", "^(?!no)[a-z]+$"],
    [String.raw`(?a:a\b)`, "^a(?:(?<=[0-9A-Z_a-z])(?![0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?=[0-9A-Z_a-z]))$"],
    [String.raw`a$\n?`, String.raw`^a(?=\n?(?![\s\S]))\n?$`],
    [String.raw`(a|b)\1`, String.raw`^([ab])\1$`],
    ["a++b", String.raw`^(?=(a+))\1b$`],
    ["(?:a{100}b){11}", "^(?:a{100}b){11}$"],
    [String.raw`\ud83d\ude00`, String.raw`^[\ud83d][\ude00]$`],
    [String.raw`[\ud83d\ude00]`, String.raw`^[\ude00\ud83d]$`],
  ])("SCHEMA-10: an exported pattern that takes more, such as %s, is marked", (pattern, source) => {
    expect(exportedForm(pattern)).toEqual({ source, isPortable: false });
  });

  test("SCHEMA-10: an empty pattern has no exported form", () => {
    expect(exportedForm("")).toBeUndefined();
  });

  test("SCHEMA-10: an exported pattern matches what generated code matches, and compiles in RE2 unless it is marked", () => {
    fc.assert(
      fc.property(anyPattern, fc.array(shortText, { maxLength: 20 }), (pattern, texts) => {
        fc.pre(pattern !== "" && runtimeForm(pattern).kind !== "refused");
        const exported = exportedForm(pattern);
        const expression = new RegExp(exported?.source ?? "", "u");
        const translated = new RegExp(toJavaScript(parsed(pattern), "whole") as string, "u");
        for (const text of texts) {
          expect([text, expression.test(text)]).toEqual([text, translated.test(text)]);
        }
        if (exported?.isPortable === true) {
          const linear = RE2JS.compile(exported.source);
          // Texts in UTF-8 have no lone surrogates.
          for (const text of texts.filter((one) => !/\p{Surrogate}/u.test(one))) {
            expect([text, linear.matcher(text).find()]).toEqual([text, translated.test(text)]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
