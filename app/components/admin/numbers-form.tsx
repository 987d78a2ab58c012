import { TextField } from "../form/field.tsx";
import { Button } from "./button.tsx";
import { useStaffForm } from "./use-staff-form.ts";

export type NumberField<Name extends string> = {
  name: Name;
  label: string;
  hint: string;
  /** By default whole numbers. */
  inputMode?: "decimal" | "numeric";
};

type NumbersFormProps<Name extends string> = {
  fields: readonly NumberField<Name>[];
  values: Record<Name, string | number>;
  /** What the button says. */
  submit: string;
  /** The hidden field by which an action knows the form. */
  intent?: string;
  className: string;
};

/** A form of the settings with nothing but numbers, each with a hint. */
export function NumbersForm<Name extends string>({
  fields,
  values,
  submit,
  intent,
  className,
}: NumbersFormProps<Name>) {
  const { Form, form, errors, isBusy } = useStaffForm<{
    done?: string;
    errors?: Partial<Record<Name, string>>;
  }>();
  return (
    <Form ref={form} method="post" noValidate className={`grid gap-4 ${className}`}>
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      <div className="grid gap-4 room-sm:grid-cols-2">
        {fields.map(({ name, inputMode = "numeric", ...field }) => (
          <TextField
            key={name}
            name={name}
            {...field}
            inputMode={inputMode}
            autoComplete="off"
            defaultValue={values[name]}
            error={errors[name]}
          />
        ))}
      </div>
      <Button type="submit" disabled={isBusy} tone="primary" className="justify-self-start">
        {submit}
      </Button>
    </Form>
  );
}
