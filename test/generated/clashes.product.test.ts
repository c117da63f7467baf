import { expect, test } from "vitest";
import { generatedPackage } from "../support/packages.js";

/* The specification in `clashes/` has the names that generated code likes to use itself. */

test("no name stands twice in a module, be it of a type, a variant, a part of a route, or made for a place", async () => {
  const one = await generatedPackage("clashes", "one");
  const s = { m: { a: "x" }, l: { a: 1 }, i: { a: true } };
  expect(one["decodeList_Result"]([s])).toEqual([s]);
  expect(one["decodeFoo"]({ xs: ["x"] })).toEqual({ xs: ["x"] });
  const mt = { ".tag": "xs_item", xs: ["x"], a: "b" };
  expect(one["decodeMt"](mt)).toEqual(mt);
});

test("PKG-1: the codecs of a part of a route have names that no route and no type has", async () => {
  const one = await generatedPackage("clashes", "one");
  expect(one["decodeListResult"]).toMatchObject({ name: "one/decode_list_result" });
});

test("a route attribute may be called __proto__", async () => {
  const { list } = await generatedPackage("clashes", "one");
  expect(Object.entries(list.attributes)).toEqual([
    ["style", "rpc"],
    ["__proto__", "prototype"],
  ]);
  expect(Object.getPrototypeOf(list.attributes)).toBe(Object.prototype);
});

test("fields and tags may be called like the variables of a check", async () => {
  const { decodeVariables } = await generatedPackage("clashes", "one");
  const value = {
    ...{ v: "v", o: 1, c: "c", k: ["kk"], f: "f" },
    ...{ m: { ".tag": "m", m: "m" }, tag: { ".tag": "c", c: ["c"] } },
  };
  expect(decodeVariables(value)).toEqual(value);
});

test("an argument that needs nothing may be left out, though each object inherits the names of its fields", async () => {
  const { createClient } = await generatedPackage("clashes");
  const sent: string[] = [];
  const fetch = async (...request: ConstructorParameters<typeof Request>): Promise<Response> => {
    sent.push(await new Request(...request).text());
    return Response.json({ ".tag": "newer" });
  };
  const client = createClient({ hosts: "http://localhost", fetch });
  expect(await client.one.getLap()).toEqual({ ".tag": "newer" });
  expect(sent).toEqual(["{}"]);
});
