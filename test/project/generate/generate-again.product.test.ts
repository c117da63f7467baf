import { expect, test } from "vitest";
import { generatePackage, PackageCache } from "../../../src/project/generate/generate-package.js";
import type { Input } from "../../../src/project/load-configured.js";

const shared = (content: string): string => `namespace shared\n\n${content}\n`;

const library = (content: string): string => `namespace library

import shared

${content}

route find(Void, Void, Void)
`;

const union = "union Found\n    copy shared.Content";

/** The texts of two files, one after the other, and how many names clash then. */
const versions: readonly (readonly [name: string, shared: string, library: string, clashes: number])[] = [
  ["nothing clashes", "struct Content\n    text String", union, 0],
  [
    "a type has the name of a variant",
    "struct Content\n    text String",
    `${union}\n\nstruct FoundCopy\n    id String`,
    1,
  ],
  [
    "the variant has no type of its own any more",
    "alias Content = String",
    `${union}\n\nstruct FoundCopy\n    id String`,
    0,
  ],
  ["it has one again", "struct Content\n    text Bytes", `${union}\n\nstruct FoundCopy\n    id String`, 1],
  ["the type is renamed", "struct Content\n    text Bytes", `${union}\n\nstruct Copy\n    id String`, 0],
  ["two routes clash", "struct Content\n    text Bytes", `${union}\n\nroute Find(Void, Void, Void)`, 1],
];

test("a generator that runs again finds the same clashes and files as a new one, whatever has changed", async () => {
  const cache = new PackageCache();
  for (const [name, one, other, clashes] of [...versions, ...versions.toReversed()]) {
    const input: Input = {
      config: { specs: "spec", out: "out", package: { name: "library-api" } },
      directory: "/",
      specs: [
        { path: "shared.stone", text: shared(one) },
        { path: "library.stone", text: library(other) },
      ],
    };
    const [first, next] = [await generatePackage(input), await generatePackage(input, cache)];
    const differing = first.files?.filter(({ path, text }, at) => {
      const file = next.files?.[at];
      return file?.path !== path || file.text !== text;
    });
    expect([name, next.diagnostics, next.files?.length]).toEqual([name, first.diagnostics, first.files?.length]);
    expect(differing?.map(({ path }) => path) ?? [], name).toEqual([]);
    expect(
      next.diagnostics.filter(({ code }) => code === "name-clash"),
      name,
    ).toHaveLength(clashes);
  }
});
