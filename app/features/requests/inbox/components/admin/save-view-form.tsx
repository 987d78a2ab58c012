import { useId } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { ViewFormResult } from "../../../views/schema.ts";
import { LIST_PATH } from "../../schema.ts";

type SaveViewFormProps = {
  /** The filters, as a query string without "?". */
  query: string;
  onDone: () => void;
};

/** Saves the current filters under a name, for oneself or for everybody. */
export function SaveViewForm({ query, onDone }: SaveViewFormProps) {
  const errorId = useId();
  const fetcher = useReplyFetcher<ViewFormResult>((reply) => {
    if (!reply.ok) return;
    toast.success(reply.message);
    onDone();
  });
  const isBusy = fetcher.state !== "idle";
  const reply = isBusy ? undefined : (fetcher.data as ViewFormResult | undefined);
  const failure = reply && !reply.ok ? reply.message : null;
  return (
    <fetcher.Form method="post" action={LIST_PATH} className="mt-3 grid gap-3">
      <input type="hidden" name="intent" value="save-view" />
      <input type="hidden" name="query" value={query} />
      <label className="grid gap-1">
        <span className="text-sm font-semibold">Name of the view</span>
        <input
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure ? errorId : undefined}
          className="field-small"
        />
      </label>
      <label className="flex items-center gap-2">
        <input type="checkbox" name="shared" value="yes" className="size-5" />
        Share it with everybody
      </label>
      <p className="text-sm text-muted">
        A view keeps the search words too. One that has a customer's full name, phone or email is
        deleted when that customer is erased.
      </p>
      {failure ? (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
      <p className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isBusy}>
          Save view
        </Button>
      </p>
    </fetcher.Form>
  );
}
