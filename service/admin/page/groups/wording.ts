import type { team } from "cloud-storage-api";
import { tagsOfGroupAccessType, tagsOfGroupManagementType } from "cloud-storage-api/team";
import { accessNames, managementNames } from "../../server/lists/labels.js";
import type { Option } from "../components/choice.js";

type Access = team.GroupAccessType[".tag"];
type Management = team.GroupManagementType[".tag"];

const accessHints: Readonly<Record<Access, string | undefined>> = {
  member: undefined,
  owner: "Renames the group, adds and removes members.",
};

export const accessOptions: readonly Option[] = tagsOfGroupAccessType.map((value) => ({
  value,
  label: accessNames[value],
  hint: accessHints[value],
}));

/** Returns the access type that was chosen in a form. */
export function chosenAccess(value: string): { readonly ".tag": Access } {
  return { ".tag": tagsOfGroupAccessType.find((tag) => tag === value) ?? "member" };
}

const managementHints: Readonly<Record<Management, string>> = {
  company_managed: "Only administrators change the group.",
  user_managed: "Members who are made owners can change it, too.",
};

export const managementOptions: readonly Option[] = tagsOfGroupManagementType.map((value) => ({
  value,
  label: managementNames[value],
  hint: managementHints[value],
}));

/** Returns the management that was chosen in a form. */
export function chosenManagement(value: string): { readonly ".tag": Management } {
  return { ".tag": tagsOfGroupManagementType.find((tag) => tag === value) ?? "company_managed" };
}
