import { ManualPage, ManualPart } from "#app/components/layouts/manual-page.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { EmergencyText } from "#app/components/ui/emergency-text.tsx";
import { CALLS_PER_MINUTE, TOOL_NAMES, type ToolName } from "../constants.ts";

type AssistantsPageProps = {
  brand: string;
  /** What a person adds to an assistant. */
  address: string;
};

const LOOKED_UP: Record<ToolName, string> = {
  find_service: "Which service a problem needs, and which of our quizzes look for its cause.",
  coverage: "Which city a ZIP code is in, and how many verified providers cover it.",
  price_range: "What a service usually costs, and what moves the price.",
  list_quizzes: "Our quizzes, for one service or for all.",
  diagnose:
    "The questions of a quiz, one at a time. You answer them, and get the likely cause, what is safe to check and what to leave to a pro.",
  quote_link: "The address of our quote form, with the service and your ZIP code filled in.",
};

const PARTS = [
  { id: "add", text: "How to add it" },
  { id: "tools", text: "What it looks up" },
  { id: "never", text: "What it never does" },
  { id: "data", text: "What we see" },
  { id: "developers", text: "For developers" },
];

/** How to let an assistant look things up here, for people who want to add it. */
export function AssistantsPage({ brand, address }: AssistantsPageProps) {
  return (
    <ManualPage
      title="Ask through your assistant"
      lead={`Add ${brand} to the assistant you already use. It can find the right service, usual prices and the likely cause here, and hand you a quote form that is partly filled in.`}
      parts={PARTS}
    >
      <ManualPart id="add" title="How to add it">
        <p>
          In the settings of your assistant, look for connectors, integrations or MCP servers, and
          add a remote server with this address. It needs no key and no account.
        </p>
        <CodeBlock label="Address of the server">{address}</CodeBlock>
        <p>Programs that read a settings file often take it like this:</p>
        <CodeBlock label="Example: a settings file">
          {JSON.stringify(
            { mcpServers: { "henrys-helpline": { type: "http", url: address } } },
            null,
            2,
          )}
        </CodeBlock>
        <p>
          Then describe what is wrong and give your ZIP code, for example: “Water drips from the
          ceiling below the bathroom, ZIP 78701. What should I do?”
        </p>
      </ManualPart>
      <ManualPart id="tools" title="What it looks up">
        <dl className="grid gap-3">
          {TOOL_NAMES.map((name) => (
            <div key={name}>
              <dt>
                <code className="font-mono font-bold">{name}</code>
              </dt>
              <dd className="pl-4">{LOOKED_UP[name]}</dd>
            </div>
          ))}
        </dl>
      </ManualPart>
      <ManualPart id="never" title="What it never does">
        <p>
          It never sends a request, agrees to calls for you, or names a provider. A quote link opens
          our form with the service and the ZIP code, if given, filled in; after a quiz it also
          carries your answers, which become part of your request. No request is sent until you
          complete the form, read the consent text and submit it yourself.
        </p>
        <p>
          When your assistant passes on words that describe a danger, such as a gas smell, we answer
          with what to do now instead of a service or a link. We cannot recognize every danger.{" "}
          <EmergencyText text="In an emergency, do not wait for an assistant: get to safety and call 911." />
        </p>
        <p>
          A likely cause is not a certain diagnosis, and a usual price is not an offer. Assistants
          make mistakes when they repeat what they read: check what matters on our pages.
        </p>
      </ManualPart>
      <ManualPart id="data" title="What we see">
        <p>
          We see the IP address that a message comes from, and what the assistant sends: a few words
          about what is wrong, a service, answers to a quiz, a ZIP code. We use that to answer and
          to prevent abuse, and we do not store what the assistant sends. We refuse fields about a
          person, and descriptions in which we recognize a phone number or an email address. We
          cannot recognize everything, so leave out names and street addresses, too. The company
          behind your assistant has rules of its own about what you type there.
        </p>
      </ManualPart>
      <ManualPart id="developers" title="For developers">
        <p>
          The server speaks the Model Context Protocol over streamable HTTP, without sessions: each
          message is one POST with one JSON-RPC message, and no stream stays open. All tools are
          read-only and say so in their annotations. Each result comes as structured data and as
          text.
        </p>
        <p>
          One address may send {CALLS_PER_MINUTE} messages a minute; past that, the response is a
          429 with <code className="font-mono">Retry-After</code>. Web pages on other sites cannot
          call it (no CORS). For programs that read and change requests with a key, see the{" "}
          <a href="/api" className="link">
            API
          </a>
          .
        </p>
      </ManualPart>
    </ManualPage>
  );
}
