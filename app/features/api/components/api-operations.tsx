import { CodeBlock } from "#app/components/ui/code-block.tsx";
import type { DescribedDocument, DescribedOperation } from "../describe-document.ts";
import { FieldList } from "./field-list.tsx";

/** Every operation with its parameters and an example, by group. */
export function ApiOperations({ groups }: Pick<DescribedDocument, "groups">) {
  return groups.map(({ name, operations }) => (
    <section
      key={name}
      id={name.toLowerCase()}
      aria-labelledby={`title-${name}`}
      className="grid gap-8"
    >
      <h2 id={`title-${name}`} className="h2">
        {name}
      </h2>
      {operations.map((operation) => (
        <OperationArticle key={operation.id} operation={operation} />
      ))}
    </section>
  ));
}

function OperationArticle({ operation }: { operation: DescribedOperation }) {
  const { id, method, path, summary, description, scope, personalScope } = operation;
  return (
    <article id={id} aria-labelledby={`title-${id}`} className="grid gap-3">
      <h3 id={`title-${id}`} className="h3">
        {summary}
      </h3>
      <p className="wrap-anywhere">
        <code className="font-mono font-bold">
          {method} {path}
        </code>
      </p>
      <p>{description}</p>
      <p>
        Needs <code className="font-mono">{scope}</code>
        {personalScope && personalScope !== scope ? (
          <>
            ; personal data only with <code className="font-mono">{personalScope}</code>
          </>
        ) : null}
        .
      </p>
      {operation.parameters.length > 0 ? <FieldList fields={operation.parameters} /> : null}
      <p>
        {operation.body ? (
          <>
            Body:{" "}
            <a className="link" href={`#object-${operation.body}`}>
              {operation.body}
            </a>
            .{" "}
          </>
        ) : null}
        Response:{" "}
        <a className="link" href={`#object-${operation.response}`}>
          {operation.response}
        </a>
        .
      </p>
      <CodeBlock label={`Example: ${summary}`}>{operation.curl}</CodeBlock>
    </article>
  );
}
