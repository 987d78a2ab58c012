import { X } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { DialogFrame, type DialogFrameProps } from "./dialog-frame.tsx";
import { LoadFailedInDialog } from "./load-failed.tsx";
import { Toasts } from "./toasts.tsx";

type PageDialogProps = Omit<DialogFrameProps, "title" | "isAlert" | "aria-labelledby"> & {
  title: string;
  /** Below the title. */
  subtitle?: ReactNode;
  /** Below the title and subtitle, inside the header bar. */
  tabs?: ReactNode;
  /** A bar at the bottom; then only the content between header and footer scrolls. */
  footer?: ReactNode;
  /** Replaces closing at once, such as by a question about unsaved changes. */
  onCloseButton?: () => void;
};

const BAR = "border-line bg-paper px-4 py-3 room-sm:px-6";

/** A large dialog over the page that opened it, with a header bar and its own toasts. */
export function PageDialog({
  ref,
  title,
  subtitle,
  tabs,
  footer,
  onCloseButton,
  className = "max-h-[96dvh] w-[min(60rem,96vw)]",
  children,
  ...frame
}: PageDialogProps) {
  const id = useId();
  const ownRef = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? ownRef;
  const scroll = footer ? "flex-col open:flex room-max-xs:overflow-y-auto" : "overflow-y-auto";
  return (
    <DialogFrame
      ref={dialog}
      aria-labelledby={id}
      className={`bg-cream p-0 ${scroll} ${className}`}
      {...frame}
    >
      <Toasts />
      <LoadFailedInDialog />
      <header
        className={`border-b ${BAR} ${tabs ? "pb-0" : ""} ${footer ? "" : "sticky top-0 z-10 room-max-xs:static"}`}
      >
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2
              id={id}
              title={title}
              className="h3 line-clamp-2 wrap-anywhere room-max-xs:line-clamp-none"
            >
              {title}
            </h2>
            {subtitle}
          </div>
          <Button aria-label="Close" onClick={onCloseButton ?? (() => dialog.current?.close())}>
            <X className="size-5" aria-hidden="true" />
          </Button>
        </div>
        {tabs}
      </header>
      {footer ? (
        <>
          <div className="min-h-0 flex-1 overflow-y-auto p-4 room-sm:p-6 room-max-xs:flex-none room-max-xs:overflow-visible">
            {children}
          </div>
          <footer className={`border-t ${BAR}`}>{footer}</footer>
        </>
      ) : (
        <div className="p-4 room-sm:p-6 room-max-xs:p-2">{children}</div>
      )}
    </DialogFrame>
  );
}
