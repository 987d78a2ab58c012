import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { fetchInBackground } from "#app/lib/background-fetch.ts";
import type { StaffRole } from "../../constants.ts";

/** A tab that becomes visible twice within this time checks once. */
const PAUSE_MS = 300;
/**
 * After this time without a response the page is covered: the response may be that the session has
 * ended.
 */
const COVER_AFTER_MS = 600;
/** The server has completed a sign-out by then. */
const SIGN_OUT_MS = 800;
/** Channel on which the tabs of a browser announce a sign-out. */
const CHANNEL = "staff-session";

/** `checking`: it is unknown whether the person is still signed in. */
export type Cover = "none" | "checking" | "signed-out";

/** Announces to the other tabs of this browser that the person signs out. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("signed-out");
  channel.close();
}

/**
 * When the tab becomes visible, checks whether the person is still signed in with the same role:
 * another tab may have signed out, or the role may have changed. If so, the page is hidden and
 * loaded again.
 */
export function useSessionWatch({ userId, role }: { userId: string; role: StaffRole }): Cover {
  const [cover, setCover] = useState<Cover>("none");
  const leave = useCallback(() => {
    setCover("signed-out");
    window.location.reload();
  }, []);
  useEffect(() => {
    let checkedAt = Number.NEGATIVE_INFINITY;
    const check = async () => {
      if (document.visibilityState !== "visible" || performance.now() - checkedAt < PAUSE_MS)
        return;
      checkedAt = performance.now();
      const timer = setTimeout(() => setCover("checking"), COVER_AFTER_MS);
      const response = await fetchInBackground("/backyard/session").catch(() => null);
      clearTimeout(timer);
      // No network, or a failing server: nothing is known, and unsaved input must not be lost.
      if (!response || response.status >= 500) return setCover("none");
      const person = response.ok
        ? ((await response.json().catch(() => null)) as { userId: string; role: StaffRole } | null)
        : null;
      if (person?.userId === userId && person.role === role) setCover("none");
      else leave();
    };
    const onCheck = () => void check();
    const channel = new BroadcastChannel(CHANNEL);
    // The other tab's sign-out may still fail, so the server is asked once it has had time to
    // finish; until then the page is covered.
    channel.onmessage = () => {
      setCover("checking");
      setTimeout(onCheck, SIGN_OUT_MS);
    };
    window.addEventListener("focus", onCheck);
    document.addEventListener("visibilitychange", onCheck);
    return () => {
      channel.close();
      window.removeEventListener("focus", onCheck);
      document.removeEventListener("visibilitychange", onCheck);
    };
  }, [userId, role, leave]);
  useFocusAfterCover(cover);
  return cover;
}

/** A covered page loses the focus. It returns to the field in which somebody types. */
function useFocusAfterCover(cover: Cover): void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (cover !== "none") {
      focused.current ??= document.activeElement;
      return;
    }
    const element = focused.current;
    focused.current = null;
    if (element instanceof HTMLElement && document.activeElement === document.body)
      element.focus({ preventScroll: true });
  }, [cover]);
}
