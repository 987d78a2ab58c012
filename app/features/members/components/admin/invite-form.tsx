import { Button } from "#app/components/admin/button.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { OneTimeLink } from "#app/features/auth/components/admin/one-time-link.tsx";
import { PasswordPrompt } from "#app/features/auth/components/admin/password-prompt.tsx";
import { STAFF_ROLES } from "#app/features/auth/constants.ts";
import type { MemberReply } from "../../constants.ts";

type FieldErrors = Pick<MemberReply, "errors">;

export function InviteForm() {
  // The page shows the link, so there is no toast.
  const { Form, form, reply, errors, isBusy } = useStaffForm<MemberReply, FieldErrors>(
    ({ errors: fieldErrors }) => ({ errors: fieldErrors }),
  );
  const current = useCurrentReply(reply);
  const problem = errors.email ?? errors.role;
  return (
    <section aria-labelledby="invite" className="panel-card grid gap-3 p-5">
      <h3 id="invite" className="font-display text-lg font-extrabold">
        Invite somebody
      </h3>
      <Form
        ref={form}
        method="post"
        onInput={current.onInput}
        noValidate
        className="flex flex-wrap items-end gap-3"
      >
        <div className="grid min-w-0 grow gap-1">
          <label htmlFor="invite-email" className="font-semibold">
            Email
          </label>
          <input
            id="invite-email"
            name="email"
            type="email"
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "invite-problem" : undefined}
            className="field-small w-full"
          />
        </div>
        <div className="grid gap-1">
          <label htmlFor="invite-role" className="font-semibold">
            Role
          </label>
          <select id="invite-role" name="role" defaultValue="staff" className="field-small">
            {STAFF_ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </div>
        <Button type="submit" name="intent" value="invite" disabled={isBusy} tone="primary">
          Create link
        </Button>
      </Form>
      {problem ? (
        <p id="invite-problem" role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      ) : null}
      <PasswordPrompt reply={current.reply} Form={Form} />
      {reply?.link ? <OneTimeLink url={reply.link} email={reply.email ?? ""} /> : null}
    </section>
  );
}
