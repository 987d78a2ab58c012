import { Phone, StickyNote } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { focusNote, pressDial } from "./pane-commands.ts";

type PhoneBarProps = { canCall: boolean; statusSelect: ReactNode; composer: ReactNode };

/** On a phone: Call, Status and Note, always within reach of the thumb. */
export function PhoneBar({ canCall, statusSelect, composer }: PhoneBarProps) {
  return (
    <div className="grid gap-2">
      {composer}
      <div className="grid grid-cols-3! items-center gap-2">
        {canCall ? (
          <Button tone="primary" onClick={pressDial} className="min-h-11">
            <Phone className="size-5" aria-hidden="true" />
            Call
          </Button>
        ) : (
          <span className="text-center text-sm text-muted">No calls</span>
        )}
        {statusSelect}
        <Button onClick={focusNote} className="min-h-11">
          <StickyNote className="size-5" aria-hidden="true" />
          Note
        </Button>
      </div>
    </div>
  );
}
