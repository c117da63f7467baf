import { execFileSync } from "node:child_process";

/** The system's Python, where Debian's package `python3-stone` puts Stone; undefined if it has none. */
export const pythonWithStone = findPython();

function findPython(): string | undefined {
  const python = "/usr/bin/python3";
  try {
    execFileSync(python, ["-W", "ignore", "-c", "import stone.cli"], { stdio: "ignore" });
    return python;
  } catch {
    return undefined;
  }
}
