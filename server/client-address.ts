import { type BlockList, isIP } from "node:net";

/** "::ffff:10.0.0.1" → "10.0.0.1"; a zone ("fe80::1%eth0") is removed. */
function normalizeAddress(address: string): string {
  const [bare = ""] = address.split("%", 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  return mapped?.[1] ?? bare;
}

/** Whether an address is one of our own proxies. */
export const isTrustedProxy = (address: string, proxies: BlockList) =>
  proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Address of the caller: the socket's, or, where that is a trusted proxy, the right-most hop of
 * X-Forwarded-For that is not one. Hops further left come from the caller and are not trustworthy.
 */
export function getClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: BlockList,
): string {
  let address = normalizeAddress(socketAddress ?? "");
  if (!isIP(address)) return "0.0.0.0";
  for (const hop of (forwardedFor ?? "")
    .split(",")
    .map((part) => normalizeAddress(part.trim()))
    .reverse()) {
    if (!isTrustedProxy(address, proxies) || !isIP(hop)) return address;
    address = hop;
  }
  return address;
}
