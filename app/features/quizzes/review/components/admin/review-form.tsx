import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import type { ReviewItem } from "../../../editor/schema.ts";
import { type DiagnosisText, toDiagnosisText } from "../../../engine/diagnosis-text.ts";
import { DiagnosisFields } from "../../../outcomes/components/admin/diagnosis-fields.tsx";
import { RuleFields, type RuleTexts } from "../../../outcomes/components/admin/rule-fields.tsx";
import type { ReviewFormResult } from "../../schema.ts";

const FAILURES: Record<string, string> = {
  "not-pending": "Somebody approved or rejected this meanwhile, so it was not changed.",
  "not-found": "The quiz no longer exists.",
  unreachable: "The changes could not be saved. Check the connection and save again.",
  fields: "Some fields cannot be saved as they are.",
};

type FieldErrors = Pick<Extract<ReviewFormResult, { ok: false }>, "errors">;

type ReviewFormProps = {
  items: readonly ReviewItem[];
  action: string;
  onSaved: () => void;
  onCancel: () => void;
};

/** Edits the texts of pending items in place. They stay pending. */
export function ReviewForm({ items, action, onSaved, onCancel }: ReviewFormProps) {
  const [first] = items;
  const [values, setValues] = useState<DiagnosisText | null>(() =>
    first ? toDiagnosisText(first.data) : null,
  );
  const [danger, setDanger] = useState(first?.danger);
  const { Form, form, errors, reply, isBusy } = useStaffForm<ReviewFormResult, FieldErrors>(
    (result) => ({ errors: result.ok ? undefined : result.errors }),
  );
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const result = isBusy ? undefined : reply;
  useEffect(() => {
    if (result?.ok) saved.current();
  }, [result]);
  if (!first || !values) return null;
  const isCorrected =
    result && !result.ok && result.reason === "fields" && Object.keys(errors).length === 0;
  const failure = result && !result.ok && !isCorrected ? FAILURES[result.reason] : null;
  const change = (field: keyof DiagnosisText, value: string) =>
    setValues((current) => (current ? { ...current, [field]: value } : current));
  const changeRule = ({
    name = values.diagnosis,
    urgency = values.urgency,
    steps = values.nextSteps,
    causes = values.causes,
    ...words
  }: Partial<RuleTexts>) => {
    setValues({ ...values, diagnosis: name, urgency, nextSteps: steps, causes });
    setDanger((current) => (current ? { ...current, ...words } : current));
  };
  return (
    <Form ref={form} method="post" action={action} className="grid gap-3 rounded-lg bg-cream p-3">
      <input type="hidden" name="intent" value="edit" />
      <input
        type="hidden"
        name="items"
        value={JSON.stringify(items.map(({ kind, id }) => ({ kind, id })))}
      />
      {items.length > 1 ? (
        <p className="text-sm">
          Saving changes the words of all {items.length} pending diagnoses of this group.
        </p>
      ) : null}
      {danger ? (
        <>
          <RuleFields
            values={{
              ...danger,
              name: values.diagnosis,
              urgency: values.urgency,
              steps: values.nextSteps,
              causes: values.causes,
            }}
            onChange={changeRule}
            errors={{ ...errors, name: errors.diagnosis, steps: errors.nextSteps }}
            isFocused
          />
          <input type="hidden" name="priority" value={values.urgency} />
          <input type="hidden" name="serviceType" value={values.serviceType} />
        </>
      ) : (
        <DiagnosisFields values={values} onChange={change} errors={errors} isFocused />
      )}
      {failure ? (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      ) : null}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy} tone="primary">
          {isBusy ? "Saving" : "Save changes"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </p>
    </Form>
  );
}
