import { useId } from "react";

type HintedFieldProps = {
  name: string;
  label: string;
  hint: string;
  type?: "text" | "url";
  maxLength: number;
  value?: string;
  error: string | undefined;
};

/** A text field with a hint below it, and the problem of its value. */
export function HintedField({
  label,
  hint,
  type = "text",
  value,
  error,
  ...rest
}: HintedFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type={type}
        defaultValue={value}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-problem` : ""}`}
        className="field-small w-full"
        {...rest}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <FieldProblem id={`${id}-problem`} text={error} />
    </div>
  );
}

type NamedChecksProps<Key extends string> = {
  legend: string;
  /** Each check box is named with this before its key. */
  prefix: string;
  labels: Readonly<Record<Key, string>>;
  keys: readonly Key[];
  /** The keys that are chosen at first. */
  chosen?: readonly string[];
  error: string | undefined;
};

/** Check boxes that say what each of them means, above the key that programs know it by. */
export function NamedChecks<Key extends string>(props: NamedChecksProps<Key>) {
  const { legend, prefix, labels, keys, chosen = [], error } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 grid gap-2">
        {keys.map((key) => (
          <label key={key} className="flex gap-2">
            <input
              type="checkbox"
              name={prefix + key}
              defaultChecked={chosen.includes(key)}
              className="mt-1 size-5 shrink-0 accent-action"
            />
            <span>
              {labels[key]}
              <span className="block text-sm text-muted">{key}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldProblem id={id} text={error} />
    </fieldset>
  );
}

function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className="mt-1 font-semibold text-danger">
      {text}
    </p>
  );
}
