import { useEffect, useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { getDateFormat } from "#app/lib/date-formats.ts";
import type { DraftState } from "./draft-requests.ts";

type SaveBarProps = {
  editor: { isChanged: boolean; isSaving: boolean; draftState: DraftState; trySave: () => void };
  label: string;
  error: string | undefined;
  timeZone: string;
};

/**
 * The validation error, the state of the draft, and the save button. It stays visible while
 * scrolling.
 */
export function SaveBar({
  editor: { isChanged, isSaving, draftState, trySave },
  label,
  error,
  timeZone,
}: SaveBarProps) {
  const bar = useSaveKey(trySave);
  const isHydrated = useHydrated();
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-cream p-4 room-lg:-mx-8 room-lg:px-8"
    >
      <div role="alert" className="w-full font-semibold text-danger empty:hidden">
        {error}
      </div>
      <Button disabled={isSaving || !isHydrated} onClick={trySave} title="Ctrl+S" tone="primary">
        {isSaving ? "Saving" : label}
      </Button>
      <p role="status" className="min-w-0 flex-1 text-[0.9375rem] text-muted">
        {isChanged ? <DraftStatus draftState={draftState} timeZone={timeZone} /> : null}
      </p>
    </div>
  );
}

const formatTime = (at: number, timeZone: string) =>
  getDateFormat({ hour: "numeric", minute: "2-digit", timeZone }).format(at);

function DraftStatus({ draftState, timeZone }: { draftState: DraftState; timeZone: string }) {
  switch (draftState.state) {
    case "none":
      return "Unsaved changes";
    case "saved":
      return `Draft saved ${formatTime(draftState.at, timeZone)}`;
    case "failed":
      return "Draft not saved: no connection";
    case "signed-out":
      // The portal's first page asks for the password; what was typed stays in this tab.
      return (
        <span className="font-semibold text-danger">
          Draft not saved: you are signed out.{" "}
          <a href="/backyard/dashboard" target="_blank" rel="noreferrer" className="link">
            Sign in in a new tab
          </a>
          , then come back. What you typed is still here.
        </span>
      );
  }
}

/** Ctrl+S, or ⌘S, saves from every field, except while a dialog is open or the editor is locked. */
function useSaveKey(save: () => void) {
  const bar = useRef<HTMLDivElement>(null);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "s" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      if (!bar.current?.closest("[inert]") && !document.querySelector("dialog[open]"))
        latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return bar;
}
