import { MESSAGES_READ_EVENT } from "#app/features/requests/constants.ts";
import { MESSAGE_EVENT } from "./constants.ts";

const AUTHORS: Record<string, (company: string) => string> = {
  customer: (company) => `The customer wrote${company ? ` to us and ${company}` : ""}`,
  staff: (company) => `Message to the customer${company ? ` and ${company}` : ""}`,
  unknown: () => "Somebody with an address we don't have on file wrote",
  provider: (company) => `${company || "The provider"} wrote to the customer`,
};

/** Describes a message's event for a request's timeline; undefined for other kinds of events. */
export function formatMessageEvent(
  kind: string,
  detail: Record<string, unknown>,
): string | undefined {
  if (kind === MESSAGES_READ_EVENT) return "New messages marked as read";
  if (kind !== MESSAGE_EVENT) return undefined;
  const describe = AUTHORS[String(detail.author)];
  // An erased request keeps the event without its details.
  if (!describe) return "A message was written";
  const text = describe(typeof detail.company === "string" ? detail.company : "");
  if (detail.channel === "mail") return `${text} by email`;
  return detail.channel === "text" ? `${text} by text` : text;
}
