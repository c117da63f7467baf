import type { CheckedApi, LoadCodecs } from "./checks/check.js";
import { replyChecks } from "./checks/reply-checks.js";
import type { ContractRoute } from "./contract-route.js";
import type { FindingCode } from "./findings/problem.js";
import type { Credentials } from "./http/credentials.js";
import { isRefusal, isSuccessStatus, type Exchange, type Reply, type SentRequest } from "./http/exchange.js";
import { receive, type Fetch } from "./http/sender.js";
import type { ContractFinding, ShownCall } from "./report/report.js";

/** A finding, and whether it was seen again. */
export interface ReplayedFinding {
  readonly finding: ContractFinding;
  /** "undecided" if the calls depend on values that the server returned at the time, such as ids and cursors. */
  readonly outcome: "seen again" | "not seen again" | "undecided";
  /** The status of the last reply; 0 if there was none. */
  readonly status: number;
}

export interface ReplayOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  readonly timeout: number;
  readonly fetch: Fetch;
  readonly routes: readonly ContractRoute[];
  readonly api: CheckedApi;
  readonly loadCodecs: LoadCodecs;
}

/** Repeats the calls of each finding, and checks the last reply. */
export async function* replayFindings(
  findings: readonly ContractFinding[],
  options: ReplayOptions,
): AsyncIterable<ReplayedFinding> {
  for (const finding of findings) {
    let last: { readonly call: ShownCall; readonly request: SentRequest; readonly reply: Reply } | undefined;
    for (const call of finding.calls) {
      const request = requestFor(call, options);
      last = { call, request, reply: await receive(request, options.timeout, options.fetch) };
    }
    if (last !== undefined) {
      const { call, request, reply } = last;
      const status = reply.kind === "answered" ? reply.status : 0;
      const outcome = await judge(finding, call, status, request, reply, options);
      yield { finding, outcome, status };
    }
  }
}

/** The codes of problems that a single reply shows. */
const shownBySingleReply: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "result-type",
  "undocumented-field",
  "undocumented-tag",
  "error-type",
  "error-summary",
  "server-error",
  "undocumented-status",
  "content-type",
]);

/** The codes of problems that only several calls show together. */
const shownBySeveralCalls: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "cursor",
  "job",
  "session",
  "content",
  "not-readable",
  "other-item",
  "reads-change",
]);

async function judge(
  { code, calls }: ContractFinding,
  call: ShownCall,
  status: number,
  request: SentRequest,
  reply: Reply,
  { routes, api, loadCodecs }: ReplayOptions,
): Promise<ReplayedFinding["outcome"]> {
  if (shownBySeveralCalls.has(code) && calls.length > 1) {
    return "undecided";
  }
  const { pathname } = new URL(call.url);
  const route = routes.find(({ path }) => pathname.endsWith(path));
  if (!shownBySingleReply.has(code) || route === undefined) {
    return status === call.status ? "seen again" : "not seen again";
  }
  const codecs = await loadCodecs(route.name);
  const exchange: Exchange = { call: { route, arg: undefined }, request, reply };
  if (replyChecks.some((check) => check(exchange, api, codecs)?.code === code)) {
    return "seen again";
  }
  // The thing that the call names may no longer exist.
  return isSuccessStatus(call.status) && isRefusal(status) ? "undecided" : "not seen again";
}

/** Returns the request of a call to this server, in which secrets replace the names of their variables. */
function requestFor({ url, headers, body, isBase64 }: ShownCall, options: ReplayOptions): SentRequest {
  const secrets = secretsByName(options.credentials);
  const withSecrets = (text: string): string =>
    text.replace(/\$(\w+)/g, (reference, name: string) => secrets.get(name) ?? reference);
  const { pathname, search } = new URL(url);
  const sentHeaders = Object.entries(headers).map(([name, value]) => [name, withSecrets(value)] as const);
  return {
    method: "POST",
    url: new URL(pathname + search, options.url).href,
    headers: { ...Object.fromEntries(sentHeaders), ...options.headers },
    body: body === null ? undefined : bodyOf(withSecrets(body), isBase64),
  };
}

/** Returns the secrets by the name that reports show in place of each, without the `$`. */
function secretsByName({ tokens, app }: Credentials): ReadonlyMap<string, string> {
  const secrets = new Map(Object.values(tokens).map(({ name, value }) => [name, value]));
  if (app !== undefined) {
    secrets.set(app.key.name, app.key.value);
    secrets.set(app.secret.name, app.secret.value);
    secrets.set("BASIC", btoa(`${app.key.value}:${app.secret.value}`));
  }
  return secrets;
}

/** Returns the body of a call; if the report shows only a length, that many zero bytes. */
function bodyOf(shown: string, isBase64: boolean | undefined): SentRequest["body"] {
  const [, bytes] = /^\((\d+) bytes\)$/.exec(shown) ?? [];
  return isBase64 === true
    ? Uint8Array.from(atob(shown), (character) => character.charCodeAt(0))
    : bytes === undefined
      ? shown
      : new Uint8Array(Number(bytes));
}
