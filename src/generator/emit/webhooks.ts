import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations, typeCode } from "../code/template/template.js";
import { exportTypes } from "../code/tree/declaration.js";
import { literal, type Expression } from "../code/tree/expression.js";
import { union, type TypeNode } from "../code/tree/type.js";
import { webhookTypes } from "../facts/binding-options.js";
import type { Context } from "../facts/context.js";
import { codecsModule } from "../facts/lazy-namespace.js";
import type { PackageOptions } from "../facts/package-options.js";
import { typeNode, type View } from "../facts/type-node.js";

const runtime = "../runtime/webhooks.js";

/** Whether a package has a handler for the notifications of its service. */
export function hasWebhooks({ binding }: Pick<PackageOptions, "binding">): boolean {
  return binding.webhooks !== undefined;
}

/** Returns the module of the subpath `./server/webhooks`, for receivers and senders of notifications. */
export function emitWebhooks(context: Context): TypeScriptModule[] {
  const { naming, binding } = context;
  const { signature, challenge } = binding.webhooks;
  const module = new Module("src/server/webhooks.ts", "the configuration", [
    ...["createWebhookHandler", "options", "payload", "scheme", "secret", "signWebhook"],
    ...["WebhookPayload", "WebhookPayloadInput"],
  ]);
  const type = (of: string): string => module.type(runtime, of);
  // The module of the codecs also exports the types.
  const codecsOf = (namespace: string): string =>
    module.importValues(`../${codecsModule({ name: namespace }, context)}.js`, naming.namespaceImport(namespace));
  const qualify = (namespace: string, name: string): string => `${codecsOf(namespace)}.${name}`;
  const names = webhookTypes(binding);
  const payload = (view: View): TypeNode =>
    union(names.map((name) => typeNode({ kind: "ref", ...name }, view, context, qualify)));
  const types = names.map((name) => {
    const codec = (verb: string): Expression => code`${codecsOf(name.namespace)}.${`${verb}${naming.type(name)}`}`;
    return code`{ decode: ${codec("decode")}, encode: ${codec("encode")} }`;
  });
  // Only Standard Webhooks have ids and timestamps.
  const [signing, options] =
    signature === "standard"
      ? [{ name: "options", type: typeCode`${type("SigningOptions")}`, initializer: code`{}` }, "options"]
      : [];
  module.add(
    ...declarations`
      /** The form in which receivers get a notification. */
      export type WebhookPayload = ${payload("read")};

      /** The form in which senders write a notification. */
      export type WebhookPayloadInput = ${payload("write")};

      const scheme: ${type("WebhookScheme")}<WebhookPayload> = {
        signature: ${literal(signature)},
        challenge: ${literal(challenge?.parameter)},
        types: [${types}],
      };

      /**
       * Creates a handler for the notifications that the service posts. For \`node:http\`, Express and Fastify use
       * \`toNodeListener\` from the subpath \`./server/node\`.
       */
      export function createWebhookHandler(
        options: ${type("WebhookHandlerOptions")}<WebhookPayload>,
      ): (request: Request) => Promise<Response> {
        return ${module.value(runtime, "webhookHandler")}(scheme, options);
      }

      /** Encodes and signs a notification, for services. Post it to each receiver. */
      export function signWebhook(
        payload: WebhookPayloadInput,
        secret: string,
        ${signing},
      ): Promise<${type("SignedWebhook")}> {
        return ${module.value(runtime, "signPayload")}(scheme, payload, secret, ${options});
      }

      ${exportTypes(["NotificationInfo", "RefusedNotification", "SignedWebhook", "WebhookHandlerOptions"], runtime)}
    `,
  );
  return [module.finish()];
}
