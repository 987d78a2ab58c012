import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { crmOptOuts } from "#app/db/tables/crm.server.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { getTargetState, type TargetState } from "../outbox/target-state.server.ts";
import { type ConnectionHealth, getConnectionHealth } from "./connection-health.ts";
import { getConnection } from "./connections.server.ts";
import { listCustomFields } from "./custom-fields.server.ts";
import { createOAuthState } from "./exchange-code.server.ts";
import { buildAuthorizeUrl, getHighLevelConfig } from "./oauth-client.server.ts";
import { getLastReport, type ReconciliationReport } from "./reconcile.server.ts";
import { openSession } from "./session.server.ts";

export type HighLevelState = {
  /** Null if the environment has no client id and secret for HighLevel. */
  host: string | null;
  connectUrl: string | null;
  connection: {
    locationId: string;
    connectedAt: Date;
    expiresAt: Date;
    refreshedAt: Date | null;
    refreshError: string | null;
    health: ConnectionHealth;
  } | null;
  target: TargetState;
  optOuts: { waiting: number; dead: number };
  report: ReconciliationReport | null;
};

/** The connection to HighLevel as the staff portal shows it, without its tokens. */
export async function getHighLevelState(
  app: Pick<AppContext, "db" | "env" | "vault" | "now">,
  { userId }: { userId: string },
): Promise<HighLevelState> {
  const { db, env, vault, now } = app;
  const config = getHighLevelConfig(env);
  const [connection, target, optOuts, report] = await Promise.all([
    getConnection(app),
    getTargetState(db, HIGHLEVEL_TARGET),
    countOptOuts(db),
    getLastReport(db),
  ]);
  const shown =
    connection &&
    (({ locationId, connectedAt, expiresAt, refreshedAt, refreshError }) => ({
      locationId,
      connectedAt,
      expiresAt,
      refreshedAt,
      refreshError,
    }))(connection);
  return {
    host: config && new URL(config.baseUrl).host,
    connectUrl:
      config && buildAuthorizeUrl(config, createOAuthState(vault, { userId, now: now() })),
    connection: shown && {
      ...shown,
      health: getConnectionHealth({ ...shown, isReadable: connection?.tokens !== null }, now()),
    },
    target,
    optOuts,
    report,
  };
}

async function countOptOuts(db: Database): Promise<HighLevelState["optOuts"]> {
  const [waiting, dead] = await Promise.all([
    db.$count(crmOptOuts, eq(crmOptOuts.state, "waiting")),
    db.$count(crmOptOuts, eq(crmOptOuts.state, "dead")),
  ]);
  return { waiting, dead };
}

/** Tests the connection with a call that changes nothing. */
export async function testHighLevel(app: AppContext): Promise<{ ok: boolean; text: string }> {
  const config = getHighLevelConfig(app.env);
  if (!config)
    return {
      ok: false,
      text: "The id and the secret of this site's app at HighLevel are not set on the server.",
    };
  const session = await openSession({ ...app, config });
  if (!session) return { ok: false, text: "HighLevel is not connected. Press Connect." };
  const result = await listCustomFields(session);
  if (result.ok)
    return {
      ok: true,
      text: `It answered for location ${session.locationId}: ${result.ids.size} custom ${result.ids.size === 1 ? "field" : "fields"}. Nothing was changed.`,
    };
  if (result.halt.kind === "deferred")
    return {
      ok: false,
      text: "The rate limit leaves no room at this moment. Try again in a few seconds.",
    };
  return { ok: false, text: `It does not work: ${result.halt.error}.` };
}
