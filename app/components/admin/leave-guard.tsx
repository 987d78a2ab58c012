import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type LeaveGuardProps = {
  /** Whether there are unsaved changes; a function is called when the user isLeaving. */
  isDirty: boolean | (() => boolean);
  /** Whether a navigation leaves the form; by default one to another path does. */
  isLeaving?: (from: Location, to: Location) => boolean;
};

const isOtherPath = (from: Location, to: Location) => from.pathname !== to.pathname;

/**
 * Asks before unsaved input is lost: on a navigation inside the portal, and when the tab is closed
 * or leaves the portal.
 */
export function LeaveGuard({ isDirty, isLeaving = isOtherPath }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isLeaving(currentLocation, nextLocation) && resolveIsDirty(isDirty),
  );
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(() => {
    if (isDirty === false) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (resolveIsDirty(latest.current)) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
  return blocker.state === "blocked" ? (
    <LeaveQuestion key={blocker.location.key} onStay={blocker.reset} onLeave={blocker.proceed} />
  ) : null;
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title="Leave without saving?"
      // It closes by being unmounted: the close event comes a frame late and would answer the next
      // question.
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
      // Browsers close it without a cancel event when Escape is pressed twice in a row.
      onClose={onStay}
    >
      <p className="mt-2">What you changed on this page is not saved yet.</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button tone="primary" onClick={onStay}>
          Stay
        </Button>
        <Button tone="danger" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}

const resolveIsDirty = (isDirty: LeaveGuardProps["isDirty"]) =>
  typeof isDirty === "function" ? isDirty() : isDirty;
