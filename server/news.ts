import { GENERATION_CHANNEL } from "#app/features/ai/constants.ts";
import { OFFER_CHANNEL } from "#app/features/offers/constants.ts";
import {
  NEW_REQUEST_CHANNEL,
  REQUEST_CHANGED_CHANNEL,
} from "#app/features/requests/inbox/request-feed.server.ts";
import { type Listener, listen } from "#app/lib/listen.server.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import type { RunningWorkers } from "./workers.ts";

type NewsOptions = {
  services: RunningAppContext;
  workers: RunningWorkers | undefined;
  /** A setting or published content is another one now. */
  onContentChanged: () => void;
};

/**
 * Hears from the database what other instances have done. What was missed without a connection
 * counts as changed.
 */
export function listenForNews({ services, workers, onContentChanged }: NewsOptions): Listener {
  return listen({
    url: services.databaseUrl,
    channels: [
      "content_changed",
      "outbox_ready",
      GENERATION_CHANNEL,
      OFFER_CHANNEL,
      NEW_REQUEST_CHANNEL,
      REQUEST_CHANGED_CHANNEL,
    ],
    onNotification(channel, payload) {
      if (channel === "outbox_ready") workers?.notifyOutbox();
      else if (channel === GENERATION_CHANNEL) workers?.wake("generate");
      else if (channel === OFFER_CHANNEL) {
        workers?.wake("offers");
        services.requestFeed.receiveChanges(payload);
      } else if (channel === NEW_REQUEST_CHANNEL) services.requestFeed.receive(payload);
      else if (channel === REQUEST_CHANGED_CHANNEL) services.requestFeed.receiveChanges(payload);
      else onContentChanged();
    },
    onConnect() {
      onContentChanged();
      services.requestFeed.missed();
      workers?.notifyOutbox();
      workers?.wake("generate");
    },
    log: services.log,
  });
}
