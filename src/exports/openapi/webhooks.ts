import { webhookTypes, type Binding } from "../../generator/facts/binding-options.js";
import type { Api } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { firstSentence, plainText } from "../../ir/plain-text.js";
import type { Printed } from "../../ir/print-json.js";
import type { Operations } from "./operations.js";

/** Returns the posted notifications, by type; undefined if there are none. */
export function webhooks(
  { namespaces }: Api,
  binding: Binding,
  operations: Operations,
): { readonly [type: string]: Printed } | undefined {
  // A filter may have removed a type.
  const types = webhookTypes(binding).flatMap((name) => {
    const namespace = namespaces.find((each) => each.name === name.namespace);
    const definitions = [...(namespace?.aliases ?? []), ...(namespace?.types ?? [])];
    const definition = definitions.find((each) => each.name === name.name);
    return definition === undefined ? [] : [{ name, doc: definition.doc }];
  });
  if (types.length === 0) {
    return undefined;
  }
  const parameters = signatureHeaders(binding).map(([name, description]) => ({
    name,
    in: "header",
    description,
    required: true,
    schema: { type: "string" },
  }));
  const items = types.map(({ name, doc }): [string, Printed] => {
    const type = { kind: "ref", ...name } as const;
    const post = {
      summary: firstSentence(doc) ?? qualified(name),
      description: plainText(doc),
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { "application/json": operations.media("read", type, qualified(name)) },
      },
      responses: {
        "200": { description: "The notification is received." },
        "4XX": { description: "The notification is refused, for example because its signature is invalid." },
      },
    };
    return [qualified(name), { post }];
  });
  return Object.fromEntries(items);
}

/** Returns the headers of a signature, with their descriptions. */
function signatureHeaders({ webhooks: { signature } }: Binding): [name: string, description: string][] {
  if (signature === "standard") {
    return [
      ["webhook-id", "The id of the notification, the same for all attempts to deliver it."],
      ["webhook-timestamp", "The time of the attempt, in seconds since 1970."],
      [
        "webhook-signature",
        "The signatures in the format of Standard Webhooks, `v1,` and Base64, separated by spaces.",
      ],
    ];
  }
  const { header, encoding, prefix = "" } = signature;
  const before = prefix === "" ? "" : `\`${prefix}\` and `;
  return [[header, `${before}the HMAC-SHA-256 of the body with the secret of the application, in ${encoding}.`]];
}
