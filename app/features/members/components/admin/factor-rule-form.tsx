import { Button } from "#app/components/admin/button.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { PasswordPrompt } from "#app/features/auth/components/admin/password-prompt.tsx";
import { FACTOR_RULES, type FactorRule } from "#app/features/auth/factor-rule.ts";
import type { MemberReply } from "../../constants.ts";

const NAMES: Record<FactorRule, string> = {
  nobody: "Nobody",
  superadmins: "Superadmins",
  everybody: "Everybody",
};

/** Which roles must have a second factor. */
export function FactorRuleForm({ rule }: { rule: FactorRule }) {
  const { Form, reply, isBusy } = useStaffForm<MemberReply>();
  const current = useCurrentReply(reply);
  return (
    <section aria-labelledby="factor-rule-title" className="panel-card grid gap-3 p-5">
      <h3 id="factor-rule-title" className="font-display text-lg font-extrabold">
        Second factor
      </h3>
      <p className="text-muted">
        Anyone who needs one sets it up at their next sign-in, before they can use the portal.
        People who are signed in now stay signed in until their session ends.
      </p>
      <Form method="post" onInput={current.onInput} className="grid max-w-sm gap-3">
        <div className="grid gap-1">
          <label htmlFor="factor-rule" className="font-semibold">
            Second factor required for
          </label>
          <select id="factor-rule" name="rule" defaultValue={rule} className="field-small">
            {FACTOR_RULES.map((known) => (
              <option key={known} value={known}>
                {NAMES[known]}
              </option>
            ))}
          </select>
        </div>
        <Button
          type="submit"
          name="intent"
          value="factor-rule"
          disabled={isBusy}
          tone="primary"
          className="justify-self-start"
        >
          Save rule
        </Button>
      </Form>
      <PasswordPrompt reply={current.reply} Form={Form} />
    </section>
  );
}
