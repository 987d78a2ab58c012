import { BlockList, isIP } from "node:net";

/** Ranges that are not on the public internet (RFC 6890 and its updates). */
const PRIVATE_V4 = [
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
] as const;
/** Of the public range 2000::/3: documentation, and tunnels that lead to any IPv4 address. */
const PRIVATE_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const blocked = new BlockList();
for (const [network, bits] of PRIVATE_V4) blocked.addSubnet(network, bits, "ipv4");
for (const [network, bits] of PRIVATE_V6) blocked.addSubnet(network, bits, "ipv6");
const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an IP address is on the public internet: not of this machine, a private network, a cloud's
 * metadata, a group or a tunnel. IPv4 addresses in IPv6 notation are not.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blocked.check(address, "ipv4");
  return version === 6 && publicV6.check(address, "ipv6") && !blocked.check(address, "ipv6");
}
