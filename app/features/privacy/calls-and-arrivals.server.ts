import { inArray } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { requestTouches } from "#app/db/tables/sources.server.ts";
import { listCallsOfPhone } from "#app/features/calls/queries.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import type { Person } from "./schema.ts";

/** Far more than one number calls. */
const MAX_CALLS = 10_000;

/** The calls from the numbers of a person, and where the visitor of each request came from. */
export async function listActivity(
  db: Database,
  contactKeys: ContactKeys,
  { contacts, requestIds }: { contacts: readonly Person[]; requestIds: string[] },
) {
  const phones = contacts.flatMap(({ kind, value }) => (kind === "phone" ? value : []));
  const [arrivals, ...calls] = await Promise.all([
    db.select().from(requestTouches).where(inArray(requestTouches.requestId, requestIds)),
    ...phones.map((phoneE164) =>
      listCallsOfPhone(db, contactKeys, { phoneE164, limit: MAX_CALLS }),
    ),
  ]);
  return { arrivals, calls: calls.flat() };
}
