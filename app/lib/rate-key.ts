import { isIPv6 } from "node:net";

const GROUPS = 8;
/** A household or a server has a /64 of its own: with single addresses one caller would be as many as it likes. */
const NETWORK_GROUPS = 4;

/** Whom a limit counts: an IPv4 address as it is, of an IPv6 address its /64, of an IPv4-mapped one its IPv4 address. */
export function rateKey(address: string): string {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return address;
  const groups = readGroups(bare);
  const [high = 0, low = 0] = groups.slice(-2);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function readGroups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = readSide(head);
  if (tail === undefined) return before;
  const after = readSide(tail);
  return [...before, ...Array<number>(Math.max(0, GROUPS - before.length - after.length)).fill(0), ...after];
}

const readSide = (side: string): number[] => (side === "" ? [] : side.split(":").flatMap(readGroup));

/** The last 32 bits may stand as an IPv4 address. */
function readGroup(group: string): number[] {
  if (!group.includes(".")) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}
