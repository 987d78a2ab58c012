import type { PushWorker } from "./constants.ts";

/**
 * What this browser can do: `needs-install`: only as an app on the home screen (iPhone, iPad);
 * `blocked`: somebody said no, and only the browser's settings can undo that.
 */
export type BrowserState = "unsupported" | "needs-install" | "blocked" | "off" | "on";

export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string };

const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad says that it is a Mac, which has no touch screen.
  (navigator.userAgent.includes("Mac OS X") && navigator.maxTouchPoints > 1);
const isInstalled = () => window.matchMedia("(display-mode: standalone)").matches;

/**
 * The state of this browser for one portal: `on` where it has a subscription, known to the server or
 * not.
 */
export async function readBrowserState(worker: PushWorker): Promise<BrowserState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isAppleMobile() && !isInstalled() ? "needs-install" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  return (await findSubscription(worker)) ? "on" : "off";
}

async function findSubscription({
  scope,
}: PushWorker): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  // Below the scope of the public site's worker, so that one may be found instead.
  return registration && new URL(registration.scope).pathname === scope
    ? registration.pushManager.getSubscription()
    : null;
}

/**
 * Asks for the permission, and subscribes this browser at its push service.
 * @param publicKey the site's key, in base64url
 * @returns null where the person does not allow it
 * @throws where the push service does not answer
 */
export async function subscribeBrowser(
  { path, scope }: PushWorker,
  publicKey: string,
): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await navigator.serviceWorker.register(path, {
    scope,
    updateViaCache: "none",
  });
  await waitUntilActive(registration);
  const key = decodeBase64url(publicKey);
  const earlier = await registration.pushManager.getSubscription();
  // One for another key cannot be used: the site has new keys.
  if (earlier && !isSameKey(earlier, key)) await earlier.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** Ends the subscription of this browser, which the server no longer knows. */
export async function unsubscribeBrowser(worker: PushWorker): Promise<void> {
  await (await findSubscription(worker))?.unsubscribe();
}

/**
 * Not `navigator.serviceWorker.ready`: that may be the worker of the public site, whose scope the page
 * was in until now.
 */
async function waitUntilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || worker.state === "activated") return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("the service worker was not installed"));
    });
  });
}

function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function isSameKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const earlier = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return earlier.length === key.length && earlier.every((byte, index) => byte === key[index]);
}
