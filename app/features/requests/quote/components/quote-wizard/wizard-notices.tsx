import type { QuoteDraft } from "../../fields.ts";
import { type Contact, findContact, type UndoableChange } from "./draft-storage.ts";

const NOTICES: Record<UndoableChange["reason"], string> = {
  zip: "New ZIP code, so the street address is empty now.",
  "hero-zip": "New ZIP code, so this request starts at the first step.",
  "start-over": "Your answers are cleared from the form.",
};

/** Shows which answers were replaced, with a button that restores them. */
export function UndoNotice({ undo, onUndo }: { undo: UndoableChange | null; onUndo: () => void }) {
  return (
    <div role="status">
      {undo ? (
        <p className="mt-4 flex items-center justify-between gap-4 rounded-xl bg-sand px-4 py-2">
          {NOTICES[undo.reason]}
          <button type="button" className="link py-1" onClick={onUndo}>
            Undo
          </button>
        </p>
      ) : null}
    </div>
  );
}

type ContactOfferProps = {
  draftKey: string;
  values: QuoteDraft;
  onUse: (contact: Contact) => void;
};

/** Offers to fill in name, phone and email of another unfinished request. */
export function ContactOffer({ draftKey, values, onUse }: ContactOfferProps) {
  const contact = values.name || values.phone ? null : findContact(draftKey);
  if (!contact) return null;
  return (
    <p className="rounded-xl bg-sand px-4 py-2">
      Use the name, phone number and email you entered before?{" "}
      <button type="button" className="link py-1 text-left" onClick={() => onUse(contact)}>
        Use {contact.name} <span className="inline-block max-w-full">{contact.phone}</span>
      </button>
    </p>
  );
}
