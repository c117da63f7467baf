import type { Diagnostic } from "./diagnostic.js";

/** How serious a finding is to be; `off` is not reported. */
type SeveritySetting = "off" | "warning" | "error";

/** How serious warnings are to be, by their code. What is an error by itself cannot be lowered. */
export interface Severities {
  /** A default that JavaScript's numbers cannot hold. */
  readonly "default-not-exact"?: SeveritySetting;
  /** An example that a strict reader of its type would refuse. */
  readonly "example-refused"?: SeveritySetting;
  /** The default of a tag, which means nothing. */
  readonly "ignored-tag-default"?: SeveritySetting;
  /** A pattern that no JavaScript regular expression can stand for; always an error where a package is generated. */
  readonly "pattern-not-portable"?: SeveritySetting;
  /** A route that is called in a way that the binding does not know. */
  readonly "unknown-route-style"?: SeveritySetting;
}

/** The diagnostics with the severity that is wanted for their codes. */
export function withSeverities(diagnostics: readonly Diagnostic[], severities: Severities): Diagnostic[] {
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    const setting = Object.hasOwn(severities, diagnostic.code)
      ? severities[diagnostic.code as keyof Severities]
      : undefined;
    if (setting === undefined || diagnostic.severity === "error") {
      return [diagnostic];
    }
    return setting === "off" ? [] : [{ ...diagnostic, severity: setting }];
  });
}
