import { useCallback, useState } from "preact/hooks";

/** The selected rows of a list, including rows on other pages. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  /** Selects or deselects rows. */
  readonly set: (rows: readonly Row[], isSelected: boolean) => void;
}

/**
 * Returns a selection of rows, which is empty at first. `shown` are the rows of the current page: they replace older versions of
 * the same rows.
 */
export function useSelection<Row>(rowKey: (row: Row) => string, shown: readonly Row[] = []): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const set = useCallback((rows: readonly Row[], isSelected: boolean) => {
    setSelected((before) => {
      const after = new Map(before);
      rows.forEach((row) => (isSelected ? after.set(rowKey(row), row) : after.delete(rowKey(row))));
      return after;
    });
  }, []);
  const current = new Map(shown.map((row) => [rowKey(row), row]));
  return {
    rows: [...selected].map(([key, row]) => current.get(key) ?? row),
    has: (row) => selected.has(rowKey(row)),
    set,
  };
}
