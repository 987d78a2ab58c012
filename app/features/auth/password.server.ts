import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createHashQueue } from "./hash-queue.server.ts";

const derive = promisify(argon2);
/** 46 MiB and one pass, as OWASP's password storage guide has it; about 45 ms. */
const COST = { memory: 46 * 1024, passes: 1, parallelism: 1 };
const TAG_BYTES = 32;
const NONCE_BYTES = 16;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

const { inTurn, asKnownCaller } = createHashQueue();

export { asKnownCaller };

const bytesOf = (password: string) => Buffer.from(password.normalize("NFKC"));

/** PHC string of a password. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await inTurn(() =>
    derive("argon2id", { message: bytesOf(password), nonce, tagLength: TAG_BYTES, ...COST }),
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
  const [, memory, passes, parallelism, nonce = "", tag = ""] = STORED.exec(hash) ?? [];
  if (!tag) return false;
  const expected = Buffer.from(tag, "base64url");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await inTurn(() =>
    derive("argon2id", {
      message: bytesOf(password),
      nonce: Buffer.from(nonce, "base64url"),
      tagLength: expected.length,
      ...cost,
    }),
  );
  return timingSafeEqual(actual, expected);
}
