import type { Db } from '#db/database.ts';
import type { PdfLetterhead } from '#pdf/letterhead.ts';
import type { SignedInContext } from '#request/context.ts';
import { findLetterheadOffice, findLogoFiles, findLogoId } from './practice-repo.ts';

/** The letterhead of what belongs to no office. */
export async function readLetterhead({ deps, user }: SignedInContext): Promise<PdfLetterhead> {
  const { db, config } = deps;
  const [office, logo] = await Promise.all([findLetterheadOffice(db, user.officeId), currentLogo(db)]);
  return { practice: config.practice.name, office, logo };
}

/** The logo of letterheads as PNG. */
export async function currentLogo(db: Db): Promise<Buffer | null> {
  const id = await findLogoId(db);
  return id === null ? null : ((await findLogoFiles(db, [id])).get(id) ?? null);
}
