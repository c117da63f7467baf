import { match, type team } from "cloud-storage-api";
import { GoneProblem, type Explanation } from "./problem.js";

const notFound = (): GoneProblem => new GoneProblem("This person is no longer on the team.");
const noLicense = "The team has no license left. Remove a member or add licenses first.";

/*
 * These functions return a sentence for each error of the routes that change members; undefined for errors that are unknown to
 * this console.
 */

export function explainSuspend(error: team.MembersSuspendError): Explanation {
  return match(error, {
    user_not_found: notFound,
    user_not_in_team: notFound,
    suspend_inactive_user: () => "Only active members can be suspended. This one is invited or already suspended.",
    suspend_last_admin: () => "The last administrator cannot be suspended. Make another member a team admin first.",
    team_license_limit: () => noLicense,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainUnsuspend(error: team.MembersUnsuspendError): Explanation {
  return match(error, {
    user_not_found: notFound,
    user_not_in_team: notFound,
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
    user_not_found: notFound,
    user_not_in_team: notFound,
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
    user_not_found: notFound,
    user_not_in_team: notFound,
    user_unrecoverable: () => "This person can no longer be recovered. Invite them again instead.",
    team_license_limit: () => noLicense,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainWelcome(error: team.MembersSendWelcomeError): Explanation {
  return match(error, {
    user_not_found: notFound,
    user_not_in_team: notFound,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainSetRole(error: team.MembersSetPermissionsError): Explanation {
  return match(error, {
    user_not_found: notFound,
    user_not_in_team: notFound,
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
    user_not_found: notFound,
    user_not_in_team: notFound,
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
