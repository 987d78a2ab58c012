import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { formatComingSoonAlert, getSummaryBesideLabel, getTypeLabel } from "../constants.ts";
import type { ResourceCard } from "../queries.server.ts";

type ResourceListProps = {
  resources: ResourceCard[];
  /** Whether phones show the summaries too. */
  hasSummaries?: boolean;
  className?: string;
};

/** Resources as rows that link to their pages; one that is not published yet says so. */
export function ResourceList({ resources, hasSummaries, className = "" }: ResourceListProps) {
  const { phone, persona } = useSite();
  return (
    <ul className={`grid gap-x-10 border-t border-line md:grid-cols-2 ${className}`}>
      {resources.map((resource) => (
        <li key={resource.slug} className="border-b border-line">
          <a
            href={resource.path}
            data-alert={resource.comingSoon ? formatComingSoonAlert(phone, persona) : undefined}
            className="row-link h-full min-h-11 py-2.5 leading-6"
          >
            <span className="min-w-0">
              <span className="font-semibold">{resource.name}</span>{" "}
              <span className="text-[0.9375rem] text-muted">
                {resource.comingSoon ? "Coming soon" : getTypeLabel(resource)}
              </span>
              <span
                className={`text-[0.9375rem] leading-5 text-muted ${hasSummaries ? "block" : "hidden md:block"}`}
              >
                <PhoneText text={getSummaryBesideLabel(resource)} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
