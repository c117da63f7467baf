import { withArgument } from "./argument.js";
import { authorization } from "./authorization.js";
import { clientState, type ClientCore } from "./core.js";
import { requestHead } from "./request.js";
import { checkStyle } from "../routes/route-attributes.js";
import { whenLoaded, type LoadableRoute } from "./loadable-route.js";
import { encodeArgument } from "./validation.js";

/**
 * Returns the URL from which a browser can fetch the content of a download directly, as for an image or a link. It contains the
 * access token: do not log it or share it.
 */
export async function downloadUrl<ArgInput>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
): Promise<string> {
  const client = core[clientState];
  return whenLoaded(client, route, arg, {}, async (route, arg) => {
    checkStyle(client.binding, route, "download", "downloadUrl");
    const urlOnly = { ...client, options: () => ({ ...client.options(), avoidPreflight: true }) };
    const encoded = encodeArgument(client, route, arg, {});
    return requestHead(urlOnly, withArgument(urlOnly, { route }, encoded), await authorization(client, route), {}).url;
  });
}
