import path from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

const ID = "virtual:service-worker";
const RESOLVED_ID = `\0${ID}`;

/**
 * Provides the server build with the text of the service worker: one small classic script, bundled
 * separately. As an entry of the browser build it could share chunks with pages, and its name would
 * change. The text is empty in development, which has no worker.
 */
export function serviceWorker(options: { entry: string }): Plugin {
  let config: ResolvedConfig;
  return {
    name: "service-worker",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(source) {
      if (source === ID) return RESOLVED_ID;
    },
    async load(id) {
      if (id !== RESOLVED_ID) return;
      if (this.environment.name === "client") this.error(`${ID} is for the server only`);
      if (config.command === "serve") return `export const workerText = "";`;
      const built = await build({
        root: config.root,
        configFile: false,
        publicDir: false,
        logLevel: "error",
        build: {
          write: false,
          modulePreload: false,
          rollupOptions: {
            input: path.resolve(config.root, options.entry),
            output: { format: "iife" },
          },
        },
      });
      const [chunk, ...others] = "output" in built ? built.output : [];
      if (chunk?.type !== "chunk" || others.length > 0)
        return this.error(`${options.entry} did not become one script`);
      return `export const workerText = ${JSON.stringify(chunk.code)};`;
    },
  };
}
