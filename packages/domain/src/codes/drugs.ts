/** A drug by the words that notes use for it. */
interface Drug {
  readonly name: string;
  readonly words: RegExp;
  /** HCPCS codes of its injections. */
  readonly codes: readonly string[];
}

/**
 * Drugs of pain, spine and orthopedic practices that are billed by code. Source of the codes: CMS, HCPCS Level II descriptors, as
 * used by the catalog for units; J3301 was looked up on 2026-11-26, the other codes and the brand names are unchecked.
 */
const DRUGS: readonly Drug[] = [
  {
    name: 'triamcinolone',
    words: /\b(?:triamcinolone|kenalog|zilretta|triesence)\b/iu,
    codes: ['J3300', 'J3301', 'J3302', 'J3303', 'J3304'],
  },
  { name: 'dexamethasone', words: /\b(?:dexamethasone|decadron)\b/iu, codes: ['J1094', 'J1100'] },
  {
    name: 'methylprednisolone',
    words: /\b(?:methylprednisolone|depo-?medrol|solu-?medrol)\b/iu,
    codes: ['J1010', 'J1020', 'J1030', 'J1040', 'J2919', 'J2920', 'J2930'],
  },
  { name: 'betamethasone', words: /\b(?:betamethasone|celestone)\b/iu, codes: ['J0702'] },
  { name: 'ketorolac', words: /\b(?:ketorolac|toradol)\b/iu, codes: ['J1885'] },
  { name: 'midazolam', words: /\b(?:midazolam|versed)\b/iu, codes: ['J2250'] },
  { name: 'fentanyl', words: /\b(?:fentanyl|sublimaze)\b/iu, codes: ['J3010'] },
  {
    name: 'botulinum toxin',
    words: /\b(?:(?:\w+botulinum|botulinum) ?toxin\w*|botox|dysport|myobloc|xeomin)\b/iu,
    codes: ['J0585', 'J0586', 'J0587', 'J0588'],
  },
  {
    name: 'hyaluronic acid',
    words:
      /\b(?:hyaluron\w*|durolane|synvisc|orthovisc|euflexxa|monovisc|supartz|gelsyn|gel-one|hyalgan)\b/iu,
    codes: 'J7318 J7320 J7321 J7322 J7323 J7324 J7325 J7326 J7327 J7328 J7329 J7331 J7332'.split(' '),
  },
];
const BY_CODE: ReadonlyMap<string, Drug> = new Map(
  DRUGS.flatMap((drug) => drug.codes.map((code) => [code, drug] as const)),
);

/** The drug of a code; undefined for other codes. */
export const drugOf = (code: string): Drug | undefined => BY_CODE.get(code);

/** The drugs that a text names. */
export const drugsIn = (text: string): readonly Drug[] => DRUGS.filter(({ words }) => words.test(text));
