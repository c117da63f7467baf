import type { SchemaIssue, StandardSchemaV1 } from "cloud-storage-api/schema";
import { createContext } from "preact";

/** What is wrong with the inputs of a form: the name of an input to a sentence. */
export type InputProblems = Readonly<Record<string, string>>;

/** The problems with the inputs of the form around a component. */
export const InputProblemsContext = createContext<InputProblems>({});

/** Returns the problems of a value that was entered in a form whose inputs have the names of its members; empty if it is valid. */
export function findInputProblems(schema: StandardSchemaV1, value: object): InputProblems {
  const { issues = [] } = schema["~standard"].validate(value);
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]), explain(issue)]));
}

function explain({ code, path, min, max }: SchemaIssue): string {
  if (String(path?.[0]).endsWith("email")) {
    return "This is not a valid email address.";
  }
  switch (code) {
    case "too-short":
      return min === 1 ? "Enter something here." : `Enter at least ${min} characters.`;
    case "too-long":
      return `Enter at most ${max} characters.`;
    case "pattern":
      return "This contains characters that are not allowed.";
    default:
      return "This is not valid.";
  }
}
