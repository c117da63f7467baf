import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { generatePackage } from "../../../src/project/generate/generate-package.js";
import { writeFolder } from "../../../src/project/output/output-folder.js";
import { importFrom, type Exports } from "../../support/packages.js";
import { specFiles } from "../../support/spec-files.js";
import config from "./ashlar.config.json" with { type: "json" };

/** The specification of the workshop, and its generated package as a function that loads a subpath such as `server`. */
export async function generateWorkshop(): Promise<(subpath?: string) => Promise<Exports>> {
  const specs = specFiles(`${folder}/spec`);
  const { files, diagnostics } = await generatePackage({ config, directory: folder, specs });
  if (files === undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  const out = await mkdtemp(join(inject("packages"), "workshop-"));
  await writeFolder(out, files, new AbortController().signal);
  return (subpath = "") => importFrom(out, subpath);
}

const folder = "test/contract/server";
