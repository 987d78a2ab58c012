import {
  type Behavior,
  type ContactSyncFake,
  startContactSync,
} from "#tests/fakes/contact-sync.ts";

/** Every way in which the CRM can fail, by name. */
export const CRM_FAULTS: Record<string, Behavior> = {
  "500": { kind: "status", status: 500 },
  "429 with Retry-After": { kind: "status", status: 429, headers: { "Retry-After": "5" } },
  "connection cut": { kind: "cut" },
  "not JSON": { kind: "not-json" },
  "success: false": { kind: "refusal", error: "refused" },
  "no answer": { kind: "hang" },
};

/** Runs work with a fake of the CRM; `env` connects a site to it. */
export async function withCrm<T>(
  work: (crm: ContactSyncFake, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  try {
    return await work(crm, {
      CONTACT_SYNC_URL: crm.url,
      CONTACT_SYNC_KEY: crm.key,
      CONTACT_SYNC_SECRET: crm.secret,
    });
  } finally {
    await crm.close();
  }
}

/**
 * Closes the circuit breaker and makes all rows due, so that the next fault starts from a clean
 * state.
 */
export const RESET_FAULTS = `
  update crm_targets set state = 'closed', reason = null, next_probe_at = null, consecutive_failures = 0;
  update crm_outbox set next_attempt_at = now() where state = 'waiting' and lease_until is null`;
