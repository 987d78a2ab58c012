type Variables = Readonly<Record<string, unknown>>;

type Need = {
  /** The variable that must be set … */
  name: string;
  /** … where this one is, */
  with: string;
  /** for this reason. */
  because: string;
  /** Only for some values of the other one. */
  only?: (value: unknown) => boolean;
};

const OWN_SERVER = "openai-compatible";

const NEEDS: readonly Need[] = [
  ...["DATABASE_DIRECT_URL", "DATABASE_READ_URL"].map((name) => ({
    name: "DATABASE_URL",
    with: name,
    because: "is set, and belongs to a database of your own",
  })),
  {
    name: "CONTACT_SYNC_KEY",
    with: "CONTACT_SYNC_URL",
    because: "is set, and its calls need a bearer key",
  },
  {
    name: "CONTACT_SYNC_SECRET",
    with: "CONTACT_SYNC_URL",
    because: "is set, and its calls carry the shared webhook secret",
  },
  { name: "AI_MODEL", with: "AI_PROVIDER", because: "is set, and a model must be named" },
  {
    name: "AI_API_KEY",
    with: "AI_PROVIDER",
    because: "is set, and its calls need a key",
    only: (provider) => provider !== OWN_SERVER,
  },
  {
    name: "AI_BASE_URL",
    with: "AI_PROVIDER",
    because: "is openai-compatible, which has no address of its own",
    only: (provider) => provider === OWN_SERVER,
  },
  {
    name: "MAIL_WEBHOOK_SECRET",
    with: "INBOUND_MAIL_ADDRESS",
    because: "is set, and mails that arrive there must be signed",
  },
  {
    name: "INBOUND_MAIL_ADDRESS",
    with: "MAIL_WEBHOOK_SECRET",
    because: "is set, and answers need an address",
  },
  {
    name: "S3_ENDPOINT",
    with: "BACKUP_KEY",
    because: "is set, and encrypted backups go to object storage",
  },
  ...[
    ["CRM_CLIENT_SECRET", "CRM_CLIENT_ID"],
    ["CRM_CLIENT_ID", "CRM_CLIENT_SECRET"],
  ].map(([name = "", other = ""]) => ({
    name,
    with: other,
    because: "is set, and HighLevel gives tokens for both together",
  })),
];

/** All of them or none. */
const TWILIO_VARIABLES = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM_NUMBER"];

/** One sentence about a variable that is missing beside those that are set; undefined if none is. */
export function findMissingVariable(env: Variables): string | undefined {
  const need = NEEDS.find(
    ({ name, with: other, only }) => env[other] && !env[name] && (only?.(env[other]) ?? true),
  );
  if (need) return `${need.name} is missing: ${need.with} ${need.because}.`;
  const missing = TWILIO_VARIABLES.find((name) => !env[name]);
  if (missing && TWILIO_VARIABLES.some((name) => env[name]))
    return `${missing} is missing: texts need the account, its token and a number, and only a part is set.`;
  return undefined;
}
