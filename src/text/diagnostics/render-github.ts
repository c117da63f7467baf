import type { ShownDiagnostic } from "./diagnostic.js";

/**
 * Formats a diagnostic as a workflow command, on one line. GitHub Actions then shows the diagnostic in the pull
 * request.
 */
export function renderGithub(diagnostic: ShownDiagnostic): string {
  const { severity, file, line, column, endLine, endColumn, code, message, help } = diagnostic;
  const properties = Object.entries({ file, line, col: column, endLine, endColumn, title: code })
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(",");
  const text = help === undefined ? message : `${message}\nHelp: ${help}`;
  return `::${severity === "info" ? "notice" : severity} ${properties}::${escapeData(text)}\n`;
}

/** Escapes the message of a workflow command. */
export function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes the value of a property in a workflow command. */
export function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
