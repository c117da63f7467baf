import { authorization } from "./authorization.js";
import type { ClientCore } from "./core.js";
import { requestHead } from "./request.js";
import { checkStyle } from "../routes/route-attributes.js";
import type { CallableRoute } from "./rpc.js";

/**
 * The URL from which a browser can get the content of a download by itself, for an image or a link. It holds the token:
 * keep it out of logs and out of the hands of others.
 */
export async function downloadUrl<ArgInput>(
  core: ClientCore,
  route: CallableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
): Promise<string> {
  checkStyle(core.binding, route, "download", "downloadUrl");
  const crossSite = { ...core, options: () => ({ ...core.options(), crossSite: true }) };
  return requestHead(crossSite, { route, arg: route.encodeArg(arg) }, await authorization(core, route), {}).url;
}
