import type { CheckedCode } from '@portal/contract/signing-checks';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import { catalogCode, type CodeType } from '@portal/domain/billing-code';
import type { Db } from '#db/database.ts';
import { findCodeTraits, findLongerCodes } from './checked-code-repo.ts';

interface Coded {
  readonly code: string;
  readonly codeType: CodeType;
}

/** What the checks need to know about codes, in their order. Codes that the catalog does not have get the traits of their range. */
export async function checkCodes(db: Db, codes: readonly Coded[]): Promise<CheckedCode[]> {
  if (codes.length === 0) return [];
  const normal = codes.map(({ code, codeType }) => ({ codeType, code: catalogCode(codeType, code) }));
  const found = await findCodeTraits(
    db,
    normal.map(({ code }) => code),
  );
  const known = new Map(found.map((each) => [keyOf(each), each]));
  const missing = normal.filter((each) => each.codeType === 'ICD10' && !known.has(keyOf(each)));
  const longer = await findLongerCodes(
    db,
    missing.map(({ code }) => code),
  );
  return normal.map(({ code, codeType }): CheckedCode => {
    const entry = known.get(keyOf({ code, codeType }));
    if (entry === undefined)
      return {
        code,
        codeType,
        ...defaultCodeTraits(codeType, code, longer.has(code)),
        catalog: {
          status: 'missing',
          longerCode: codeType === 'ICD10' ? (longer.get(code) ?? null) : null,
        },
      };
    const { isActive, ...traits } = entry;
    const status = isActive ? ('active' as const) : ('inactive' as const);
    return { ...traits, catalog: { status, longerCode: null } };
  });
}

export const keyOf = ({ code, codeType }: Coded): string => `${codeType} ${code}`;
