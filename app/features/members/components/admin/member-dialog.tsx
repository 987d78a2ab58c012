import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { OneTimeLink } from "#app/features/auth/components/admin/one-time-link.tsx";
import { PasswordAgain } from "#app/features/auth/components/admin/password-again.tsx";
import { STAFF_ROLES } from "#app/features/auth/constants.ts";
import type { MemberChange, MemberReply } from "../../constants.ts";
import type { Member } from "../../queries.server.ts";

/**
 * Actions of a superadmin on one member. A link stays open to be copied; any other action closes
 * the dialog.
 */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const fetcher = useFetcher<MemberReply>();
  const reply = fetcher.data;
  const current = useCurrentReply(reply);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!reply?.done || reply.link) return;
    toast.success(reply.done);
    close.current();
  }, [reply]);
  const busy = fetcher.state !== "idle";
  return (
    <Dialog title={member.name} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{member.email}</p>
      <div className="mt-3">
        <PasswordAgain reply={current.reply} Form={fetcher.Form} />
      </div>
      <fetcher.Form
        method="post"
        onInput={current.onInput}
        className="mt-4 grid gap-4 divide-y divide-line *:pb-4"
      >
        <input type="hidden" name="userId" value={member.userId} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="grid gap-1">
            <label htmlFor="member-role" className="font-semibold">
              Role
            </label>
            <select id="member-role" name="role" defaultValue={member.role} className="field-small">
              {STAFF_ROLES.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </select>
          </div>
          <Change intent="set-role" label="Change role" busy={busy} />
          <p className="w-full text-[0.9375rem] text-muted">Signs the person out everywhere.</p>
        </div>
        {member.isActive ? (
          <Row text="A link for a new password. It works once, for an hour.">
            <Change intent="send-reset" label="Make password link" busy={busy} />
          </Row>
        ) : null}
        {reply?.link ? <OneTimeLink url={reply.link} email={member.email} /> : null}
        {member.hasFactor ? (
          <Row text="Removes the authenticator app of somebody who has lost it, and signs them out. Make sure that it is really this person who asks.">
            <Change intent="reset-factor" label="Reset second factor" busy={busy} isDestructive />
          </Row>
        ) : null}
        {member.sessions > 0 ? (
          <Row text="Signs the person out of every browser, for a lost laptop or a shared computer.">
            <Change intent="end-sessions" label="End sessions" busy={busy} isDestructive />
          </Row>
        ) : null}
        {member.isLocked ? (
          <Row text="Wrong passwords or codes have closed this account for now.">
            <Change intent="unlock" label="Unlock" busy={busy} />
          </Row>
        ) : null}
        {member.isActive ? (
          <Row text="Nobody can sign in to a disabled account; its sessions and links end.">
            <Change intent="disable" label="Disable account" busy={busy} isDestructive />
          </Row>
        ) : (
          <Row text="The person can sign in again with their password.">
            <Change intent="enable" label="Enable account" busy={busy} />
          </Row>
        )}
      </fetcher.Form>
      <p className="text-right">
        <Button onClick={onClose}>Close</Button>
      </p>
    </Dialog>
  );
}

function Row({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-48 text-[0.9375rem] text-muted">{text}</p>
      {children}
    </div>
  );
}

function Change({
  intent,
  label,
  busy,
  isDestructive = false,
}: {
  intent: MemberChange;
  label: string;
  busy: boolean;
  isDestructive?: boolean;
}) {
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      disabled={busy}
      tone={isDestructive ? "danger" : "plain"}
    >
      {label}
    </Button>
  );
}
