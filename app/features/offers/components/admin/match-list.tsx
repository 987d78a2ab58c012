import { Check, X } from "lucide-react";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { ListedMatch } from "../../list-matches.server.ts";
import type { OfferPanelData } from "../../loaders.server.ts";

type MatchListProps = {
  offers: OfferPanelData;
  isBusy: boolean;
  onOffer: (providerId: string) => void;
};

/** Providers who match, the best first, then near misses. */
export function MatchList({ offers: { matches, nearMisses }, isBusy, onOffer }: MatchListProps) {
  return (
    <>
      {matches.length === 0 ? <p className="mt-1">No provider fits in every way.</p> : null}
      <ul className="mt-2 grid gap-3">
        {matches.map((match) => (
          <MatchItem
            key={match.id}
            match={match}
            label="Offer to provider"
            isBusy={isBusy}
            onOffer={onOffer}
          />
        ))}
      </ul>
      {nearMisses.length > 0 ? (
        <details className="mt-3" open={matches.length === 0}>
          <summary className="py-1 text-sm font-semibold">Near misses: {nearMisses.length}</summary>
          <ul className="mt-2 grid gap-3">
            {nearMisses.map((match) => (
              <MatchItem
                key={match.id}
                match={match}
                label="Offer anyway"
                isBusy={isBusy}
                onOffer={onOffer}
              />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

type MatchItemProps = {
  match: ListedMatch;
  label: string;
  isBusy: boolean;
  onOffer: (providerId: string) => void;
};

function MatchItem({ match, label, isBusy, onOffer }: MatchItemProps) {
  const { id, company, rating, reviews, isDemo, hasMail, reasons, canOffer } = match;
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      <p className="font-semibold break-words">
        {company}
        {rating === null ? null : (
          <span className="ml-2 text-sm font-normal text-muted">
            Rating {rating.toFixed(1)} ({formatQuantity(reviews, "review")})
          </span>
        )}
        {isDemo ? (
          <span className="ml-2 font-normal">
            <Badge>Demo</Badge>
          </span>
        ) : null}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
        {reasons.map(({ check, ok, text }) => (
          <li key={check} className={`flex items-start gap-1 ${ok ? "text-muted" : "text-danger"}`}>
            {ok ? (
              <Check className="mt-0.5 size-4 shrink-0 text-ok" aria-label="Fits:" />
            ) : (
              <X className="mt-0.5 size-4 shrink-0" aria-label="Does not fit:" />
            )}
            {text}
          </li>
        ))}
      </ul>
      {canOffer ? (
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <Button
            disabled={isBusy}
            onClick={() => onOffer(id)}
            aria-label={`${label}: ${company}`}
            tone="primary"
          >
            {label}
          </Button>
          {hasMail ? null : (
            <span className="text-sm text-muted">Gets no email: send them the link yourself.</span>
          )}
        </p>
      ) : null}
    </li>
  );
}
