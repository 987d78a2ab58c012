/** Hosts of the push services of Chrome, Firefox, Edge and Safari, and browsers built on them. */
const EXACT_HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com"];
/** Services whose hosts have a name of their own for each region or server. */
const PARENT_HOSTS = ["push.apple.com", "notify.windows.com"];
export const MAX_ENDPOINT_LENGTH = 1_000;

/**
 * Whether a subscription's endpoint is at a known push service. A browser sends the endpoint, and the
 * server posts to it: any other address could be one inside our own network.
 * @param extraOrigin the origin of one more service (PUSH_SERVICE_URL)
 */
export function isPushEndpoint(endpoint: string, extraOrigin?: string): boolean {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (username || password || hash) return false;
  if (extraOrigin && origin === new URL(extraOrigin).origin) return true;
  if (protocol !== "https:" || port) return false;
  return (
    EXACT_HOSTS.includes(hostname) || PARENT_HOSTS.some((parent) => hostname.endsWith(`.${parent}`))
  );
}
