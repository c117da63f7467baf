import { lookup, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Thrown if a webhook URL points to a network to which the service must not send requests. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";

  constructor(host: string) {
    super(`${host} is an address of a private network.`);
  }
}

// The addresses that are not hosts on the public internet (IANA's special-purpose address registries, RFC 6890). There are two
// lists, because in a common list the IPv6 networks that embed IPv4 would match every IPv4 address.
const specialV4 = new BlockList();
const specialV6 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  specialV4.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  // Everything except 2000::/3, and those parts of 2000::/3 that embed other addresses or are reserved for documentation.
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  specialV6.addSubnet(network, prefix, "ipv6");
}

/** Returns whether an IP address is not part of the public internet. */
export function isPrivateAddress(address: string): boolean {
  return isIP(address) === 6 ? specialV6.check(address, "ipv6") : specialV4.check(address, "ipv4");
}

/** Throws a {@link PrivateAddress} if the host of a URL is a private IP address. Host names are resolved later. */
export function refusePrivateHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && isPrivateAddress(host)) {
    throw new PrivateAddress(hostname);
  }
}

/**
 * Resolves a host name for a connection. Fails if one of its addresses is private. The connection uses the checked address, which
 * prevents DNS rebinding: a name that changes its address between the check and the connection.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, []);
    } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(new PrivateAddress(hostname), []);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
    }
  });
};
