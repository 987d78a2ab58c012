import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer as createVite, isRunnableDevEnvironment } from "vite";
import { readEnv } from "#app/lib/env.server.ts";
import { createRequestUrls } from "./request-urls.ts";

// Development: Vite in front of the same app. No page cache, so that every edit shows.

const env = readEnv();
const http = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } } });
const environment = vite.environments.ssr;
if (!isRunnableDevEnvironment(environment))
  throw new Error("the ssr environment cannot run modules");
const urls = createRequestUrls({ publicUrl: env.PUBLIC_URL });

type DevApp = { app: Hono; stop: () => Promise<void> };
const load = () => environment.runner.import("/server/dev-app.ts") as Promise<DevApp>;

const listener = getRequestListener(async (request, bindings) => {
  try {
    return await (await load()).app.fetch(request, bindings);
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    console.error(error);
    return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
  }
});
http.on("request", (req, res) =>
  vite.middlewares(req, res, () => {
    const { answer } = urls.read(req);
    if (!answer) return void listener(req, res);
    res.writeHead(answer.status, answer.headers);
    res.end(answer.body);
  }),
);
http.listen(env.PORT, env.HOST, () =>
  console.log(`\n  Development server: http://localhost:${env.PORT}\n`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    http.close();
    await (await load()).stop();
    await vite.close();
    process.exit(0);
  });
}
