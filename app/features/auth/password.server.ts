import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createHashQueue } from "./hash-queue.server.ts";

const derive = promisify(argon2);
/** 46 MiB and one pass, as OWASP's password storage guide recommends; about 45 ms. */
const COST = { memory: 46 * 1024, passes: 1, parallelism: 1 };
const TAG_BYTES = 32;
const NONCE_BYTES = 16;
const PHC_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

const { enqueue, runAsKnownCaller } = createHashQueue();

export { runAsKnownCaller };

const toBytes = (password: string) => Buffer.from(password.normalize("NFKC"));

/** Hashes a password with Argon2id. @returns a PHC string */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await enqueue(() =>
    derive("argon2id", { message: toBytes(password), nonce, tagLength: TAG_BYTES, ...COST }),
  );
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = "", tag = ""] = PHC_FORMAT.exec(hash) ?? [];
  if (!tag) return false;
  const expected = Buffer.from(tag, "base64url");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await enqueue(() =>
    derive("argon2id", {
      message: toBytes(password),
      nonce: Buffer.from(nonce, "base64url"),
      tagLength: expected.length,
      ...cost,
    }),
  );
  return timingSafeEqual(actual, expected);
}
