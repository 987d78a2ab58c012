import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { REASON_LENGTH } from "../../../changes/constants.ts";
import { LIST_PATH } from "../../../constants.ts";
import { FormFailure } from "../../../profile/components/admin/form-failure.tsx";
import { useProviderForm } from "../../../profile/components/admin/use-provider-form.ts";
import type { VerificationData } from "../../../verification/load-verification.server.ts";

type Paper = VerificationData["papers"][number];
type PapersPanelProps = Pick<VerificationData, "papers" | "decidedPapers"> & {
  providerId: string;
};

/** The papers that a provider sent: accepting one makes it evidence. */
export function PapersPanel({ providerId, papers, decidedPapers }: PapersPanelProps) {
  return (
    <section
      aria-labelledby="papers-title"
      className={`panel-card p-4 ${papers.length > 0 ? "border-action" : ""}`}
    >
      <h3 id="papers-title" className="font-bold">
        Papers to check
      </h3>
      {papers.length > 0 ? (
        <ul className="mt-1 divide-y divide-line">
          {papers.map((paper) => (
            <PaperRow key={paper.id} paper={paper} providerId={providerId} />
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-muted">None. What the company sends waits here.</p>
      )}
      {decidedPapers.length > 0 ? (
        <details className="mt-3">
          <summary className="py-1 text-sm font-semibold">
            Checked papers: {decidedPapers.length}
          </summary>
          <ul className="divide-y divide-line">
            {decidedPapers.map((paper) => (
              <li key={paper.id} className="py-2">
                <PaperFacts paper={paper} providerId={providerId} />
                <p className="text-[0.9375rem] text-muted">
                  {paper.state === "refused" ? `Refused: ${paper.refusal}` : "Accepted"}
                </p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function PaperFacts({ paper, providerId }: { paper: Paper; providerId: string }) {
  const { id, label, number, issuer, validUntil, hasEnded, sent, contentType } = paper;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
        {label} {number}
        {hasEnded ? <Badge tone="danger">Expired</Badge> : null}
      </p>
      <p className="wrap-anywhere">{issuer}</p>
      <p className="text-[0.9375rem] text-muted">
        Valid until {validUntil}. Sent {sent}.{" "}
        <a
          href={`${LIST_PATH}/${providerId}/documents/${id}/file`}
          target="_blank"
          rel="noreferrer"
          className="link inline-block py-0.5"
        >
          {contentType === "application/pdf" ? "Save the PDF" : "View the photo"}
          <span className="sr-only">
            {" "}
            of {label} {number}
          </span>
        </a>
      </p>
    </>
  );
}

function PaperRow({ paper, providerId }: { paper: Paper; providerId: string }) {
  const acceptance = useProviderForm("Failed to accept the paper");
  const refusal = useProviderForm("Failed to refuse the paper");
  const isBusy = acceptance.isBusy || refusal.isBusy;
  const name = `${paper.label} ${paper.number}`;
  return (
    <li className="grid gap-2 py-3">
      <PaperFacts paper={paper} providerId={providerId} />
      <acceptance.Form ref={acceptance.form} method="post" className="grid gap-2">
        <input type="hidden" name="paper" value={paper.id} />
        <FormFailure failure={acceptance.failure} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="accept-paper"
            disabled={isBusy}
            aria-label={`Accept ${name}`}
            tone="primary"
          >
            Accept
          </Button>
        </div>
      </acceptance.Form>
      <refusal.Form ref={refusal.form} method="post" className="grid gap-2">
        <input type="hidden" name="paper" value={paper.id} />
        <TextField
          name="reason"
          label={`Why ${name} is refused`}
          hint="The company reads it."
          maxLength={REASON_LENGTH}
          error={refusal.errors.reason}
          autoComplete="off"
        />
        <FormFailure failure={refusal.failure} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="refuse-paper"
            disabled={isBusy}
            aria-label={`Refuse ${name}`}
            tone="danger"
          >
            Refuse
          </Button>
        </div>
      </refusal.Form>
    </li>
  );
}
