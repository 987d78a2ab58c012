import type { ComponentProps } from "react";
import { Link } from "react-router";
import { DataTable } from "#app/components/admin/data-table.tsx";
import { When } from "#app/components/admin/when.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { PROVIDER_ROLE_LABELS } from "#app/features/provider-accounts/constants.ts";
import type { PersonView } from "../../loaders.server.ts";

/** The rows that are stored about a person, with one table for each kind. */
export function PersonTables({ view }: { view: PersonView }) {
  return (
    <>
      {view.providerPerson ? (
        <ProviderPerson person={view.providerPerson} clock={view.clock} />
      ) : null}
      {view.companies.length > 0 ? <Companies companies={view.companies} /> : null}
      {view.requests.length > 0 ? <Requests view={view} /> : null}
      {view.mentions.length > 0 ? <Mentions view={view} /> : null}
      {view.consents.length > 0 ? <Consents view={view} /> : null}
      {view.optOuts.length > 0 ? <OptOuts view={view} /> : null}
    </>
  );
}

type PersonTableProps<Row> = Pick<ComponentProps<typeof DataTable<Row>>, "columns" | "rows"> & {
  title: string;
};

function PersonTable<Row extends { id: string }>({ title, columns, rows }: PersonTableProps<Row>) {
  return (
    <section className="panel-card">
      <h2 className="h3 px-5 pt-4">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard */}
      <section className="relative overflow-x-auto p-2" aria-label={title} tabIndex={0}>
        <DataTable caption={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </section>
    </section>
  );
}

type ProviderPersonProps = Pick<PersonView, "clock"> & {
  person: NonNullable<PersonView["providerPerson"]>;
};

function ProviderPerson({ person, clock }: ProviderPersonProps) {
  return (
    <PersonTable
      title="Provider account"
      rows={[person]}
      columns={[
        { header: "Name", cell: ({ name }) => name },
        {
          header: "Company",
          cell: ({ providerId, company }) => (
            <Link to={`/backyard/providers/${providerId}?tab=people`} className="link">
              {company}
            </Link>
          ),
        },
        {
          header: "Role",
          cell: ({ role, isOnlyOwner }) =>
            isOnlyOwner ? "Only owner" : PROVIDER_ROLE_LABELS[role],
        },
        { header: "Access", cell: ({ isActive }) => (isActive ? "yes" : "no") },
        {
          header: "Last sign-in",
          cell: ({ lastSignInAt }) => <When at={lastSignInAt} clock={clock} />,
        },
      ]}
    />
  );
}

function Companies({ companies }: Pick<PersonView, "companies">) {
  return (
    <PersonTable
      title="Company contact"
      rows={companies}
      columns={[
        {
          header: "Company",
          cell: ({ id, company }) => (
            <Link to={`/backyard/providers/${id}`} className="link">
              {company}
            </Link>
          ),
        },
        { header: "Contact", cell: ({ contactName }) => contactName },
        { header: "Phone", cell: ({ phone }) => <PhoneText text={phone} /> },
        { header: "Address for offers", cell: ({ contactEmail }) => contactEmail ?? "none" },
      ]}
    />
  );
}

function Requests({ view: { requests, clock } }: { view: PersonView }) {
  return (
    <PersonTable
      title="Requests"
      rows={requests}
      columns={[
        {
          header: "Customer",
          cell: ({ name, phone, email }) => (
            <>
              <span className="block font-semibold">{name}</span>
              <span className="block">
                <PhoneText text={phone} />
              </span>
              <span className="block break-all">{email}</span>
            </>
          ),
        },
        {
          header: "Service",
          cell: ({ id, service, notes }) => (
            <>
              <RequestLink id={id} service={service} />
              {notes > 0 ? (
                <span className="block text-muted">
                  {notes} {notes === 1 ? "note" : "notes"}
                </span>
              ) : null}
            </>
          ),
        },
        { header: "Place", cell: ({ place }) => place },
        { header: "Status", cell: ({ status }) => status },
        {
          header: "Delivery",
          cell: ({ delivery, isOptedOut }) =>
            delivery === "waiting" && isOptedOut ? "stopped" : (delivery ?? "none"),
        },
        { header: "Created", cell: ({ createdAt }) => <When at={createdAt} clock={clock} /> },
      ]}
    />
  );
}

function RequestLink({ id, service }: { id: string; service: string }) {
  return (
    <Link to={`/backyard/service-requests/${id}`} className="link">
      {service}
    </Link>
  );
}

function Mentions({ view: { mentions, clock } }: { view: PersonView }) {
  return (
    <PersonTable
      title="Named as contact in requests of others"
      rows={mentions}
      columns={[
        { header: "Service", cell: ({ id, service }) => <RequestLink id={id} service={service} /> },
        { header: "Created", cell: ({ createdAt }) => <When at={createdAt} clock={clock} /> },
      ]}
    />
  );
}

function Consents({ view: { consents, clock } }: { view: PersonView }) {
  return (
    <PersonTable
      title="Consent records"
      rows={consents}
      columns={[
        { header: "Status", cell: ({ status }) => status },
        { header: "Version", cell: ({ version }) => version ?? "none" },
        { header: "Sealed", cell: ({ sealed }) => (sealed ? "yes" : "not yet") },
        { header: "Given", cell: ({ createdAt }) => <When at={createdAt} clock={clock} /> },
      ]}
    />
  );
}

function OptOuts({ view: { optOuts, clock } }: { view: PersonView }) {
  return (
    <PersonTable
      title="Opt-outs"
      rows={optOuts}
      columns={[
        { header: "Contact", cell: ({ kind }) => (kind === "phone" ? "Phone" : "Email") },
        {
          header: "Who stops",
          cell: ({ scope }) => (scope === "all" ? "Everybody" : "Only our company"),
        },
        { header: "Source", cell: ({ source }) => source },
        { header: "Since", cell: ({ optedOutAt }) => <When at={optedOutAt} clock={clock} /> },
      ]}
    />
  );
}
