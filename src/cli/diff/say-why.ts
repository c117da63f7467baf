import { sentence } from "../../project/failure.js";
import type { PlacedFinding } from "./place-findings.js";

/** Why a finding that would fail by its verdict does not, or only warns; undefined if nothing lowers it. */
export function sayWhy({ ignored, accepted, lowered }: PlacedFinding): string | undefined {
  if (ignored !== undefined) {
    const until = ignored.until === undefined ? "" : `, until ${ignored.until}`;
    return `${ignored.reason} (\`compat.ignore\`${until})`;
  }
  return accepted === true
    ? "It was accepted before (`--since`)."
    : lowered && sentence(`${lowered.slice(0, 1).toUpperCase()}${lowered.slice(1)}`);
}

/** Whether a finding is left out of those that fail or warn by an exception or a setting. */
export function isExcused({ fails, warns, ...finding }: PlacedFinding): boolean {
  return !fails && warns !== true && sayWhy({ fails, ...finding }) !== undefined;
}
