import { checkOptionNames } from "../codecs/option-names.js";
import type { ServerOptions } from "./options.js";

const serverOptions: readonly (keyof ServerOptions<unknown>)[] = [
  "authenticate",
  "hasPermission",
  "permissions",
  "maxBodyBytes",
  "maxUploadBytes",
  "bodyTimeout",
  "handlerTimeout",
  "allowedOrigins",
  "refusalFor",
  "onError",
  "random",
  "requestId",
  "onReply",
];

/** Throws a TypeError for an option of a server that is neither a general one nor a namespace with handlers. */
export function checkServerOptions(options: object, namespaces: readonly string[]): void {
  checkOptionNames(options, [...serverOptions, ...namespaces]);
}
