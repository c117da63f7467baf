import { sentence } from "../../project/failure.js";
import type { PlacedFinding } from "./place-findings.js";

/**
 * Returns the reason why a finding does not fail, or only warns, although its verdict would make it fail; undefined if
 * there is none.
 */
export function sayWhy({ ignored, accepted, lowered }: PlacedFinding): string | undefined {
  if (ignored !== undefined) {
    const until = ignored.until === undefined ? "" : `, until ${ignored.until}`;
    return `${ignored.reason} (\`compat.ignore\`${until})`;
  }
  return accepted === true
    ? "It was accepted before (`--since`)."
    : lowered && sentence(`${lowered.slice(0, 1).toUpperCase()}${lowered.slice(1)}`);
}

/** Whether a finding neither fails nor warns because of an exception or a setting. */
export function isExcused({ fails, warns, ...finding }: PlacedFinding): boolean {
  return !fails && warns !== true && sayWhy({ fails, ...finding }) !== undefined;
}
