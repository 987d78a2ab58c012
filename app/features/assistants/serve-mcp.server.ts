import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { TOOL_NAMES, type ToolName } from "./constants.ts";
import { runTool } from "./run-tool.server.ts";
import type { ToolContext } from "./tool-context.ts";
import { describeTool } from "./tools.ts";

/** Of the server, as programs show it: a change of a tool's fields is a new one. */
const VERSION = "1.0.0";

const describeServer = ({ brand, phone }: Pick<SiteSettings, "brand" | "phone">) =>
  [
    `${brand} helps people in the United States whose home or vehicle needs repair or service find a professional. ${brand} refers; it does no repairs. The professional charges for the work and may charge for the visit: never say that either is free.`,
    "Call find_service with the person's words before any other tool, and again when they mention anything new. If a tool answers with a danger, tell the person only that, word for word, and stop there.",
    "Never guess a cause that diagnose did not give, a price that price_range did not give, or a provider: none is named here.",
    "To ask for a quote, give the person the address from quote_link: they complete and submit the form themselves, and until then nothing is sent and nobody calls them.",
    `Pass on what is wrong, never a name, phone number, email or street address. Our phone number is ${phone}; give no other.`,
  ].join(" ");

const toJsonSchema = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io }) as { type: "object" };

const TOOLS = TOOL_NAMES.map((name) => {
  const { inputSchema, outputSchema, ...tool } = describeTool(name);
  return {
    ...tool,
    inputSchema: toJsonSchema(inputSchema, "input"),
    outputSchema: toJsonSchema(outputSchema, "output"),
  };
});

const isToolName = (name: string): name is ToolName =>
  (TOOL_NAMES as readonly string[]).includes(name);

/**
 * Answers one message of the Model Context Protocol, of its revision of 2026 or an earlier one. No
 * session and no stream stays open: each message is complete.
 * @param options.message the parsed body
 */
export async function serveMcp(
  app: ToolContext,
  { request, message }: { request: Request; message: unknown },
): Promise<Response> {
  const site = await app.settings.get();
  const handler = createMcpHandler(() => createServer(app, site), {
    // Tools do not change while the site runs: there is nothing to subscribe to.
    maxSubscriptions: 0,
  });
  return handler.fetch(request, { parsedBody: message });
}

function createServer(app: ToolContext, site: SiteSettings): Server {
  const server = new Server(
    { name: "henrys-helpline", title: site.brand, version: VERSION, websiteUrl: app.origin },
    { capabilities: { tools: {} }, instructions: describeServer(site) },
  );
  server.setRequestHandler("tools/list", () => ({ tools: TOOLS }));
  // Not the registration of tools, which checks the input before we see it: a danger is answered
  // whatever else is wrong.
  server.setRequestHandler("tools/call", async ({ params }) => {
    if (!isToolName(params.name))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no such tool. The tools are ${TOOL_NAMES.join(", ")}.`,
      );
    const reply = await runTool(app, params.name, params.arguments).catch((error: unknown) => {
      app.log.error({ err: error, tool: params.name }, "a tool for assistants failed");
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        "Something went wrong on our side. Please try again.",
      );
    });
    return reply.ok
      ? { content: [{ type: "text", text: reply.text }], structuredContent: reply.output }
      : { content: [{ type: "text", text: reply.error }], isError: true };
  });
  return server;
}
