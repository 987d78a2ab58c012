import type { AppContext } from "#app/app-context.ts";
import { toMoment } from "#app/lib/format-time.ts";
import { LINK_ORIGINS } from "./constants.ts";
import { type ListedKey, listRequestKeys } from "./keys.server.ts";

function buildListedLink({ id, ...key }: ListedKey, timeZone: string) {
  return {
    id,
    madeFor: LINK_ORIGINS[key.madeFor] ?? key.madeFor,
    madeBy: key.madeBy,
    createdAt: toMoment(key.createdAt, timeZone),
    lastUsedAt: key.lastUsedAt && toMoment(key.lastUsedAt, timeZone),
    isRevoked: key.revokedAt !== null,
  };
}

/** The links to the customer's page of a request, the newest first. */
export async function loadLinks(
  { db, settings }: Pick<AppContext, "db" | "settings">,
  requestId: string,
) {
  const [{ timeZone }, keys] = await Promise.all([settings.get(), listRequestKeys(db, requestId)]);
  return keys.map((key) => buildListedLink(key, timeZone));
}
export type ListedLink = Awaited<ReturnType<typeof loadLinks>>[number];
