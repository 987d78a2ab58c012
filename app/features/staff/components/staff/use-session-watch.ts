import { useEffect } from "react";
import { askInBackground } from "#app/lib/background-call.ts";
import type { StaffRole } from "../../constants.ts";

/** A tab that comes to the front twice within this time asks once. */
const PAUSE_MS = 2_000;

/**
 * Looks, when this tab comes to the front, whether its person is still signed in with the same rank: another tab may have
 * signed out, or somebody may have changed the role. The page is then loaded anew, and the server decides what it shows.
 */
export function useSessionWatch({ userId, role }: { userId: string; role: StaffRole }): void {
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY;
    const look = async () => {
      if (document.visibilityState !== "visible" || performance.now() - askedAt < PAUSE_MS) return;
      askedAt = performance.now();
      const answer = await askInBackground("/backyard/session").catch(() => null);
      // No network, or a server in trouble: nothing is known, and what is typed here must not be lost for it.
      if (!answer || answer.status >= 500) return;
      const person = answer.ok ? ((await answer.json().catch(() => null)) as { userId: string; role: StaffRole } | null) : null;
      if (person?.userId !== userId || person.role !== role) window.location.reload();
    };
    const onLook = () => void look();
    window.addEventListener("focus", onLook);
    document.addEventListener("visibilitychange", onLook);
    return () => {
      window.removeEventListener("focus", onLook);
      document.removeEventListener("visibilitychange", onLook);
    };
  }, [userId, role]);
}
