import { Phone, StickyNote } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";

type PhoneBarProps = {
  request: RequestDetailData["request"];
  statusSelect: ReactNode;
  composer: ReactNode;
};

/** On a phone: Call, Status and Note, always within reach. Who calls goes on in the note. */
export function PhoneBar({ request, statusSelect, composer }: PhoneBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const write = () => bar.current?.querySelector("textarea")?.focus();
  return (
    <div ref={bar} className="grid gap-2">
      {composer}
      <div className="grid grid-cols-3! items-center gap-2">
        {request.phoneHref && !request.isOptedOut ? (
          <ButtonAnchor
            href={request.phoneHref}
            tone="primary"
            className="min-h-11"
            onClick={write}
          >
            <Phone className="size-5" aria-hidden="true" />
            Call
          </ButtonAnchor>
        ) : (
          <span className="text-center text-sm text-muted">No calls</span>
        )}
        {statusSelect}
        <Button onClick={write} className="min-h-11">
          <StickyNote className="size-5" aria-hidden="true" />
          Note
        </Button>
      </div>
    </div>
  );
}
