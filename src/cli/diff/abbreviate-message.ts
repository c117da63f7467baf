import { parseLossless } from "../../ir/from-json.js";

/** In UTF-16 code units. */
const longest = 120;

/**
 * A message as it is printed for people: of long ones, only what stands on the path, such as `members[0].profile.status`, and
 * tags. `…` stands for the rest.
 */
export function abbreviateMessage(json: string, path: string): string {
  if (json.length <= longest) {
    return json;
  }
  const steps = [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name ?? "",
  );
  return abbreviate(parseLossless(json), steps);
}

function abbreviate(value: unknown, [step, ...rest]: readonly string[]): string {
  if (typeof value !== "object" || value === null) {
    const text = typeof value === "bigint" ? String(value) : JSON.stringify(value);
    return text.length <= longest ? text : `${text.slice(0, longest)}…`;
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const shown = items.flatMap((item, index) => (String(index) === step ? [abbreviate(item, rest)] : []));
    return `[${[...shown, ...(shown.length < items.length ? ["…"] : [])].join(",")}]`;
  }
  const members = Object.entries(value);
  const shown = members
    .filter(([name]) => name === step || name === ".tag")
    .map(([name, member]) => `${JSON.stringify(name)}:${abbreviate(member, name === step ? rest : [])}`);
  return `{${[...shown, ...(shown.length < members.length ? ["…"] : [])].join(",")}}`;
}
