import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { keepAffectedParts } from "../../diff/proof/affected-parts.js";
import { findFailedMessages } from "../../diff/proof/counterexamples.js";
import { Exchanges, type ExecutableApi } from "../../diff/proof/exchanges.js";
import { findInterests, mergeInterests, withoutLarge } from "../../diff/proof/interests.js";
import { shrinkMessage, type Counterexample, type Exchange, type FailedMessage } from "../../diff/proof/judge.js";
import { findContradictions, withProofs } from "../../diff/proof/proofs.js";
import { WitnessSearch } from "../../diff/proof/witnesses.js";
import type { Finding, Report } from "../../diff/report.js";
import type { Api } from "../../ir/api.js";
import { buildCodecModules, type CodecModules } from "../../generator/package/print-emitted.js";
import type { PrintedFile } from "../../generator/code/module.js";
import type { JsonText, RouteCodecs } from "../../diff/proof/exchange.js";
import type { PackageOptions } from "../../generator/facts/package-options.js";
import { versioned } from "../../ir/names.js";
import { readRuntime } from "../../project/generate/runtime.js";
import { inTemporaryFolder } from "../../project/end-signals.js";

interface ProvenReport {
  readonly report: Report;
  /** Messages that fail although no rule predicts it. */
  readonly contradictions: readonly Counterexample[];
}

/**
 * Returns the report with messages that demonstrate the findings. To find them, writes and reads `count` messages for
 * each part of a route whose types differ.
 */
export async function proveReport(report: Report, before: Api, after: Api, count: number): Promise<ProvenReport> {
  if (report.findings.length === 0) {
    return { report, contradictions: [] };
  }
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0; // thousands of messages are rejected, and nobody sees the stack traces
    return await prove(report, before, after, count);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function prove(report: Report, before: Api, after: Api, count: number): Promise<ProvenReport> {
  const { old, now, json } = await loadExecutableApis(...keepAffectedParts(before, after));
  const exchanges = new Exchanges(old, now);
  const interests = new Map(report.findings.map((finding) => [finding.id, findInterests(finding)]));
  const inAny = withoutLarge(mergeInterests([...interests.values()]));
  const search = new WitnessSearch(report, exchanges, json, interests);
  const shrink = (message: FailedMessage): Counterexample => shrinkMessage(message, json);
  const failed = [...findFailedMessages(exchanges, json, inAny, () => count)];
  let proven = withProofs(report, search, failed, shrink);
  const open = new Set(
    proven.findings
      .filter(isUndecided)
      .flatMap(({ affects }) => affects.slice(0, maxUses).map(({ route, part }) => `${route} ${part}`)),
  );
  if (open.size > 0) {
    const more = ({ route, part }: Exchange): number => (open.has(`${route} ${part}`) ? count * moreMessages : 0);
    failed.push(...findFailedMessages(exchanges, json, inAny, more));
    proven = withProofs(report, search, failed, shrink);
  }
  return { report: proven, contradictions: findContradictions(report, failed, json).map(shrink) };
}

/** For effects that have not been demonstrated: how many times as many messages are tried, and at how many uses. */
const moreMessages = 40;
const maxUses = 4;

function isUndecided({ proofs = [] }: Finding): boolean {
  return proofs.some(({ status }) => status === "undecided");
}

export function describeContradiction({ route, part, json, refusal }: Counterexample): string {
  const what = refusal === undefined ? "reads something else" : `refuses it: ${refusal.message}`;
  return (
    `No rule explains what happens to this ${part} of ${route}: the other side ${what}\n  ${json}\n` +
    "This is a bug in Ashlar. Please report it with both specifications.\n"
  );
}

/**
 * Builds the codecs of two APIs, as `generate` writes them, and loads them and a JSON parser and printer from a
 * temporary folder, which is then removed.
 */
export async function loadExecutableApis(
  before: Api,
  after: Api,
): Promise<{ readonly old: ExecutableApi; readonly now: ExecutableApi; readonly json: JsonText }> {
  const [old, now] = [await buildCodecModules(before, options), await buildCodecModules(after, options)];
  const runtime = (await readRuntime()).filter(({ path }) => path === "dist/runtime/shared.js");
  return inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeModules(join(folder, "old"), old.files);
    await writeModules(join(folder, "new"), now.files);
    await writeModules(join(folder, "old"), runtime);
    // Both sides have the same runtime, so that it is loaded only once.
    const shared = runtime.map(({ path }) => ({ path, text: `export * from "../../../old/${path}";\n` }));
    await writeModules(join(folder, "new"), shared);
    const { exactJson } = (await load(join(folder, "old/dist/runtime/shared.js"))) as { exactJson: JsonText };
    return {
      old: await loadCodecs(join(folder, "old"), old),
      now: await loadCodecs(join(folder, "new"), now),
      json: exactJson,
    };
  });
}

/** With these options, integers keep all digits. */
const options: PackageOptions = { name: "compared-api", version: "0.0.0", binding: {}, int64: "bigint" };

async function writeModules(folder: string, files: readonly PrintedFile[]): Promise<void> {
  for (const { path, text } of files.filter((file) => file.path.endsWith(".js"))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function loadCodecs(folder: string, { context: { api, naming } }: CodecModules): Promise<ExecutableApi> {
  const routes = new Map<string, RouteCodecs>();
  for (const namespace of api.namespaces.filter((one) => one.routes.length > 0)) {
    for (const value of Object.values(await load(join(folder, `dist/${naming.folder(namespace.name)}/routes.js`)))) {
      if (isRoute(value)) {
        routes.set(versioned(value), codecsOf(value));
      }
    }
  }
  return { api, codecs: (route) => found(routes.get(route), route) };
}

async function load(path: string): Promise<Exports> {
  return (await import(pathToFileURL(path).href)) as Exports;
}

type Exports = Readonly<Record<string, unknown>>;

/** A route of a generated package. Its types depend on the specification. */
interface AnyRoute extends Readonly<Record<`${"encode" | "decode"}${"Arg" | "Result" | "Error"}`, Codec>> {
  readonly name: string;
  readonly version: number;
}

type Codec = (value: unknown, options: { readonly strict: boolean }) => unknown;

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === "object" && value !== null && "encodeArg" in value;
}

const members = { arg: "Arg", result: "Result", error: "Error" } as const;

function codecsOf(route: AnyRoute): RouteCodecs {
  return {
    encode: (part, value) => route[`encode${members[part]}`](value, { strict: part === "arg" }),
    decode: (part, json, isStrict) => route[`decode${members[part]}`](json, { strict: isStrict }),
  };
}

function found(codecs: RouteCodecs | undefined, route: string): RouteCodecs {
  if (codecs === undefined) {
    throw new Error(`The generated package has no route ${route}.`);
  }
  return codecs;
}
