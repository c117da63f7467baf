import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListName, ListPage, ListRows } from "../../server/lists/rows.js";
import type { ListQuery } from "../calls/lists.js";
import { useAdminConsole } from "../console-context.js";
import { pathOfPlace, readPlace, writeQuery } from "../location.js";
import { problemText } from "../problems/call-problem.js";
import { readListQuery, writeListQuery } from "./list-query.js";

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
  const gone = page.rows.length - rows.length;
  const counts = page.counts && { matches: page.counts.matches - gone, total: page.counts.total - gone };
  return { ...page, rows, counts };
}
