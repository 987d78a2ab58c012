import { useState } from "react";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useNow } from "#app/components/admin/use-now.ts";
import { formatEndReason } from "../../format-offer-event.ts";
import type { OfferPanelData, ShownOffer } from "../../loaders.server.ts";
import {
  CUSTOMER_ANSWER_REFUSALS,
  type CustomerAnswerRefusal,
  OFFER_REFUSALS,
  type OfferFormResult,
  type OfferRefusal,
} from "../../schema.ts";
import { CurrentOffer } from "./current-offer.tsx";
import { MatchList } from "./match-list.tsx";
import { OfferLink } from "./offer-link.tsx";
import { VisitFacts } from "./visit-facts.tsx";

/** `loadedAt`: when the page was loaded, in ms. */
type OffersPanelProps = { offers: OfferPanelData; requestId: string; loadedAt: number };

const STATE_LABELS = {
  open: "Waiting for an answer",
  accepted: "Accepted",
  declined: "Declined",
  expired: "No answer in time",
  withdrawn: "Withdrawn",
} as const;
const describeState = ({ state, endReason }: ShownOffer): string =>
  state === "customer-declined" ? formatEndReason(endReason) : STATE_LABELS[state];
const UNEXPECTED_FAILURE = "That did not work. Please try again.";

/** Providers who match, the one with an open offer, and earlier offers. One is asked at a time. */
export function OffersPanel({ offers, requestId, loadedAt }: OffersPanelProps) {
  const now = useNow(loadedAt);
  const fetcher = useFetcher<OfferFormResult>();
  const { current, history, settings } = offers;
  const [isAuto, setAuto] = useState(false);
  const isBusy = fetcher.state !== "idle";
  const result = isBusy ? undefined : fetcher.data;
  const offerTo = (providerId: string) =>
    void fetcher.submit(
      {
        intent: "offer",
        id: requestId,
        providerId,
        ...(isAuto && offers.canMail ? { auto: "yes" } : {}),
      },
      { method: "post" },
    );
  return (
    <section aria-labelledby="request-offers" className="panel-card p-4">
      <h3 id="request-offers" className="font-bold">
        Matching providers
      </h3>
      <p className="mt-1 text-sm text-muted">
        One provider is asked at a time and has {settings.offerMinutes} minutes. Accepting costs{" "}
        {settings.offerCost} credits. Then you ask the customer; their yes shares their details.
      </p>
      <p role="status" className="text-sm font-semibold text-ok">
        {result?.ok ? describeSuccess(result, current) : ""}
      </p>
      <p role="status" className="sr-only">
        {describeLatest(current ?? history[0])}
      </p>
      <p role="alert" className="text-sm text-danger">
        {result && !result.ok ? describeRefusal(result) : ""}
      </p>
      {result?.ok && result.intent === "offer" && result.path ? (
        <OfferLink path={result.path} />
      ) : null}
      <VisitFacts windows={offers.windows} visit={offers.visit} />
      {current ? (
        <CurrentOffer
          offer={current}
          question={offers.question}
          now={now}
          isBusy={isBusy}
          onWithdraw={() =>
            void fetcher.submit(
              { intent: "withdraw", id: requestId, offerId: current.id },
              { method: "post" },
            )
          }
          onAnswer={(answer) =>
            void fetcher.submit(
              { intent: "customer-answer", id: requestId, offerId: current.id, answer },
              { method: "post" },
            )
          }
        />
      ) : (
        <>
          <label className="mt-2 flex min-h-11 items-center gap-2 text-[0.9375rem]">
            <input
              type="checkbox"
              checked={isAuto}
              disabled={!offers.canMail}
              onChange={(event) => setAuto(event.target.checked)}
              className="size-5"
            />
            <span>
              Without a yes, ask the next match automatically
              {offers.canMail ? null : (
                <span className="block text-sm text-muted">
                  Needs a mail server, and none is set up.
                </span>
              )}
            </span>
          </label>
          <MatchList offers={offers} isBusy={isBusy} onOffer={offerTo} />
        </>
      )}
      <OfferHistory history={history} now={now} />
    </section>
  );
}

/** Read aloud by screen readers when it changes without a click. */
const describeLatest = (offer: ShownOffer | undefined) =>
  offer
    ? `${offer.company}: ${offer.state === "accepted" && !offer.sharedAt ? "Accepted, the customer has to be asked" : describeState(offer)}`
    : "";

function describeSuccess(
  result: Extract<OfferFormResult, { ok: true }>,
  current: ShownOffer | null,
): string {
  if (result.intent === "offer")
    return result.mailed && current?.state === "open" ? "The provider was asked by email." : "";
  if (result.intent !== "customer-answer") return "";
  if (result.answer !== "yes")
    return "Nothing was shared, and the provider got their credits back.";
  return result.mailed
    ? "The provider was notified by email."
    : "No email was sent. Ask the provider to open their link again.";
}

function describeRefusal({ intent, reason }: Extract<OfferFormResult, { ok: false }>): string {
  if (intent === "customer-answer")
    return CUSTOMER_ANSWER_REFUSALS[reason as CustomerAnswerRefusal] ?? UNEXPECTED_FAILURE;
  return (
    OFFER_REFUSALS[reason as OfferRefusal] ??
    (reason === "answered" ? "It was answered or withdrawn already." : UNEXPECTED_FAILURE)
  );
}

function OfferHistory({ history, now }: { history: ShownOffer[]; now: number }) {
  if (history.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="py-1 text-sm font-semibold">Earlier offers: {history.length}</summary>
      <ol className="mt-1 grid gap-1 text-sm">
        {history.map((offer) => (
          <li key={offer.id} className="break-words">
            {offer.company}: {describeState(offer)},{" "}
            <TimeAgo at={offer.decidedAt ?? offer.createdAt} now={now} />
          </li>
        ))}
      </ol>
    </details>
  );
}
