import fc from "fast-check";
import { expect, test } from "vitest";
import {
  aliasPlace,
  fieldPlace,
  nameAt,
  partName,
  routePartPlace,
  within,
  type Place,
} from "../../../src/generator/emit/checks/place.js";
import { Naming } from "../../../src/generator/facts/naming.js";

const naming = new Naming();
const own = { name: "own" };
const types = fc.constantFrom("A", "Item", "Key", "Result", "Arg_", "_1");
const fields = fc.constantFrom("a", "a-b", "a_b", "Result", "Result_", "item", "A_a", "Key");
const starts = fc.constantFrom<readonly [string, Place][]>(
  ...["A", "Item", "Key", "Result"].map((type) => [[`alias ${type}`, aliasPlace(type)]] as [string, Place][]),
);

/** A place, with what it is as text. */
const places = fc
  .tuple(
    fc.oneof(
      starts.map(([start]) => start),
      fc.tuple(fc.constantFrom("own", "A", "item", "check"), types, fields).map(([namespace, name, field]) => {
        const type = naming.type({ namespace, name });
        return [`field ${namespace}.${type}.${field}`, fieldPlace({ namespace, name }, field, own, naming)] as const;
      }),
      fc.tuple(fc.constantFrom("a", "item", "result", "key"), fc.constantFrom("arg", "result")).map(([name, part]) => {
        const stem = naming.routePart("own", { name, version: 1 }, part);
        return [`route ${name} ${part}`, routePartPlace(stem)] as const;
      }),
    ),
    fc.array(fc.constantFrom("Item" as const, "Key" as const, "Value" as const), { maxLength: 3 }),
  )
  .map(([start, steps]) => {
    const [what, place] = start ?? ["", aliasPlace("")];
    return { what: `${what} ${steps.join(" ")}`, place: steps.reduce(within, place), isWhole: steps.length === 0 };
  });

test("PKG-1: two places of a module never have the same name, nor that of an exported check or a part of one", () => {
  const whatHasIt = new Map<string, string>();
  const claim = (name: string, what: string): void => {
    expect(whatHasIt.get(name) ?? what).toBe(what);
    whatHasIt.set(name, what);
  };
  for (const type of ["A", "Item", "Key", "Result", "Part1", "ItemA"]) {
    claim(`check${type}`, `the check of ${type}`);
    claim(partName(type, 1), `a part of ${type}`);
  }
  for (const name of ["a", "item", "result", "key", "part1"]) {
    for (const part of ["arg", "result", "error"] as const) {
      claim(`check${naming.routePart("own", { name, version: 1 }, part)}`, `the check of the ${part} of ${name}`);
    }
  }
  fc.assert(
    fc.property(places, ({ what, place, isWhole }) => {
      claim(nameAt(place, "pattern"), `the pattern of ${what}`);
      // The whole of a route part has an exported check.
      if (!isWhole || !what.startsWith("route")) {
        claim(nameAt(place, "check"), `the check of ${what}`);
      }
    }),
    { numRuns: 3000 },
  );
});
