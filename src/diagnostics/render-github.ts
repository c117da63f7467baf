import type { ShownDiagnostic } from "./diagnostic.js";

/** Returns the diagnostic as a workflow command of GitHub Actions, which shows it in a pull request. One line. */
export function renderGithub(diagnostic: ShownDiagnostic): string {
  const { severity, file, line, column, endLine, endColumn, code, message, help } = diagnostic;
  const properties = Object.entries({ file, line, col: column, endLine, endColumn, title: code })
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(",");
  const text = help === undefined ? message : `${message}\nHelp: ${help}`;
  return `::${severity === "info" ? "notice" : severity} ${properties}::${escapeData(text)}\n`;
}

/** Returns the text of a workflow command. */
export function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Returns the value of a property of a workflow command. */
export function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
