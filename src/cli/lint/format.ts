/** The output formats of lint findings. */
export const lintFormats = ["pretty", "json", "github", "sarif"] as const;

export type LintFormat = (typeof lintFormats)[number];
