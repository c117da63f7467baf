import { painter } from "../../text/diagnostics/paint.js";
import type { ContractFinding, ContractReport, ShownCall } from "./report.js";
import { quoteForShell } from "../../text/shell.js";

/** The maximum number of calls that are shown for a finding. */
const maxCalls = 6;

/** Renders a report for people. */
export function renderText(report: ContractReport, color: boolean): string {
  const paint = painter(color);
  const findings = report.findings.map((finding) => renderFinding(finding, paint));
  const routes = Object.values(report.coverage);
  const reached = routes.filter(({ success }) => success > 0).length;
  const paths = Object.entries(report.coverage).flatMap(([route, { errors }]) =>
    Object.entries(errors).map(([path, count]) => ({ name: `${route} ${path}`, count })),
  );
  const unseen = paths.filter(({ count }) => count === 0).map(({ name }) => name);
  const numbers = (["error", "warning", "info"] as const)
    .map((severity) => [severity, report.findings.filter((each) => each.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity === "info" ? "remark" : severity}${count === 1 ? "" : "s"}`);
  const notReached =
    report.notReached.length === 0
      ? ""
      : `\nNot reached:\n${report.notReached.map(({ route, why }) => `  ${route}: ${why}\n`).join("")}`;
  const uncompared =
    report.uncompared === undefined
      ? ""
      : `\nContents not compared:\n${report.uncompared.map(({ upload, download, why }) => `  ${upload}${download === undefined ? "" : ` and ${download}`}: ${why}\n`).join("")}`;
  const stopped = report.stopped === undefined ? "" : `\n${paint("error", report.stopped)}.\n${renderUntried(report)}`;
  const summary = numbers.length === 0 ? "No findings" : numbers.join(", ");
  return [
    ...findings.map((finding) => `${finding}\n`),
    notReached,
    uncompared,
    stopped,
    `${notReached + uncompared + stopped === "" ? "" : "\n"}${paint("strong", `${summary}.`)} ` +
      `${report.calls} calls; ${reached} of ${routes.length} routes succeeded at least once, ` +
      `${paths.length - unseen.length} of ${paths.length} error paths were seen; seed ${report.seed}.\n`,
    unseen.length === 0 ? "" : `Errors not seen: ${joinFirst(unseen, 20)}.\n`,
  ].join("");
}

function renderUntried({ untried, coverage }: ContractReport): string {
  if (untried === undefined) {
    return "";
  }
  const { routes, phases } = untried;
  const all = Object.keys(coverage).length;
  return `Not called: ${routes.length} of ${all} routes. Not tried with all routes: ${phases.join(", ")}.\n`;
}

export function renderFinding(finding: ContractFinding, paint: ReturnType<typeof painter>): string {
  const { code, severity, route, routes, title, expected, isProtocol, source, calls, count, also = [] } = finding;
  const shown = calls.slice(-maxCalls);
  const left = calls.length - shown.length;
  const place = source === null ? "" : ` (${isProtocol === true ? "route: " : ""}${source.file}:${source.line})`;
  const many = routes === undefined ? "" : `  Seen on ${routes.length} routes: ${joinFirst(routes, 10)}\n`;
  return [
    `${paint(severity, `${severity}[${code}]`)} ${paint("strong", route)}: ${title}\n`,
    many,
    `  Expected: ${expected}${place}\n`,
    ...also.map((text) => `  Also: ${text}\n`),
    count > 1 ? `  Seen ${count} times.\n` : "",
    left > 0 ? `  After ${left} other calls:\n` : "",
    ...shown.map((call, index) =>
      renderCall(call, shown.length > 1 ? `Call ${index + 1} of ${shown.length}` : "", paint),
    ),
  ].join("");
}

function renderCall(call: ShownCall, title: string, paint: ReturnType<typeof painter>): string {
  const { status, reply, repeated = 0 } = call;
  const answer = status === 0 ? "No reply:" : `Status ${status}:`;
  const before = repeated === 0 ? "" : `after the same call ${repeated === 1 ? "once" : `${repeated} times`} more`;
  const heading = [title, before].filter((text) => text !== "").join(", ");
  return `\n${heading === "" ? "" : `  ${heading.replace(/^a/, "A")}:\n`}${indentLines(curlCommand(call))}\n  ${paint("place", answer)} ${reply.slice(0, 600)}\n`;
}

/** Joins the first `most` strings of a list. */
function joinFirst(texts: readonly string[], most: number): string {
  return `${texts.slice(0, most).join(", ")}${texts.length > most ? ", …" : ""}`;
}

function indentLines(text: string): string {
  return text.replace(/^/gm, "    ");
}

/** Renders a call as a command for a POSIX shell. Variables stand for secrets; everything else is sent as it is written. */
export function curlCommand({ method, url, headers, body, isBase64, variables = [] }: ShownCall): string {
  const [, bytes] = /^\((\d+) bytes\)$/.exec(body ?? "") ?? [];
  const input =
    isBase64 === true
      ? `printf %s ${quoteForShell(body ?? "")} | base64 --decode | `
      : bytes === undefined
        ? ""
        : `head -c ${bytes} /dev/urandom | `;
  const data =
    body === null ? [] : input === "" ? [`--data-raw ${quoteForShell(body, variables)}`] : ["--data-binary @-"];
  return [
    `${input}curl --request ${method} ${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quotedHeader(name, value, variables)}`),
    ...(headers["Content-Type"] === undefined && body !== null ? ["--header 'Content-Type;'"] : []),
    ...data,
  ].join(" \\\n  ");
}

function quotedHeader(name: string, value: string, variables: readonly string[]): string {
  // The whole value of a header, or a token after its scheme, is never data.
  const [, secret] = /^(?:[A-Za-z]+ )?(\$\w+)$/.exec(value) ?? [];
  return value === ""
    ? quoteForShell(`${name};`) // curl does not send "Name:"
    : quoteForShell(`${name}: ${value}`, secret === undefined ? variables : [secret]);
}
