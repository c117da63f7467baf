import { authorization } from "./authorization.js";
import { clientState, type ClientCore } from "./core.js";
import { requestHead } from "./request.js";
import { checkStyle } from "../routes/route-attributes.js";
import type { CallableRoute } from "./rpc.js";
import { encodeArgument } from "./validation.js";

/**
 * The URL from which a browser can get the content of a download by itself, for an image or a link. It holds the token:
 * keep it out of logs and out of the hands of others.
 */
export async function downloadUrl<ArgInput>(
  core: ClientCore,
  route: CallableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
): Promise<string> {
  const client = core[clientState];
  checkStyle(client.binding, route, "download", "downloadUrl");
  const crossSite = { ...client, options: () => ({ ...client.options(), crossSite: true }) };
  const encoded = encodeArgument(client, route, arg, {});
  return requestHead(crossSite, { route, arg: encoded }, await authorization(client, route), {}).url;
}
