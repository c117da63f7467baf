import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ListName, ListPage, ListRows } from "../../server/lists/rows.js";
import { type Option, SearchField } from "../components/field.js";
import { Alert } from "../components/placeholders.js";
import { useAdminConsole } from "../console-context.js";
import { problemText } from "../problems/problem.js";
import { LongListNote } from "./list-view.js";

interface PickerProps<Name extends ListName> {
  readonly legend: string;
  /** The name of the field in the form. */
  readonly name: string;
  readonly list: Name;
  readonly filters?: Readonly<Record<string, string>>;
  readonly searchLabel: string;
  readonly option: (row: ListRows[Name]) => Option;
}

/** The maximum number of options that are shown. */
const maxOptions = 6;

/** A form field to pick one row of a list, which the server searches. */
export function Picker<Name extends ListName>(props: PickerProps<Name>): VNode {
  const { legend, name, list, filters = {}, searchLabel, option } = props;
  const { lists } = useAdminConsole();
  const [search, setSearch] = useState("");
  const [matches, setMatches] = useState<ListPage<ListRows[Name]>>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(1);
  const filterText = new URLSearchParams(filters).toString(); // an effect cannot compare objects
  useEffect(() => {
    const controller = new AbortController();
    const filters = Object.fromEntries(new URLSearchParams(filterText));
    const query = { search, sort: "", order: "asc", page: 1, filters } as const;
    lists.page(list, "", query, { signal: controller.signal }).then(
      (page) => {
        setMatches(page);
        setProblem(undefined);
      },
      (thrown: unknown) => !controller.signal.aborted && setProblem(problemText(thrown)),
    );
    return () => controller.abort();
  }, [lists, list, search, filterText, attempt]);
  const options = matches?.rows.slice(0, maxOptions).map(option) ?? [];
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {matches?.canSearch !== false && <SearchField label={searchLabel} value={search} search={setSearch} />}
      {matches !== undefined && matches.counts === undefined && <LongListNote canSearch={matches.canSearch} />}
      {problem !== undefined && <Alert retry={() => setAttempt(attempt + 1)}>{problem}</Alert>}
      <div class="options" aria-live="polite">
        {matches?.rows.length === 0 && <p class="muted">Nothing matches.</p>}
        {options.map(({ value, label, hint }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} required />
            <span>
              {label}
              {hint !== undefined && <small>{hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
