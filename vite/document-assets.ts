import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { listScriptClasses, type ScriptClasses } from "../app/page-css.server.ts";

const ID = "virtual:document-assets";
const RESOLVED_ID = `\0${ID}`;

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] } | undefined
>;

/** Style sheets of a chunk and of all chunks it imports. */
function listStyleSheets(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  return [
    ...(chunk?.imports ?? []).flatMap((imported) => listStyleSheets(manifest, imported, seen)),
    ...(chunk?.css ?? []),
  ];
}

/**
 * Scripts of a chunk and of all chunks it imports, also on demand.
 * @param seen chunks to leave out
 */
function listScripts(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (seen.has(name) || !chunk) return [];
  seen.add(name);
  return [
    chunk.file,
    ...[...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])].flatMap((other) =>
      listScripts(manifest, other, seen),
    ),
  ];
}

/**
 * Provides the server build with the public URL of the islands script, the text of the root style
 * sheet, and its classes that scripts use. React Router builds the client first and deletes
 * `.vite/manifest.json` only after the server build, so the manifest can be read here and is not
 * needed at run time.
 */
export function documentAssets(options: {
  entry: string;
  root: string;
  /** Scripts that only some pages run, each with the texts by which their HTML is known. */
  partsOfPages: Record<string, readonly string[]>;
  /** Scripts that load the style sheet themselves, so that no page needs their classes. */
  withOwnStyles: readonly string[];
}): Plugin {
  let config: ResolvedConfig;
  return {
    name: "document-assets",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(source) {
      if (source === ID) return RESOLVED_ID;
    },
    async load(id) {
      if (id !== RESOLVED_ID) return;
      if (this.environment.name === "client") this.error(`${ID} is for the server only`);
      if (config.command === "serve") {
        return `export const islandsUrl = ${JSON.stringify(`${config.base}${options.entry}`)}; export const inlineCss = ""; export const scriptClasses = []; export const fontUrls = [];`;
      }
      const outDir = path.resolve(
        config.root,
        config.environments.client?.build.outDir ?? "build/client",
      );
      const manifest = JSON.parse(
        await readFile(path.join(outDir, ".vite/manifest.json"), "utf8"),
      ) as Manifest;
      const enhance = manifest[options.entry];
      const sheetFiles = listStyleSheets(
        manifest,
        `${options.root}?__react-router-build-client-route`,
      );
      if (!enhance || sheetFiles.length === 0)
        return this.error(
          `not in the client manifest: ${options.entry}, or a style sheet of ${options.root}`,
        );
      const read = (file: string) => readFile(path.join(outDir, file), "utf8");
      const sheets = await Promise.all(sheetFiles.map(read));
      const css = sheets.join("").trim();
      const listClasses = async (files: string[]) =>
        listScriptClasses((await Promise.all(files.map(read))).join("\n"), css);
      const parts = Object.entries(options.partsOfPages);
      for (const name of [...parts.map(([part]) => part), ...options.withOwnStyles])
        if (!manifest[name]) this.error(`not in the client manifest: ${name}`);
      const ofAllPages = listScripts(
        manifest,
        options.entry,
        new Set([...parts.map(([part]) => part), ...options.withOwnStyles]),
      );
      const scriptClasses: ScriptClasses[] = [
        { classes: await listClasses(ofAllPages) },
        ...(await Promise.all(
          parts.map(async ([part, onlyWith]) => ({
            onlyWith,
            classes: await listClasses(
              listScripts(manifest, part, new Set([options.entry, ...options.withOwnStyles])),
            ),
          })),
        )),
      ];
      const fonts = [...css.matchAll(/url\((\/assets\/[^)]+\.woff2)\)/g)].map((match) => match[1]);
      return [
        `export const islandsUrl = ${JSON.stringify(config.base + enhance.file)};`,
        `export const inlineCss = ${JSON.stringify(css)};`,
        `export const scriptClasses = ${JSON.stringify(scriptClasses)};`,
        `export const fontUrls = ${JSON.stringify(fonts)};`,
      ].join("\n");
    },
  };
}
