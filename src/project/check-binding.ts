import type { BindingOptions, WebhookOptions } from "../generator/facts/binding-options.js";

/** Returns the first problem with the strings in a `binding`, as a clause; undefined if there is none. */
export function problemOfBinding({
  path,
  preflightFreeType,
  headers,
  hosts,
  oauth,
  webhooks,
  idempotency,
}: BindingOptions): string | undefined {
  const isHeader = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
  const isUrl = (text: string): boolean => /^https?:\/\/[^/]/i.test(text);
  return (
    problemOfMembers("headers", headers, isHeader, "the name of a header") ??
    problemOfMembers("hosts", hosts, isUrl, "a URL such as https://api.example.com") ??
    problemOfMembers("oauth", oauth, isUrl, "a URL such as https://api.example.com") ??
    problemOfMembers("webhooks.signature", headerOf(webhooks), isHeader, "the name of a header") ??
    problemOfMembers("idempotency", { header: idempotency?.header }, isHeader, "the name of a header") ??
    (webhooks?.payload.length === 0 ? "'binding.webhooks.payload' must have a type" : undefined) ??
    problemOfPreflightFreeType(preflightFreeType) ??
    (path === undefined ? undefined : problemOfPath(path))
  );
}

function headerOf({ signature }: Partial<WebhookOptions> = {}): { readonly header?: string } {
  return typeof signature === "object" ? { header: signature.header } : {};
}

function problemOfMembers(
  name: string,
  texts: Readonly<Record<string, string | undefined>> = {},
  isRight: (text: string) => boolean,
  expected: string,
): string | undefined {
  const wrong = Object.entries(texts).find(([, text]) => text !== undefined && !isRight(text));
  return wrong && `'binding.${name}.${wrong[0]}' must be ${expected}, not ${JSON.stringify(wrong[1])}`;
}

function problemOfPreflightFreeType(type: string | undefined): string | undefined {
  return type === undefined || /^text\/plain; *charset=[\w-]+$/.test(type)
    ? undefined
    : "'binding.preflightFreeType' must be of the form 'text/plain; charset=…': browsers send a preflight request for all others";
}

function problemOfPath(path: string): string | undefined {
  const placeholders = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const unknown = placeholders.find((name) => !["namespace", "route", "version", "suffix"].includes(name));
  if (unknown !== undefined) {
    return `'binding.path' has the unknown placeholder {${unknown}}; the placeholders are {namespace}, {route}, {version} and {suffix}`;
  }
  const isWhole = path.startsWith("/") && placeholders.includes("namespace") && placeholders.includes("route");
  return isWhole && !/[?#\s]/.test(path)
    ? undefined
    : "'binding.path' must be a path such as /2/{namespace}/{route}{suffix}";
}
