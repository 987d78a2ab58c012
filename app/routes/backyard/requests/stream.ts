import { appContext } from "#app/app-context.ts";
import { isSessionLive } from "#app/features/auth/live-session.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { findNewestRequest } from "#app/features/requests/inbox/queries.server.ts";
import { streamRequests } from "#app/features/requests/inbox/stream-requests.server.ts";
import type { Route } from "./+types/stream";

/** Each open portal uses one connection; the limit leaves connections for visitors. */
const MAX_STREAMS = 500;

/** No HEAD: it would open a stream without a reader. */
export const handle = { methods: ["GET"] };

/** Server-sent events: new and changed requests, who works on which, alarms; until the session ends. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { userId, sessionId } = requireStaff(context, "staff");
  const { alarms, db, liveCounts, now, presence, requestFeed, sessionWatch, stopSignal } =
    context.get(appContext);
  if (stopSignal.aborted || requestFeed.countListeners() >= MAX_STREAMS)
    return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  return streamRequests({
    feed: requestFeed,
    initial: async () => {
      const [newest] = await Promise.all([findNewestRequest(db), liveCounts.prepare()]);
      // Read last: a later state may have been sent while the others were awaited.
      const summary = await alarms.get();
      const counts = liveCounts.getLatest();
      return [
        { kind: "alarms", summary },
        { kind: "presence", requests: presence.list() },
        ...requestFeed.listRecent(),
        { kind: "newest", newest },
        ...(counts ? [{ kind: "counts" as const, ...counts }] : []),
      ];
    },
    isSessionLive: () => isSessionLive(db, { sessionId, role: "staff", now: now() }),
    watch: (end) => sessionWatch.watch({ userId, sessionId, role: "staff", end }),
    signals: [request.signal, stopSignal],
  });
}
