import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, gte, ne } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { LOST_LINK_MAIL } from "./constants.ts";
import { queueCustomerMail } from "./mails/queue-mail.server.ts";

const REQUESTS_SENT = 3;
const LOOK_BACK_DAYS = 400;
const PER_CALLER_AND_HOUR = 10;
const PER_ADDRESS_AND_HOUR = 3;
const HOUR_SECONDS = 3_600;

const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

export type LostLinkResult = "sent" | "invalid" | "too-many";

/**
 * Queues new links to the latest requests of an email address, sent to that address. The answer is
 * the same whether there are any.
 * @param input.email as typed
 * @param input.address of the caller
 */
export async function sendLostLink(
  app: Pick<AppContext, "db" | "contactKeys" | "log" | "now">,
  input: { email: string; address: string },
): Promise<LostLinkResult> {
  const { db, contactKeys } = app;
  const now = app.now();
  const parsed = emailSchema.safeParse(input.email);
  if (!parsed.success) return "invalid";
  const email = parsed.data;
  const limit = { windowSeconds: HOUR_SECONDS, now };
  const isAllowed = await consumeRateLimit(db, {
    key: `lost-link:${rateKey(input.address)}`,
    limit: PER_CALLER_AND_HOUR,
    ...limit,
  });
  if (!isAllowed) return "too-many";
  // Counted for known and unknown addresses alike, and not reported: the mailbox is protected, and
  // nobody learns whether we know it.
  const isFresh = await consumeRateLimit(db, {
    key: `lost-link-to:${hashContact(contactKeys, email).slice(0, 32)}`,
    limit: PER_ADDRESS_AND_HOUR,
    ...limit,
  });
  const found = await db
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(
      and(
        eq(serviceRequests.emailNormalized, email),
        gte(serviceRequests.createdAt, new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS)),
        ne(serviceRequests.bodyHash, ERASED_HASH),
        eq(serviceRequests.isDemo, false),
      ),
    )
    .orderBy(desc(serviceRequests.createdAt))
    .limit(REQUESTS_SENT);
  // Not awaited: the time of the answer must not tell whether there is a request.
  if (isFresh) queueLinks(app, { ids: found.map(({ id }) => id), now });
  return "sent";
}

function queueLinks(
  { db, log }: Pick<AppContext, "db" | "log">,
  { ids, now }: { ids: string[]; now: Date },
): void {
  for (const requestId of ids)
    queueCustomerMail(db, {
      requestId,
      kind: LOST_LINK_MAIL,
      subjectId: randomUUIDv7(),
      now,
    }).catch((error: unknown) => log.warn({ err: error, requestId }, "a link could not be queued"));
}
