import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";

const TEXTS = {
  deactivate: {
    title: (name: string) => `Remove the access of ${name}?`,
    text: "They are signed out everywhere at once, and get no more emails or notifications. If their address is also the company's address for offers, it is removed there. You can restore access later; they'll sign in again.",
    label: "Remove access",
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    text: "Their name and email address are deleted. What they did for the company stays, without their name. This cannot be undone.",
    label: "Delete",
  },
};
/** Changes that staff have to confirm. */
export type AskedChange = keyof typeof TEXTS;

type ChangeDialogProps = {
  change: AskedChange;
  name: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before one of a provider's people loses their access or is deleted. */
export function ChangeDialog({ change, name, onConfirm, onClose }: ChangeDialogProps) {
  const { title, text, label } = TEXTS[change];
  return (
    <Dialog title={title(name)} isAlert onClose={onClose}>
      <p className="mt-2">{text}</p>
      <DialogButtons label={label} isDestructive onCancel={onClose} onConfirm={onConfirm} />
    </Dialog>
  );
}
