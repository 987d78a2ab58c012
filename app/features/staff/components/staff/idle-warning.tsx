import { useEffect, useRef, useState } from "react";
import { useFetchers, useNavigation } from "react-router";
import { SESSION_IDLE_SECONDS, SESSION_REFRESH_SECONDS } from "../../constants.ts";

/** The server renews a session at most this often, so it may end this much earlier than its idle time says. */
const QUIET_MS = (SESSION_IDLE_SECONDS - SESSION_REFRESH_SECONDS) * 1_000;
const WARNING_MS = 60_000;
const TICK_MS = 1_000;

/** Warns before the session ends for want of activity, and keeps it when asked. What looks by itself is no activity. */
export function IdleWarning() {
  const [left, setLeft] = useState<number | null>(null);
  const endsAt = useRef(Number.POSITIVE_INFINITY);
  const { state } = useNavigation();
  const fetchers = useFetchers();
  const busy = state !== "idle" || fetchers.some((fetcher) => fetcher.state !== "idle");
  // Whatever went to the server has renewed the session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what counts
  useEffect(() => {
    endsAt.current = Date.now() + QUIET_MS;
    setLeft(null);
  }, [busy]);
  useEffect(() => {
    const timer = setInterval(() => {
      const remaining = endsAt.current - Date.now();
      if (remaining <= 0) window.location.reload();
      else setLeft(remaining <= WARNING_MS ? Math.ceil(remaining / 1_000) : null);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const stay = async () => {
    const answer = await fetch("/backyard/session", { redirect: "manual" }).catch(() => null);
    if (!answer) return;
    if (!answer.ok) return window.location.reload();
    endsAt.current = Date.now() + QUIET_MS;
    setLeft(null);
  };
  return left === null ? null : <Warning left={left} onStay={() => void stay()} />;
}

function Warning({ left, onStay }: { left: number; onStay: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby="idle-title"
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
      className="m-auto w-[min(26rem,90vw)] rounded-2xl bg-paper p-6 text-ink shadow-lift"
    >
      <h2 id="idle-title" className="font-display text-xl font-extrabold">
        Are you still there?
      </h2>
      <p className="mt-2">
        Nothing has happened here for a while. You will be signed out in <span className="font-semibold tabular-nums">{left}</span> seconds. Drafts are kept.
      </p>
      <button type="button" onClick={onStay} className="btn btn-action mt-5">
        Stay signed in
      </button>
    </dialog>
  );
}
