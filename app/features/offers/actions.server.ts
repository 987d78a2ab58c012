import type { AppContext } from "#app/app-context.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { ANSWERS_PER_MINUTE } from "./constants.ts";
import { answerOffer } from "./offers.server.ts";

type Answer = { token: string; accept: boolean; address: string; requestId: string };

/** What the provider pressed. `later`: the page shows by itself how the offer stands now. */
export async function runAnswer(
  services: Pick<AppContext, "db" | "now">,
  { token, accept, address, requestId }: Answer,
): Promise<"later" | "too-few-credits" | "too-many"> {
  const pool = services.db.$client;
  if (
    !(await consumeRateLimit(pool, {
      key: `offer:${rateKey(address)}`,
      limit: ANSWERS_PER_MINUTE,
      windowSeconds: 60,
      now: services.now(),
    }))
  )
    return "too-many";
  const result = await answerOffer(pool, { token, accept, requestId, now: services.now() });
  if (!result.ok) return result.reason === "too-few-credits" ? result.reason : "later";
  return "later";
}
