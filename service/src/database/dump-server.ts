import { spawn } from "node:child_process";
import { StartProblem } from "../start-problem.js";

/** Writes a snapshot of a database on a server to a file. Needs `pg_dump`, whose version must not be older than the server's. */
export function dumpServer(url: string, file: string): Promise<void> {
  return runProgram("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`]);
}

/** Restores a file that {@link dumpServer} wrote, to an empty database. Needs `pg_restore`. */
export function restoreServer(url: string, file: string): Promise<void> {
  return runProgram("pg_restore", url, [
    "--no-owner",
    "--no-privileges",
    "--single-transaction",
    "--exit-on-error",
    file,
  ]);
}

function runProgram(name: string, url: string, args: readonly string[]): Promise<void> {
  // The password is passed in the environment, because other users can read the arguments of a process.
  const shown = new URL(url);
  const password = decodeURIComponent(shown.password);
  shown.password = "";
  const child = spawn(name, [`--dbname=${shown.href}`, ...args], {
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: password }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((done, fail) => {
    child.once("error", () =>
      fail(new StartProblem(`The program ${name} of PostgreSQL is not installed, or not in PATH.`)),
    );
    child.once("close", (code) =>
      code === 0 ? done() : fail(new StartProblem(`${name} failed: ${errors.trim().split("\n")[0] ?? ""}`)),
    );
  });
}
