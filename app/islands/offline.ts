import { runWhenIdle } from "./idle.ts";

/**
 * Registers the service worker, which caches the emergency guide, the home page and the phone
 * number for offline use, but not for visitors who save data. Where the operator has turned offline
 * pages off, removes the worker and the caches of an earlier visit. Waits for everything else.
 * Development has no worker.
 */
export function setUpOfflinePages(): void {
  const { serviceWorker, connection } = navigator as Navigator & {
    connection?: { saveData?: boolean };
  };
  // Absent outside secure contexts.
  if (!import.meta.env.PROD || !serviceWorker) return;
  if (document.querySelector("script[data-offline=off]"))
    runWhenIdle(() => void removeOfflinePages(serviceWorker).catch(() => {}));
  else if (!connection?.saveData)
    runWhenIdle(
      () => void serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {}),
    );
}

/** The worker's new script removes it too, but a browser may let a new worker wait for hours. */
async function removeOfflinePages(serviceWorker: ServiceWorkerContainer): Promise<void> {
  // Not the registration of this page: the portal has a worker of its own.
  await (await serviceWorker.getRegistration("/"))?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
