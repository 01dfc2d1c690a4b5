import { letterheadGet, practiceLogoFile, practiceMark } from '@portal/contract/practice';
import { practice as practiceEndpoint } from '@portal/contract/system';
import { todayIn } from '@portal/domain/date';
import { together } from '#db/together.ts';
import { notFound } from '#platform/app-error.ts';
import { UNNAMED_PRACTICE } from '#platform/config.ts';
import { operation } from '#http/operation.ts';
import { findLetterhead, findLetterheadOffice, findLogoFiles } from './practice-repo.ts';

export * from './change-logo.ts';

export const practice = operation(practiceEndpoint, async ({ deps: { db, config }, user, now }) => {
  const [{ logo }, office] = await together([findLetterhead(db), findLetterheadOffice(db, user.officeId)]);
  return { ...config.practice, today: todayIn(config.practice.timeZone, now), logo, office };
});

/** Everyone may see the name and the logo of the practice, and nothing else of it. */
export const getMark = operation(practiceMark, async ({ deps: { db, config } }) => {
  const { name } = config.practice;
  return { name: name === UNNAMED_PRACTICE ? null : name, logo: (await findLetterhead(db)).logo };
});

/** Sends a logo. Throws NOT_FOUND. */
export const getLogo = operation(practiceLogoFile, async ({ deps }, { params: { id } }) => {
  const content = (await findLogoFiles(deps.db, [id])).get(id);
  if (content === undefined) throw notFound('This logo does not exist.');
  return { content, fileName: 'logo.png', isInline: true, isImmutable: true };
});

export const getLetterhead = operation(letterheadGet, ({ deps }) => findLetterhead(deps.db));
