// cspell:ignore codone morphone pentin gabalin parin grel xaban zolam zepam isone isolone coumadin plavix eliquis xarelto gado gadavist ipsi
import { drugsIn } from '../codes/drugs.ts';
import type { TemplateField } from '../template/content.ts';
import { isRows, valueTexts, type FieldValue } from '../template/value.ts';

/** Why a value of an earlier note is never carried together with others: it belongs to the day of that note. */
export type CarryReason = 'date' | 'dose' | 'statement' | 'level' | 'side' | 'amount';

export const CARRY_REASON_LABELS: Readonly<Record<CarryReason, string>> = {
  date: 'A date',
  dose: 'A drug or dose',
  statement: 'A statement about the day',
  level: 'A level or site',
  side: 'A side',
  amount: 'A number',
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words of IDs and labels. */
const NAMED: readonly (readonly [reason: CarryReason, words: ReadonlySet<string>])[] = [
  ['date', words('date dates day days dob birthday')],
  [
    'dose',
    words(
      'dose doses dosage dosing mg mcg ml cc volume concentration drug drugs medication medications medicine injectate steroid steroids anesthetic anesthetics anesthesia sedation contrast anticoagulant anticoagulants opioid opioids antibiotic antibiotics mme allergy allergies',
    ),
  ],
  [
    'level',
    words(
      'level levels joint joints nerve nerves branch branches region site sites segment segments vertebra vertebrae interspace dermatome point points muscle muscles lead leads lesion lesions',
    ),
  ],
  ['side', words('side sides laterality left right bilateral')],
  [
    'amount',
    words(
      'vital vitals bp pressure systolic diastolic pulse heart rate hr spo2 oxygen saturation temp temperature respiration respirations respiratory weight height bmi pain score scale vas nrs relief percent percentage count glucose a1c inr minutes duration amount number quantity impedance voltage',
    ),
  ],
];

/** What texts have. */
const WRITTEN: readonly (readonly [reason: CarryReason, pattern: RegExp])[] = [
  [
    'date',
    /\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s+\d{1,2}\b/iu,
  ],
  [
    'dose',
    /\d\s*(?:mg|mcg|µg|μg|ug|gm?|ml|cc|units?)(?![a-z])|\b(?:milligrams?|micrograms?|milliliters?)\b/iu,
  ],
  // By their endings, since no list has all drugs: anesthetics, opioids, anticoagulants, sedatives, agents for nerve pain, contrast.
  [
    'dose',
    /\b(?:\w+(?:caine|codone|morphone|pentin|gabalin|parin|grel|xaban|zolam|zepam|isone|isolone)|morphine|tramadol|methadone|buprenorphine|warfarin|coumadin|plavix|eliquis|xarelto|aspirin|iohexol|omnipaque|isovue|gado\w+|gadavist)\b/iu,
  ],
  ['level', /\b[CTLS]\d{1,2}\b/iu],
  ['side', /\b(?:left|right|(?:bi|uni|ipsi|contra)lateral(?:ly)?|both\s+sides|LT|RT)\b/iu],
  // "L knee", "(R)".
  ['side', /\([LR]\)|\b[LR]\s+(?:knee|hip|shoulder|elbow|wrist|ankle|hand|foot|arm|leg|SI|side)\b/u],
  [
    'amount',
    /\d|\b(?:percent|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half|twice)\b/iu,
  ],
];

/**
 * Why the value of a field must be chosen alone when it is carried from an earlier note, or null if it can be carried with others. The field
 * decides first, by its type, its dose, and the words of its ID and label; of rows, also those of the columns. Then the text decides, because
 * people write doses and sides into any field.
 */
export function carryReason(
  field: Pick<TemplateField, 'id' | 'label' | 'type' | 'options' | 'dose' | 'columns'>,
  value: FieldValue | undefined,
): CarryReason | null {
  const { columns = [] } = field;
  const parts: readonly Pick<TemplateField, 'id' | 'label' | 'type'>[] = [field, ...columns];
  if (parts.some(({ type }) => type === 'date')) return 'date';
  if (field.dose !== undefined) return 'dose';
  // A single checkbox says that something was done.
  if (field.type === 'checkbox' && field.options.length === 0) return 'statement';
  const names = parts.flatMap(({ id, label }) => `${id} ${label}`.toLowerCase().split(/[^a-z0-9]+/u));
  const named = NAMED.find(([, known]) => names.some((name) => known.has(name)));
  if (named !== undefined) return named[0];
  const texts = isRows(value)
    ? value.flatMap((row) => Object.values(row).flatMap(valueTexts))
    : valueTexts(value);
  const written = WRITTEN.find(([, pattern]) => texts.some((text) => pattern.test(text)))?.[0] ?? null;
  return written !== 'date' && texts.some((text) => drugsIn(text).length > 0) ? 'dose' : written;
}
