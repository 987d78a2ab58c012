import { useId, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { formatCount } from "#app/lib/format-values.ts";
import {
  IMPORT_TOO_LARGE,
  LIST_PATH,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from "../../../constants.ts";
import type { ImportReply } from "../../../schema.ts";
import { ImportReportView } from "./import-report.tsx";

const COLUMNS =
  "company_name, contact_name, phone, contact_email, business_address, business_city, business_state, business_zip, service_categories, service_area_zips, verification_status, verified_until, credits";

/** Checks a file first; then its valid rows can be imported. */
export function ImportPage() {
  const id = useId();
  const fetcher = useFetcher<ImportReply>();
  const [file, setFile] = useState<File | null>(null);
  // A reply is outdated once another file is chosen.
  const [checkedFile, setCheckedFile] = useState<File | null>(null);
  const isBusy = fetcher.state !== "idle";
  const isTooLarge = file !== null && file.size > MAX_IMPORT_BYTES;
  const reply = !isBusy && checkedFile === file ? fetcher.data : undefined;
  const send = (intent: "check" | "import") => {
    if (!file) return;
    const body = new FormData();
    body.set("intent", intent);
    body.set("file", file);
    setCheckedFile(file);
    void fetcher.submit(body, { method: "post", encType: "multipart/form-data" });
  };
  return (
    <div className="grid max-w-4xl gap-4">
      <div>
        <Link to={LIST_PATH} className="link inline-block py-1">
          Back to the providers
        </Link>
        <h2 className="h3 mt-2">Import providers</h2>
        <p className="mt-1 text-muted">
          A CSV file, UTF-8, with at most {formatCount(MAX_IMPORT_ROWS)} rows and 10 MB. Nothing is
          written before you have seen what is in it.
        </p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send("check");
        }}
        className="panel-card grid gap-3 p-4"
      >
        <label htmlFor={id} className="font-semibold">
          CSV file
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          className="input"
        />
        <details>
          <summary className="py-1 font-semibold">Columns</summary>
          <p className="text-[0.9375rem] wrap-anywhere">{COLUMNS}</p>
          <p className="mt-1 text-[0.9375rem] text-muted">
            The first line names them, in any order; company_name, contact_name and phone are
            needed. Services are separated by semicolons, ZIP codes by any character.
          </p>
        </details>
        <div>
          <Button type="submit" disabled={!file || isTooLarge || isBusy}>
            {isBusy ? "Working" : "Check the file"}
          </Button>
        </div>
      </form>
      <div role="status">
        {isTooLarge ? <p className="font-semibold text-danger">{IMPORT_TOO_LARGE}</p> : null}
        {reply && !reply.ok ? (
          <p className="panel-card border-danger p-3 font-semibold text-danger wrap-anywhere">
            {reply.message}
          </p>
        ) : null}
        {reply?.ok ? (
          <ImportReportView
            step={reply.step}
            report={reply.report}
            onImport={() => send("import")}
          />
        ) : null}
      </div>
    </div>
  );
}
