import { Button } from "#app/components/admin/button.tsx";
import { CopyField } from "#app/components/admin/copy-field.tsx";
import { HintedField, NamedChecks } from "#app/components/admin/hinted-field.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { PasswordPrompt } from "#app/features/auth/components/admin/password-prompt.tsx";
import {
  DEFAULT_LIFETIME,
  DEFAULT_LIMIT,
  LIFETIMES,
  LIMITS,
  NAME_LENGTH,
  SCOPE_LABELS,
  SCOPES,
} from "../../constants.ts";
import type { KeyReply } from "../../schema.ts";

type FieldErrors = Pick<KeyReply, "errors">;

/** Creates a key, and shows it once. Nothing is chosen for it: each scope is a decision. */
export function NewKeyForm() {
  // The page shows the key, so there is no toast.
  const { Form, form, reply, errors, isBusy } = useStaffForm<KeyReply, FieldErrors>(
    ({ errors: fieldErrors }) => ({ errors: fieldErrors }),
  );
  const current = useCurrentReply(reply);
  return (
    <section aria-labelledby="new-key" className="panel-card grid gap-4 p-5">
      <h3 id="new-key" className="font-display text-lg font-extrabold">
        New key
      </h3>
      <Form
        ref={form}
        method="post"
        onInput={current.onInput}
        noValidate
        className="grid max-w-2xl gap-4"
      >
        <HintedField
          name="name"
          label="Program"
          hint="What gets the key and who looks after it. Timelines and the audit log show this name."
          maxLength={NAME_LENGTH}
          error={errors.name}
        />
        <NamedChecks
          legend="Permissions"
          prefix="scope:"
          labels={SCOPE_LABELS}
          keys={SCOPES}
          error={errors.scopes}
        />
        <div className="flex flex-wrap gap-4">
          <Choice
            name="days"
            label="Expires after"
            initial={DEFAULT_LIFETIME}
            choices={LIFETIMES.map((days) => ({ value: days, label: `${days} days` }))}
          />
          <Choice
            name="limit"
            label="Calls per minute"
            initial={DEFAULT_LIMIT}
            choices={LIMITS.map((limit) => ({
              value: limit,
              label: limit.toLocaleString("en-US"),
            }))}
          />
        </div>
        <Button
          type="submit"
          name="intent"
          value="create"
          disabled={isBusy}
          tone="primary"
          className="justify-self-start"
        >
          Create key
        </Button>
      </Form>
      <PasswordPrompt reply={current.reply} Form={Form} />
      {reply?.key ? (
        <div role="status" className="rounded-xl bg-sand p-4">
          <CopyField
            label={`Key for ${reply.name}`}
            value={reply.key}
            hint="It is shown only now. Keep it where the program keeps its secrets, never in a browser, an app or a repository."
            action="Copy key"
          />
        </div>
      ) : null}
    </section>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  initial: number;
  choices: { value: number; label: string }[];
};

function Choice({ name, label, initial, choices }: ChoiceProps) {
  return (
    <div className="grid gap-1">
      <label htmlFor={`key-${name}`} className="font-semibold">
        {label}
      </label>
      <select id={`key-${name}`} name={name} defaultValue={initial} className="field-small">
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
