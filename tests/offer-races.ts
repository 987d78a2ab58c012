import { buildNamedConsent } from "#app/features/consent/named-consent.ts";
import { createConsentTexts, markText } from "#app/features/consent/texts.server.ts";
import { answerAsCustomer } from "#app/features/offers/customer/answer-offer.server.ts";
import { CLAIM_LABELS, type DisputeClaim } from "#app/features/offers/disputes/constants.ts";
import { decideDispute } from "#app/features/offers/disputes/decide-dispute.server.ts";
import { openDispute } from "#app/features/offers/disputes/open-dispute.server.ts";
import { recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { changeVisit, type VisitChange } from "#app/features/offers/visits/change-visit.server.ts";
import { getVisit } from "#app/features/offers/visits/queries.server.ts";
import { queryRows } from "./factories.ts";
import { buildMailApp } from "./mail-app.ts";
import {
  listWindowIds,
  SCENE_DAY,
  SCENE_NOW,
  SCENE_STARTS,
  type Scene,
  type SceneProvider,
  type SceneRequest,
} from "./offer-scene.ts";

export type Result = { ok: boolean; reason?: string };
export type Target = Scene & {
  request: SceneRequest;
  provider: SceneProvider;
  choice: number;
  /** The newest offer of the request, as it is when the act begins; null where there is none. */
  offer: { id: string; providerId: string; company: string } | null;
};
export type WithOffer = Target & { offer: NonNullable<Target["offer"]> };

export const pick = <T>(values: readonly T[], choice: number) =>
  values[choice % values.length] as T;
export const act = ({ db }: Pick<Scene, "db">, actor: string) => ({ db, actor, now: SCENE_NOW });
export const app = ({ db }: Pick<Scene, "db">) => buildMailApp({ db, now: () => SCENE_NOW });
export const staffContext = (scene: Scene, index = 0) => ({
  ...app(scene),
  ...act(scene, pick(scene.staff, index)),
});

/** Two people do what only one of them may. */
export async function race(...acts: Promise<Result>[]): Promise<Result> {
  const results = await Promise.all(acts);
  const done = results.filter(({ ok }) => ok);
  if (done.length > 1) throw new Error(`two of them succeeded: ${JSON.stringify(results)}`);
  return done[0] ?? (results[0] as Result);
}

export async function answer(
  scene: WithOffer,
  intent: "say-yes" | "ask-another" | "stop-looking",
): Promise<Result> {
  const { company, phone } = await app(scene).settings.get();
  const shownText = markText(buildNamedConsent({ provider: scene.offer.company, company, phone }));
  return answerAsCustomer(
    {
      ...app(scene),
      ...act(scene, "customer"),
      consentTexts: createConsentTexts(scene.db, () => SCENE_NOW),
      caller: {
        ...{ address: "203.0.113.9", userAgent: "phone", gpc: false },
        link: { id: "0190f1a0-0000-7000-8000-000000000009", origin: "mail" },
      },
    },
    {
      ...{ intent, offerId: scene.offer.id, requestId: scene.request.id },
      ...{ shownText, shownAt: new Date(SCENE_NOW.getTime() - 9_000) },
    },
  );
}

/** The same company accepts by the mailed link and in the portal, each with their own choice of a time. */
export async function accept(scene: WithOffer): Promise<Result> {
  const { db, offer, request, tokens, choice } = scene;
  const own = { offerId: offer.id, providerId: offer.providerId };
  const token = tokens.get(offer.id);
  const windows = await listWindowIds(db, request.id);
  const choices = [...windows, ...windows, null, undefined];
  return race(
    recordProviderAnswer(act(scene, ""), {
      ...(token ? { token } : own),
      ...{ accept: true, windowId: pick(choices, choice) },
    }),
    recordProviderAnswer(act(scene, ""), {
      ...own,
      ...{ accept: true, windowId: pick(choices, choice * 7 + 1) },
    }),
  );
}

/** Both sides change the same visit, as they see it. */
export async function changeVisitTwice(scene: WithOffer): Promise<Result> {
  const { db, offer, request, choice: number } = scene;
  const visit = await getVisit(db, offer.id);
  const windows = await listWindowIds(db, request.id);
  const { sequence = 0 } = visit ?? {};
  const plan = (number: number): VisitChange => {
    const choice = { day: SCENE_DAY, start: String(pick(SCENE_STARTS, number)) };
    if (visit?.state !== "booked" && number % 3 === 0) return { kind: "set", choice };
    if (visit?.state !== "booked") return { kind: "pick", windowId: pick(windows, number) };
    if (number % 4 === 0) return { kind: "cancel", reason: "I am ill", sequence };
    return { kind: "move", choice, reason: "A delay", sequence };
  };
  const change = (by: "customer" | "provider", number: number) =>
    changeVisit(act(scene, by === "customer" ? by : `provider:${offer.providerId}`), {
      ...{ offerId: offer.id, by, change: plan(number) },
    });
  return race(change("customer", number), change("provider", number + 1));
}

export async function disputeTwice(scene: WithOffer): Promise<Result> {
  const { offer, providers, choice } = scene;
  const claims = Object.keys(CLAIM_LABELS) as DisputeClaim[];
  const personId = providers.find(({ id }) => id === offer.providerId)?.personId ?? "";
  const dispute = (claim: DisputeClaim) =>
    openDispute(
      { ...app(scene), ...act(scene, `provider:${offer.providerId}`) },
      { offerId: offer.id, providerId: offer.providerId, personId, claim, words: "They told me" },
    );
  return race(dispute(pick(claims, choice)), dispute(pick(claims, choice + 1)));
}

export async function decideTwice(scene: Target): Promise<Result> {
  const open = await queryRows<{ id: string }>(
    scene.db,
    "select id from offer_disputes where decided_at is null order by id desc limit 3",
  );
  if (open.length === 0) return { ok: false, reason: "none" };
  const { id: disputeId } = pick(open, scene.choice);
  const decide = (decision: "granted" | "refused", staff: number) =>
    decideDispute(staffContext(scene, staff), { disputeId, decision, answer: "We looked at it." });
  return race(decide("granted", 0), decide("refused", 1));
}

/** Stripe delivers each event twice, all at once. */
export async function deliver(
  { post, takeEvents }: Scene,
  stripeAct: () => unknown,
): Promise<Result> {
  const events = takeEvents(stripeAct);
  const statuses = await Promise.all([...events, ...events].map(post));
  const refused = statuses.find((status) => status !== 200);
  if (refused) throw new Error(`the webhook answered ${refused}`);
  return { ok: true };
}

export function reverse(scene: Target): Promise<Result> | Result {
  const { stripe, payments, choice } = scene;
  if (payments.length === 0) return { ok: false, reason: "none" };
  const payment = pick(payments, choice);
  const isWhole = choice % 2 === 0;
  if (isWhole && payment.disputes.length > 0) return { ok: false, reason: "disputed" };
  return deliver(scene, () =>
    isWhole ? stripe.openDispute(payment) : stripe.refund(payment, 100),
  );
}
