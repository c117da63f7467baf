import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../../src/text/source.js";
import { specFiles } from "./spec-files.js";

const ownCorpora = ["wirelab", "transit", "clinic", "corners", "recursive"];
const ownFolder = fileURLToPath(new URL("../corpus/", import.meta.url));

/**
 * The folder of the public Dropbox specification, which is no part of the project: what `DROPBOX_SPEC` names, or where
 * `npm run fetch:dropbox-spec` puts it, or beside the checkout; undefined if it is nowhere. Throws an Error if
 * `DROPBOX_SPEC` names a folder that is not there.
 */
export const dropboxFolder = findDropbox();

/** Whether Stone's own IR and the recorded vectors of the Dropbox specification are beside it. */
export const hasDropboxRecordings = dropboxFolder !== undefined && existsSync(`${dropboxFolder}.ir.json`);

/** The names of the specifications to test with, besides `spec/`. */
export const corpora: readonly string[] = [...ownCorpora, ...(dropboxFolder === undefined ? [] : ["dropbox"])];

/** Those of them of which there is the IR that Stone itself makes of them. */
export const corporaWithIr: readonly string[] = [...ownCorpora, ...(hasDropboxRecordings ? ["dropbox"] : [])];

function findDropbox(): string | undefined {
  const named = process.env["DROPBOX_SPEC"];
  if (named !== undefined && !existsSync(named)) {
    throw new Error(`DROPBOX_SPEC names the folder ${named}, which does not exist.`);
  }
  const places = [
    join(ownFolder, "dropbox"),
    fileURLToPath(new URL("../../../shared/corpus/dropbox", import.meta.url)),
  ];
  return named ?? places.find((place) => existsSync(place));
}

/** The folder of a corpus. Throws an Error if it is that of the Dropbox specification, which is missing. */
export function corpusFolder(name: string): string {
  if (name !== "dropbox") {
    return join(ownFolder, name);
  }
  if (dropboxFolder === undefined) {
    throw new Error("The Dropbox specification is missing.");
  }
  return dropboxFolder;
}

/** The specifications of a corpus, in ascending order of their paths, which are relative to its folder. */
export function corpusFiles(name: string): SourceFile[] {
  return specFiles(corpusFolder(name));
}

/** The IR that Stone itself makes of a corpus, as JSON text. */
export function recordedIr(name: string): string {
  return readFileSync(`${corpusFolder(name)}.ir.json`, "utf8");
}

/** The lines of the recorded wire vectors of `wirelab` or `dropbox`, each a JSON text. */
export function recordedVectors(name: "wirelab" | "dropbox"): string[] {
  const file =
    name === "wirelab"
      ? join(ownFolder, "wirelab.vectors.jsonl")
      : join(dirname(corpusFolder(name)), "wire-vectors.jsonl");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.filter((line) => line.includes(`"set":"${name}"`));
}
