import { useCallback, useEffect, useState } from "react";
import { fetchInBackground } from "#app/lib/background-fetch.ts";
import type { StaffRole } from "../../constants.ts";

/** A tab that comes to the front twice within this time asks once. */
const PAUSE_MS = 300;
/**
 * A server that has not answered by then may be about to say that nobody is signed in: nothing is
 * shown until it does.
 */
const COVER_AFTER_MS = 600;
/** A sign-out is done on the server by then. */
const SIGN_OUT_MS = 800;
/** Tabs of one browser tell each other here that somebody signed out. */
const CHANNEL = "staff-session";

/** `checking`: nobody knows yet who is signed in. */
export type Cover = "none" | "checking" | "signed-out";

/** Tells the other tabs of this browser that its person signs out. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("signed-out");
  channel.close();
}

/**
 * Looks, when this tab comes to the front, whether its person is still signed in with the same
 * rank: another tab may have signed out, or somebody may have changed the role. Then nothing of the
 * page stays in view, and it is loaded again.
 */
export function useSessionWatch({ userId, role }: { userId: string; role: StaffRole }): Cover {
  const [cover, setCover] = useState<Cover>("none");
  const leave = useCallback(() => {
    setCover("signed-out");
    window.location.reload();
  }, []);
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY;
    const look = async () => {
      if (document.visibilityState !== "visible" || performance.now() - askedAt < PAUSE_MS) return;
      askedAt = performance.now();
      const timer = setTimeout(() => setCover("checking"), COVER_AFTER_MS);
      const answer = await fetchInBackground("/backyard/session").catch(() => null);
      clearTimeout(timer);
      // No network, or a server in trouble: nothing is known, and what is typed here must not be
      // lost for it.
      if (!answer || answer.status >= 500) return setCover("none");
      const person = answer.ok
        ? ((await answer.json().catch(() => null)) as { userId: string; role: StaffRole } | null)
        : null;
      if (person?.userId === userId && person.role === role) setCover("none");
      else leave();
    };
    const onLook = () => void look();
    const channel = new BroadcastChannel(CHANNEL);
    // The other tab's sign-out may still fail, so the server is asked, when it has had time for it;
    // until then nothing is shown.
    channel.onmessage = () => {
      setCover("checking");
      setTimeout(onLook, SIGN_OUT_MS);
    };
    window.addEventListener("focus", onLook);
    document.addEventListener("visibilitychange", onLook);
    return () => {
      channel.close();
      window.removeEventListener("focus", onLook);
      document.removeEventListener("visibilitychange", onLook);
    };
  }, [userId, role, leave]);
  return cover;
}
