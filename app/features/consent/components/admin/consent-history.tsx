import { type Clock, When } from "#app/components/admin/when.tsx";
import type { ShownText } from "../../queries.server.ts";

/** Every text that visitors have seen, newest first. */
export function ConsentHistory({ texts, clock }: { texts: ShownText[]; clock: Clock }) {
  return (
    <section aria-labelledby="shown-texts" className="panel-card p-5">
      <h3 id="shown-texts" className="font-display text-lg font-extrabold">
        History
      </h3>
      <p className="mt-1 text-muted">
        A text is stored the first time it is shown. A new company name or phone number creates a
        new text under the same version.
      </p>
      {texts.length === 0 ? (
        <p className="mt-3">
          No text has been shown yet. The first one is stored when a visitor opens the quote form.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {texts.map((text) => (
            <li key={text.id} className="py-3">
              <details>
                <summary className="cursor-pointer">
                  <span className="font-semibold">Version {text.version}</span>
                  {text.isCurrent ? (
                    <span className="ml-2 font-semibold text-ok">Shown now</span>
                  ) : null}
                  <span className="ml-2 text-muted">
                    since <When at={text.createdAt} clock={clock} />, {text.records}{" "}
                    {text.records === 1 ? "record" : "records"}
                    {text.lastAgreedAt ? (
                      <>
                        , last agreed <When at={text.lastAgreedAt} clock={clock} />
                      </>
                    ) : null}
                  </span>
                </summary>
                <p className="mt-2 rounded-xl bg-sand p-4 text-[0.9375rem] leading-6">
                  {text.renderedText}
                </p>
                <p className="mt-1 text-[0.9375rem] text-muted wrap-anywhere">{text.id}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
