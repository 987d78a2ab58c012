import fc from "fast-check";
import { REFUND_ACTOR } from "#app/features/offers/constants.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import {
  cancelRequest,
  endOfferOfClosed,
} from "#app/features/offers/customer/cancel-request.server.ts";
import {
  createOffer,
  recordProviderAnswer,
  withdrawOffer,
} from "#app/features/offers/mutations.server.ts";
import { JOB_STAGES } from "#app/features/offers/portal/job-stages.ts";
import { setJobStage } from "#app/features/offers/portal/set-job-stage.server.ts";
import { processCustomerAnswer } from "#app/features/offers/process-customer-answer.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { sendOffer } from "#app/features/offers/send-offer.server.ts";
import { saveWindows } from "#app/features/offers/visits/save-windows.server.ts";
import { stopAllContact, stopCompany } from "#app/features/privacy/customer-stop.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { queryRows } from "./factories.ts";
import {
  accept,
  act,
  answer,
  app,
  changeVisitTwice,
  decideTwice,
  deliver,
  disputeTwice,
  pick,
  type Result,
  race,
  reverse,
  staffContext,
  type Target,
  type WithOffer,
} from "./offer-races.ts";
import {
  REQUEST_COUNT,
  SCENE_DAY,
  SCENE_STARTS,
  type Scene,
  type SceneProvider,
  type SceneRequest,
} from "./offer-scene.ts";

const COSTS = [25, 25, 25, 10.5, 0];
const CHOICES = 30;
/** How often each act is drawn. */
const WEIGHTS = {
  offer: 12,
  send: 8,
  accept: 18,
  decline: 2,
  steal: 2,
  withdraw: 2,
  clock: 3,
  yes: 12,
  "yes and no": 4,
  "ask another": 3,
  unreached: 2,
  "stop looking": 1,
  cancel: 1,
  "stop all": 1,
  "stop company": 2,
  close: 1,
  windows: 3,
  "change visit": 18,
  stage: 6,
  dispute: 9,
  decide: 7,
  "bad leads": 3,
  purchase: 4,
  reversal: 6,
};
export type ActKind = keyof typeof WEIGHTS;
export type Act = { kind: ActKind; request: number; provider: number; choice: number };

/** Objects that a failed run prints in short. */
export const PLAIN = { noNullPrototype: true } as const;

/** An act of anybody; `choice` is for whatever else they choose. */
export const generateAct = ({ providers }: { providers: number }): fc.Arbitrary<Act> =>
  fc.noBias(
    fc.record(
      {
        kind: fc.oneof(
          ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
            weight,
            arbitrary: fc.constant(kind as ActKind),
          })),
        ),
        request: fc.nat(REQUEST_COUNT - 1),
        provider: fc.nat(providers - 1),
        choice: fc.nat(CHOICES - 1),
      },
      PLAIN,
    ),
  );

const isDone = (ok: boolean): Result => ({ ok });
const isTrue = async (done: Promise<boolean>) => isDone(await done);

/** What needs no offer. */
const ACTS = {
  async offer(scene) {
    const { request, provider, tokens, choice } = scene;
    const made = await createOffer(act(scene, pick(scene.staff, choice)), {
      ...{ serviceRequestId: request.id, providerId: provider.id, cost: pick(COSTS, choice) },
      minutes: choice === 0 ? 0 : 30,
    });
    if (made.ok) tokens.set(made.offerId, made.token);
    return made;
  },
  async send(scene) {
    const { request, provider, tokens } = scene;
    const sent = await sendOffer(staffContext(scene), {
      ...{ serviceRequestId: request.id, providerId: provider.id },
    });
    if (sent.ok) tokens.set(sent.offerId, sent.path?.replace("/offers/", "") ?? "");
    return sent;
  },
  clock: async (scene) => isDone((await continueOffers(app(scene))) === 0),
  cancel: (scene) => isTrue(cancelRequest(act(scene, "customer"), { requestId: scene.request.id })),
  "stop all": (scene) =>
    isTrue(stopAllContact(act(scene, "customer"), { requestId: scene.request.id })),
  "stop company": (scene) =>
    isTrue(stopCompany(act(scene, "customer"), { requestId: scene.request.id })),
  close: (scene) =>
    updateStatuses(staffContext(scene), {
      changes: [scene.request, pick(scene.requests, scene.choice)].map(({ id }) => ({
        ...{ id, status: "closed" as const },
      })),
      endOffer: endOfferOfClosed,
    }),
  windows: (scene) =>
    saveWindows(act(scene, "customer"), {
      requestId: scene.request.id,
      choices: [0, 1].map((after) => ({
        ...{ day: SCENE_DAY, start: String(pick(SCENE_STARTS, scene.choice + after)) },
      })),
    }),
  decide: decideTwice,
  async "bad leads"(scene) {
    return isDone((await refundBadLeads(act(scene, REFUND_ACTOR))) > 0);
  },
  purchase(scene) {
    const metadata = { provider_id: scene.provider.id, credits: "30" };
    return deliver(scene, () => scene.payments.push(scene.stripe.pay({ cents: 3_000, metadata })));
  },
  reversal: reverse,
} satisfies Partial<Record<ActKind, (scene: Target) => Promise<Result> | Result>>;

