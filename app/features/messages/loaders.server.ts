import type { AppContext } from "#app/app-context.ts";
import { toMoment } from "#app/lib/format-time.ts";
import { getCannedReplies } from "./canned-replies.server.ts";
import { getConnectedOffer } from "./connected-offer.server.ts";
import { listMessages } from "./threads.server.ts";

/** What staff see of a request's messages: the thread, who may read an answer, and canned replies. */
export async function loadMessagePanel(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  requestId: string,
) {
  const [{ timeZone }, messages, connected, cannedReplies] = await Promise.all([
    settings.get(),
    listMessages(db, { requestId, withUnknown: true }),
    getConnectedOffer(db, { requestId, now: now() }),
    getCannedReplies(db),
  ]);
  return {
    connected: connected && { offerId: connected.offerId, company: connected.company },
    cannedReplies,
    messages: messages.map(({ createdAt, member, ...message }) => ({
      ...message,
      member: message.author === "staff" ? member : null,
      createdAt: toMoment(createdAt, timeZone),
    })),
  };
}
export type MessagePanelData = Awaited<ReturnType<typeof loadMessagePanel>>;
