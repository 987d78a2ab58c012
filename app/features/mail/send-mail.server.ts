import { randomBytes, randomUUIDv7 } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createTransport } from "nodemailer";
import type { AppContext } from "#app/app-context.ts";
import { SECOND_MS } from "#app/lib/durations.ts";

export type MailContext = Pick<AppContext, "db" | "env" | "log" | "now" | "settings">;
export type Mail = {
  to: string;
  subject: string;
  text: string;
  kind: string;
  recipientId?: string;
  subjectId?: string;
};
export type MailResult = { ok: boolean; where: "smtp" | "file"; error?: string };

const CONNECT_MS = 5 * SECOND_MS;
/** A mail server that takes longer counts as down. */
const MAIL_DEADLINE_MS = 10 * SECOND_MS;
const DEADLINE = "deadline";
const STOPPED = "stopped";
/** The server took the connection and refused this one recipient. */
export const RECIPIENT_REFUSED = "EENVELOPE";

type Message = {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  date: Date;
};
type PooledTransport = ReturnType<typeof openTransport>;
const transports = new Map<string, PooledTransport>();

/**
 * A mail is text of ours: it never makes the mailer read files or call addresses. A connection that
 * the server closed is opened again once.
 */
const POOL = {
  pool: true,
  maxConnections: 2,
  maxRequeues: 1,
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: MAIL_DEADLINE_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
};

function openTransport(smtpUrl: string) {
  const url = new URL(smtpUrl);
  // Beside an address the library reads no options but those in its query.
  for (const [name, value] of Object.entries(POOL)) url.searchParams.set(name, String(value));
  return createTransport(url.href);
}

/** One transport a mail server, made when the first mail goes out. */
function pooledTransport(url: string): PooledTransport {
  let transport = transports.get(url);
  if (!transport) {
    transport = openTransport(url);
    // Errors of idle connections; those of a mail reach its sender.
    transport.on("error", () => {});
    transports.set(url, transport);
  }
  return transport;
}

/** Ends idle connections to mail servers; a later mail opens them again. */
export function closeMail(): void {
  for (const transport of transports.values()) transport.close();
  transports.clear();
}

/**
 * Sends a mail over SMTP_URL, or writes it to DATA_DIR/outbox where there is no mail server, and
 * writes down that it went out. Never throws; `error` is a code without personal data. Never call
 * it in a transaction or in a visitor's request. A crash between the mail and its row can make a
 * caller that looks at the rows send it again: twice rather than never.
 */
export async function sendMail(
  services: MailContext,
  mail: Mail,
  signal?: AbortSignal,
): Promise<MailResult> {
  const { env, log, now } = services;
  const where = env.SMTP_URL ? "smtp" : "file";
  try {
    const { brand, email } = await services.settings.get();
    const message = {
      from: { name: brand, address: email },
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      date: now(),
    };
    if (env.SMTP_URL) await sendOverSmtp(env.SMTP_URL, message, signal);
    else await writeToOutbox(resolve(env.DATA_DIR), message);
  } catch (error) {
    const code = errorCode(error);
    log.warn(
      { kind: mail.kind, recipientId: mail.recipientId, where, code },
      "a mail could not be sent",
    );
    return { ok: false, where, error: code };
  }
  await writeDown(services, mail);
  return { ok: true, where };
}

/** Messages of mail servers quote addresses, so that only codes are told: "EENVELOPE 550". */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const name =
    typeof code === "string" && /^[A-Z0-9_]{2,40}$/.test(code)
      ? code
      : [DEADLINE, STOPPED].includes(error.message)
        ? error.message
        : error.name;
  return Number.isInteger(responseCode) ? `${name} ${responseCode}` : name;
}

async function sendOverSmtp(
  url: string,
  message: Message,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(DEADLINE)), MAIL_DEADLINE_MS);
  const stop = () => reject(new Error(STOPPED));
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([pooledTransport(url).sendMail(message), tooLong]);
  } catch (error) {
    // A connection in an unknown state is not used for the next mail.
    transports.get(url)?.close();
    transports.delete(url);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** The mail as a file that mail programs open, readable by the owner alone. */
async function writeToOutbox(dataDir: string, message: Message): Promise<void> {
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  }).sendMail(message);
  const folder = join(dataDir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${message.date.toISOString().replaceAll(":", "-")}-${randomBytes(6).toString("hex")}.eml`;
  await writeFile(join(folder, name), bytes, { mode: 0o600, flag: "wx" });
}

async function writeDown(
  { db, log, now }: MailContext,
  { kind, recipientId, subjectId }: Mail,
): Promise<void> {
  try {
    await db.$client.query(
      "insert into notifications (id, channel, kind, recipient_id, subject_id, sent_at) values ($1, 'email', $2, $3, $4, $5)",
      [randomUUIDv7(), kind, recipientId ?? null, subjectId ?? null, now()],
    );
  } catch (error) {
    log.error(
      { err: error, kind, recipientId },
      "a mail went out and could not be written down; it may go out again",
    );
  }
}
