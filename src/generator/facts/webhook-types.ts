import type { Name } from "../../ir/api.js";
import type { Binding } from "./binding-options.js";

/** Returns the types of the notifications that the service posts; empty if there are none. */
export function webhookTypes({ webhooks }: Binding): Name[] {
  return webhooks.payload.map((type) => {
    const [namespace = "", name = ""] = type.split(".");
    return { namespace, name };
  });
}
