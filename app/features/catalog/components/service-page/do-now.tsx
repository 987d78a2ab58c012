import type { ServicePage } from "../../queries.server.ts";

/** Emergencies only: the first three steps, each with its drawing. */
export function DoNow({ page: { now, untilArrival } }: { page: ServicePage }) {
  if (!now || !untilArrival) return null;
  return (
    <section aria-labelledby="now-title" className="section bg-paper">
      <div className="wrap">
        <h2 id="now-title" className="h2">
          Do this now
        </h2>
        <ol className="mt-3 grid gap-x-12 gap-y-4 md:grid-cols-3">
          {now.map(({ part, title }, index) => (
            <li key={part} className="grid grid-cols-[1fr_5fr] gap-x-3 md:block">
              <img
                src={`/art/parts/${part}.svg`}
                width="160"
                height="160"
                alt=""
                loading="lazy"
                className="row-span-2 h-auto w-full rounded-xl bg-sand p-1 md:w-28"
              />
              <h3 className="text-lg md:mt-3">
                {index + 1}. {title}
              </h3>
              <p className="leading-6">{untilArrival[index]}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
