import { useCallback, useEffect, useRef, useState } from "react";
import { useFetchers, useNavigation } from "react-router";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { fetchInBackground, STAFF_ACTIVE_EVENT } from "#app/lib/background-fetch.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { SESSION_IDLE_SECONDS, SESSION_REFRESH_SECONDS } from "../../constants.ts";

/**
 * The server renews a session at most this often, so it may end this much earlier than its idle
 * time says.
 */
const IDLE_MS = (SESSION_IDLE_SECONDS - SESSION_REFRESH_SECONDS) * 1_000;
const WARNING_MS = MINUTE_MS;
const TICK_MS = 1_000;

/**
 * Warns before an idle session ends, and extends it on request. Background requests are not activity,
 * but activity in another tab is, so the server is checked before the warning is shown.
 */
export function IdleWarning() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const { state } = useNavigation();
  const fetchers = useFetchers();
  const isBusy = state !== "idle" || fetchers.some((fetcher) => fetcher.state !== "idle");
  const endsAt = useRef(0);
  const restartTimer = useCallback((idleMs = IDLE_MS) => {
    endsAt.current = Date.now() + idleMs;
    setSecondsLeft(null);
  }, []);
  // Every completed request has renewed the session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what counts
  useEffect(() => restartTimer(), [isBusy, restartTimer]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      if (endsAt.current - Date.now() > WARNING_MS) return;
      const idleMs = await fetchIdleMs();
      const remaining = endsAt.current - Date.now();
      if (idleMs !== null && idleMs > WARNING_MS) restartTimer(idleMs);
      else if (remaining > 0) setSecondsLeft(Math.ceil(remaining / 1_000));
      else await endSession();
    };
    const tick = () => {
      timer = setTimeout(() => void check().finally(tick), TICK_MS);
    };
    tick();
    const onActive = () => restartTimer();
    window.addEventListener(STAFF_ACTIVE_EVENT, onActive);
    return () => {
      clearTimeout(timer);
      window.removeEventListener(STAFF_ACTIVE_EVENT, onActive);
    };
  }, [restartTimer]);
  const stay = async () => {
    const response = await fetch("/backyard/session", { redirect: "manual" }).catch(() => null);
    if (!response) return;
    if (response.ok) restartTimer();
    else window.location.reload();
  };
  return secondsLeft === null ? null : (
    <Warning secondsLeft={secondsLeft} onStay={() => void stay()} />
  );
}

/** Idle time left of the session, in ms; null where it is unknown or the session has ended. */
async function fetchIdleMs(): Promise<number | null> {
  const response = await fetchInBackground("/backyard/session").catch(() => null);
  const body = response?.ok
    ? ((await response.json().catch(() => null)) as { leftMs: number } | null)
    : null;
  return body && body.leftMs - SESSION_REFRESH_SECONDS * 1_000;
}

/**
 * Ends the session and shows the login, without asking about unsaved changes: nobody is there to
 * answer.
 */
async function endSession(): Promise<void> {
  // Idle, not gone: notifications to this browser go on.
  const response = await fetch("/backyard/sign-out?idle", {
    method: "POST",
    redirect: "manual",
  }).catch(() => null);
  // Without a connection the login page could not load either; the server ends the session when its
  // idle time is over.
  if (!response) return;
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), {
    capture: true,
  });
  window.location.reload();
}

function Warning({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  return (
    <Dialog
      title="Are you still there?"
      isAlert
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
      onClose={onStay}
    >
      <p className="mt-2">
        Nothing has happened here for a while. You will be signed out in{" "}
        <span className="font-semibold tabular-nums">{secondsLeft}</span> seconds. Drafts are kept.
      </p>
      <button type="button" onClick={onStay} className="btn btn-action mt-5">
        Stay signed in
      </button>
    </Dialog>
  );
}
