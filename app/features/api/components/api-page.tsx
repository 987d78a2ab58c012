import { ManualPage } from "#app/components/layouts/manual-page.tsx";
import { WebhookManual } from "#app/features/webhooks/components/webhook-manual.tsx";
import type { DescribedDocument } from "../describe-document.ts";
import { ApiModels } from "./api-models.tsx";
import { ApiOperations } from "./api-operations.tsx";
import { ApiRules, type ApiRulesProps } from "./api-rules.tsx";

type ApiPageProps = { document: DescribedDocument } & ApiRulesProps;

/** Everything that a developer needs to call the API, as text: made from the OpenAPI document. */
export function ApiPage({ document, ...rules }: ApiPageProps) {
  const parts = [
    { id: "keys", text: "Keys and scopes" },
    { id: "limits", text: "Limits" },
    { id: "lists", text: "Lists and changes" },
    { id: "writes", text: "Writing safely" },
    { id: "errors", text: "Errors" },
    ...document.groups.map(({ name }) => ({ id: name.toLowerCase(), text: name })),
    { id: "objects", text: "Objects" },
    { id: "webhooks", text: "Webhooks" },
  ];
  return (
    <ManualPage
      title="API"
      parts={parts}
      lead={
        <>
          For programs that read and change requests, providers and metrics, or get notified when
          they change. Version {document.version}, as an{" "}
          <a href="/api/openapi.json" className="link">
            OpenAPI 3.1 document
          </a>
          .
        </>
      }
    >
      <ApiRules {...rules} />
      <ApiOperations groups={document.groups} />
      <ApiModels models={document.models} />
      <WebhookManual />
    </ManualPage>
  );
}
