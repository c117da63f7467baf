import { type async, match, type team } from "cloud-storage-api";
import { type Explanation, GoneProblem } from "./problem.js";

/*
 * Each function returns a sentence for each error of a route; undefined for errors that are unknown to this console.
 */

const memberGone = (): GoneProblem => new GoneProblem("This person is no longer on the team.");
const noLicense = "The team has no license left. Remove a member or add licenses first.";

export function explainSuspend(error: team.MembersSuspendError): Explanation {
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    suspend_inactive_user: () => "Only active members can be suspended. This one is invited or already suspended.",
    suspend_last_admin: () => "The last administrator cannot be suspended. Make another member a team admin first.",
    team_license_limit: () => noLicense,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainUnsuspend(error: team.MembersUnsuspendError): Explanation {
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    unsuspend_non_suspended_member: () => "This member is not suspended. Refresh the list to see the current status.",
    team_license_limit: () => noLicense,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainRemove(error: team.MembersRemoveError): Explanation {
  const sameUser = "Choose a person other than the one being removed.";
  const notOnTeam = "The person who receives the files is no longer on the team. Choose another one.";
  const adminNotOnTeam = "The administrator who is notified of failures is no longer on the team. Choose another one.";
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    remove_last_admin: () => "The last administrator cannot be removed. Make another member a team admin first.",
    removed_and_transfer_dest_should_differ: () => sameUser,
    removed_and_transfer_admin_should_differ: () => sameUser,
    transfer_dest_user_not_found: () => notOnTeam,
    transfer_dest_user_not_in_team: () => notOnTeam,
    transfer_admin_user_not_found: () => adminNotOnTeam,
    transfer_admin_user_not_in_team: () => adminNotOnTeam,
    unspecified_transfer_admin_id: () => "Choose the administrator who is notified if files cannot be transferred.",
    transfer_admin_is_not_admin: () => "Only a team admin can be notified of transfer failures. Choose another person.",
    cannot_keep_account_and_transfer: () => "A member cannot keep the account if the files go to someone else.",
    cannot_keep_account_and_delete_data: () =>
      "A member cannot keep the account if the data on their devices is deleted.",
    email_address_too_long_to_be_disabled: () =>
      "The email address is too long for an account to be disabled. Change it to a shorter one first.",
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainRecover(error: team.MembersRecoverError): Explanation {
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    user_unrecoverable: () => "This person can no longer be recovered. Invite them again instead.",
    team_license_limit: () => noLicense,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainWelcome(error: team.MembersSendWelcomeError): Explanation {
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainSetRole(error: team.MembersSetPermissionsError): Explanation {
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    last_admin: () => "The team needs at least one team admin. Make another member a team admin first.",
    cannot_set_permissions: () =>
      "The role of this member cannot be changed: limited members cannot be administrators.",
    team_license_limit: () => noLicense,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainSetProfile(error: team.MembersSetProfileError): Explanation {
  return match(error, {
    user_not_found: memberGone,
    user_not_in_team: memberGone,
    external_id_and_new_external_id_unsafe: () => "The external ID cannot be changed in this way. Refresh the page.",
    no_new_data_specified: () => "Nothing was changed. Edit a field first.",
    email_reserved_for_other_user: () => "Someone else uses this email address. Enter another one.",
    external_id_used_by_other_user: () => "Another member has this external ID. Enter another one.",
    set_profile_disallowed: () => "The profile of this member cannot be changed.",
    param_cannot_be_empty: () => "Enter an email address.",
    other: () => undefined,
    $unknown: () => undefined,
  });
}

/** Returns the reason why a person could not be added to the team; undefined if they were added. */
export function explainAdded(result: team.MemberAddResult): string | undefined {
  return match(result, {
    success: () => undefined,
    team_license_limit: () => noLicense,
    free_team_member_limit_reached: () =>
      "A free team cannot have more members. Upgrade the plan or remove a member first.",
    user_already_on_team: () =>
      "Someone with this email address is already on the team. If they were removed, recover them instead.",
    user_on_another_team: () => "This person is on another team. They must leave it before they can join yours.",
    user_already_paired: () => "This person has already paired their account with another work account.",
    user_migration_failed: () => "The personal account of this person could not be moved to the team. Try again later.",
    duplicate_external_member_id: () => "Another member has this external ID. Enter another one.",
    user_creation_failed: () => "The account could not be created. Try again later.",
  });
}

const groupGone = (): GoneProblem => new GoneProblem("This group no longer exists.");
const notInGroup = (): GoneProblem => new GoneProblem("This person is no longer in the group.");
const groupNameTaken = "A group with this name already exists. Enter another name.";
const groupNameInvalid = 'The name of a group cannot be blank, and cannot have line breaks or any of / : ? * < > " |';
const externalIdTaken = "Another group has this external ID. Enter another one.";
const usersGone = "Some of these people are no longer on the team. Refresh the list and choose again.";
const noManagers = "A group that is managed by admins has no owners. Add the person as a member instead.";

export function explainCreateGroup(error: team.GroupCreateError): Explanation {
  return match(error, {
    group_name_already_used: () => groupNameTaken,
    group_name_invalid: () => groupNameInvalid,
    external_id_already_in_use: () => externalIdTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainUpdateGroup(error: team.GroupUpdateError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    group_name_already_used: () => groupNameTaken,
    group_name_invalid: () => groupNameInvalid,
    external_id_already_in_use: () => externalIdTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainDeleteGroup(error: team.GroupDeleteError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    group_already_deleted: groupGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainGroupInfo(error: team.GroupsGetInfoError): Explanation {
  return match(error, {
    group_not_on_team: groupGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainAddToGroup(error: team.GroupMembersAddError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    group_not_in_team: groupGone,
    duplicate_user: () => "This person is already in the group.",
    members_not_in_team: () => usersGone,
    users_not_found: () => usersGone,
    user_must_be_active_to_be_owner: () => "Only active members can own a group. Add this person as a member instead.",
    user_cannot_be_manager_of_company_managed_group: () => noManagers,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainRemoveFromGroup(error: team.GroupMembersRemoveError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    group_not_in_team: groupGone,
    member_not_in_group: notInGroup,
    members_not_in_team: () => usersGone,
    users_not_found: () => usersGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainSetAccess(error: team.GroupMembersSetAccessTypeError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    member_not_in_group: notInGroup,
    user_cannot_be_manager_of_company_managed_group: () => noManagers,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

const folderNameTaken = "A team folder with this name already exists. Enter another name.";
const folderNameInvalid = "A folder cannot have this name. Leave out slashes and other special characters.";

export function explainCreateFolder(error: team.TeamFolderCreateError): Explanation {
  return match(error, {
    invalid_folder_name: () => folderNameInvalid,
    folder_name_already_used: () => folderNameTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainRenameFolder(error: team.TeamFolderRenameError): Explanation {
  return match(error, {
    access_error: ({ access_error }) => explainAccess(access_error),
    invalid_folder_name: () => folderNameInvalid,
    folder_name_already_used: () => folderNameTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

/** Explains the errors of the routes that archive, activate and delete folders. */
export function explainFolderStatus(error: team.TeamFolderStatusChangeError): Explanation {
  return match(error, {
    access_error: ({ access_error }) => explainAccess(access_error),
    status_error: ({ status_error }) =>
      match(status_error, {
        active: () => "This folder is active. Archive it first.",
        archived: () => "This folder is already archived. Refresh the list to see the current status.",
      }),
    other: () => undefined,
    $unknown: () => undefined,
  });
}

function explainAccess(error: team.TeamFolderAccessError): Explanation {
  return match(error, {
    invalid_team_folder_id: () => new GoneProblem("This folder no longer exists."),
    no_access: () => "This console is not allowed to manage this folder.",
  });
}

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

/** Returns the sentence for each error of the reports. */
export function explainReport(error: team.DateRangeError): string | undefined {
  return match(error, {
    other: () => "There is no report for these days. Choose another period.",
    $unknown: () => undefined,
  });
}

const jobGone = "The service no longer knows the result. Refresh the list to see whether the change took effect.";
/** The message for a launched job whose status cannot be read. */
export const jobUnknown =
  "The change was started, but the service does not say whether it is complete. Refresh the list before you try again.";
const jobFailed = "The service failed. Refresh the list to see whether the change took effect before you try again.";

/** Returns the sentence for each error of the job status routes. */
export function explainJob(error: async.PollError): string | undefined {
  return match(error, {
    invalid_async_job_id: () => jobGone,
    internal_error: () => jobFailed,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

/** Like {@link explainJob}, for jobs that change groups. */
export function explainGroupJob(error: team.GroupsPollError): string | undefined {
  return match(error, {
    invalid_async_job_id: () => jobGone,
    internal_error: () => jobFailed,
    access_denied: () => "This console cannot check the progress of the change. Refresh the list to see its effect.",
    other: () => undefined,
    $unknown: () => undefined,
  });
}
