import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { buildGoodReply, classifyPrompt, type PromptKind } from "./model-replies.ts";

/** How the provider responds to the next calls. */
export type ModelBehavior =
  | { kind: "ok" }
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** A text instead of a good reply. */
  | { kind: "text"; text: string }
  /** A good reply, changed. */
  | { kind: "changed"; change: (text: string) => string }
  | { kind: "not-json" }
  | { kind: "oversized" }
  | { kind: "slow"; ms: number }
  | { kind: "hang" }
  | { kind: "cut" };

export type ModelCall = {
  path: string;
  headers: IncomingMessage["headers"];
  prompt: string;
  system: string;
  kind: PromptKind;
};
type Body = { system?: string; messages: { role: string; content: string }[]; model: string };

/**
 * Anthropic's Messages and OpenAI's Chat Completions API on one server, which checks the key as they
 * do.
 */
export async function startModelApi(options: { key: string }) {
  const calls: ModelCall[] = [];
  const hanging: ServerResponse[] = [];
  let behavior: (call: ModelCall, number: number) => ModelBehavior = () => ({ kind: "ok" });

  const reply = (
    res: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    res.writeHead(status, { "Content-Type": "application/json", ...headers });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const sendText = (res: ServerResponse, path: string, text: string) =>
    path === "/v1/messages"
      ? reply(res, 200, {
          content: [{ type: "text", text }],
          usage: { input_tokens: 1_000, output_tokens: 2_000 },
        })
      : reply(res, 200, {
          choices: [{ message: { role: "assistant", content: text } }],
          usage: { prompt_tokens: 1_000, completion_tokens: 2_000 },
        });

  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", async () => {
      const path = req.url ?? "";
      const key =
        path === "/v1/messages"
          ? req.headers["x-api-key"]
          : req.headers.authorization?.replace("Bearer ", "");
      if (path !== "/v1/messages" && path !== "/v1/chat/completions")
        return reply(res, 404, { error: "not found" });
      if (key !== options.key) return reply(res, 401, { error: { message: "invalid key" } });
      const body = JSON.parse(Buffer.concat(parts).toString()) as Body;
      const findContent = (role: string) =>
        body.messages.find((message) => message.role === role)?.content ?? "";
      const prompt = findContent("user");
      const call: ModelCall = {
        path,
        headers: req.headers,
        prompt,
        system: body.system ?? findContent("system"),
        kind: classifyPrompt(prompt),
      };
      calls.push(call);
      const goodReply = JSON.stringify(buildGoodReply(prompt));
      const next = behavior(call, calls.length);
      switch (next.kind) {
        case "ok":
          return sendText(res, path, `Here it is:\n\`\`\`json\n${goodReply}\n\`\`\``);
        case "text":
          return sendText(res, path, next.text);
        case "changed":
          return sendText(res, path, next.change(goodReply));
        case "status":
          return reply(res, next.status, { error: { message: "fault" } }, next.headers);
        case "not-json":
          return reply(res, 200, "<html>busy</html>");
        case "oversized":
          return sendText(res, path, "x".repeat(300_000));
        case "slow":
          await wait(next.ms);
          return sendText(res, path, goodReply);
        case "cut":
          return void req.socket.destroy();
        case "hang":
          hanging.push(res);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: options.key,
    calls,
    behave(newBehavior: ModelBehavior | ((call: ModelCall, number: number) => ModelBehavior)) {
      behavior = typeof newBehavior === "function" ? newBehavior : () => newBehavior;
    },
    async close() {
      for (const res of hanging) res.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type ModelApiFake = Awaited<ReturnType<typeof startModelApi>>;
