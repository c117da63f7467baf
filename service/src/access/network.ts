import { isIPv4, isIPv6 } from "node:net";

/**
 * Returns the network of an IP address: a /24 of IPv4 or a /64 of IPv6, whose addresses may all belong to one person or company.
 * Empty if the string is not an IP address.
 */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, "");
  if (isIPv4(v4)) {
    return `${v4.split(".").slice(0, 3).join(".")}.0/24`;
  }
  const [v6 = ""] = address.split("%"); // without the zone
  if (!isIPv6(v6)) {
    return "";
  }
  const [start = "", end] = v6.split("::");
  const groups = (text: string | undefined): string[] => (text === undefined || text === "" ? [] : text.split(":"));
  const omitted = end === undefined ? 0 : 8 - groups(start).length - groups(end).length;
  const all = [...groups(start), ...Array.from({ length: omitted }, () => "0"), ...groups(end)];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
