import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { ProviderRole } from "./constants.ts";

/**
 * The valid session of a token and its person, read for each request; no row where it ended, or where
 * the person may not sign in any more.
 */
export const findProviderSession = sqlStatement({
  name: "provider-session",
  params: { tokenHash: t.text(), now: t.instant() },
  row: {
    sessionId: t.uuid(),
    signedInAt: t.instant(),
    lastUsedAt: t.instant(),
    userId: t.uuid(),
    name: t.text(),
    email: t.text(),
    role: t.text<ProviderRole>(),
    providerId: t.uuid(),
    company: t.text(),
  },
  sql: `
    select s.id as "sessionId", s.created_at as "signedInAt", s.last_used_at as "lastUsedAt",
      u.id as "userId", u.name, u.email, u.role,
      p.id as "providerId", p.company_name as company
    from provider_sessions s
    join provider_users u on u.id = s.user_id and u.is_active
    join providers p on p.id = u.provider_id
    where s.token_hash = :tokenHash and s.expires_at > :now`,
});
