import { Fold, FoldWords } from "#app/components/ui/fold.tsx";
import type { Guides } from "../guide-schemas.ts";

type Contractor = Guides["contractor-selection"];

const COLORS: Record<Contractor["verification"][number]["importance"], string> = {
  Critical: "text-danger",
  Important: "text-action-deep",
  Helpful: "text-ok",
};

/** What to look for, in the order in which somebody hires: flags, checks, questions, contract. */
export function ContractorGuide({ guide }: { guide: Contractor }) {
  return (
    <>
      <section className="bg-paper py-6 md:py-12">
        <div className="wrap">
          <h2 className="h2">Eight red flags</h2>
          <ul className="mt-3 grid items-start gap-x-14 border-t border-line md:grid-cols-2">
            {guide.redFlags.map(({ title, text }) => (
              <Row key={title} title={title} text={text} />
            ))}
          </ul>
        </div>
      </section>
      <Verification guide={guide} />
      <section className="bg-paper py-6 md:py-12">
        <div className="wrap grid items-start gap-x-14 gap-y-7 md:grid-cols-2">
          <div>
            <h2 className="h2">Ten questions to ask</h2>
            <ol className="mt-3 border-t border-line">
              {guide.questions.map(({ question, listenFor }) => (
                <Row key={question} title={question} text={`Listen for: ${listenFor}`} />
              ))}
            </ol>
          </div>
          <div>
            <h2 className="h2">Ten things the contract must say</h2>
            <ol className="mt-3 border-t border-line">
              {guide.contract.map(({ title, text }) => (
                <Row key={title} title={title} text={text} />
              ))}
            </ol>
          </div>
        </div>
      </section>
    </>
  );
}

function Row({ title, text }: { title: string; text: string }) {
  return (
    <li className="border-b border-line">
      <Fold className="py-2" summary={<FoldWords title={title} />}>
        <p className="leading-6">{text}</p>
      </Fold>
    </li>
  );
}

/** The steps in full: skipping one of them costs the most. */
function Verification({ guide: { verification, references } }: { guide: Contractor }) {
  return (
    <section className="py-6 md:py-12">
      <div className="wrap grid items-start gap-x-14 gap-y-5 md:grid-cols-[1.6fr_1fr]">
        <div>
          <h2 className="h2">Verification checklist</h2>
          <ol className="mt-3 grid gap-3 leading-6">
            {verification.map(({ step, text, importance }, index) => (
              <li key={step} className="grid grid-cols-[1.75rem_1fr]">
                <span
                  aria-hidden="true"
                  className="font-display text-xl font-extrabold text-action"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-lg">
                    {step}{" "}
                    <span
                      className={`font-text text-[0.9375rem] font-semibold tracking-normal ${COLORS[importance]}`}
                    >
                      {importance}
                    </span>
                  </h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <aside className="rounded-2xl bg-sand p-5 leading-6">
          <h3 className="text-lg">{references.title}</h3>
          <p className="mt-1">{references.text}</p>
        </aside>
      </div>
    </section>
  );
}
