/** The effect on messages: all keep their meaning, some change it, or some are rejected. */
export type Wire = "ok" | "alters" | "breaks";

/** The effect on source: it compiles, only exhaustive matches must be extended, or other code must be changed. */
export type Source = "ok" | "exhaustive" | "breaks";

/** The consequences of a change for its four audiences. */
export interface Verdict {
  /** The effect on requests from clients of the old API to servers of the new one. */
  readonly request: Wire;
  /** The effect on the responses of these servers, which the same clients read. */
  readonly response: Wire;
  /** The effect on applications that are compiled against the new package. */
  readonly caller: Source;
  /** The effect on handlers that are compiled against the new package. */
  readonly server: Source;
}

/** The consequences of a change at its place, regardless of how the place is used. */
export interface LocalVerdict {
  /** The old API writes, a strict reader of the new one reads. */
  readonly req: Wire;
  /** The new API writes, a lenient reader of the old one reads. */
  readonly res: Wire;
  /** Old source writes values of the new type. */
  readonly write: Source;
  /** Old source reads values of the new type. */
  readonly read: Source;
}

export type Severity = "breaking" | "altering" | "source" | "compatible";

export type Part = "arg" | "result" | "error";

export const noEffect: Verdict = { request: "ok", response: "ok", caller: "ok", server: "ok" };

const wireOf = { ".": "ok", A: "alters", B: "breaks" } as const;
const sourceOf = { ".": "ok", E: "exhaustive", B: "breaks" } as const;

/** Four letters in the notation of the rules' tables: two for messages and two for source. */
export type Row = `${keyof typeof wireOf} ${keyof typeof wireOf} ${keyof typeof sourceOf} ${keyof typeof sourceOf}`;

/** Parses a row whose columns are req, res, write and read. */
export function localVerdict(row: Row): LocalVerdict {
  const [req, res, write, read] = columns(row);
  return { req, res, write, read };
}

/** Parses a row whose columns are request, response, caller and server. */
export function verdict(row: Row): Verdict {
  const [request, response, caller, server] = columns(row);
  return { request, response, caller, server };
}

function columns(row: Row): [Wire, Wire, Source, Source] {
  const [first, second, third, fourth] = row.split(" ") as [
    keyof typeof wireOf,
    keyof typeof wireOf,
    keyof typeof sourceOf,
    keyof typeof sourceOf,
  ];
  return [wireOf[first], wireOf[second], sourceOf[third], sourceOf[fourth]];
}

/** Converts a local verdict whose place is reached from a part of a route (CMP-40). */
export function verdictInPart({ req, res, write, read }: LocalVerdict, part: Part): Verdict {
  return part === "arg"
    ? { request: req, response: "ok", caller: write, server: read }
    : { request: "ok", response: res, caller: read, server: write };
}

/** Converts a local verdict in an exported definition that no route reaches (CMP-42). */
export function verdictOfExport({ write, read }: LocalVerdict): Verdict {
  return { ...noEffect, caller: worse(write, read) };
}

export function worseVerdict(a: Verdict, b: Verdict): Verdict {
  return {
    request: worse(a.request, b.request),
    response: worse(a.response, b.response),
    caller: worse(a.caller, b.caller),
    server: worse(a.server, b.server),
  };
}

export function worseLocal(a: LocalVerdict, b: LocalVerdict): LocalVerdict {
  return {
    req: worse(a.req, b.req),
    res: worse(a.res, b.res),
    write: worse(a.write, b.write),
    read: worse(a.read, b.read),
  };
}

const rank: Readonly<Record<Wire | Source, number>> = { ok: 0, alters: 1, exhaustive: 1, breaks: 2 };

/** Returns the worse of two verdicts in a direction. */
export function worse<Direction extends Wire | Source>(a: Direction, b: Direction): Direction {
  return rank[a] >= rank[b] ? a : b;
}

export function isEffect(verdict: Verdict): boolean {
  return Object.values(verdict).some((direction) => direction !== "ok");
}

/** Returns the severity of a verdict (CMP-8). */
export function toSeverity({ request, response, caller, server }: Verdict): Severity {
  const wire = worse(request, response);
  if (wire !== "ok") {
    return wire === "breaks" ? "breaking" : "altering";
  }
  return caller === "ok" && server === "ok" ? "compatible" : "source";
}
