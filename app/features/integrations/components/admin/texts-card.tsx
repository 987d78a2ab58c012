import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { TextsState } from "#app/features/texts/queries.server.ts";
import { type Fact, Facts, TestForm } from "./integration-parts.tsx";

type TextsCardProps = { texts: TextsState; clock: Clock };

/** The account that texts customers, and the switch, which is off until somebody turns it on. */
export function TextsCard({ texts, clock }: TextsCardProps) {
  return (
    <section aria-label="Texts" className="panel-card flex flex-col gap-4 p-5">
      <div>
        <h3 className="font-display text-lg font-extrabold">Texts</h3>
        <p className="text-muted">
          {texts.account
            ? `Connected to ${texts.host}`
            : "Not set up. Customers are told by email and on their page, and staff call."}
        </p>
      </div>
      {texts.account ? (
        <>
          <Facts facts={listFacts(texts, clock)} />
          <TextSwitch isOn={texts.isOn} />
          <TestForm
            integration="texts"
            label="Test connection"
            hint="Asks Twilio for the account, and sends no text."
          />
        </>
      ) : (
        <p className="mt-auto text-[0.9375rem] text-muted">
          To connect it, set a Twilio account, its token and a number on the server and restart it.
          Nothing is sent before you turn texts on here.
        </p>
      )}
    </section>
  );
}

const listFacts = (
  { account, webhookUrl, waiting, lastSentAt }: TextsState,
  clock: Clock,
): Fact[] => [
  ["Account", account ? `Ends in ${account.ending}` : "Not set"],
  ["Number", account?.from ?? "Not set"],
  ["Webhook", webhookUrl ?? "/webhooks/texts, below the address of this site"],
  ["Waiting", waiting],
  ["Last text", <When key="last" at={lastSentAt} clock={clock} never="None yet" />],
];

function TextSwitch({ isOn }: { isOn: boolean }) {
  const fetcher = useFetcher<{ done?: string; refused?: string }>();
  useResultToast(fetcher.data);
  const submitted = fetcher.formData?.get("on");
  const on = submitted ? submitted === "yes" : isOn;
  return (
    <fetcher.Form method="post" className="grid gap-2">
      <p className="text-[0.9375rem] text-muted">
        When a company accepts, a customer who asked for texts gets one with the link to their page:
        in the calling hours of their state, and at most three calls and texts a day.
      </p>
      <input type="hidden" name="intent" value="texts" />
      <Button
        type="submit"
        name="on"
        value={on ? "no" : "yes"}
        role="switch"
        aria-label="Texts to customers"
        aria-checked={on}
        className="justify-self-start"
      >
        {on ? "On: turn off" : "Off: turn on"}
      </Button>
      <p role="status" className="font-semibold text-danger">
        {fetcher.state === "idle" ? fetcher.data?.refused : undefined}
      </p>
    </fetcher.Form>
  );
}
