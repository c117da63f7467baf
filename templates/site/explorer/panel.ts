import type { AnyRoute } from "../../runtime/twin/data.js";
import { routeKey } from "../../runtime/twin/data.js";
import type { ServerRoute } from "../../runtime/server/server-route.js";
import { button, element } from "../element.js";
import type { Explorer } from "../try-it.js";
import { answerView, type Answer } from "./answer-view.js";
import { ArgumentEditor } from "./argument-editor.js";
import { hostOf, prepareRequest, type Call } from "./call.js";
import { CredentialFields, field } from "./credentials.js";
import type { LoadedNamespace } from "./namespaces.js";
import { PageTwin } from "./page-twin.js";

/** The host in the URLs of requests to the Twin, which only reads the path. */
const twinHost = "https://twin.invalid";

const planned: readonly (readonly [status: number, text: string])[] = [
  [401, "401 Unauthorized"],
  [403, "403 Forbidden"],
  [429, "429 Too Many Requests"],
  [500, "500 Internal Server Error"],
  [503, "503 Service Unavailable"],
];

/** The form with which a reader calls a route. */
export class Panel implements Explorer {
  readonly #served: ServerRoute;
  readonly #namespace: LoadedNamespace;
  readonly #twin: PageTwin;
  readonly #editor: ArgumentEditor | undefined;
  readonly #file = element("input", { id: "try-it-file", attributes: { type: "file" } });
  readonly #outcome: HTMLSelectElement;
  readonly #target: HTMLSelectElement;
  readonly #host: HTMLInputElement;
  readonly #credentials: CredentialFields;
  readonly #answer = element("div", { className: "answer", attributes: { "aria-live": "polite" } });

  constructor(section: HTMLElement, served: ServerRoute, namespace: LoadedNamespace, hasLive: boolean, script: string) {
    this.#served = served;
    this.#namespace = namespace;
    this.#twin = new PageTwin(namespace, script);
    const { route } = served;
    const key = routeKey(route);
    const data = namespace.arguments[key];
    if (data !== undefined) {
      const { decodeArg } = route as AnyRoute;
      this.#editor = new ArgumentEditor(data, decodeArg, () => void this.#send());
    }
    this.#outcome = outcomeSelect(this.#twin.paths.get(key) ?? []);
    const outcome = labelled("Answer with", this.#outcome);
    const [host, hostField] = field("Host", "url", hostOf(route, namespace.binding));
    this.#host = host;
    this.#credentials = new CredentialFields(route, namespace);
    this.#target = element(
      "select",
      { id: "try-it-target" },
      element("option", { attributes: { value: "twin" } }, "The Twin, a fake in this page"),
      element("option", { attributes: { value: "live" } }, "A host"),
    );
    const live = element("div", { className: "live" }, hostField, ...this.#credentials.nodes);
    const retarget = (): void => {
      live.hidden = !this.#isLive;
      outcome.hidden = this.#isLive;
      restart.hidden = this.#isLive;
    };
    this.#target.addEventListener("change", retarget);
    const restart = button("Forget earlier calls", "", () => {
      this.#twin.reset();
      this.#answer.replaceChildren(element("p", { className: "quiet" }, "The Twin has forgotten all calls."));
    });
    section.append(
      ...(hasLive ? [labelled("Send to", this.#target), live] : []),
      ...(hasLive
        ? []
        : [element("p", { className: "quiet" }, "The Twin answers: a fake of the service, which runs in this page.")]),
      ...(this.#editor === undefined ? [] : [this.#editor.node]),
      ...(served.style === "upload" ? [labelled("Content", this.#file)] : []),
      outcome,
      element(
        "div",
        { className: "actions" },
        button("Send", "primary", () => void this.#send()),
        restart,
      ),
      this.#answer,
    );
    retarget();
  }

  getError(path: string): void {
    this.#target.value = "twin";
    this.#target.dispatchEvent(new Event("change"));
    this.#outcome.value = `error=${path}`;
    void this.#send().then(() => {
      this.#answer.querySelector<HTMLElement>(".status")?.focus();
      this.#answer.scrollIntoView({ block: "nearest" });
    });
  }

  get #isLive(): boolean {
    return this.#target.value === "live";
  }

  async #send(avoidPreflight = false): Promise<void> {
    const isLive = this.#isLive;
    const request = prepareRequest(this.#call(isLive), this.#namespace.binding, avoidPreflight);
    const start = performance.now();
    let response: Response;
    try {
      response = isLive
        ? await fetch(request.url, { method: request.method, headers: request.headers, body: request.body ?? null })
        : await this.#twin.answer(request);
    } catch (thrown) {
      this.#answer.replaceChildren(...this.#noAnswer(thrown, isLive, avoidPreflight));
      return;
    }
    const milliseconds = performance.now() - start;
    const isDownload = this.#served.style === "download";
    const answer: Answer = { response, milliseconds, isDownload, isFromTwin: !isLive };
    this.#answer.replaceChildren(...(await answerView(answer, this.#namespace.binding)));
  }

  #call(isLive: boolean): Call {
    const { route, style } = this.#served;
    const directive = this.#outcome.value;
    const [, error] = /^error=(.*)$/s.exec(directive) ?? [];
    return {
      route,
      style,
      arg: this.#editor?.text ?? "",
      content: this.#file.files?.[0] ?? new Blob([]),
      host: isLive ? this.#host.value.trim() : twinHost,
      authorization: isLive ? this.#credentials.authorization() : this.#anybody(),
      headers:
        isLive || directive === "" ? {} : { "Ashlar-Twin": error === undefined ? directive : `error=${quoted(error)}` },
    };
  }

  /** Returns credentials that the Twin accepts. */
  #anybody(): string {
    return this.#credentials.kind === "app" ? "Basic YXBwOnNlY3JldA==" : "Bearer twin";
  }

  #noAnswer(thrown: unknown, isLive: boolean, avoidedPreflight: boolean): HTMLElement[] {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const failure = element("p", { className: "status", attributes: { tabindex: "-1" } });
    failure.append(element("b", { className: "bad" }, "No answer"), ` ${message}`);
    if (!isLive) {
      return [failure];
    }
    const why = element(
      "p",
      {},
      "The browser has not let the page send the request or read the answer. Either the host cannot be reached, or it does not allow calls from pages of other sites (CORS). ",
      ...(avoidedPreflight ? [] : ["Without a preflight request it may be allowed. "]),
      "The curl command of this page works in any case.",
    );
    const again = button("Send without a preflight request", "", () => void this.#send(true));
    return [failure, why, ...(avoidedPreflight ? [] : [again])];
  }
}

function outcomeSelect(paths: readonly string[]): HTMLSelectElement {
  const select = element(
    "select",
    { id: "try-it-outcome" },
    element("option", { attributes: { value: "" } }, "Its result"),
  );
  const group = (label: string, options: readonly (readonly [value: string, text: string])[]): void => {
    if (options.length > 0) {
      select.append(
        element(
          "optgroup",
          { attributes: { label } },
          ...options.map(([value, text]) => element("option", { attributes: { value } }, text)),
        ),
      );
    }
  };
  group(
    "Errors of the route",
    paths.map((path) => [`error=${path}`, path]),
  );
  group(
    "Other statuses",
    planned.map(([status, text]) => [`status=${status}`, text]),
  );
  return select;
}

function labelled(label: string, input: HTMLElement): HTMLElement {
  return element("div", { className: "field" }, element("label", { attributes: { for: input.id } }, label), input);
}

/** Returns a string in the syntax of RFC 8941. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
