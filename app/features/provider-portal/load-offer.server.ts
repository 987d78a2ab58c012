import type { AppContext } from "#app/app-context.ts";
import { loadProviderThread } from "#app/features/messages/threads.server.ts";
import { loadJobStage } from "#app/features/offers/portal/load-job.server.ts";
import { getOfferView, getSharedRequestId } from "#app/features/offers/view-offer.server.ts";
import { listPhotos } from "#app/features/photos/queries.server.ts";
import { getQuizOfRequest } from "#app/features/quizzes/learning/request-results.server.ts";

type PageApp = Pick<AppContext, "db" | "env" | "now" | "settings">;
export type OwnOffer = { offerId: string; providerId: string };

/** What every page of one offer shows in its frame. */
async function loadFrame({ env, settings }: PageApp) {
  const { brand, phone, timeZone } = await settings.get();
  return { brand, phone, timeZone, sendsMail: env.SMTP_URL !== undefined };
}

/** An offer in the portal; its `view` is "unknown" for the offer of another provider. */
export async function loadOffer(app: PageApp, offer: OwnOffer) {
  const { timeZone, ...frame } = await loadFrame(app);
  return { ...frame, view: await getOfferView(app.db, { ...offer, now: app.now(), timeZone }) };
}

/** A job: the offer, and what belongs to it once the customer said yes. */
export async function loadJob(app: PageApp, offer: OwnOffer) {
  const { timeZone, ...frame } = await loadFrame(app);
  const now = app.now();
  const view = await getOfferView(app.db, { ...offer, now, timeZone });
  const requestId =
    view.state === "accepted" ? await getSharedRequestId(app.db, { ...offer, now }) : null;
  if (!requestId) return { ...frame, view, shared: null };
  const [photos, messages, stage, quiz] = await Promise.all([
    listPhotos(app.db, requestId),
    loadProviderThread(app, offer),
    loadJobStage(app.db, { ...offer, timeZone }),
    getQuizOfRequest(app.db, { requestId, now }),
  ]);
  const cause = quiz && {
    chosen: quiz.cause,
    causes: quiz.causes,
    said: quiz.result.data.diagnosis,
  };
  return { ...frame, view, shared: { photos, messages, stage, cause } };
}
