import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Compiler } from "../../compiler/compiler.js";
import { withoutAccepted, type AcceptedFinding } from "../../contract/settings.js";
import { contractRoutes } from "../../contract/contract-route.js";
import { isFindingCode } from "../../contract/findings/problem.js";
import type { Credentials } from "../../contract/http/credentials.js";
import { phases, type ContractOptions, type Phase, type Progress } from "../../contract/options.js";
import { makePlan, type Plan } from "../../contract/plan.js";
import { makeFindings, type ContractFinding, type ContractReport } from "../../contract/report/report.js";
import { Redaction } from "../../contract/report/redaction.js";
import { replayFindings, type ReplayedFinding } from "../../contract/replay.js";
import { errorCoverage } from "../../contract/coverage.js";
import { runContract } from "../../contract/run-contract.js";
import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import { pathPrefix } from "../../generator/facts/binding-options.js";
import { createContext, type Context } from "../../generator/facts/context.js";
import { patternWithoutMatch } from "../../generator/facts/route-selection.js";
import type { Json } from "../../ir/api.js";
import { matchesName } from "../../ir/names.js";
import type { Config } from "../config.js";
import { checkConfig } from "../check-config.js";
import { packageOptions } from "../configured-package.js";
import { locateDeclarations, placeOf } from "../declaration-places.js";
import { UsageError } from "../failure.js";
import { loadConfigured, readInput, type Configured } from "../load-configured.js";
import { ownFile } from "../own-file.js";
import type { SourceFile } from "../../text/source.js";
import { callerView } from "../../values/caller-view.js";
import { apiForPackage } from "./generate-package.js";
import { loadRouteCodecs } from "./lazy-codecs.js";

