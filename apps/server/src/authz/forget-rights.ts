import type { Db } from '#db/database.ts';
import { forgetKeyRights } from './key-lookup.ts';
import { forgetSessionRights } from './session-lookup.ts';

/** Forgets all rights that this process remembers, of sessions and API keys. */
export function forgetRights(db: Db): void {
  forgetSessionRights(db);
  forgetKeyRights(db);
}
