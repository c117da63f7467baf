import type { Context } from "../../facts/context.js";
import { hasWebhooks } from "../webhooks/webhooks.js";
import { fence } from "./markdown.js";

/** Returns the section on notifications; empty if the service posts none. */
export function webhooks({ options }: Context): string[] {
  if (!hasWebhooks(options)) {
    return [];
  }
  return [
    "## Receive notifications",
    "The service posts notifications to applications. This handler verifies and decodes them:",
    fence([
      'import { createServer } from "node:http";',
      `import { toNodeListener } from "${options.name}/server/node";`,
      `import { createWebhookHandler } from "${options.name}/server/webhooks";`,
      "",
      "const receive = createWebhookHandler({",
      '  secrets: process.env.APP_SECRET ?? "",',
      "  onNotification: async (notification) => console.log(notification),",
      "  onRefused: ({ status, reason }) => console.warn(status, reason),",
      "});",
      "createServer(toNodeListener(receive)).listen(8080);",
    ]),
    "`receive` itself is a function `(request: Request) => Promise<Response>`. The response has status 200 after `onNotification` has ended. If `onNotification` fails, the status is 500, and most services send the notification again. `signWebhook` signs notifications, for services and tests.",
  ];
}
