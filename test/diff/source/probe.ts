import { buildDeclarations } from "./declarations.js";
import type { PrintedFile } from "../../../src/generator/code/module.js";
import type { Report } from "../../../src/diff/report.js";
import { withEveryField, withKnownVariants } from "./altered-apis.js";
import { LiteralSource } from "./literals.js";
import { keepTypes } from "../../../src/diff/proof/affected-parts.js";
import { withoutWords } from "./map-types.js";
import { findTypePairs, type TypePair } from "./type-pairs.js";
import type { Context } from "../../../src/generator/facts/context.js";
import type { Api, Name } from "../../../src/ir/api.js";
import { qualified } from "../../../src/ir/names.js";
import { namesInType } from "../../../src/ir/references.js";
import { Claims, sideName, type Claim, type Sides, type Statement } from "./claims.js";

/** Source with which a compiler can verify a comparison. */
export interface Probe {
  /** The declarations of the sides, each in its own folder, and `probe.ts` with one statement per line. */
  readonly files: readonly PrintedFile[];
  /** The folders of the sides. */
  readonly sides: readonly string[];
  /** The claim of each line in `probe.ts`, from index 0; undefined for lines without statements. */
  readonly lines: readonly ({ readonly claim: Claim; readonly statement: Statement } | undefined)[];
}

/**
 * The folder, next to those of the sides, that contains the declarations of the runtime, which both sides share.
 */
export const sharedFolder = "shared";

/** Creates the probe of a comparison. */
export async function makeProbe(before: Api, after: Api, report: Report): Promise<Probe> {
  const pairs = findTypePairs(before, after);
  const { sides, files } = await buildSides(withoutWords(before), withoutWords(after), pairs);
  const claims = new Claims(sides);
  const literals = new LiteralSource(before);
  const all = [
    ...pairs.flatMap((pair) => [...claims.write(pair, literals), ...claims.read(pair)]),
    ...claims.routes(report),
    ...claims.names(report),
  ];
  const lines = all.flatMap((claim) => claim.statements.map((statement) => ({ claim, statement })));
  const head = [
    ...Object.keys(sides).map((side) => `import type * as ${sideName(side as keyof Sides)} from "./${side}/types.js";`),
    "type Count<Methods, Name extends keyof Methods> =",
    '  Methods[Name] extends (...args: infer Parameters) => unknown ? Required<Parameters>["length"] : never;',
  ];
  const text = [...head, ...lines.map(({ statement }) => `void (${statement.code});`), ""].join("\n");
  return {
    files: [...files, { path: "probe.ts", text }],
    sides: Object.keys(sides),
    lines: [...head.map(() => undefined), ...lines],
  };
}

async function buildSides(
  before: Api,
  after: Api,
  pairs: readonly TypePair[],
): Promise<{ readonly sides: Sides; readonly files: readonly PrintedFile[] }> {
  const read = pairs.filter((pair) => pair.read !== undefined);
  const [old, now] = [
    keepTypes(
      withoutRoutes(before),
      read.flatMap((pair) => namesInType(pair.before)),
    ),
    keepTypes(
      withoutRoutes(after),
      read.flatMap((pair) => namesInType(pair.after)),
    ),
  ];
  const [oldKnown, newKnown] = [
    withKnownVariants(old, now, counterparts(pairs, "before", "after")),
    withKnownVariants(now, old, counterparts(pairs, "after", "before")),
  ];
  const files: PrintedFile[] = [];
  const build = async (side: keyof Sides, api: Api): Promise<Context> => {
    const options = { name: "compared-api", version: "0.0.0", binding: {} };
    const isWhole = side === "old" || side === "new";
    const built = await buildDeclarations(api, options, isWhole);
    const { naming } = built.context;
    const namespaces = api.namespaces.map(
      ({ name }) =>
        `export type * as ${naming.namespace(name)} from "./dist/${naming.folder(name)}/${isWhole ? "index" : "types"}.js";\n`,
    );
    files.push(...built.files.map(({ path, text }) => ({ path: `${side}/${path}`, text })), {
      path: `${side}/types.d.ts`,
      text: namespaces.join(""),
    });
    return built.context;
  };
  const sides = {
    old: await build("old", before),
    new: await build("new", after),
    oldKnown: await build("oldKnown", oldKnown),
    newKnown: await build("newKnown", newKnown),
    oldEvery: await build("oldEvery", withEveryField(old, "old")),
    newEvery: await build("newEvery", withEveryField(newKnown, "new")),
  };
  return { sides, files };
}

/** Removes routes, because they may refer to types that have been removed. */
function withoutRoutes(api: Api): Api {
  return { ...api, namespaces: api.namespaces.map((namespace) => ({ ...namespace, routes: [] })) };
}

/**
 * Returns the counterpart of each definition on one side. If a definition with the same name exists on the other side,
 * that is the counterpart.
 */
function counterparts(
  pairs: readonly TypePair[],
  of: "before" | "after",
  other: "before" | "after",
): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>();
  for (const { [of]: own, [other]: counterpart } of pairs) {
    if (own.kind === "ref" && counterpart.kind === "ref") {
      const name = qualified(own);
      names.set(name, qualified(counterpart) === name ? counterpart : (names.get(name) ?? counterpart));
    }
  }
  return names;
}
