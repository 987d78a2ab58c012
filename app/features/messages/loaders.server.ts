import type { AppContext } from "#app/app-context.ts";
import { listMergedRequests } from "#app/features/requests/merged-requests.sql.ts";
import { formatPastDay, toMoment } from "#app/lib/format-time.ts";
import { getCannedReplies } from "./canned-replies.server.ts";
import { getConnectedOffer } from "./connected-offer.server.ts";
import { listMessages } from "./threads.server.ts";

/**
 * What staff see of a request's messages: its thread together with those of the requests that were
 * merged into it, who may read an answer, and canned replies.
 */
export async function loadMessagePanel(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  requestId: string,
) {
  const at = now();
  const [{ timeZone }, merged, connected, cannedReplies] = await Promise.all([
    settings.get(),
    listMergedRequests.rows(db, { requestId }),
    getConnectedOffer(db, { requestId, now: at }),
    getCannedReplies(db),
  ]);
  const days = new Map(
    merged.map(({ id, createdAt }) => [id, formatPastDay(createdAt, { timeZone, now: at })]),
  );
  const requestIds = [requestId, ...days.keys()];
  const messages = await listMessages(db, { requestIds, withUnknown: true });
  return {
    connected: connected && { offerId: connected.offerId, company: connected.company },
    cannedReplies,
    /** The merged requests, to whose customer's page staff may write as well; `day` such as "May 4". */
    merged: [...days].map(([id, day]) => ({ id, day })),
    messages: messages.map(({ createdAt, member, ...message }) => ({
      ...message,
      member: message.author === "staff" ? member : null,
      /** The day of the merged request that it is from; null for the request's own. */
      from: days.get(message.requestId) ?? null,
      createdAt: toMoment(createdAt, timeZone),
    })),
  };
}
export type MessagePanelData = Awaited<ReturnType<typeof loadMessagePanel>>;
