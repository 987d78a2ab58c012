import { GENERATION_CHANNEL } from "#app/features/ai/constants.ts";
import { OFFER_CHANNEL } from "#app/features/offers/constants.ts";
import { PUSH_JOB } from "#app/features/push/constants.ts";
import { createAlarmsRefresh } from "#app/features/requests/assignments/refresh-alarms.server.ts";
import {
  ALARMS_CHANNEL,
  ALERT_CHANNEL,
  NEW_REQUEST_CHANNEL,
  REQUEST_CHANGED_CHANNEL,
  REQUEST_SYNCED_CHANNEL,
} from "#app/features/requests/inbox/request-feed.server.ts";
import { PRESENCE_CHANNEL } from "#app/features/requests/presence/constants.ts";
import { type Listener, listen } from "#app/lib/listen.server.ts";
import { type Affected, CONTENT_CHANNEL, EVERYTHING, findAffected } from "./content-changes.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import type { RunningJobs } from "./run-jobs.ts";

type ListenerOptions = {
  context: RunningAppContext;
  jobs: RunningJobs | undefined;
  /** Settings or published content have changed. */
  onContentChanged: (affected: Affected) => void;
};

/**
 * Receives the notifications of the database: what this and other instances have changed. All of
 * it counts as changed after a time without a connection.
 */
export function startNotificationListener({
  context,
  jobs,
  onContentChanged,
}: ListenerOptions): Listener {
  const refreshAlarms = createAlarmsRefresh(context);
  return listen({
    url: context.directUrl,
    channels: [
      CONTENT_CHANNEL,
      "outbox_ready",
      GENERATION_CHANNEL,
      OFFER_CHANNEL,
      NEW_REQUEST_CHANNEL,
      REQUEST_CHANGED_CHANNEL,
      REQUEST_SYNCED_CHANNEL,
      ALARMS_CHANNEL,
      ALERT_CHANNEL,
      PRESENCE_CHANNEL,
    ],
    onNotification(channel, payload) {
      if (channel === "outbox_ready") jobs?.notifyOutbox();
      else if (channel === GENERATION_CHANNEL) jobs?.wake("generate");
      else if (channel === OFFER_CHANNEL) {
        jobs?.wake("offers");
        context.requestFeed.handleChanged(payload);
        context.liveCounts.refresh();
      } else if (channel === NEW_REQUEST_CHANNEL) {
        context.requestFeed.handleCreated(payload);
        context.liveCounts.refresh();
        jobs?.wake(PUSH_JOB);
      } else if (channel === REQUEST_CHANGED_CHANNEL) {
        context.requestFeed.handleChanged(payload);
        context.liveCounts.refresh();
      } else if (channel === REQUEST_SYNCED_CHANNEL) context.requestFeed.handleSynced(payload);
      else if (channel === ALARMS_CHANNEL) void refreshAlarms();
      else if (channel === ALERT_CHANNEL) context.requestFeed.handleAlert(payload);
      else if (channel === PRESENCE_CHANNEL) context.presence.handle(payload);
      else if (channel === CONTENT_CHANNEL) onContentChanged(findAffected(payload));
    },
    onConnect() {
      onContentChanged(EVERYTHING);
      context.requestFeed.handleMissed();
      void refreshAlarms();
      jobs?.notifyOutbox();
      jobs?.wake("generate");
      jobs?.wake(PUSH_JOB);
    },
    log: context.log,
  });
}
