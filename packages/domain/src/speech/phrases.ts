import { fieldsOf, type TemplateContent } from '../template/content.ts';

/** A phrase that the recognizer should expect. */
export interface Phrase {
  readonly phrase: string;
  /**
   * About the natural logarithm of how many times more likely it is than the recognizer assumes, from 0 to 10 (Web Speech API, draft of
   * May 8, 2026, SpeechRecognitionPhrase).
   */
  readonly boost: number;
}

/**
 * At most this many phrases are given to a recognizer. The draft names no limit; a long list biases toward everything and makes starting
 * slow, so the least likely ones are left out.
 */
export const MAX_PHRASES = 500;
/** Longer texts are sentences, which nobody says the same way twice. */
const LONGEST_PHRASE = 60;

/** What makes phrases likely in a field, the likeliest first: options of the template are said as they are, labels only in commands. */
export interface PhraseSources {
  readonly template: TemplateContent | null;
  /** The practice's own words. */
  readonly words: readonly string[];
  /** The provider's and the patient's names. */
  readonly names: readonly string[];
}
const BOOSTS = { options: 4, words: 4, names: 3, labels: 2, field: 2 } as const;

/** Drugs, levels and anatomy of the starter content. */
const FIELD_WORDS: readonly string[] = [
  'bupivacaine',
  'lidocaine',
  'ropivacaine',
  'triamcinolone',
  'methylprednisolone',
  'dexamethasone',
  'betamethasone',
  'iohexol',
  'chlorhexidine',
  'midazolam',
  'fentanyl',
  'L1-L2',
  'L2-L3',
  'L3-L4',
  'L4-L5',
  'L5-S1',
  'C3-C4',
  'C4-C5',
  'C5-C6',
  'C6-C7',
  'C7-T1',
  'transforaminal',
  'interlaminar',
  'epidural',
  'medial branch',
  'dorsal ramus',
  'sacroiliac joint',
  'lateral branch',
  'facet joint',
  'foramen',
  'neuroforamen',
  'pedicle',
  'lamina',
  'spinous process',
  'transverse process',
  'superior articular process',
  'sacral ala',
  'genicular',
  'superolateral',
  'superomedial',
  'inferomedial',
  'greater occipital nerve',
  'greater trochanteric bursa',
  'subacromial',
  'glenohumeral',
  'trapezius',
  'rhomboid',
  'levator scapulae',
  'quadratus lumborum',
  'piriformis',
  'gluteus medius',
  'paraspinal',
  'radiculopathy',
  'spondylosis',
  'stenosis',
  'fluoroscopy',
  'Tuohy',
  'loss of resistance',
  'negative aspiration',
  'milligrams',
  'milliliters',
  'gauge',
];

/** Phrases for the recognizer, the likeliest first, each once, at most `MAX_PHRASES`. */
export function phrasesOf({ template, words, names }: PhraseSources): readonly Phrase[] {
  const fields = template === null ? [] : fieldsOf(template);
  const columns = fields.flatMap((field) => field.columns ?? []);
  const all: readonly (readonly [readonly string[], number])[] = [
    [[...fields, ...columns].flatMap(({ options = [] }) => options), BOOSTS.options],
    [words, BOOSTS.words],
    [names, BOOSTS.names],
    [[...fields, ...columns].map(({ label }) => label), BOOSTS.labels],
    [FIELD_WORDS, BOOSTS.field],
  ];
  const phrases = new Map<string, Phrase>();
  for (const [texts, boost] of all)
    for (const text of texts) {
      const phrase = text.replaceAll(/\s+/gu, ' ').trim();
      const key = phrase.toLowerCase();
      if (!/\p{L}/u.test(phrase) || phrase.length > LONGEST_PHRASE || phrases.has(key)) continue;
      phrases.set(key, { phrase, boost });
      if (phrases.size === MAX_PHRASES) return [...phrases.values()];
    }
  return [...phrases.values()];
}
