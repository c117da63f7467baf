/** The formats of a comparison: for people, for other tools (JSON), for GitHub Actions, for comments on pull requests. */
export const diffFormats = ["pretty", "json", "github", "markdown"] as const;

export type DiffFormat = (typeof diffFormats)[number];
