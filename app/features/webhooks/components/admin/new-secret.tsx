import { CopyField } from "#app/components/admin/copy-field.tsx";

/** A secret right after it was made. */
export function NewSecret({ secret, name }: { secret: string; name: string | undefined }) {
  return (
    <div role="status" className="rounded-xl bg-sand p-4">
      <CopyField
        label={`Secret of ${name}`}
        value={secret}
        hint="It is shown only now. The program checks with it that a message is from here."
        action="Copy secret"
      />
    </div>
  );
}
