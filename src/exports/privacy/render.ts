import type { Scalar } from "../../ir/api.js";
import { printJson, type Printed } from "../../ir/print-json.js";
import type { PrivacyFormat } from "./formats.js";
import type { PrivacyReport } from "./report.js";
import type { PrivacyMark, PrivacyRow, PrivacyTypeRow } from "./row.js";

/** Renders a report. Each argument of the chosen annotations has its own column. */
export function renderPrivacy(report: PrivacyReport, format: PrivacyFormat, annotations: readonly string[]): string {
  switch (format) {
    case "json":
      return `${printJson(report as unknown as Printed)}\n`;
    case "csv":
      return csv(report, annotations);
    case "markdown":
      return markdown(report, annotations);
  }
}

/** Renders a single table of routes and types. Rows about types have no route, and their path starts with the name of the type. */
function csv({ rows, types }: PrivacyReport, annotations: readonly string[]): string {
  const ofTypes = types.map(({ type, path, ...mark }) => ({ ...mark, path: joinPath(type, path) }));
  return routeTable([...rows, ...ofTypes], annotations)
    .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
    .join("");
}

function joinPath(type: string, path: string): string {
  return /^(?:$|[<[{…])/.test(path) ? `${type}${path}` : `${type}.${path}`;
}

function markdown({ rows, types, findings }: PrivacyReport, annotations: readonly string[]): string {
  const sections = [
    rows.length === 0 ? [] : markdownTable(routeTable(rows, annotations)),
    types.length === 0 ? [] : ["## Types that no route reaches", "", ...markdownTable(typeTable(types, annotations))],
  ].filter((lines) => lines.length > 0);
  const list = findings.map(({ code, place, reason }) => `- \`${code}\` \`${place}\`: ${markdownCell(reason)}`);
  return [
    ["# Private data"],
    ...(sections.length === 0 ? [["No message carries marked data."]] : sections),
    ...(list.length === 0 ? [] : [["## Findings", "", ...list]]),
  ]
    .map((lines) => lines.map((line) => `${line}\n`).join(""))
    .join("\n");
}

function markdownTable([head = [], ...body]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)];
}

/** The name of a column, and the function that returns the text for a row. */
type Column<Row> = readonly [name: string, text: (row: Row) => string | undefined];

function routeTable(rows: readonly (PrivacyMark & Partial<PrivacyRow>)[], annotations: readonly string[]): string[][] {
  return table(rows, [
    ["route", ({ route }) => route],
    ["part", ({ part }) => part],
    ["direction", ({ direction }) => direction],
    ...markColumns(rows, annotations),
    ["permission", ({ permission }) => permission],
    ["authentication", ({ authentication }) => authentication?.join(", ")],
  ]);
}

function typeTable(rows: readonly PrivacyTypeRow[], annotations: readonly string[]): string[][] {
  return table(rows, [["type", ({ type }) => type], ...markColumns(rows, annotations)]);
}

function markColumns(rows: readonly PrivacyMark[], annotations: readonly string[]): readonly Column<PrivacyMark>[] {
  const args = argumentColumns(rows, annotations);
  return [
    ["path", ({ path }) => (path === "" ? "(message)" : path)],
    ["kind", ({ kind }) => kind],
    ["expression", ({ expression }) => expression],
    ["annotation", ({ annotation }) => annotation],
    ...(args.length === 0
      ? [["arguments", argumentText] as const]
      : args.map((name): Column<PrivacyMark> => [name, (row) => scalarText(row.args?.[name])])),
    ["doc", ({ doc }) => doc],
    ["caller", ({ caller }) => caller],
  ];
}

/** Returns the names of the columns, followed by the cells of each row. */
function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[][] {
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, text]) => text(row) ?? ""))];
}

/** Returns the names of the arguments of the chosen annotations. */
function argumentColumns(rows: readonly PrivacyMark[], annotations: readonly string[]): string[] {
  return annotations.length === 0 ? [] : [...new Set(rows.flatMap(({ args = {} }) => Object.keys(args)))];
}

function argumentText({ args = {} }: PrivacyMark): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}=${scalarText(value)}`)
    .join(", ");
}

function scalarText(value: Scalar | undefined): string {
  return value === undefined ? "" : String(value);
}

/** Returns a cell of a Markdown table, with all markup escaped. */
function markdownCell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#~]/g, "\\$&").replace(/\s+/g, " ");
}

/** Returns a cell in the format of RFC 4180. Text that a spreadsheet could interpret as a formula is prefixed with an apostrophe. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
