import { Badge, type Tone } from "#app/components/ui/badge.tsx";
import type { Guides } from "../guide-schemas.ts";

type Contractor = Guides["contractor-selection"];

const TONES: Record<Contractor["verification"][number]["importance"], Tone> = {
  Critical: "strong",
  Important: "warm",
  Helpful: "calm",
};

export function ContractorGuide({ guide }: { guide: Contractor }) {
  return (
    <>
      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">Eight red flags</h2>
          <ul className="mt-6 grid gap-x-12 gap-y-5 md:grid-cols-2">
            {guide.redFlags.map(({ title, text }) => (
              <li key={title} className="border-l-4 border-danger pl-4">
                <h3 className="h3">{title}</h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <h2 className="h2">Verification checklist</h2>
          <ol className="mt-6 grid gap-4">
            {guide.verification.map(({ step, text, importance }, index) => (
              <li
                key={step}
                className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-4 rounded-xl bg-paper p-5 shadow-card sm:grid-cols-[2.25rem_1fr_auto]"
              >
                <span
                  aria-hidden="true"
                  className="grid size-9 place-items-center rounded-full bg-sun font-display font-extrabold"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="h3">{step}</h3>
                  <p className="mt-1">{text}</p>
                </div>
                <span className="col-start-2 mt-2 sm:col-start-auto sm:mt-0">
                  <Badge tone={TONES[importance]}>{importance}</Badge>
                </span>
              </li>
            ))}
          </ol>
          <div className="mt-8 rounded-2xl bg-sand p-6">
            <h3 className="h3">{guide.references.title}</h3>
            <p className="mt-1">{guide.references.text}</p>
          </div>
        </div>
      </section>
      <section className="section bg-deep text-cream">
        <div className="wrap">
          <h2 className="h2">Ten questions to ask</h2>
          <ol className="mt-6 grid gap-x-12 gap-y-5 md:grid-cols-2">
            {guide.questions.map(({ question, listenFor }) => (
              <li key={question} className="border-t border-cream/30 pt-4">
                <h3 className="h3">{question}</h3>
                <p className="mt-1 text-cream/90">Listen for: {listenFor}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">Ten things the contract must say</h2>
          <ol className="mt-6 grid list-decimal gap-x-12 gap-y-4 pl-5 md:grid-cols-2">
            {guide.contract.map(({ title, text }) => (
              <li key={title} className="pl-1">
                <strong>{title}.</strong> {text}
              </li>
            ))}
          </ol>
        </div>
      </section>
    </>
  );
}
