import type { StoredMatchReason } from "#app/db/tables/offers.server.ts";
import { MatchReasons } from "#app/features/offers/rules/components/match-reasons.tsx";
import { RuleLink } from "#app/features/offers/rules/components/rule-link.tsx";

type OfferReasonsProps = {
  matchReasons: readonly StoredMatchReason[] | null;
  /** Which rule applied to how the offer stands. */
  ruleCode: string;
  /** The reasons stand open. */
  isOpen?: boolean;
};

/** Why the provider was asked, and the rule by which the offer stands as it does. */
export function OfferReasons({ matchReasons, ruleCode, isOpen = false }: OfferReasonsProps) {
  return (
    <div className="mt-6 text-left">
      {isOpen ? (
        <MatchReasons reasons={matchReasons} />
      ) : (
        <details>
          <summary className="py-1 font-semibold">Why you were asked</summary>
          <MatchReasons reasons={matchReasons} />
        </details>
      )}
      <p className="mt-4">
        <RuleLink code={ruleCode} />
      </p>
    </div>
  );
}
