import { Button } from "#app/components/admin/button.tsx";
import type { MergeForm } from "./use-merge.ts";

type MergeButtonProps = {
  merge: MergeForm;
  sourceId: string;
  /** The request to merge it into; null undoes its merge. */
  targetId: string | null;
  children: string;
  /** Which request it is, for those who hear the buttons one after the other. */
  about?: string;
};

/**
 * Merges a request or undoes it. While that is being saved it is not disabled, so that it keeps the
 * focus, but does nothing.
 */
export function MergeButton({ merge, sourceId, targetId, children, about }: MergeButtonProps) {
  const { Form, target, isBusy } = merge;
  return (
    <Form
      {...target}
      preventScrollReset
      onSubmit={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value={targetId ? "merge" : "undo-merge"} />
      <input type="hidden" name="sourceId" value={sourceId} />
      {targetId ? <input type="hidden" name="targetId" value={targetId} /> : null}
      <Button type="submit" aria-disabled={isBusy}>
        {children}
        {about ? <span className="sr-only">: {about}</span> : null}
      </Button>
    </Form>
  );
}
