import type { Field } from "../describe-document.ts";

/** Fields with their types, one below the other: a table would scroll sideways on phones. */
export function FieldList({ fields }: { fields: Field[] }) {
  return (
    <dl className="grid gap-2">
      {fields.map(({ name, type, model, isOptional, description }) => (
        <div key={name}>
          <dt className="wrap-anywhere">
            <code className="font-mono font-bold">{name}</code>{" "}
            <span className="text-muted">
              {model ? (
                <a className="link" href={`#object-${model}`}>
                  {type}
                </a>
              ) : (
                type
              )}
              {isOptional ? ", optional" : ""}
            </span>
          </dt>
          {description ? <dd className="pl-4">{description}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
