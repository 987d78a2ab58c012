import { useState } from "react";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
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
        <DataTable
          caption="Staff members"
          hasRowHeaders
          columns={listColumns({ ownId, clock, onManage: setOpenId })}
          rows={members}
          rowKey={({ userId }) => userId}
        />
      </div>
      <FactorRuleForm rule={factorRule} />
      {open ? (
        <MemberDialog key={open.userId} member={open} onClose={() => setOpenId(undefined)} />
      ) : null}
    </div>
  );
}

type ListColumnsOptions = {
  ownId: string;
  clock: Clock;
  onManage: (userId: string) => void;
};

const listColumns = ({
  ownId,
  clock,
  onManage,
}: ListColumnsOptions): [Column<Member>, ...Column<Member>[]] => [
  {
    header: "Name",
    cell: ({ userId, name, email }) => (
      <>
        <span className="block font-semibold">
          {name}
          {userId === ownId ? " (you)" : ""}
        </span>
        <span className="text-muted wrap-anywhere">{email}</span>
      </>
    ),
  },
  { header: "Role", cell: ({ role }) => role },
  { header: "State", cell: (member) => <MemberState member={member} /> },
  {
    header: "Second factor",
    cell: ({ hasFactor }) =>
      hasFactor ? <span className="font-semibold text-ok">On</span> : "Off",
  },
  {
    header: "Last session",
    cell: ({ lastSeenAt, sessions }) => (
      <>
        <When at={lastSeenAt} clock={clock} />
        {sessions > 0 ? <span className="block text-muted">{sessions} open</span> : null}
      </>
    ),
  },
  {
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    cell: ({ userId, name }) =>
      userId === ownId ? (
        <ButtonAnchor href="/backyard/account">Your account</ButtonAnchor>
      ) : (
        <Button aria-label={`Manage ${name}`} onClick={() => onManage(userId)}>
          Manage
        </Button>
      ),
  },
];

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
        <Button
          type="submit"
          name="intent"
          value="withdraw"
          aria-label={`Withdraw the invitation of ${invitation.email}`}
        >
          Withdraw
        </Button>
      </fetcher.Form>
    </li>
  );
}
