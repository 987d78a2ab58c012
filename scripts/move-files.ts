// Copies images, photos and papers to object storage or back: npm run files:move -- --to s3|local
import { parseArgs } from "node:util";
import { openImageObjects } from "#app/features/media/image-objects.server.ts";
import { moveImages } from "#app/features/media/move-images.server.ts";
import { openLocalImages } from "#app/features/media/open-images.server.ts";
import { photoFiles } from "#app/features/photos/stored-files.server.ts";
import { movePrivateFiles } from "#app/features/private-files/move-files.server.ts";
import { openPrivateStore } from "#app/features/private-files/private-store.server.ts";
import { removePrivateFiles } from "#app/features/private-files/remove-files.server.ts";
import { paperFiles } from "#app/features/providers/papers/stored-files.server.ts";
import { readEnv } from "#app/lib/env.server.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import type { MoveOptions, MoveReport } from "#app/lib/move-report.ts";
import { getS3Config } from "#app/lib/s3-variables.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "npm run files:move -- --to s3|local [--dry-run] [--delete-source]";
const BYTES_PER_MB = 1_000_000;

const options = readOptions(USAGE, (): MoveOptions => {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "delete-source": { type: "boolean", default: false },
    },
  });
  if (values.to !== "s3" && values.to !== "local") throw new Error("Pass --to s3 or --to local.");
  return {
    to: values.to,
    isDryRun: values["dry-run"],
    deletesSource: values["delete-source"],
    onProblem: (sentence) => console.error(sentence),
  };
});

if (options)
  await withDatabase(async (db) => {
    const env = readEnv();
    const config = getS3Config(env);
    const privateStore = openPrivateStore(env);
    if (!config || !privateStore)
      throw new Error("Set the S3_ variables: they say which object storage is meant.");
    const [local, objects] = [openLocalImages(env), openImageObjects(config)];
    const [source, target] = options.to === "s3" ? [local, objects] : [objects, local];
    const reports = [
      ["image", await moveImages({ db, source, target }, options)],
      ...(await Promise.all(
        [photoFiles, paperFiles].map(async (owner) => [
          owner.label,
          await movePrivateFiles({ db, store: privateStore, owner }, options),
        ]),
      )),
    ] as [string, MoveReport][];
    if (options.deletesSource && !options.isDryRun)
      await removePrivateFiles({ db, privateStore, log: createLogger("warn") });
    for (const [label, report] of reports) console.log(describeReport(label, report, options));
    printResult(reports.map(([, report]) => report));
  });

function describeReport(
  label: string,
  { copied, present, bytes, deleted, failed }: MoveReport,
  { isDryRun, deletesSource }: MoveOptions,
): string {
  const size = `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
  return [
    `${formatQuantity(copied, label)} ${isDryRun ? "to copy" : "copied"} (${size})`,
    `${present} there already`,
    ...(deletesSource && !isDryRun ? [`${deleted} deleted from where they were`] : []),
    `${failed} failed`,
  ].join(", ");
}

function printResult(reports: readonly MoveReport[]): void {
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  if (failed > 0) {
    process.exitCode = 1;
    console.error(
      `${formatQuantity(failed, "file")} could not be moved: see above, then run it again.`,
    );
  } else if (options?.isDryRun) console.log("Nothing was changed.");
  else console.log("Each copy was read back and compared.");
}
