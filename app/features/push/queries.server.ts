import { and, desc, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { pushPreferences, pushSubscriptions } from "#app/db/tables/push.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { isOwnedBy, type PushOwner } from "./push-owner.server.ts";
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

/** What the account page of staff shows about notifications. `browserToken`: the browser's own cookie. */
export async function getNotificationState(
  { db, vapidKeys }: Pick<AppContext, "db" | "vapidKeys">,
  { userId, browserToken }: { userId: string; browserToken: string | null },
): Promise<NotificationState> {
  const [devices, [quiet]] = await Promise.all([
    listDevices(db, { owner: { kind: "staff", userId }, browserToken }),
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
  return { publicKey: vapidKeys.publicKey, devices, quiet: quiet ?? null };
}

/** The devices of somebody that get notifications. `browserToken`: the browser's own cookie. */
export async function listDevices(
  db: Database,
  { owner, browserToken }: { owner: PushOwner; browserToken: string | null },
): Promise<PushDevice[]> {
  const { id, userAgent, createdAt, lastSuccessAt, failures, browserHash } = pushSubscriptions;
  const devices = await db
    .select({ id, userAgent, createdAt, lastSuccessAt, failures, browserHash })
    .from(pushSubscriptions)
    .where(isOwnedBy(owner))
    .orderBy(desc(createdAt), desc(id));
  const ownHash = browserToken && hashToken(browserToken);
  return devices.map(({ browserHash: hash, ...device }) => ({
    ...device,
    isThis: hash === ownHash,
  }));
}

/** One of somebody's devices, with what is needed to reach it. */
export async function findDevice(
  db: Database,
  { owner, device }: { owner: PushOwner; device: string },
) {
  const [found] = await db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      encryptedKeys: pushSubscriptions.encryptedKeys,
    })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, device), isOwnedBy(owner)));
  return found;
}
