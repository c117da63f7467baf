import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportTypes, type FunctionDeclaration } from "../../code/tree/declaration.js";
import {
  array,
  call,
  identifier,
  literal,
  member,
  object,
  property,
  returned,
  type Expression,
} from "../../code/tree/expression.js";
import { functionType, reference, stringType, union, type TypeNode } from "../../code/tree/type.js";
import type { Context } from "../../facts/context.js";
import type { PackageOptions } from "../../facts/package-options.js";
import { typeNode, type View } from "../../facts/type-node.js";
import { webhookTypes } from "../../facts/webhook-types.js";

const runtime = "../runtime/webhooks.js";

/** Whether a package has a handler of the notifications of its service. */
export function hasWebhooks({ binding }: Pick<PackageOptions, "binding">): boolean {
  return binding.webhooks !== undefined;
}

/** The module of the subpath `./server/webhooks`: what receivers and senders of notifications need. */
export function emitWebhooks(context: Context): TypeScriptModule[] {
  const { naming, binding } = context;
  const { signature, challenge } = binding.webhooks;
  const module = new Module("src/server/webhooks.ts", "the configuration", [
    ...["createWebhookHandler", "options", "payload", "scheme", "secret", "signWebhook"],
    ...["WebhookPayload", "WebhookPayloadInput"],
  ]);
  const type = (of: string, ...args: readonly TypeNode[]): TypeNode => reference(module.type(runtime, of), ...args);
  // The module of a namespace has its types too.
  const codecsOf = (namespace: string): string =>
    module.importValues(`../${naming.folder(namespace)}/index.js`, naming.namespaceImport(namespace));
  const qualify = (namespace: string, name: string): string => `${codecsOf(namespace)}.${name}`;
  const names = webhookTypes(binding);
  const payload = (view: View): TypeNode =>
    union(names.map((name) => typeNode({ kind: "ref", ...name }, view, context, qualify)));
  const types = names.map((name) => {
    const codec = (verb: string): Expression => member(codecsOf(name.namespace), `${verb}${naming.type(name)}`);
    return object(["decode", "encode"].map((verb) => property(verb, codec(verb))));
  });
  module.add(
    { kind: "alias", name: "WebhookPayload", type: payload("read"), doc: "A notification as receivers get it." },
    { kind: "alias", name: "WebhookPayloadInput", type: payload("write"), doc: "A notification as senders write it." },
    {
      kind: "constant",
      isExported: false,
      name: "scheme",
      type: type("WebhookScheme", reference("WebhookPayload")),
      value: object([
        property("signature", literal(signature)),
        property("challenge", challenge === undefined ? identifier("undefined") : literal(challenge.parameter)),
        property("types", array(types)),
      ]),
    },
    {
      kind: "function",
      isExported: true,
      name: "createWebhookHandler",
      parameters: [{ name: "options", type: type("WebhookHandlerOptions", reference("WebhookPayload")) }],
      result: functionType(
        [{ name: "request", type: reference("Request") }],
        reference("Promise", reference("Response")),
      ),
      body: [returned(call(module.value(runtime, "webhookHandler"), identifier("scheme"), identifier("options")))],
      doc: "\nCreates a handler of the notifications that the service posts. For `node:http`, Express and Fastify use `toNodeListener` from\nthe subpath `./server/node`.",
    },
    emitSigning(module, signature === "standard"),
    exportTypes(["NotificationInfo", "RefusedNotification", "SignedWebhook", "WebhookHandlerOptions"], runtime),
  );
  return [module.finish()];
}

/** The function that signs a notification; only Standard Webhooks have ids and times. */
function emitSigning(module: Module, hasInfo: boolean): FunctionDeclaration {
  const options = hasInfo
    ? [{ name: "options", type: reference(module.type(runtime, "SigningOptions")), initializer: object([]) }]
    : [];
  return {
    kind: "function",
    isExported: true,
    name: "signWebhook",
    parameters: [
      { name: "payload", type: reference("WebhookPayloadInput") },
      { name: "secret", type: stringType },
      ...options,
    ],
    result: reference("Promise", reference(module.type(runtime, "SignedWebhook"))),
    body: [
      returned(
        call(
          module.value(runtime, "signPayload"),
          ...["scheme", "payload", "secret", ...options.map(({ name }) => name)].map(identifier),
        ),
      ),
    ],
    doc: "Encodes and signs a notification, for services. Post it to each receiver.",
  };
}
