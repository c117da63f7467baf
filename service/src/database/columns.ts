import { join, raw, type Sql } from "sql-template-tag";

/** An expression that a statement selects, which carries the type of its values. */
export interface Column<Value> {
  readonly expression: Sql;
  /** Never set. Only carries the type. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** The type of a row that has these columns. */
export type Row<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};

export function column<Value>(expression: Sql): Column<Value> {
  return { expression };
}

/** Returns the columns as a list for `select`. */
export function selectList(columns: Columns): Sql {
  return join(Object.entries(columns).map(([name, { expression }]) => join([expression, raw(name)], " as ")));
}

/** Returns a function that converts a row from an array, in the order of the columns, to an object. */
export function rowReader<Of extends Columns>(columns: Of): (values: readonly unknown[]) => Row<Of> {
  const names = Object.keys(columns);
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      row[names[index] ?? ""] = values[index];
    }
    return row as Row<Of>;
  };
}
