import { type ReactNode, useState } from "react";

type FoldedPanelProps = { title: string; isOpenAtFirst?: boolean; children: ReactNode };

/** What staff need now and then: its title says the essential. */
export function FoldedPanel({ title, isOpenAtFirst = false, children }: FoldedPanelProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className="panel-card"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="px-4 py-2 font-semibold hover:bg-sand">{title}</summary>
      <div className="grid gap-2 p-2 pt-0">{children}</div>
    </details>
  );
}
