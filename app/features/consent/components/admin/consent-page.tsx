import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useCurrentReply } from "#app/components/admin/use-current-reply.ts";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import type { Clock } from "#app/components/admin/when.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { ConsentNotice } from "#app/features/consent/components/consent-notice.tsx";
import { type ConsentTemplate, findMissingParts } from "#app/features/settings/consent-template.ts";
import { buildConsentWording } from "../../consent-text.ts";
import type { ShownText } from "../../queries.server.ts";
import { ConsentHistory } from "./consent-history.tsx";

export type ConsentReply = {
  done?: string;
  message?: string;
  errors?: { consent?: string; terms?: string };
  missing?: string[];
};
type ConsentPageProps = {
  template: ConsentTemplate;
  names: { company: string; persona: string; phone: string };
  texts: ShownText[];
  clock: Clock;
};

/** The current wording, a form for its next version with a preview, and all texts ever shown. */
export function ConsentPage({ template, names, texts, clock }: ConsentPageProps) {
  return (
    <div className="grid max-w-4xl gap-6">
      <section aria-labelledby="current-text" className="panel-card grid gap-3 p-5">
        <h3 id="current-text" className="font-display text-lg font-extrabold">
          Shown now: version {template.version}
        </h3>
        <ConsentNotice wording={buildConsentWording({ ...names, consentTemplate: template })} />
      </section>
      <WordingForm template={template} names={names} />
      <ConsentHistory texts={texts} clock={clock} />
    </div>
  );
}

function WordingForm({ template, names }: Pick<ConsentPageProps, "template" | "names">) {
  const { Form, form, errors, isBusy, reply: latest } = useStaffForm<ConsentReply>();
  const [consent, setConsent] = useState(template.consent);
  const [terms, setTerms] = useState(template.terms);
  const isHydrated = useHydrated();
  const { reply, onInput } = useCurrentReply(latest);
  const missing = findMissingParts({ consent, terms });
  const isNew = consent.trim() !== template.consent || terms.trim() !== template.terms;
  return (
    <section aria-labelledby="next-text" className="panel-card grid gap-4 p-5">
      <h3 id="next-text" className="font-display text-lg font-extrabold">
        Write a new version
      </h3>
      <p className="text-muted">
        Have counsel review it first. Visitors see the new wording within a second; those who have
        the form open keep the text they see. Existing records never change.
      </p>
      <Form
        ref={form}
        method="post"
        onInput={onInput}
        noValidate
        inert={!isHydrated}
        className="grid gap-4"
      >
        <TextField
          name="consent"
          label="Consent"
          hint="{company}, {phone} and {persona} are filled in from the general settings."
          rows={8}
          maxLength={2_000}
          value={consent}
          onChange={(event) => setConsent(event.target.value)}
          error={errors.consent}
        />
        <TextField
          name="terms"
          label="Terms and privacy, as a separate sentence"
          hint="{terms} and {privacy} become links."
          rows={2}
          maxLength={300}
          value={terms}
          onChange={(event) => setTerms(event.target.value)}
          error={errors.terms}
        />
        <div role="status">
          {missing.length > 0 ? (
            <div className="rounded-xl border-2 border-danger p-4">
              <p className="font-semibold text-danger">This wording lacks:</p>
              <ul className="mt-1 list-disc pl-5">
                {missing.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ul>
            </div>
          ) : null}
          {reply?.message && missing.length === 0 ? (
            <p className="font-semibold text-danger">{reply.message}</p>
          ) : null}
        </div>
        <div>
          <p className="font-semibold">Preview</p>
          <div className="mt-1">
            <ConsentNotice
              wording={buildConsentWording({
                ...names,
                consentTemplate: { version: 0, consent, terms },
              })}
            />
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isBusy || !isNew} tone="primary">
            Use this wording
          </Button>
          {isNew ? (
            <Button
              onClick={() => {
                setConsent(template.consent);
                setTerms(template.terms);
              }}
            >
              Back to the current one
            </Button>
          ) : null}
        </div>
      </Form>
    </section>
  );
}
