import { authenticationKinds, type RouteInfo } from "../../runtime/routes/route.js";
import { button, element } from "../element.js";
import { basicAuthorization } from "./call.js";
import { logIn } from "./log-in.js";
import type { LoadedNamespace } from "./namespaces.js";

/**
 * The fields for the credentials that a route needs. Credentials are only in memory, and are only sent with requests
 * (SITE-28).
 */
export class CredentialFields {
  readonly nodes: readonly HTMLElement[];
  /** The kind of credentials that the route needs. */
  readonly kind: "token" | "app" | "none";
  readonly #token: HTMLInputElement | undefined;
  readonly #app: readonly [key: HTMLInputElement, secret: HTMLInputElement] | undefined;

  constructor(route: RouteInfo, { binding, oauth }: LoadedNamespace) {
    const kinds = authenticationKinds(binding, route);
    const needsToken = kinds.length === 0 || kinds.includes("user") || kinds.includes("team");
    const [token, tokenField] = field("Access token", "password");
    const [key, keyField] = field("App key", "text");
    const [secret, secretField] = field("App secret", "password");
    if (needsToken) {
      this.kind = "token";
      this.#token = token;
      const { authorizeUrl, tokenUrl } = oauth ?? {};
      const canLogIn = authorizeUrl !== undefined && tokenUrl !== undefined && location.protocol === "https:";
      const problem = element("p", { className: "bad", attributes: { role: "status" } });
      const start = button("Log in", "", () => {
        problem.textContent = "";
        logIn(key.value, authorizeUrl ?? "", tokenUrl ?? "").then(
          (given) => (token.value = given),
          (thrown: unknown) => (problem.textContent = thrown instanceof Error ? thrown.message : String(thrown)),
        );
      });
      this.nodes = canLogIn ? [tokenField, keyField, start, problem] : [tokenField];
    } else if (kinds.includes("app")) {
      this.kind = "app";
      this.#app = [key, secret];
      this.nodes = [keyField, secretField];
    } else {
      this.kind = "none";
      this.nodes = [];
    }
  }

  /** Returns the value of the header `Authorization`; undefined for none. */
  authorization(): string | undefined {
    if (this.#app !== undefined) {
      return basicAuthorization(this.#app[0].value, this.#app[1].value);
    }
    const token = this.#token?.value.trim() ?? "";
    return token === "" ? undefined : `Bearer ${token}`;
  }
}

let count = 0;

/** Creates a field whose value the browser neither completes nor remembers. Returns the input and the field. */
export function field(label: string, type: string, value = ""): [HTMLInputElement, HTMLElement] {
  const id = `try-it-field-${count++}`;
  const input = element("input", { id, attributes: { type, value, autocomplete: "off", spellcheck: "false" } });
  return [input, element("div", { className: "field" }, element("label", { attributes: { for: id } }, label), input)];
}
