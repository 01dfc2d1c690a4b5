/**
 * Morphine milligram equivalents of a milligram a day by mouth; of transdermal fentanyl, of a microgram an hour. From the table of the
 * CDC Clinical Practice Guideline for Prescribing Opioids for Pain (MMWR Recomm Rep 2022;71(3), November 4, 2022), as quoted by
 * globalrph.com, read on 2026-11-27. The factors estimate a risk; they are not for converting one opioid to another. Buprenorphine has none.
 */
export const MME_FACTORS: Readonly<Record<string, number>> = {
  codeine: 0.15,
  'fentanyl transdermal (mcg/h)': 2.4,
  hydrocodone: 1,
  hydromorphone: 5,
  methadone: 4.7,
  morphine: 1,
  oxycodone: 1.5,
  oxymorphone: 3,
  tapentadol: 0.4,
  tramadol: 0.2,
};

/** The factor of a drug, which must be named as in the table: others, and other ways of giving them, have no known factor. */
export function mmeFactor(drug: string): number | undefined {
  const name = drug.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  return Object.hasOwn(MME_FACTORS, name) ? MME_FACTORS[name] : undefined;
}
