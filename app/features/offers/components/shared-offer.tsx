import type { ReactNode } from "react";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import type { ProviderProblem } from "../actions.server.ts";
import type { OfferView } from "../view-offer.server.ts";
import { SetVisit } from "../visits/components/set-visit.tsx";
import { VisitCard } from "../visits/components/visit-card.tsx";
import { OfferFacts } from "./offer-facts.tsx";

type SharedView = Extract<OfferView, { state: "accepted" }>;
type SharedOfferProps = {
  view: SharedView;
  brand: string;
  /** There is a mail server. */
  sendsMail: boolean;
  problem: ProviderProblem | undefined;
  calendarPath: string;
  /** Shown with the customer's details. */
  children?: ReactNode;
};

/** The job of a provider who has the customer's yes. */
export function SharedOffer({
  view,
  brand,
  sendsMail,
  problem,
  calendarPath,
  children,
}: SharedOfferProps) {
  const { company, facts, description, name, phone, phoneE164, address, email, refunded } = view;
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="font-semibold break-words text-muted">For {company}</p>
      <h1 className="h2 mt-1">The customer said yes</h1>
      <p className="mt-3 text-lg">
        {view.visit.booked ? null : "Please get in touch with the customer soon. "}
        They agreed that you may call them about this request, dialing by hand.
      </p>
      {refunded ? (
        <p className="mt-3 rounded-xl bg-sand p-4 font-semibold">
          The credits for this job were given back to you.
        </p>
      ) : null}
      {problem?.code === "too-many" ? (
        <p role="alert" className="error mt-3">
          {TOO_MANY_TRIES}
        </p>
      ) : null}
      <section
        aria-labelledby="customer"
        className="mt-6 rounded-2xl border border-line bg-paper p-5"
      >
        <h2 id="customer" className="text-xl font-bold break-words">
          {name}
        </h2>
        <p className="mt-2 text-lg">
          {phoneE164 ? (
            <a href={`tel:${phoneE164}`} className="btn btn-action max-w-full">
              <span className="min-w-0 wrap-anywhere">
                Call <PhoneText text={phone} />
              </span>
            </a>
          ) : (
            phone
          )}
        </p>
        {address ? (
          <p className="mt-3">
            {address}
            <br />
            <a
              href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`}
              target="_blank"
              rel="noreferrer"
              className="link inline-block py-1"
            >
              Directions in Google Maps
            </a>
          </p>
        ) : null}
        {email ? (
          <p className="mt-2">
            <a
              href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
              className="link inline-block py-1 break-all"
            >
              {email}
            </a>
          </p>
        ) : null}
      </section>
      <VisitCard
        view={view.visit}
        calendarPath={calendarPath}
        other="the customer"
        isMailed={sendsMail && Boolean(email)}
        refused={problem?.code === "visit" ? problem.refused : null}
      >
        {view.visit.booked ? null : (
          <SetVisit
            visit={view.visit}
            windows={view.windows}
            isMailed={sendsMail && Boolean(email)}
            refused={problem?.code === "visit" ? problem.refused : null}
          />
        )}
      </VisitCard>
      {view.corrections.length > 0 ? (
        <ul className="mt-5 grid gap-1 rounded-xl bg-sand p-4 font-semibold">
          {view.corrections.map((correction) => (
            <li key={correction}>{correction}</li>
          ))}
        </ul>
      ) : null}
      <OfferFacts facts={facts} description={description} />
      {children}
      <p className="mt-5 text-muted">
        Use these details for this job alone. Dial by hand: do not text, and make no automated or
        recorded calls, unless the customer has agreed to that. Call only during the legal calling
        hours where the customer lives; some states end at 8 PM or allow no calls on Sundays or
        holidays. This page shows the details until {view.shownUntil}
        {view.isShownLonger
          ? ", and longer after a visit, a message from the customer or “Work started”"
          : null}
        . Is something wrong with the request? Tell {brand}.
      </p>
    </main>
  );
}
