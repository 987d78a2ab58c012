import { type ComponentProps, type RefObject, useEffect, useRef } from "react";
import { useReturnFocus } from "./use-return-focus.ts";

export type DialogFrameProps = Omit<ComponentProps<"dialog">, "onClose" | "ref"> & {
  ref?: RefObject<HTMLDialogElement | null>;
  /** For a question that must be answered before anything else. */
  isAlert?: boolean;
  /** When this changes, the dialog opens again if it was closed. */
  openKey?: string;
  onClose: () => void;
};

/** The frame of the portal's modal dialogs. It opens when it is rendered. */
export function DialogFrame({
  ref,
  isAlert = false,
  openKey,
  onClose,
  className = "",
  ...rest
}: DialogFrameProps) {
  useReturnFocus();
  const ownRef = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? ownRef;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key reopens the dialog
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [dialog, openKey]);
  return (
    <dialog
      ref={dialog}
      role={isAlert ? "alertdialog" : undefined}
      onClose={(event) => {
        // In React a close event bubbles up from a dialog inside this one.
        event.stopPropagation();
        if (event.target === event.currentTarget) onClose();
      }}
      className={`m-auto rounded-2xl text-ink shadow-lift ${className}`}
      {...rest}
    />
  );
}
