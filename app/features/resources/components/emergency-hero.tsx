import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
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
              <SceneTile
                scene={scene}
                href={`#${formatEmergencyAnchor(name)}`}
                title={name}
                text={sign}
                imageClass="h-22 md:h-40"
                isFirst
              />
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}
