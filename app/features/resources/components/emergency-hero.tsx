import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { EmergencyText } from "#app/components/ui/emergency-text.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
import type { Guides } from "../guide-schemas.ts";
import type { ResourcePage } from "../queries.server.ts";
import { Call911, formatEmergencyAnchor, listEmergencies } from "./emergency-guide.tsx";
import { buildResourceCrumbs } from "./resource-meta.ts";

type EmergencyHeroProps = { page: ResourcePage; guide: Guides["emergency-preparedness"] };

/** Someone in an emergency calls 911 or taps a picture: nothing else stands before these. */
export function EmergencyHero({ page, guide }: EmergencyHeroProps) {
  const [gas] = guide.types;
  return (
    <section className="wrap pt-3 pb-5 md:pb-10">
      <Breadcrumb crumbs={buildResourceCrumbs(page)} />
      <div className="mt-2 grid items-center gap-x-14 gap-y-2.5 md:grid-cols-[1.4fr_1fr]">
        <div>
          <h1 className="text-[min(1.625rem,11vw)] md:text-5xl">{page.name}</h1>
          <p className="mt-1 leading-6">
            <EmergencyText text={guide.intro} />
          </p>
        </div>
        {gas.call911 ? <Call911 note={gas.call911} className="no-print" /> : null}
      </div>
      <nav aria-label="Emergencies" className="no-print @container mt-3">
        <ul className="grid gap-3 @min-[20.5rem]:grid-cols-2 @min-[44rem]:grid-cols-5">
          {listEmergencies(guide).map(({ name, scene, sign, call911 }) => (
            <li
              key={name}
              className={`last:@min-[20.5rem]:col-span-2 last:@min-[44rem]:col-span-1 ${call911 ? "*:border-2 *:border-danger" : ""}`}
            >
              <SceneTile
                scene={scene}
                href={`#${formatEmergencyAnchor(name)}`}
                title={name}
                text={sign}
                imageClass="h-20 md:h-36"
                isFirst
              />
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}
