import { whenIdle } from "./idle.ts";

/**
 * Registers the service worker, which caches the emergency guide, the home page and the phone
 * number for offline use. After everything else, and not where the visitor saves data. Development
 * has no worker.
 */
export function registerOfflinePages(): void {
  const { serviceWorker, connection } = navigator as Navigator & {
    connection?: { saveData?: boolean };
  };
  // Absent outside secure contexts.
  if (!import.meta.env.PROD || !serviceWorker || connection?.saveData) return;
  const register = () =>
    void serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  whenIdle(register);
}
