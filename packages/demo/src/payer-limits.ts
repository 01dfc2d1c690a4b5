import { insertMissingLimits, KNOWN_LIMITS } from '@portal/server/features/payer-limits/index';
import type { Db } from '@portal/server/db/database';

/** The rule that the demo practice counts. A patient has four signed sessions of it, and a fifth waits for its signature. */
const COUNTED = 'Lumbar or sacral epidural';

/** Adds the rules of payers that the portal knows; one is on. */
export const insertDemoLimits = (db: Db) =>
  insertMissingLimits(
    db,
    KNOWN_LIMITS.map((rule) => ({ ...rule, isActive: rule.name === COUNTED })),
  );
