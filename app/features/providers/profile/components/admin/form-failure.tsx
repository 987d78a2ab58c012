import { Button } from "#app/components/admin/button.tsx";
import type { Failure } from "./use-provider-form.ts";

/** Why a form was not saved, with a button that loads the other person's values after a conflict. */
export function FormFailure({ failure, onReload }: { failure: Failure; onReload?: () => void }) {
  return (
    <div role="alert">
      {failure ? (
        <div className="panel-card border-danger p-3">
          <p className="font-semibold text-danger">{failure.message}</p>
          {failure.isConflict ? (
            <>
              <p className="mt-1">
                Somebody else has changed this provider since you opened it. What you typed is still
                here.
              </p>
              {onReload ? (
                <Button onClick={onReload} className="mt-2">
                  Discard my changes and show theirs
                </Button>
              ) : null}
            </>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
