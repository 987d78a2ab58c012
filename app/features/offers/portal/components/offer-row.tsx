import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { TimeLeft } from "#app/components/ui/time-left.tsx";
import { formatCredits } from "#app/lib/format-values.ts";
import type { ListedOffer } from "../load-lists.server.ts";

type OfferRowProps = {
  offer: ListedOffer;
  /** The page that the row opens. */
  page: "offers" | "jobs";
};

/** An offer or a job in a list: what, where, and where it stands. The whole row opens it. */
export function OfferRow({ offer, page }: OfferRowProps) {
  const path = usePortalPath();
  const { id, service, place, customer, status, until, age, at, visit, cost, timeframe, words } =
    offer;
  return (
    <li className="relative rounded-2xl border border-line bg-paper p-4 focus-card">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0">
          <a
            href={`${path(page)}/${id}`}
            className="font-display text-lg leading-6 font-bold outline-none after:absolute after:inset-0"
          >
            {service}
          </a>
          <span className="block break-words">{[customer, place].filter(Boolean).join(" · ")}</span>
        </p>
        <Badge tone={status.tone}>
          {until ? <TimeLeft until={until}>{status.label}</TimeLeft> : status.label}
        </Badge>
      </div>
      {words ? <p className="mt-1 break-words">“{words}”</p> : null}
      {visit ? (
        <p className="mt-1 font-semibold">
          {visit.isBooked ? "Visit" : "On hold"}: {visit.time}
        </p>
      ) : null}
      <p className="mt-1 text-[0.9375rem] text-muted">
        {until ? (
          <>
            {timeframe ? `${timeframe} · ` : null}
            {formatCredits(cost)} if you accept
          </>
        ) : (
          <>
            <time title={at}>Offered {age}</time> · {formatCredits(cost)}
          </>
        )}
      </p>
    </li>
  );
}

type OfferRowsProps = {
  offers: readonly ListedOffer[];
  page: OfferRowProps["page"];
  /** Shown without any. */
  empty: string;
};

export const OfferRows = ({ offers, page, empty }: OfferRowsProps) =>
  offers.length > 0 ? (
    <ul className="mt-3 grid gap-3">
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} page={page} />
      ))}
    </ul>
  ) : (
    <p className="mt-3 text-muted">{empty}</p>
  );

/** The link to the next page of a list; nothing on the last one. */
export const MoreLink = ({ href }: { href: string | null }) =>
  href ? (
    <a href={href} className="btn btn-line mt-5">
      Show older ones
    </a>
  ) : null;
