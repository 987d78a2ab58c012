import { useId } from "react";
import { CODE_LENGTH } from "../../constants.ts";

/** Keeps the digits of a code that is typed or pasted, such as "123 456". */
export const keepDigits = ({ currentTarget: field }: React.InputEvent<HTMLInputElement>) => {
  field.value = field.value.replace(/\D/g, "").slice(0, CODE_LENGTH);
};

export function Field({ label, ...input }: React.ComponentProps<"input"> & { label: string }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input id={id} required {...input} className="field-small w-full" />
    </div>
  );
}

export const FormError = ({ text }: { text?: string }) =>
  text ? (
    <p role="alert" className="font-semibold text-danger">
      {text}
    </p>
  ) : null;
