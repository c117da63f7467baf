import type { ListName, ListPage, ListRows } from "../../server/lists/rows.js";
import { waitingTime } from "../components/text.js";
import { Problem } from "../problems/problem.js";

/** The query of a list. `filters` maps the names of filters to values. */
export interface ListQuery {
  readonly search: string;
  readonly sort: string;
  readonly order: "asc" | "desc";
  readonly page: number;
  readonly filters: Readonly<Record<string, string>>;
}

/** The lists of the team, which the server of the console searches, sorts and divides into pages. */
export class Lists {
  readonly #key: string;
  readonly #fetch: typeof fetch;

  constructor(key: string, fetcher: typeof fetch) {
    this.#key = key;
    this.#fetch = fetcher;
  }

  /** Returns a page of a list. `reload` makes the server of the console reload the rows from the service. */
  page<Name extends ListName>(
    name: Name,
    of: string,
    { filters, page, ...query }: ListQuery,
    options: { readonly reload?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<ListPage<ListRows[Name]>> {
    const parameters = { of, page: String(page), ...query, ...filters, reload: options.reload === true ? "1" : "" };
    return this.#request(`/lists/${name}?${encodeQuery(parameters)}`, { signal: options.signal ?? null });
  }

  /** Returns all pages of a list as a CSV file. */
  async csv(name: ListName, of: string, { filters, search, sort, order }: ListQuery): Promise<Blob> {
    const response = await this.#fetchOk(`/lists/${name}/csv?${encodeQuery({ of, search, sort, order, ...filters })}`);
    return response.blob().catch(() => {
      throw new Problem(incomplete);
    });
  }

  /** Reloads and returns the rows that have a key. Pages that are requested later contain these rows as well. */
  async refresh<Name extends ListName>(name: Name, key: string, of = ""): Promise<readonly ListRows[Name][]> {
    const url = `/lists/${name}/refresh?${encodeQuery({ of, key })}`;
    const { rows } = await this.#request<{ rows: ListRows[Name][] }>(url, { method: "POST" });
    return rows;
  }

  /** Makes the server of the console load all lists again when they are next requested. */
  async forget(): Promise<void> {
    await this.#request("/lists/forget", { method: "POST" });
  }

  async #request<Answer>(url: string, init: RequestInit): Promise<Answer> {
    const response = await this.#fetchOk(url, init);
    return (await response.json()) as Answer;
  }

  async #fetchOk(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#key}` };
    const response = await this.#fetch(url, { ...init, headers }).catch((thrown: unknown) => {
      throw init.signal?.aborted === true ? thrown : new Problem(unreachable);
    });
    if (!response.ok) {
      throw new Problem(explainStatus(response));
    }
    return response;
  }
}

const unreachable = "The console cannot be reached. Check your connection and try again.";
const incomplete = "The file could not be loaded completely. Try again in a moment.";

function explainStatus(response: Response): string {
  switch (response.status) {
    case 401:
      return "Your session has ended. Log in again.";
    case 403:
      return "This console is not allowed to see this. Ask the person who registered it to extend its permissions.";
    case 404:
      return "This no longer exists. Go back to the list.";
    case 429:
      return `There were too many requests. Try again in ${waitingTime(Number(response.headers.get("Retry-After") ?? 60))}.`;
    case 502:
      return "The service failed. Try again in a moment.";
    default:
      return "The service cannot be reached. Try again in a moment.";
  }
}

function encodeQuery(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString();
}
