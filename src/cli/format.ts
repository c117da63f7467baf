/** How diagnostics are written: for people, as the result of a command (`ir-json.md`), for GitHub Actions. */
export const formats = ["pretty", "json", "github"] as const;

export type Format = (typeof formats)[number];
