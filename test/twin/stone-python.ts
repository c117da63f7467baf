import { execFileSync } from "node:child_process";

/** Debian's Python, if it has Stone; undefined otherwise. */
export const pythonWithStone = findPython();

function findPython(): string | undefined {
  const python = "/usr/bin/python3";
  try {
    execFileSync(python, ["-c", "import stone.cli"], { stdio: "ignore" });
    return python;
  } catch {
    return undefined;
  }
}
