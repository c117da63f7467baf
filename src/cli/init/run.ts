import { access, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { failureReason, UsageError } from "../../project/failure.js";
import { configNames } from "../../project/load-config.js";
import { firstSpec } from "../../project/first-spec.js";
import { replaceFiles } from "../../project/output/replace-files.js";
import { readIfExists } from "../../project/read-if-exists.js";
import { withScripts, withExcludes } from "./edit-json.js";

const scripts = { generate: "ashlar generate", "generate:check": "ashlar generate --check" };

/** The names of compiler configurations in applications. The second one is used by Nest. */
const tsconfigs = ["tsconfig.json", "tsconfig.build.json"];

/**
 * Creates a first specification, a configuration and scripts in a folder. Existing specifications, configurations and
 * scripts are not changed. Throws a UsageError if a file cannot be read or written. If `package.json` cannot be read,
 * nothing has been written.
 */
export async function runInit(folder: string): Promise<void> {
  const packageJson = await readIfExists(join(folder, "package.json"));
  const scripted = packageJson === undefined ? undefined : withScripts(packageJson, scripts, "package.json");
  const specs = await specsIn(join(folder, "spec"));
  const [first = "greeter.stone", ...others] = specs;
  const api = derivePackageName(others.length === 0 ? basename(first, ".stone") : basename(resolve(folder)));
  const isConfigured = await hasConfig(folder);

  const done: string[] = [];
  if (!isConfigured && specs.length === 0) {
    await writeNew(join(folder, "spec/greeter.stone"), firstSpec);
    done.push("Wrote spec/greeter.stone, a first specification.");
  }
  if (!isConfigured) {
    await writeNew(join(folder, "ashlar.config.ts"), writeConfigText(api));
    done.push("Wrote ashlar.config.ts.");
  }
  const attributes = isConfigured ? undefined : withGitAttributes(await readIfExists(join(folder, ".gitattributes")));
  if (attributes !== undefined) {
    await replaceFiles(folder, [{ path: ".gitattributes", text: attributes }]);
    done.push("Wrote .gitattributes: generated files have the same line ends everywhere.");
  }
  for (const name of isConfigured ? [] : tsconfigs) {
    const text = (await readIfExists(join(folder, name))) ?? "";
    const excluding = withExcludes(join(folder, name), text, ["generated"], ["ashlar.config.ts"]);
    if (excluding !== undefined) {
      await replaceFiles(folder, [{ path: name, text: excluding }]);
      done.push(`Added to \`exclude\` in ${name}: what is generated is compiled already.`);
    }
  }
  if (scripted !== undefined && scripted.added.length > 0) {
    await replaceFiles(folder, [{ path: "package.json", text: scripted.text }]);
    done.push(`Added to the scripts of package.json: ${scripted.added.join(", ")}.`);
  }
  const next = isConfigured ? [] : ["", ...nextSteps(api, packageJson !== undefined)];
  const lines = done.length === 0 ? ["Nothing to do: this folder already has a configuration."] : [...done, ...next];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/**
 * Returns a package name that npm accepts, derived from the name of the only specification, or of the folder if there
 * are several.
 */
function derivePackageName(name: string): string {
  return `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "generated"
  }-api`;
}

/**
 * Returns the text of a configuration. It imports only types, so that it loads fast and works wherever Ashlar is
 * installed.
 */
function writeConfigText(api: string): string {
  return `import type { Config } from "ashlar";

export default {
  specs: ["spec"],
  out: "generated",
  twin: true, // a fake server for tests, at the subpath ./testing
  package: { name: ${JSON.stringify(api)}, version: "0.1.0" },
} satisfies Config;
`;
}

function nextSteps(api: string, hasPackage: boolean): string[] {
  return [
    "Next:",
    ...(hasPackage ? [] : ["  npm init -y              there is no package.json yet"]),
    "  npx ashlar generate      generates the package in the folder generated",
    `  npm install ./generated  lets you import it as ${api}`,
  ];
}

/** Returns the names of the specifications in a folder, sorted; empty if the folder does not exist. */
async function specsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((thrown: unknown) => {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") {
      return [];
    }
    throw new UsageError(`${folder} cannot be read: ${failureReason(thrown)}.`);
  });
  return names.filter((name) => name.endsWith(".stone")).sort();
}

async function hasConfig(folder: string): Promise<boolean> {
  const accesses = await Promise.allSettled(configNames.map((name) => access(join(folder, name))));
  return accesses.some(({ status }) => status === "fulfilled");
}

/** Writes a new file. Throws a UsageError if the file already exists or cannot be written. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
  }
}

const lines = [
  "# Line ends are the same on every platform; reviews on GitHub fold what is generated.",
  "/generated/** text eol=lf linguist-generated",
  "*.stone text eol=lf",
];

/**
 * Adds the lines for generated files to the text of a `.gitattributes`. Returns undefined if it already contains them.
 */
function withGitAttributes(text = ""): string | undefined {
  if (lines.every((line) => text.split(/\r?\n/).includes(line))) {
    return undefined;
  }
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text === "" || text.endsWith("\n") ? text : text + lineEnd;
  return before + lines.map((line) => line + lineEnd).join("");
}
