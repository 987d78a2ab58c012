import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { Difference, VersionCall, VersionReply } from "../../editor-schema.ts";
import { ChangedWords } from "./changed-words.tsx";

type VersionHistoryProps<V> = {
  content: {
    id: string;
    version: number;
    versions: { version: number; savedAt: Date; savedBy: string }[];
  };
  /** Lists how an earlier version differs from the editor. */
  compare: (earlier: V) => Difference[];
  clock: Clock;
  onRestore: (values: V, version: number) => void;
};

/** List of saved versions, which can be compared and restored. */
export function VersionHistory<V>({ content, compare, clock, onRestore }: VersionHistoryProps<V>) {
  const fetcher = useFetcher<{ intent: string } & VersionReply<V>>();
  const requestedVersion = useRef<number>(undefined);
  const [shown, setShown] = useState<{ version: number; values: V }>();
  const reply = fetcher.data;
  useEffect(() => {
    if (reply?.intent === "version" && reply.ok && requestedVersion.current !== undefined)
      setShown({ version: requestedVersion.current, values: reply.values });
  }, [reply]);
  const show = (version: number) => {
    requestedVersion.current = version;
    const call: VersionCall = { intent: "version", id: content.id, version };
    void fetcher.submit(call, { method: "post", encType: "application/json" });
  };
  return (
    <details className="panel-card p-5">
      <summary className="font-display text-lg font-extrabold">Version history</summary>
      {reply && !reply.ok ? (
        <p role="alert" className="mt-2 font-semibold text-danger">
          The version could not be loaded. Try again.
        </p>
      ) : null}
      <ol className="mt-2 divide-y divide-line">
        {content.versions.map(({ version, savedAt, savedBy }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              <span className="font-semibold">Version {version}</span>,{" "}
              <When at={savedAt} clock={clock} />, by {savedBy}
            </span>
            {version === content.version ? (
              <span className="text-muted">Current</span>
            ) : (
              <Button
                aria-label={`Compare version ${version} with now`}
                disabled={fetcher.state !== "idle"}
                onClick={() => show(version)}
              >
                Compare
              </Button>
            )}
          </li>
        ))}
      </ol>
      {shown ? (
        <VersionDialog
          version={shown.version}
          differences={compare(shown.values)}
          onClose={() => setShown(undefined)}
          onRestore={() => {
            onRestore(shown.values, shown.version);
            setShown(undefined);
          }}
        />
      ) : null}
    </details>
  );
}

type VersionDialogProps = {
  version: number;
  differences: Difference[];
  onClose: () => void;
  onRestore: () => void;
};

function VersionDialog({ version, differences, onClose, onRestore }: VersionDialogProps) {
  return (
    <Dialog title={`Version ${version}`} wide onClose={onClose}>
      {differences.length === 0 ? (
        <p className="mt-2">It is the same as the editor's content.</p>
      ) : (
        <p className="mt-2">Differences from the editor's content:</p>
      )}
      <dl className="mt-3 grid gap-3">
        {differences.map(({ key, label, theirs, mine }) => (
          <div key={key}>
            <dt className="font-semibold">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              <span className="text-muted">Then:</span>{" "}
              {theirs ? <ChangedWords text={theirs} other={mine} as="del" /> : "(empty)"}
            </dd>
            <dd className="wrap-anywhere whitespace-pre-line">
              <span className="text-muted">Now:</span>{" "}
              {mine ? <ChangedWords text={mine} other={theirs} as="ins" /> : "(empty)"}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[0.9375rem] text-muted">
        Restore puts this version into the editor. Nothing changes for visitors until you save.
      </p>
      <DialogButtons
        label="Restore"
        disabled={differences.length === 0}
        onConfirm={onRestore}
        onCancel={onClose}
      />
    </Dialog>
  );
}
