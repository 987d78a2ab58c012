import type { ShownNotification } from "#app/features/push/notification-texts.ts";

// The worker types that the DOM library lacks.
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null };
type NotificationEvent = ExtendableEvent & { notification: Notification };
type WindowClient = { url: string; focus: () => Promise<unknown> };
type WorkerScope = {
  addEventListener: ((type: "install", listener: (event: ExtendableEvent) => void) => void) &
    ((type: "push", listener: (event: PushEvent) => void) => void) &
    ((type: "notificationclick", listener: (event: NotificationEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: {
    matchAll: (options: {
      type: "window";
      includeUncontrolled: boolean;
    }) => Promise<readonly WindowClient[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};

const ICON = "/icons/portal-192.png";

const worker = self as unknown as WorkerScope;

/**
 * Makes a service worker show notifications and open what they are about. It gets no fetch listener and
 * caches nothing: pages of a portal always come from the server.
 */
export function watchPushes(describe: (payload: unknown) => ShownNotification): void {
  worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener("push", (event) => {
    const { title, body, tag, path, isUrgent } = describe(readPayload(event));
    event.waitUntil(
      worker.registration.showNotification(title, {
        body,
        tag,
        icon: ICON,
        requireInteraction: isUrgent,
        data: { path },
      }),
    );
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string };
    event.waitUntil(open(path));
  });
}

function readPayload({ data }: PushEvent): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/**
 * Shows the tab that has the page open; otherwise opens a new one. Another tab of the portal is not
 * navigated: somebody may be typing there.
 */
async function open(path: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname === path);
  await (tab ? tab.focus() : worker.clients.openWindow(path));
}
