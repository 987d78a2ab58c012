import { useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { CloseIcon } from "#app/components/ui/chrome-icons.tsx";
import {
  QuoteWizard,
  type WizardStart,
} from "#app/features/requests/quote/components/quote-wizard/quote-wizard.tsx";
import type { QuoteFormConfig } from "#app/features/requests/quote/quote-form-config.ts";

const loadReceipt = () =>
  import("#app/features/requests/quote/components/quote-wizard/sent-receipt.tsx");

let isOpen = false;

/**
 * Opens the wizard in a dialog over the page; does nothing if it is open already, such as after
 * several clicks while it loaded. The answers stay for the next time when it is closed.
 */
export function openWizard(
  config: QuoteFormConfig,
  start: WizardStart,
  opener: HTMLElement | null,
): void {
  if (isOpen) return;
  isOpen = true;
  const host = document.body.appendChild(document.createElement("div"));
  // Full width in windows that are narrow relative to the text size.
  host.className = "@container";
  const root = createRoot(host);
  const close = () => {
    isOpen = false;
    root.unmount();
    host.remove();
    opener?.focus();
  };
  // At once, and shown before the browser paints: the page is laid out once, not three times.
  flushSync(() => root.render(<WizardDialog config={config} start={start} onClose={close} />));
}

function WizardDialog({
  config,
  start,
  onClose,
}: {
  config: QuoteFormConfig;
  start: WizardStart;
  onClose: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label="Get a free quote"
      // The close event of a dialog inside this one bubbles up here.
      onClose={(event) => event.target === ref.current && onClose()}
      className="h-dvh max-h-none scroll-pt-24 w-[min(40rem,100%)] max-w-none bg-paper text-ink @min-[40rem]:m-auto @min-[40rem]:h-auto @min-[40rem]:max-h-[92dvh] @min-[40rem]:rounded-2xl @min-[40rem]:shadow-lift"
    >
      {/* Zero height: the button stays in its corner, beside the number of the step, which stays too. */}
      <div className="sticky top-3 z-10 flex h-0 justify-end pr-3">
        <button
          type="button"
          aria-label="Close"
          onClick={() => ref.current?.close()}
          className="grid size-12 shrink-0 place-items-center rounded-lg bg-paper hover:bg-sand"
        >
          <CloseIcon />
        </button>
      </div>
      <div className="p-5 @min-[40rem]:px-8 @min-[40rem]:pb-8">
        <QuoteWizard config={config} start={start} loadReceipt={loadReceipt} />
      </div>
    </dialog>
  );
}
