import type { ReactNode } from "react";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { TimeLeft } from "#app/components/ui/time-left.tsx";
import { formatCredits, formatQuantity } from "#app/lib/format-values.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import type { WindowRefusal } from "../accept-offer.server.ts";
import type { ProviderProblem } from "../actions.server.ts";
import type { OfferView } from "../view-offer.server.ts";
import { WindowChoice } from "../visits/components/window-choice.tsx";
import { OfferFacts } from "./offer-facts.tsx";

const formatNumber = (amount: number) => amount.toLocaleString("en-US");

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

type OfferCostProps = {
  cost: number;
  /** What the provider has, where it is enough. */
  credits?: number;
};

/** What a yes to the offer costs, and when the credits come back. */
const OfferCost = ({ cost, credits }: OfferCostProps) => (
  <p className="mt-5">
    Accepting costs <strong>{formatCredits(cost)}</strong>.{" "}
    {credits === undefined ? null : `You have ${formatNumber(credits)}. `}After you accept, we ask
    the customer whether you may call. Their name, phone number, email, street address and photos
    show as soon as they agree, and not before; if they say no, the credits come back to you. Once
    they say yes, the credits are spent, even if they hire nobody.
  </p>
);

type OpenOfferProps = {
  view: Extract<OfferView, { state: "open" }>;
  problem: ProviderProblem | undefined;
  phone: string;
  children: ReactNode;
};

/** An offer that waits for the provider's answer. */
export function OpenOffer({ view, problem, phone, children }: OpenOfferProps) {
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
            ? TOO_MANY_TRIES
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
      <OfferCost cost={cost} credits={credits >= cost ? credits : undefined} />
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
