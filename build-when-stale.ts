import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/*
 * Builds Ashlar, the generated package and the service before they run or are tested, unless nothing has changed since the
 * last build.
 * Whether something has changed is decided by the contents of all files that the build reads or writes: times of files
 * would be wrong after a checkout, and a watcher would have to be running.
 */

/** The files and folders that the build reads: its scripts are in the root, and so is their configuration. */
const inputs = [
  ...readdirSync(".").filter((name) => /\.(?:ts|json)$/.test(name)),
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

const before = hashOf(inputs);
if (readRecord() !== JSON.stringify({ inputs: before, outputs: hashOf(outputs) })) {
  rmSync(record, { force: true }); // an interrupted build must not count
  for (const args of [
    ["run", "generate"],
    ["run", "build", "-w", "service"],
  ]) {
    const { status } = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) {
      process.exit(status ?? 1);
    }
  }
  const after = hashOf(inputs);
  if (after === before) {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify({ inputs: after, outputs: hashOf(outputs) }));
  }
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
