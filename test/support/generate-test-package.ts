import { generatePackage } from "../../src/project/generate/generate-package.js";
import { writeFolder } from "../../src/project/output/output-folder.js";
import type { Config } from "../../src/project/config.js";
import { corpusFolder } from "./corpus.js";
import { specFiles } from "./spec-files.js";

/** Writes a package for tests, as {@link packageFolder} describes them. */
export async function generateTestPackage(name: string, out: string): Promise<void> {
  const source = name.replace(/-(?:exact|lazy)$/, "");
  const folder = ownFolders[source] ?? corpusFolder(source);
  const config: Config = {
    specs: folder,
    out,
    package: { name: `${name}-api` },
    binding: { preset: source === "dropbox" ? "dropbox" : "service" },
    ...(name.endsWith("-lazy")
      ? { lazyNamespaces: ["files", "team"], modules: "dual", twin: true }
      : name === source
        ? { twin: true, arbitraries: name !== "dropbox", schemas: name === "spec" }
        : { int64: "bigint", timestamps: "date", twin: source === "wirelab", arbitraries: source === "wirelab" }),
  };
  const { files, diagnostics } = await generatePackage({ config, directory: out, specs: specFiles(folder) });
  if (files === undefined) {
    throw new Error(`${name} does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  await writeFolder(out, files, new AbortController().signal);
}

const ownFolders: Readonly<Record<string, string>> = { spec: "spec", clashes: "test/generated/clashes" };
