import { describeExcluded } from "./excluded-values.js";
import type { Details, Difference } from "./change.js";
import type { Use } from "./use.js";
import type { Finding, Rule } from "./report.js";
import { routeName, type VersionedName, versioned } from "../ir/names.js";
import { fieldRules } from "./rules/fields.js";
import { routeRules } from "./rules/routes.js";
import type { RuleText } from "./rules/rule-text.js";
import { typeRules } from "./rules/types.js";
import { valueRules } from "./rules/values.js";
import { noEffect, worse, type Verdict } from "./verdict.js";
import type { Limit, Type } from "../ir/api.js";
import { isNumberType, builtinNames, isTypeKind } from "../ir/kinds.js";

/** The texts of each rule. */
export const ruleTexts: Readonly<Record<Rule, RuleText>> = {
  ...fieldRules,
  ...valueRules,
  ...typeRules,
  ...routeRules,
};

/** Returns the message of a finding, which states the change and who is affected, and the help, which says how to avoid the problem. */
export function describe({ rule, subject, details }: Use, verdict: Verdict): { message: string; help?: string } {
  const text = ruleTexts[rule];
  const effects =
    details.differences === undefined
      ? effectsOf(rule, text, details, verdict)
      : effectsOfDifferences(subject, details.differences, verdict);
  const help = [suspicion(details), ...(effects.length > 0 ? fixesOf(text, details, verdict) : [])].join("");
  const successor = findSuccessor(rule, subject, details);
  const by = successor === undefined ? "" : `, by \`${successor}\``;
  const what = `\`${subject}\` ${text.what}${by}${deprecationOf(details)}${replacementOf(details)}${rule === "doc-changed" || successor !== undefined ? "" : changeOf(rule, details)}`;
  return {
    message: `${[what, effects.join("; ")].filter((part) => part !== "").join(": ")}.`,
    ...(help !== "" && { help }),
  };
}

/** Returns what to change where programs use the subject of a finding; undefined if that is up to them. */
export function describeRepair(finding: Finding): string | undefined {
  const { rule, subject, detail, successor = findSuccessor(rule, subject, detail) } = finding;
  const { inPrograms }: RuleText = ruleTexts[rule];
  return successor === undefined ? inPrograms : `Call \`${successor}\`.`;
}

/** Returns the name of the route that takes the place of one that is deprecated now; undefined if there is none. */
export function findSuccessor(rule: Rule, subject: string, { to }: Details = {}): string | undefined {
  return rule === "route-deprecated" && to !== undefined
    ? routeName(subject.replace(/\/.*$/, ""), to as VersionedName)
    : undefined;
}

/** Returns the help for the directions that break or change meaning. */
function fixesOf({ fix, fixOfDeprecated }: RuleText, details: Details, verdict: Verdict): readonly string[] {
  const always = details.wasDeprecated === true ? (fixOfDeprecated ?? fix) : fix;
  if (always === undefined || typeof always === "string") {
    return always === undefined ? [] : [always];
  }
  const { request, response } = always;
  const parts = [verdict.request === "ok" ? undefined : request, verdict.response === "ok" ? undefined : response];
  const fixes = parts.filter((one) => one !== undefined);
  return fixes.length < 2 ? fixes : [`In requests: ${fixes[0] ?? ""} In results: ${fixes[1] ?? ""}`];
}

function effectsOf(
  rule: Rule,
  { request, response, source }: RuleText,
  details: Details,
  verdict: Verdict,
): readonly string[] {
  const refused = describeExcluded(rule, details, "new");
  const unread = describeExcluded(rule, details, "old");
  const onTheWire = [
    ...(verdict.request === "ok" ? [] : [refused ? `new servers refuse requests in which it ${refused}` : request]),
    ...(verdict.response === "ok" ? [] : [unread ? `old clients refuse results in which it ${unread}` : response]),
  ].filter((effect) => effect !== undefined);
  if (onTheWire.length > 0) {
    return onTheWire;
  }
  return source === undefined ? effectsOnSource(verdict) : [source];
}

/** The maximum number of differences between two types that a message states. */
const maxDifferences = 3;

