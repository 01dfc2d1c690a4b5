/** The published list below. */
export const UNIT_LIST = 'CMS, Medicare NCCI Medically Unlikely Edits for practitioners, 07/01/2024';
/**
 * The most units of a code that one patient plausibly gets on one day: units with their codes. Source: CMS, Medicare NCCI Medically
 * Unlikely Edits for practitioners, 2024-07-01; looked up on 2026-11-26. Only codes that pain, spine and orthopedic practices use, and
 * only those whose limit CMS publishes.
 */
const LIMITS: Readonly<Record<number, string>> = {
  1: '0275T 20526 20552 20553 20560 20561 22510 22511 22513 22514 22869 27096 27278 27279 62263 62264 62287 62320 62321 62322 62323 62324 62325 62326 62327 62350 62355 62362 62365 62367 62368 62369 62370 63655 63661 63663 63685 63688 64405 64415 64417 64418 64420 64425 64430 64445 64447 64451 64454 64455 64461 64462 64479 64483 64490 64491 64492 64493 64494 64495 64505 64510 64517 64520 64530 64590 64595 64612 64615 64616 64624 64625 64628 64630 64632 64633 64635 64680 64681 76942 77002 77003 80305 80307 95970 95971 95972 99151 99155 99156 99202 99203 99204 99205 99211 99215 G0500 J3420',
  2: '20605 20606 20610 20611 62270 62273 63650 64555 64600 64629 99152 99212 99213 99214 G0260 J0476 J7321 J7323 J7324 J7326 J7327',
  3: '22512',
  4: '20604 22515 62291 64400 64421 64480 64484 64634 64636 96372 J2060 J2175 J2310',
  5: '20550 20551 62290 64620 64640',
  6: '20600 99157 J3360',
  8: 'J0475 J1200 J1885',
  9: '99153 J2270',
  10: '64450 J0670 J1720',
  16: 'J0690 J0696 J3301',
  18: 'J0702',
  20: 'J0171',
  22: 'J2250',
  24: 'J3303',
  40: 'J3300 J7331 J7332',
  48: 'J7322',
  50: 'J0735 J7320 J7329',
  60: 'J2001',
  64: 'J2405 J3304',
  80: 'J2704',
  96: 'J7325',
  100: 'J3010',
  120: 'J0897 J1100 J7318',
  200: 'J0461 J2795',
  250: 'Q9965 Q9966',
  300: 'J0586 J0587 Q9967',
  336: 'J7328',
  350: 'J1170',
  400: 'J0131',
  450: 'J3473',
  600: 'J0585 J0588',
  1000: 'J2278 J2401',
};
const BY_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries(LIMITS).flatMap(([units, codes]) =>
    codes.split(' ').map((code) => [code, Number(units)] as const),
  ),
);

/** The most plausible units of a code a day; undefined if none is published. */
export const unitLimit = (code: string): number | undefined => BY_CODE.get(code);
