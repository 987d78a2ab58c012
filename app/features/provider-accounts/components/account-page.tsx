import { PageSection } from "#app/components/layouts/page-section.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import type { AccountReply } from "../handle-account.server.ts";
import type { AccountView } from "../load-account.server.ts";
import { DevicesSection } from "./devices-section.tsx";
import { FactorSection } from "./factor-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { Refusal } from "./refusal.tsx";
import { SelfSection } from "./self-section.tsx";

type AccountPageProps = {
  view: AccountView;
  /** What a form just did. */
  done: string | null;
  reply: AccountReply | undefined;
};

/** A person's own account, and for owners the people of the company. */
export function AccountPage({ view, done, reply }: AccountPageProps) {
  const { user, people } = view;
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">Account and people</h1>
      <Refusal reply={reply} />
      {done ? (
        <p id="notice" role="status" className="mt-4 rounded-xl bg-sand p-4 font-semibold">
          {done}
        </p>
      ) : null}
      {user ? (
        <>
          <SelfSection user={user} />
          {view.push ? <DevicesSection {...view.push} /> : null}
          <SessionsSection view={view} />
          <FactorSection isOn={user.hasFactor} reply={reply} />
        </>
      ) : null}
      {people ? <PeopleSection people={people} selfId={user?.id} reply={reply} /> : null}
    </main>
  );
}

function SessionsSection({ view }: Pick<AccountPageProps, "view">) {
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
        <form method="post" action="/pro/sign-out">
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
