import { buildPackage, type BuildOptions } from "../../src/build/package.js";
import { buildRest } from "../../src/build/package-rest.js";
import type { BuildRecord } from "../../src/build/package-units.js";
import type { PrintedFile } from "../../src/code/printed-file.js";
import { compile } from "../../src/compiler/compile.js";
import type { SourceFile } from "../../src/source/source.js";
import { expectEqual } from "./expect-equal.js";

/** Processes that build a package one after the other, each with the record of the one before. */
export class Processes {
  readonly #options: Omit<BuildOptions, "emitters">;
  #record: BuildRecord | undefined;
  /** The files of each unit. */
  #units: ReadonlyMap<string, readonly PrintedFile[]> = new Map();
  /** How many units were not built, because an earlier process had. */
  reused = 0;
  /** The units that the last process has built. */
  built: readonly string[] = [];

  constructor({ emitters: _, ...options }: BuildOptions) {
    this.#options = options;
  }

  /**
   * Lets a process build a package, unless the specification is wrong: with what is there, it must be the one that is built
   * from nothing. The files of some units are not there any more: those whose number, by order, `isLost` says.
   */
  async expectSameAsClean(
    files: readonly SourceFile[],
    isLost: (index: number) => boolean = () => false,
  ): Promise<boolean> {
    const { api } = compile(files);
    if (api === undefined) {
      return false;
    }
    const intact = new Set([...this.#units.keys()].filter((_, index) => !isLost(index)));
    const earlier = this.#record && { record: this.#record, intact };
    const { files: rest, built, reused, record } = await buildRest(api, this.#options, earlier);
    const present = new Map(reused.map((id) => [id, this.#units.get(id) ?? []]));
    const clean = await buildPackage(api, { ...this.#options, emitters: [] });
    const sorted = [...rest, ...[...present.values()].flat()].sort((a, b) => (a.path < b.path ? -1 : 1));
    expectEqual(sorted, clean);
    this.reused += reused.length;
    this.built = [...built.keys()].sort();
    const ofUnit = (paths: readonly string[]): PrintedFile[] => rest.filter(({ path }) => paths.includes(path));
    this.#units = new Map([...present, ...[...built].map(([id, paths]) => [id, ofUnit(paths)] as const)]);
    const { texts, results } = record();
    this.#record = { texts, results: JSON.parse(JSON.stringify(results)) as BuildRecord["results"] };
    return true;
  }
}
