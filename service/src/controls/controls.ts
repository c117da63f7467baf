import { badCall, createHandler } from "#controls/server";
import type { Backend } from "../backend.js";
import { describeTextProblem, violatedConstraint } from "../database/database.js";
import { activityControls } from "./activity.js";
import { accessControls, appControls } from "./apps.js";
import { environmentControls } from "./environment.js";
import { storageControls } from "./storage.js";
import { teamControls } from "./teams.js";

/**
 * Returns the handler of the test controls, which are the routes in `spec`. It rejects requests from web pages, which have an
 * `Origin` header, because otherwise any site that a developer visits could call the controls.
 */
export function controls(backend: Backend): (request: Request) => Promise<Response> {
  const handler = createHandler({
    authenticate: () => undefined,
    refusalFor(thrown, route) {
      const constraint = violatedConstraint(thrown);
      const fault = constraint === undefined ? describeTextProblem(thrown) : `that would violate ${constraint}`;
      return fault === undefined ? undefined : badCall(route, fault);
    },
    onError: (error, { route }) => backend.log.error({ err: error, route: route.path }, "test control failed"),
    activity: activityControls(backend),
    access: accessControls(backend),
    controls: { ...teamControls(backend), ...appControls(backend), ...environmentControls(backend) },
    storage: storageControls(backend),
  });
  return (request) =>
    request.headers.has("Origin")
      ? Promise.resolve(new Response("Web pages cannot call test controls: remove the Origin header.", { status: 403 }))
      : handler(request);
}
