import type { VNode } from "preact";
import { useCallback, useRef, useState } from "preact/hooks";
import { Icon } from "../components/icon.js";
import { Menu, type MenuItem } from "../components/menu.js";
import { formatNumber } from "../components/text.js";

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

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  /** The rows of the current page. */
  readonly shown: readonly Row[];
  /** The actions for all selected rows. */
  readonly actions: readonly MenuItem[];
}

/** A bar that selects all rows of the page, states how many rows are selected, and offers actions for them. */
export function SelectionBar<Row>({ selection: { rows, has, set }, shown, actions }: SelectionBarProps<Row>): VNode {
  const all = useRef<HTMLInputElement>(null);
  const isAnySelected = rows.length > 0;
  const areAllShown = shown.every(has);
  const clear = (): void => {
    set(rows, false);
    all.current?.focus(); // the pressed button disappears
  };
  return (
    <div class="selection" role="group" aria-label="Selection">
      <label class="check">
        <input
          ref={all}
          type="checkbox"
          checked={areAllShown}
          indeterminate={!areAllShown && shown.some(has)}
          onChange={(event) => set(shown, event.currentTarget.checked)}
        />
        <span class={isAnySelected ? "visually-hidden" : ""}>Select all on this page</span>
      </label>
      <p role="status">{isAnySelected && `${formatNumber(rows.length)} selected`}</p>
      {isAnySelected && (
        <>
          <Menu label="Actions for selected rows" items={actions}>
            <span class="button">
              Actions<span class="visually-hidden"> for selected rows</span>
              <Icon name="down" />
            </span>
          </Menu>
          <button type="button" onClick={clear}>
            Clear<span class="visually-hidden"> selection</span>
          </button>
        </>
      )}
    </div>
  );
}
