import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import { LoadFailedInDialog } from "./load-failed.tsx";
import { Toasts } from "./toasts.tsx";
import { useReturnFocus } from "./use-return-focus.ts";
import { useRoomWidth } from "./use-room-width.ts";

type PagePaneProps = {
  title: string;
  /** Below the title. */
  subtitle?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** A bar at the bottom, always in view; null for none. */
  footer: ReactNode;
  /** When this changes, a dialog that was closed opens again. */
  openKey: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A page of one row of a list: beside the list where there is room, and then not modal; else a dialog
 * that fills the screen. Both are dialogs with the same name.
 */
export function PagePane(props: PagePaneProps) {
  const room = useRoomWidth();
  if (room === null) return <ClosedDialog {...props} />;
  return room === "split" ? <SidePane {...props} /> : <FullScreenDialog {...props} />;
}

/** In the HTML of the server, which cannot know the room; it opens with its script. */
function ClosedDialog({ openKey: _, ...content }: PagePaneProps) {
  const id = useId();
  return (
    <dialog aria-labelledby={id}>
      <PaneContent {...content} id={id} />
    </dialog>
  );
}

function FullScreenDialog({ openKey, onClose, ...content }: PagePaneProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <DialogFrame
      ref={dialog}
      aria-labelledby={id}
      data-pane="dialog"
      className="h-dvh max-h-none w-screen max-w-none flex-col rounded-none! bg-cream p-0 open:flex"
      openKey={openKey}
      onClose={onClose}
    >
      <Toasts />
      <LoadFailedInDialog />
      <PaneContent {...content} id={id} onClose={() => dialog.current?.close()} />
    </DialogFrame>
  );
}

function SidePane({ openKey: _, onClose, ...content }: PagePaneProps) {
  useReturnFocus();
  const id = useId();
  const pane = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    pane.current?.show();
    const handleKey = (event: KeyboardEvent) => {
      const isModalOpen = document.querySelector("dialog:modal") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isModalOpen) latest.current();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  return (
    <dialog
      ref={pane}
      aria-labelledby={id}
      data-pane="split"
      className="side-pane list-room flex-col bg-cream p-0 text-ink open:flex"
    >
      <PaneContent {...content} id={id} onClose={onClose} />
    </dialog>
  );
}

type PaneContentProps = Omit<PagePaneProps, "openKey"> & { id: string };

function PaneContent({
  id,
  title,
  subtitle,
  actions,
  footer,
  onClose,
  children,
}: PaneContentProps) {
  return (
    <>
      <header className="border-b border-line bg-paper px-4 py-2">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {/* Focused first, so that a key pressed next does not press a button. */}
            <h2
              id={id}
              title={title}
              tabIndex={-1}
              // biome-ignore lint/a11y/noAutofocus: a dialog moves the focus anyway; this says where
              autoFocus
              className="h3 line-clamp-2 wrap-anywhere outline-none"
            >
              {title}
            </h2>
            {subtitle}
          </div>
          {actions}
          <Button aria-label="Close" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </Button>
        </div>
      </header>
      <div className="list-room min-h-0 flex-1 overflow-y-auto p-3 room-sm:p-4">{children}</div>
      {footer ? (
        <footer className="border-t border-line bg-paper px-3 py-2">{footer}</footer>
      ) : null}
    </>
  );
}
