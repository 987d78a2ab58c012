import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";

/** Turns mails to staff about new requests on or off. */
export function NewRequestMails({ isOn }: { isOn: boolean }) {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  const submitted = fetcher.formData?.get("on");
  const on = submitted ? submitted === "yes" : isOn;
  return (
    <section
      className="panel-card mt-6 flex flex-wrap items-center justify-between gap-4 p-5"
      aria-label="Emails for new requests"
    >
      <div>
        <h3 className="h3">Emails for new requests</h3>
        <p className="mt-1 text-muted">
          At most one email a minute. It says how many requests came in and for which services, and
          names nobody.
        </p>
      </div>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="mails" />
        <Button
          type="submit"
          name="on"
          value={on ? "no" : "yes"}
          role="switch"
          aria-label="Emails for new requests"
          aria-checked={on}
        >
          {on ? "On: turn off" : "Off: turn on"}
        </Button>
      </fetcher.Form>
    </section>
  );
}
