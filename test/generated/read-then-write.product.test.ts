import fc from "fast-check";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { writeFolder } from "../../src/project/output/output-folder.js";
import { compile } from "../../src/compiler/compile.js";
import type { Api } from "../../src/ir/api.js";
import type { Config } from "../../src/project/config.js";
import type { SourceFile } from "../../src/text/source.js";
import type { CodecOptions, Exports } from "../support/packages.js";
import { editSequences } from "../support/edit-sequences.js";
import { anySpec } from "../generator/print/any-spec.js";
import { anyValue } from "./any-value.js";

/** What can be read with a codec and what it writes. */
interface Codec {
  decode(json: unknown, options?: CodecOptions): unknown;
  encode(value: unknown, options?: CodecOptions): unknown;
}

interface Loaded {
  readonly api: Api;
  /** The codec of a type. */
  readonly codec: (namespace: string, type: string) => Codec;
}

/** The package of a specification, generated and imported. */
async function load(specs: readonly SourceFile[], options: Partial<Config> = {}): Promise<Loaded> {
  const { api } = compile(specs);
  const config = { specs: "spec", ...options };
  const { files, diagnostics } = await generatePackage({ config, directory: ".", specs });
  if (api === undefined || files === undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  const folder = await mkdtemp(join(tmpdir(), "ashlar-round-trip-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFolder(folder, files, new AbortController().signal);
  const modules = new Map<string, Exports>();
  for (const { name } of api.namespaces) {
    modules.set(name, (await import(pathToFileURL(join(folder, "dist", name, "index.js")).href)) as Exports);
  }
  const codec = (namespace: string, type: string): Codec => {
    const module = modules.get(namespace);
    return { decode: module?.[`decode${type}`], encode: module?.[`encode${type}`] };
  };
  return { api, codec };
}

/** The names of fields and tags that exist for some callers only, and nowhere for all. */
function hiddenNames({ namespaces }: Api): ReadonlySet<string> {
  const fields = namespaces.flatMap(({ types }) => types.flatMap((type) => type.fields));
  const visible = new Set(fields.filter((field) => field.omittedCaller === undefined).map(({ name }) => name));
  return new Set(fields.map(({ name }) => name).filter((name) => !visible.has(name)));
}

/** Every key and every tag in a value. */
function namesIn(value: unknown): string[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [
        key,
        ...(key === ".tag" && typeof member === "string" ? [member] : namesIn(member)),
      ])
    : [];
}

/** What a reader gives for the default 9007199254740993, and no integer that it accepts. */
const roundedDefault = 2 ** 53;

/**
 * A value without rounded defaults, which are left out when it is written. A nullable struct of a union without any other field
 * reads back as null then (WIRE-30).
 */
function withoutRoundedDefaults(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutRoundedDefaults);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== roundedDefault)
          .map(([key, member]) => [key, withoutRoundedDefaults(member)]),
      )
    : value;
}

const readers: readonly Required<CodecOptions>[] = [true, false].flatMap((strict) =>
  [[], ["internal"]].map((permissions) => ({ strict, permissions })),
);

/** Reads JSON with each reader, writes what could be read, and reads it again. Gives how often it could be read. */
function readAndWrite(codec: Codec, json: unknown, hidden: ReadonlySet<string>): number {
  let count = 0;
  for (const reader of readers) {
    let value: unknown;
    try {
      value = codec.decode(json, reader);
    } catch (thrown) {
      expect(thrown).toMatchObject({ name: "DecodeError" });
      continue;
    }
    count++;
    const { permissions } = reader;
    const written = codec.encode(value, { permissions });
    if (permissions.length === 0) {
      expect([...namesIn(value), ...namesIn(written)].filter((name) => hidden.has(name))).toEqual([]);
    }
    const again = codec.decode(JSON.parse(JSON.stringify(written ?? null)), { permissions });
    expect(withoutRoundedDefaults(again)).toEqual(withoutRoundedDefaults(value));
  }
  return count;
}

