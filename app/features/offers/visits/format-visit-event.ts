import { WINDOWS_EVENT } from "./constants.ts";
import type { VisitDetail } from "./record-visit-event.server.ts";

const formatReason = (reason: string | undefined) => (reason ? `: “${reason}”` : "");

/**
 * Describes an event about windows or visits for a request's timeline; undefined for other kinds.
 * The details of an erased person are empty.
 */
export function formatVisitEvent(
  kind: string,
  detail: Record<string, unknown>,
): string | undefined {
  if (kind === WINDOWS_EVENT) return formatWindows(detail.times);
  const {
    company = "a provider",
    by,
    time,
    before,
    reason,
    untold,
    isAgreed,
  } = detail as Partial<VisitDetail>;
  const who = by === "customer" ? "the customer" : by === "provider" ? company : null;
  const when = time ? `: ${time}` : "";
  return {
    "visit-held": `${company} picked a time${when}`,
    "visit-booked": `${company} set a visit${isAgreed ? " that they had agreed on" : ""}${when}`,
    "visit-moved": `Visit by ${company} moved${who ? ` by ${who}` : ""}${before ? ` from ${before}` : ""}${time ? ` to ${time}` : ""}${formatReason(reason)}`,
    "visit-canceled": `Visit by ${company} canceled${who ? ` by ${who}` : ""}${when}${formatReason(reason)}`,
    "visit-untold":
      untold === "customer"
        ? `The customer could not be told that the visit by ${company} changed: call them`
        : `${company} could not be told that the visit changed: call them`,
  }[kind];
}

function formatWindows(times: unknown): string {
  if (!Array.isArray(times)) return "The customer chose times for a visit";
  return times.length === 0
    ? "The customer took back the times for a visit"
    : `The customer chose ${times.length === 1 ? "a time" : "times"} for a visit: ${times.join("; ")}`;
}
