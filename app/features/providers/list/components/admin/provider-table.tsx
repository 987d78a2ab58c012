import { Link, useLocation } from "react-router";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { StatusCell, Subscription } from "../../../profile/components/admin/provider-parts.tsx";
import type { ListedProvider } from "../../../profile/loaders.server.ts";
import type { StatusChanges } from "./use-status-changes.ts";

/** One page of providers. On a phone everything but the status stands under the company. */
export function ProviderTable({
  providers,
  statuses,
}: {
  providers: ListedProvider[];
  statuses: StatusChanges;
}) {
  // With the page's place in it: an opened provider lies over the page it was opened from.
  const { search } = useLocation();
  return (
    <table className="data-table">
      <caption className="sr-only">Providers, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Company</th>
          <th scope="col" className="room-max-md:hidden">
            Services
          </th>
          <th scope="col" className="room-max-lg:hidden">
            Location
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="room-max-md:hidden">
            Subscription
          </th>
          <th scope="col" className="text-right room-max-lg:hidden">
            Credits
          </th>
          <th scope="col" className="text-right room-max-lg:hidden">
            Rating
          </th>
          <th scope="col" className="text-right whitespace-normal! room-max-lg:hidden">
            Jobs completed
          </th>
          <th scope="col" className="text-right whitespace-normal! room-max-lg:hidden">
            Jobs this week
          </th>
        </tr>
      </thead>
      <tbody>
        {providers.map((provider) => (
          <tr key={provider.id} className="hover:bg-cream">
            <td className="room-lg:min-w-40">
              <Company provider={provider} search={search} />
            </td>
            <td className="room-max-md:hidden">
              <Services provider={provider} />
            </td>
            <td className="room-max-lg:hidden">
              <Area provider={provider} />
            </td>
            <td>
              <StatusCell provider={provider} statuses={statuses} />
            </td>
            <td className="room-max-md:hidden">
              <Subscription provider={provider} />
            </td>
            <td className="text-right tabular-nums room-max-lg:hidden">{provider.credits}</td>
            <td className="text-right tabular-nums room-max-lg:hidden">
              {provider.rating ?? <span className="text-muted">None</span>}
            </td>
            <td className="text-right tabular-nums room-max-lg:hidden">{provider.jobsCompleted}</td>
            <td className="text-right tabular-nums room-max-lg:hidden">{provider.jobsThisWeek}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Company({ provider, search }: { provider: ListedProvider; search: string }) {
  const {
    id,
    companyName,
    contactName,
    phone,
    phoneHref,
    credits,
    rating,
    jobsCompleted,
    jobsThisWeek,
    isDemo,
  } = provider;
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
      <div className="mt-1 grid gap-1 text-sm room-md:hidden">
        <Services provider={provider} />
        <Subscription provider={provider} />
      </div>
      <div className="mt-1 text-sm room-lg:hidden">
        <Area provider={provider} />
        <span className="block text-muted">
          {credits} credits, {rating ? `rated ${rating}` : "no rating"}
        </span>
        <span className="block text-muted">
          {jobsCompleted} jobs completed, {jobsThisWeek} this week
        </span>
      </div>
      <span className="mt-1 flex flex-wrap items-center gap-2 text-sm">
        <Link
          to={{ pathname: id, search }}
          preventScrollReset
          aria-label={`View / edit ${companyName}`}
          className="rounded border border-line px-2 py-1 font-semibold whitespace-nowrap hover:bg-sand"
        >
          View / edit
        </Link>
        {isDemo ? <span className="rounded-full bg-sand px-2">Demo</span> : null}
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
