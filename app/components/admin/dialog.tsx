import { useEffect, useId, useRef } from "react";
import { LoadFailedInDialog } from "./load-failed.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

type DialogProps = {
  title: string;
  /** For questions that must be answered before anything else. */
  isAlert?: boolean;
  wide?: boolean;
  onClose: () => void;
  children: React.ReactNode;
};

/** A modal dialog, open as long as it is rendered. */
export function Dialog({ title, isAlert = false, wide = false, onClose, children }: DialogProps) {
  useReturnFocus();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      role={isAlert ? "alertdialog" : undefined}
      aria-labelledby={id}
      onClose={onClose}
      className={`m-auto max-h-[88dvh] overflow-y-auto rounded-2xl bg-paper p-6 text-ink shadow-lift ${wide ? "w-[min(46rem,94vw)]" : "w-[min(30rem,92vw)]"}`}
    >
      <h2 id={id} className="h3">
        {title}
      </h2>
      <LoadFailedInDialog />
      {children}
    </dialog>
  );
}

type DialogButtonsProps = {
  label: string;
  risk?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function DialogButtons({
  label,
  risk = false,
  disabled = false,
  onConfirm,
  onCancel,
}: DialogButtonsProps) {
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <button type="button" onClick={onCancel} className="btn-small">
        Cancel
      </button>
      <button
        type="button"
        disabled={disabled}
        onClick={onConfirm}
        className={`btn-small ${risk ? "btn-risk" : "btn-main"}`}
      >
        {label}
      </button>
    </div>
  );
}
