import { dayAfter, dayText, type Series } from "./series.js";

/** How a series is summarized in one number. */
export type Summary = "total" | "average" | "latest";

/** Summarizes a series. Returns a number and an explanation, such as `on Nov 22`. */
export function summarize(
  { start, values }: Series,
  summary: Summary,
): { readonly value: number; readonly note: string } {
  const known = values.filter((value) => value !== null);
  const total = known.reduce((sum, value) => sum + value, 0);
  switch (summary) {
    case "total":
      return { value: total, note: `in ${values.length} days` };
    case "average":
      return { value: Math.round(total / Math.max(1, known.length)), note: "a day on average" };
    case "latest": {
      const index = values.findLastIndex((value) => value !== null);
      return { value: values[index] ?? 0, note: `on ${dayText(dayAfter(start, Math.max(0, index)))}` };
    }
  }
}
