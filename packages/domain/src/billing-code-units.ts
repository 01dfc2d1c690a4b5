/**
 * How much one unit of a drug code is: codes with their size, by unit. Source: CMS HCPCS Level II descriptors, of the drugs that
 * pain, spine and orthopedic practices give. "Up to 40 mg" and "per 40 mg" are both 40 mg.
 */
const DRUG_UNITS: Readonly<Record<string, string>> = {
  mg:
    'J0171 0.1, J0461 0.01, J0475 10, J0665 0.5, J0690 500, J0696 250, J0702 3, J0735 1, J0897 1, J1010 1, J1020 20, J1030 40, ' +
    'J1040 80, J1100 1, J1170 4, J1200 50, J1720 100, J1885 15, J2001 10, J2060 2, J2175 100, J2250 1, J2270 10, J2310 1, J2400 30, ' +
    'J2401 1, J2405 1, J2704 10, J2795 1, J2919 5, J2920 40, J2930 125, J3010 0.1, J3300 1, J3301 10, J3302 5, J3303 5, J3304 1, ' +
    'J3360 5, J7318 1, J7320 1, J7322 1, J7325 1, J7328 0.1, J7329 1, J7331 1, J7332 1',
  mcg: 'J0476 50, J2278 1, J3420 1000',
  mL: 'J0670 10, Q9951 1, Q9965 1, Q9966 1, Q9967 1',
  units: 'J0585 1, J0586 5, J0587 100, J0588 1, J3473 1',
  dose: 'J7321 1, J7323 1, J7324 1, J7326 1, J7327 1',
};

const UNITS: ReadonlyMap<string, { readonly unitSize: number; readonly unit: string }> = new Map(
  Object.entries(DRUG_UNITS).flatMap(([unit, codes]) =>
    codes.split(', ').map((each) => {
      const [code = '', size] = each.split(' ');
      return [code, { unitSize: Number(size), unit }] as const;
    }),
  ),
);

/** The unit size and unit of a drug code, both null if it is not known. */
export const defaultUnit = (
  code: string,
): { readonly unitSize: number | null; readonly unit: string | null } =>
  UNITS.get(code) ?? { unitSize: null, unit: null };
