import { useState } from "react";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { FactorRule } from "#app/features/auth/factor-rule.ts";
import type { Invitation, Member } from "../../queries.server.ts";
import { FactorRuleForm } from "./factor-rule-form.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MemberDialog } from "./member-dialog.tsx";

type MembersPageProps = {
  members: Member[];
  invitations: Invitation[];
  ownId: string;
  factorRule: FactorRule;
  clock: Clock;
};

export function MembersPage({ members, invitations, ownId, factorRule, clock }: MembersPageProps) {
  const [openId, setOpenId] = useState<string>();
  const open = members.find(({ userId }) => userId === openId);
  return (
    <div className="grid gap-6">
      <InviteForm />
      {invitations.length > 0 ? (
        <section aria-labelledby="invitations" className="panel-card p-5">
          <h3 id="invitations" className="font-display text-lg font-extrabold">
            Open invitations
          </h3>
          <ul className="mt-2 divide-y divide-line">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.email} invitation={invitation} clock={clock} />
            ))}
          </ul>
        </section>
      ) : null}
      <div className="panel-card relative overflow-x-auto">
        <table className="data-table">
          <caption className="sr-only">Staff members</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">Second factor</th>
              <th scope="col">Last session</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.userId}>
                <th scope="row" className="font-normal! whitespace-normal! text-ink!">
                  <span className="block font-semibold">
                    {member.name}
                    {member.userId === ownId ? " (you)" : ""}
                  </span>
                  <span className="text-muted wrap-anywhere">{member.email}</span>
                </th>
                <td>{member.role}</td>
                <td>
                  <MemberState member={member} />
                </td>
                <td>
                  {member.hasFactor ? <span className="font-semibold text-ok">On</span> : "Off"}
                </td>
                <td>
                  <When at={member.lastSeenAt} clock={clock} />
                  {member.sessions > 0 ? (
                    <span className="block text-muted">{member.sessions} open</span>
                  ) : null}
                </td>
                <td className="text-right">
                  {member.userId === ownId ? (
                    <a href="/backyard/account" className="btn-small">
                      Your account
                    </a>
                  ) : (
                    <button
                      type="button"
                      aria-label={`Manage ${member.name}`}
                      onClick={() => setOpenId(member.userId)}
                      className="btn-small"
                    >
                      Manage
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FactorRuleForm rule={factorRule} />
      {open ? (
        <MemberDialog key={open.userId} member={open} onClose={() => setOpenId(undefined)} />
      ) : null}
    </div>
  );
}

function MemberState({ member }: { member: Member }) {
  if (!member.isActive) return <span className="font-semibold text-danger">Disabled</span>;
  return member.isLocked ? <span className="font-semibold text-danger">Locked</span> : "Active";
}

function InvitationRow({ invitation, clock }: { invitation: Invitation; clock: Clock }) {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{invitation.email}</span> as {invitation.role}
        , ends <When at={invitation.expiresAt} clock={clock} />
      </span>
      <fetcher.Form method="post">
        <input type="hidden" name="email" value={invitation.email} />
        <button
          type="submit"
          name="intent"
          value="withdraw"
          className="btn-small"
          aria-label={`Withdraw the invitation of ${invitation.email}`}
        >
          Withdraw
        </button>
      </fetcher.Form>
    </li>
  );
}
