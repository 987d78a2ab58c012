import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { When } from "#app/components/admin/when.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { PersonView } from "../../loaders.server.ts";
import { CopyField } from "./copy-field.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

/** What is stored about the person, and the actions for it. */
export function PersonDetails({ view }: { view: PersonView }) {
  const { person, otherContacts, requests, mentions, consents, stops, homeowners } = view;
  const nothing =
    requests.length + mentions.length + consents.length + stops.length + homeowners === 0;
  return (
    <>
      <section aria-labelledby="person" className="panel-card grid gap-4 p-5">
        <div>
          <h2 id="person" className="h3 break-words">
            {person.value}
          </h2>
          <p className="mt-1 text-muted">
            {nothing
              ? "Nothing is stored for this contact. You can still stop contact ahead of time."
              : `${count(requests.length, "request")}, ${count(consents.length, "consent record")}, ${count(stops.length, "opt-out")}`}
            {homeowners > 0 ? `, ${count(homeowners, "homeowner account")}` : ""}
          </p>
        </div>
        <PersonActions view={view} nothing={nothing} />
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
                    <button
                      type="submit"
                      name="contact"
                      value={contact.value}
                      className="btn-small max-w-full break-all"
                    >
                      Find {contact.value}
                    </button>
                  </Form>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </section>
      {requests.length > 0 ? <Requests view={view} /> : null}
      {mentions.length > 0 ? <Mentions view={view} /> : null}
      {consents.length > 0 ? <Consents view={view} /> : null}
      {stops.length > 0 ? <Stops view={view} /> : null}
    </>
  );
}

const count = (n: number, what: string) => `${n} ${n === 1 ? what : `${what}s`}`;

function PersonActions({ view, nothing }: { view: PersonView; nothing: boolean }) {
  const [erasing, setErasing] = useState(false);
  const busy = useNavigation().state !== "idle";
  const file = (format: string) =>
    `/backyard/people/export?${new URLSearchParams({ format, person: view.token })}`;
  return (
    <div className="flex flex-wrap gap-2">
      {nothing ? null : (
        <>
          <a href={file("json")} download className="btn-small">
            Export as JSON
          </a>
          <a href={file("csv")} download className="btn-small">
            Export as CSV
          </a>
        </>
      )}
      <Form method="post" action={view.path}>
        <input type="hidden" name="intent" value="stop" />
        <button
          type="submit"
          name="person"
          value={view.token}
          disabled={busy}
          className="btn-small"
        >
          Stop contact
        </button>
      </Form>
      {nothing ? null : (
        <button
          type="button"
          disabled={busy}
          onClick={() => setErasing(true)}
          className="btn-small btn-risk"
        >
          Erase
        </button>
      )}
      {erasing ? <EraseDialog view={view} onClose={() => setErasing(false)} /> : null}
    </div>
  );
}

function Block({
  title,
  head,
  children,
}: {
  title: string;
  head: readonly string[];
  children: React.ReactNode;
}) {
  return (
    <section className="panel-card">
      <h2 className="h3 px-5 pt-4">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard */}
      <section className="overflow-x-auto p-2" aria-label={title} tabIndex={0}>
        <table className="data-table">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </section>
  );
}

function Requests({ view: { requests, clock } }: { view: PersonView }) {
  return (
    <Block
      title="Requests"
      head={["Customer", "Service", "Place", "Status", "Delivery", "Created"]}
    >
      {requests.map((request) => (
        <tr key={request.id}>
          <td>
            <span className="block font-semibold">{request.name}</span>
            <span className="block">
              <PhoneText text={request.phone} />
            </span>
            <span className="block break-all">{request.email}</span>
          </td>
          <td>
            <Link to={`/backyard/service-requests/${request.id}`} className="link">
              {request.service}
            </Link>
            {request.notes > 0 ? (
              <span className="block text-muted">{count(request.notes, "note")}</span>
            ) : null}
          </td>
          <td>{request.place}</td>
          <td>{request.status}</td>
          <td>
            {request.delivery === "waiting" && request.stopped
              ? "stopped"
              : (request.delivery ?? "none")}
          </td>
          <td>
            <When at={request.createdAt} clock={clock} />
          </td>
        </tr>
      ))}
    </Block>
  );
}

function Mentions({ view: { mentions, clock } }: { view: PersonView }) {
  return (
    <Block title="Named as contact in requests of others" head={["Service", "Created"]}>
      {mentions.map((mention) => (
        <tr key={mention.id}>
          <td>
            <Link to={`/backyard/service-requests/${mention.id}`} className="link">
              {mention.service}
            </Link>
          </td>
          <td>
            <When at={mention.createdAt} clock={clock} />
          </td>
        </tr>
      ))}
    </Block>
  );
}

function Consents({ view: { consents, clock } }: { view: PersonView }) {
  return (
    <Block title="Consent records" head={["Status", "Version", "Sealed", "Given"]}>
      {consents.map((consent) => (
        <tr key={consent.id}>
          <td>{consent.status}</td>
          <td>{consent.version ?? "none"}</td>
          <td>{consent.sealed ? "yes" : "not yet"}</td>
          <td>
            <When at={consent.createdAt} clock={clock} />
          </td>
        </tr>
      ))}
    </Block>
  );
}

function Stops({ view: { stops, clock } }: { view: PersonView }) {
  return (
    <Block title="Opt-outs" head={["Contact", "Source", "Since"]}>
      {stops.map((stop) => (
        <tr key={stop.id}>
          <td>{stop.kind === "phone" ? "Phone" : "E-mail"}</td>
          <td>{stop.source}</td>
          <td>
            <When at={stop.optedOutAt} clock={clock} />
          </td>
        </tr>
      ))}
    </Block>
  );
}
