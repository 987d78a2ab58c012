import { CUSTOMER_SNOOZE_NAME, SNOOZE_ENDED_EVENT, SNOOZED_EVENT } from "./constants.ts";

/** Describes an event of a snooze; undefined for other kinds. */
export function formatSnoozeEvent(
  kind: string,
  { kind: until, time, by }: Record<string, unknown>,
): string | undefined {
  if (kind === SNOOZED_EVENT)
    return until === "customer"
      ? `Snoozed until the customer does something, at most ${CUSTOMER_SNOOZE_NAME}`
      : `Snoozed until ${String(time ?? "a time")}`;
  if (kind !== SNOOZE_ENDED_EVENT) return undefined;
  if (by === "customer") return "Snooze ended: the customer did something";
  if (by === "provider") return "Snooze ended: a professional accepted the request";
  if (by !== "clock") return "Snooze ended";
  return until === "customer"
    ? `Snooze ended: the customer did nothing for ${CUSTOMER_SNOOZE_NAME}`
    : "Snooze ended: its time came";
}
