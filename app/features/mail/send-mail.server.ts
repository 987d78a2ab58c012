import { randomBytes, randomUUIDv7 } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { AppContext } from "#app/app-context.ts";
import { notifications } from "#app/db/tables/notifications.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import type { CalendarFile } from "#app/lib/icalendar.ts";
import { getMailFileTime, getMailFolder } from "./mail-files.server.ts";

export type MailContext = Pick<AppContext, "db" | "env" | "log" | "now" | "settings">;
export type Mail = {
  /** One address, or those of colleagues, who see each other's. */
  to: string | string[];
  subject: string;
  text: string;
  kind: string;
  recipientId?: string;
  subjectId?: string;
  /** Local part of the Message-ID: mail programs show one that arrives twice once. */
  messageId?: string;
  /** Where an answer goes; by default to the sender. */
  replyTo?: string;
  calendar?: CalendarFile;
};
export type MailResult = {
  ok: boolean;
  where: "smtp" | "file";
  error?: string;
  /** The mail may have arrived, though no answer of the mail server says so. */
  isUncertain?: boolean;
};

const CONNECT_MS = 5 * SECOND_MS;
/** A mail server that does not respond within this time counts as down. */
const MAIL_TIMEOUT_MS = 10 * SECOND_MS;
const DEADLINE = "deadline";
const STOPPED = "stopped";
/** Error code of a mail server that works but refused the recipient. */
export const RECIPIENT_REFUSED = "EENVELOPE";
/** Whether a recipient was refused for good: codes that begin with 4 mean "try again later". */
export const isRefusedForGood = (error: string | undefined): boolean =>
  error?.startsWith(`${RECIPIENT_REFUSED} 5`) ?? false;
/** Error code of a mail server that refuses us as sender, or the text: no fault of the recipient. */
const SENDER_REFUSED = "ESENDER";

type Message = {
  from: { name: string; address: string };
  to: string | string[];
  subject: string;
  text: string;
  date: Date;
  messageId?: string;
  replyTo?: string;
  icalEvent?: { method: CalendarFile["method"]; filename: string; content: string };
};
type PooledTransport = ReturnType<typeof openTransport>;
const transports = new Map<string, PooledTransport>();

/**
 * Mails are plain text: the mailer never reads files or fetches URLs for them. A connection that
 * the server closed is reopened once.
 */
const POOL = {
  pool: true,
  maxConnections: 2,
  maxRequeues: 1,
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: MAIL_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
};

function openTransport(smtpUrl: string) {
  const url = new URL(smtpUrl);
  // With a URL, the library reads options only from its query string.
  for (const [name, value] of Object.entries(POOL)) url.searchParams.set(name, String(value));
  return createTransport(url.href);
}

/** The transport of a mail server, which is created for its first mail. */
function getTransport(url: string): PooledTransport {
  let transport = transports.get(url);
  if (!transport) {
    transport = openTransport(url);
    // Ignores errors of idle connections; errors of a mail reach its sender.
    transport.on("error", () => {});
    transports.set(url, transport);
  }
  return transport;
}

/** Closes idle connections to mail servers; a later mail reopens them. */
export function closeMailTransports(): void {
  for (const transport of transports.values()) transport.close();
  transports.clear();
}

/**
 * Sends a mail over SMTP_URL, or writes it to DATA_DIR/outbox without a mail server, and records
 * it. Never throws; `error` is a code without personal data. Never call it in a transaction or in a
 * visitor's request. After a crash between the mail and its row, a caller that checks the rows may
 * send it again: twice rather than never.
 */
export async function sendMail(
  app: MailContext,
  mail: Mail,
  signal?: AbortSignal,
): Promise<MailResult> {
  const { env, log, now } = app;
  const where = env.SMTP_URL ? "smtp" : "file";
  try {
    const { brand, email } = await app.settings.get();
    const message: Message = {
      from: { name: brand, address: email },
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      date: now(),
      replyTo: mail.replyTo,
      ...(mail.messageId && { messageId: `<${mail.messageId}@${email.split("@").at(-1)}>` }),
      ...(mail.calendar && {
        icalEvent: {
          method: mail.calendar.method,
          filename: "visit.ics",
          content: mail.calendar.text,
        },
      }),
    };
    if (env.SMTP_URL) await sendOverSmtp(env.SMTP_URL, message, signal);
    else await writeMailFile(env.DATA_DIR, message);
  } catch (error) {
    const code = getErrorCode(error);
    log.warn(
      { kind: mail.kind, recipientId: mail.recipientId, where, code },
      "a mail could not be sent",
    );
    return {
      ok: false,
      where,
      error: code,
      isUncertain: env.SMTP_URL ? isUncertain(error) : false,
    };
  }
  await recordMail(app, mail);
  return { ok: true, where };
}

/** Error messages of mail servers quote addresses, so only the code is used: "EENVELOPE 550". */
function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode, command } = error as Error & Record<string, unknown>;
  const name =
    typeof code === "string" && /^[A-Z0-9_]{2,40}$/.test(code)
      ? // The library has one code for all refusals; the command tells which one it was.
        code === RECIPIENT_REFUSED && command !== "RCPT TO"
        ? SENDER_REFUSED
        : code
      : [DEADLINE, STOPPED].includes(error.message)
        ? error.message
        : error.name;
  return Number.isInteger(responseCode) ? `${name} ${responseCode}` : name;
}

/** Error codes of conversations that end before a mail is passed on. */
const BEFORE_MAIL = ["EDNS", "ETLS", "EAUTH", "EENVELOPE"];

/** Whether a mail may have arrived: the server neither refused it nor was out of reach. */
function isUncertain(error: unknown): boolean {
  const { code, responseCode, syscall } = Object(error) as Record<string, unknown>;
  const isRefused = typeof responseCode === "number" && responseCode >= 400;
  return !isRefused && syscall !== "connect" && !BEFORE_MAIL.includes(String(code));
}

async function sendOverSmtp(
  url: string,
  message: Message,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(DEADLINE)), MAIL_TIMEOUT_MS);
  const stop = () => reject(new Error(STOPPED));
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([getTransport(url).sendMail(message), interrupted]);
  } catch (error) {
    // The connection may be in an unknown state, so it is not used again.
    transports.get(url)?.close();
    transports.delete(url);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Writes the mail as an .eml file that only the file's owner can read. */
async function writeMailFile(dataDir: string, message: Message): Promise<void> {
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  }).sendMail(message);
  const folder = getMailFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${getMailFileTime(message.date)}-${randomBytes(6).toString("hex")}.eml`;
  await writeFile(join(folder, name), bytes, { mode: 0o600, flag: "wx" });
}

async function recordMail(
  { db, log, now }: MailContext,
  { kind, recipientId, subjectId }: Mail,
): Promise<void> {
  try {
    await db.insert(notifications).values({
      id: randomUUIDv7(),
      channel: "email",
      kind,
      recipientId,
      subjectId,
      sentAt: now(),
    });
  } catch (error) {
    log.error(
      { err: error, kind, recipientId },
      "a mail was sent and could not be recorded; it may be sent again",
    );
  }
}
