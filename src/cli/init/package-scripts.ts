import { ts } from "ts-morph";
import { Source } from "../../text/source.js";
import { UsageError } from "../../project/failure.js";
import { findLineEnd, findProperty, indentation, isObject, leadingSpace, withMembers } from "./json-text.js";

/** A `package.json` to which scripts have been added. */
export interface ScriptedPackage {
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
