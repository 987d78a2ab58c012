import { useState } from "react";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { getViewAsPath, PROVIDER_ROLE_LABELS } from "../../constants.ts";
import type { PeoplePanelData } from "../../load-people-panel.server.ts";
import type { StaffPeopleReply } from "../../staff-people.server.ts";
import { type AskedChange, ChangeDialog } from "./change-dialog.tsx";
import { InviteForm } from "./invite-form.tsx";

type Person = PeoplePanelData["list"][number];
type PeoplePanelProps = { providerId: string; people: PeoplePanelData };

/** The people of a provider who may sign in, and invitations, for staff. */
export function PeoplePanel({ providerId, people }: PeoplePanelProps) {
  return (
    <section aria-labelledby="people-title" className="panel-card mt-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 id="people-title" className="h3">
          People who may sign in
        </h3>
        <ButtonAnchor href={`${getViewAsPath(providerId)}/today`} target="_blank" rel="noreferrer">
          See their portal
        </ButtonAnchor>
      </div>
      {people.list.length === 0 ? (
        <p className="mt-1 text-muted">
          Nobody yet. Invite an owner: they answer offers in their own portal, and invite others.
        </p>
      ) : null}
      <ul className="mt-2 divide-y divide-line">
        {people.list.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
        {people.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <InviteForm people={people} />
    </section>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { id, name, email, role, isActive, hasFactor, lastSignIn } = person;
  const fetcher = useFetcher<StaffPeopleReply>();
  useResultToast(fetcher.data);
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const isBusy = fetcher.state !== "idle";
  const change = (value: string, label: string) => (
    <Button
      type="submit"
      name="change"
      value={value}
      disabled={isBusy}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  );
  const ask = (value: AskedChange, label: string) => (
    <Button disabled={isBusy} aria-label={`${label}: ${name}`} onClick={() => setAsked(value)}>
      {label}
    </Button>
  );
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="wrap-anywhere text-muted">{email}</span>
        <Badge tone={isActive ? "neutral" : "notice"}>
          {isActive ? PROVIDER_ROLE_LABELS[role] : "No access"}
        </Badge>
      </p>
      <p className="text-[0.9375rem] text-muted">
        {lastSignIn ? `Last sign-in ${lastSignIn}` : "Never signed in"}
        {hasFactor ? ", with an app code" : ""}
      </p>
      <fetcher.Form method="post" className="mt-1 flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="change-person" />
        <input type="hidden" name="person" value={id} />
        {isActive ? (
          <>
            {role === "owner"
              ? change("make-member", "Make member")
              : change("make-owner", "Make owner")}
            {hasFactor ? change("reset-factor", "Turn app code off") : null}
            {change("end-sessions", "Sign out everywhere")}
            {ask("deactivate", "Remove access")}
          </>
        ) : (
          <>
            {change("activate", "Give access again")}
            {ask("delete", "Delete")}
          </>
        )}
      </fetcher.Form>
      {asked ? (
        <ChangeDialog
          change={asked}
          name={name}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void fetcher.submit(
              { intent: "change-person", person: id, change: asked },
              { method: "post" },
            );
          }}
        />
      ) : null}
    </li>
  );
}

function InvitationRow({ invitation }: { invitation: PeoplePanelData["invitations"][number] }) {
  const { id, role, until } = invitation;
  const fetcher = useFetcher<StaffPeopleReply>();
  useResultToast(fetcher.data);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <span>
        Invitation for {role === "owner" ? "an owner" : "a member"}, open until {until}
      </span>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="withdraw-invitation" />
        <input type="hidden" name="invitation" value={id} />
        <Button type="submit" disabled={fetcher.state !== "idle"}>
          Withdraw
        </Button>
      </fetcher.Form>
    </li>
  );
}
