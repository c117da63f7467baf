import { toSnakeCase } from "../../ir/names.js";
import type { LintedField } from "../project.js";
import type { Rule } from "../rule.js";

const names = /(?:_(?:at|date|time)|(?:^|_)(?:timestamp|created|modified|expires|expiry|deadline))$/;
const floats = ["float32", "float64"];
const kinds = ["string", "int32", "uint32", "int64", "uint64", ...floats];

/** Names of durations, such as `exposure_time`. */
const durations =
  /(?:^|_)(?:cpu|delay|elapsed|execution|exposure|grace|idle|lead|load|loading|offset|play|playback|processing|remaining|response|round_trip|run|running|setup|shutter|total|travel|wait|waiting)_time$/;
const lengths = /\b(?:duration|elapsed|offset|relative)\b|\b(?:from|since) the (?:beginning|start)\b/i;
/**
 * Matches names that are durations if the documentation mentions a unit. Others, such as a `created_at` in seconds, are
 * still points in time.
 */
const mayCount = /(?:_time|expires|expiry|deadline)$/;
const units = /\b(?:(?:micro|milli|nano)?seconds|minutes|hours|days)\b/i;
const epochs = /\b(?:epoch|unix|posix|utc|gmt|1970)\b/i;

export const timestampType: Rule = {
  id: "timestamp-type",
  recommended: "warn",
  strict: "warn",
  summary: "A point in time that is a string, an integer or a float",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const { kind } = lookup.bare(type);
      if (names.test(toSnakeCase(name)) && kinds.includes(kind) && !isLength(field, kind)) {
        report(field, `'${name}' sounds like a point in time, but is not a Timestamp.`, {
          help: 'Use a Timestamp such as `Timestamp("%Y-%m-%dT%H:%M:%SZ")` in new fields. In existing ones, that would change messages.',
        });
      }
    }
  },
};

/** Whether a field is a duration, or a position in seconds from the start of something. */
function isLength({ field, node }: LintedField, kind: string): boolean {
  const name = toSnakeCase(field.name);
  const doc = node.doc?.text ?? "";
  if (durations.test(name)) {
    return true;
  }
  const isFloatTime = floats.includes(kind) && name.endsWith("_time");
  const isCounted = kind !== "string" && (lengths.test(doc) || (mayCount.test(name) && units.test(doc)));
  return (isFloatTime || isCounted) && !epochs.test(doc);
}
