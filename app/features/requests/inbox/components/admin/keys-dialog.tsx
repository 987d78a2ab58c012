import { Button } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import type { ListKeys } from "./use-list-keys.ts";

const KEYS = [
  ["J", "Next request"],
  ["K", "Previous request"],
  ["Enter", "Open the request"],
  ["C", "Call the customer"],
  ["N", "Write a note"],
  ["E", "Close with an outcome"],
  ["/", "Search"],
  ["?", "This list"],
  ["Esc", "Leave the request"],
] as const;

/** The list of keys. People who type with their voice can turn them off. */
export function KeysDialog({ keys, onClose }: { keys: ListKeys; onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="mt-3 grid gap-2">
        {KEYS.map(([key, what]) => (
          <div key={key} className="flex items-center gap-3">
            <dt className="w-16">
              <kbd className="rounded border border-line bg-cream px-2 py-0.5 font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          checked={keys.isOn}
          onChange={({ target }) => keys.turn(target.checked)}
          className="size-5"
        />
        Use these keys on this device
      </label>
      <p className="mt-4 text-right">
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </p>
    </Dialog>
  );
}
