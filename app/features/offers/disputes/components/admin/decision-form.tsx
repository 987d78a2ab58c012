import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { MAX_WORDS } from "../../constants.ts";
import type { StaffDispute } from "../../loaders.server.ts";
import type { DecisionReply } from "../../schema.ts";

/** With which staff grant or refuse a dispute. */
export function DecisionForm({ dispute }: { dispute: StaffDispute }) {
  const { id, company, cost } = dispute;
  const { Form, form, errors, isBusy } = useStaffForm<DecisionReply>();
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      aria-label={`Decide the dispute of ${company}`}
      className="grid max-w-2xl gap-3"
    >
      <input type="hidden" name="disputeId" value={id} />
      <ChoiceField
        name="decision"
        legend="Decision"
        choices={[
          { value: "granted", label: "Grant", hint: `${cost} go back` },
          { value: "refused", label: "Refuse", hint: "Nothing goes back" },
        ]}
        error={errors.decision}
      />
      <TextField
        name="answer"
        label="Answer"
        rows={4}
        maxLength={MAX_WORDS}
        error={errors.answer}
        hint="The provider reads it in the portal and in a mail. Do not name the customer or another company."
      />
      <p>
        <Button type="submit" tone="primary" disabled={isBusy}>
          Send the decision
        </Button>
      </p>
    </Form>
  );
}
