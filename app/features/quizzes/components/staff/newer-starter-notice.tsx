import { useEffect, useRef } from "react";
import { useFetcher } from "#app/components/staff/use-fetcher.ts";
import type { ListFormResult } from "#app/features/publishing/editor-schema.ts";
import { ADD_STARTER, LIST_PATH, SAVE_FAILED } from "../../constants.ts";
import type { NewerStarter } from "../../starters.server.ts";

type NewerStarterNoticeProps = { starter: NewerStarter; onFail: (failure: { message: string; detail: string | undefined }) => void };

/** Offers the newer version of a starter that was edited, beside it. */
export function NewerStarterNotice({ starter: { slug, title }, onFail }: NewerStarterNoticeProps) {
  const fetcher = useFetcher<ListFormResult>();
  const fail = useRef(onFail);
  fail.current = onFail;
  const result = fetcher.state === "idle" ? fetcher.data : undefined;
  useEffect(() => {
    if (result && !result.ok) fail.current({ message: SAVE_FAILED, detail: result.message });
  }, [result]);
  const isBusy = fetcher.state !== "idle";
  return (
    <section aria-label={`Newer version of ${title}`} className="panel-card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <p className="min-w-0 flex-1 basis-80">
        <strong>A newer version of the starter quiz “{title}” is available.</strong> Yours was edited, so it was left as it is. We can add the new one as an inactive quiz, with an
        address that begins with {slug}-new. Compare the two, then activate the one you want.
      </p>
      <fetcher.Form method="post" action={LIST_PATH}>
        <input type="hidden" name="intent" value={ADD_STARTER} />
        <input type="hidden" name="slug" value={slug} />
        <button type="submit" disabled={isBusy} className="btn-small btn-main">
          {isBusy ? "Adding" : "Add the new version"}
        </button>
      </fetcher.Form>
    </section>
  );
}