describe("what was read can be written, by every reader and for every caller", () => {
  test("what was read of random specifications can be written, by every reader and for every caller", async () => {
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const { api, codec } = await load(anySpec(generate, 14));
      const hidden = hiddenNames(api);
      let count = 0;
      for (const { name: namespace, types, aliases } of api.namespaces) {
        for (const { name } of [...types, ...aliases]) {
          for (let round = 0; round < 40; round++) {
            const json = anyValue(generate, api, { kind: "ref", namespace, name });
            count += readAndWrite(codec(namespace, name), json, hidden);
          }
        }
      }
      expect(count).toBeGreaterThan(100);
    });
    await fc.assert(property, { numRuns: editSequences, endOnFailure: true });
  });

  test("what was read can be written where a default is a tag that does not exist for the caller", async () => {
    const text =
      'namespace n\n\nannotation In = Omitted("internal")\n\nunion Open\n    a\n    secret\n        @In\n\n' +
      "union_closed Closed\n    a\n    secret\n        @In\n\n" +
      "struct S\n    open Open = secret\n\nstruct T\n    closed Closed = secret\n";
    const { codec } = await load([{ path: "n.stone", text }]);
    const [s, t] = [codec("n", "S"), codec("n", "T")];
    for (const strict of [true, false]) {
      expect(s.decode({}, { strict })).toEqual({ open: { ".tag": "other" } });
      expect(s.decode({}, { strict, permissions: ["internal"] })).toEqual({ open: { ".tag": "secret" } });
      expect(() => t.decode({}, { strict })).toThrow(expect.objectContaining({ path: "closed", code: "missing-field" }));
    }
    expect(s.encode(s.decode({}))).toEqual({ open: { ".tag": "other" } });
    expect([s.encode({}), t.encode({})]).toEqual([{}, {}]);
  });

  test("what was read can be written where a struct has more fields than one function checks", async () => {
    const names = Array.from({ length: 450 }, (_, index) => `f${index}`);
    const fields = names.map((name) => `    ${name} List(String)?\n`).join("");
    const { codec } = await load([{ path: "n.stone", text: `namespace n\n\nstruct S\n${fields}` }]);
    const s = codec("n", "S");
    const value = Object.fromEntries(names.map((name) => [name, [name]]));
    expect(s.decode(value, { strict: true })).toEqual(value);
    expect(s.encode(value)).toEqual(value);
    expect(s.decode({ f449: ["x"] })).toEqual({ f449: ["x"] });
    expect(() => s.decode({ ...value, f449: [1] })).toThrow(expect.objectContaining({ path: "f449[0]" }));
  });

  test("what was read can be written where a default is an integer that no number holds exactly", async () => {
    const text =
      "namespace n\n\nstruct S\n    most UInt64 = 18446744073709551615\n    least Int64? \n    nearly Int64 = -9007199254740993\n";
    const { codec } = await load([{ path: "n.stone", text }]);
    const s = codec("n", "S");
    const value = s.decode({});
    expect(value).toEqual({ most: 2 ** 64, nearly: -(2 ** 53) });
    // The nearest number is not the default: who receives the value fills in the exact one.
    expect(s.encode(value)).toEqual({});
    expect(() => s.decode({ most: 2 ** 64 })).toThrow(expect.objectContaining({ path: "most" }));
    expect(() => s.decode({ most: 18446744073709551615n })).toThrow(expect.objectContaining({ path: "most" }));
  });

  test("what was read can be written where a default is one that its own check refuses", async () => {
    const text =
      'namespace n\n\nalias Day = Timestamp("%Y-%m-%d")\n\nstruct S\n    day Day = "2015-5-01"\n' +
      '    code String(pattern="ab") = "abc"\n    blob Bytes = "%"\n    other String(pattern="ab") = "ab"\n';
    const { codec } = await load([{ path: "n.stone", text }]);
    const s = codec("n", "S");
    const value = s.decode({});
    expect(value).toEqual({ day: "2015-5-01", code: "abc", blob: "%", other: "ab" });
    // Nobody is sent a value that they refuse: who receives this fills in the same defaults.
    expect(s.encode(value)).toEqual({ other: "ab" });
    expect(s.encode({ code: "ab" })).toEqual({ code: "ab" });
    expect(() => s.decode({ code: "abc" })).toThrow(expect.objectContaining({ path: "code" }));
    expect(() => s.encode({ code: "abcd" })).toThrow(expect.objectContaining({ path: "code" }));
  });

  test("what was read can be written where a default is a timestamp that is read as a Date", async () => {
    const text =
      'namespace n\n\nstruct S\n    day Timestamp("%Y-%m-%d") = "2015-05-01"\n    time Timestamp("%H:%M") = "20:15"\n\n' +
      'struct T\n    odd Timestamp("%Y-%m-%d") = "2015-5-01"\n';
    const { codec } = await load([{ path: "n.stone", text }], { timestamps: "date" });
    const [s, t] = [codec("n", "S"), codec("n", "T")];
    const value = s.decode({});
    expect(value).toEqual({ day: new Date("2015-05-01"), time: new Date("1900-01-01T20:15Z") });
    expect(s.encode(value)).toEqual({ day: "2015-05-01", time: "20:15" });
    expect(s.encode({})).toEqual({});
    // No Date has the text of this default.
    expect(() => t.decode({})).toThrow(expect.objectContaining({ path: "odd", code: "missing-field" }));
    expect(t.encode({})).toEqual({});
  });
});
