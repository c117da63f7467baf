import type { Finding } from "../../../diff/report.js";
import type { CheckedClaim } from "./check-source.js";

/**
 * Returns the compiler's messages about old source that a finding causes, for each audience whose source it affects.
 */
export function findSourceErrors(finding: Finding, claims: readonly CheckedClaim[]): Finding["sourceErrors"] {
  const { verdict, subject } = finding;
  const [owner, member] = ownerAndMember(subject);
  const about = claims.filter(
    (claim) => claim.found !== "ok" && (claim.subject === owner || claim.subject === subject),
  );
  const find = (audience: "caller" | "server"): string | undefined => {
    if (verdict[audience] === "ok") {
      return undefined;
    }
    const uses = usesOf(finding, audience);
    const errors = about
      .filter(({ use }) => uses.has(use))
      .flatMap(({ failed }) => failed.map(({ messages }) => messages.at(-1) ?? ""));
    const error = errors.find((message) => member === undefined || isAbout(member, message)) ?? errors[0];
    return error === undefined ? undefined : shorten(error);
  };
  const [caller, server] = [find("caller"), find("server")];
  return caller === undefined && server === undefined
    ? undefined
    : { ...(caller !== undefined && { caller }), ...(server !== undefined && { server }) };
}

/** Whether a compiler message mentions a member, outside of the types that it quotes. */
function isAbout(member: string, message: string): boolean {
  return message
    .replace(/'[^']*[ <][^']*'/g, "")
    .split(/[^\w$]+/)
    .includes(member);
}

/** Splits `files.Metadata.size` into `files.Metadata` and `size`; `files/copy` has no member. */
function ownerAndMember(subject: string): readonly [owner: string, member?: string | undefined] {
  const [, definition, member] = /^([^./#@]+\.[^.[{]+)(?:\.([^[{]+))?/.exec(subject) ?? [];
  return definition === undefined ? [subject.replace(/[#@].*$/, "")] : [definition, member];
}

/** Returns the ways in which the source of callers, or of handlers, uses the subject of a finding. */
function usesOf({ affects }: Finding, audience: "caller" | "server"): ReadonlySet<CheckedClaim["use"]> {
  const parts = affects.map(({ part }) => part);
  const isWritten = parts.some((part) => (part === "arg") === (audience === "caller"));
  const isRead = parts.some((part) => (part === "arg") !== (audience === "caller"));
  const isExported = parts.length === 0;
  return new Set<CheckedClaim["use"]>([
    audience === "caller" ? "calls" : "handles",
    "imports",
    ...(isWritten || isExported ? (["writes"] as const) : []),
    ...(isRead || isExported ? (["reads"] as const) : []),
  ]);
}

/** The maximum length of a message, in UTF-16 code units. */
const longest = 300;

/** Truncates a message, because types that have many variants are long. */
function shorten(message: string): string {
  return message.length <= longest ? message : `${message.slice(0, longest - 1)}…`;
}
