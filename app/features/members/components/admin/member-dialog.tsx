import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { OneTimeLink } from "#app/features/auth/components/admin/one-time-link.tsx";
import { PasswordPrompt } from "#app/features/auth/components/admin/password-prompt.tsx";
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
  const isBusy = fetcher.state !== "idle";
  return (
    <Dialog title={member.name} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{member.email}</p>
      <div className="mt-3">
        <PasswordPrompt reply={current.reply} Form={fetcher.Form} />
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
          <ChangeButton intent="set-role" label="Change role" isBusy={isBusy} />
          <p className="w-full text-[0.9375rem] text-muted">Signs the person out everywhere.</p>
        </div>
        {member.isActive ? (
          <Row text="A link for a new password. It works once, for an hour.">
            <ChangeButton intent="send-reset" label="Create password link" isBusy={isBusy} />
          </Row>
        ) : null}
        {reply?.link ? <OneTimeLink url={reply.link} email={member.email} /> : null}
        {member.hasFactor ? (
          <Row text="Removes the authenticator app of somebody who has lost it, and signs them out. Make sure that it is really this person who asks.">
            <ChangeButton
              intent="reset-factor"
              label="Reset second factor"
              isBusy={isBusy}
              isDestructive
            />
          </Row>
        ) : null}
        {member.sessions > 0 ? (
          <Row text="Signs the person out of every browser, for a lost laptop or a shared computer.">
            <ChangeButton
              intent="end-sessions"
              label="End sessions"
              isBusy={isBusy}
              isDestructive
            />
          </Row>
        ) : null}
        {member.isLocked ? (
          <Row text="This account is locked after wrong passwords or codes.">
            <ChangeButton intent="unlock" label="Unlock" isBusy={isBusy} />
          </Row>
        ) : null}
        {member.isActive ? (
          <Row text="Nobody can sign in to a disabled account; its sessions and links end.">
            <ChangeButton intent="disable" label="Disable account" isBusy={isBusy} isDestructive />
          </Row>
        ) : (
          <Row text="The person can sign in again with their password.">
            <ChangeButton intent="enable" label="Enable account" isBusy={isBusy} />
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

function ChangeButton({
  intent,
  label,
  isBusy,
  isDestructive = false,
}: {
  intent: MemberChange;
  label: string;
  isBusy: boolean;
  isDestructive?: boolean;
}) {
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      disabled={isBusy}
      tone={isDestructive ? "danger" : "plain"}
    >
      {label}
    </Button>
  );
}
