import { and, desc, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { pushPreferences, pushSubscriptions } from "#app/db/tables/push.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import type { QuietInput } from "./schema.server.ts";

export type PushDevice = {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastSuccessAt: Date | null;
  failures: number;
  /** The browser that shows the page. */
  isThis: boolean;
};
export type NotificationState = {
  /** Browsers bind their subscription to this key. */
  publicKey: string;
  devices: PushDevice[];
  /** Null: never saved. */
  quiet: QuietInput | null;
};

/** What the account page shows about notifications. `browserToken`: the browser's own cookie. */
export async function getNotificationState(
  { db, vapidKeys }: Pick<AppContext, "db" | "vapidKeys">,
  { userId, browserToken }: { userId: string; browserToken: string | null },
): Promise<NotificationState> {
  const [devices, [quiet]] = await Promise.all([
    listDevices(db, userId),
    db
      .select({
        quietFrom: pushPreferences.quietFrom,
        quietTo: pushPreferences.quietTo,
        timeZone: pushPreferences.timeZone,
        alarmsWhenQuiet: pushPreferences.alarmsWhenQuiet,
      })
      .from(pushPreferences)
      .where(eq(pushPreferences.userId, userId)),
  ]);
  const browserHash = browserToken && hashToken(browserToken);
  return {
    publicKey: vapidKeys.publicKey,
    devices: devices.map(({ browserHash: of, ...device }) => ({
      ...device,
      isThis: of === browserHash,
    })),
    quiet: quiet ?? null,
  };
}

function listDevices(db: Database, user: string) {
  const { id, userId, userAgent, createdAt, lastSuccessAt, failures, browserHash } =
    pushSubscriptions;
  return db
    .select({ id, userAgent, createdAt, lastSuccessAt, failures, browserHash })
    .from(pushSubscriptions)
    .where(eq(userId, user))
    .orderBy(desc(createdAt), desc(id));
}

/** One device of a member, with what is needed to reach it. */
export async function findDevice(
  db: Database,
  { userId, device }: { userId: string; device: string },
) {
  const [found] = await db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      encryptedKeys: pushSubscriptions.encryptedKeys,
    })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, device), eq(pushSubscriptions.userId, userId)));
  return found;
}
