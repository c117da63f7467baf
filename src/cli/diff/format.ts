import { UsageError } from "../../project/failure.js";

/** The output formats: for people, for other tools (JSON), for GitHub Actions, and for comments on pull requests. */
export const diffFormats = ["pretty", "json", "github", "markdown"] as const;

export type DiffFormat = (typeof diffFormats)[number];

/** Parses the value of `--output FORMAT=FILE`. Throws a UsageError if it is invalid. */
export function parseDiffOutput(text: string): { readonly format: DiffFormat; readonly path: string } {
  const [, name, path = ""] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = diffFormats.find((each) => each === name);
  if (format === undefined) {
    throw new UsageError(`'--output' must be FORMAT=FILE with ${diffFormats.join(", ")}, not '${text}'.`);
  }
  return { format, path };
}
