/** The formats of a comparison: for people, for other tools (JSON), for GitHub Actions. */
export const diffFormats = ["pretty", "json", "github"] as const;

export type DiffFormat = (typeof diffFormats)[number];
