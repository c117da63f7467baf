import { isEqual } from "../../ir/equal.js";
import type { UncomparedContent } from "../coverage.js";
import { findingCodes, type FoundProblem, type FindingCode, type Severity } from "../findings/problem.js";
import type { Exchange, SentRequest } from "../http/exchange.js";
import type { Untried } from "../run-contract.js";
import type { Redaction } from "./redaction.js";

/** A request and its reply, without secrets. */
export interface ShownCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the request has none. Long text is truncated; long binary content is replaced by its length: `(70000 bytes)`. */
  readonly body: string | null;
  /** Set if the body is binary and is shown as Base64. */
  readonly isBase64?: true;
  /** The variables, such as `$API_TOKEN`, that stand for secrets in the data of the call: in its body, or in a header with JSON. */
  readonly variables?: readonly string[];
  /** 0 if there was no reply. */
  readonly status: number;
  readonly reply: string;
  /** The number of equal calls before this one that are left out. */
  readonly repeated?: number;
}

/** A problem of a server. */
export interface ContractFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The first route on which the problem was seen. */
  readonly route: string;
  /** All routes on which the problem was seen, if there are several. */
  readonly routes?: readonly string[];
  readonly title: string;
  readonly expected: string;
  /** Other forms of the same mistake. */
  readonly also?: readonly string[];
  /** Set if a rule of the protocol is violated, not of the specification; `source` is then the declaration of the route. */
  readonly isProtocol?: true;
  /** The violated declaration in the specification. */
  readonly source: { readonly file: string; readonly line: number } | null;
  /** The calls that show the problem; the last reply is the incorrect one. */
  readonly calls: readonly ShownCall[];
  readonly count: number;
}

export interface ContractReport {
  readonly findings: readonly ContractFinding[];
  readonly coverage: Readonly<
    Record<string, { readonly success: number; readonly errors: Readonly<Record<string, number>> }>
  >;
  readonly calls: number;
  readonly seed: number;
  /** Routes without a successful call, and the reason. */
  readonly notReached: readonly { readonly route: string; readonly why: string }[];
  /** Uploads whose contents were not compared with downloads, and why; absent if there are none. */
  readonly uncompared?: readonly UncomparedContent[];
  /** Why the run ended early; absent if it did not. */
  readonly stopped?: string;
  /** What the run has not tried before it ended; absent if it has tried everything. */
  readonly untried?: Untried;
}

/** Returns where a subject, such as `files/copy#result` or `files.Metadata.name`, is declared. */
type FindSource = (subject: string) => { readonly file: string; readonly line: number } | undefined;

const severities = { error: 0, warning: 1, info: 2 } as const;

/** Returns the findings of a report: one for each mistake, regardless of the number of routes on which it was seen. */
export function makeFindings(
  problems: readonly FoundProblem[],
  redaction: Redaction,
  source: FindSource,
  headers: { readonly arg: string; readonly result: string },
): readonly ContractFinding[] {
  const groups = new Map<string, FoundProblem[]>();
  for (const foundProblem of problems) {
    const key = `${foundProblem.problem.code} ${foundProblem.severity} ${foundProblem.problem.cause}`;
    groups.set(key, [...(groups.get(key) ?? []), foundProblem]);
  }
  const findings = [...groups.values()].flatMap((group): ContractFinding[] => {
    const [first] = group;
    if (first === undefined) {
      return [];
    }
    const { problem, route, severity, exchanges, repeated } = first;
    const routes = [...new Set(group.map((each) => each.route))];
    const details = group.flatMap((each) =>
      [...each.also].map((text) => (routes.length > 1 ? `${each.route}: ${text}` : text)),
    );
    const also = [...new Set(details)].slice(0, 8).map((text) => redaction.text(text));
    const isGone = exchanges.some(({ call }) => call.route.effect === "destroys");
    const seen =
      repeated.of > 0 && repeated.times === 0 && !isGone
        ? " (seen once; repeating the call did not show it again)"
        : "";
    return [
      {
        code: problem.code,
        severity,
        route,
        ...(routes.length > 1 && { routes }),
        title: `${redaction.text(problem.title)}${seen}`,
        expected: problem.expected,
        ...(also.length > 0 && { also }),
        ...(problem.subject === undefined && { isProtocol: true }),
        source: source(problem.subject ?? route) ?? source(route) ?? null,
        calls: withoutRepetitions(exchanges.map((exchange) => shownCall(exchange, redaction, headers))),
        count: group.reduce((sum, { count }) => sum + count, 0),
      },
    ];
  });
  const codes = Object.keys(findingCodes);
  return findings.toSorted(
    (a, b) => severities[a.severity] - severities[b.severity] || codes.indexOf(a.code) - codes.indexOf(b.code),
  );
}

/** Returns the calls, with only the first and the last of consecutive equal calls, such as polls of a job. */
function withoutRepetitions(calls: readonly ShownCall[]): readonly ShownCall[] {
  const isSame = (a: ShownCall | undefined, b: ShownCall): boolean =>
    a?.url === b.url && a.body === b.body && isEqual(a.headers, b.headers);
  return calls.reduce<readonly ShownCall[]>((shown, call) => {
    const [first, last] = shown.slice(-2);
    return last !== undefined && isSame(first, call) && isSame(last, call)
      ? [...shown.slice(0, -1), { ...call, repeated: (last.repeated ?? 0) + 1 }]
      : [...shown, call];
  }, []);
}

/** The maximum length of a body, in UTF-16 code units. Longer bodies are truncated. */
const maxCharacters = 2000;
/** The maximum length of a binary body that is shown. */
const maxBytes = 1000;

/** Returns an exchange in the form of reports. */
function shownCall(
  { request, reply }: Exchange,
  redaction: Redaction,
  binding: { readonly arg: string; readonly result: string },
): ShownCall {
  const { method, url, headers, body } = request;
  const shownHeaders = Object.entries(headers)
    .filter(([name]) => name !== "User-Agent")
    .map(([name, value]) => [name, redaction.header(name, value)] as const);
  const variables = redaction.variables(typeof body === "string" ? body : (headers[binding.arg] ?? ""));
  return {
    method,
    url,
    headers: Object.fromEntries(shownHeaders),
    ...shownBody(body, redaction),
    ...(variables.length > 0 && { variables }),
    status: reply.kind === "answered" ? reply.status : 0,
    reply: cut(
      reply.kind === "failed"
        ? reply.detail
        : redaction.text(reply.headers[binding.result.toLowerCase()] ?? ofBytes(reply.body, redaction)),
    ),
  };
}

function shownBody(body: SentRequest["body"], redaction: Redaction): Pick<ShownCall, "body" | "isBase64"> {
  if (body === undefined) {
    return { body: null };
  }
  const text = typeof body === "string" ? redaction.text(body) : ofBytes(body, redaction);
  // A command on several lines could not be indented.
  const isOneLine = !/^\(\d+ bytes\)$|[\r\n]/.test(text);
  if (typeof body === "string" || isOneLine || body.byteLength > maxBytes) {
    return { body: cut(text) };
  }
  // Each byte becomes a character, because a body that is almost JSON may contain members that must be redacted.
  const shown = redaction.text(String.fromCharCode(...body));
  const escaped = shown.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { body: btoa(escaped), isBase64: true };
}

function ofBytes(bytes: Uint8Array, redaction: Redaction): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // Random bytes may happen to be valid UTF-8.
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) {
      return redaction.text(text);
    }
  } catch {
    // The body is not text.
  }
  return `(${bytes.byteLength} bytes)`;
}

function cut(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text;
}
