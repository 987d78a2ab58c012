import { Fold, FoldWords } from "#app/components/ui/fold.tsx";
import type { Guides } from "../guide-schemas.ts";

type EnergyTips = Guides["energy-saving-tips"];
type Tip = EnergyTips["categories"][number]["tips"][number];

export function EnergyTipsGuide({ guide }: { guide: EnergyTips }) {
  return (
    <>
      <section className="bg-deep py-6 text-cream md:py-10" aria-label="Settings to begin with">
        <dl className="wrap grid gap-x-10 gap-y-4 md:grid-cols-3">
          {guide.settings.map(({ value, label, text }) => (
            <div key={value} className="grid grid-cols-[5rem_1fr] gap-x-3">
              <dt className="font-display text-3xl leading-7 font-extrabold whitespace-nowrap text-sun">
                {value}
              </dt>
              <dd className="leading-6">
                <strong className="font-semibold">{label}.</strong> {text}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="wrap grid items-start gap-x-14 gap-y-7 py-6 md:grid-cols-2 md:gap-y-10 md:py-12">
        {guide.categories.map(({ name, text, tips }) => (
          <section key={name}>
            <h2 className="text-2xl">{name}</h2>
            <p className="mt-1 leading-6 text-muted">{text}</p>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {tips.map((tip) => (
                <TipRow key={tip.tip} tip={tip} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {guide.sources ? (
        <div className="wrap pb-6">
          <div className="border-y border-line">
            <Fold summary={<h2 className="text-lg">Where the figures come from</h2>}>
              <ul className="list-disc pl-5 text-[0.9375rem] leading-6 text-muted">
                {guide.sources.map((source) => (
                  <li key={source}>{source}</li>
                ))}
              </ul>
            </Fold>
          </div>
        </div>
      ) : null}
    </>
  );
}

/** What a tip saves stands in the row, how it is done below it. */
function TipRow({ tip: { tip, difficulty, savings, how } }: { tip: Tip }) {
  return (
    <li>
      <Fold
        className="py-2"
        summary={
          <FoldWords
            title={tip}
            note={
              <>
                <span className="font-semibold text-ok">{difficulty}.</span> {savings}.
              </>
            }
          />
        }
      >
        <p className="leading-6">{how}</p>
      </Fold>
    </li>
  );
}
