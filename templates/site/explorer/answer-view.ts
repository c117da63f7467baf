import type { Binding } from "../../runtime/routes/binding.js";
import { element } from "../element.js";
import { pathOf } from "../try-it.js";
import { jsonView } from "./json-view.js";

/** A response, and how long it took. */
export interface Answer {
  readonly response: Response;
  readonly milliseconds: number;
  readonly isDownload: boolean;
  readonly isFromTwin: boolean;
}

const statuses: Readonly<Record<number, string>> = {
  200: "OK",
  206: "Partial Content",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The maximum number of characters of a body that are shown. */
const maxText = 100_000;

/** Returns the elements that show a response: status, time, headers, and the result, the error or the content. */
export async function answerView(answer: Answer, binding: Binding): Promise<readonly HTMLElement[]> {
  const { response, isDownload } = answer;
  const head = [statusLine(answer), headerTable(response)];
  if (isDownload && response.ok) {
    return [...head, ...downloadParts(response, await response.blob(), binding, answer.isFromTwin)];
  }
  const text = await response.text();
  if (response.ok) {
    return [...head, messageView(text, response)];
  }
  return [...head, explanation(response.status, text), messageView(text, response)];
}

function statusLine({ response, milliseconds, isFromTwin }: Answer): HTMLElement {
  const { status, statusText, ok } = response;
  const name = statusText || (statuses[status] ?? "");
  return element(
    "p",
    { className: "status", attributes: { tabindex: "-1" } },
    element("b", { className: ok ? "good" : "bad" }, `${status} ${name}`.trim()),
    ` ${Math.max(1, Math.round(milliseconds))} ms${isFromTwin ? ", from the Twin" : ""}`,
  );
}

function headerTable({ headers }: Response): HTMLElement {
  const rows = [...headers].map(([name, value]) =>
    element(
      "tr",
      {},
      element("th", { attributes: { scope: "row" } }, element("code", {}, name)),
      element("td", {}, value),
    ),
  );
  const head = element(
    "tr",
    {},
    element("th", { attributes: { scope: "col" } }, "Header"),
    element("th", { attributes: { scope: "col" } }, "Value"),
  );
  const table = element("table", { className: "headers" }, element("thead", {}, head), element("tbody", {}, ...rows));
  const count = `${rows.length} ${rows.length === 1 ? "header" : "headers"}`;
  return element("details", {}, element("summary", {}, count), table);
}

function messageView(text: string, { headers }: Response): HTMLElement {
  if (text === "") {
    return element("p", { className: "quiet" }, "The body is empty.");
  }
  const isJson = (headers.get("content-type") ?? "").startsWith("application/json");
  return codeView(isJson && text.length <= maxText ? jsonView(text) : text.slice(0, maxText));
}

function codeView(content: Node | string): HTMLElement {
  return element("pre", { attributes: { tabindex: "0" } }, element("code", {}, content));
}

/** Returns an explanation of an error: the documentation of its path on this page, or a link to that of its status. */
function explanation(status: number, text: string): HTMLElement {
  const root = document.documentElement.dataset["root"] ?? "";
  if (status !== 409) {
    const link = element("a", { attributes: { href: `${root}errors.html#status` } }, `status ${status}`);
    return element("p", { className: "quiet" }, "This status means the same for every route: see ", link, ".");
  }
  const path = summaryPath(text);
  const item = [...document.querySelectorAll(".errors .test")].find((test) => pathOf(test) === path)?.closest("li");
  if (path === undefined || item === undefined || item === null) {
    return element("p", { className: "quiet" }, "This error is not documented on this page.");
  }
  const doc = [...item.children].find(({ tagName }) => tagName === "P")?.textContent ?? "";
  const link = element("a", { attributes: { href: `#${item.id}` } }, element("code", {}, path));
  return element("p", {}, link, doc === "" ? "" : `: ${doc}`);
}

/** Returns the `error_summary` of a body without the `/` and the dots at its end; undefined if there is none. */
function summaryPath(text: string): string | undefined {
  try {
    const { error_summary: summary } = JSON.parse(text) as { readonly error_summary?: unknown };
    return typeof summary === "string" ? summary.replace(/\/\.*$/, "") : undefined;
  } catch {
    return undefined;
  }
}

function downloadParts(response: Response, content: Blob, binding: Binding, isFromTwin: boolean): HTMLElement[] {
  const result = response.headers.get(binding.headers.result);
  const link = element(
    "a",
    { className: "primary", attributes: { href: URL.createObjectURL(content), download: "downloaded.bin" } },
    `Save the content, ${content.size.toLocaleString("en")} bytes`,
  );
  const reason = `The result is in the header ${binding.headers.result}, which the host does not expose to pages of other sites (Access-Control-Expose-Headers). Code that runs outside of a browser can read it.`;
  return [
    result === null
      ? element("p", { className: "quiet" }, isFromTwin ? "The response has no result." : reason)
      : codeView(jsonView(result)),
    element("p", {}, link),
  ];
}
