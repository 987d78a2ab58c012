import type { ReactNode } from "react";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { TimeLeft } from "#app/components/ui/time-left.tsx";
import { formatCredits, formatQuantity } from "#app/lib/format-values.ts";
import type { WindowRefusal } from "../accept-offer.server.ts";
import type { ProviderProblem } from "../actions.server.ts";
import { CONTACT_DAYS } from "../constants.ts";
import type { OfferView } from "../view-offer.server.ts";
import { WindowChoice } from "../visits/components/window-choice.tsx";
import { OfferFacts } from "./offer-facts.tsx";
import { SharedOffer } from "./shared-offer.tsx";

const formatNumber = (amount: number) => amount.toLocaleString("en-US");

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
    "henry-thumbs-up",
  ],
  canceled: [
    "The customer canceled this job",
    "Please do not call about it. Their details are not shown here any more.",
    "henry-wave",
  ],
  "customer-declined": [
    "The customer said no",
    "They do not want a call for this job. It costs you nothing: what you paid goes back to your credits.",
    "henry-wave",
  ],
  unverified: [
    "Your verification ended before the customer answered",
    "We share a customer's details with verified companies alone, so this offer ended. It costs you nothing: what you paid goes back to your credits. Call us to have your papers checked again.",
    "henry-call",
  ],
  declined: [
    "You declined this offer",
    "Thank you for telling us quickly. You were not charged.",
    "henry-wave",
  ],
  expired: [
    "The time to answer is over",
    "Somebody else may be asked now. You were not charged.",
    "henry-call",
  ],
  withdrawn: [
    "This job is no longer available",
    "We took the offer back before you accepted it. You were not charged.",
    "henry-call",
  ],
  unreached: [
    "We could not reach the customer",
    "So there is no yes, and your credits are back. We may ask you again if they answer.",
    "henry-call",
  ],
  closed: [
    "We closed this request",
    "The customer had not said yes, and your credits are back.",
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
      <PhoneLink phone={phone} className="btn btn-line" />
      {children ? <div className="basis-full text-left">{children}</div> : null}
    </NoticePage>
  );
}

const WINDOW_PROBLEMS: Record<WindowRefusal, string> = {
  "window-missing": "Choose one of these times, or “None of these fits”.",
  "window-gone": "The customer changed their times. Choose again.",
  "window-busy": "You have another job at that time. Choose another.",
};
const getWindowProblem = (problem: ProviderProblem | undefined): string | undefined =>
  problem && Object.hasOwn(WINDOW_PROBLEMS, problem.code)
    ? WINDOW_PROBLEMS[problem.code as WindowRefusal]
    : undefined;

/** How many credits are missing; who owes some first pays those back. */
const describeShortfall = (cost: number, credits: number): string =>
  credits < 0
    ? `You owe ${formatCredits(-credits)}: buy at least ${formatNumber(cost - credits)} to accept this offer.`
    : `You have ${formatCredits(credits)}: buy at least ${formatNumber(cost - credits)} to accept this offer.`;

type OpenOfferProps = {
  view: Extract<OfferView, { state: "open" }>;
  problem: OfferPageProps["problem"];
  phone: string;
  children: ReactNode;
};

function OpenOffer({ view, problem, phone, children }: OpenOfferProps) {
  const {
    company,
    title,
    facts,
    description,
    cost,
    credits,
    minutesLeft,
    until,
    expiresAt,
    windows,
  } = view;
  const windowProblem = getWindowProblem(problem);
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="font-semibold break-words text-muted">For {company}</p>
      <h1 className="h2 mt-1">{title}</h1>
      {problem ? (
        <p
          role="alert"
          className="mt-4 rounded-xl border-2 border-danger bg-paper p-4 font-semibold text-danger"
        >
          {problem.code === "too-many"
            ? "Too many tries. Wait a minute, then try again."
            : windowProblem
              ? "Please look at the times below. Nothing was taken, and the offer is still open."
              : `${describeShortfall(cost, credits)} Nothing was taken, and the offer is still open.`}
        </p>
      ) : null}
      <p className="mt-4 text-lg">
        <strong>
          <TimeLeft until={expiresAt}>{formatQuantity(minutesLeft, "minute")} left</TimeLeft>
        </strong>{" "}
        to answer, until {until}. You are the only pro asked right now.
      </p>
      <OfferFacts facts={facts} description={description} />
      <p className="mt-5">
        Accepting costs <strong>{formatCredits(cost)}</strong>.{" "}
        {credits >= cost ? `You have ${formatNumber(credits)}. ` : null}After you accept, we ask the
        customer whether you may call. Their name, phone number, e-mail, street address and photos
        show as soon as they agree, and not before; if they say no, the credits come back to you.
      </p>
      {credits < cost ? (
        <p className="mt-2 font-semibold text-danger">
          {problem?.code === "too-few-credits" ? null : `${describeShortfall(cost, credits)} `}
          <a href="/pro/credits" className="link">
            Buy credits in your portal
          </a>
          , or call <PhoneLink phone={phone} className="link" />. The offer stays open until its
          time is over.
        </p>
      ) : null}
      <form method="post" className="mt-6 flex flex-wrap gap-3">
        {windows.length > 0 ? (
          <WindowChoice
            legend="When can you come? The customer chose these times."
            windows={windows}
            canRefuse
            chosen={problem?.code === "visit" ? undefined : problem?.window}
            error={windowProblem}
          />
        ) : (
          <p className="basis-full">
            The customer has not chosen times. You agree on one after their yes.
          </p>
        )}
        <button type="submit" name="answer" value="accept" className="btn btn-action">
          Accept for {formatCredits(cost)}
        </button>
        <button type="submit" name="answer" value="decline" className="btn btn-line">
          Decline
        </button>
      </form>
      {children}
    </main>
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
        <PhoneLink phone={phone} className="btn btn-line" />
      </div>
      <OfferFacts facts={facts} description={description} />
      {children}
    </main>
  );
}
