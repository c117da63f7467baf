import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { printDeclaration } from "../../../src/generator/code/print/declaration.js";
import { statementLines } from "../../../src/generator/code/layout/statement.js";
import {
  code,
  declarations,
  objectMember,
  statements,
  typeCode,
} from "../../../src/generator/code/template/template.js";
import { literal } from "../../../src/generator/code/tree/expression.js";
import { stringType } from "../../../src/generator/code/tree/type.js";

/** The TypeScript of declarations. */
function printed(all: ReturnType<typeof declarations>): string {
  return all.map((declaration) => printDeclaration(declaration).source).join("\n\n");
}

describe("what a template has is printed as it is in the template", () => {
  test("statements of a template are printed as they are in the template", () => {
    const lines = [
      "const job = client.files.copy(arg, ...rest);",
      "const found = (await import(path)).data?.entries ?? { key: [1, true, null], of, ...others };",
      "const isSame = typeof_ === a && !b;",
      "const make = async () => new Map<string, files.Metadata[]>([first, second]) as unknown as Result;",
      "const shown = ({ loaded, total }) => show(isKnown ? loaded : undefined);",
      "console.log(await job.waitFor());",
      "throw error;",
      "return {",
      "  read(of, options = {}) {",
      "    return /*#__PURE__*/ make(of);",
      "  },",
      "};",
    ];
    const strings = Object.assign([lines.join("\n")], { raw: [] });
    expect(statementLines(statements(strings))).toEqual(lines);
  });

  test("declarations of a template are printed as they are in the template, with their documentation", () => {
    const text = `
/** What a shop sells. */
export interface Shop<Item extends Thing = Thing> extends Place {
  /** By name. */
  readonly items: { readonly [Name in keyof Names]: Item };
  owner?: string | Owner["name"] | undefined;
  find: (name: string, options?: Options) => Promise<Item & Named>;
}

/**
 * Opens a shop
 * at a place.
 */
export function open<Item extends Thing>(place: Place, options: Options = {}): Shop<Item>[] {
  return [make(place)];
}

export type Place = Town | "none";

const name: "shop" = "shop";`.slice(1);
    const strings = Object.assign([text], { raw: [] });
    expect(printed(declarations(strings))).toBe(text);
  });
});

test("a hole in a template is a name, a part of the tree, or a list of parts", () => {
  const members = [objectMember`first: 1`, objectMember`second() { return a; }`];
  expect(
    statementLines(statements`
      const ${"made"} = ${"call"}(${literal("text")}, ${["a", "b"]}, ${undefined}, { ${"c"}: d, ${members}, ${undefined} });
      ${statements`stop();`}
      return made as ${typeCode`${"Map"}<${[stringType, "Item"]}>`};
    `),
  ).toEqual([
    'const made = call("text", a, b, {',
    "  c: d,",
    "  first: 1,",
    "  second() {",
    "    return a;",
    "  },",
    "});",
    "stop();",
    "return made as Map<string, Item>;",
  ]);
});

test("a comment in a template may have holes, and be one that may be undefined", () => {
  const doc = (text: string | undefined): string => printed(declarations`/** ${text} */ const a = 1;`);
  expect(doc("Whole.")).toBe("/** Whole. */\nconst a = 1;");
  expect(doc(undefined)).toBe("const a = 1;");
  expect(printed(declarations`/** Of \`${"files"}\`. */ const a = 1;`)).toBe("/** Of `files`. */\nconst a = 1;");
});

test.each([
  ["an operator that the tree does not have", () => code`a + ${"b"}`, "'+ ', which is not in the subset"],
  ["something missing", () => code`call(${"a"}`, "needs ',' after 'call ( ${0}', where 'the end' is"],
  ["a list where there can be one", () => code`!${["a", "b"]}`, 'needs an expression, where it has ["a","b"]'],
  ["a comment without an end", () => declarations`/** A comment`, "A comment of a template has no end"],
])("a template with %s is an error", (_what, template, message) => {
  expect(template).toThrow(message);
});

test("every template of the emitters can be parsed, whichever specification needs it", () => {
  const tags = { code, declarations, objectMember, statements, typeCode };
  const root = join(import.meta.dirname, "../../..");
  const wrong: string[] = [];
  let count = 0;
  const paths = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  for (const path of paths.filter((path) => path.endsWith(".ts")).map((path) => join("src", path))) {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text in tags) {
        count += 1;
        const { template } = node;
        const strings = ts.isTemplateExpression(template)
          ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
          : [template.text];
        try {
          tags[node.tag.text as keyof typeof tags](
            Object.assign(strings, { raw: [] }),
            ...strings.slice(1).map(() => "name"),
          );
        } catch (error) {
          // Parts that are no names are missed after it is parsed.
          if (/^A (?:template|comment)/.test((error as Error).message)) {
            wrong.push(`${path}: ${(error as Error).message}`);
          }
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(80);
});
