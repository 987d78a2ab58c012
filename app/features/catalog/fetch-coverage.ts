const DEADLINE_MS = 5_000;

/** Reply of the coverage function; city and state are null for a ZIP code that does not exist. */
export type Coverage = { city: string | null; state: string | null; message: string };

/**
 * Looks up a ZIP code, in the browser.
 * @param options.service slug of the service that the message is about
 * @returns null without an answer within five seconds
 */
export async function fetchCoverage(options: {
  zip: string;
  service?: string;
}): Promise<Coverage | null> {
  try {
    const response = await fetch(`/functions/v1/coverage?${new URLSearchParams(options)}`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return response.ok ? ((await response.json()) as Coverage) : null;
  } catch {
    return null;
  }
}
