import type { AppContext, ProviderViewer } from "#app/app-context.ts";
import { listDevices } from "#app/features/push/queries.server.ts";
import { formatBrowserName } from "#app/lib/browser-name.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { listInvitations } from "./invitations.server.ts";
import { getChoices, listPeople } from "./people.server.ts";
import { listSessions } from "./sessions.server.ts";

type AccountApp = Pick<AppContext, "db" | "env" | "now" | "settings" | "vapidKeys">;
export type AccountView = Awaited<ReturnType<typeof loadAccount>>;

/**
 * What the account page shows: to staff and owners the people too.
 * @param browserToken the token of the browser's `pro-device` cookie
 */
export async function loadAccount(
  app: AccountApp,
  viewer: ProviderViewer,
  browserToken: string | null,
) {
  const { timeZone, brand } = await app.settings.get();
  const format = (at: Date) => formatInstant(at, timeZone);
  const seesPeople = viewer.user === null || viewer.user.role === "owner";
  const [own, people] = await Promise.all([
    viewer.user && loadSelf(app, { viewer, user: viewer.user, format, browserToken }),
    seesPeople ? loadPeople(app, viewer.providerId) : null,
  ]);
  return {
    user: own?.user ?? null,
    sessions: own?.sessions ?? [],
    push: own?.push ?? null,
    people: people && { ...people, brand, company: viewer.company },
  };
}

type Self = {
  viewer: Pick<ProviderViewer, "providerId">;
  user: NonNullable<ProviderViewer["user"]>;
  browserToken: string | null;
  format: (at: Date) => string;
};

async function loadSelf(
  { db, now, vapidKeys }: AccountApp,
  { viewer: { providerId }, user, browserToken, format }: Self,
) {
  const { id, name, email } = user;
  const owner = { kind: "provider", userId: id, providerId } as const;
  const [{ hasFactor, choices }, sessions, devices] = await Promise.all([
    getChoices(db, id),
    listSessions(db, { userId: id, now: now() }),
    listDevices(db, { owner, browserToken }),
  ]);
  return {
    user: { id, name, email, hasFactor, choices },
    push: {
      publicKey: vapidKeys.publicKey,
      devices: devices.map((device) => ({
        id: device.id,
        browser: formatBrowserName(device.userAgent),
        since: format(device.createdAt),
        lastSuccess: device.lastSuccessAt && format(device.lastSuccessAt),
        hasFailed: device.failures > 0,
        isThis: device.isThis,
      })),
    },
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
