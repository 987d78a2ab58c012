import { Link, useLocation } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { formatSubscriptionStatus } from "../../../format-provider.ts";
import type { ListedProvider } from "../../loaders.server.ts";
import { StatusCell } from "./status-cell.tsx";
import type { StatusChanges } from "./use-status-changes.ts";

type ProviderTableProps = { providers: ListedProvider[]; statuses: StatusChanges };

/** One page of providers. On a phone everything but the status is under the company. */
export function ProviderTable({ providers, statuses }: ProviderTableProps) {
  // Includes the cursor: an opened provider is shown over the page it was opened from.
  const { search } = useLocation();
  return (
    <DataTable
      caption="Providers"
      order="newest first"
      columns={listColumns(statuses, search)}
      rows={providers}
      rowKey={({ id }) => id}
      footer={({ id, companyName, isDemo }) => (
        <span className="mt-1 flex flex-wrap items-center gap-2 text-sm">
          <Link
            to={{ pathname: id, search }}
            preventScrollReset
            aria-label={`View / edit ${companyName}`}
            className="rounded border border-line px-2 py-1 font-semibold whitespace-nowrap hover:bg-sand"
          >
            View / edit
          </Link>
          {isDemo ? <Badge>Demo</Badge> : null}
        </span>
      )}
    />
  );
}

const listColumns = (
  statuses: StatusChanges,
  search: string,
): [Column<ListedProvider>, ...Column<ListedProvider>[]] => [
  { header: "Company", cell: (provider) => <Company provider={provider} search={search} /> },
  {
    header: "Services",
    from: "md",
    cell: (provider) => <Services provider={provider} />,
    narrow: (provider) => (
      <div className="mt-1 grid gap-1 text-sm">
        <Services provider={provider} />
        <Subscription provider={provider} />
      </div>
    ),
  },
  {
    header: "Location",
    from: "lg",
    cell: (provider) => <Area provider={provider} />,
    narrow: (provider) => <AreaAndNumbers provider={provider} />,
  },
  {
    header: "Status",
    cell: (provider) => <StatusCell provider={provider} statuses={statuses} />,
  },
  {
    header: "Subscription",
    from: "md",
    cell: (provider) => <Subscription provider={provider} />,
  },
  { header: "Credits", from: "lg", align: "end", cell: ({ credits }) => credits },
  {
    header: "Rating",
    from: "lg",
    align: "end",
    cell: ({ rating, reviews }) => (
      <>
        {rating ? <span>{rating}</span> : <span className="text-muted">None</span>}
        <span className="block text-sm whitespace-nowrap text-muted">{reviews}</span>
      </>
    ),
  },
  {
    header: "Jobs completed",
    from: "lg",
    align: "end",
    wrapHeader: true,
    cell: ({ jobsCompleted }) => jobsCompleted,
  },
  {
    header: "Jobs this week",
    from: "lg",
    align: "end",
    wrapHeader: true,
    cell: ({ jobsThisWeek }) => jobsThisWeek,
  },
];

function Company({ provider, search }: { provider: ListedProvider; search: string }) {
  const { id, companyName, contactName, phone, phoneHref } = provider;
  return (
    <div className="min-w-0">
      <Link
        to={{ pathname: id, search }}
        preventScrollReset
        className="link inline-block py-0.5 wrap-anywhere"
      >
        {companyName}
      </Link>
      <span className="block wrap-anywhere">{contactName}</span>
      {phoneHref ? (
        <a
          href={phoneHref}
          className="inline-block py-0.5 wrap-anywhere text-petrol underline underline-offset-2"
        >
          <PhoneText text={phone} />
        </a>
      ) : (
        <span className="block wrap-anywhere">
          <PhoneText text={phone} />
        </span>
      )}
    </div>
  );
}

function AreaAndNumbers({ provider }: { provider: ListedProvider }) {
  const { credits, rating, reviews, jobsCompleted, jobsThisWeek } = provider;
  return (
    <div className="mt-1 text-sm">
      <Area provider={provider} />
      <span className="block text-muted">
        {credits} credits, {rating ? `rated ${rating}` : "no rating"}, {reviews}
      </span>
      <span className="block text-muted">
        {jobsCompleted} jobs completed, {jobsThisWeek} this week
      </span>
    </div>
  );
}

function Services({ provider: { categories, moreCategories } }: { provider: ListedProvider }) {
  if (categories.length === 0) return <span className="text-muted">None chosen</span>;
  return (
    <>
      {categories.map((name) => (
        <span key={name} className="mb-1 block leading-tight">
          {name}
        </span>
      ))}
      {moreCategories > 0 ? <span className="block text-muted">+{moreCategories} more</span> : null}
    </>
  );
}

function Area({ provider: { place, zips } }: { provider: ListedProvider }) {
  return (
    <>
      {place ? <span className="block wrap-anywhere">{place}</span> : null}
      <span className="block whitespace-nowrap text-muted">
        {zips} ZIP {zips === 1 ? "code" : "codes"}
      </span>
    </>
  );
}

const SUBSCRIPTION_TONES: Record<string, string> = {
  active: "text-ok",
  trialing: "text-petrol",
  past_due: "text-danger",
};

function Subscription({ provider: { subscription, tier } }: { provider: ListedProvider }) {
  return (
    <span className="block">
      <span className={`font-semibold ${SUBSCRIPTION_TONES[subscription] ?? "text-muted"}`}>
        {formatSubscriptionStatus(subscription)}
      </span>
      {tier ? <span className="block wrap-anywhere text-muted">{tier}</span> : null}
    </span>
  );
}
