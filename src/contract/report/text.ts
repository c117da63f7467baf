import { painter } from "../../diagnostics/paint.js";
import type { ContractFinding, ContractReport, ShownCall } from "./report.js";
import { curlCommand } from "./curl.js";

/** The number of earlier calls that are shown for a finding. */
const mostCalls = 6;

/** A report as text for people. */
export function renderText(report: ContractReport, color: boolean): string {
  const paint = painter(color);
  const findings = report.findings.map((finding) => renderFinding(finding, paint));
  const routes = Object.values(report.coverage);
  const reached = routes.filter(({ success }) => success > 0).length;
  const paths = routes.flatMap(({ errors }) => Object.values(errors));
  const seen = paths.filter((count) => count > 0).length;
  const numbers = (["error", "warning", "info"] as const)
    .map((severity) => [severity, report.findings.filter((each) => each.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity === "info" ? "remark" : severity}${count === 1 ? "" : "s"}`);
  const notReached =
    report.notReached.length === 0
      ? ""
      : `\nNot reached:\n${report.notReached.map(({ route, why }) => `  ${route}: ${why}\n`).join("")}`;
  const stopped = report.stopped === undefined ? "" : `\n${paint("error", report.stopped)}.\n`;
  const summary = numbers.length === 0 ? "No findings" : numbers.join(", ");
  return [
    ...findings.map((finding) => `${finding}\n`),
    notReached,
    stopped,
    `${notReached === "" && stopped === "" ? "" : "\n"}${paint("strong", `${summary}.`)} ` +
      `${report.calls} calls; ${reached} of ${routes.length} routes succeeded, ` +
      `${seen} of ${paths.length} error paths were seen; seed ${report.seed}.\n`,
  ].join("");
}

export function renderFinding(finding: ContractFinding, paint: ReturnType<typeof painter>): string {
  const { code, severity, route, routes, title, expected, source, calls, count, also = [] } = finding;
  const shown = calls.slice(-mostCalls);
  const left = calls.length - shown.length;
  const place = source === null ? "" : ` (${source.file}:${source.line})`;
  const many =
    routes === undefined
      ? ""
      : `  On ${routes.length} routes: ${routes.slice(0, 10).join(", ")}${routes.length > 10 ? ", …" : ""}\n`;
  return [
    `${paint(severity, `${severity}[${code}]`)} ${paint("strong", route)}: ${title}\n`,
    many,
    `  Expected: ${expected}${place}\n`,
    ...also.map((text) => `  Also: ${text}\n`),
    count > 1 ? `  Seen ${count} times.\n` : "",
    left > 0 ? `  After ${left} other calls:\n` : "",
    ...shown.map((call) => renderCall(call, paint)),
  ].join("");
}

function renderCall(call: ShownCall, paint: ReturnType<typeof painter>): string {
  const { status, reply, repeated = 0 } = call;
  const answer = status === 0 ? "No reply:" : `Status ${status}:`;
  const before = repeated === 0 ? "" : `  After the same call ${repeated === 1 ? "once" : `${repeated} times`} more:\n`;
  return `\n${before}${indented(curlCommand(call))}\n  ${paint("place", answer)} ${reply.slice(0, 600)}\n`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}
