import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListName, ListPage, ListRows } from "../../server/lists/rows.js";
import type { ListQuery } from "../calls/lists.js";
import { useAdminConsole } from "../console-context.js";
import { pathOfPlace, readPlace, writeQuery } from "../location.js";
import { problemText } from "../problems/problem.js";

/** A list that is shown one page at a time. */
export interface ListState<Row> {
  readonly query: ListQuery;
  /** The page that was loaded last; undefined until there is one. */
  readonly page: ListPage<Row> | undefined;
  readonly isLoading: boolean;
  /** The reason why the page could not be loaded; undefined otherwise. */
  readonly problem: string | undefined;
  /** Changes the query. Unless the change sets the page number, the list returns to the first page. */
  readonly ask: (change: Partial<ListQuery>) => void;
  /** Loads all pages of the query as a CSV file. */
  readonly loadCsv: () => Promise<Blob>;
  /** Reloads the page; with `true`, the server of the console reloads the rows from the service. */
  readonly reload: (fromService?: boolean) => void;
  /** Changes the rows that are shown: replaces each row by what `changed` returns, or removes the row for undefined. */
  readonly change: (changed: (row: Row) => Row | undefined) => void;
}

/**
 * Loads the pages of a list for the query in the URL. `of` is the id of the list's owner; empty for the whole team.
 */
export function useList<Name extends ListName>(name: Name, of = ""): ListState<ListRows[Name]> {
  const { lists } = useAdminConsole();
  const [query, setQuery] = useState(() => readListQuery(readPlace(location.hash).query));
  const latest = useRef(query);
  const [page, setPage] = useState<ListPage<ListRows[Name]>>();
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(true);
  const [request, setRequest] = useState({ fromService: false });
  const current = useRef<AbortController>(undefined);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    setLoading(true);
    lists
      .page(name, of, query, { reload: request.fromService, signal })
      .then(
        (loaded) => {
          if (!signal.aborted) {
            setPage(loaded);
            setProblem(undefined);
          }
        },
        (thrown: unknown) => {
          if (!signal.aborted) {
            setProblem(problemText(thrown));
          }
        },
      )
      .finally(() => {
        if (!signal.aborted) {
          setLoading(false);
        }
      });
    return () => controller.abort();
  }, [lists, name, of, query, request]);

  const ask = useCallback((change: Partial<ListQuery>) => {
    const next = { ...latest.current, page: 1, ...change };
    // A change of the page adds an entry to the browser's history, but letters typed into the search field do not.
    writeQuery(writeListQuery(next), change.page === undefined ? "same" : "new");
    latest.current = next;
    setRequest({ fromService: false });
    setQuery(next);
  }, []);
  useEffect(() => {
    const path = pathOfPlace();
    const follow = (): void => {
      if (pathOfPlace() === path) {
        latest.current = readListQuery(readPlace(location.hash).query);
        setRequest({ fromService: false });
        setQuery(latest.current);
      }
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const reload = useCallback((fromService = false) => setRequest({ fromService }), []);
  const change = useCallback((changed: (row: ListRows[Name]) => ListRows[Name] | undefined) => {
    setPage((before) => before && updateRows(before, changed));
  }, []);
  const loadCsv = (): Promise<Blob> => lists.csv(name, of, latest.current);
  return { query, page, isLoading, problem, ask, loadCsv, reload, change };
}

function updateRows<Row>(page: ListPage<Row>, changed: (row: Row) => Row | undefined): ListPage<Row> {
  const rows = page.rows.map(changed).filter((row) => row !== undefined);
  const removedCount = page.rows.length - rows.length;
  const counts = page.counts && {
    matches: page.counts.matches - removedCount,
    total: page.counts.total - removedCount,
  };
  return { ...page, rows, counts };
}

/** The default query of a list. */
const defaultQuery: ListQuery = { search: "", sort: "", order: "asc", page: 1, filters: {} };

/** Parses the query of a URL as a list query. */
function readListQuery(parameters: URLSearchParams): ListQuery {
  const { search = "", sort = "", order, page, ...filters } = Object.fromEntries(parameters);
  return {
    search,
    sort,
    order: order === "desc" ? "desc" : "asc",
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    filters,
  };
}

/** Converts a list query to the query of a URL. */
function writeListQuery({ filters, ...query }: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...filters })) {
    if (value !== "" && value !== defaultQuery[name as keyof ListQuery]) {
      parameters.set(name, String(value));
    }
  }
  return parameters;
}

/** Returns whether a query searches or filters the list. */
export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== "" || Object.values(filters).some((value) => value !== "");
}

/** A column of a list. */
export interface Column<Row, Sort extends string = string> {
  readonly title: string;
  /** The name of the sort order by this column; undefined if the list cannot be sorted by it. */
  readonly sort?: Sort;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether the column contains the name of the row. The name is the heading of the row and, on narrow screens, of its card. */
  readonly isHeading?: boolean;
}

/** A filter of a list. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
