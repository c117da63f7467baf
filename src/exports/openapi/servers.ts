import type { Binding } from "../../generator/facts/binding-options.js";
import { attributeText } from "../../generator/facts/context.js";
import type { Namespace } from "../../ir/api.js";
import type { Printed } from "../../ir/print-json.js";

/** Returns the host that most routes name; undefined if most name none. */
export function findMainHost(namespaces: readonly Namespace[], { attributes }: Binding): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const route of namespaces.flatMap(({ routes }) => routes)) {
    const host = attributeText(route, attributes.host);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0];
}

/** Returns the server of a host. A host without a fixed URL is a variable. */
export function serverOf(host: string | undefined, { hosts }: Binding): Printed {
  const url = host !== undefined && Object.hasOwn(hosts, host) ? hosts[host] : undefined;
  const description = host === undefined ? undefined : `The host \`${host}\`.`;
  return url === undefined
    ? { url: "https://{host}", description, variables: { host: { default: "localhost" } } }
    : { url, description };
}