/** Returns the effects of differences between two types on messages, the gravest first; or else those on source. */
function effectsOfDifferences(
  subject: string,
  differences: readonly Difference[],
  verdict: Verdict,
): readonly string[] {
  const place = subject.replace(/^.*[#.]/, "");
  const effective = differences
    .map(({ change: { rule, verdict: local, details }, path }) => {
      const request = verdict.request === "ok" ? "ok" : local.req;
      const response = verdict.response === "ok" ? "ok" : local.res;
      const name = `${place}${path.replace(/(?:^|→ )[^.[{→]*/g, "").replaceAll(" ", "")}`;
      const effects = effectsOf(rule, ruleTexts[rule], details, { ...noEffect, request, response });
      return {
        effect: worse(request, response),
        text: `\`${name}\` ${ruleTexts[rule].what}: ${effects.join(", and ")}`,
      };
    })
    .filter(({ effect }) => effect !== "ok");
  const texts = ["breaks", "alters"]
    .flatMap((effect) => effective.filter((one) => one.effect === effect))
    .map(({ text }) => text);
  const rest = texts.length - maxDifferences;
  return texts.length === 0
    ? effectsOnSource(verdict)
    : [...texts.slice(0, maxDifferences), ...(rest > 0 ? [`${rest} more differences`] : [])];
}

function effectsOnSource({ caller, server }: Verdict): readonly string[] {
  const who = [...(caller === "ok" ? [] : ["callers"]), ...(server === "ok" ? [] : ["handlers"])].join(" and ");
  if (who === "") {
    return [];
  }
  const isExhaustive = caller !== "breaks" && server !== "breaks";
  return [isExhaustive ? `only ${who} that name every tag have to be changed` : `the code of ${who} has to be changed`];
}

/** Returns both forms, or neither if they are so long that the lines of the specification are easier to compare. */
function changeOf(rule: Rule, { from, to }: Details): string {
  const old = showDetail(from);
  const now = showDetail(to);
  const isAboutNames = /^ref-|-(?:renamed|moved)$/.test(rule);
  return old === undefined || now === undefined || (old.length + now.length > longestChange && !isAboutNames)
    ? ""
    : ` (${old} before, ${now} now)`;
}

/** The maximum length of both forms together, in UTF-16 code units. */
const longestChange = 100;

function deprecationOf({ wasDeprecated, successor }: Details): string {
  const by = successor === undefined ? "" : ` by \`${successor}\``;
  return wasDeprecated === true ? `, after it was deprecated${by}` : "";
}

/** Returns the reason why a subject seems to be added or removed although it exists on both sides. */
function replacementOf({ replacement }: Details): string {
  return replacement === undefined ? "" : ` where \`${replacement.now}\` takes the place of \`${replacement.old}\``;
}

function suspicion({ perhapsRenamed }: Details): string {
  return perhapsRenamed === undefined
    ? ""
    : `If this is \`${perhapsRenamed}\` under another name, keep the old name: names are part of messages. `;
}

/** Returns a short form of a type, a default, a name or an attribute value; undefined for anything else. */
export function showDetail(detail: unknown): string | undefined {
  switch (typeof detail) {
    case "string":
      return JSON.stringify(detail);
    case "number":
    case "bigint":
    case "boolean":
      return String(detail);
    case "object":
      if (detail === null) {
        return "none";
      }
      if ("tag" in detail) {
        return String(detail.tag);
      }
      if ("version" in detail && "name" in detail) {
        return versioned(detail as VersionedName);
      }
      return "kind" in detail && isType(detail) ? showType(detail) : undefined;
    default:
      return undefined;
  }
}

function isType(detail: { kind: unknown }): detail is Type {
  return typeof detail.kind === "string" && isTypeKind(detail.kind);
}

/** Returns a type in Stone's notation. */
function showType(type: Type): string {
  if (isNumberType(type)) {
    return withArguments(type.kind, [limit("min_value", type.min), limit("max_value", type.max)]);
  }
  switch (type.kind) {
    case "ref":
      return `${type.namespace}.${type.name}`;
    case "nullable":
      return `${showType(type.of)}?`;
    case "timestamp":
      return withArguments(type.kind, [JSON.stringify(type.format)]);
    case "list": {
      const limits = [limit("min_items", type.minItems), limit("max_items", type.maxItems)];
      return withArguments(type.kind, [showType(type.of), ...limits]);
    }
    case "map":
      return withArguments(type.kind, [showType(type.key), showType(type.value)]);
    case "string": {
      const pattern = type.pattern === undefined ? undefined : `pattern=${JSON.stringify(type.pattern)}`;
      const limits = [limit("min_length", type.minLength), limit("max_length", type.maxLength)];
      return withArguments(type.kind, [...limits, pattern]);
    }
    case "boolean":
    case "bytes":
    case "void":
      return builtinNames[type.kind];
  }
}

function limit(name: string, value: Limit | undefined): string | undefined {
  return value === undefined ? undefined : `${name}=${value}`;
}

function withArguments(kind: keyof typeof builtinNames, args: readonly (string | undefined)[]): string {
  const texts = args.filter((text) => text !== undefined);
  return texts.length === 0 ? builtinNames[kind] : `${builtinNames[kind]}(${texts.join(", ")})`;
}