const ACTS_ON_OFFERS = {
  accept,
  decline: ({ offer: { id: offerId, providerId }, ...scene }) =>
    recordProviderAnswer(act(scene, ""), { offerId, providerId, accept: false }),
  /** Another company tries, with the right id. */
  async steal({ offer, providers, ...scene }) {
    const other = providers.find(({ id }) => id !== offer.providerId) as SceneProvider;
    const stolen = { offerId: offer.id, providerId: other.id };
    const answered = await recordProviderAnswer(act(scene, ""), { ...stolen, accept: true });
    if (answered.ok || answered.reason !== "not-found")
      throw new Error(`another company got ${JSON.stringify(answered)}`);
    return answered;
  },
  withdraw: ({ offer, ...scene }) =>
    withdrawOffer(act(scene, pick(scene.staff, 0)), { offerId: offer.id }),
  yes: (scene) => answer(scene, "say-yes"),
  "yes and no": (scene) =>
    race(
      answer(scene, "say-yes"),
      processCustomerAnswer(staffContext(scene), { offerId: scene.offer.id, answer: "no" }),
      processCustomerAnswer(staffContext(scene, 1), { offerId: scene.offer.id, answer: "yes" }),
    ),
  "ask another": (scene) => answer(scene, "ask-another"),
  "stop looking": (scene) => answer(scene, "stop-looking"),
  unreached: (scene) =>
    processCustomerAnswer(staffContext(scene), { offerId: scene.offer.id, answer: "unreached" }),
  "change visit": changeVisitTwice,
  async stage({ offer: { id: offerId, providerId }, choice, ...scene }) {
    const stage = pick(JOB_STAGES, choice);
    const saved = await setJobStage(act(scene, `provider:${providerId}`), {
      ...{ offerId, providerId, stage },
      ...{ reason: stage === "not-hired" ? "price" : null, paid: stage === "done" ? 350 : null },
    });
    return isDone(saved !== null);
  },
  dispute: disputeTwice,
} satisfies Partial<Record<ActKind, (scene: WithOffer) => Promise<Result> | Result>>;

/** Does an act; the kind, and whether it was done or why it was refused. */
export async function perform(scene: Scene, { kind, ...chosen }: Act): Promise<string> {
  const request = scene.requests[chosen.request] as SceneRequest;
  const provider = scene.providers[chosen.provider] as SceneProvider;
  const [offer = null] = await queryRows<NonNullable<Target["offer"]>>(
    scene.db,
    `select o.id, o.provider_id as "providerId", p.company_name as company
     from offers o join providers p on p.id = o.provider_id
     where o.request_id = $1 order by o.id desc limit 1`,
    [request.id],
  );
  const target = { ...scene, request, provider, choice: chosen.choice, offer };
  const result = await doAct(kind, target);
  return `${kind}: ${result.ok ? "done" : (result.reason ?? "refused")}`;
}

function doAct(kind: ActKind, target: Target): Promise<Result> | Result {
  if (kind in ACTS) return ACTS[kind as keyof typeof ACTS](target);
  const { offer } = target;
  if (!offer) return { ok: false, reason: "no offer" };
  return ACTS_ON_OFFERS[kind as keyof typeof ACTS_ON_OFFERS]({ ...target, offer });
}
