import path from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

/**
 * Provides the server build with the text of a service worker: one small classic script, bundled
 * separately. As an entry of the browser build it could share chunks with pages, and its name would
 * change.
 * @param options.id the virtual module that exports `workerText`
 * @param options.inDevelopment whether development has the worker; the text is empty otherwise
 */
export function serviceWorker(options: {
  id: string;
  entry: string;
  inDevelopment?: boolean;
}): Plugin {
  const { id, entry, inDevelopment = false } = options;
  const resolvedId = `\0${id}`;
  let config: ResolvedConfig;
  return {
    name: `service-worker:${id}`,
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(source) {
      if (source === id) return resolvedId;
    },
    async load(loadedId) {
      if (loadedId !== resolvedId) return;
      if (this.environment.name === "client") this.error(`${id} is for the server only`);
      if (config.command === "serve" && !inDevelopment) return `export const workerText = "";`;
      const built = await build({
        root: config.root,
        configFile: false,
        publicDir: false,
        logLevel: "error",
        build: {
          write: false,
          modulePreload: false,
          rollupOptions: {
            input: path.resolve(config.root, entry),
            output: { format: "iife" },
          },
        },
      });
      const [chunk, ...others] = "output" in built ? built.output : [];
      if (chunk?.type !== "chunk" || others.length > 0)
        return this.error(`${entry} did not become one script`);
      return `export const workerText = ${JSON.stringify(chunk.code)};`;
    },
  };
}
