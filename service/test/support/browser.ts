/** The state of a browser: a page, or an external URL to which it was redirected. */
export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Fills in the fields and submits the form with this button. */
  press(button: string, fields?: Readonly<Record<string, string>>): Promise<Shown>;
  /** Follows the link with this text. */
  follow(link: string): Promise<Shown>;
}

/** A browser without JavaScript that stays on one site and keeps cookies. */
export class Browser {
  readonly #site: string;
  readonly #headers: Readonly<Record<string, string>>;
  cookie = "";

  /** `headers` are sent with each request. */
  constructor(site: string, headers: Readonly<Record<string, string>> = {}) {
    this.#site = site;
    this.#headers = headers;
  }

  /** Opens a URL and follows redirects, as far as they stay on the site. */
  async open(url: string, body?: URLSearchParams): Promise<Shown> {
    const target = new URL(url, this.#site);
    if (target.origin !== this.#site) {
      return this.#shown(target.href, 0, new Headers(), "");
    }
    const headers = { ...this.#headers, Cookie: this.cookie };
    const response = await fetch(target, {
      redirect: "manual",
      headers,
      ...(body !== undefined && { method: "POST", body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [set = ""] = cookie.split(";");
      const name = set.slice(0, set.indexOf("=") + 1);
      const others = this.cookie.split("; ").filter((each) => each !== "" && !each.startsWith(name));
      this.cookie = [...others, set].join("; ");
    }
    const location = response.headers.get("location");
    const text = await response.text();
    return location === null
      ? this.#shown(target.href, response.status, response.headers, text)
      : this.open(new URL(location, target).href);
  }

  #shown(url: string, status: number, headers: Headers, text: string): Shown {
    return {
      url,
      status,
      headers,
      text,
      press: (button, fields = {}) => {
        const form = formWith(text, button);
        const data = new URLSearchParams({ ...form.fields, ...fields });
        return this.open(new URL(form.action ?? url, url).href, data);
      },
      follow: (link) => {
        const anchor = [...text.matchAll(/<a\s([^>]*)>([^<]*)<\/a>/g)].find(([, , words]) => words === link);
        return this.open(new URL(attribute(anchor?.[1] ?? "", "href") ?? "", url).href);
      },
    };
  }
}

/** The data that the form with a button would send. Throws an Error if there is no such enabled button. */
function formWith(page: string, button: string): { action: string | undefined; fields: Record<string, string> } {
  for (const [, head = "", content = ""] of page.matchAll(/<form\s([^>]*)>(.*?)<\/form>/gs)) {
    const buttons = [...content.matchAll(/<button\b([^>]*)>([^<]*)<\/button>/g)];
    const [, pressed] = buttons.find(([, , words]) => words === button) ?? [];
    if (pressed !== undefined && !/\sdisabled\b/.test(pressed)) {
      const inputs = [...content.matchAll(/<input\s([^>]*)>/g)].map(([, attributes = ""]) => attributes);
      const filled = inputs.filter((each) => attribute(each, "type") !== "radio" || /\schecked\b/.test(each));
      const fields = [...filled, pressed].map((each) => [
        attribute(each, "name") ?? "",
        attribute(each, "value") ?? "",
      ]);
      return {
        action: attribute(head, "action"),
        fields: Object.fromEntries(fields.filter(([name]) => name !== "")) as Record<string, string>,
      };
    }
  }
  throw new Error(`There is no button "${button}".`);
}

function attribute(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? [];
  return value?.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
