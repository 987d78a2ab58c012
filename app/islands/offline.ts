import { runWhenIdle } from "./idle.ts";

/**
 * Registers the service worker, which caches the emergency guide, the home page and the phone
 * number for offline use. It waits for everything else, and does nothing for visitors who save data.
 * Where the operator has turned offline pages off, it removes the worker and the caches of an
 * earlier visit. Development has no worker.
 */
export function registerOfflinePages(): void {
  const { serviceWorker, connection } = navigator as Navigator & {
    connection?: { saveData?: boolean };
  };
  // Absent outside secure contexts.
  if (!import.meta.env.PROD || !serviceWorker || connection?.saveData) return;
  const isOff = document.querySelector("script[data-offline=off]");
  runWhenIdle(() => {
    const done = isOff
      ? removeOfflinePages(serviceWorker)
      : serviceWorker.register("/sw.js", { updateViaCache: "none" });
    void done.catch(() => {});
  });
}

/** The worker's new script removes it too, but a browser may let a new worker wait for hours. */
async function removeOfflinePages(serviceWorker: ServiceWorkerContainer): Promise<void> {
  await (await serviceWorker.getRegistration())?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
