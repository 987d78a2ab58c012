import { useId } from "react";

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

export const Problem = ({ text }: { text?: string }) =>
  text ? (
    <p role="alert" className="font-semibold text-danger">
      {text}
    </p>
  ) : null;
