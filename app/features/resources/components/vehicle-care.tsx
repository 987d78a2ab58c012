import { Badge, type Tone } from "#app/components/ui/badge.tsx";
import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import type { Guides } from "../guide-schemas.ts";

type VehicleCare = Guides["vehicle-care-guide"];

const TONES: Record<VehicleCare["schedule"][number]["priority"], Tone> = {
  Critical: "strong",
  Important: "warm",
  Recommended: "calm",
  Preventive: "plain",
};

export function VehicleCareGuide({ guide }: { guide: VehicleCare }) {
  const { schedule, warningSigns, stopNow } = guide;
  return (
    <>
      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">Service schedule</h2>
          <ol className="mt-6 grid gap-5 md:grid-cols-2">
            {schedule.map((item) => (
              <li key={item.interval} className="rounded-2xl border border-line bg-cream p-6">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <h3 className="h3">{item.interval}</h3>
                  <Badge tone={TONES[item.priority]}>{item.priority}</Badge>
                </div>
                <p className="mt-2 text-muted">{item.why}</p>
                <ul className="mt-4 grid gap-2">
                  {item.tasks.map((task) => (
                    <li key={task} className="flex gap-3">
                      <CheckIcon className="mt-1 size-5 shrink-0 text-ok" />
                      {task}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <div className="rounded-2xl border-2 border-danger bg-paper p-6">
            <h2 className="h3 text-danger">{stopNow.title}</h2>
            <p className="mt-2">{stopNow.text}</p>
            <ul className="mt-3 grid list-disc gap-1.5 pl-5 sm:grid-cols-2 sm:gap-x-10">
              {stopNow.signs.map((sign) => (
                <li key={sign}>{sign}</li>
              ))}
            </ul>
          </div>
          <h2 className="h2 mt-12">Warning signs</h2>
          <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
            {warningSigns.map((group) => (
              <div key={group.category} className="border-t-4 border-sun pt-4">
                <h3 className="h3">{group.category}</h3>
                <ul className="mt-3 grid list-disc gap-1.5 pl-5">
                  {group.signs.map((sign) => (
                    <li key={sign}>{sign}</li>
                  ))}
                </ul>
                <p className="mt-3 font-semibold">{group.act}</p>
              </div>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}
