import type { ArgumentsCamelCase } from "yargs";

/**
 * Moves each `-` after `--`, because yargs drops `-` in a list of operands. The arguments of `diff` are returned
 * unchanged, because `diff` has no list and the order of its operands matters. For these, yargs passes an empty string
 * for each `-`.
 */
export function withDashesLast(args: readonly string[]): string[] {
  if (args[0] === "diff") {
    return [...args];
  }
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  const after = end === -1 ? [] : args.slice(end + 1);
  const dashes = before.filter((arg) => arg === "-");
  const others = before.filter((arg) => arg !== "-");
  return dashes.length + after.length === 0 ? others : [...others, "--", ...dashes, ...after];
}

/** A middleware for yargs that adds the arguments after `--`, which yargs keeps separate, to the specifications. */
export function takeOperands(args: ArgumentsCamelCase): void {
  const lists = [args["specs"], args["--"]].filter(Array.isArray);
  args["specs"] = lists.flat().filter((spec) => spec !== undefined);
}
