import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { formatComingSoonAlert, TYPE_NAMES } from "../constants.ts";
import type { ResourceCard } from "../queries.server.ts";

/** Resources as cards that link to their pages; one that is not published yet says so. */
export function ResourceList({
  resources,
  className = "",
}: {
  resources: ResourceCard[];
  className?: string;
}) {
  const { phone, persona } = useSite();
  return (
    <ul className={`grid gap-4 sm:grid-cols-2 lg:grid-cols-3 ${className}`}>
      {resources.map((resource) => (
        <li key={resource.slug}>
          <a
            href={resource.path}
            data-alert={resource.comingSoon ? formatComingSoonAlert(phone, persona) : undefined}
            className="flex h-full flex-col rounded-2xl border border-line bg-paper p-5 hover:border-action"
          >
            <span className="text-sm font-semibold text-action">
              {resource.comingSoon ? "Coming soon" : TYPE_NAMES[resource.type]}
            </span>
            <span className="h3 mt-1 font-display font-bold">{resource.name}</span>
            <span className="mt-1.5 text-[0.9375rem] text-muted">
              <PhoneText text={resource.summary} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
