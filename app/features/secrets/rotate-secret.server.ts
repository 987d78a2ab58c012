import type { ActionContext } from "#app/db/action-context.server.ts";
import { lockInTransaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  reencryptSeeds,
  storeReencryptedSeeds,
} from "#app/features/auth/reencrypt-seeds.server.ts";
import { resealTokens } from "#app/features/crm/highlevel/reseal-tokens.server.ts";
import { resealSeeds } from "#app/features/provider-accounts/reseal-seeds.server.ts";
import { resealKeys } from "#app/features/providers/profile/reseal-keys.server.ts";
import { resealSubscriptionKeys } from "#app/features/push/subscription-keys.server.ts";
import { resealVapidKeys } from "#app/features/push/vapid-keys.server.ts";
import { resealWebhookSecrets } from "#app/features/webhooks/endpoint-secrets.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { type ContactKeys, getKeyVersion, MAX_KEY_VERSION } from "#app/lib/contact-keys.server.ts";
import { deriveKeys } from "#app/lib/secret.server.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { addContactKey, readContactKeys } from "./open-contact-keys.server.ts";
import { upgradeHashes } from "./upgrade-hashes.server.ts";
import { countSiteProcesses, findNewestVersion } from "./upgrade-hashes.sql.ts";

type Secrets = { oldSecret: string; newSecret: string };
type Counts = {
  seeds: number;
  providerSeeds: number;
  providerKeys: number;
  connections: number;
  pushDevices: number;
  webhooks: number;
};

export type RotationResult =
  | {
      ok: true;
      version: number;
      /** How many hashes were upgraded now. */
      rows: number;
      /** What was encrypted again; null where an earlier run did that. */
      changed: Counts | null;
    }
  | { ok: false; reason: "same" | "running" | "empty" | ChangeRefusal };

type ChangeRefusal = "mismatch" | "too-many";

/**
 * Changes the application secret: encrypts again what hangs on it, adds a contact key in the same
 * transaction, then applies that key to all stored hashes. Where it is interrupted, the next run, or
 * the next start of the site, continues.
 */
export async function rotateSecret(
  context: ActionContext,
  input: Secrets & { onProgress?: (rows: number) => void },
): Promise<RotationResult> {
  const { db } = context;
  const { oldSecret, newSecret, onProgress } = input;
  if (oldSecret === newSecret) return { ok: false, reason: "same" };
  // A running site would go on with the old secret, and write what the new one cannot read.
  if ((await countSiteProcesses.first(db, {}))?.processes) return { ok: false, reason: "running" };
  if (!(await findNewestVersion.first(db, {}))?.version) return { ok: false, reason: "empty" };
  const changed = await changeSecret(context, { oldSecret, newSecret });
  if (typeof changed === "string") return { ok: false, reason: changed };
  const { keys, counts } = changed;
  const rows = await upgradeHashes(db, { keys, onProgress });
  return { ok: true, version: getKeyVersion(keys), rows, changed: counts };
}

/**
 * Encrypts everything with the new secret, in one transaction: afterwards only that one is valid.
 * @returns `counts` is null where that was done before
 */
async function changeSecret(
  context: ActionContext,
  { oldSecret, newSecret }: Secrets,
): Promise<{ keys: ContactKeys; counts: Counts | null } | ChangeRefusal> {
  const { db, now } = context;
  const rotated = await readContactKeys(db, newSecret);
  if (rotated) return { keys: rotated, counts: null };
  const [old, next] = [deriveKeys(oldSecret), deriveKeys(newSecret)];
  const seeds = await reencryptSeeds(db, { from: old.staffAuth, to: next.staffAuth });
  return withTransaction(db, async (tx) => {
    await lockInTransaction(tx, ADVISORY_LOCKS.rotateSecret);
    const keys = await readContactKeys(tx, oldSecret);
    if (!keys) return "mismatch";
    if (getKeyVersion(keys) === MAX_KEY_VERSION) return "too-many";
    if (!(await storeReencryptedSeeds(tx, seeds)))
      throw new Error("A second factor was changed meanwhile: run the command again.");
    const vaults = { from: createVault(old.vault), to: createVault(next.vault) };
    const providerKeys = await resealKeys(tx, vaults);
    const connections = await resealTokens(tx, vaults);
    await resealVapidKeys(tx, vaults);
    const pushDevices = await resealSubscriptionKeys(tx, vaults);
    const providerSeeds = await resealSeeds(tx, vaults);
    const webhooks = await resealWebhookSecrets(tx, vaults);
    const added = await addContactKey(tx, { keys, secret: newSecret, now });
    const counts = {
      ...{ seeds: seeds.length, providerSeeds },
      ...{ providerKeys, connections, pushDevices, webhooks },
    };
    await recordAudit(tx, context, {
      action: "rotate-secret",
      entity: "contact-keys",
      entityId: String(getKeyVersion(added)),
      changes: counts,
    });
    return { keys: added, counts };
  });
}
