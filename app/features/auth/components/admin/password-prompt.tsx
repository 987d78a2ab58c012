import { Button } from "#app/components/admin/button.tsx";
import { Field, FormError } from "./account-field.tsx";

type PasswordPromptProps = {
  /** `resubmit`: the submitted values, to be sent again with the password. */
  reply: { message?: string; resubmit?: Record<string, string> } | undefined;
  Form: React.ComponentType<{ method: "post"; className: string; children: React.ReactNode }>;
};

/** Shows why a change was refused, and a password field where the password must be confirmed. */
export function PasswordPrompt({ reply, Form }: PasswordPromptProps) {
  if (!reply?.resubmit) return <FormError text={reply?.message} />;
  return (
    <Form method="post" className="grid max-w-sm gap-2">
      <FormError text={reply.message} />
      {Object.entries(reply.resubmit).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" tone="primary" className="justify-self-start">
        Continue
      </Button>
    </Form>
  );
}
