import { ClosingBand } from "#app/components/layouts/closing-band.tsx";
import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Guides } from "../guide-schemas.ts";

type Emergency = Guides["emergency-preparedness"];
type EmergencyType = Emergency["types"][number];

const formatAnchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

export const EMERGENCY_LABEL = "Emergency Service";

export function EmergencyGuide({ guide }: { guide: Emergency }) {
  const { phone } = useSite();
  return (
    <>
      <nav aria-label="Emergencies" className="no-print border-b border-line bg-sun">
        <ul className="wrap flex flex-wrap gap-x-6 gap-y-1 py-3">
          {guide.types.map(({ name }) => (
            <li key={name}>
              <a
                href={`#${formatAnchor(name)}`}
                className="inline-block py-1 font-semibold underline underline-offset-3"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {guide.types.map((type, index) => (
        <EmergencySection key={type.name} type={type} shaded={index % 2 === 1} />
      ))}
      <section className="section bg-sand">
        <div className="wrap">
          <h2 className="h2">Your emergency kit</h2>
          <p className="mt-2 max-w-2xl text-lg">{guide.kit.text}</p>
          <ol className="mt-6 grid gap-x-10 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            {guide.kit.items.map(({ item, category }) => (
              <li key={item} className="border-t border-line pt-3">
                <span className="block text-sm font-semibold text-action-deep">{category}</span>
                {item}
              </li>
            ))}
          </ol>
        </div>
      </section>
      <ClosingBand
        title={guide.support.title}
        text={<PhoneText text={guide.support.text} />}
        className="bg-deep text-cream"
      >
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      </ClosingBand>
    </>
  );
}

function EmergencySection({ type, shaded }: { type: EmergencyType; shaded: boolean }) {
  return (
    <section id={formatAnchor(type.name)} className={`section ${shaded ? "bg-paper" : ""}`}>
      <div className="wrap">
        <h2 className="h2">{type.name}</h2>
        <p className="mt-2 max-w-2xl text-lg text-muted">{type.text}</p>
        <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-[1.2fr_1fr]">
          <div className="rounded-2xl border-2 border-action bg-paper p-6">
            <h3 className="h3">Immediate Response</h3>
            <NumberedSteps steps={type.response} className="mt-4" />
            <p className="no-print mt-6">
              <QuoteLink label={EMERGENCY_LABEL}>
                Get Emergency Help<span className="sr-only">: {type.name}</span>
              </QuoteLink>
            </p>
          </div>
          <div className="grid content-start gap-8">
            <TextList title="Preparation" items={type.preparation} />
            <TextList title="Call a Professional" items={type.professional} />
          </div>
        </div>
      </div>
    </section>
  );
}

function TextList({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <h3 className="h3">{title}</h3>
      <ul className="mt-3 grid list-disc gap-2 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
