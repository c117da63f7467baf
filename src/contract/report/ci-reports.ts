import { painter } from "../../text/diagnostics/paint.js";
import { escapeData, escapeProperty } from "../../text/diagnostics/render-github.js";
import type { ContractReport } from "./report.js";
import { renderFinding } from "./text.js";

/** Renders a report as JUnit XML: a test case for each route, which fails if there is an error. */
export function renderJunit({ findings, coverage, notReached }: ContractReport): string {
  const whys = new Map(notReached.map(({ route, why }) => [route, why]));
  const names = [...new Set([...Object.keys(coverage), ...whys.keys()])];
  const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";
  const cases = names.map((name) => {
    const routeFindings = findings.filter(({ route, routes }) => (routes ?? [route]).includes(name));
    const [first, ...more] = routeFindings.filter(isError);
    // A test case has at most one failure.
    const failure =
      first === undefined
        ? ""
        : `      <failure type="${first.code}" message="${escapeXml(first.title + (more.length > 0 ? ` (and ${more.length} more)` : ""))}">` +
          `${escapeXml([first, ...more].map((finding) => renderFinding(finding, painter(false))).join("\n"))}</failure>\n`;
    const why = whys.get(name);
    const skipped = first === undefined && why !== undefined ? `      <skipped message="${escapeXml(why)}"/>\n` : "";
    const others = routeFindings.filter((finding) => !isError(finding)).map(({ code, title }) => `${code}: ${title}\n`);
    const output = others.length === 0 ? "" : `      <system-out>${escapeXml(others.join(""))}</system-out>\n`;
    return `    <testcase classname="contract" name="${escapeXml(name)}">\n${failure}${skipped}${output}    </testcase>\n`;
  });
  const failed = names.filter((name) =>
    findings.some((finding) => isError(finding) && (finding.routes ?? [finding.route]).includes(name)),
  ).length;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n` +
    `  <testsuite name="ashlar test" tests="${names.length}" failures="${failed}">\n${cases.join("")}  </testsuite>\n</testsuites>\n`
  );
}

/** Escapes a string for XML 1.0, and replaces control characters, which XML 1.0 does not permit. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** Renders a report as annotations for GitHub Actions. */
export function renderGithub({ findings }: ContractReport): string {
  return findings
    .map(({ code, severity, route, title, expected, source }) => {
      const place = source === null ? "" : `file=${escapeProperty(source.file)},line=${source.line},`;
      return `::${commands[severity]} ${place}title=${escapeProperty(`${code} on ${route}`)}::${escapeData(`${title}. ${expected}`)}\n`;
    })
    .join("");
}
