import type { Scalar } from "../ir/api.js";
import { printJson, type Printed } from "../ir/print-json.js";
import type { PrivacyFormat } from "./formats.js";
import type { PrivacyReport } from "./report.js";
import type { PrivacyRow } from "./row.js";

/** A report as text. `columns` are annotations whose arguments have columns of their own. */
export function renderPrivacy(report: PrivacyReport, format: PrivacyFormat, columns: readonly string[]): string {
  switch (format) {
    case "json":
      return `${printJson(report as unknown as Printed)}\n`;
    case "csv":
      return table(report.rows, columns)
        .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
        .join("");
    case "markdown":
      return markdown(report, columns);
  }
}

function markdown({ rows, findings }: PrivacyReport, columns: readonly string[]): string {
  const [head = [], ...body] = table(rows, columns);
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(" | ")} |`;
  const list = findings.map(({ code, place, reason }) => `- \`${code}\` \`${place}\`: ${markdownCell(reason)}`);
  return [
    "# Private data",
    "",
    ...(body.length === 0
      ? ["No message carries marked data."]
      : [line(head), line(head.map(() => "---")), ...body.map(line)]),
    ...(list.length === 0 ? [] : ["", "## Findings", "", ...list]),
    "",
  ].join("\n");
}

/** A line with the names of the columns, and one for each row. */
function table(rows: readonly PrivacyRow[], annotations: readonly string[]): string[][] {
  const args = argumentColumns(rows, annotations);
  const isOneColumn = args.length === 0;
  const head = ["route", "part", "direction", "path", "kind", "expression", "annotation"];
  return [
    [...head, ...(isOneColumn ? ["arguments"] : args), "doc", "caller", "permission", "authentication"],
    ...rows.map((row) => [
      row.route,
      row.part,
      row.direction,
      row.path === "" ? "(message)" : row.path,
      row.kind,
      row.expression ?? "",
      row.annotation ?? "",
      ...(isOneColumn ? [argumentText(row)] : args.map((name) => scalarText(row.args?.[name]))),
      row.doc ?? "",
      row.caller ?? "",
      row.permission ?? "",
      row.authentication.join(", "),
    ]),
  ];
}

/** The names of the arguments of chosen annotations. */
function argumentColumns(rows: readonly PrivacyRow[], annotations: readonly string[]): string[] {
  return annotations.length === 0 ? [] : [...new Set(rows.flatMap(({ args = {} }) => Object.keys(args)))];
}

function argumentText({ args = {} }: PrivacyRow): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}=${scalarText(value)}`)
    .join(", ");
}

function scalarText(value: Scalar | undefined): string {
  return value === undefined ? "" : String(value);
}

/** A cell of a Markdown table, in which nothing is markup. */
function markdownCell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#~]/g, "\\$&").replace(/\s+/g, " ");
}

/** A cell as in RFC 4180. Spreadsheets would take some beginnings for formulas. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
