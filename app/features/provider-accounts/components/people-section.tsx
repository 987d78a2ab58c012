import { PageSection } from "#app/components/layouts/page-section.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { composeInvitationText } from "../compose-invitation.ts";
import { INVITATION_DAYS, PROVIDER_ROLE_LABELS, PROVIDER_ROLES } from "../constants.ts";
import type { AccountReply } from "../handle-account.server.ts";
import type { AccountView } from "../load-account.server.ts";
import { CopyText } from "./copy-text.tsx";
import { Refusal } from "./refusal.tsx";

type People = NonNullable<AccountView["people"]>;
type PeopleSectionProps = {
  people: People;
  selfId: string | undefined;
  reply: AccountReply | undefined;
};

const ROLE_HINTS = {
  member: "Accepts offers, which spends credits; sets visits; writes to customers",
  owner: "All that, plus buys credits, changes the profile and invites people",
} as const;

/** The people of the company, for its owners. */
export function PeopleSection({ people, selfId, reply }: PeopleSectionProps) {
  const joinUrl = reply && "joinPath" in reply ? people.origin + reply.joinPath : null;
  return (
    <PageSection id="people" title="People of your company">
      <Refusal reply={reply} section="people" />
      {joinUrl ? <JoinLink url={joinUrl} people={people} /> : null}
      <ul className="mt-3 grid gap-4">
        {people.list.map((person) => (
          <li key={person.id}>
            <Person person={person} isSelf={person.id === selfId} />
          </li>
        ))}
      </ul>
      {people.invitations.map(({ id, role, until }) => (
        <form key={id} method="post" className="mt-4 flex flex-wrap items-center gap-x-4">
          <input type="hidden" name="intent" value="withdraw-invitation" />
          <input type="hidden" name="invitation" value={id} />
          <span>
            Invitation for {role === "owner" ? "an owner" : "a member"}, open until {until}
          </span>
          <button type="submit" className="link py-1">
            Withdraw it
          </button>
        </form>
      ))}
      <details className="mt-5">
        <summary className="py-1 font-semibold">Invite somebody</summary>
        <form method="post" action="#people" className="mt-2 grid gap-3">
          <input type="hidden" name="intent" value="invite" />
          <fieldset>
            <legend className="font-semibold">What they may do</legend>
            {PROVIDER_ROLES.map((role) => (
              <label key={role} className="mt-1 flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="role"
                  value={role}
                  defaultChecked={role === "member"}
                  className="size-5 shrink-0 accent-action"
                />
                <span className="min-w-0">
                  <span className="font-semibold">{PROVIDER_ROLE_LABELS[role]}</span>
                  <span className="block text-[0.9375rem] text-muted">{ROLE_HINTS[role]}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="btn btn-line justify-self-start">
            Make a link
          </button>
        </form>
      </details>
    </PageSection>
  );
}

function JoinLink({ url, people }: { url: string; people: People }) {
  const { subject, text } = composeInvitationText({ ...people, url });
  return (
    <div role="status" className="mt-3 rounded-xl bg-sand p-4">
      <p className="font-semibold">
        Send this link to one person. The first person to join with it becomes part of your company.
        It works once, within {INVITATION_DAYS} days, and is not shown again.
      </p>
      <CopyText id="join-url" text={url} label="Copy link" />
      <p className="mt-3 flex flex-wrap gap-3">
        {/* Android reads what follows the question mark, iOS what follows the ampersand. */}
        <a href={`sms:?&body=${encodeURIComponent(text)}`} className="btn btn-line">
          Text it
        </a>
        <a
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          className="btn btn-line"
        >
          Email it
        </a>
      </p>
    </div>
  );
}

function Person({ person, isSelf }: { person: People["list"][number]; isSelf: boolean }) {
  const { id, name, email, role, isActive, hasFactor, lastSignIn } = person;
  return (
    <>
      <p className="font-semibold break-words">
        {name} {isSelf ? <Badge tone="calm">You</Badge> : null}{" "}
        {isActive ? <Badge tone="plain">{PROVIDER_ROLE_LABELS[role]}</Badge> : null}{" "}
        {isActive ? null : <Badge tone="strong">No access</Badge>}
      </p>
      <p className="text-[0.9375rem] break-words text-muted">
        {email} · {lastSignIn ? `last sign-in ${lastSignIn}` : "never signed in"}
        {hasFactor ? " · app code on" : ""}
      </p>
      {isSelf ? null : (
        <form method="post" action="#people" className="flex flex-wrap gap-x-4">
          <input type="hidden" name="intent" value="change-person" />
          <input type="hidden" name="person" value={id} />
          {isActive ? (
            <>
              <ChangeButton change={role === "owner" ? "make-member" : "make-owner"} name={name}>
                {role === "owner" ? "Make member" : "Make owner"}
              </ChangeButton>
              {hasFactor ? (
                <ChangeButton change="reset-factor" name={name}>
                  Turn app code off
                </ChangeButton>
              ) : null}
              <ChangeButton change="end-sessions" name={name}>
                Sign out everywhere
              </ChangeButton>
              <Confirmation
                label="Remove access"
                subject={`of ${name}`}
                consequence={`${name} is signed out everywhere at once and gets no more emails. If ${email} is also your company's address for offers, it is removed there. They cannot sign in until an owner gives them access again.`}
                className="link inline-block py-1"
              >
                <ChangeButton change="deactivate" name={name} isStrong>
                  Remove access
                </ChangeButton>
              </Confirmation>
            </>
          ) : (
            <>
              <ChangeButton change="activate" name={name}>
                Give access again
              </ChangeButton>
              <Confirmation
                label="Delete"
                subject={name}
                consequence={`We permanently delete the name and email address of ${name}. To come back, they need a new invitation.`}
                className="link inline-block py-1"
              >
                <ChangeButton change="delete" name={name} isStrong>
                  Delete
                </ChangeButton>
              </Confirmation>
            </>
          )}
        </form>
      )}
    </>
  );
}

type ChangeButtonProps = {
  change: string;
  name: string;
  isStrong?: true;
  children: React.ReactNode;
};

const ChangeButton = ({ change, name, isStrong, children }: ChangeButtonProps) => (
  <button
    type="submit"
    name="change"
    value={change}
    className={isStrong ? "btn btn-line" : "link py-1"}
  >
    <span>
      {children}
      <span className="sr-only">: {name}</span>
    </span>
  </button>
);
