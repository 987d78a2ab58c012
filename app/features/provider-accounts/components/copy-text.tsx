type CopyTextProps = { id: string; text: string; label: string };

/** A text to take elsewhere: one tap selects all of it, and the script of islands/portal.ts copies it. */
export const CopyText = ({ id, text, label }: CopyTextProps) => (
  <div className="mt-2 flex flex-wrap items-center gap-3">
    <p
      id={id}
      className="min-w-0 basis-full rounded-lg border border-line bg-paper p-3 font-mono text-[0.9375rem] break-all select-all"
    >
      {text}
    </p>
    <button type="button" data-copy={id} className="needs-script btn btn-line">
      {label}
    </button>
    <span role="status" className="needs-script" />
  </div>
);
