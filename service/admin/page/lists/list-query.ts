import type { ListQuery } from "../calls/lists.js";

/** The default query of a list. */
const defaultQuery: ListQuery = { search: "", sort: "", order: "asc", page: 1, filters: {} };

/** Reads a list query from the query of a URL. */
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

/** Writes a list query as the query of a URL. */
export function writeListQuery({ filters, ...query }: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...filters })) {
    if (value !== "" && value !== defaultQuery[name as keyof ListQuery]) {
      parameters.set(name, String(value));
    }
  }
  return parameters;
}

/** Returns whether a list is searched or filtered. */
export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== "" || Object.values(filters).some((value) => value !== "");
}
