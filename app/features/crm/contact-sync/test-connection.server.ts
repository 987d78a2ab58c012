import type { ContactSyncConfig } from "./client.server.ts";
import { type ConnectionTestResult, describeConnectionTest } from "./describe-connection-test.ts";

const TEST_TIMEOUT_MS = 5_000;

/**
 * Tests the connection to the contact-sync function without creating a contact: sends a GET without
 * a record, while contacts are only created by POST.
 */
export async function testConnection(config: ContactSyncConfig): Promise<ConnectionTestResult> {
  try {
    const response = await fetch(config.url, {
      method: "GET",
      redirect: "manual",
      headers: { Authorization: `Bearer ${config.key}`, "x-webhook-secret": config.secret },
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return describeConnectionTest({ status: response.status });
  } catch (error) {
    return describeConnectionTest({
      timedOut: error instanceof Error && error.name === "TimeoutError",
      timeoutMs: TEST_TIMEOUT_MS,
    });
  }
}
