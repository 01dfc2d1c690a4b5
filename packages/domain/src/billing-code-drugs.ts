import type { CodeFacts, FactSource } from './billing-code-fact.ts';

/** The file of the drug facts below. It also lists codes that ended, with the day. */
export const HCPCS_FILE: FactSource = {
  name: 'CMS, HCPCS Level II, April 2026 (HCPC2026_APR_ANWEB)',
  lookedUp: '2026-11-26',
};

/**
 * Drugs that pain, spine and orthopedic practices give: how much one unit is, the first and the last day, and what replaced the code.
 * "Up to 40 mg" and "per 40 mg" are both 40 mg. A unit of J0702 holds 3 mg of each of two salts of betamethasone, 6 mg together. "-" is a value that no source confirms.
 */
const CONFIRMED = `
J0165 0.1 mg 2025-07-01
J0171 0.1 mg 2011-01-01 2025-06-30 J0165
J0461 0.01 mg 2010-01-01
J0475 10 mg 1994-01-01
J0476 50 mcg 1999-01-01
J0585 1 units 1991-01-01
J0586 5 units 2010-01-01
J0587 100 units 2002-01-01
J0588 1 units 2012-01-01
J0589 1 units 2024-04-01
J0665 0.5 mg 2023-07-01
J0670 10 mL 1986-01-01
J0690 500 mg 1982-01-01
J0696 250 mg 1990-01-01
J0702 6 mg 1995-01-01
J0735 1 mg 1998-01-01
J0897 1 mg 2012-01-01
J1010 1 mg 2024-04-01
J1020 20 mg 1982-01-01 2024-03-31 J1010
J1030 40 mg 1982-01-01 2024-03-31 J1010
J1040 80 mg 1982-01-01 2024-03-31 J1010
J1094 1 mg 2003-01-01 2025-03-31
J1100 1 mg 1982-01-01
J1170 4 mg 1982-01-01 2024-09-30 J1171
J1171 0.1 mg 2024-10-01
J1200 50 mg 1982-01-01
J1885 15 mg 1993-01-01
J2001 10 mg 2004-01-01 2024-09-30 J2003
J2003 1 mg 2024-10-01
J2004 1 mg 2024-10-01
J2060 2 mg 1982-01-01
J2175 100 mg 1986-01-01
J2250 1 mg 1996-01-01
J2270 10 mg 1982-01-01
J2278 1 mcg 2006-01-01
J2310 1 mg 1996-01-01 2025-06-30 J2312
J2312 0.01 mg 2025-07-01
J2400 30 mL 1986-01-01 2022-12-31 J2401
J2401 1 mg 2023-01-01
J2402 1 mg 2023-01-01
J2405 1 mg 1993-01-01
J2795 1 mg 2001-01-01
J2919 5 mg 2024-04-01
J2920 40 mg 1982-01-01 2024-03-31 J2919
J2930 125 mg 1984-01-01 2024-03-31 J2919
J3010 0.1 mg 1982-01-01
J3300 1 mg 2009-01-01
J3301 10 mg 1991-01-01
J3302 5 mg 1991-01-01
J3303 5 mg 1991-01-01
J3304 1 mg 2019-01-01
J3360 5 mg 1982-01-01
J3420 1000 mcg 1986-01-01
J3473 1 units -
J7318 1 mg 2019-01-01
J7320 1 mg 2017-01-01
J7321 1 dose 2008-01-01
J7322 - - 2017-01-01
J7323 1 dose 2008-01-01
J7324 1 dose 2008-01-01
J7325 - - 2010-01-01
J7326 1 dose 2012-01-01
J7327 1 dose 2015-01-01
J7328 0.1 mg 2016-01-01
J7329 1 mg 2019-01-01
J7331 1 mg 2019-10-01
J7332 1 mg 2019-10-01`;

/** Unit sizes without a source that confirms them. New codes start with them, and screens show them as unchecked. */
const UNCONFIRMED_SIZES =
  'J1720 100 mg, J2704 10 mg, J7322 1 mg, J7325 1 mg, Q9951 1 mL, Q9965 1 mL, Q9966 1 mL, Q9967 1 mL';

const value = (text: string | undefined): string | null => (text === undefined || text === '-' ? null : text);

/** The facts of drug codes, by code. */
export const DRUG_FACTS: ReadonlyMap<string, CodeFacts> = new Map(
  CONFIRMED.trim()
    .split('\n')
    .map((line): [string, CodeFacts] => {
      const [code = '', size, unit, from, to, replacedBy] = line.split(' ');
      const unitSize = value(size);
      return [
        code,
        {
          ...(unitSize !== null && { unitSize: { unitSize: Number(unitSize), unit: unit ?? '' } }),
          ...(value(from) !== null && { validity: { validFrom: value(from), validTo: value(to) } }),
          ...(replacedBy !== undefined && { replacedBy }),
        },
      ];
    }),
);

/** The unit size and unit that a new drug code starts with, both null if they are not known. */
export const defaultUnit = (
  code: string,
): { readonly unitSize: number | null; readonly unit: string | null } =>
  DRUG_FACTS.get(code)?.unitSize ?? UNCONFIRMED.get(code) ?? { unitSize: null, unit: null };

const UNCONFIRMED: ReadonlyMap<string, { readonly unitSize: number; readonly unit: string }> = new Map(
  UNCONFIRMED_SIZES.split(', ').map((each) => {
    const [code = '', size, unit = ''] = each.split(' ');
    return [code, { unitSize: Number(size), unit }] as const;
  }),
);
