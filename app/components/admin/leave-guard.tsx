import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

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
        <Button tone="main" onClick={onStay}>
          Stay
        </Button>
        <Button tone="risk" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}

const getIsDirty = (isDirty: LeaveGuardProps["isDirty"]) =>
  typeof isDirty === "function" ? isDirty() : isDirty;
