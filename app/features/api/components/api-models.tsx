import type { DescribedDocument } from "../describe-document.ts";
import { FieldList } from "./field-list.tsx";

/** The objects that operations take and return. */
export function ApiModels({ models }: Pick<DescribedDocument, "models">) {
  return (
    <section id="objects" aria-labelledby="title-objects" className="grid gap-8">
      <h2 id="title-objects" className="h2">
        Objects
      </h2>
      {models.map(({ name, fields }) => (
        <section key={name} id={`object-${name}`} aria-labelledby={`title-object-${name}`}>
          <h3 id={`title-object-${name}`} className="h3 mb-2">
            {name}
          </h3>
          <FieldList fields={fields} />
        </section>
      ))}
    </section>
  );
}
