import { codeCheck } from '@portal/contract/code-check';
import { catalogCode, guessCodeType } from '@portal/domain/billing-code';
import { codeStatusOn, sourceOf, statementsOn } from '@portal/domain/code-files/code-statements';
import { editionOf, NO_FILES } from '@portal/domain/code-files/official';
import { todayIn } from '@portal/domain/date';
import { operation } from '#http/operation.ts';
import { findCodeTypes, findPairs } from './code-check-repo.ts';
import { findOfficial } from './official-repo.ts';

/** Says what the loaded files, or else the portal's lists, know about a code on a day. */
export const checkCode = operation(codeCheck, async ({ deps, now }, { query }) => {
  const { db, config } = deps;
  const date = query.date ?? todayIn(config.practice.timeZone, now);
  const guess = guessCodeType(query.code);
  const types = query.codeType === undefined ? await findCodeTypes(db, query.code) : [query.codeType];
  const codeType = types.includes(guess) ? guess : (types[0] ?? guess);
  const code = catalogCode(codeType, query.code);
  const [[official = NO_FILES], { pairs, pairCount, ndcCount }] = await Promise.all([
    findOfficial(db, [{ day: date, codes: [code] }]),
    findPairs(db, { code, day: date }),
  ]);
  const pairEdition = editionOf(official, 'ptp');
  const asked = { code, codeType, day: date, official, ndcCount };
  return {
    code,
    codeType,
    date,
    ...codeStatusOn(asked),
    statements: [...statementsOn(asked)],
    pairs: pairs.map(({ column1, column2, indicator, rationale, validFrom, validTo }) => ({
      code: column1 === code ? column2 : column1,
      isPaid: column1 === code,
      canBeDistinct: indicator === 1,
      rationale,
      validFrom,
      validTo,
    })),
    pairCount,
    pairSource: pairEdition === null ? null : sourceOf(pairEdition),
  };
});
