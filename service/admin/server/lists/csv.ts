import { stringify } from "csv-stringify/sync";

/** The columns of a CSV file: their titles to the values of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | undefined>>;

/**
 * Rows as a CSV file (RFC 4180) that starts with a byte order mark, without which Excel does not read UTF-8. Text that a
 * spreadsheet would evaluate as a formula is preceded by an apostrophe. Without a header, the rows continue a file.
 */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[], { hasHeader = true } = {}): string {
  const values = Object.values(columns);
  return stringify(
    rows.map((row) => values.map((value) => value(row))),
    {
      header: hasHeader,
      columns: Object.keys(columns),
      bom: hasHeader,
      record_delimiter: "windows",
      quoted: true,
      quoted_empty: true,
      escape_formulas: true,
    },
  );
}
