import { useEffect, useState } from "react";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { TextField } from "#app/components/form/field.tsx";
import type { ListFormResult } from "../../editor-schema.ts";

type DeleteDialogProps = {
  item: { id: string; title: string };
  /** The question, and the label of the button. */
  question: string;
  label: string;
  /** Must be typed to confirm the deletion. */
  word?: string;
  /** URL of the list, whose action deletes. */
  action: string;
  onClose: () => void;
  onFail: (reason: string | undefined) => void;
};

/** Asks for confirmation before content is deleted. */
export function DeleteDialog({
  item,
  question,
  label,
  word,
  action,
  onClose,
  onFail,
}: DeleteDialogProps) {
  const [typed, setTyped] = useState("");
  const fetcher = useFetcher<ListFormResult>();
  const { data } = fetcher;
  // The callbacks change with each render of the list; a result is reported once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (data?.ok) onClose();
    else if (data) onFail(data.message);
  }, [data]);
  const isConfirmed = (word === undefined || typed === word) && fetcher.state === "idle";
  const remove = () => {
    if (isConfirmed)
      void fetcher.submit({ intent: "delete", id: item.id }, { method: "post", action });
  };
  return (
    <Dialog title={`Delete “${item.title}”`} isAlert onClose={onClose}>
      <p className="mt-3">{question}</p>
      {word ? (
        <TextField
          name="confirmation"
          label={`Type ${word} to confirm`}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") remove();
          }}
          className="mt-4"
        />
      ) : null}
      <DialogButtons
        label={label}
        isDestructive
        disabled={!isConfirmed}
        onCancel={onClose}
        onConfirm={remove}
      />
    </Dialog>
  );
}
