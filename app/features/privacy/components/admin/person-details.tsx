import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { CopyField } from "#app/components/admin/copy-field.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { PersonView } from "../../loaders.server.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { PersonTables } from "./person-tables.tsx";

/** The stored data of one person, with the actions for it. */
export function PersonDetails({ view }: { view: PersonView }) {
  const { person, otherContacts, requests, mentions, consents, optOuts, homeowners } = view;
  const { providerPerson, providerSignIns } = view;
  const isEmpty =
    requests.length + mentions.length + consents.length + optOuts.length + homeowners === 0 &&
    !providerPerson &&
    providerSignIns + view.companies.length + view.addressChanges === 0;
  return (
    <>
      <section aria-labelledby="person" className="panel-card grid gap-4 p-5">
        <div>
          <h2 id="person" className="h3 break-words">
            {person.value}
          </h2>
          <p className="mt-1 text-muted">
            {isEmpty
              ? "Nothing is stored for this contact. You can still stop contact ahead of time."
              : `${formatQuantity(requests.length, "request")}, ${formatQuantity(consents.length, "consent record")}, ${formatQuantity(optOuts.length, "opt-out")}`}
            {homeowners > 0 ? `, ${formatQuantity(homeowners, "homeowner account")}` : ""}
            {providerSignIns > 0
              ? `, ${formatQuantity(providerSignIns, "sign-in")} at the providers' portal`
              : ""}
          </p>
        </div>
        <PersonActions view={view} isEmpty={isEmpty} />
        {view.stopLink ? (
          <CopyField
            label="Stop link"
            value={view.stopLink}
            hint="Whoever opens it can stop all contact with this person without signing in. Send it to nobody else."
          />
        ) : null}
        {otherContacts.length > 0 ? (
          <div>
            <h3 className="font-semibold">Also in their requests</h3>
            <ul className="mt-1 flex flex-wrap gap-2">
              {otherContacts.map((contact) => (
                <li key={contact.value}>
                  <Form method="post" action="/backyard/people">
                    <input type="hidden" name="intent" value="find" />
                    <Button
                      type="submit"
                      name="contact"
                      value={contact.value}
                      className="max-w-full break-all"
                    >
                      Find {contact.value}
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </section>
      <PersonTables view={view} />
    </>
  );
}

function PersonActions({ view, isEmpty }: { view: PersonView; isEmpty: boolean }) {
  const [erasing, setErasing] = useState(false);
  const busy = useNavigation().state !== "idle";
  const file = (format: string) =>
    `/backyard/people/export?${new URLSearchParams({ format, person: view.token })}`;
  return (
    <div className="flex flex-wrap gap-2">
      {isEmpty ? null : (
        <>
          <ButtonAnchor href={file("json")} download>
            Export as JSON
          </ButtonAnchor>
          <ButtonAnchor href={file("csv")} download>
            Export as CSV
          </ButtonAnchor>
        </>
      )}
      <Form method="post" action={view.path} className="flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="stop" />
        <select name="scope" aria-label="Who stops contact" className="field-small">
          <option value="all">Everybody stops</option>
          <option value="company">Only our company stops</option>
        </select>
        <Button type="submit" name="person" value={view.token} disabled={busy}>
          Stop contact
        </Button>
      </Form>
      {isEmpty ? null : (
        <Button disabled={busy} onClick={() => setErasing(true)} tone="danger">
          Erase
        </Button>
      )}
      {erasing ? <EraseDialog view={view} onClose={() => setErasing(false)} /> : null}
    </div>
  );
}
