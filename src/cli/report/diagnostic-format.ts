/** The output formats of diagnostics: for people, for other tools (JSON), and for GitHub Actions. */
export const formats = ["pretty", "json", "github"] as const;

export type Format = (typeof formats)[number];
