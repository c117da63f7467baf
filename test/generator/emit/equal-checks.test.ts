import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { equalChecks } from "../../../src/generator/emit/checks/checks-module.js";
import { createContext } from "../../../src/generator/facts/context.js";

/** The types of a namespace that have no check of their own, each with the one whose check they have. */
function copiesIn(text: string): Record<string, string> {
  const { api, diagnostics } = compile([{ path: "spec.stone", text: `namespace spec\n\n${text}` }]);
  const [namespace] = api?.namespaces ?? [];
  if (api === undefined || namespace === undefined) {
    throw new Error(JSON.stringify(diagnostics));
  }
  return Object.fromEntries(equalChecks(namespace, createContext(api, { name: "x", version: "1.0.0", binding: {} })));
}

test("structs with the same fields share the check of the first one, inherited fields or own", () => {
  const text = `
struct A
    name String
struct B
    name String
struct C extends A
    size UInt64
struct D
    name String
    size UInt64
`;
  expect(copiesIn(text)).toEqual({ B: "A", D: "C" });
});

test("unions with the same tags share a check, aliases with the same type too", () => {
  const text = `
alias First = String(max_length=3)
alias Second = String(max_length=3)
union Agreed
    yes
union Willing
    "The documentation makes no difference."
    yes
`;
  expect(copiesIn(text)).toEqual({ Second: "First", Willing: "Agreed" });
});

test.for([
  ["an open union", "union X\n    a", "union_closed Y\n    a"],
  [
    "another order of fields, in which faults are reported",
    "struct X\n    a String\n    b String",
    "struct Y\n    b String\n    a String",
  ],
  ["a default", "struct X\n    a Int32 = 1", "struct Y\n    a Int32 = 2"],
  ["a default instead of none", "struct X\n    a Int32 = 1", "struct Y\n    a Int32"],
  [
    "another bound",
    "struct X\n    a UInt64(max_value=18446744073709551614)",
    "struct Y\n    a UInt64(max_value=18446744073709551615)",
  ],
  ["no value to be there", "struct X\n    a Int32", "struct Y\n    a Int32?"],
  ["a type of another name", "struct X\n    a X?", "struct Y\n    a Y?"],
])("the check of a type is not shared where %s is a difference", ([, one = "", other = ""]) => {
  expect(copiesIn(`${one}\n${other}\n`)).toEqual({});
});
