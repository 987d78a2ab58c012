import { MAIN_NUMBER_LABEL } from "#app/features/settings/phone-numbers.ts";
import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

type Call = {
  /** The label of the number that was called; null where it is not known. */
  label: string | null;
  connectedAt: Date | null;
  endedAt: Date | null;
};

/** A call as a sentence of a timeline: "Called us on the number for AC pages, connected, 4 min". */
export function formatCall({ label, connectedAt, endedAt }: Call): string {
  const called =
    label === null || label === MAIN_NUMBER_LABEL
      ? "Called us"
      : `Called us on the number for ${label}`;
  if (connectedAt)
    return [called, "connected", formatLength(connectedAt, endedAt)].filter(Boolean).join(", ");
  // A call without an end may still be ringing.
  return endedAt ? `${called}, not answered` : called;
}

function formatLength(from: Date, to: Date | null): string | null {
  const ms = to ? to.getTime() - from.getTime() : -1;
  if (ms < 0) return null;
  return ms < MINUTE_MS ? `${Math.round(ms / SECOND_MS)} s` : `${Math.round(ms / MINUTE_MS)} min`;
}
