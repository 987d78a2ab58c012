import { Phone, StickyNote } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";

type PhoneBarProps = {
  request: RequestDetailData["request"];
  statusSelect: ReactNode;
  composer: ReactNode;
};

/** On a phone: Call, Status and Note, always within reach. Calling opens the note. */
export function PhoneBar({ request, statusSelect, composer }: PhoneBarProps) {
  const [isWriting, setWriting] = useState(false);
  return (
    <div className="grid gap-2">
      {isWriting ? composer : null}
      <div className="grid grid-cols-3! items-center gap-2">
        {request.phoneHref && !request.isOptedOut ? (
          <ButtonAnchor
            href={request.phoneHref}
            tone="primary"
            className="min-h-11"
            onClick={() => setWriting(true)}
          >
            <Phone className="size-5" aria-hidden="true" />
            Call
          </ButtonAnchor>
        ) : (
          <span className="text-center text-sm text-muted">No calls</span>
        )}
        {statusSelect}
        <Button
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
          className="min-h-11"
        >
          <StickyNote className="size-5" aria-hidden="true" />
          Note
        </Button>
      </div>
    </div>
  );
}
