import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type Period, PLATFORM_NAMES, PLATFORMS, SOURCES_PATH } from "../../constants.ts";

type OutcomeFilesProps = {
  days: Period;
  /** Since when files have hashes of contact data, in words; null: they have none. */
  hashesSince: string | null;
  isSuperadmin: boolean;
};

/** Files of hired requests for ad platforms, and what they may contain. */
export function OutcomeFiles({ days, hashesSince, isSuperadmin }: OutcomeFilesProps) {
  return (
    <section aria-labelledby="outcome-files" className="panel-card grid max-w-3xl gap-3 p-5">
      <h2 id="outcome-files" className="h3">
        Files for ad platforms
      </h2>
      <p>
        Requests that staff closed as hired in the last {days} days, so that a platform learns which
        of its ads led to jobs. The files leave out customers with an opt-out signal (GPC) or any
        opt-out, with this or another request, erased requests, and requests without proof of
        consent.
      </p>
      <p className="text-muted">
        {hashesSince
          ? `They have click IDs, and hashes of email addresses and phone numbers of requests since ${hashesSince}. Never names, addresses or numbers.`
          : "They have click IDs only: no hashes of contact data, names, addresses or numbers."}
      </p>
      <p className="flex flex-wrap gap-2">
        {PLATFORMS.map((platform) => (
          <ButtonAnchor
            key={platform}
            href={`${SOURCES_PATH}/outcomes.csv?platform=${platform}&days=${days}`}
            download
          >
            {PLATFORM_NAMES[platform]} (CSV)
          </ButtonAnchor>
        ))}
      </p>
      {isSuperadmin ? <HashSwitch isOn={hashesSince !== null} /> : null}
    </section>
  );
}

function HashSwitch({ isOn }: { isOn: boolean }) {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  const submitted = fetcher.formData?.get("on");
  const on = submitted ? submitted === "yes" : isOn;
  return (
    <fetcher.Form method="post" className="grid gap-2 border-t border-line pt-3">
      <input type="hidden" name="intent" value="ad-hashes" />
      <h3 className="font-semibold">Hashes of email addresses and phone numbers</h3>
      <p className="text-[0.9375rem]">
        Off unless you turn it on, because customers have not agreed to it. State privacy laws may
        call it sharing for advertising. Turn it on only when your counsel has approved it and your
        contract with the platform covers it. From then on the privacy policy says that you do this,
        and only requests sent after that are included.
      </p>
      <Button
        type="submit"
        name="on"
        value={on ? "no" : "yes"}
        role="switch"
        aria-label="Hashes of email addresses and phone numbers"
        aria-checked={on}
        className="justify-self-start"
      >
        {on ? "On: turn off" : "Off: turn on"}
      </Button>
    </fetcher.Form>
  );
}
