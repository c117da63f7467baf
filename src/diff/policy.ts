import { matchesName } from "../ir/names.js";
import type { Finding, Rule } from "./report.js";
import type { Stability } from "./stability.js";

/** Which effects fail: those on messages, also those on callers' source, or also those on handlers' source. */
export type Level = "wire" | "caller" | "source";

export const levels = ["wire", "caller", "source"] as const satisfies readonly Level[];

/** Which changes of an API are accepted. */
export interface CompatPolicy {
  /** The old side of `ashlar diff` by default: `git:main...`. */
  readonly against?: string;
  /** Which effects fail: those on messages (`wire`, by default), also on callers' source, or also on handlers' source. */
  readonly level?: "wire" | "caller" | "source";
  /** The result for messages that are accepted with another meaning; `fail` by default. */
  readonly altering?: "fail" | "warn";
  /**
   * The result if code that names every tag must be extended; `allow` by default. Code of callers counts at every level,
   * handlers at the level `source`.
   */
  readonly exhaustive?: "allow" | "warn" | "fail";
  /** With `any-order`, new clients must also understand old servers; `server-first` by default. */
  readonly deploy?: "server-first" | "any-order";
  /** The results of single rules, regardless of the level. */
  readonly rules?: Readonly<Record<string, "fail" | "warn" | "off">>;
  /**
   * The result, instead of a failure, for changes of fields, tags and routes that were and still are previews; `warn` by
   * default.
   */
  readonly preview?: "fail" | "warn" | "off";
  /** The route attribute that marks a preview; `is_preview` by default. */
  readonly previewAttribute?: string;
  /** The result if deprecated routes, fields and tags are removed; `fail` by default. */
  readonly deprecated?: "fail" | "warn";
  /** Route attributes whose values callers must satisfy, such as a permission; others are informative. */
  readonly attributes?: Readonly<Record<string, "requires" | "informs">>;
  /**
   * Name of a type that is sent outside of routes, in which `*` matches any characters, to its direction. A server sends a
   * `response`, such as a webhook's body.
   */
  readonly messages?: Readonly<Record<string, "request" | "response" | "both">>;
  /** With `check`, the version of the package must be raised as the changes require. */
  readonly version?: "check";
  /** Accepted findings. */
  readonly ignore?: readonly Ignore[];
}

/** An exception for findings. */
export interface Ignore {
  /** A rule, such as `tag-added`; `*` matches any characters. */
  readonly rule: string;
  /** The subjects of findings, such as `files.ThumbnailError.*`. */
  readonly subject: string;
  /** Why the finding is accepted. */
  readonly reason: string;
  /** The last day on which the exception applies, in UTC: `2027-03-31`. */
  readonly until?: string;
}

/** The result of a finding under a policy. */
export interface Ruling {
  readonly effect: "fail" | "warn" | "none";
  /** The reason why the result is lower than that of the level, in words: `` `compat.altering` is `warn` ``. */
  readonly lowered?: string;
  /** The exception that applies to the finding. */
  readonly ignored?: Ignore;
  /** An exception that no longer applies. */
  readonly expired?: Ignore;
}

/** Returns the result of a finding under the policy, on a given day. */
export function rule(finding: Finding, policy: CompatPolicy, stability: Stability, today: Date): Ruling {
  const entries = (policy.ignore ?? []).filter((entry) => isMatch(entry, finding));
  const ignored = entries.find(({ until }) => !isOver(until, today));
  if (ignored !== undefined) {
    return { effect: "none", ignored };
  }
  const ruling = soften(rulingOf(finding, policy), finding, policy, stability);
  const [expired] = entries;
  return expired === undefined || ruling.effect === "none" ? ruling : { ...ruling, expired };
}

/** Returns the exceptions that match no finding. */
export function findUnused({ ignore = [] }: CompatPolicy, findings: readonly Finding[]): readonly Ignore[] {
  return ignore.filter((entry) => !findings.some((finding) => isMatch(entry, finding)));
}

type Effect = Ruling["effect"];

function rulingOf(finding: Finding, policy: CompatPolicy): Ruling {
  const effect = effectOf(finding, policy);
  const setting = policy.rules?.[finding.rule];
  const lower = (to: Effect, lowered: string): Ruling =>
    rank[to] < rank[effect] ? { effect: to, lowered } : { effect: to };
  if (setting !== undefined) {
    return lower(setting === "off" ? "none" : setting, `\`compat.rules\` says \`${setting}\` for \`${finding.rule}\``);
  }
  const { altering = "fail" } = policy;
  return lower(effectOf(finding, policy, altering), `\`compat.altering\` is \`${altering}\``);
}

const rank: Readonly<Record<Effect, number>> = { none: 0, warn: 1, fail: 2 };

function effectOf(
  { rule: findingRule, verdict, back }: Finding,
  policy: CompatPolicy,
  altering: Effect = "fail",
): Effect {
  const { level = "wire", exhaustive = "allow" } = policy;
  const messages = [verdict.request, verdict.response, back?.request, back?.response];
  const source = [verdict.caller, ...(level === "source" ? [verdict.server] : [])];
  const effects: readonly Effect[] = [
    messages.includes("breaks") ? "fail" : "none",
    messages.includes("alters") ? altering : "none",
    level !== "wire" && source.includes("breaks") ? "fail" : "none",
    findingRule === "method-taken" ? "warn" : "none", // neither compilers nor servers detect it
    exhaustive !== "allow" && source.includes("exhaustive") ? exhaustive : "none",
  ];
  return effects.includes("fail") ? "fail" : effects.includes("warn") ? "warn" : "none";
}

/** Lowers the result of changes of previews and of deprecated subjects, if the policy permits it. */
function soften(ruling: Ruling, finding: Finding, policy: CompatPolicy, stability: Stability): Ruling {
  const { preview = "warn", deprecated = "fail" } = policy;
  const { effect } = ruling;
  if (effect === "fail" && deprecated === "warn" && isRemoval(finding.rule) && stability.wasDeprecated(finding)) {
    return { effect: "warn", lowered: "it was deprecated, and `compat.deprecated` is `warn`" };
  }
  const promise = stability.whyPreview(finding);
  if (preview === "fail" || effect === "none" || promise === undefined || (preview === "warn" && effect === "warn")) {
    return ruling;
  }
  return {
    effect: preview === "off" ? "none" : "warn",
    lowered: `${promise}, and \`compat.preview\` is \`${preview}\``,
  };
}

function isRemoval(name: Rule): boolean {
  return name === "route-removed" || name === "tag-removed" || name.startsWith("field-removed-");
}

function isMatch(entry: Ignore, finding: Finding): boolean {
  return matchesName(entry.rule, finding.rule) && matchesName(entry.subject, finding.subject);
}

/** Whether a day is over in UTC. */
function isOver(until: string | undefined, today: Date): boolean {
  return until !== undefined && today.toISOString().slice(0, 10) > until;
}
