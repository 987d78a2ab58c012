import { PageSection } from "#app/components/layouts/page-section.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import type { AccountReply } from "../handle-account.server.ts";
import type { AccountView } from "../load-account.server.ts";
import { DevicesSection } from "./devices-section.tsx";
import { FactorSection } from "./factor-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { SelfSection } from "./self-section.tsx";

type AccountPageProps = {
  view: AccountView;
  /** What a form just did. */
  done: string | null;
  reply: AccountReply | undefined;
  signOutPath: string;
};

/** A person's own account, and for owners the people of the company. */
export function AccountPage({ view, done, reply, signOutPath }: AccountPageProps) {
  const { user, people } = view;
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">Account and people</h1>
      <Notice done={done} reply={reply} signOutPath={signOutPath} />
      {user ? (
        <>
          <SelfSection user={user} />
          {view.push ? <DevicesSection {...view.push} /> : null}
          <SessionsSection view={view} signOutPath={signOutPath} />
          <FactorSection isOn={user.hasFactor} reply={reply} />
        </>
      ) : null}
      {people ? <PeopleSection people={people} selfId={user?.id} reply={reply} /> : null}
    </main>
  );
}

function Notice({ done, reply, signOutPath }: Omit<AccountPageProps, "view">) {
  if (reply && !reply.ok)
    return (
      <div
        id="notice"
        role="alert"
        className="mt-4 rounded-xl border-2 border-danger bg-paper p-4 font-semibold text-danger"
      >
        <p>{reply.message}</p>
        {reply.status === 403 ? (
          <form method="post" action={signOutPath} className="mt-2">
            <button type="submit" className="btn btn-line">
              Sign in again
            </button>
          </form>
        ) : null}
      </div>
    );
  return done ? (
    <p id="notice" role="status" className="mt-4 rounded-xl bg-sand p-4 font-semibold">
      {done}
    </p>
  ) : null;
}

function SessionsSection({ view, signOutPath }: Pick<AccountPageProps, "view" | "signOutPath">) {
  return (
    <PageSection id="sessions" title="Where you are signed in">
      <ul className="mt-3 grid gap-3">
        {view.sessions.map(({ id, browser, lastUsed, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="font-semibold">{browser}</span>{" "}
              {isCurrent ? <Badge tone="calm">This browser</Badge> : null}
              <span className="block text-[0.9375rem] text-muted">Last used {lastUsed}</span>
            </span>
            {isCurrent ? null : (
              <form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={id} />
                <button type="submit" className="btn btn-line">
                  End<span className="sr-only"> the session in {browser}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <form method="post" action={signOutPath.split("?")[0]}>
          <button type="submit" className="btn btn-line">
            Sign out here
          </button>
        </form>
        {view.sessions.length > 1 ? (
          <form method="post">
            <button type="submit" name="intent" value="end-sessions" className="btn btn-line">
              End all others
            </button>
          </form>
        ) : null}
      </div>
    </PageSection>
  );
}
