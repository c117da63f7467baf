import type { Finding } from "./report.js";

/** What fails: effects on messages, on the source of callers too, or on that of handlers too. */
export type Level = "wire" | "caller" | "source";

export const levels = ["wire", "caller", "source"] as const satisfies readonly Level[];

/** Whether a finding fails a check of that level. That exhaustive matches must be extended never does. */
export function isFailure({ verdict, back }: Finding, level: Level): boolean {
  const messages = [verdict.request, verdict.response, back?.request ?? "ok", back?.response ?? "ok"];
  return (
    messages.some((direction) => direction !== "ok") ||
    (level !== "wire" && verdict.caller === "breaks") ||
    (level === "source" && verdict.server === "breaks")
  );
}
