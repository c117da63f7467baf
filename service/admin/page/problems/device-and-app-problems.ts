import { match, type team } from "cloud-storage-api";

const memberGone = "This person is no longer on the team. Refresh the list.";

/*
 * The sentence for each error of the routes about devices and linked apps. Undefined stands for an error that is newer
 * than this console.
 */

export function explainRevokeDevice(error: team.RevokeDeviceSessionError): string | undefined {
  return match(error, {
    device_session_not_found: () => "This device is already logged out. Refresh the list.",
    member_not_found: () => memberGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainUnlinkApp(error: team.RevokeLinkedAppError): string | undefined {
  return match(error, {
    app_not_found: () => "This app is no longer linked. Refresh the list.",
    member_not_found: () => memberGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}