/** The options of `testServer`, which correspond to those of `ashlar test`. Times are in milliseconds. */
export interface TestServerOptions {
  /** The URL of the server, which serves all hosts of the API unless `hosts` says otherwise. */
  readonly url: string;
  /** The specifications. By default, those of the configuration. */
  readonly specs?: string | readonly string[] | undefined;
  /** A configuration, or the path of its file. By default, `ashlar.config.*` in the working directory or above. */
  readonly config?: Config | string | undefined;
  /** Kind of caller to its token, such as `{ user: "…" }`; a string is the token of all kinds. */
  readonly token?: string | Readonly<Record<string, string>> | undefined;
  readonly app?: { readonly key: string; readonly secret: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Host of the binding to its URL. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** The only routes to call. Names may contain `*`. */
  readonly routes?: readonly string[] | undefined;
  readonly notRoutes?: readonly string[] | undefined;
  /** The routes that may be called: `reads` by default, if the configuration has `effects`. */
  readonly effects?: "reads" | "writes" | "all" | undefined;
  /** Whether destructive routes may also destroy objects that the run has not created. Only with `effects: "all"`. */
  readonly destroyExisting?: boolean | undefined;
  readonly phases?: readonly Phase[] | undefined;
  /** The maximum duration of the run; 60 s by default if `calls` is not set. */
  readonly timeMs?: number | undefined;
  /** The maximum number of calls. */
  readonly calls?: number | undefined;
  /** Calls per second; 0 means no limit. By default 20, and no limit for a server on this machine. */
  readonly rate?: number | undefined;
  /** The maximum number of concurrent calls; 4 by default. */
  readonly parallel?: number | undefined;
  /** The maximum duration of a job; 5 s by default. */
  readonly jobTimeMs?: number | undefined;
  /** The timeout for a response; 10 s by default. */
  readonly timeoutMs?: number | undefined;
  /** How long it may take until a created object can be read; 2 s by default. */
  readonly settleMs?: number | undefined;
  /** The seed of random choices; random by default. With `parallel: 1`, the same seed leads to the same calls. */
  readonly seed?: number | undefined;
  /** Values that exist on the server, by alias (`files.Path`) or field of a route (`files/get_metadata.path`). */
  readonly values?: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** Accepted findings, such as `refuses-valid` or `refuses-valid:files/*`. */
  readonly accept?: readonly string[] | undefined;
  /**
   * Sends a request, for example to a handler without a port or through a proxy. By default, the platform's `fetch`.
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends valid and invalid calls to a server, and reports where it violates its specification, like `ashlar test`.
 * Rejects with an Error if the specification has errors, or if nothing may be called.
 */
export async function testServer(options: TestServerOptions): Promise<ContractReport> {
  const { config, specs } = options;
  const paths = specs === undefined ? [] : [specs].flat();
  const configured: Configured =
    typeof config === "object"
      ? {
          config: checkConfig({ ...config, ...(paths.length > 0 && { specs: paths }) }, "The configuration"),
          directory: resolve("."),
          files: [],
        }
      : await loadConfigured({ config, specs: paths }, "testServer({ specs: ['spec'], … })");
  const { token = {}, app } = options;
  const test = await prepareTest(configured, options, {
    credentials: {
      tokens: Object.fromEntries(
        Object.entries(typeof token === "string" ? { "": token } : token).map(([kind, value]) => [
          kind,
          { name: `${kind.toUpperCase()}_TOKEN`.replace(/^_/, ""), value },
        ]),
      ),
      app: app && { key: { name: "APP_KEY", value: app.key }, secret: { name: "APP_SECRET", value: app.secret } },
    },
    shownHeaders: new Map(),
    onProgress: () => undefined,
  });
  if (test.kind === "wrong specification") {
    const { message, file, line } = test.diagnostics.find(({ severity }) => severity === "error") ?? {};
    throw new Error(`The specification has errors: ${String(message)} (${String(file)}:${String(line)})`);
  }
  return test.run();
}

/** The parts of a test that differ between the command line and the library. */
export interface TestSurroundings {
  readonly credentials: Credentials;
  /** The headers by lower-case name, in which variables are not replaced by their values. */
  readonly shownHeaders: ReadonlyMap<string, string>;
  readonly onProgress: (progress: Progress) => void;
}

export type PreparedTest =
  | {
      readonly kind: "wrong specification";
      readonly diagnostics: readonly Diagnostic[];
      readonly specs: readonly SourceFile[];
    }
  | {
      readonly kind: "prepared";
      readonly diagnostics: readonly Diagnostic[];
      readonly plan: Plan;
      readonly redaction: Redaction;
      readonly run: () => Promise<ContractReport>;
      /** Repeats the calls of findings. */
      readonly replay: (findings: readonly ContractFinding[]) => AsyncIterable<ReplayedFinding>;
    };

/** Prepares a test. Throws a UsageError if nothing may be called. */
export async function prepareTest(
  { config, directory }: Pick<Configured, "config" | "directory">,
  options: TestServerOptions,
  { credentials, shownHeaders, onProgress }: TestSurroundings,
): Promise<PreparedTest> {
  const input = await readInput({ config, directory });
  const analysis = new Compiler("once").compile(input.specs);
  const { api, diagnostics } = apiForPackage(input, analysis);
  if (api === undefined) {
    return { kind: "wrong specification", diagnostics, specs: input.specs };
  }
  const settings = config.test ?? {};
  const context = createContext(callerView(api, settings.callers ?? []).api, {
    ...packageOptions({ ...config, output: "package", modules: "esm" }, directory),
    int64: "bigint",
    timestamps: "string",
  });
  const accepted = [...(settings.accept ?? []), ...(options.accept ?? []).map(acceptedFinding)];
  const contract = contractOptions(options, config, credentials, onProgress, context);
  rejectRepeatedPath([contract.url, ...Object.values(contract.hosts)], pathPrefix(context.binding));
  const plan = makePlan(contractRoutes(context), contract);
  if (plan.routes.length === 0) {
    throw new UsageError(nothingToCall(plan));
  }
  const redaction = new Redaction(context.api, context.lookup, credentials, shownHeaders);
  const places = locateDeclarations(analysis.specs);
  return {
    kind: "prepared",
    diagnostics,
    plan,
    redaction,
    replay: async function* (findings) {
      const { credentials, headers, isNewer, timeoutMs, fetch } = contract;
      const codecs = await loadRouteCodecs(context, []);
      try {
        yield* replayFindings(findings, {
          url: contract.url,
          headers,
          credentials,
          timeout: timeoutMs,
          fetch,
          routes: contractRoutes(context),
          api: { context, isNewer, timeout: timeoutMs },
          loadCodecs: codecs.load,
        });
      } finally {
        codecs.close();
      }
    },
    run: async () => {
      const codecs = await loadRouteCodecs(context, []);
      try {
        const { problems, coverage, calls, notReached, stopped, untried, uncompared } = await runContract(
          context,
          plan,
          codecs.load,
          contract,
        );
        const findings = makeFindings(
          problems,
          redaction,
          (subject) => {
            const place = placeOf(subject, places);
            return place && { file: place.file, line: place.line };
          },
          context.binding.headers,
        );
        return {
          findings: withoutAccepted(findings, accepted, new Date()),
          coverage: Object.fromEntries(
            plan.routes.map(({ route }) => {
              const { success, errors } = coverage.of(route.name);
              return [route.name, { success, errors: errorCoverage(route.route.error, errors, context.lookup) }];
            }),
          ),
          calls,
          seed: contract.seed,
          notReached,
          ...(stopped !== undefined && { stopped }),
          ...(untried !== undefined && { untried }),
          ...(uncompared.length > 0 && { uncompared }),
        };
      } finally {
        codecs.close();
      }
    },
  };
}

function contractOptions(
  options: TestServerOptions,
  config: Config,
  credentials: Credentials,
  onProgress: (progress: Progress) => void,
  context: Context,
): ContractOptions {
  const { url, effects, calls = Infinity, routes, notRoutes = [] } = options;
  const { api } = context;
  const unknown = patternWithoutMatch([...(routes ?? []), ...notRoutes], api);
  if (unknown !== undefined) {
    throw new UsageError(`No route matches '${unknown}'.`);
  }
  const isLocal = options.fetch !== undefined || /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);
  const settings = config.test ?? {};
  return {
    url: checkedUrl(url),
    hosts: options.hosts ?? {},
    credentials,
    headers: options.headers ?? {},
    effects: effects ?? (config.effects === undefined ? noEffects() : "reads"),
    destroysExisting: destroysExisting(options),
    isSelected: (name) =>
      (routes === undefined || routes.some((pattern) => matchesName(pattern, name))) &&
      !notRoutes.some((pattern) => matchesName(pattern, name)),
    phases: new Set<Phase>(options.phases ?? phases),
    calls,
    timeMs: options.timeMs ?? (calls === Infinity ? 60_000 : Infinity),
    rate: options.rate ?? (isLocal ? 0 : 20),
    parallel: options.parallel ?? 4,
    jobTimeMs: options.jobTimeMs ?? 5000,
    timeoutMs: options.timeoutMs ?? 10_000,
    settleMs: options.settleMs ?? 2000,
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 31),
    values: (options.values ?? {}) as Readonly<Record<string, readonly Json[]>>,
    isNewer: settings.newer ?? false,
    contents: (settings.contents ?? []).map(({ upload, download }) => [upload, download] as const),
    volatile: settings.volatile ?? [],
    unordered: settings.unordered ?? [],
    userAgent: `Ashlar/${ownVersion()} (contract test)`,
    fetch: options.fetch ?? ((request) => fetch(request)),
    signal: options.signal ?? new AbortController().signal,
    onProgress,
  };
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError(`'${url}' is not a URL. Pass one such as https://api.example.com.`);
  }
  return url;
}

