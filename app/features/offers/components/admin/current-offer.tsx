import { type ReactNode, useEffect } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { type CustomerAnswer, describeRefund } from "../../constants.ts";
import type { ShownOffer } from "../../loaders.server.ts";

/** The server ends an expired offer within half a minute, without an event; then the page reloads. */
const EXPIRY_DELAY_MS = 35_000;

type CurrentOfferProps = {
  offer: ShownOffer;
  /** What staff read out to the customer who has to be asked. */
  question: string | null;
  now: number;
  isBusy: boolean;
  onWithdraw: () => void;
  onAnswer: (answer: CustomerAnswer) => void;
};

/** The current offer: awaits the provider, then the customer; then the details are shared. */
export function CurrentOffer({
  offer,
  question,
  now,
  isBusy,
  onWithdraw,
  onAnswer,
}: CurrentOfferProps) {
  const { company, state, sharedAt } = offer;
  return (
    <div className="mt-2 grid gap-2 rounded-lg bg-sand p-3">
      {state === "open" || sharedAt ? <p className="font-semibold break-words">{company}</p> : null}
      {state === "open" ? (
        <AwaitingProvider offer={offer} now={now} isBusy={isBusy} onWithdraw={onWithdraw} />
      ) : sharedAt ? (
        <p className="text-ok">
          <strong>
            {offer.wasSharedOnAcceptance
              ? "Accepted"
              : offer.isApprovedByCustomer
                ? "Accepted, and the customer said yes on their page"
                : "Accepted, and the customer said yes"}
          </strong>{" "}
          <TimeAgo at={sharedAt} now={now} />. The customer's details were shared then.
        </p>
      ) : (
        <AwaitingCustomer
          offer={offer}
          question={question}
          now={now}
          isBusy={isBusy}
          onAnswer={onAnswer}
        />
      )}
      {state === "accepted" && offer.refundReason ? (
        <p>Credits given back: {describeRefund(offer.refundReason)}</p>
      ) : null}
    </div>
  );
}

function AwaitingProvider({
  offer,
  now,
  isBusy,
  onWithdraw,
}: Omit<CurrentOfferProps, "onAnswer" | "question">) {
  const { revalidate } = useRevalidator();
  const { expiresAt } = offer;
  useEffect(() => {
    const left = expiresAt.ms - Date.now();
    const timers = [left, Math.max(0, left) + EXPIRY_DELAY_MS]
      .filter((ms) => ms > 0)
      .map((ms) => setTimeout(() => void revalidate(), ms));
    return () => timers.forEach(clearTimeout);
  }, [expiresAt.ms, revalidate]);
  const left = Math.ceil((expiresAt.ms - now) / MINUTE_MS);
  return (
    <>
      <p>
        Waiting for an answer:{" "}
        <span title={expiresAt.exact}>{left > 0 ? `${left} min left` : "the time is up"}</span>
        {offer.isAuto ? ". Then the next match is asked." : ""}
      </p>
      <ButtonRow>
        <Button disabled={isBusy} onClick={onWithdraw} tone="danger">
          Withdraw
        </Button>
        <Button onClick={() => void revalidate()}>Refresh</Button>
      </ButtonRow>
    </>
  );
}

function AwaitingCustomer({
  offer,
  question,
  now,
  isBusy,
  onAnswer,
}: Omit<CurrentOfferProps, "onWithdraw">) {
  const { company, decidedAt, isAuto, callDueAt } = offer;
  const isAskedByMail = callDueAt !== null && callDueAt.ms > now;
  return (
    <>
      <p className="font-semibold break-words">
        {company} wants this job.{" "}
        {isAskedByMail
          ? "The customer is asked by email and answers on their page."
          : `Call the customer: may ${company} call you? They can also answer on their page.`}
      </p>
      {isAskedByMail ? (
        <p className="text-sm">Call for the answer from {callDueAt.exact} on.</p>
      ) : null}
      <p className="text-sm">
        {decidedAt ? (
          <>
            Accepted <TimeAgo at={decidedAt} now={now} />.{" "}
          </>
        ) : null}
        They see the job, the city and ZIP, and what the customer wrote, but no name, number, email
        or street before a yes. After a no their credits go back
        {isAuto ? ", and the next match is asked" : ""}. If you cannot reach the customer, the offer
        ends and their credits go back.
      </p>
      <p className="text-sm">On the phone, read this out before you record a yes:</p>
      <blockquote className="border-l-4 border-line pl-3 break-words">{question}</blockquote>
      <ButtonRow>
        <Button disabled={isBusy} onClick={() => onAnswer("yes")} tone="primary">
          Customer said yes
        </Button>
        <Button disabled={isBusy} onClick={() => onAnswer("no")} tone="danger">
          Customer said no
        </Button>
        <Button disabled={isBusy} onClick={() => onAnswer("unreached")}>
          Not reached
        </Button>
      </ButtonRow>
    </>
  );
}

const ButtonRow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2">{children}</div>
);
