import type { ListQuery } from "../calls/lists.js";

/** The default query of a list. */
const defaultQuery: ListQuery = { search: "", sort: "", order: "asc", page: 1, filters: {} };

/** Parses the query of a URL as a list query. */
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

/** Converts a list query to the query of a URL. */
export function writeListQuery({ filters, ...query }: ListQuery): URLSearchParams {
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
