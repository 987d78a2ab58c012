import { useEffect, useId, useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { MAX_IMAGE_ALT, MAX_UPLOAD_BYTES } from "../../constants.ts";
import { formatBytes } from "../../format-size.ts";
import type { UploadPhase } from "./use-upload.ts";

type UploadCardProps = {
  file: File;
  phase: UploadPhase;
  error: string | undefined;
  onSend: (alt: string) => void;
  onCancel: () => void;
};

/** A chosen file with its description, the progress of its upload, and any error. */
export function UploadCard({ file, phase, error, onSend, onCancel }: UploadCardProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const isBusy = phase.name !== "ready";
  const isTooLarge = file.size > MAX_UPLOAD_BYTES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file has questions of its own
  useEffect(() => form.current?.querySelector("input")?.focus(), [file]);
  return (
    <form
      ref={form}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(String(new FormData(event.currentTarget).get("alt") ?? "").trim());
      }}
      className="rounded-xl border border-line bg-cream p-4"
    >
      <p id={id} className="font-semibold break-words">
        {file.name} <span className="font-normal text-muted">({formatBytes(file.size)})</span>
      </p>
      <TextField
        name="alt"
        label="What does it show?"
        optional
        maxLength={MAX_IMAGE_ALT}
        readOnly={isBusy}
        autoComplete="off"
        hint="Read aloud to people who cannot see the image, and suggested wherever you use it."
        className="mt-3"
      />
      {error ? (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {error}
        </p>
      ) : null}
      {isBusy ? <Progress phase={phase} /> : null}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy || isTooLarge} tone="primary">
          Upload
        </Button>
        {phase.name === "working" ? null : <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

function Progress({ phase }: { phase: UploadPhase }) {
  const id = useId();
  const percent = phase.name === "sending" ? Math.round(phase.share * 100) : undefined;
  return (
    <div role="status" className="mt-3">
      <p id={id} className="text-[0.9375rem]">
        {percent === undefined
          ? "The server is resizing the image. This takes a few seconds."
          : "Sending"}
        {/* Screen readers read it from the bar on request, not at each percent. */}
        {percent === undefined ? null : <span aria-hidden="true">: {percent} %</span>}
      </p>
      <progress
        aria-labelledby={id}
        max={100}
        value={percent}
        className="mt-1 h-2 w-full accent-action"
      />
    </div>
  );
}
