import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A Python that has the package `jsonschema`. */
export const python = ["python3", "/usr/bin/python3"].find((path) => {
  try {
    execFileSync(path, ["-c", "import jsonschema"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

/** What the documentation shows, without its last lines, which read a file. */
const [, documented = ""] =
  /```python\n([^]*?)schema = json.load/.exec(readFileSync("docs/exporting.md", "utf8")) ?? [];

const program = `
import sys
${documented}
document, cases = json.load(sys.stdin)
def answers(validator):
    for name, texts in cases:
        schema = validator(document["$defs"][name])
        yield [schema.is_valid(text) for text in texts]
json.dump([list(answers(validator)) for validator in (Draft202012Validator, Validator)], sys.stdout)
`;

type Answers = readonly (readonly boolean[])[];

/**
 * Whether Python's `jsonschema` accepts texts, for definitions without references: as it is, and with
 * the keyword `pattern` that the documentation shows.
 */
export function validateInPython(
  document: object,
  cases: readonly (readonly [definition: string, texts: readonly string[]])[],
): { readonly plain: Answers; readonly documented: Answers } {
  const output = execFileSync(python ?? "", ["-c", program], {
    input: JSON.stringify([document, cases]),
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const [plain = [], asDocumented = []] = JSON.parse(output) as Answers[];
  return { plain, documented: asDocumented };
}
