import { build, isBuilt } from "./build.ts";

process.env.NODE_ENV = "production";
if (!isBuilt()) {
  console.log("Building the site; this is needed once after each change.");
  build();
}
await import("../build/server/index.js" as string);
