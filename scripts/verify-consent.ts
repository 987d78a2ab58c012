// Verifies every consent record and the chain that seals them: npm run consent:verify
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async (db) => {
  const { checked, unsealed, damage } = await verifyConsentChain(db);
  console.log(`${checked} consent records checked, ${unsealed} not sealed yet.`);
  if (!damage) return console.log("The chain is intact.");
  console.error(`Damage at link ${damage.seq}, record ${damage.recordId}: ${damage.problem}.`);
  process.exitCode = 1;
});
