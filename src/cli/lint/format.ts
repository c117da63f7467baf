/** The formats of findings of the linter. */
export const lintFormats = ["pretty", "json", "github", "sarif"] as const;

export type LintFormat = (typeof lintFormats)[number];
