import { type ComponentProps, type RefObject, useEffect, useRef } from "react";
import { useReturnFocus } from "./use-return-focus.ts";

export type DialogFrameProps = Omit<ComponentProps<"dialog">, "onClose" | "ref"> & {
  ref?: RefObject<HTMLDialogElement | null>;
  /** For questions that must be answered before anything else. */
  isAlert?: boolean;
  /** Opens it again where it was closed and another value comes. */
  openKey?: string;
  onClose: () => void;
};

/** A modal dialog without content, open as long as it is rendered. */
export function DialogFrame({
  ref,
  isAlert = false,
  openKey,
  onClose,
  className = "",
  ...rest
}: DialogFrameProps) {
  useReturnFocus();
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [dialog, openKey]);
  return (
    <dialog
      ref={dialog}
      role={isAlert ? "alertdialog" : undefined}
      onClose={(event) => {
        // React lets it rise from a dialog inside this one.
        event.stopPropagation();
        if (event.target === event.currentTarget) onClose();
      }}
      className={`m-auto rounded-2xl text-ink shadow-lift ${className}`}
      {...rest}
    />
  );
}
