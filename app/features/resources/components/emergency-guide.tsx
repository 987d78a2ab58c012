import { PhoneIcon } from "#app/components/ui/chrome-icons.tsx";
import { Fold } from "#app/components/ui/fold.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { Guides } from "../guide-schemas.ts";
import { PrintButton } from "./guide-frame.tsx";

type Emergency = Guides["emergency-preparedness"];
type EmergencyType = Emergency["types"][number];

export const formatEmergencyAnchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

export const EMERGENCY_LABEL = "Emergency Service";

/** The emergencies in the order of the page: first the two in which everybody has to leave. */
export const listEmergencies = ({ types: [gas, ...others], carbonMonoxide }: Emergency) => [
  gas,
  carbonMonoxide,
  ...others,
];

/** The emergencies, each with what to do first; what can wait is folded, except on wide screens. */
export function EmergencyGuide({ guide }: { guide: Emergency }) {
  return (
    <>
      {listEmergencies(guide).map((type, index) => (
        <EmergencySection key={type.name} type={type} shaded={index % 2 === 0} />
      ))}
      <EmergencyKit kit={guide.kit} practice={guide.practice} />
    </>
  );
}

function EmergencySection({ type, shaded }: { type: EmergencyType; shaded: boolean }) {
  return (
    <section
      id={formatEmergencyAnchor(type.name)}
      className={`border-t-4 py-5 md:py-12 ${type.call911 ? "border-danger" : "border-line"} ${shaded ? "bg-paper" : ""}`}
    >
      <div className="wrap grid items-start gap-x-14 gap-y-3 md:grid-cols-[1.4fr_1fr] md:grid-rows-[auto_1fr] lg:grid-cols-2">
        <div>
          <div className="flex items-center gap-3">
            <SceneImage
              name={type.scene}
              className="no-print h-[64px] w-[96px] shrink-0 rounded-xl md:h-[96px] md:w-[144px] lg:hidden"
            />
            <h2 className={`h2 min-w-0 ${type.call911 ? "text-danger" : ""}`}>{type.name}</h2>
          </div>
          <h3 className="mt-2 font-text text-[0.9375rem] leading-5 font-semibold tracking-normal text-muted">
            Immediate Response
          </h3>
          <p className="font-display text-2xl leading-7 font-bold">{type.lead}</p>
          {type.call911 ? (
            <a href="tel:911" className="btn mt-3 bg-danger text-paper">
              <PhoneIcon className="size-5 shrink-0" />
              Call 911 from a safe place
            </a>
          ) : null}
          <ol className="mt-3 grid gap-2.5 leading-6">
            {type.response.map((step, index) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="w-4 shrink-0 font-display text-xl font-extrabold text-action"
                >
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        </div>
        <div className="divide-y divide-line border-y border-line md:row-span-2 lg:[&_details]:unfold supports-[selector(::details-content)]:lg:[&_summary]:after:hidden">
          <FoldedList title="Preparation" items={type.preparation} />
          <FoldedList title="Call a Professional" items={type.professional} />
        </div>
        <p className="no-print flex flex-wrap items-center gap-x-3 gap-y-1 md:mt-3">
          {/* Beside "Call 911" the quote form is the quieter of the two. */}
          <QuoteLink
            label={EMERGENCY_LABEL}
            className={`btn ${type.call911 ? "btn-line" : "btn-action"}`}
          >
            Get Emergency Help<span className="sr-only">: {type.name}</span>
          </QuoteLink>
          {type.call911 ? <span className="text-muted">Once all are safe</span> : null}
        </p>
      </div>
    </section>
  );
}

export const Call911 = ({ note, className }: { note: string; className: string }) => (
  <a
    href="tel:911"
    className={`flex min-h-16 items-center gap-4 rounded-2xl border-2 border-transparent bg-danger px-5 py-3 text-paper ${className}`}
  >
    <PhoneIcon className="size-8 shrink-0" />
    <span className="min-w-0">
      <span className="block font-display text-2xl leading-7 font-extrabold">Call 911</span>
      <span className="block leading-5 text-balance">{note}</span>
    </span>
  </a>
);

function FoldedList({ title, items }: { title: string; items: string[] }) {
  return (
    <Fold summary={<h3 className="text-lg">{title}</h3>}>
      <ul className="grid list-disc gap-2 pl-5 leading-6">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Fold>
  );
}

/** The kit as a checklist, with the picture of it on wide screens. */
function EmergencyKit({ kit, practice }: Pick<Emergency, "kit" | "practice">) {
  const categories = Map.groupBy(kit.items, ({ category }) => category);
  return (
    <section className="border-t-4 border-line bg-sand py-5 md:py-12">
      <div className="wrap grid items-start gap-x-14 gap-y-4 md:grid-cols-[1.4fr_1fr]">
        <form data-checklist="" autoComplete="off" className="@container">
          <h2 className="h2">Your emergency kit</h2>
          <p className="mt-1 leading-6">{kit.text}</p>
          <dl className="mt-3 grid gap-x-5 gap-y-2.5 @min-[20.5rem]:grid-cols-2">
            {[...categories].map(([category, items]) => (
              <div key={category}>
                <dt className="text-[0.9375rem] font-semibold text-action-deep">{category}</dt>
                {items.map(({ item }) => (
                  <dd key={item}>
                    <label className="flex gap-2 py-0.5 text-[0.9375rem] leading-5 has-checked:text-muted has-checked:line-through">
                      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-ok" />
                      <span className="text-balance">{item}</span>
                    </label>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </form>
        <div>
          <SceneImage
            name="emergency-preparedness"
            className="mb-4 hidden h-auto w-full rounded-xl md:block"
          />
          <h3 className="h3">{practice.title}</h3>
          <p className="mt-1 leading-6">{practice.text}</p>
          <p className="needs-script no-print mt-1">
            <PrintButton />
          </p>
        </div>
      </div>
    </section>
  );
}
