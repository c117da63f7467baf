import { match, type team } from "cloud-storage-api";
import { GoneProblem, type Explanation } from "./problem.js";

const memberGone = (): GoneProblem => new GoneProblem("This person is no longer on the team.");

/*
 * These functions return a sentence for each error of the routes about devices and linked apps; undefined for errors that are
 * unknown to this console.
 */

export function explainRevokeDevice(error: team.RevokeDeviceSessionError): Explanation {
  return match(error, {
    device_session_not_found: () => new GoneProblem("This device is already logged out."),
    member_not_found: memberGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainUnlinkApp(error: team.RevokeLinkedAppError): Explanation {
  return match(error, {
    app_not_found: () => new GoneProblem("This app is no longer linked."),
    member_not_found: memberGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}
