import { readFileSync } from "node:fs";
import type { Config } from "./config.js";
import { nearestName } from "../text/diagnostics/nearest-name.js";
import { problemsOfPackage } from "./check-package.js";
import { sentence, UsageError } from "./failure.js";
import { ownFile } from "./own-file.js";
import { localVerdicts } from "../diff/local-verdicts.js";
import { matchesName } from "../ir/names.js";
import type { CompatPolicy } from "../diff/policy.js";
import { routeVerdicts } from "../diff/route-verdicts.js";
import type { DocsOptions } from "../generator/facts/package-options.js";
import type { BindingOptions, WebhookOptions } from "../generator/facts/binding-options.js";
import { isObject } from "../ir/is-object.js";

/** Returns the problems with the strings in `compat`, as clauses. */
function problemsOfCompat({ rules = {}, ignore = [] }: CompatPolicy): string[] {
  const named = Object.keys(rules).filter((rule) => !ruleNames.includes(rule));
  return [...named.map((rule) => unknownRule("compat.rules", rule)), ...problemsOfIgnores(ignore)];
}

const ruleNames: readonly string[] = [...Object.keys(localVerdicts), ...Object.keys(routeVerdicts)];

function problemsOfIgnores(ignore: NonNullable<CompatPolicy["ignore"]>): string[] {
  return ignore.flatMap(({ rule, reason, until }, index) => [
    ...(ruleNames.some((name) => matchesName(rule, name)) ? [] : [unknownRule(`compat.ignore[${index}].rule`, rule)]),
    ...(reason.trim() === "" ? [`'compat.ignore[${index}].reason' must say why the change is accepted`] : []),
    ...(until === undefined || isDate(until)
      ? []
      : [`'compat.ignore[${index}].until' must be a date such as 2027-03-31, not ${JSON.stringify(until)}`]),
  ]);
}

function unknownRule(place: string, rule: string): string {
  const nearest = nearestName(rule, ruleNames);
  const help = nearest === undefined ? "" : `. Did you mean '${nearest}'?`;
  return `'${place}' names no rule of 'ashlar diff': '${rule}'${help}`;
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The subset of JSON Schema that the configuration schema uses. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
}

/** Advice for keys that users are likely to try. */
const advice: Readonly<Record<string, string>> = {
  "package.modules": "Write 'modules' beside 'package'",
  ...Object.fromEntries(
    ["main", "module", "type", "types", "typesVersions", "typings"].map((name) => [
      `package.${name}`,
      "Ashlar writes it according to 'modules'",
    ]),
  ),
};

/** Descriptions of values that are clearer than those derived from the schema. */
const expectations: Readonly<Record<string, string>> = {
  specs: "a path or a list of paths",
  out: "a path",
};

/**
 * Checks that a value is a configuration, and returns it. Throws a UsageError that lists all problems, such as unknown
 * keys at any depth, values of the wrong type, and names that npm would reject. `source` names the origin of the value
 * in the message.
 */
export function checkConfig(value: unknown, source: string): Config {
  const problems = problemsOfConfig(value);
  if (problems.length === 1) {
    throw new UsageError(`${source} is invalid: ${sentence(problems.join())}`);
  }
  if (problems.length > 1) {
    throw new UsageError(`${source} is invalid:\n${problems.map((problem) => `- ${sentence(problem)}`).join("\n")}`);
  }
  return value as Config;
}

function problemsOfConfig(value: unknown): string[] {
  if (!isObject(value)) {
    return ["it must be an object"];
  }
  const schema = configSchema();
  const { emitters, lint, ...others } = value;
  const rest =
    lint === undefined ? others : { ...others, lint: isObject(lint) ? { ...lint, custom: undefined } : lint };
  const problems = [
    ...findProblems(rest, { ...schema, properties: { ...schema.properties, emitters: {} } }, ""),
    ...(isObject(lint) && lint["custom"] !== undefined && !isListOfRules(lint["custom"])
      ? ["'lint.custom' must be a list of rules, each with 'id', 'level', 'doc' and 'check'"]
      : []),
    ...(emitters === undefined || isListOfFunctions(emitters) ? [] : ["'emitters' must be a list of functions"]),
  ];
  return problems.length > 0 ? problems : problemsOfValues(value as unknown as Config);
}

