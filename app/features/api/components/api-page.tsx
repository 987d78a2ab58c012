import { PageContents } from "#app/components/layouts/page-contents.tsx";
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
  ];
  return (
    <main id="main">
      <header className="border-b border-line bg-sand">
        <div className="wrap py-7 md:py-9">
          <h1 className="h1">API</h1>
          <p className="mt-2 max-w-xl text-lg leading-7">
            For programs that read and change requests, providers and metrics. Version{" "}
            {document.version}, as an{" "}
            <a href="/api/openapi.json" className="link">
              OpenAPI 3.1 document
            </a>
            .
          </p>
        </div>
      </header>
      <div className="wrap section grid items-start gap-x-14 gap-y-8 md:grid-cols-[minmax(0,1fr)_14rem]">
        <PageContents parts={parts} />
        <div className="grid min-w-0 gap-10">
          <ApiRules {...rules} />
          <ApiOperations groups={document.groups} />
          <ApiModels models={document.models} />
        </div>
      </div>
    </main>
  );
}
