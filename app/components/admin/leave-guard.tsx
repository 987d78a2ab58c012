import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { useReturnFocus } from "./use-return-focus.ts";

type LeaveGuardProps = {
  /** Whether there are unsaved changes; a function is called when leaving. */
  isDirty: boolean | (() => boolean);
  /** Which navigations leave the form; by default those to another path. */
  leaves?: (from: Location, to: Location) => boolean;
};

const isOtherPath = (from: Location, to: Location) => from.pathname !== to.pathname;

/**
 * Asks before unsaved input is lost, when navigating to another page of the portal or out of it.
 */
export function LeaveGuard({ isDirty, leaves = isOtherPath }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      leaves(currentLocation, nextLocation) && getIsDirty(isDirty),
  );
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(() => {
    if (isDirty === false) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (getIsDirty(latest.current)) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
  return blocker.state === "blocked" ? (
    <LeaveQuestion key={blocker.location.key} onStay={blocker.reset} onLeave={blocker.proceed} />
  ) : null;
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  useReturnFocus();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      // It closes by being unmounted: the close event comes a frame late and would answer the next
      // question.
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
      // Browsers close it without a cancel event when Escape is pressed twice in a row.
      onClose={onStay}
      className="m-auto w-[min(28rem,92vw)] rounded-2xl bg-paper p-6 text-ink shadow-lift"
    >
      <h2 id="leave-title" className="h3">
        Leave without saving?
      </h2>
      <p className="mt-2">What you changed on this page is not saved yet.</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" onClick={onStay} className="btn-small btn-main">
          Stay
        </button>
        <button type="button" onClick={onLeave} className="btn-small btn-risk">
          Leave
        </button>
      </div>
    </dialog>
  );
}

const getIsDirty = (isDirty: LeaveGuardProps["isDirty"]) =>
  typeof isDirty === "function" ? isDirty() : isDirty;
