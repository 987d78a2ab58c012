import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import {
  MIN_REVIEWS,
  RESPONSE_DAYS,
  RESPONSE_MIN_AGE_HOURS,
  RESPONSE_REQUESTS,
} from "../../constants.ts";
import type { ClaimsPageData } from "../../loaders.server.ts";
import { Switch } from "./switch.tsx";

type EvidenceRuleProps = Pick<
  ClaimsPageData,
  "isOnlyWithEvidence" | "measuredAt" | "verifiedProviders" | "hours"
>;

/** The setting "claims only with evidence", and how the evidence is measured. */
export function EvidenceRule({
  isOnlyWithEvidence,
  measuredAt,
  verifiedProviders,
  hours,
}: EvidenceRuleProps) {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  const submitted = fetcher.formData?.get("onlyWithEvidence");
  const isOn = submitted ? submitted === "yes" : isOnlyWithEvidence;
  return (
    <section aria-labelledby="evidence-rule" className="panel-card max-w-3xl p-4">
      <div className="flex items-start justify-between gap-4">
        <h3 id="evidence-rule" className="font-bold">
          Claims only with evidence
        </h3>
        <fetcher.Form method="post">
          <Switch label="Claims only with evidence" name="onlyWithEvidence" isOn={isOn} />
        </fetcher.Form>
      </div>
      <p className="mt-1">
        On: a claim that the evidence does not support is neutral on the site, and comes back when
        it is supported. The site checks this when you turn it on, and every night. Your own
        switches stay as they are. Claims that nothing here can measure stay as you switch them.
      </p>
      <p className="mt-2 text-[0.9375rem] text-muted">
        Measured {measuredAt}, without demo data.{" "}
        {formatQuantity(verifiedProviders, "verified provider")}.
      </p>
      <details className="mt-1 text-[0.9375rem]">
        <summary className="py-1 font-semibold">How it is measured</summary>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          <li>
            First contact: business hours ({hours}) from a request until staff marked it as
            contacted, noted the customer's answer about a provider, or sent a message. Counted are
            the requests of the last {RESPONSE_DAYS} days that are at least {RESPONSE_MIN_AGE_HOURS}{" "}
            hours old, up to the newest {RESPONSE_REQUESTS}. One without a contact on record counts
            as slower than all others. Requests held as spam are left out. Calls that nobody noted
            are not known.
          </li>
          <li>Average rating: all reviews by customers, hidden ones too, from {MIN_REVIEWS} on.</li>
          <li>
            Active provider: verified, with a current subscription. Evidence is what staff added
            under Verification, and is valid through its last day.
          </li>
        </ul>
      </details>
    </section>
  );
}
