import type { QuoteDraft } from "../../fields.ts";
import { isUrgent } from "../../is-called-at-once.ts";
import type { QuoteFormConfig } from "../../quote-form-config.ts";
import { getQuoteWording } from "../../quote-wording.ts";
import { listReceiptFacts } from "../../receipt-facts.ts";
import type { SentQuote } from "../../submit-quote.ts";
import { ThankYou } from "../thank-you.tsx";

type SentReceiptProps = {
  config: QuoteFormConfig;
  serviceType?: string;
  values: QuoteDraft;
  sent: SentQuote | null;
};

/** The receipt of what the wizard sent. */
export function SentReceipt({ config, serviceType, values, sent }: SentReceiptProps) {
  return (
    <ThankYou
      heading="h3"
      phone={config.phone}
      emergencyHours={config.hours.emergencyHours}
      communication={values.communicationPreference}
      scheduling={values.schedulingPreference}
      canMail={config.sendsMail && values.email.trim() !== ""}
      isUrgent={isUrgent(values)}
      facts={listReceiptFacts({
        reference: sent?.reference,
        serviceType,
        values,
        words: getQuoteWording(config, serviceType),
      })}
      requestUrl={sent?.requestUrl}
    />
  );
}
