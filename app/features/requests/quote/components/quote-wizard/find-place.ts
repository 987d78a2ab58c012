const DEADLINE_MS = 5_000;

/**
 * City and state of a ZIP code; "unknown" where there is no such ZIP code, null without an answer:
 * the visitor then types them.
 */
export async function findPlace(
  zip: string,
): Promise<{ city: string; state: string } | "unknown" | null> {
  try {
    const response = await fetch(`/functions/v1/coverage?zip=${zip}`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!response.ok) return null;
    const { city, state } = (await response.json()) as {
      city?: string | null;
      state?: string | null;
    };
    return city && state ? { city, state } : "unknown";
  } catch {
    return null;
  }
}
