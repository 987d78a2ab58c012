import type { ReactNode } from "react";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { formatCredits } from "#app/lib/format-values.ts";
import { CONTACT_DAYS } from "../constants.ts";
import type { OfferView } from "../view-offer.server.ts";

const formatNumber = (amount: number) => amount.toLocaleString("en-US");

type OfferPageProps = {
  view: OfferView | { state: "too-many" };
  problem?: "too-few-credits" | "too-many";
  brand: string;
  phone: string;
  /** Shown with the customer's details. */
  children?: ReactNode;
};

const NOTICES = {
  "accepted-before": [
    "You accepted this offer",
    `The customer's details are not shown here any more: ${CONTACT_DAYS} days are over, or the customer asked us to stop or to forget them.`,
    "henry-thumbs-up",
  ],
  "customer-declined": [
    "The customer said no",
    "They do not want a call for this job. It costs you nothing: what you paid goes back to your credits.",
    "henry-wave",
  ],
  declined: [
    "You declined this offer",
    "Thank you for telling us quickly. Nothing was taken from your credits.",
    "henry-wave",
  ],
  expired: [
    "The time to answer is over",
    "Somebody else may be asked now. Nothing was taken from your credits.",
    "henry-call",
  ],
  withdrawn: [
    "This offer was taken back",
    "The job is not available any more. Nothing was taken from your credits.",
    "henry-call",
  ],
  unknown: [
    "This link does not work",
    "Part of it may be missing. Copy the whole link from our message, or call us.",
    "henry-oops",
  ],
  "too-many": [
    "Please try again in a minute",
    "This page was opened very often from your address.",
    "henry-oops",
  ],
} as const;

/** The page behind a provider's offer link. It works without script, and opening it changes nothing. */
export function OfferPage({ view, problem, brand, phone, children }: OfferPageProps) {
  if (view.state === "open") return <OpenOffer view={view} problem={problem} phone={phone} />;
  if (view.state === "waiting") return <WaitingOffer view={view} phone={phone} />;
  if (view.state === "accepted")
    return (
      <SharedOffer view={view} brand={brand}>
        {children}
      </SharedOffer>
    );
  const [title, text, image] = NOTICES[view.state];
  return (
    <NoticePage title={title} text={text} image={image}>
      <PhoneLink phone={phone} className="btn btn-line" />
    </NoticePage>
  );
}

type OpenOfferProps = {
  view: Extract<OfferView, { state: "open" }>;
  problem: OfferPageProps["problem"];
  phone: string;
};

function OpenOffer({ view, problem, phone }: OpenOfferProps) {
  const { company, facts, description, cost, credits, minutesLeft, until } = view;
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="font-semibold break-words text-muted">For {company}</p>
      <h1 className="h2 mt-1">A customer near you asks for help</h1>
      {problem ? (
        <p
          role="alert"
          className="mt-4 rounded-xl border-2 border-danger bg-paper p-4 font-semibold text-danger"
        >
          {problem === "too-many"
            ? "That was tried very often. Please wait a minute."
            : `You have too few credits: the offer costs ${formatNumber(cost)}, and you have ${formatNumber(credits)}. Nothing was taken, and the offer is still open.`}
        </p>
      ) : null}
      <p className="mt-4 text-lg">
        <strong>
          {minutesLeft} {minutesLeft === 1 ? "minute" : "minutes"} left
        </strong>{" "}
        to answer, until {until}. You alone are asked now.
      </p>
      <Facts facts={facts} description={description} />
      <p className="mt-5">
        Accepting costs <strong>{formatCredits(cost)}</strong>. You have {formatNumber(credits)}.
        After you accept, we ask the customer whether you may call. Their name, phone number and
        address show as soon as they agree; if they say no, the credits come back to you.
      </p>
      {credits < cost && !problem ? (
        <p className="mt-2 font-semibold text-danger">
          These are too few credits to accept. Call <PhoneLink phone={phone} className="link" /> to
          buy more.
        </p>
      ) : null}
      <form method="post" className="mt-6 flex flex-wrap gap-3">
        <button type="submit" name="answer" value="accept" className="btn btn-action">
          Accept for {formatCredits(cost)}
        </button>
        <button type="submit" name="answer" value="decline" className="btn btn-line">
          Decline
        </button>
      </form>
    </main>
  );
}

type WaitingOfferProps = { view: Extract<OfferView, { state: "waiting" }>; phone: string };

/** The provider accepted, and the customer has not answered. */
function WaitingOffer({ view: { company, facts, description }, phone }: WaitingOfferProps) {
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="font-semibold break-words text-muted">For {company}</p>
      <h1 className="h2 mt-1">You accepted</h1>
      <p className="mt-3 text-lg">
        We are asking the customer whether you may call. As soon as they agree, their details show
        here.
      </p>
      <p className="mt-2">If they say no, the credits come back to you.</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {/* Not a link: pages scroll to their top for a link to themselves. */}
        <form>
          <button type="submit" className="btn btn-action">
            Look again
          </button>
        </form>
        <PhoneLink phone={phone} className="btn btn-line" />
      </div>
      <Facts facts={facts} description={description} />
    </main>
  );
}

type SharedOfferProps = {
  view: Extract<OfferView, { state: "accepted" }>;
  brand: string;
  children: ReactNode;
};

function SharedOffer({ view, brand, children }: SharedOfferProps) {
  const { company, facts, description, name, phone, phoneE164, email, refunded } = view;
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="font-semibold break-words text-muted">For {company}</p>
      <h1 className="h2 mt-1">The job is yours</h1>
      <p className="mt-3 text-lg">
        Please get in touch with the customer soon. They agreed to hear from one professional, and
        that is you.
      </p>
      {refunded ? (
        <p className="mt-3 rounded-xl bg-sand p-4 font-semibold">
          The credits for this job were given back to you.
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
      <Facts facts={facts} description={description} />
      {children}
      <p className="mt-5 text-muted">
        Use these details for this job alone. Dial by hand: do not text, and make no automated or
        recorded calls, unless the customer has agreed to that. Call only during the legal calling
        hours where the customer lives; some states end at 8 PM or allow no calls on Sundays or
        holidays. This page shows the details for {CONTACT_DAYS} days. Is something wrong with the
        request? Tell {brand}.
      </p>
    </main>
  );
}

function Facts({
  facts,
  description,
}: {
  facts: { label: string; value: string }[];
  description: string | null;
}) {
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-3 rounded-2xl border border-line bg-paper p-5 sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold break-words">{value}</dd>
        </div>
      ))}
      {description ? (
        <div className="sm:col-span-2">
          <dt className="text-muted">What the customer wrote</dt>
          <dd className="break-words whitespace-pre-wrap">{description}</dd>
        </div>
      ) : null}
    </dl>
  );
}
