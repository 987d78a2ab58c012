import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { FormFailure } from "../../../profile/components/admin/form-failure.tsx";
import { useProviderForm } from "../../../profile/components/admin/use-provider-form.ts";
import type { VerificationData } from "../../../verification/load-verification.server.ts";
import { REASON_LENGTH } from "../../constants.ts";

type Change = NonNullable<VerificationData["change"]>;

/** What a provider wants changed of what was verified. */
export function ChangesPanel({ change }: { change: Change | null }) {
  return (
    <section
      aria-labelledby="changes-title"
      className={`panel-card grid gap-3 p-4 ${change ? "border-action" : ""}`}
    >
      <h3 id="changes-title" className="font-bold">
        Changes to approve
      </h3>
      {change ? (
        <ChangeForms key={change.id} change={change} />
      ) : (
        <p className="text-muted">
          None. Changes to the company's name, address, services or email for offers wait here.
        </p>
      )}
    </section>
  );
}

function ChangeForms({ change: { id, asked, lines, version } }: { change: Change }) {
  const approval = useProviderForm("Failed to approve the change");
  const refusal = useProviderForm("Failed to refuse the change");
  const isBusy = approval.isBusy || refusal.isBusy;
  return (
    <>
      <p>Asked for on {asked}:</p>
      <ul className="grid gap-1">
        {lines.map(({ label, from, to, hint }) => (
          <li key={label} className="wrap-anywhere">
            <span className="text-muted">{label}:</span> {from ? `from ${from} to ` : ""}
            <strong>{to}</strong>
            {hint ? <span className="mt-1 block font-semibold">{hint}</span> : null}
          </li>
        ))}
      </ul>
      <approval.Form ref={approval.form} method="post" className="grid gap-2">
        <input type="hidden" name="change" value={id} />
        <input type="hidden" name="version" value={version} />
        <FormFailure failure={approval.failure} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="approve-change"
            disabled={isBusy}
            tone="primary"
          >
            Approve change
          </Button>
        </div>
      </approval.Form>
      <refusal.Form ref={refusal.form} method="post" className="grid gap-2">
        <input type="hidden" name="change" value={id} />
        <TextField
          name="reason"
          label="Why it is refused"
          hint="The company reads it."
          maxLength={REASON_LENGTH}
          error={refusal.errors.reason}
          autoComplete="off"
        />
        <FormFailure failure={refusal.failure} />
        <div>
          <Button type="submit" name="intent" value="refuse-change" disabled={isBusy} tone="danger">
            Refuse change
          </Button>
        </div>
      </refusal.Form>
    </>
  );
}
