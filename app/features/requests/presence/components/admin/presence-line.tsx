import { Eye, Pencil, Phone } from "lucide-react";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { formatPresence } from "../../format-presence.ts";
import { type Presence, usePeopleOf } from "./use-presence.ts";

/** Who else has the request open, and the own call until it is over. */
export function PresenceLine({ presence }: { presence: Presence }) {
  const { calling, typing, open } = formatPresence(presence.people);
  return (
    <div className="text-sm">
      <div role="status">
        {calling ? (
          <p className="mt-1 flex items-center gap-2 rounded-lg bg-danger px-3 py-1.5 font-bold text-paper">
            <Phone className="size-4 shrink-0" aria-hidden="true" />
            {calling} on the phone with this customer
          </p>
        ) : null}
        {typing ? <p className="mt-1 font-semibold text-petrol">{typing} typing a note</p> : null}
        {open ? <p className="mt-1 text-muted">{open} this open</p> : null}
      </div>
      {presence.isCalling ? (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          Others see that you are on the phone with this customer.
          <Button onClick={presence.endCalling}>The call is over</Button>
        </p>
      ) : null}
    </div>
  );
}

/** In the list: who has the request of a row open. On a phone a row has room for the icon alone. */
export function PresenceMark({ requestId }: { requestId: string }) {
  const { calling, typing, open } = formatPresence(usePeopleOf(requestId));
  const mark = calling
    ? { tone: "alarm" as const, icon: Phone, text: `${calling} on the phone` }
    : typing
      ? { tone: "info" as const, icon: Pencil, text: `${typing} typing a note` }
      : open
        ? { tone: "muted" as const, icon: Eye, text: `${open} this open` }
        : null;
  return mark ? (
    <Badge tone={mark.tone} icon={mark.icon} title={mark.text}>
      <span className="room-phone:sr-only">{mark.text}</span>
    </Badge>
  ) : null;
}
