import type { AppContext } from "#app/app-context.ts";
import { loadProviderThread } from "#app/features/messages/threads.server.ts";
import { loadDispute } from "#app/features/offers/disputes/loaders.server.ts";
import { findOffer } from "#app/features/offers/offer-ref.server.ts";
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

/** Why the provider was asked, which rule applied, and the dispute, if there is or can be one. */
async function loadReasons(app: PageApp, { timeZone, ...offer }: OwnOffer & { timeZone: string }) {
  const now = app.now();
  const [found, dispute] = await Promise.all([
    findOffer(app.db, offer, now),
    loadDispute(app.db, { ...offer, now, timeZone }),
  ]);
  return {
    matchReasons: found?.matchReasons ?? null,
    ruleCode: found?.refundReason ?? found?.state ?? "open",
    dispute,
  };
}

/** An offer in the portal; its `view` is "unknown" for the offer of another provider. */
export async function loadOffer(app: PageApp, offer: OwnOffer) {
  const { timeZone, ...frame } = await loadFrame(app);
  const [view, reasons] = await Promise.all([
    getOfferView(app.db, { ...offer, now: app.now(), timeZone }),
    loadReasons(app, { ...offer, timeZone }),
  ]);
  return { ...frame, view, reasons };
}

/** A job: the offer, and what belongs to it once the customer said yes. */
export async function loadJob(app: PageApp, offer: OwnOffer) {
  const { timeZone, ...frame } = await loadFrame(app);
  const now = app.now();
  const [view, reasons] = await Promise.all([
    getOfferView(app.db, { ...offer, now, timeZone }),
    loadReasons(app, { ...offer, timeZone }),
  ]);
  const requestId =
    view.state === "accepted" ? await getSharedRequestId(app.db, { ...offer, now }) : null;
  // For a year, also when the contact is not shown any more.
  const stage = await loadJobStage(app.db, { ...offer, timeZone, now });
  if (!requestId) return { ...frame, view, reasons, stage, shared: null };
  const [photos, thread, quiz] = await Promise.all([
    listPhotos(app.db, requestId),
    loadProviderThread(app, offer),
    getQuizOfRequest(app.db, { requestId, now }),
  ]);
  const cause = quiz && {
    chosen: quiz.cause,
    causes: quiz.causes,
    said: quiz.result.data.diagnosis,
  };
  return { ...frame, view, reasons, stage, shared: { photos, thread, cause } };
}
