import { useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { CloseIcon } from "#app/components/ui/chrome-icons.tsx";
import { QuoteWizard, type WizardStart } from "#app/features/requests/components/quote-wizard/quote-wizard.tsx";
import type { QuoteFormConfig } from "#app/features/requests/quote-form-config.ts";

let isOpen = false;

/** Shows the wizard in a dialog over the page, once, however often a link was pressed while it loaded. Closing keeps the answers for the next time. */
export function open(config: QuoteFormConfig, start: WizardStart, opener: HTMLElement | null): void {
  if (isOpen) return;
  isOpen = true;
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const close = () => {
    isOpen = false;
    root.unmount();
    host.remove();
    opener?.focus();
  };
  root.render(<WizardDialog config={config} start={start} onClose={close} />);
}

function WizardDialog({ config, start, onClose }: { config: QuoteFormConfig; start: WizardStart; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label="Get a free quote"
      // A dialog inside this one sends its own close event up here.
      onClose={(event) => event.target === ref.current && onClose()}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper p-5 text-ink sm:m-auto sm:h-auto sm:max-h-[92dvh] sm:w-[40rem] sm:rounded-2xl sm:p-8 sm:shadow-lift"
    >
      <button
        type="button"
        aria-label="Close"
        onClick={() => ref.current?.close()}
        className="absolute top-3 right-3 z-10 grid size-12 place-items-center rounded-lg hover:bg-sand"
      >
        <CloseIcon />
      </button>
      <QuoteWizard config={config} start={start} />
    </dialog>
  );
}
