import { dirname } from "node:path";
import { ts } from "ts-morph";
import { UsageError } from "../../project/failure.js";
import { Source } from "../../text/source.js";

/** A `package.json` to which scripts have been added. */
interface ScriptedPackage {
  /** The text. Everything except the added scripts is unchanged, byte for byte. */
  readonly text: string;
  /** The names of the added scripts. */
  readonly added: readonly string[];
}

/**
 * Adds the scripts that the text of a `package.json` does not contain yet. Throws a UsageError that mentions `path` if
 * the text is not a JSON object.
 */
export function withScripts(text: string, scripts: Readonly<Record<string, string>>, path: string): ScriptedPackage {
  checkJson(text, path);
  const root = ts.parseJsonText(path, text);
  const whole = root.statements[0]?.expression;
  const present = whole && findProperty(whole, "scripts");
  if (whole === undefined || !ts.isObjectLiteralExpression(whole) || (present && !isObject(present.initializer))) {
    throw new UsageError(`${path} is invalid: ${present ? "'scripts'" : "it"} must be an object.`);
  }
  const missing = Object.entries(scripts).filter(([name]) => !(present && findProperty(present.initializer, name)));
  const members = missing.map(([name, command]) => `${JSON.stringify(name)}: ${JSON.stringify(command)}`);
  const added = missing.map(([name]) => name);
  if (members.length === 0) {
    return { text, added };
  }
  const lead = leadingSpace(present ?? whole.properties.at(-1), text) ?? findLineEnd(text) + "  ";
  const inner = lead.includes("\n") ? lead + indentation(lead) : " ";
  if (present !== undefined && isObject(present.initializer)) {
    return { text: withMembers(text, present.initializer, members, inner, lead), added };
  }
  const object = `"scripts": {${members.map((member) => inner + member).join(",")}${lead.includes("\n") ? lead : " "}}`;
  return { text: withMembers(text, whole, [object], lead, findLineEnd(text)), added };
}

function checkJson(text: string, path: string): void {
  try {
    JSON.parse(text.replace(/^\ufeff/, "")); // npm also allows a byte order mark
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const offset = ts.parseConfigFileTextToJson(path, text).error?.start ?? /at position (\d+)/.exec(reason)?.[1];
    const { line, column } = new Source(text).position(Number(offset ?? text.length));
    throw new UsageError(
      `${path}:${line}:${column} is not valid JSON: ${reason.replace(/ in JSON at position.*/, "")}.`,
    );
  }
}

interface Config {
  readonly compilerOptions?: Readonly<Record<string, string>>;
}

/**
 * Adds those paths to `exclude` in the text of a `tsconfig.json` that its `include` would match. Returns undefined if
 * there are none, or if the text is invalid. The `emitted` paths matter only to a compiler that writes files: they
 * would change the common root folder of all files, and with it the output paths.
 */
export function withExcludes(
  path: string,
  text: string,
  checked: readonly string[],
  emitted: readonly string[],
): string | undefined {
  const json = ts.parseConfigFileTextToJson(path, text);
  const root = ts.parseJsonText(path, text).statements[0]?.expression;
  if (json.error !== undefined || root === undefined || !isObject(root)) {
    return undefined;
  }
  const parsed = ts.parseJsonConfigFileContent(json.config, ts.sys, dirname(path), {}, path);
  const { include, exclude, files } = parsed.raw as Partial<Record<"include" | "exclude" | "files", readonly string[]>>;
  const patterns = include ?? (files === undefined ? ["**/*"] : []);
  if (!patterns.some((pattern) => /^(?:\.\/)?(?:\*|\.?$)/.test(pattern))) {
    return undefined;
  }
  const excluded = new Set(exclude?.map((pattern) => pattern.replace(/^\.\/|\/(?:\*\*(?:\/\*)?)?$/g, "")));
  const wanted = [...checked, ...(parsed.options.noEmit === true ? [] : emitted)].filter((one) => !excluded.has(one));
  const excludeProperty = findProperty(root, "exclude");
  if (wanted.length === 0 || (exclude !== undefined && excludeProperty === undefined)) {
    return undefined;
  }
  const print = (paths: readonly string[]): string[] => paths.map((one) => JSON.stringify(one));
  const lineEnd = findLineEnd(text);
  if (excludeProperty !== undefined) {
    return ts.isArrayLiteralExpression(excludeProperty.initializer)
      ? withMembers(text, excludeProperty.initializer, print(wanted), "", "")
      : undefined;
  }
  // These are excluded by default.
  const { outDir, declarationDir } = (json.config as Config).compilerOptions ?? {};
  const list = print(["node_modules", ...[outDir, declarationDir].filter((one) => one !== undefined), ...wanted]);
  return withMembers(text, root, [`"exclude": [${list.join(", ")}]`], `${lineEnd}  `, lineEnd);
}

/**
 * Adds members to the end of an object or array in the text of a JSON file, with the same layout as its last member.
 */
function withMembers(
  text: string,
  container: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  members: readonly string[],
  leadIfEmpty: string,
  endIfEmpty: string,
): string {
  const last = (isObject(container) ? container.properties : container.elements).at(-1);
  if (last !== undefined) {
    const space = leadingSpace(last, text) ?? "";
    // The spacing before the first item of an array differs from that of the others.
    const lead = space === "" && !isObject(container) ? " " : space;
    return text.slice(0, last.end) + members.map((member) => `,${lead}${member}`).join("") + text.slice(last.end);
  }
  const inside = members.map((member) => leadIfEmpty + member).join(",");
  return `${text.slice(0, container.end - 1).trimEnd()}${inside}${endIfEmpty}${text.slice(container.end - 1)}`;
}

/**
 * Returns a member of an object; undefined if there is none. If several have the same name, returns the last, which is
 * the effective one.
 */
function findProperty(object: ts.Expression, name: string): ts.PropertyAssignment | undefined {
  return isObject(object)
    ? object.properties
        .filter(ts.isPropertyAssignment)
        .findLast(({ name: key }) => ts.isStringLiteral(key) && key.text === name)
    : undefined;
}

function isObject(node: ts.Node): node is ts.ObjectLiteralExpression {
  return ts.isObjectLiteralExpression(node);
}

/** Returns the white space before a member, after the brace or the comma. */
function leadingSpace(member: ts.Node | undefined, text: string): string | undefined {
  return member && /^\s*/.exec(text.slice(member.pos))?.[0];
}

/** Returns the indentation after the last line break. */
function indentation(lead: string): string {
  return lead.replace(/^.*\n/s, "");
}

function findLineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
