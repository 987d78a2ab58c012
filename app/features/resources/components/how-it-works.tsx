import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import type { Guides } from "../guide-schemas.ts";

/** The pictures of the four steps: three are the comic of the home page. */
const PICTURES = ["comic-1", "search", "comic-2", "comic-3"];

export function HowItWorksGuide({ guide }: { guide: Guides["how-it-works"] }) {
  return (
    <>
      <section className="section bg-paper">
        <ol className="wrap grid gap-x-10 gap-y-6 md:grid-cols-2 md:gap-y-10">
          {guide.steps.map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[6.5rem_1fr] gap-x-4 md:grid-cols-[11rem_1fr] md:grid-rows-[auto_1fr]"
            >
              <SceneImage
                name={PICTURES[index] ?? "how-it-works"}
                className="h-auto w-full rounded-lg border-2 border-ink md:row-span-2"
              />
              <h2 className="h3 self-center">
                <span aria-hidden="true" className="text-action">
                  {index + 1}.{" "}
                </span>
                {title}
              </h2>
              <p className="col-span-2 mt-2 leading-6 md:col-span-1 md:col-start-2 md:mt-1">
                <PhoneText text={text} />
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section className="section bg-deep text-cream">
        <div className="wrap grid gap-x-14 gap-y-4 md:grid-cols-2">
          <div>
            <h2 className="h2">{guide.fees.title}</h2>
            <p className="mt-2">{guide.fees.text}</p>
          </div>
          <ul className="grid content-start gap-2.5 font-semibold leading-6">
            {guide.fees.points.map((point) => (
              <li key={point} className="flex gap-3">
                <CheckIcon className="mt-0.5 size-5 shrink-0 text-sun" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <h2 className="h2">Who does what</h2>
          <div className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-3">
            {guide.sides.map(({ who, does }) => (
              <div key={who}>
                <h3 className="h3">{who}</h3>
                <ul className="mt-2 grid list-disc gap-1.5 pl-5 leading-6">
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
