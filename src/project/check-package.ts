import { builtinModules } from "node:module";
import type { PackageFields } from "../generator/facts/package-options.js";
import { sentence, UsageError } from "./failure.js";

const longestName = 214;

/** Returns the reasons why npm would reject the fields of a `package.json`, as clauses. */
export function problemsOfPackage({ name, version, exports = {} }: PackageFields): string[] {
  const problems = [
    ...(name === undefined ? [] : [problemOfPackageName(name, "'package.name'")]),
    ...(version === undefined || isVersion(version)
      ? []
      : [`'package.version' must be a version such as 1.0.0, not ${JSON.stringify(version)}`]),
    ...Object.keys(exports)
      .filter((subpath) => !/^\.\/[^/]/.test(subpath))
      .map((subpath) => `'package.exports' must have subpaths such as "./extra", not ${JSON.stringify(subpath)}`),
  ];
  return problems.filter((problem) => problem !== undefined);
}

/**
 * Returns the reason why npm would reject the name of a package, as a clause with a suggestion; undefined for a valid
 * name. `subject` describes what has the name.
 */
function problemOfPackageName(name: string, subject: string): string | undefined {
  if (isPackageName(name)) {
    return undefined;
  }
  const suggestion = acceptableName(name);
  const help = suggestion === undefined ? "" : `. Did you mean '${suggestion}'?`;
  return `${subject} must be a name that npm accepts, such as shop-api or @shop/api, not ${JSON.stringify(name)}${help}`;
}

/** Throws a UsageError if npm would reject a package name from the command line. */
export function checkName(name: string | undefined, option: string): void {
  const problem = name === undefined ? undefined : problemOfPackageName(name, option);
  if (problem !== undefined) {
    throw new UsageError(sentence(problem));
  }
}

function isPackageName(name: string): boolean {
  return (
    /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name) &&
    name.length <= longestName &&
    !["node_modules", "favicon.ico", ...builtinModules].includes(name)
  );
}

/** Returns the closest name that npm accepts; undefined if no valid characters are left. */
export function acceptableName(name: string): string | undefined {
  const parts = name.toLowerCase().split(/\/(?=[^/]*$)/);
  const cleanParts = parts.map((part) => part.replace(/[^a-z0-9._-]+/g, "-").replace(/^[._-]+|[._-]+$/g, ""));
  const [scope, last = scope] = cleanParts;
  const cleanName =
    parts.length === 2 && parts[0]?.startsWith("@") === true ? `@${scope ?? ""}/${last ?? ""}` : cleanParts.join("-");
  const acceptable = builtinModules.includes(cleanName) ? `${cleanName}-api` : cleanName;
  return isPackageName(acceptable) ? acceptable : undefined;
}

/** Whether a string is a version in the format of Semantic Versioning 2.0.0, as npm requires. */
function isVersion(version: string): boolean {
  const number = "(?:0|[1-9]\\d*)";
  const label = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
  return new RegExp(
    `^${number}\\.${number}\\.${number}(?:-${label}(?:\\.${label})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
  ).test(version);
}
