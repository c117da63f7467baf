import { match, type team } from "cloud-storage-api";
import { GoneProblem, type Explanation } from "./problem.js";

const groupGone = (): GoneProblem => new GoneProblem("This group no longer exists.");
const memberGone = (): GoneProblem => new GoneProblem("This person is no longer in the group.");
const nameTaken = "A group with this name already exists. Enter another name.";
const nameInvalid = 'The name of a group cannot be blank, and cannot have line breaks or any of / : ? * < > " |';
const externalIdTaken = "Another group has this external ID. Enter another one.";
const usersGone = "Some of these people are no longer on the team. Refresh the list and choose again.";
const noManagers = "A group that is managed by admins has no owners. Add the person as a member instead.";

/*
 * These functions return a sentence for each error of the routes that change groups; undefined for errors that are unknown to
 * this console.
 */

export function explainCreateGroup(error: team.GroupCreateError): Explanation {
  return match(error, {
    group_name_already_used: () => nameTaken,
    group_name_invalid: () => nameInvalid,
    external_id_already_in_use: () => externalIdTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainUpdateGroup(error: team.GroupUpdateError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    group_name_already_used: () => nameTaken,
    group_name_invalid: () => nameInvalid,
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
    member_not_in_group: memberGone,
    members_not_in_team: () => usersGone,
    users_not_found: () => usersGone,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainSetAccess(error: team.GroupMembersSetAccessTypeError): Explanation {
  return match(error, {
    group_not_found: groupGone,
    member_not_in_group: memberGone,
    user_cannot_be_manager_of_company_managed_group: () => noManagers,
    other: () => undefined,
    $unknown: () => undefined,
  });
}
