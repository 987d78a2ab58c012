import type { ReactNode } from "react";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import type { ProviderProblem } from "../actions.server.ts";
import { CONTACT_DAYS } from "../constants.ts";
import type { OfferView } from "../view-offer.server.ts";
import { OfferFacts } from "./offer-facts.tsx";
import { OpenOffer } from "./open-offer.tsx";
import { SharedOffer } from "./shared-offer.tsx";

type OfferPageProps = {
  view: OfferView | { state: "too-many" };
  problem?: ProviderProblem;
  brand: string;
  /** There is a mail server. */
  sendsMail: boolean;
  phone: string;
  /** Shown below the offer. */
  children?: ReactNode;
  /** Path of the calendar file with the visit. */
  calendarPath: string;
};

const NOTICES = {
  "accepted-before": [
    "You accepted this offer",
    `The customer's details are no longer shown. Either the time to see them is over (${CONTACT_DAYS} days after the yes, a visit, their last message or “Work started”; one year at most), or they asked us to stop or to delete them.`,
    "provider-signup",
  ],
  canceled: [
    "The customer canceled this job",
    "Please do not call about it. Their details are not shown here any more.",
    "empty",
  ],
  "customer-declined": [
    "The customer said no",
    "They do not want a call for this job. It costs you nothing: what you paid goes back to your credits.",
    "empty",
  ],
  unverified: [
    "Your verification ended before the customer answered",
    "We share a customer's details only with verified companies, so this offer ended. It costs you nothing: what you paid goes back to your credits. Call us to have your papers checked again.",
    "provider-guidelines",
  ],
  declined: [
    "You declined this offer",
    "Thank you for telling us quickly. You were not charged.",
    "empty",
  ],
  expired: [
    "The time to answer is over",
    "Somebody else may be asked now. You were not charged.",
    "empty",
  ],
  withdrawn: [
    "This job is no longer available",
    "We took the offer back before you accepted it. You were not charged.",
    "empty",
  ],
  unreached: [
    "We could not reach the customer",
    "So there is no yes, and your credits are back. We may ask you again if they answer.",
    "empty",
  ],
  closed: [
    "We closed this request",
    "The customer had not said yes, and your credits are back.",
    "empty",
  ],
  unknown: [
    "This link does not work",
    "Part of it may be missing. Copy the whole link from our message, or call us.",
    "not-found",
  ],
  "too-many": [
    "Please try again in a minute",
    "This page was opened very often from your address.",
    "server-error",
  ],
} as const;

/**
 * The page behind a provider's offer link. It works without script, and opening it changes nothing.
 */
export function OfferPage({
  view,
  problem,
  brand,
  sendsMail,
  phone,
  calendarPath,
  children,
}: OfferPageProps) {
  if (view.state === "open")
    return (
      <OpenOffer view={view} problem={problem} phone={phone}>
        {children}
      </OpenOffer>
    );
  if (view.state === "waiting")
    return (
      <WaitingOffer view={view} phone={phone}>
        {children}
      </WaitingOffer>
    );
  if (view.state === "accepted")
    return (
      <SharedOffer
        view={view}
        brand={brand}
        sendsMail={sendsMail}
        problem={problem}
        calendarPath={calendarPath}
      >
        {children}
      </SharedOffer>
    );
  const [title, text, image] = NOTICES[view.state];
  return (
    <NoticePage title={title} text={text} image={image}>
      <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      {children ? <div className="basis-full text-left">{children}</div> : null}
    </NoticePage>
  );
}

type WaitingOfferProps = {
  view: Extract<OfferView, { state: "waiting" }>;
  phone: string;
  children: ReactNode;
};

/** The provider accepted, and the customer has not answered. */
function WaitingOffer({
  view: { company, facts, description, heldTime },
  phone,
  children,
}: WaitingOfferProps) {
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="font-semibold break-words text-muted">For {company}</p>
      <h1 className="h2 mt-1">You accepted</h1>
      <p className="mt-3 text-lg">
        We are asking the customer whether you may call. As soon as they agree, their details show
        here.
      </p>
      {heldTime ? (
        <p className="mt-2">
          You picked <strong>{heldTime}</strong>. Keep it free: it is booked with their yes.
        </p>
      ) : null}
      <p className="mt-2">If they say no, the credits come back to you.</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {/* Not a link: pages scroll to their top for a link to themselves. */}
        <form>
          <button type="submit" className="btn btn-action">
            Refresh
          </button>
        </form>
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      </div>
      <OfferFacts facts={facts} description={description} />
      {children}
    </main>
  );
}
