import { ChoiceField, FieldError, TextField } from "#app/components/form/field.tsx";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import {
  ISSUER_LENGTH,
  MAX_PAPERS,
  NUMBER_LENGTH,
  PAPER_KINDS,
  PAPER_LABELS,
  PAPER_TYPES,
} from "../constants.ts";
import type { PaperProblem } from "../handle-form.server.ts";
import type { OwnPapers } from "../load-papers.server.ts";

type DocumentsPageProps = {
  data: OwnPapers;
  /** What a form just did. */
  done: string | null;
  problem: PaperProblem | null;
};

const CARD = "mt-6 scroll-mt-24 rounded-2xl border border-line bg-paper p-5";
const TITLE = "font-display text-xl font-bold";

/** License and insurance of a provider: what customers read, the papers, and a form for another. */
export function DocumentsPage({ data, done, problem }: DocumentsPageProps) {
  const { customersRead, papers, canAdd } = data;
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">Documents</h1>
      <p className="mt-2">
        Your license and insurance. Only you and our team see the documents. Customers never see
        them: they read one line about each that our team accepted.
      </p>
      {done ? (
        <p
          id="notice"
          role="status"
          className="mt-4 rounded-xl border-2 border-action bg-paper p-3 font-semibold"
        >
          {done}
        </p>
      ) : null}
      {problem ? (
        <p
          role="alert"
          className="mt-4 rounded-xl border-2 border-danger bg-paper p-3 font-semibold text-danger"
        >
          {problem.message}
        </p>
      ) : null}
      <section aria-labelledby="read-title" className={CARD}>
        <h2 id="read-title" className={TITLE}>
          What customers see
        </h2>
        <ul className="mt-2 grid gap-1">
          {customersRead.map(({ text, isProven }) => (
            <li key={text} className={`break-words ${isProven ? "font-semibold" : "text-muted"}`}>
              {text}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="papers-title" className={CARD}>
        <h2 id="papers-title" className={TITLE}>
          Your documents
        </h2>
        {papers.length > 0 ? (
          <ul className="mt-2 divide-y divide-line">
            {papers.map((paper) => (
              <Paper key={paper.id} paper={paper} />
            ))}
          </ul>
        ) : (
          <p className="mt-2">None yet.</p>
        )}
      </section>
      {canAdd ? (
        <AddForm today={data.today} problem={problem} />
      ) : (
        <p className="mt-6">
          You have {MAX_PAPERS} documents, the most there can be. To send another, remove one that
          no longer counts.
        </p>
      )}
    </main>
  );
}

function Paper({ paper }: { paper: OwnPapers["papers"][number] }) {
  const path = usePortalPath();
  const { id, title, issuer, sent, isPdf, badge, tone, sentence, canRemove } = paper;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold break-words">
        {title}
        <Badge tone={tone}>{badge}</Badge>
      </p>
      <p className="break-words">{issuer}</p>
      <p className="break-words">{sentence}</p>
      <p className="text-[0.9375rem] text-muted">Sent {sent}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <a href={path(`documents/${id}/file`)} className="link inline-block py-1">
          {isPdf ? "Save the PDF" : "See the photo"}
          <span className="sr-only"> of {title}</span>
        </a>
        {canRemove ? (
          <Confirmation
            label="Remove"
            subject={title}
            consequence="This permanently deletes the document. To use it again, you'd have to upload it again."
            className="link inline-block py-1"
          >
            <form method="post">
              <button type="submit" name="remove" value={id} className="btn btn-line">
                <span>
                  Remove document<span className="sr-only">: {title}</span>
                </span>
              </button>
            </form>
          </Confirmation>
        ) : null}
      </div>
    </li>
  );
}

function AddForm({ today, problem }: { today: string; problem: PaperProblem | null }) {
  const { typed, errors } = problem ?? { typed: null, errors: {} as Record<string, string> };
  const error = errors.file;
  return (
    <section aria-labelledby="add-title" className={CARD}>
      <h2 id="add-title" className={TITLE}>
        Upload a document
      </h2>
      <form method="post" encType="multipart/form-data" className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="add" />
        <ChoiceField
          name="kind"
          legend="What it is"
          choices={PAPER_KINDS.map((value) => ({ value, label: PAPER_LABELS[value] }))}
          defaultValue={typed?.kind ?? ""}
          error={errors.kind}
        />
        <TextField
          name="number"
          label="Number"
          hint="Of the license or the policy. Customers read a license's number, never a policy's."
          maxLength={NUMBER_LENGTH}
          defaultValue={typed?.number ?? ""}
          error={errors.number}
          autoComplete="off"
        />
        <TextField
          name="issuer"
          label="Who issued it"
          hint="The board or the insurer. Customers read it."
          maxLength={ISSUER_LENGTH}
          defaultValue={typed?.issuer ?? ""}
          error={errors.issuer}
          autoComplete="off"
        />
        <TextField
          name="valid_until"
          type="date"
          min={today}
          label="Valid until"
          hint="The last valid day."
          defaultValue={typed?.valid_until ?? ""}
          error={errors.valid_until}
        />
        <div>
          <label htmlFor="paper-file" className="font-semibold">
            Photo or PDF
          </label>
          <p id="paper-hint" className="mt-1 text-[0.9375rem] text-muted">
            A photo of up to 10 MB or a PDF of up to 5 MB. We remove the place and time that your
            phone stores in a photo; a PDF stays as it is.
          </p>
          <input
            id="paper-file"
            type="file"
            name="file"
            accept={PAPER_TYPES}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "paper-error" : "paper-hint"}
            className="input mt-2"
          />
          {error ? <FieldError id="paper-error" message={error} /> : null}
        </div>
        <p>
          <button type="submit" className="btn btn-action">
            Send document
          </button>
        </p>
      </form>
    </section>
  );
}
