import type { AppContext, ProviderViewer } from "#app/app-context.ts";
import { formatBrowserName } from "#app/lib/browser-name.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { listInvitations } from "./invitations.server.ts";
import { getMailChoices, listPeople } from "./people.server.ts";
import { listSessions } from "./sessions.server.ts";

type AccountApp = Pick<AppContext, "db" | "env" | "now" | "settings">;
export type AccountView = Awaited<ReturnType<typeof loadAccount>>;

/** What the account page shows: to staff and owners the people too. */
export async function loadAccount(app: AccountApp, viewer: ProviderViewer) {
  const { timeZone } = await app.settings.get();
  const format = (at: Date) => formatInstant(at, timeZone);
  const seesPeople = viewer.user === null || viewer.user.role === "owner";
  const [own, people] = await Promise.all([
    viewer.user && loadSelf(app, { user: viewer.user, format }),
    seesPeople ? loadPeople(app, viewer.providerId) : null,
  ]);
  return { user: own?.user ?? null, sessions: own?.sessions ?? [], people };
}

type Format = { format: (at: Date) => string };

async function loadSelf(
  { db, now }: AccountApp,
  { user, format }: Format & { user: NonNullable<ProviderViewer["user"]> },
) {
  const { id, name, email } = user;
  const [{ hasFactor, ...mails }, sessions] = await Promise.all([
    getMailChoices(db, id),
    listSessions(db, { userId: id, now: now() }),
  ]);
  return {
    user: { id, name, email, hasFactor, mails },
    sessions: sessions.map((session) => ({
      id: session.id,
      browser: formatBrowserName(session.userAgent),
      lastUsed: format(session.lastUsedAt),
      isCurrent: session.id === user.sessionId,
    })),
  };
}

/** The people of a provider, and open invitations. */
export async function loadPeople({ db, env, now, settings }: AccountApp, providerId: string) {
  const { timeZone } = await settings.get();
  const format = (at: Date) => formatInstant(at, timeZone);
  const [people, invitations] = await Promise.all([
    listPeople(db, providerId),
    listInvitations(db, { providerId, now: now() }),
  ]);
  return {
    origin: getPublicOrigin(env),
    list: people.map(({ factorAt, lastSignInAt, ...person }) => ({
      ...person,
      hasFactor: factorAt !== null,
      lastSignIn: lastSignInAt && format(lastSignInAt),
    })),
    invitations: invitations.map(({ id, role, expiresAt }) => ({
      id,
      role,
      until: format(expiresAt),
    })),
  };
}
