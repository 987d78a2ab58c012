import { Button } from "#app/components/admin/button.tsx";
import type { Generation } from "./use-generation.ts";

/** Progress of the generation job. */
export function JobProgress({
  generation: { job, stage, isLate, isBusy, cancel },
}: {
  generation: Generation;
}) {
  if (!stage) return null;
  const hasCount = job !== null && job.total > 0;
  return (
    <section aria-label="Generation" className="panel-card grid gap-3 border-petrol! p-5">
      <p role="status" className="font-semibold">
        {stage}
      </p>
      {hasCount ? (
        <div>
          <progress
            aria-label="Scenarios complete"
            value={job.done}
            max={job.total}
            className="h-3 w-full appearance-none overflow-hidden rounded-full bg-sand [&::-moz-progress-bar]:bg-petrol [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-petrol"
          />
          <p className="text-[0.9375rem]">
            {job.done.toLocaleString("en-US")} of {job.total.toLocaleString("en-US")} total
            scenarios complete
          </p>
        </div>
      ) : null}
      {isLate ? (
        <p>
          This page stopped checking after 10 minutes. Generation continues: open this quiz again to
          see its progress.
        </p>
      ) : isBusy ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-[0.9375rem] text-muted">
            This may take 2-5 minutes for complete analysis...
          </p>
          <Button disabled={!job} onClick={() => void cancel()}>
            Cancel generation
          </Button>
        </div>
      ) : null}
    </section>
  );
}
