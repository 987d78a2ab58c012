import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { DELIVERY_TARGETS, TARGET_LABELS, type TargetName } from "#app/lib/delivery-targets.ts";

type TargetReply = { done?: string; refused?: string };

/** Where requests that come in from now on are delivered. */
export function DeliveryTarget({ target }: { target: TargetName }) {
  const fetcher = useFetcher<TargetReply>();
  useResultToast(fetcher.data);
  const refused = fetcher.state === "idle" ? fetcher.data?.refused : undefined;
  return (
    <section className="panel-card mt-6 p-5" aria-labelledby="delivery-target">
      <h3 id="delivery-target" className="h3">
        Delivery target
      </h3>
      <p className="mt-1 text-muted">
        Each request is delivered to the target that was set when it came in. A change applies only
        to new requests.
      </p>
      <fetcher.Form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="target" />
        <div className="min-w-0">
          <label htmlFor="target" className="font-semibold">
            New requests go to
          </label>
          <select
            key={target}
            id="target"
            name="target"
            defaultValue={target}
            className="field-small mt-1 block max-w-full"
          >
            {DELIVERY_TARGETS.map((name) => (
              <option key={name} value={name}>
                {TARGET_LABELS[name]}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" disabled={fetcher.state !== "idle"}>
          Save
        </Button>
      </fetcher.Form>
      <p role="status" className="mt-2 font-semibold text-danger">
        {refused}
      </p>
    </section>
  );
}
