import type { ListQuery } from "../calls/lists.js";

/** What a list is asked that the URL has nothing about. */
const defaultQuery: ListQuery = { search: "", sort: "", order: "asc", page: 1, filters: {} };

/** What the query of a URL asks of a list. */
export function readListQuery(parameters: URLSearchParams): ListQuery {
  const { search = "", sort = "", order, page, ...filters } = Object.fromEntries(parameters);
  return {
    search,
    sort,
    order: order === "desc" ? "desc" : "asc",
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    filters,
  };
}

/** The query of a URL that asks the same of a list. */
export function writeListQuery({ filters, ...query }: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...filters })) {
    if (value !== "" && value !== defaultQuery[name as keyof ListQuery]) {
      parameters.set(name, String(value));
    }
  }
  return parameters;
}

/** Whether a list is asked for less than all it has. */
export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== "" || Object.values(filters).some((value) => value !== "");
}
