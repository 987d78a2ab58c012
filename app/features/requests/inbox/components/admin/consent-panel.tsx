import type { RequestDetailData } from "../../loaders.server.ts";
import { LIST_PATH } from "../../schema.ts";

const SENTENCES = {
  captured: "Captured with the request.",
  "not captured": "Not captured: another program sent the request.",
} as const;

/** Whether there is proof of consent, with a page to print. */
export function ConsentPanel({ request }: { request: RequestDetailData["request"] }) {
  return (
    <section aria-labelledby="request-consent" className="panel-card p-4">
      <h3 id="request-consent" className="font-bold">
        Consent
      </h3>
      <p className="mt-1">{request.consent ? SENTENCES[request.consent] : "There is no record."}</p>
      {request.consent ? (
        <a
          href={`${LIST_PATH}/${request.id}/consent`}
          target="_blank"
          rel="noreferrer"
          className="link mt-1 inline-block py-1"
        >
          Proof to print
        </a>
      ) : null}
    </section>
  );
}
