import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { REQUEST_TIMEOUT_MS } from "#app/features/crm/constants.ts";
import { saveConnection } from "#app/features/crm/highlevel/connections.server.ts";
import type { HighLevelContext } from "#app/features/crm/highlevel/refresh-tokens.server.ts";
import { createHighLevelTarget } from "#app/features/crm/highlevel/target.server.ts";
import { type DeliveryOptions, deliverDue } from "#app/features/crm/outbox/deliver.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "./factories.ts";
import {
  type HighLevelBehavior,
  type HighLevelCall,
  type HighLevelFake,
  startHighLevel,
} from "./fakes/highlevel.ts";

export const START = new Date("2026-03-01T12:00:00Z");
export const vault = createVault(Buffer.alloc(32, 9));
export const log = createLogger("silent");
export let context: Awaited<ReturnType<typeof openTestDatabase>>;
export let crm: HighLevelFake;
export let clock: Date;
export let services: HighLevelContext;

/** Sets up a database, a fake HighLevel, and a connection to its location for a test file. */
export function setUpHighLevel(): void {
  beforeAll(async () => {
    context = await openTestDatabase(inject("templateUrl"));
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    await context.owner.$client.query(
      "truncate service_requests, crm_attempts, crm_outbox, crm_targets, crm_connections, crm_opt_outs, crm_reconciliations, suppressions, request_events, rate_limits cascade",
    );
    clock = START;
    await openLocation("loc-1");
  });
  afterEach(() => crm.close());
}

async function openLocation(locationId: string): Promise<void> {
  crm = await startHighLevel({
    clientId: "app",
    clientSecret: "app-secret",
    locationId,
    now: () => clock.getTime(),
  });
  services = buildContext(context.db);
  await connect(locationId);
}

/** Connects another HighLevel location in place of the current one, which stops responding. */
export async function connectOtherLocation(locationId: string): Promise<void> {
  await crm.close();
  await openLocation(locationId);
}

export const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const config = () => ({
  baseUrl: crm.url,
  authorizeUrl: "https://crm.example/choose",
  clientId: crm.clientId,
  clientSecret: crm.clientSecret,
  redirectUri: "http://localhost/oauth/callback",
  timeoutMs: REQUEST_TIMEOUT_MS,
});
export const buildContext = (db: typeof context.db): HighLevelContext => ({
  db,
  vault,
  config: config(),
  log,
  now: () => clock,
});
export const buildDeliveryOptions = (its: HighLevelContext): DeliveryOptions => ({
  db: its.db,
  target: createHighLevelTarget(its),
  log,
  now: () => clock,
  random: () => 0.5,
});
export const deliver = () => deliverDue(buildDeliveryOptions(services));
export function connect(locationId = "loc-1") {
  const { access_token, refresh_token } = crm.issueTokens();
  const tokens = {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresInMs: 24 * HOUR_MS,
    locationId,
  };
  return saveConnection(
    { ...services, actor: "test", now: clock },
    { tokens, locationId, withoutState: false },
  );
}
export async function store(changes: Parameters<typeof storeRequest>[1] = {}) {
  const result = await storeRequest(context.db, { now: clock, target: "highlevel", ...changes });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
type OutboxRow = {
  state: string;
  attempts: number;
  last_error: string | null;
  target: string;
  progress: { differences?: string[] };
};
export const getDelivery = async (id: string) =>
  (
    await queryRows<OutboxRow>(
      context.db,
      "select state, attempts, last_error, target, progress from crm_outbox where request_id = $1",
      [id],
    )
  )[0];
export const getBreaker = async () =>
  (
    await queryRows<{ state: string; reason: string | null }>(
      context.db,
      "select state, reason from crm_targets where target = 'highlevel'",
    )
  )[0];
export const getContact = async (id: string) => {
  const [row] = await queryRows<{ ghl_contact_id: string }>(
    context.db,
    "select ghl_contact_id from service_requests where id = $1",
    [id],
  );
  return crm.contacts.get(row?.ghl_contact_id ?? "");
};
/** Fails the first `times` calls to a path, and none after them. */
export const faultAt = (path: RegExp, behavior: HighLevelBehavior, times = 1) => {
  let remaining = times;
  crm.behave((call) => {
    if (!path.test(call.path) || remaining === 0) return { kind: "ok" };
    remaining -= 1;
    return behavior;
  });
};
/** The largest number of calls within any ten seconds. */
export const busiest = (calls: HighLevelCall[]) =>
  Math.max(
    ...calls.map(
      ({ at: start }) => calls.filter(({ at }) => at >= start && at < start + 10_000).length,
    ),
  );
