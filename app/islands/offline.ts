import { runWhenIdle } from "./idle.ts";

/**
 * Registers the service worker, which caches the emergency guide, the home page and the phone
 * number for offline use. It waits for everything else, and does nothing for visitors who save data.
 * Development has no worker.
 */
export function registerOfflinePages(): void {
  const { serviceWorker, connection } = navigator as Navigator & {
    connection?: { saveData?: boolean };
  };
  // Absent outside secure contexts.
  if (!import.meta.env.PROD || !serviceWorker || connection?.saveData) return;
  const register = () =>
    void serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  runWhenIdle(register);
}
