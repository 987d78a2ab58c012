import { classifyProbe, type ProbeVerdict } from "./classify-probe.ts";
import type { ContactSyncConfig } from "./client.server.ts";

const PROBE_DEADLINE_MS = 5_000;

/**
 * Asks the contact-sync function for an answer without making a contact: a GET carries no record,
 * and contacts are made by POST alone. The address comes from the environment.
 */
export async function probeTarget(config: ContactSyncConfig): Promise<ProbeVerdict> {
  try {
    const response = await fetch(config.url, {
      method: "GET",
      redirect: "manual",
      headers: { Authorization: `Bearer ${config.key}`, "x-webhook-secret": config.secret },
      signal: AbortSignal.timeout(PROBE_DEADLINE_MS),
    });
    await response.body?.cancel();
    return classifyProbe({ status: response.status });
  } catch (error) {
    return classifyProbe({
      timedOut: error instanceof Error && error.name === "TimeoutError",
      deadlineMs: PROBE_DEADLINE_MS,
    });
  }
}