/** Returns the problems that the schema cannot express. */
function problemsOfValues(config: Config): string[] {
  const { binding, output, importExtension, modules, declarationMaps } = config;
  const problem = binding && problemOfBinding(binding);
  return [
    ...problemsOfPackage(config.package ?? {}),
    ...(problem === undefined ? [] : [problem]),
    ...problemsOfCompat(config.compat ?? {}),
    ...problemsOfDocs(config.docs ?? {}),
    ...(importExtension !== undefined && output !== "source"
      ? [`'importExtension' is for 'output: "source"': the modules of a package end in .js`]
      : []),
    ...(modules === "dual" && output === "source"
      ? [`'modules: "dual"' is for packages: with 'output: "source"' your own build decides about modules`]
      : []),
    ...(declarationMaps === true && output === "source"
      ? [`'declarationMaps' is for packages: with 'output: "source"', editors open the sources`]
      : []),
  ];
}

let cachedSchema: Schema | undefined;

/** Returns the schema, which is also published for editors. */
function configSchema(): Schema {
  return (cachedSchema ??= JSON.parse(readFileSync(ownFile("dist/config-schema.json"), "utf8")) as Schema);
}

/** Returns the violations of a schema, as clauses. `path` is the path of the value, such as `binding.headers`. */
function findProblems(value: unknown, schema: Schema, path: string): string[] {
  const alternatives = schema.anyOf ?? [schema];
  const fitting = alternatives.find((alternative) => matchesType(value, alternative));
  if (fitting === undefined) {
    return [`${quoted(path)} must be ${expectations[path] ?? orList(alternatives.map(describe))}`];
  }
  if (fitting !== schema) {
    return findProblems(value, fitting, path);
  }
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return value.flatMap((item, index) => findProblems(item, items, `${path}[${index}]`));
  }
  return isObject(value) ? problemsOfMembers(value, schema, path) : [];
}

