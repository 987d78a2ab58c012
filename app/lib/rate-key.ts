import { isIPv6 } from "node:net";

const GROUPS = 8;
/**
 * A household or a server has a /64 of its own: with single addresses one caller would be as many
 * as it likes.
 */
const NETWORK_GROUPS = 4;
const LOGGED_GROUPS = 3;

/**
 * Whom a limit counts: an IPv4 address as it is, of an IPv6 address its /64, of an IPv4-mapped one
 * its IPv4 address.
 */
export function rateKey(address: string): string {
  const groups = ipv6Groups(address);
  return groups ? network(groups, NETWORK_GROUPS) : withoutMapping(address);
}

/**
 * What the log keeps of an address: the /24 of IPv4, the /48 of IPv6. It says from where, and not
 * who.
 */
export function truncateAddress(address: string): string {
  const groups = ipv6Groups(address);
  return groups
    ? network(groups, LOGGED_GROUPS)
    : `${withoutMapping(address).split(".").slice(0, 3).join(".")}.0/24`;
}

/** The groups of an IPv6 address; null for IPv4, also where it is mapped into IPv6. */
function ipv6Groups(address: string): number[] | null {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return null;
  const groups = readGroups(bare);
  return isMapped(groups) ? null : groups;
}

const isMapped = (groups: number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

function withoutMapping(address: string): string {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return address;
  const [high = 0, low = 0] = readGroups(bare).slice(-2);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const network = (groups: number[], kept: number) =>
  `${groups
    .slice(0, kept)
    .map((group) => group.toString(16))
    .join(":")}::/${kept * 16}`;

/** The eight groups of a valid IPv6 address. */
function readGroups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = readSide(head);
  if (tail === undefined) return before;
  const after = readSide(tail);
  return [
    ...before,
    ...Array<number>(Math.max(0, GROUPS - before.length - after.length)).fill(0),
    ...after,
  ];
}

const readSide = (side: string): number[] =>
  side === "" ? [] : side.split(":").flatMap(readGroup);

/** The last 32 bits may stand as an IPv4 address. */
function readGroup(group: string): number[] {
  if (!group.includes(".")) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}
