import type { VNode } from "preact";
import { runNotified } from "../actions/show-outcome.js";
import { SearchField } from "../components/field.js";
import { Icon } from "../components/icon.js";
import { ago } from "../components/text.js";
import { useAdminConsole, type AdminConsole } from "../console-context.js";
import type { Column, Filter, ListState } from "./use-list.js";

/** How long a file that is being saved remains in memory, in milliseconds. */
const keptFor = 60_000;

/** Saves a CSV file. Its name contains the title of a list and the current day. */
async function saveCsv(admin: AdminConsole, title: string, load: () => Promise<Blob>): Promise<void> {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = `${[...words, localDay()].join("-")}.csv`;
  await runNotified(admin, {
    progress: `Preparing ${name}`,
    done: `${name} is saved with your downloads.`,
    work: async () => save(await load(), name),
  });
}

/** Returns the current day as `2026-11-27`. */
function localDay(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptFor);
}

interface ToolbarProps<Row> {
  readonly list: ListState<Row>;
  /** The title of the list, for the name of its CSV file. */
  readonly title: string;
  /** The label of the search, such as `Search members`. */
  readonly label: string;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
}

/** The toolbar of a list: search, refresh, CSV and filters. Narrow screens have no column headings, so sorting is here, too. */
export function Toolbar<Row>({ list, title, label, filters, columns }: ToolbarProps<Row>): VNode {
  const admin = useAdminConsole();
  const { query, page, isLoading, ask, loadCsv, reload } = list;
  const sorts = columns.filter(({ sort }) => sort !== undefined);
  return (
    <div class="toolbar" role="search" aria-label={label}>
      {page?.canSearch !== false && (
        <SearchField label={label} value={query.search} search={(search) => ask({ search })} />
      )}
      <button
        type="button"
        class="icon-button refresh"
        aria-label="Refresh"
        aria-busy={isLoading}
        title={page === undefined ? "Refresh" : `Refresh (loaded ${ago(page.loaded)})`}
        onClick={() => reload(true)}
      >
        <Icon name="refresh" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Save as CSV"
        title="Save all matching rows as CSV"
        onClick={() => void saveCsv(admin, title, loadCsv)}
      >
        <Icon name="download" />
      </button>
      {filters.map(({ name, label: filter, options }) => (
        <select
          key={name}
          aria-label={filter}
          value={query.filters[name] ?? ""}
          onChange={(event) => ask({ filters: { ...query.filters, [name]: event.currentTarget.value } })}
        >
          <option value="">{filter}: all</option>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {sorts.length > 0 && (
        <select
          class="narrow-only"
          aria-label="Sort by"
          value={query.sort === "" ? sorts[0]?.sort : query.sort}
          onChange={(event) => ask({ sort: event.currentTarget.value, order: "asc" })}
        >
          {sorts.map(({ sort, title }) => (
            <option key={sort} value={sort}>
              Sort: {title.toLowerCase()}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