function problemsOfMembers(value: Readonly<Record<string, unknown>>, schema: Schema, path: string): string[] {
  const { properties = {}, additionalProperties = {}, required = [] } = schema;
  const missing = required.filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => `${quoted(memberPath(path, name))} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const place = memberPath(path, name);
      const memberSchema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (memberSchema === false || memberSchema === undefined) {
        return [unknownKey(name, Object.keys(properties), path)];
      }
      return member === undefined ? [] : findProblems(member, memberSchema, place);
    }),
  ];
}

function unknownKey(name: string, names: readonly string[], path: string): string {
  const nearest = nearestName(name, names);
  const hint = advice[memberPath(path, name)];
  const help =
    hint !== undefined
      ? `. ${hint}`
      : nearest !== undefined
        ? `. Did you mean '${nearest}'?`
        : `; there are ${[...names].sort().join(", ")}`;
  return `${quoted(path)} has no member '${name}'${help}`;
}

/** Whether a value has the type that a schema describes. Does not check the members of the value. */
function matchesType(value: unknown, schema: Schema): boolean {
  if (schema.enum !== undefined) {
    return schema.enum.includes(value);
  }
  switch (schema.type) {
    case undefined:
      return true;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === schema.type;
  }
}

function describe(schema: Schema): string {
  if (schema.enum !== undefined) {
    return orList(schema.enum.map((value) => JSON.stringify(value)));
  }
  switch (schema.type) {
    case "array":
      return `a list${schema.items?.type === undefined ? "" : ` of ${schema.items.type}s`}`;
    case "object":
      return "an object";
    default:
      return `a ${schema.type ?? "value"}`;
  }
}

function orList(texts: readonly string[]): string {
  const [last = "", ...earlierTexts] = [...texts].reverse();
  return earlierTexts.length === 0 ? last : `${earlierTexts.reverse().join(", ")} or ${last}`;
}

function memberPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function quoted(path: string): string {
  return path === "" ? "it" : `'${path}'`;
}

function isListOfFunctions(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "function");
}

function isListOfRules(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (rule) =>
        isObject(rule) &&
        /^[^/]+\/./.test(String(rule["id"])) &&
        typeof rule["doc"] === "string" &&
        typeof rule["check"] === "function",
    )
  );
}

/** Returns the problems with the strings in `docs`, as clauses. */
function problemsOfDocs({ title, logo, repository, groups = [], versions = [], install }: DocsOptions): string[] {
  const titles = groups.map((group) => group.title);
  const twice = titles.find((each, index) => titles.indexOf(each) !== index);
  return [
    ...(title?.trim() === "" ? ["'docs.title' must not be empty"] : []),
    ...(typeof install === "string" && install.trim() === ""
      ? ["'docs.install' must be a command such as npm install shop-api, or false"]
      : []),
    ...(logo === undefined || logo.endsWith(".svg") ? [] : ["'docs.logo' must be the path of an .svg file"]),
    ...(repository === undefined || isUrl(repository)
      ? []
      : [`'docs.repository' must be a URL such as https://git.example.com/shop, not ${JSON.stringify(repository)}`]),
    ...(twice === undefined ? [] : [`'docs.groups' has the title ${JSON.stringify(twice)} twice`]),
    ...groups.flatMap((group, index) =>
      group.routes.length > 0 ? [] : [`'docs.groups[${index}].routes' must name a route, such as "files/upload*"`],
    ),
    ...versions.flatMap(({ url }, index) =>
      isUrl(url) || /^\.\.?\//.test(url)
        ? []
        : [
            `'docs.versions[${index}].url' must be a URL, or a path such as ../v1/ from the first page, not ${JSON.stringify(url)}`,
          ],
    ),
  ];
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Returns the first problem with the strings in a `binding`, as a clause; undefined if there is none. */
function problemOfBinding({
  path,
  preflightFreeType,
  headers,
  hosts,
  oauth,
  webhooks,
  idempotency,
}: BindingOptions): string | undefined {
  const isHeader = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
  const isServer = (text: string): boolean => /^https?:\/\/[^/]/i.test(text);
  return (
    problemOfTexts("headers", headers, isHeader, "the name of a header") ??
    problemOfTexts("hosts", hosts, isServer, "a URL such as https://api.example.com") ??
    problemOfTexts("oauth", oauth, isServer, "a URL such as https://api.example.com") ??
    problemOfTexts("webhooks.signature", headerOf(webhooks), isHeader, "the name of a header") ??
    problemOfTexts("idempotency", { header: idempotency?.header }, isHeader, "the name of a header") ??
    (webhooks?.payload.length === 0 ? "'binding.webhooks.payload' must have a type" : undefined) ??
    problemOfPreflightFreeType(preflightFreeType) ??
    (path === undefined ? undefined : problemOfPath(path))
  );
}

function headerOf({ signature }: Partial<WebhookOptions> = {}): { readonly header?: string } {
  return typeof signature === "object" ? { header: signature.header } : {};
}

function problemOfTexts(
  name: string,
  texts: Readonly<Record<string, string | undefined>> = {},
  isRight: (text: string) => boolean,
  expected: string,
): string | undefined {
  const wrong = Object.entries(texts).find(([, text]) => text !== undefined && !isRight(text));
  return wrong && `'binding.${name}.${wrong[0]}' must be ${expected}, not ${JSON.stringify(wrong[1])}`;
}

function problemOfPreflightFreeType(type: string | undefined): string | undefined {
  return type === undefined || /^text\/plain; *charset=[\w-]+$/.test(type)
    ? undefined
    : "'binding.preflightFreeType' must be of the form 'text/plain; charset=…': browsers send a preflight request for all others";
}

function problemOfPath(path: string): string | undefined {
  const placeholders = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const unknown = placeholders.find((name) => !["namespace", "route", "version", "suffix"].includes(name));
  if (unknown !== undefined) {
    return `'binding.path' has the unknown placeholder {${unknown}}; the placeholders are {namespace}, {route}, {version} and {suffix}`;
  }
  const isWhole = path.startsWith("/") && placeholders.includes("namespace") && placeholders.includes("route");
  return isWhole && !/[?#\s]/.test(path)
    ? undefined
    : "'binding.path' must be a path such as /2/{namespace}/{route}{suffix}";
}
