import { RE2JS } from "re2js";
import { beforeAll, describe, expect, test } from "vitest";
import { sampleText } from "../../../src/patterns/sample.js";
import { jsonSchema } from "../../../src/exports/schema/documents.js";
import { corpora, corpusFolder } from "../../support/corpus.js";
import { compileFiles } from "../../support/examples.js";
import { loadCodecs, type Codecs } from "../../generated/load-package.js";
import { validPatterns } from "../../patterns/valid-patterns.js";
import { recordedPatterns } from "../../patterns/recorded-patterns.js";
import { runtimeForm } from "../../../src/patterns/runtime-form.js";
import { apiOf } from "../../support/stone.js";
import { seeded, type Random } from "./mutations.js";
import { python, validateInPython } from "./python.js";
import { Validators } from "./validators.js";

const textsOfEach = 200;

/** The patterns and the formats of timestamps of all corpora, and patterns with all that Python's `re` has. */
const types = [
  ...new Set([
    ...["spec", ...corpora].flatMap((name) => constrainedTypes(name === "spec" ? name : corpusFolder(name))),
    ...[...validPatterns, ...Object.values(recordedPatterns).flatMap((all) => all.map(({ pattern }) => pattern))]
      .filter((pattern) => pattern !== "" && runtimeForm(pattern).kind !== "refused")
      .map(stringType),
    "Bytes",
  ]),
];
const spec = ["namespace t", ...types.map((type, index) => `alias T${index} = ${type}`)].join("\n");

/** The types of strings with a pattern and of timestamps, as specifications write them. */
function constrainedTypes(folder: string): string[] {
  const found: string[] = [];
  JSON.stringify(compileFiles(folder), (_, value: unknown) => {
    if (typeof value === "object" && value !== null && "kind" in value) {
      if (value.kind === "string" && "pattern" in value && value.pattern !== "") {
        found.push(stringType(value.pattern as string));
      } else if (value.kind === "timestamp" && "format" in value) {
        found.push(`Timestamp(${JSON.stringify(value.format)})`);
      }
    }
    return typeof value === "bigint" ? String(value) : value;
  });
  return found;
}

function stringType(pattern: string): string {
  return `String(pattern=${JSON.stringify(pattern)})`;
}

interface Case {
  readonly type: string;
  readonly definition: string;
  readonly pattern: string;
  readonly isPortable: boolean;
  readonly texts: readonly string[];
  /** What the generated decoder answers. */
  readonly accepted: readonly boolean[];
}

let cases: readonly Case[];
const api = apiOf(spec);
const { write, notes } = jsonSchema(api, { name: "test" });

beforeAll(async () => {
  const codecs = await loadCodecs(spec);
  const notPortable = new Set(notes.flatMap(({ code, place }) => (code === "pattern-not-portable" ? [place] : [])));
  cases = types.map((type, index) => {
    const pattern = String(write.$defs[`t.T${index}`]?.["pattern"]);
    const texts = textsFor(pattern, seeded(index + 1));
    return {
      type,
      definition: `t.T${index}`,
      pattern,
      isPortable: !notPortable.has(`t.T${index}`),
      texts,
      accepted: texts.map((text) => accepts(codecs, `T${index}`, text)),
    };
  });
});

function accepts(codecs: Codecs, type: string, text: string): boolean {
  try {
    codecs.decode(type, text, { strict: true });
    return true;
  } catch {
    return false;
  }
}

const strange = [
  ...Array.from("az09AZ_-/:. \t\n\r"),
  "\u0000",
  "\u0085",
  "\u2028",
  "\ufeff",
  "é",
  "ß",
  "K",
  "٣",
  "Ⅷ",
  "中",
  "😀",
  "😎",
];

/** Texts that match, texts that are near to them, and others. */
function textsFor(pattern: string, random: Random): string[] {
  const matching = Array.from({ length: textsOfEach / 2 }, () => sampleText({ pattern, maxLength: 24 }, random) ?? "");
  const pick = (): string => strange[random(strange.length)] ?? "";
  const changed = matching.map((text) => {
    const characters = [...text];
    const at = random(characters.length + 1);
    characters.splice(at, random(2), ...(random(4) === 0 ? [] : [pick()]));
    return characters.join("");
  });
  return [...matching, ...changed];
}

describe("SCHEMA-10: a pattern of an export gives the same answer as the generated decoder", () => {
  test("SCHEMA-10: a pattern of an export answers as the generated decoder in JavaScript, by Ajv", () => {
    const validators = new Validators(api);
    expect(
      differences(({ definition, texts }) => texts.map((text) => validators.accepts("write", definition, text))),
    ).toEqual([]);
  });

  test("SCHEMA-10: a pattern of an export answers as the generated decoder in RE2, if it has no note", () => {
    expect(
      differences(({ pattern, isPortable, texts, accepted }) => {
        expect(pattern).not.toMatch(/\\[dDwWpP]|\[\^\]/); // whose meaning differs
        if (!isPortable) {
          expect(() => RE2JS.compile(pattern), pattern).toThrow();
          return accepted;
        }
        const expression = RE2JS.compile(pattern);
        return texts.map((text) => expression.matcher(text).find());
      }),
    ).toEqual([]);
  });

  test.skipIf(python === undefined)(
    "SCHEMA-D9: an exported pattern answers as the decoder in Python's jsonschema, except a line feed at the end unless documented",
    () => {
      const { plain, documented } = validateInPython(
        write,
        cases.map(({ definition, texts }) => [definition, texts]),
      );
      expect(
        differences(({ texts, accepted }, index) =>
          texts.map((text, at) => (text.endsWith("\n") ? accepted[at] : plain[index]?.[at]) ?? false),
        ),
      ).toEqual([]);
      expect(differences((_, index) => documented[index] ?? [])).toEqual([]);
    },
  );
});

/** The texts for which others give another answer than the decoder. */
function differences(answers: (one: Case, index: number) => readonly boolean[]): string[] {
  return cases.flatMap((one, index) => {
    const given = answers(one, index);
    return one.texts.flatMap((text, at) =>
      given[at] === one.accepted[at]
        ? []
        : [`${one.type} ${one.pattern} ${JSON.stringify(text)}: ${String(given[at])}`],
    );
  });
}
