import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import type { Guides } from "../guide-schemas.ts";
import type { ResourcePage } from "../queries.server.ts";
import { formatEmergencyAnchor } from "./emergency-guide.tsx";
import { buildResourceCrumbs } from "./resource-meta.ts";

type EmergencyHeroProps = { page: ResourcePage; guide: Guides["emergency-preparedness"] };

/** Who comes here in need taps a picture: nothing else stands before it. */
export function EmergencyHero({ page, guide }: EmergencyHeroProps) {
  return (
    <section className="wrap pt-3 pb-5 md:pb-10">
      <Breadcrumb crumbs={buildResourceCrumbs(page)} />
      <h1 className="mt-2 text-[min(1.625rem,11vw)] md:text-5xl">{page.name}</h1>
      <p className="mt-1 leading-6">{guide.intro}</p>
      <nav aria-label="Emergencies" className="no-print @container mt-3">
        <ul className="grid gap-3 @min-[20.5rem]:grid-cols-2 @min-[44rem]:grid-cols-4">
          {guide.types.map(({ name, scene, sign }) => (
            <li key={name}>
              <a
                href={`#${formatEmergencyAnchor(name)}`}
                className="tile group block h-full bg-paper"
              >
                <img
                  src={`/art/${scene}.svg`}
                  width="480"
                  height="320"
                  alt=""
                  className="h-22 w-full object-cover md:h-40"
                />
                <span className="block px-3 py-2">
                  <span className="block font-display text-lg leading-6 font-bold group-hover:underline">
                    {name}
                  </span>
                  <span className="block text-[0.9375rem] leading-5 text-muted">{sign}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}
