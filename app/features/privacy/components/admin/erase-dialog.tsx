import { useState } from "react";
import { Form } from "react-router";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { ERASE_WORD } from "../../constants.ts";
import type { PersonView } from "../../loaders.server.ts";

/** Asks for a typed word before a person's data is erased. */
export function EraseDialog({ view, onClose }: { view: PersonView; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog title="Erase this person?" onClose={onClose}>
      <p className="mt-2">
        Name, contact details, address, description and notes are deleted, and pending deliveries
        are canceled. Service, status and dates stay, and so do the sealed consent records. This
        cannot be undone. Export first if they asked for a copy.
      </p>
      {view.providerPerson ? (
        <p className="mt-2">
          Their account at {view.providerPerson.company} is deleted too, and they are signed out
          everywhere. What they did for the company stays, without their name.
          {view.providerPerson.isOnlyOwner ? " They are its only owner, so invite a new one." : ""}
        </p>
      ) : null}
      {view.companies.length > 0 ? <p className="mt-2">{describeCompanies(view)}</p> : null}
      <Form method="post" action={view.path} onSubmit={onClose}>
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="person" value={view.token} />
        <TextField
          name="confirm"
          label={`Type ${ERASE_WORD} to confirm`}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="mt-4"
        />
        <DialogButtons
          label="Erase for good"
          isDestructive
          disabled={typed !== ERASE_WORD}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** What stays of a company whose contact is erased, and what staff must do. */
function describeCompanies({ companies, person }: PersonView): string {
  const names = companies.map(({ company }) => company).join(", ");
  return person.kind === "email"
    ? `They are the contact of ${names}: the name and the address for offers are removed there, and the company's phone number stays. Enter another address for offers, or the company may get none.`
    : `This is the phone number of ${names}. It stays there: change it on the company's page.`;
}
