import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder for ES modules that may import what is installed here. Removed after the test. */
export function folderWithPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), "ashlar-modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}
