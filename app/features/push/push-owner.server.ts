import { eq, type SQL } from "drizzle-orm";
import { pushSubscriptions } from "#app/db/tables/push.server.ts";

/** Whose browser gets notifications: a member of staff, or a person of a provider. */
export type PushOwner =
  | { kind: "staff"; userId: string }
  | { kind: "provider"; userId: string; providerId: string };

/** The condition that a subscription belongs to somebody. */
export const isOwnedBy = ({ kind, userId }: PushOwner): SQL =>
  eq(kind === "staff" ? pushSubscriptions.userId : pushSubscriptions.providerUserId, userId);

/** The columns of a new subscription. */
export const toOwnerValues = ({ kind, userId }: PushOwner) =>
  kind === "staff" ? { userId } : { providerUserId: userId };

/** What the audit log says of a change of somebody's notifications. */
export const toAuditEntry = (owner: PushOwner, browser: string) =>
  owner.kind === "staff"
    ? { entity: "staff", entityId: owner.userId, changes: { browser } }
    : {
        entity: "provider",
        entityId: owner.providerId,
        changes: { person: owner.userId, browser },
      };
