import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { ConsentNotice } from "#app/features/consent/components/consent-notice.tsx";
import type { QuoteDraft } from "../fields.ts";
import type { QuoteFormConfig } from "../quote-form-config.ts";
import { formatErrors, getQuoteWording } from "../quote-wording.ts";
import type { FieldErrors } from "../schema.ts";
import { HoneypotField, StepFields } from "./quote-fields.tsx";

type PlainQuoteFormProps = {
  config: QuoteFormConfig;
  serviceType?: string;
  /** URL of the form's page, including the service. */
  action: string;
  values: QuoteDraft;
  /** The ZIP code that does not exist, or "". */
  unknownZip: string;
  errors: FieldErrors;
  /** An error that concerns the whole form. */
  message?: string;
  idempotencyKey: string;
  shownAt: string;
};

/** The quote form on one page, which works without JavaScript. */
export function PlainQuoteForm({
  config,
  serviceType,
  action,
  values,
  unknownZip,
  errors,
  message,
  idempotencyKey,
  shownAt,
}: PlainQuoteFormProps) {
  const words = getQuoteWording(config, serviceType);
  const fields = {
    values,
    words,
    unknownZip,
    phone: config.phone,
    errors: formatErrors(errors, words),
  };
  const problems = Object.keys(errors).length;
  return (
    <form method="post" action={action} noValidate className="relative grid gap-6">
      {message || problems > 0 ? (
        <p role="alert" className="error rounded-xl border-2 border-danger p-4">
          <span>
            <PhoneText
              text={
                message ??
                `Please look at ${problems === 1 ? "the answer" : `the ${problems} answers`} marked below. Everything you typed is still here.`
              }
            />
          </span>
        </p>
      ) : null}
      {serviceType ? <p className="text-lg">Service: {serviceType}</p> : null}
      {words.titles.map((title, index) => (
        <section key={title} className="grid gap-5 border-t border-line pt-6">
          <h2 className="h3">{title}</h2>
          <StepFields step={index + 1} {...fields} />
          {index + 1 === words.titles.length ? (
            <>
              <HoneypotField />
              <ConsentNotice wording={config.consent.wording} />
            </>
          ) : null}
        </section>
      ))}
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="consentTextId" value={config.consent.id} />
      <input type="hidden" name="shownAt" value={shownAt} />
      <button type="submit" className="btn btn-action">
        Submit
      </button>
    </form>
  );
}
