import type { ArgumentsCamelCase } from "yargs";

/**
 * Returns the arguments with each `-` moved after `--`, because yargs drops `-` in a list of operands. `diff` has no
 * list: the order of its operands matters, and yargs passes an empty text for each `-`.
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

/** Adds the arguments after `--`, which yargs keeps separate, to the specifications. A middleware for yargs. */
export function takeOperands(args: ArgumentsCamelCase): void {
  const lists = [args["specs"], args["--"]].filter(Array.isArray);
  args["specs"] = lists.flat().filter((spec) => spec !== undefined);
}
