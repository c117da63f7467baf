import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { Lookup } from "../../../src/ir/walk.js";
import { timestampProblem } from "../../../src/patterns/timestamps/timestamp-problem.js";
import { findMismatch } from "../../../src/values/mismatch.js";
import { timestamp } from "../../../templates/runtime/codecs/timestamp.js";
import { apiOf } from "../../support/stone.js";
import { recordedTimestamps } from "./recorded-timestamps.js";

/** Texts that Python reads, most of which no format prints. */
const liberal: readonly (readonly [format: string, text: string])[] = [
  ["%Y-%m-%d %j", "2015-02-01 032"],
  ["%Y-%m-%d %j", "2015-02-01 099"],
  ["%a %Y-%m-%d", "Sat 2015-05-02"],
  ["%a %Y-%m-%d", "Mon 2015-05-02"],
  ["%a %Y-%m-%d", "sat 2015-05-02"],
  ["%Y-%m-%d %U", "2015-05-02 00"],
  ["%G-%V-%u", "2015-18-6"],
  ["%Y %b %m", "2015 May 06"],
  ["%H:%M %z", "10:00 +0100"],
  ["%H:%M %z", "10:00 Z"],
  ["%H %p", "10 PM"],
  ["%H  %M", "10 20"],
  ["%Y-%m-%dT%H:%M:%S.%fZ", "2015-05-02T10:00:00.5Z"],
  ["%d.%m.%Y", "١٢.05.2015"],
];

function acceptedByPackage(format: string, text: string): boolean {
  try {
    timestamp(text, format);
    return true;
  } catch {
    return false;
  }
}

describe("check, shown values and packages accept the same timestamps (TYPE-9, WIRE-12)", () => {
  const recorded = recordedTimestamps.flatMap(([format, good, bad]) =>
    // A string of a specification has no spaces around it (LEX-9).
    [...good, ...bad].filter((text) => text === text.trim()).map((text) => [format, text] as const),
  );
  test.each([...liberal, ...recorded])(
    "check, shown values and packages accept the same timestamps: %j: %j (TYPE-9, WIRE-12)",
    (format, text) => {
      const accepted = acceptedByPackage(format, text);
      const type = `Timestamp(${JSON.stringify(format)})`;
      const spec = `struct S\n    f ${type}\n    example e\n        f = ${JSON.stringify(text)}\n`;
      const { diagnostics } = compile([{ path: "t.stone", text: `namespace t\n${spec}` }]);
      expect(diagnostics.length === 0).toBe(accepted && timestampProblem(format, text) === undefined);

      const api = apiOf(`struct S\n    f ${type}\n`);
      const mismatch = findMismatch(text, { kind: "timestamp", format }, new Lookup(api), true);
      expect(mismatch === undefined).toBe(accepted);
    },
  );
});
