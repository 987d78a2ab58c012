import { useId } from "react";
import { Button } from "./button.tsx";
import { DialogFrame, type DialogFrameProps } from "./dialog-frame.tsx";
import { LoadFailedInDialog } from "./load-failed.tsx";

type DialogProps = Pick<DialogFrameProps, "isAlert" | "onClose" | "onCancel" | "children"> & {
  title: string;
  wide?: boolean;
};

/** A modal dialog with a title. It opens when it is rendered; unmount it to close it. */
export function Dialog({ title, wide = false, children, ...frame }: DialogProps) {
  const id = useId();
  return (
    <DialogFrame
      aria-labelledby={id}
      className={`max-h-[88dvh] overflow-y-auto bg-paper p-6 ${wide ? "w-[min(46rem,94vw)]" : "w-[min(30rem,92vw)]"}`}
      {...frame}
    >
      <h2 id={id} className="h3">
        {title}
      </h2>
      <LoadFailedInDialog />
      {children}
    </DialogFrame>
  );
}

type DialogButtonsProps = {
  label: string;
  /** The action cannot be undone. */
  isDestructive?: boolean;
  disabled?: boolean;
  /** Without it the button submits the form around it. */
  onConfirm?: () => void;
  onCancel: () => void;
};

export function DialogButtons({
  label,
  isDestructive = false,
  disabled = false,
  onConfirm,
  onCancel,
}: DialogButtonsProps) {
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button
        type={onConfirm ? "button" : "submit"}
        tone={isDestructive ? "danger" : "primary"}
        disabled={disabled}
        onClick={onConfirm}
      >
        {label}
      </Button>
    </div>
  );
}
