import { isIPv6 } from "node:net";

const GROUPS = 8;
/**
 * A household or a server has a whole /64: counting single addresses would give one caller any
 * number of them.
 */
const NETWORK_GROUPS = 4;
const LOGGED_GROUPS = 3;

/**
 * The caller that a limit counts: an IPv4 address as it is, the /64 of an IPv6 address, the IPv4
 * address of an IPv4-mapped one.
 */
export function rateKey(address: string): string {
  const groups = parseIpv6(address);
  return groups ? formatNetwork(groups, NETWORK_GROUPS) : withoutMapping(address);
}

/**
 * The logged part of an address: the /24 of IPv4, the /48 of IPv6, which identifies the network and
 * not the person.
 */
export function truncateAddress(address: string): string {
  const groups = parseIpv6(address);
  return groups
    ? formatNetwork(groups, LOGGED_GROUPS)
    : `${withoutMapping(address).split(".").slice(0, 3).join(".")}.0/24`;
}

/** The groups of an IPv6 address; null for IPv4, including IPv4-mapped addresses. */
function parseIpv6(address: string): number[] | null {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return null;
  const groups = parseGroups(bare);
  return isMapped(groups) ? null : groups;
}

const isMapped = (groups: number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

function withoutMapping(address: string): string {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return address;
  const [high = 0, low = 0] = parseGroups(bare).slice(-2);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const formatNetwork = (groups: number[], count: number) =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":")}::/${count * 16}`;

/** The eight groups of a valid IPv6 address. */
function parseGroups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = parseSide(head);
  if (tail === undefined) return before;
  const after = parseSide(tail);
  return [
    ...before,
    ...Array<number>(Math.max(0, GROUPS - before.length - after.length)).fill(0),
    ...after,
  ];
}

const parseSide = (side: string): number[] =>
  side === "" ? [] : side.split(":").flatMap(parseGroup);

/** The last 32 bits may be written as an IPv4 address. */
function parseGroup(group: string): number[] {
  if (!group.includes(".")) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}
