import type { Diagnostic } from "./diagnostic.js";

/** A diagnostic, or anything else with a severity. */
type Rated = Pick<Diagnostic, "code" | "severity">;

/** The severity of a warning; `off` suppresses it. */
type SeveritySetting = "off" | "warning" | "error";

/** The severities of warnings by code. Those of errors cannot be changed. */
export interface Severities {
  /** A default that a JavaScript number cannot represent. */
  readonly "default-not-exact"?: SeveritySetting;
  /** A default that the generated package rejects. */
  readonly "default-refused"?: SeveritySetting;
  /** An example that a strict decoder rejects. */
  readonly "example-refused"?: SeveritySetting;
  /** A default on a tag, which has no effect. */
  readonly "ignored-tag-default"?: SeveritySetting;
  /** A pattern without an equivalent regular expression in JavaScript; always an error in `ashlar generate`. */
  readonly "pattern-not-portable"?: SeveritySetting;
  /** A route whose style the binding does not know. */
  readonly "unknown-route-style"?: SeveritySetting;
}

/** Applies the configured severities to diagnostics, and removes those that are `off`. */
export function withSeverities<Found extends Rated>(diagnostics: readonly Found[], severities: Severities): Found[] {
  return diagnostics.flatMap((diagnostic): Found[] => {
    const setting = Object.hasOwn(severities, diagnostic.code)
      ? severities[diagnostic.code as keyof Severities]
      : undefined;
    if (setting === undefined || diagnostic.severity === "error") {
      return [diagnostic];
    }
    return setting === "off" ? [] : [{ ...diagnostic, severity: setting }];
  });
}
