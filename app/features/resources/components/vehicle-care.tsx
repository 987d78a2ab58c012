import { Fold, FoldWords } from "#app/components/ui/fold.tsx";
import type { Guides } from "../guide-schemas.ts";

type VehicleCare = Guides["vehicle-care-guide"];

/** The schedule beside the signs to act on; only the most frequent interval is open. */
export function VehicleCareGuide({ guide }: { guide: VehicleCare }) {
  return (
    <div className="wrap grid items-start gap-x-14 gap-y-8 py-6 md:grid-cols-2 md:py-12">
      <section aria-labelledby="schedule-title">
        <h2 id="schedule-title" className="h2">
          Service schedule
        </h2>
        <ol className="mt-3 divide-y divide-line border-y border-line">
          {guide.schedule.map((item, index) => (
            <li key={item.interval}>
              <Fold
                isOpen={index === 0}
                summary={
                  <h3 className="min-w-0 text-lg">
                    {item.interval}
                    <span className="block font-text text-[0.9375rem] font-normal tracking-normal text-muted">
                      {item.priority}
                    </span>
                  </h3>
                }
              >
                <p className="leading-6 text-muted">{item.why}</p>
                <ul className="mt-2 grid list-disc gap-1.5 pl-5 leading-6 marker:text-action">
                  {item.tasks.map((task) => (
                    <li key={task}>{task}</li>
                  ))}
                </ul>
              </Fold>
            </li>
          ))}
        </ol>
      </section>
      <div className="grid gap-8">
        <StopNow {...guide.stopNow} />
        <section aria-labelledby="signs-title">
          <h2 id="signs-title" className="h2">
            Warning signs
          </h2>
          <div className="mt-3 divide-y divide-line border-y border-line">
            {guide.warningSigns.map(({ category, signs, act }) => (
              <Fold key={category} summary={<h3 className="text-lg">{category}</h3>}>
                <ul className="grid list-disc gap-1 pl-5 leading-6">
                  {signs.map((sign) => (
                    <li key={sign}>{sign}</li>
                  ))}
                </ul>
                <p className="mt-2 leading-6 font-semibold">{act}</p>
              </Fold>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}

/** The signs come first: who sees one of them stops, and reads on only then. */
function StopNow({ title, text, signs }: VehicleCare["stopNow"]) {
  return (
    <section aria-labelledby="stop-title" className="rounded-2xl border-2 border-danger p-5">
      <h2 id="stop-title" className="h3 text-danger">
        {title}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5 leading-6">
        {signs.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </ul>
      <Fold className="pt-3" summary={<FoldWords title="How to stop safely" />}>
        <p className="pt-1 leading-6">{text}</p>
      </Fold>
    </section>
  );
}
