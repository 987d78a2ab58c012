import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { ERASED_ANSWERS, ERASED_WORDS, MAX_WORDS } from "../../constants.ts";
import type { StaffDispute } from "../../load-staff-page.server.ts";
import type { DecisionReply } from "../../schema.ts";

/** With which staff grant or refuse a dispute. */
export function DecisionForm({ dispute }: { dispute: StaffDispute }) {
  const { id, company, cost, isErased } = dispute;
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
      {isErased ? (
        <ErasedAnswers />
      ) : (
        <TextField
          name="answer"
          label="Answer"
          rows={4}
          maxLength={MAX_WORDS}
          error={errors.answer}
          hint="The provider reads it in the portal and in an email. Do not name the customer or another company. If the customer has their details deleted before you send it, a fixed sentence goes out instead."
        />
      )}
      <p>
        <Button type="submit" tone="primary" disabled={isBusy}>
          Send the decision
        </Button>
      </p>
    </Form>
  );
}

const ErasedAnswers = () => (
  <div>
    <input type="hidden" name="answer" value={ERASED_WORDS} />
    <p>{ERASED_WORDS} So there is no free answer. The provider reads one of these:</p>
    <ul className="mt-1 list-disc pl-5">
      <li>{ERASED_ANSWERS.granted}</li>
      <li>{ERASED_ANSWERS.refused}</li>
    </ul>
  </div>
);
