import type { ReactNode } from "react";

type FoldedPanelProps = { title: string; isOpen?: boolean; children: ReactNode };

/** What staff need now and then: its title says the essential. */
export function FoldedPanel({ title, isOpen = false, children }: FoldedPanelProps) {
  return (
    <details className="panel-card group" open={isOpen}>
      <summary className="px-4 py-2 font-semibold hover:bg-sand">{title}</summary>
      <div className="grid gap-2 p-2 pt-0">{children}</div>
    </details>
  );
}
