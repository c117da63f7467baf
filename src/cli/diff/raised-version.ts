import { posix } from "node:path";
import type { Semver } from "../../diff/report.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { findOldConfig } from "../../project/old-config.js";
import { readBlob } from "../../project/git-revision.js";

/**
 * Returns a message if the version of the package was not incremented as the changes require (`compat.version`);
 * undefined if it was, or if no change is required.
 */
export async function problemWithVersion(
  oldSide: string,
  loaded: LoadedConfig | undefined,
  required: Semver,
): Promise<string | undefined> {
  const now = loaded?.config.package?.version;
  if (loaded === undefined || now === undefined) {
    return "'compat.version' is set, but the configuration has no 'package.version' to check.";
  }
  const revision = /^git:([^:]*)/.exec(oldSide)?.[1];
  const before = revision === undefined ? undefined : await versionAt(revision, loaded);
  if (before === undefined) {
    return (
      "'compat.version' cannot be checked: the old side must be a Git revision with an ashlar.config.json or with the " +
      "generated package.json, which have the version before."
    );
  }
  return isRaised(before, now, required)
    ? undefined
    : `The version of the package is ${now}, and was ${before} before: the changes require a ${required} version.`;
}

/**
 * Returns the version of the package at a revision, from a configuration in JSON or else from the generated package;
 * undefined if neither has one.
 */
async function versionAt(revision: string, loaded: LoadedConfig): Promise<string | undefined> {
  const { folder, text } = await findOldConfig(revision, loaded, "");
  const generated = posix.join(folder, loaded.config.out ?? "generated", "package.json");
  return versionIn(text) ?? versionIn(await readBlob(revision, generated));
}

/** Returns `package.version` of a configuration, or `version` of a package.json; undefined if there is none. */
function versionIn(text: string | undefined): string | undefined {
  try {
    const json = JSON.parse(text ?? "{}") as { version?: unknown; package?: { version?: unknown } };
    const version = json.package?.version ?? json.version;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined; // an invalid file has no version
  }
}

/** Whether a version is incremented by at least the required level. Suffixes after a hyphen or plus sign are ignored. */
function isRaised(before: string, now: string, required: Semver): boolean {
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = numbersOf(before);
  const [major = 0, minor = 0, patch = 0] = numbersOf(now);
  const isMajor = major > oldMajor;
  const isMinor = isMajor || (major === oldMajor && minor > oldMinor);
  const isPatch = isMinor || (major === oldMajor && minor === oldMinor && patch > oldPatch);
  return { major: isMajor, minor: isMinor, patch: isPatch, none: true }[required];
}

function numbersOf(version: string): readonly number[] {
  return version.split(/[-+]/, 1).flatMap((core) => core.split(".").map(Number));
}
