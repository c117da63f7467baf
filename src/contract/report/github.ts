import { escapeData, escapeProperty } from "../../text/diagnostics/render-github.js";
import type { ContractReport } from "./report.js";

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
