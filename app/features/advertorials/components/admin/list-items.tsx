import { Plus, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { MAX_LIST_ITEM, MAX_LIST_ITEMS } from "../../article-schema.ts";
import { splitItems } from "../../split-text.ts";

type ListItemsProps = {
  id: string;
  items: string[];
  onChange: (items: string[]) => void;
  focusLater: (id: string) => void;
};

/** The items of a list; at least one remains. */
export function ListItems({ id, items, onChange, focusLater }: ListItemsProps) {
  const fieldId = (at: number) => `section-${id}-item-${at}`;
  const add = () => {
    onChange([...items, ""]);
    focusLater(fieldId(items.length));
  };
  const remove = (at: number) => {
    onChange(items.toSpliced(at, 1));
    focusLater(fieldId(Math.max(0, at - 1)));
  };
  /** Pasted lines become separate items. */
  const handlePaste = (at: number, event: React.ClipboardEvent<HTMLInputElement>) => {
    const lines = splitItems(event.clipboardData.getData("text/plain"));
    if (lines.length < 2) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const [first = "", ...rest] = [
      value.slice(0, selectionStart ?? 0) + lines[0],
      ...lines.slice(1),
    ];
    const all = [first, ...rest.slice(0, -1), rest.at(-1) + value.slice(selectionEnd ?? 0)];
    if (
      items.length + rest.length > MAX_LIST_ITEMS ||
      all.some((line) => line.length > MAX_LIST_ITEM)
    ) {
      toast.error(
        `A list has at most ${MAX_LIST_ITEMS} items of ${MAX_LIST_ITEM} letters. Paste less at once, or use a paragraph.`,
      );
      return;
    }
    onChange(items.toSpliced(at, 1, ...all));
    focusLater(fieldId(at + rest.length));
  };
  return (
    <div className="grid gap-2">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids, and never move while one is edited
        <div key={at} className="flex items-center gap-2">
          <input
            id={fieldId(at)}
            type="text"
            aria-label={`Item ${at + 1}`}
            data-field={at === 0 ? `content/sections/${id}/content` : undefined}
            value={item}
            maxLength={MAX_LIST_ITEM}
            onPaste={(event) => handlePaste(at, event)}
            onChange={({ target }) => onChange(items.with(at, target.value))}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || items.length >= MAX_LIST_ITEMS) return;
              event.preventDefault();
              add();
            }}
            className="input"
          />
          <Button
            disabled={items.length === 1}
            onClick={() => remove(at)}
            aria-label={`Remove item ${at + 1}`}
            title={items.length === 1 ? "A list has at least one item" : "Remove item"}
            tone="danger"
            className="px-2.5!"
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </Button>
        </div>
      ))}
      <p>
        <Button disabled={items.length >= MAX_LIST_ITEMS} onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Add Item
        </Button>
      </p>
    </div>
  );
}