function destroysExisting({ destroyExisting = false, effects }: TestServerOptions): boolean {
  if (destroyExisting && effects !== "all") {
    throw new UsageError(
      "'--destroy-existing' is only for '--effects all', which calls routes that destroy something.",
    );
  }
  return destroyExisting;
}

function noEffects(): never {
  throw new UsageError(
    "Nothing says what may be called: list the routes that only read in `effects.reads` of the configuration, " +
      "or allow all calls, also those that write and destroy, with '--effects all'.",
  );
}

function nothingToCall({ others }: Plan): string {
  const [first] = others;
  return first === undefined
    ? "There is no route to call."
    : `There is no route that may be called. ${first.route}: ${first.why}.`;
}

/** Returns the finding that an argument `CODE` or `CODE:ROUTE` accepts. */
function acceptedFinding(text: string): Omit<AcceptedFinding, "why"> {
  const [, finding = "", route] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  if (!isFindingCode(finding)) {
    throw new UsageError(`'${finding}' is not the code of a finding.`);
  }
  return { finding, ...(route !== undefined && { route }) };
}

function ownVersion(): string {
  return (JSON.parse(readFileSync(ownFile("package.json"), "utf8")) as { readonly version: string }).version;
}

/** Throws a UsageError for a URL that ends with what the paths of all routes begin with: no call would reach a route. */
function rejectRepeatedPath(urls: readonly string[], prefix: string): void {
  const path = prefix.replace(/\/+$/, "");
  const [wrong] = urls.map((url) => url.replace(/\/+$/, "")).filter((url) => path !== "" && url.endsWith(path));
  if (wrong !== undefined) {
    throw new UsageError(`'${path}' is part of the path of each route. Give '${wrong.slice(0, -path.length)}'.`);
  }
}
