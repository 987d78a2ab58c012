import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer as createVite, isRunnableDevEnvironment } from "vite";
import { readEnv } from "#app/lib/env.server.ts";
import { startDevFakes } from "./dev-fakes.ts";
import { createRequestUrls } from "./request-urls.ts";

// Development: Vite in front of the same app. No page cache, so that every edit shows.

const { PORT, HOST } = readEnv();
const origin = `http://localhost:${PORT}`;
const fakes = await startDevFakes(origin);
for (const variables of fakes.env)
  if (!Object.keys(variables).some((name) => process.env[name]))
    Object.assign(process.env, variables);
const env = readEnv();
const http = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } } });
const environment = vite.environments.ssr;
if (!isRunnableDevEnvironment(environment))
  throw new Error("the ssr environment cannot run modules");
const urls = createRequestUrls({ publicUrl: env.PUBLIC_URL });

type DevApp = {
  app: Hono;
  printFirstLink: (origin: string) => Promise<void>;
  stop: () => Promise<void>;
};
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
    const { response } = urls.read(req);
    if (!response) return void listener(req, res);
    res.writeHead(response.status, response.headers);
    res.end(response.body);
  }),
);
http.listen(PORT, HOST, async () => {
  console.log(
    `\n  Development server: ${origin}\n  Mail, CRM, Stripe and the language model are fakes, unless configured.\n  What they receive: ${fakes.viewerUrl}\n`,
  );
  await load()
    .then(({ printFirstLink }) => printFirstLink(origin))
    .catch((error: unknown) => console.error(error));
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    http.close();
    await (await load()).stop();
    await vite.close();
    await fakes.close();
    process.exit(0);
  });
}
