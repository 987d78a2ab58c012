import { DialogButton } from "#app/components/ui/dialog-button.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { FALLBACK_SERVICE_TYPE } from "../constants.ts";
import type { CategoryPage } from "../queries.server.ts";

const ID = "service-choice";

/** Opens the choice, which a page has once. */
export const ServiceChoiceButton = () => <DialogButton dialog={ID}>Get Free Quote</DialogButton>;

/**
 * Asks which of several services a quote is for: a modal with the islands script, a popover without
 * it.
 */
export function ServiceChoice({ services }: { services: CategoryPage["services"] }) {
  return (
    <dialog
      id={ID}
      popover="auto"
      aria-labelledby={`${ID}-title`}
      className="m-auto max-h-[92dvh] w-[min(28rem,92vw)] overflow-y-auto rounded-2xl bg-paper p-6 text-ink shadow-lift"
    >
      <h2 id={`${ID}-title`} className="h3">
        Which service do you need?
      </h2>
      <ul className="mt-4 grid gap-2">
        {services.map((service) => (
          <li key={service.slug} className="grid">
            <QuoteLink service={service} className="btn btn-line">
              {service.name}
            </QuoteLink>
          </li>
        ))}
        <li className="grid">
          <QuoteLink label={FALLBACK_SERVICE_TYPE} className="btn btn-line">
            I am not sure
          </QuoteLink>
        </li>
      </ul>
      <p className="mt-3 text-center">
        <button
          type="button"
          popoverTarget={ID}
          popoverTargetAction="hide"
          data-close
          className="px-3 py-2 font-semibold underline underline-offset-4"
        >
          Close
        </button>
      </p>
    </dialog>
  );
}
