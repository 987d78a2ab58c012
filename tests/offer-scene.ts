import { randomUUID } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { APPROVED_BY_CUSTOMER } from "#app/features/offers/constants.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { saveWindows } from "#app/features/offers/visits/save-windows.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { createWebhook } from "./credits.ts";
import { queryRows, storeRequest } from "./factories.ts";
import { type FakeEvent, type FakePayment, FakePayments } from "./fakes/stripe-payments.ts";
import { insertPlumber } from "./offers.ts";

export const SCENE_START = new Date("2026-11-02T15:00:00Z");
/** When the acts happen: offers of five minutes from the start have just expired. */
export const SCENE_NOW = new Date(SCENE_START.getTime() + 5 * MINUTE_MS);
/** The day of all visits, and the few hours at which they may begin. */
export const SCENE_DAY = "2026-11-03";
export const SCENE_STARTS = [8, 10, 12] as const;
const COST = 25;
const STREET = "77 Secret Lane";

/** How far the offer of a request is before the acts begin. */
export const PRELUDES = ["none", "expired", "open", "open", "accepted", "connected"] as const;
export type Setup = {
  /** Of each provider. */
  credits: number[];
  requests: {
    prelude: (typeof PRELUDES)[number];
    /** The hours of the windows; those of all requests overlap. */
    starts: number[];
    window: number;
  }[];
};
export type SceneRequest = Awaited<ReturnType<typeof addRequests>>[number];
export type SceneProvider = Awaited<ReturnType<typeof addProvider>>;
export type Scene = Awaited<ReturnType<typeof createScene>>;

/** Two of the same person, and leads that are bad for two reasons. */
const REQUESTS = [
  { person: 0, zipCode: "30301" },
  { person: 0, zipCode: "30301" },
  { person: 1, zipCode: "30301", phone: "12" },
  // Hours there begin three hours later.
  { person: 2, zipCode: "90210" },
  // And one hour later, so that windows overlap by half.
  { person: 3, zipCode: "35203" },
  { person: 4, zipCode: "30301" },
];
export const REQUEST_COUNT = REQUESTS.length;

let phones = 0;
/** Never the same: an opt-out counts for all requests of a number. */
const createPhone = () => `404${2_000_000 + phones++}`;

/** @returns the requests, each with what nobody may read before the customer's yes */
async function addRequests(db: Database) {
  const people = Array.from({ length: 5 }, () => ({
    name: `Robin ${randomUUID().slice(0, 8)}`,
    phone: createPhone(),
    email: `${randomUUID().slice(0, 8)}@customer.example`,
  }));
  const requests = [];
  for (const [minute, { person, ...place }] of REQUESTS.entries()) {
    const values = { ...people[person], ...place };
    const stored = await storeRequest(db, {
      now: new Date(SCENE_START.getTime() - (10 - minute) * MINUTE_MS),
      values: {
        ...values,
        address: STREET,
        description: `Leak. ${values.name}, ${values.phone}`,
      },
    });
    if (!stored.ok) throw new Error(stored.reason);
    const { name = "", phone = "", email = "" } = values;
    // Two digits may be anything.
    const personal = [name, email, STREET, ...(phone.length > 2 ? [phone] : [])];
    requests.push({ id: stored.id, personal });
  }
  return requests;
}

async function addProvider(db: Database, credits: number) {
  const { id } = await insertPlumber(db.$client as never, "30301", { credits: 0 });
  await db.$client.query("update providers set service_area_zips = '{30301,35203}' where id = $1", [
    id,
  ]);
  const personId = randomUUID();
  await db.$client.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Test Person', 'owner', $4)",
    [personId, id, `${personId}@pro.example`, SCENE_START],
  );
  if (credits > 0)
    await withTransaction(db, (tx) =>
      postCredits(tx, {
        ...{ kind: "adjustment", providerId: id, amount: credits },
        ...{ actor: "test", now: SCENE_START },
      }),
    );
  return { id, personId };
}

async function addStaff(db: Database): Promise<string> {
  const id = randomUUID();
  await db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', $2, $3, $3)",
    [id, `${id}@staff.example`, SCENE_START],
  );
  return id;
}

/** Customers with windows, providers with few credits, and offers as far as `setup` says. */
export async function createScene(db: Database, { credits, requests: setups }: Setup) {
  const events: FakeEvent[] = [];
  const scene = {
    db,
    requests: await addRequests(db),
    providers: await Promise.all(credits.map((amount) => addProvider(db, amount))),
    staff: [await addStaff(db), await addStaff(db)],
    /** The tokens of the links, by the ids of their offers. */
    tokens: new Map<string, string>(),
    stripe: new FakePayments({ publish: (event) => events.push(event) }),
    payments: [] as FakePayment[],
    /** The events that Stripe makes of what `act` does. */
    takeEvents(act: () => unknown): FakeEvent[] {
      act();
      return events.splice(0);
    },
    post: createWebhook(db),
  };
  for (const [index, setup] of setups.entries()) {
    const request = scene.requests[index] as SceneRequest;
    await saveWindows(
      { db, actor: "customer", now: SCENE_START },
      {
        requestId: request.id,
        choices: setup.starts.map((start) => ({
          day: SCENE_DAY,
          start: String(start),
        })),
      },
    );
    await playPrelude(scene, { index, ...setup });
  }
  return scene;
}

type Prelude = Setup["requests"][number] & { index: number };

async function playPrelude(
  { db, requests, providers, tokens }: Pick<Scene, "db" | "requests" | "providers" | "tokens">,
  { index, prelude, window }: Prelude,
): Promise<void> {
  if (prelude === "none") return;
  const context = { db, actor: "staff", now: SCENE_START };
  const { id: serviceRequestId } = requests[index] as SceneRequest;
  const { id: providerId } = providers[index % providers.length] as SceneProvider;
  const minutes = prelude === "expired" ? 5 : 30;
  const offer = await createOffer(context, { serviceRequestId, providerId, cost: COST, minutes });
  if (!offer.ok) throw new Error(offer.reason);
  const { offerId, token } = offer;
  tokens.set(offerId, token);
  if (prelude === "open" || prelude === "expired") return;
  const windows = await listWindowIds(db, serviceRequestId);
  const windowId = windows[window % windows.length] ?? null;
  // May be refused: too few credits, or the time is taken.
  await recordProviderAnswer(context, { token, accept: true, windowId });
  if (prelude === "connected")
    await recordCustomerAnswer(
      { ...context, actor: APPROVED_BY_CUSTOMER },
      { offerId, answer: "yes" },
    );
}

export const listWindowIds = async (db: Database, requestId: string): Promise<string[]> =>
  (
    await queryRows<{ id: string }>(
      db,
      "select id from request_windows where request_id = $1 order by starts_at",
      [requestId],
    )
  ).map(({ id }) => id);
