import { PageSection } from "#app/components/layouts/page-section.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import type { AskedCompany, Recipient } from "../load-customer-offers.server.ts";

type DetailsSectionProps = {
  company: string;
  sentAt: string;
  recipients: readonly Recipient[];
  asked: readonly AskedCompany[];
};

/** Who has the customer's details and since when, and who was asked without them. */
export function DetailsSection({ company, sentAt, recipients, asked }: DetailsSectionProps) {
  return (
    <PageSection id="details" title="Who has your details">
      <ul className="mt-3 grid gap-3">
        <li>
          <strong>{company}</strong>, since {sentAt}, to find you a professional. We keep them in
          our own system and in the customer software that our team works with.
        </li>
        {recipients.map((recipient) => (
          <li key={recipient.company} className="break-words">
            <strong>{recipient.company}</strong>, since {recipient.since}, {recipient.how}. Their
            number: <PhoneLink phone={recipient.phone} />
          </li>
        ))}
        {recipients.length === 0 ? <li>No professional has them.</li> : null}
      </ul>
      {asked.length > 0 ? (
        <>
          <h3 className="mt-4 font-semibold">Asked, without your contact details</h3>
          <p className="text-muted">
            They saw the job, your city and ZIP code, when you need it, the times you chose, and
            your description, in which we hide the contact details we can find.
          </p>
          <ul className="mt-2 grid gap-2">
            {asked.map(({ company: name, at, what }) => (
              <li key={`${name} ${at}`} className="break-words">
                {name} {what} (asked {at})
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </PageSection>
  );
}
