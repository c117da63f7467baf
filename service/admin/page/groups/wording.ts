import type { team } from "cloud-storage-api";
import type { Option } from "../components/choice.js";

type Access = team.GroupAccessType[".tag"];
type Management = team.GroupManagementType[".tag"];

export const accessOptions: readonly Option[] = [
  { value: "member", label: "Member" },
  { value: "owner", label: "Owner", hint: "Renames the group, adds and removes members." },
];

/** Returns the access type that was chosen in a form. */
export function chosenAccess(value: string): { readonly ".tag": Access } {
  return { ".tag": value === "owner" ? "owner" : "member" };
}

export const managementOptions: readonly Option[] = [
  { value: "company_managed", label: "Team admins", hint: "Only administrators change the group." },
  { value: "user_managed", label: "Its owners", hint: "Members who are made owners can change it, too." },
];

/** Returns the management that was chosen in a form. */
export function chosenManagement(value: string): { readonly ".tag": Management } {
  return { ".tag": value === "user_managed" ? "user_managed" : "company_managed" };
}
