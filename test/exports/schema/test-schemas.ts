import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stringifyJson } from "../../../templates/runtime/text/json.js";
import { corpusFolder } from "../../support/corpus.js";
import { compileFiles } from "../../support/examples.js";
import { generatedPackage } from "../../support/packages.js";
import { codecOf, wireVectors, type Vector } from "../../support/wire-vectors.js";
import { mutate, seeded } from "./mutations.js";
import { Validators } from "./validators.js";

/** The vectors for which a schema may disagree, by the number of the difference. */
const differences = JSON.parse(readFileSync("test/corpus/schema-differences.json", "utf8")) as Record<string, string[]>;

const mayDiffer = new Set([...(differences["SCHEMA-D1"] ?? []), ...(differences["SCHEMA-D2"] ?? [])]);

/** How many vectors are looked at, as it takes a while to compile the schemas of large types. */
interface Sample {
  readonly every: number;
  readonly everyMutated: number;
  /** Mutations of each vector. */
  readonly mutations: number;
}

export function testSchemas(set: "wirelab" | "dropbox", { every, everyMutated, mutations }: Sample): void {
  const vectors = wireVectors(set);
  const api = compileFiles(corpusFolder(set));
  const validators = new Map<string, Validators>();
  const validatorsFor = (int64: "exact" | "safe", callers: readonly string[]): Validators => {
    const key = `${int64} ${callers.join()}`;
    const known = validators.get(key) ?? new Validators(api, { int64, callers });
    validators.set(key, known);
    return known;
  };

  test("SCHEMA-1, SCHEMA-3: schemas accept a vector exactly if a reader does, but for the listed ones", () => {
    const decoded = vectors.filter(
      ({ kind, id }, index) => kind.startsWith("decode") && (index % every === 0 || mayDiffer.has(id)),
    );
    const differing = decoded.flatMap((vector) => {
      const input = inputOf(vector);
      const accepted =
        input !== undefined &&
        validatorsFor("exact", permissionsOf(vector)).accepts(viewOf(vector), definitionOf(vector), input.json);
      return accepted === (vector.recommended ?? vector).ok ? [] : [vector.id];
    });
    expect(differing.toSorted()).toEqual([...mayDiffer].filter((id) => id.startsWith(set)).toSorted());
  });

  test("SCHEMA-3, SCHEMA-8: schemas with safe integers accept what generated decoders accept, also of changed messages", async () => {
    const random = seeded(1);
    const wrong: string[] = [];
    for (const vector of vectors.filter((_, index) => index % everyMutated === 0)) {
      const input = inputOf(vector);
      if (input === undefined) {
        continue;
      }
      const codec = codecOf(vector, await generatedPackage(set, vector.namespace));
      const permissions = permissionsOf(vector);
      const schemas = validatorsFor("safe", permissions);
      const values = [input.json, ...Array.from({ length: mutations }, () => mutate(input.json, random))];
      for (const value of values) {
        for (const view of ["write", "read"] as const) {
          const refusal = refusalOf(() => codec.decode(value, { strict: view === "write", permissions }));
          const accepted = schemas.accepts(view, definitionOf(vector), value);
          if (accepted !== (refusal === undefined) && !isTimestamp(refusal)) {
            wrong.push(`${vector.id} ${view} ${JSON.stringify(value)}: ${refusal ?? "accepted"}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
}

/** What a validator gets of a vector; undefined if its text is no JSON. */
function inputOf(vector: Vector): { readonly json: unknown } | undefined {
  const text = vector.kind === "decode-text" ? vector.text : vector.inputText;
  try {
    return { json: JSON.parse(text ?? stringifyJson(vector.input)) as unknown };
  } catch {
    return undefined;
  }
}

function permissionsOf(vector: Vector): readonly string[] {
  return vector.decodePermissions ?? vector.permissions ?? [];
}

function viewOf({ strict = true }: Vector): "write" | "read" {
  return strict ? "write" : "read";
}

/** The definition of the type of a vector, which is a name or `route NAME:VERSION PART`. */
function definitionOf({ namespace, type }: Vector): string {
  return type.startsWith("route ")
    ? type.replace(/^route (.*):(\d+) (\w+)$/, `${namespace}/$1.v$2.$3`)
    : `${namespace}.${type}`;
}

function refusalOf(decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** SCHEMA-D2: a pattern has the form of a timestamp, but no calendar. */
function isTimestamp(refusal: string | undefined): boolean {
  return refusal !== undefined && refusal.includes("a timestamp in the format");
}
