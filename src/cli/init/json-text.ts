import { ts } from "ts-morph";

/**
 * Adds members to the end of an object or array in the text of a JSON file, with the same layout as its last member.
 */
export function withMembers(
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
export function findProperty(object: ts.Expression, name: string): ts.PropertyAssignment | undefined {
  return isObject(object)
    ? object.properties
        .filter(ts.isPropertyAssignment)
        .findLast(({ name: key }) => ts.isStringLiteral(key) && key.text === name)
    : undefined;
}

export function isObject(node: ts.Node): node is ts.ObjectLiteralExpression {
  return ts.isObjectLiteralExpression(node);
}

/** Returns the white space before a member, after the brace or the comma. */
export function leadingSpace(member: ts.Node | undefined, text: string): string | undefined {
  return member && /^\s*/.exec(text.slice(member.pos))?.[0];
}

/** Returns the indentation after the last line break. */
export function indentation(lead: string): string {
  return lead.replace(/^.*\n/s, "");
}

export function findLineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
