import { expect, test } from "vitest";
import { createContext } from "../../../src/generator/facts/context.js";
import { findNameClashes, type NameClash } from "../../../src/generator/facts/name-clashes.js";
import type { ConfiguredNames } from "../../../src/generator/facts/naming.js";
import { apiOf } from "./found-routes.js";

const first = "struct First\n    a String\n\nstruct Second\n    b String\n";
const subtypes = (...tags: readonly [string, string]): string =>
  `struct Sample\n    union\n        ${tags[0]} First\n        ${tags[1]} Second\n    id String\n\n${first.replace(/struct (\w+)/g, "struct $1 extends Sample")}`;

test.each([
  ["a subtype and the unknown subtypes", subtypes("unknown", "known")],
  ["a subtype and the fields that all subtypes share", subtypes("fields", "known")],
  ["two subtypes", subtypes("a_b", "aB")],
  ["two tags of a union", `union Choice\n    a_b First\n    aB Second\n\n${first}`],
  ["a tag of a union and a type", `union Choice\n    first First\n\nstruct ChoiceFirst\n    a String\n\n${first}`],
  ["two types", "struct a_b\n    a String\n\nstruct A-b\n    b String\n"],
  ["two routes", "route copy_to (Void, Void, Void)\n\nroute copy/to (Void, Void, Void)\n"],
])("PKG-1: the option of the configuration that a clash of %s recommends resolves it", (_, definitions) => {
  const api = apiOf(`namespace lab\n\n${definitions}`);
  const clashesWith = (names: ConfiguredNames): NameClash[] =>
    findNameClashes(createContext(api, { name: "n", version: "1.0.0", binding: {}, names }));
  const [clash, ...others] = clashesWith({});
  expect(others).toEqual([]);
  const { kind, key } = clash?.things[1].option ?? { kind: "types", key: "none" };
  expect(clashesWith({ [kind]: { [key]: "Another" } })).toEqual([]);
});
