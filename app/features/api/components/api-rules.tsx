import { ManualPart } from "#app/components/layouts/manual-page.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";

export type ApiRulesProps = {
  site: string;
  scopes: { scope: string; label: string }[];
  problems: { code: string; status: number; title: string; advice: string }[];
  limits: { wrongKeysPerMinute: number; bodyKilobytes: number; idempotencyHours: number };
};

/** What holds for every operation. */
export function ApiRules({ site, scopes, problems, limits }: ApiRulesProps) {
  return (
    <>
      <ManualPart id="keys" title="Keys and scopes">
        <p>
          A superadmin creates a key in Settings, API keys, and sees it once. Send it with every
          call. It belongs on a server: there is no CORS, so that pages of other sites cannot call,
          and a key in an app or a page is a key that everybody has.
        </p>
        <CodeBlock label="Example: a first call">
          {`KEY=hh_live_…\ncurl "${site}/api/v1/requests?limit=5" \\\n  -H "Authorization: Bearer $KEY"`}
        </CodeBlock>
        <p>
          A key is <code className="font-mono">hh_live_</code>, 12 characters that name it, an
          underscore, and 40 random ones, so that scanners for secrets can find it in a repository.
          It stops working on its end date, or when a superadmin revokes it. Each scope is given on
          its own:
        </p>
        <dl className="grid gap-2">
          {scopes.map(({ scope, label }) => (
            <div key={scope}>
              <dt>
                <code className="font-mono font-bold">{scope}</code>
              </dt>
              <dd className="pl-4">{label}</dd>
            </div>
          ))}
        </dl>
        <p>
          Personal data is in the field <code className="font-mono">personal</code>, which is absent
          without its scope. When <code className="font-mono">is_erased</code> becomes true, delete
          your copy of the personal data. Calls are recorded with key, time, operation, id and
          status; no data leaves without that.
        </p>
        <p>
          A key that changes requests or providers needs the matching{" "}
          <code className="font-mono">:read</code> scope, too, for the ETag. The response to a
          change contains the row.
        </p>
      </ManualPart>
      <ManualPart id="limits" title="Limits">
        <p>
          Each key may make a set number of calls per minute. Responses to a working key say what is
          left, except where the call failed on our side:{" "}
          <code className="font-mono">RateLimit: "key";r=58;t=31</code> means 58 more calls in the
          next 31 seconds. Past that, the response is a 429, and{" "}
          <code className="font-mono">Retry-After</code> has the seconds to wait. One address may
          send {limits.wrongKeysPerMinute} wrong keys a minute, and has the limit of every visitor,
          too: a busy program needs an address of its own. A body has at most {limits.bodyKilobytes}{" "}
          KB.
        </p>
      </ManualPart>
      <ManualPart id="lists" title="Lists and changes">
        <p>
          A list has <code className="font-mono">data</code> and{" "}
          <code className="font-mono">next_cursor</code>. Send the cursor unchanged as{" "}
          <code className="font-mono">cursor</code>, with the same filters, for the following page;
          on the last page it is null. Rows that arrive while you read move nothing: no row is
          skipped or comes twice.
        </p>
        <p>
          To follow requests, send <code className="font-mono">changed_since</code>: you get what
          changed from that time on, oldest change first. Read all pages, then begin again with{" "}
          <code className="font-mono">next_changed_since</code> of the first one. No change of a
          request is missed; some come twice, which <code className="font-mono">version</code>{" "}
          shows. Do not filter by status here: a request that leaves the status is no longer listed.
          An opt-out is not a change: read <code className="font-mono">do_not_contact</code> right
          before you contact anybody.
        </p>
      </ManualPart>
      <ManualPart id="writes" title="Writing safely">
        <p>
          What you read has an <code className="font-mono">ETag</code>, such as{" "}
          <code className="font-mono">"3"</code>. A change sends it back as{" "}
          <code className="font-mono">If-Match</code>: if somebody has changed the row since, you
          get a 412 and nothing is overwritten.
        </p>
        <p>
          Send an <code className="font-mono">Idempotency-Key</code> with each write, such as a
          UUID. When no response arrives, send the same call again with the same key within{" "}
          {limits.idempotencyHours} hours: it does not run twice.
        </p>
      </ManualPart>
      <ManualPart id="errors" title="Errors">
        <p>
          An error is <code className="font-mono">application/problem+json</code> (RFC 9457).{" "}
          <code className="font-mono">type</code> leads to one of the entries below,{" "}
          <code className="font-mono">detail</code> says in a sentence what happened, and{" "}
          <code className="font-mono">request_id</code> names the call in our logs.
        </p>
        <dl className="grid gap-2">
          {problems.map(({ code, status, title, advice }) => (
            <div key={code} id={code}>
              <dt>
                <code className="font-mono font-bold">{status}</code> {title} (
                <code className="font-mono">{code}</code>)
              </dt>
              <dd className="pl-4">{advice}</dd>
            </div>
          ))}
        </dl>
      </ManualPart>
    </>
  );
}
