import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import type { StoredMatchReason } from "#app/db/tables/offers.server.ts";

type MatchReasonsProps = {
  /** As of when the offer was made; null in offers from before this was stored. */
  reasons: readonly StoredMatchReason[] | null;
};

/** Why a provider was asked, with a link to the rule. */
export function MatchReasons({ reasons }: MatchReasonsProps) {
  const path = usePortalPath();
  return (
    <section aria-labelledby="why-you" className="mt-6">
      <h2 id="why-you" className="font-display text-xl font-extrabold">
        Why you
      </h2>
      {reasons ? (
        <ul className="mt-2 grid gap-1.5">
          {reasons.map(({ check, ok, text }) => (
            <li key={check} className="flex gap-2">
              <Mark isOk={ok} />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{ok ? "Fits: " : "Does not fit: "}</span>
                {text}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2">This offer is from before we kept the reasons.</p>
      )}
      <p className="mt-2">
        <a href={`${path("rules")}#matching`} className="link">
          How an offer is chosen
        </a>
      </p>
    </section>
  );
}

/** A check mark or a cross. */
const Mark = ({ isOk }: { isOk: boolean }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className={`mt-0.5 size-5 shrink-0 ${isOk ? "text-ok" : "text-danger"}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={isOk ? "M5 12.5l4.5 4.5L19 7.5" : "M6 6l12 12M18 6L6 18"} />
  </svg>
);
