import { PageSection } from "#app/components/layouts/page-section.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import type { AccountReply } from "../handle-account.server.ts";
import type { AccountView } from "../load-account.server.ts";
import { FactorSection } from "./factor-section.tsx";
import { PeopleSection } from "./people-section.tsx";

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

const MAIL_CHOICES = [
  ["mailsOffers", "New offers"],
  ["mailsJobs", "A customer's yes, visits, and customers who stop or cancel"],
  ["mailsMessages", "Messages from customers"],
  ["mailsCredits", "Credits: purchases, returns, and a low balance"],
] as const;

function SelfSection({ user }: { user: NonNullable<AccountView["user"]> }) {
  return (
    <PageSection id="self" title="You">
      <p className="mt-1 break-words text-muted">{user.email}</p>
      <form method="post" className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="save-self" />
        <div>
          <label htmlFor="name" className="font-semibold">
            Your name
          </label>
          <input
            id="name"
            name="name"
            required
            maxLength={80}
            autoComplete="name"
            defaultValue={user.name}
            className="input mt-1"
          />
        </div>
        <fieldset>
          <legend className="font-semibold">E-mail me about</legend>
          {MAIL_CHOICES.map(([name, label]) => (
            <label key={name} className="mt-1 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name={name}
                defaultChecked={user.mails[name]}
                className="size-5 shrink-0 accent-action"
              />
              <span className="min-w-0">{label}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="btn btn-action justify-self-start">
          Save
        </button>
      </form>
    </PageSection>
  );
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
