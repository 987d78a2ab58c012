import { CopyField } from "#app/components/admin/copy-field.tsx";

/** A secret right after it was made. */
export function NewSecret({ secret, name }: { secret: string; name: string | undefined }) {
  return (
    <div role="status" className="rounded-xl bg-sand p-4">
      <CopyField
        label={`Signing secret for ${name}`}
        value={secret}
        hint="Copy it now; you won't see it again. The receiver uses it to verify our messages."
        action="Copy secret"
      />
    </div>
  );
}
