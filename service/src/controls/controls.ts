import { badCall, createHandler } from "#controls/server";
import type { Backend } from "../backend.js";
import { faultOfCaller, violatedConstraint } from "../database/database.js";
import { activityControls } from "./activity.js";
import { accessControls } from "./access.js";
import { appControls } from "./apps.js";
import { environmentControls } from "./environment.js";
import { storageControls } from "./storage.js";
import { teamControls } from "./teams.js";

/**
 * Answers the calls of `spec`, with which tests do what they like. Browsers tell the origin of a page that calls: whatever
 * site a developer looks at could otherwise do as it likes, too.
 */
export function controls(backend: Backend): (request: Request) => Promise<Response> {
  const handler = createHandler({
    authenticate: () => undefined,
    refusalFor(thrown, route) {
      const constraint = violatedConstraint(thrown);
      const fault = constraint === undefined ? faultOfCaller(thrown) : `that would violate ${constraint}`;
      return fault === undefined ? undefined : badCall(route, fault);
    },
    onError: (error, { route }) => backend.log.error({ err: error, route: route.path }, "a control has failed"),
    activity: activityControls(backend),
    access: accessControls(backend),
    controls: { ...teamControls(backend), ...appControls(backend), ...environmentControls(backend) },
    storage: storageControls(backend),
  });
  return (request) =>
    request.headers.has("Origin")
      ? Promise.resolve(new Response("Web pages cannot call test controls: send no Origin.", { status: 403 }))
      : handler(request);
}
