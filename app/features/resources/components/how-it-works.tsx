import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { Guides } from "../guide-schemas.ts";

export function HowItWorksGuide({ guide }: { guide: Guides["how-it-works"] }) {
  return (
    <>
      <section className="section bg-paper">
        <ol className="wrap grid gap-8 md:grid-cols-2 lg:grid-cols-4">
          {guide.steps.map(({ title, text }, index) => (
            <li key={title} className="border-t-4 border-sun pt-4">
              <span aria-hidden="true" className="font-display text-4xl font-extrabold text-action">
                {index + 1}
              </span>
              <h2 className="h3 mt-1">{title}</h2>
              <p className="mt-2">
                <PhoneText text={text} />
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section className="section bg-deep text-cream">
        <div className="wrap grid gap-x-14 gap-y-6 md:grid-cols-2">
          <div>
            <h2 className="h2">{guide.fees.title}</h2>
            <p className="mt-3 text-lg">{guide.fees.text}</p>
          </div>
          <ul className="grid content-start gap-3 text-lg font-semibold">
            {guide.fees.points.map((point) => (
              <li key={point} className="flex gap-3">
                <CheckIcon className="mt-1 size-6 shrink-0 text-sun" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <h2 className="h2">Who does what</h2>
          <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-3">
            {guide.sides.map(({ who, does }) => (
              <div key={who}>
                <h3 className="h3">{who}</h3>
                <ul className="mt-3 grid list-disc gap-2 pl-5">
                  {does.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}
