import { useEffect, useId, useRef } from "react";
import { PhoneText } from "#app/components/ui/phone-text.tsx";

/** A message that must be read, closed with OK. Focus returns to where it was. */
export function AlertDialog({
  message,
  detail,
  onClose,
}: {
  message: string;
  /** The reason, if known. */
  detail?: string;
  onClose: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(26rem,90vw)] rounded-2xl bg-paper p-6 text-ink shadow-lift"
    >
      <p id={id} className="text-lg">
        <PhoneText text={message} />
      </p>
      {detail ? <p className="mt-2">{detail}</p> : null}
      <form method="dialog" className="mt-5 text-right">
        <button type="submit" className="btn btn-action">
          OK
        </button>
      </form>
    </dialog>
  );
}
