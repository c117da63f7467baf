import type { ArgumentsCamelCase } from "yargs";

/** The arguments with each `-` behind `--`: elsewhere yargs loses it. */
export function withDashesBehind(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  const behind = end === -1 ? [] : args.slice(end + 1);
  const dashes = before.filter((arg) => arg === "-");
  const others = before.filter((arg) => arg !== "-");
  return dashes.length + behind.length === 0 ? others : [...others, "--", ...dashes, ...behind];
}

/** Makes specifications of what stands behind `--`: a middleware of yargs, which leaves them apart. */
export function takeOperands(args: ArgumentsCamelCase): void {
  args["specs"] = [args["specs"], args["--"]].flatMap((list) => (Array.isArray(list) ? (list as string[]) : []));
}
