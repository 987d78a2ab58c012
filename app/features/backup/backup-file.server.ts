import { createReadStream, type WriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { BACKUP_FORMAT, BACKUP_VERSION, BATCH_CHARACTERS, BATCH_ROWS } from "./constants.ts";
import { createTableChecksum, type TableChecksum } from "./table-checksum.ts";
import type { BackupTable } from "./tables.server.ts";

// A backup is a gzip file of lines: a header, each table with its rows, and a manifest. A truncated
// file has no manifest.

const headerSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(BACKUP_VERSION),
  schema: z.string(),
  createdAt: z.iso.datetime(),
});
const tableSchema = z.strictObject({
  table: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});
const manifestSchema = z.strictObject({
  manifest: z.strictObject({
    schema: z.string(),
    createdAt: z.string(),
    tables: z.array(z.strictObject({ name: z.string(), rows: z.int().min(0), sha256: z.string() })),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>["manifest"];

/** The file is not an intact backup; the message is shown to the operator. */
export class BackupDamageError extends Error {}

export const formatHeaderLine = (header: { schema: string; createdAt: string }) =>
  JSON.stringify({ format: BACKUP_FORMAT, version: BACKUP_VERSION, ...header });
export const formatTableLine = ({ name, columns }: BackupTable) =>
  JSON.stringify({ table: name, columns });
export const formatManifestLine = (manifest: Manifest) => JSON.stringify({ manifest });

/** Writes batches of lines, compressed, with backpressure from where they go. */
export async function writeLines(
  blocks: AsyncIterable<string[]>,
  target: WriteStream | ((bytes: AsyncIterable<Uint8Array>) => Promise<void>),
  signal?: AbortSignal,
): Promise<void> {
  async function* texts() {
    for await (const lines of blocks) yield `${lines.join("\n")}\n`;
  }
  await pipeline(texts, createGzip(), target, { signal });
}

/** A file, or what gives its bytes each time it is read. */
export type BackupSource = string | (() => AsyncIterable<Uint8Array>);

type Visitor = {
  onTable?: (table: BackupTable) => Promise<void>;
  onRows?: (table: BackupTable, lines: string[]) => Promise<void>;
};

/**
 * Reads a whole backup, and verifies the counts and hashes of its rows.
 * @throws BackupDamageError where the file is truncated, changed, or not a backup
 */
export async function readBackup(source: BackupSource, visitor: Visitor = {}): Promise<Manifest> {
  const unpacked = createGunzip();
  const bytes = typeof source === "string" ? createReadStream(source) : source();
  // A read or gzip error also ends the reading of lines, with the same error.
  const ended = pipeline(bytes, unpacked).catch(() => {});
  try {
    const manifest = await readLines(splitLines(unpacked), visitor);
    if (!manifest) throw new BackupDamageError("The backup is cut short: its manifest is missing.");
    return manifest;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && code.startsWith("Z_"))
      throw new BackupDamageError("The backup is damaged: it cannot be unpacked.", {
        cause: error,
      });
    throw error;
  } finally {
    unpacked.destroy();
    await ended;
  }
}

/**
 * Splits only at line feeds; node:readline would also split at characters that people's texts may
 * contain.
 */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // Joined once: a line with a photo comes in many chunks.
  let parts: string[] = [];
  for await (const chunk of bytes) {
    const [rest = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(rest);
    for (const line of lines) {
      yield parts.join("");
      parts = [line];
    }
  }
  if (parts.join("") !== "")
    throw new BackupDamageError("The backup is cut short: its last line has no end.");
}

async function readLines(
  lines: AsyncIterable<string>,
  visitor: Visitor,
): Promise<Manifest | undefined> {
  let header: z.infer<typeof headerSchema> | undefined;
  let table: BackupTable | undefined;
  let checksum: ReturnType<typeof createTableChecksum> | undefined;
  let batch: string[] = [];
  let characters = 0;
  let manifest: Manifest | undefined;
  const actual: TableChecksum[] = [];
  const flush = async () => {
    if (table && batch.length > 0) await visitor.onRows?.(table, batch);
    batch = [];
    characters = 0;
  };
  const endTable = async () => {
    await flush();
    if (checksum) actual.push(checksum.finish());
  };
  for await (const line of lines) {
    if (manifest)
      throw new BackupDamageError("The backup is damaged: something follows its manifest.");
    if (!header) header = readLine(headerSchema, line, "The file is not a backup of this site.");
    else if (line.startsWith("[") && checksum) {
      checksum.add(line);
      batch.push(line);
      characters += line.length;
      if (batch.length === BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
    } else if (line.startsWith('{"table"')) {
      await endTable();
      const start = readLine(tableSchema, line, "The backup is damaged: a table has no name.");
      table = { name: start.table, columns: start.columns };
      checksum = createTableChecksum(table.name);
      await visitor.onTable?.(table);
    } else {
      await endTable();
      manifest = readLine(
        manifestSchema,
        line,
        "The backup is damaged: a line is neither a row nor a table.",
      ).manifest;
      compareChecksums(manifest.tables, actual);
    }
  }
  return manifest;
}

function readLine<T extends z.ZodType>(schema: T, line: string, problem: string): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new BackupDamageError(problem, { cause });
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new BackupDamageError(problem);
  return result.data;
}

/** @throws BackupDamageError naming the first table whose rows do not match the manifest */
export function compareChecksums(expected: TableChecksum[], actual: TableChecksum[]): void {
  for (const [index, table] of expected.entries()) {
    const found = actual[index];
    if (found?.name !== table.name)
      throw new BackupDamageError(`The backup is damaged: the table ${table.name} is missing.`);
    if (found.rows !== table.rows)
      throw new BackupDamageError(
        `The backup is damaged: ${table.name} has ${found.rows} rows instead of ${table.rows}.`,
      );
    if (found.sha256 !== table.sha256)
      throw new BackupDamageError(
        `The backup is damaged: the rows of ${table.name} do not match their checksum.`,
      );
  }
  if (actual.length > expected.length)
    throw new BackupDamageError(
      "The backup is damaged: it holds a table that its manifest does not name.",
    );
}
