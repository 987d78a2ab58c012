import { TextField } from "#app/components/form/field.tsx";
import { PageSection } from "#app/components/layouts/page-section.tsx";
import { LINE_LENGTH } from "../../../quote/field-spec.ts";
import { formatErrors, getFieldSpec, type QuoteWording } from "../../../quote/quote-wording.ts";
import type { FieldErrors } from "../../../quote/schema.ts";
import { CORRECTABLE, type CorrectionValues } from "../constants.ts";

export type RefusedCorrection = {
  values: CorrectionValues;
  opened: CorrectionValues;
  errors: FieldErrors;
};

type CorrectSectionProps = {
  values: CorrectionValues;
  words: QuoteWording;
  refused: RefusedCorrection | null;
  /** The form for another phone number. */
  children: React.ReactNode;
};

/** Forms with which the customer corrects what they sent. */
export function CorrectSection({ values, words, refused, children }: CorrectSectionProps) {
  const shown = refused?.values ?? values;
  const opened = refused?.opened ?? values;
  const errors = refused ? formatErrors(refused.errors, words) : {};
  return (
    <PageSection id="correct" title="Correct something">
      <details className="mt-2" open={refused !== null}>
        <summary className="py-1 font-semibold">Address, email or description</summary>
        <form method="post" noValidate className="mt-2 grid gap-4">
          <input type="hidden" name="intent" value="correct" />
          {CORRECTABLE.map((field) => {
            const { label, hint, missing, max = LINE_LENGTH, input } = getFieldSpec(field, words);
            return (
              <div key={field}>
                <input type="hidden" name={`opened-${field}`} value={opened[field]} />
                <TextField
                  name={field}
                  label={label}
                  hint={hint}
                  optional={!missing}
                  maxLength={max}
                  defaultValue={shown[field]}
                  error={errors[field]}
                  {...input}
                />
              </div>
            );
          })}
          <p className="text-muted">
            Our team sees what you changed. So does a professional who has your details.
          </p>
          <button type="submit" className="btn btn-action justify-self-start">
            Save corrections
          </button>
        </form>
      </details>
      {children}
    </PageSection>
  );
}
