import { Badge } from "#app/components/admin/badge.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { type ProviderStatus, STATUS_LABELS, STATUSES } from "../../../constants.ts";
import type { ListedProvider } from "../../loaders.server.ts";
import type { StatusChanges } from "./use-status-changes.ts";

const STATUS_TONES: Record<ProviderStatus, string> = {
  pending: "border-l-action",
  verified: "border-l-ok",
  rejected: "border-l-danger",
  expired: "border-l-line",
};

/**
 * A status that is saved as soon as it is chosen, its end date, and warnings about the evidence.
 */
export function StatusCell({
  provider,
  statuses,
}: {
  provider: ListedProvider;
  statuses: StatusChanges;
}) {
  const { status, verifiedUntil } = statuses.getShown(provider);
  const isHydrated = useHydrated();
  const isChanged = status !== provider.status;
  return (
    <>
      <select
        aria-label={`Status of ${provider.companyName}`}
        value={status}
        inert={!isHydrated}
        onChange={(event) => statuses.change(provider, event.target.value as ProviderStatus)}
        className={`field-small border-l-4 ${STATUS_TONES[status]}`}
      >
        {STATUSES.map((value) => (
          <option key={value} value={value}>
            {STATUS_LABELS[value]}
          </option>
        ))}
      </select>
      <VerifiedUntil
        until={verifiedUntil}
        hasLapsed={provider.hasLapsed}
        endsSoon={provider.endsSoon}
      />
      {provider.warning && status === "verified" ? (
        <span className="mt-1 block text-sm font-semibold text-danger">{provider.warning}</span>
      ) : null}
      {provider.proposedStatus && !isChanged ? (
        <span className="mt-1 block">
          <Badge tone="notice" isLong>
            Proposed: {STATUS_LABELS[provider.proposedStatus]}
          </Badge>
        </span>
      ) : null}
    </>
  );
}

function VerifiedUntil({
  until,
  hasLapsed,
  endsSoon,
}: {
  until: string | null;
  hasLapsed: boolean;
  endsSoon: boolean;
}) {
  if (!until) return null;
  return (
    <span className={`mt-1 block text-sm ${endsSoon ? "font-semibold text-danger" : "text-muted"}`}>
      {hasLapsed ? "Ended" : "Until"} {until}
    </span>
  );
}
