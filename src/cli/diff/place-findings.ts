import { rule, type CompatPolicy, type Ignore } from "../../diff/policy.js";
import type { Finding, Report } from "../../diff/report.js";
import { Stability } from "../../diff/stability.js";
import type { Api, Doc } from "../../ir/api.js";
import { placeAround, placeOf, type DeclarationPlaces, type Place } from "../../project/declaration-places.js";
import { routeName } from "../../ir/names.js";
import { firstSentence } from "../../ir/plain-text.js";

/** A finding, and facts that only the command knows: whether the finding fails, and where it is located. */
export interface PlacedFinding extends Finding {
  readonly fails: boolean;
  /** Whether the finding is shown as a warning. */
  readonly warns?: true;
  /** The reason why the effect of the finding is lower than the level requires. */
  readonly lowered?: string;
  /** The exception that applies to the finding. */
  readonly ignored?: Pick<Ignore, "reason" | "until">;
  /** Whether the finding was accepted previously (`--since`). */
  readonly accepted?: true;
  readonly old: Place | null;
  readonly new: Place | null;
  /** The location of the subject in the new specification, or of the definition that contained a removed subject. */
  readonly nearest: Place | null;
  /** The first sentence of the subject's documentation, preferably on the new side. */
  readonly summary?: string;
}

/** A side of a comparison that has no errors. */
interface ComparedSide {
  readonly api: Api;
  /** The locations of declarations; empty for an IR document. */
  readonly places: DeclarationPlaces;
}

/** Applies the policy to findings, and locates them on both sides. `accepted` contains the ids of `--since`. */
export function placeFindings(
  { findings }: Report,
  policy: CompatPolicy,
  accepted: ReadonlySet<string>,
  old: ComparedSide,
  now: ComparedSide,
): readonly PlacedFinding[] {
  const today = new Date();
  const stability = new Stability(old.api, now.api, policy.previewAttribute);
  const summaries = new Map([...findSummaries(old.api), ...findSummaries(now.api)]);
  return findings.map((finding) => {
    const { effect, lowered, ignored, expired } = rule(finding, policy, stability, today);
    const expiry = expired === undefined ? "" : ` The exception for it expired after ${expired.until}.`;
    const isAccepted = accepted.has(finding.id);
    const summary = summaries.get(finding.subject);
    const place = placeOf(newSubject(finding), now.places) ?? null;
    return {
      ...finding,
      message: finding.message + expiry,
      fails: effect === "fail" && !isAccepted,
      ...(effect === "warn" && !isAccepted && { warns: true }),
      ...(lowered !== undefined && { lowered }),
      ...(ignored && {
        ignored: { reason: ignored.reason, ...(ignored.until !== undefined && { until: ignored.until }) },
      }),
      ...(isAccepted && { accepted: true }),
      old: isMember(finding, "added") ? null : (placeOf(finding.subject, old.places) ?? null),
      new: isMember(finding, "removed") ? null : place,
      ...(summary !== undefined && { summary }),
      nearest: place ?? placeAround(finding.subject, now.places) ?? null,
    };
  });
}

/** Returns the name of the subject in the new API, which differs if the subject was renamed or moved. */
function newSubject({ rule, subject, detail }: Finding): string {
  return /-(?:renamed|moved)$/.test(rule) ? String(detail?.to) : subject;
}

/** Whether a finding is about an added or removed field, tag or subtype. */
function isMember({ rule }: Finding, change: "added" | "removed"): boolean {
  return new RegExp(`^(?:field|tag|subtype)-${change}`).test(rule);
}

/** Returns subject of a finding to the first sentence of its documentation, for namespaces, routes, types, fields and tags. */
function findSummaries({ namespaces }: Api): ReadonlyMap<string, string> {
  const summaries = new Map<string, string>();
  const add = (subject: string, doc: Doc | undefined): void => {
    const sentence = firstSentence(doc);
    if (sentence !== undefined) {
      summaries.set(subject, sentence);
    }
  };
  for (const namespace of namespaces) {
    add(namespace.name, namespace.doc);
    namespace.routes.forEach((route) => add(routeName(namespace.name, route), route.doc));
    for (const type of namespace.types) {
      add(`${namespace.name}.${type.name}`, type.doc);
      type.fields.forEach(({ name, doc }) => add(`${namespace.name}.${type.name}.${name}`, doc));
    }
    namespace.aliases.forEach(({ name, doc }) => add(`${namespace.name}.${name}`, doc));
  }
  return summaries;
}
