import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/*
 * Builds Ashlar, the generated package and the service before they run or are tested, unless nothing has changed since the
 * last build.
 * Whether something has changed is decided by the contents of all files that the build reads or writes: times of files
 * would be wrong after a checkout, and a watcher would have to be running.
 */

/**
 * The files and folders that the build reads; the root has their configuration. Folders are listed, not files, because a
 * file that somebody adds to `spec` or `templates` is an input, too. Each build compares them with what TypeScript and the
 * bundlers have read.
 */
const inputs = [
  ...readdirSync(".").filter((name) => name.endsWith(".json")),
  "tools/build",
  "src",
  "templates",
  "spec",
  "service/src",
  "service/admin",
  "service/spec",
  "service/package.json",
  "service/ashlar.config.json",
];

/** The files and folders that the build writes, and that somebody could change or delete. */
const outputs = ["dist", "generated", "service/dist", "service/controls"];

/** The file that contains the hashes of inputs and outputs after the last successful build. */
const record = "node_modules/.cache/ashlar/last-build.json";

/** The file in which the build lists what its bundlers have read. */
const bundledFiles = "node_modules/.cache/ashlar/bundled-files.json";

const before = hashOf(inputs);
if (readRecord() !== JSON.stringify({ inputs: before, outputs: hashOf(outputs) })) {
  rmSync(record, { force: true }); // an interrupted build must not count
  runNpm(["run", "generate"], "inherit");
  runNpm(["run", "build", "-w", "service"], "inherit");
  refuseOtherInputs();
  const after = hashOf(inputs);
  if (after === before) {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify({ inputs: after, outputs: hashOf(outputs) }));
  }
}

/** Ends with an error if the build has read files that are not among its inputs: a change of them would not be noticed. */
function refuseOtherInputs(): void {
  const knownFiles = new Set([...inputs, ...outputs].flatMap(filesIn).map((path) => resolve(path)));
  const otherFiles = filesRead().filter((path) => !knownFiles.has(path) && !/[\\/]node_modules[\\/]/.test(path));
  if (otherFiles.length > 0) {
    console.error(
      `The build reads files that are not inputs in tools/build/build-when-stale.ts. Add them:\n${otherFiles.join("\n")}`,
    );
    process.exit(1);
  }
}

/** Returns the files that TypeScript and the bundlers have read in the last build. */
function filesRead(): string[] {
  const compiled = ["src", "service/src", "service/admin", "service/admin/server"].flatMap((project) =>
    runNpm(["run", "-s", "tsc", "--", "-p", project, "--listFilesOnly"], "pipe").trim().split(/\r?\n/),
  );
  const bundled = JSON.parse(readFileSync(bundledFiles, "utf8")) as string[];
  return [...compiled, ...bundled].map((path) => resolve(path));
}

/** Runs npm, whose failure is that of this script, and returns what it has written if that is piped. */
function runNpm(args: readonly string[], stdout: "inherit" | "pipe"): string {
  const options = {
    stdio: ["inherit", stdout, "inherit"],
    encoding: "utf8",
    shell: process.platform === "win32",
  } as const;
  const run = spawnSync("npm", args, { ...options, stdio: [...options.stdio] });
  if (run.status !== 0) {
    process.exit(run.status ?? 1);
  }
  return run.stdout;
}

function readRecord(): string | undefined {
  return existsSync(record) ? readFileSync(record, "utf8") : undefined;
}

/** Returns a hash of the names and contents of files, of the version of Node and of what npm has installed. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of ["node_modules/.package-lock.json", ...paths].flatMap(filesIn).sort()) {
    hash.update(`\n${path}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Returns the file at a path, or all files in the folder. */
function filesIn(path: string): string[] {
  if (!existsSync(path)) {
    return [];
  }
  const entries = isFolder(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : undefined;
  return entries === undefined
    ? [path]
    : entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
        .map((entry) => join(entry.parentPath, entry.name));
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
