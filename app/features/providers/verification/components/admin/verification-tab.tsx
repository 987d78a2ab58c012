import { useEffect, useId, useRef } from "react";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { SelectField } from "#app/components/admin/select-field.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { ChangesPanel } from "../../../changes/components/admin/changes-panel.tsx";
import {
  CHECK_LABELS,
  CHECKS,
  EVIDENCE_LENGTH,
  NAME_LENGTH,
  STATUS_FAILED,
  STATUS_LABELS,
} from "../../../constants.ts";
import { PapersPanel } from "../../../papers/components/admin/papers-panel.tsx";
import { FormFailure } from "../../../profile/components/admin/form-failure.tsx";
import { useProviderForm } from "../../../profile/components/admin/use-provider-form.ts";
import type { ProviderDetailData } from "../../../profile/loaders.server.ts";
import { formatDaysLeft } from "../../classify-evidence.ts";

type Verification = NonNullable<ProviderDetailData["verification"]>;
type VerificationTabProps = Verification & { provider: ProviderDetailData["provider"] };

/**
 * The evidence that a provider was checked, and the status it supports. A person decides the status.
 */
export function VerificationTab(props: VerificationTabProps) {
  const { provider, evidence, staffName, papers, decidedPapers, change } = props;
  return (
    <div className="grid gap-4">
      <Proposal provider={provider} />
      <ChangesPanel change={change} />
      <PapersPanel providerId={provider.id} papers={papers} decidedPapers={decidedPapers} />
      <section aria-labelledby="evidence-title" className="panel-card p-4">
        <h3 id="evidence-title" className="font-bold">
          Evidence
        </h3>
        {evidence.length > 0 ? (
          <ul className="mt-1 divide-y divide-line">
            {evidence.map((entry) => (
              <EvidenceRow key={entry.id} evidence={entry} />
            ))}
          </ul>
        ) : (
          <p className="mt-1 text-muted">
            None yet. A provider is proposed as verified once license and insurance are added.
          </p>
        )}
      </section>
      <EvidenceForm staffName={staffName} />
    </div>
  );
}

function Proposal({
  provider: { status, verifiedUntil, hasLapsed, proposedStatus, proposedReason },
}: Pick<VerificationTabProps, "provider">) {
  const { Form, isBusy, failure, reply } = useProviderForm(STATUS_FAILED);
  const title = useRef<HTMLHeadingElement>(null);
  // The buttons, one of which had the focus, go away with the proposal.
  useEffect(() => {
    if (reply?.ok) title.current?.focus();
  }, [reply]);
  return (
    <section
      aria-labelledby="proposal-title"
      className={`panel-card grid gap-2 p-4 ${proposedStatus ? "border-action" : ""}`}
    >
      <h3 ref={title} id="proposal-title" tabIndex={-1} className="font-bold">
        Status: {STATUS_LABELS[status]}
        {verifiedUntil ? `, ${hasLapsed ? "ended" : "until"} ${verifiedUntil}` : ""}
      </h3>
      {proposedStatus ? (
        <>
          <p>
            Proposed: <strong>{STATUS_LABELS[proposedStatus]}</strong>. {proposedReason}.
          </p>
          <Form method="post" className="flex flex-wrap gap-2">
            <input type="hidden" name="shown" value={proposedStatus} />
            <Button type="submit" name="intent" value="accept" disabled={isBusy} tone="primary">
              Accept: set to {STATUS_LABELS[proposedStatus]}
            </Button>
            <Button type="submit" name="intent" value="dismiss" disabled={isBusy}>
              Dismiss
            </Button>
          </Form>
        </>
      ) : (
        <p className="text-[0.9375rem] text-muted">
          The evidence is checked every night. If it no longer supports the status, a proposal
          appears here.
        </p>
      )}
      <FormFailure failure={failure} />
    </section>
  );
}

function EvidenceRow({
  evidence: { id, check, description, checkedBy, validUntil, added, state, daysLeft },
}: {
  evidence: Verification["evidence"][number];
}) {
  const { Form, isBusy, failure } = useProviderForm("Failed to remove evidence");
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {CHECK_LABELS[check]}
          {state === "expired" ? <Badge tone="danger">Expired</Badge> : null}
          {state === "expiring" ? (
            <Badge tone="notice">Expires {formatDaysLeft(daysLeft ?? 0)}</Badge>
          ) : null}
        </p>
        <p className="wrap-anywhere">{description}</p>
        <p className="text-[0.9375rem] text-muted">
          Checked by {checkedBy}, added {added}.{" "}
          {validUntil ? `Valid until ${validUntil}.` : "No end date."}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="evidence" value={id} />
        <Button
          type="submit"
          name="intent"
          value="remove-evidence"
          disabled={isBusy}
          aria-label={`Remove ${CHECK_LABELS[check]}: ${description}`}
          tone="danger"
        >
          Remove
        </Button>
      </Form>
      {failure ? (
        <p role="alert" className="w-full font-semibold text-danger">
          {failure.message}
        </p>
      ) : null}
    </li>
  );
}

function EvidenceForm({ staffName }: Pick<Verification, "staffName">) {
  const id = useId();
  const { Form, form, isBusy, failure, errors } = useProviderForm("Failed to add evidence", {
    clears: true,
  });
  return (
    <Form
      ref={form}
      method="post"
      aria-labelledby={`${id}-title`}
      className="panel-card grid gap-4 p-4 room-sm:grid-cols-2"
    >
      <h3 id={`${id}-title`} className="font-bold room-sm:col-span-2">
        Add evidence
      </h3>
      <SelectField name="check" label="Check">
        {CHECKS.map((check) => (
          <option key={check} value={check}>
            {CHECK_LABELS[check]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="valid_until"
        type="date"
        label="Valid until"
        hint="The last valid day. Leave empty for no end date."
        error={errors.valid_until}
      />
      <TextField
        name="description"
        label="What was seen"
        maxLength={EVIDENCE_LENGTH}
        hint="For example a license number and where it was looked up."
        error={errors.description}
        className="room-sm:col-span-2"
        autoComplete="off"
      />
      <TextField
        name="checked_by"
        label="Checked by"
        maxLength={NAME_LENGTH}
        defaultValue={staffName}
        error={errors.checked_by}
        autoComplete="off"
      />
      <div className="room-sm:col-span-2">
        <FormFailure failure={failure} />
      </div>
      <div className="room-sm:col-span-2">
        <Button type="submit" name="intent" value="add-evidence" disabled={isBusy} tone="primary">
          Add evidence
        </Button>
      </div>
    </Form>
  );
}
