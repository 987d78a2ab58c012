import { Badge, type Tone } from "#app/components/ui/badge.tsx";
import type { Guides } from "../guide-schemas.ts";

type EnergyTips = Guides["energy-saving-tips"];

const TONES: Record<EnergyTips["categories"][number]["tips"][number]["difficulty"], Tone> = {
  Easy: "calm",
  Medium: "warm",
  Professional: "strong",
};

export function EnergyTipsGuide({ guide }: { guide: EnergyTips }) {
  return (
    <>
      <section className="bg-deep text-cream">
        <dl className="wrap grid gap-8 py-10 md:grid-cols-3">
          {guide.settings.map(({ value, label, text }) => (
            <div key={value}>
              <dt className="font-semibold">{label}</dt>
              <dd>
                <span className="font-display text-5xl font-extrabold text-sun">{value}</span>
                <span className="mt-2 block">{text}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {guide.categories.map((category, index) => (
        <section key={category.name} className={`section ${index % 2 ? "bg-paper" : ""}`}>
          <div className="wrap grid gap-x-14 gap-y-6 lg:grid-cols-[1fr_2fr]">
            <div>
              <h2 className="h2">{category.name}</h2>
              <p className="mt-2 text-lg text-muted">{category.text}</p>
            </div>
            <ul className="divide-y divide-line border-y border-line">
              {category.tips.map((tip) => (
                <li key={tip.tip} className="py-5">
                  <div className="flex flex-wrap items-start justify-between gap-2">
                    <h3 className="h3">{tip.tip}</h3>
                    <Badge tone={TONES[tip.difficulty]}>{tip.difficulty}</Badge>
                  </div>
                  <p className="mt-1.5">{tip.how}</p>
                  <p className="mt-1.5 text-[0.9375rem] font-semibold text-ok">
                    Savings: {tip.savings}
                  </p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ))}
      {guide.sources ? (
        <section className="border-t border-line py-8">
          <div className="wrap text-[0.9375rem] text-muted">
            <h2 className="text-base">Where the figures come from</h2>
            <ul className="mt-2 list-disc pl-5">
              {guide.sources.map((source) => (
                <li key={source}>{source}</li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}
    </>
  );
}
