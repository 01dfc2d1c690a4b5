import { CODE_FILE_KINDS } from '@portal/domain/code-files/kinds';
import { BILATERAL_INDICATORS } from '@portal/domain/billing-line';
import { z } from 'zod';
import { codeType } from './billing-codes.ts';
import { permission, signedIn } from './core/endpoint.ts';
import { dateOnly, requiredText } from './core/fields.ts';
import { acts, reads } from './core/verbs.ts';

const tag = 'Code files';
const day = z.string();
/** The first and the last day; null without a limit. */
const validity = { validFrom: day.nullable(), validTo: day.nullable() };

/** Where a statement comes from: an edition, or a list of the portal that is not checked against a current file. */
export const factSource = z.object({
  title: z.string(),
  validFrom: day.nullable(),
  validTo: day.nullable(),
  isChecked: z.boolean(),
});

/** What the loaded files say about a code on a day. */
export const codeStatement = z.object({ label: z.string(), value: z.string(), source: factSource });
export const codePair = z.object({
  /** The other code of the pair, and which of both is paid. */
  code: z.string(),
  isPaid: z.boolean(),
  /** Whether a modifier can separate them. */
  canBeDistinct: z.boolean(),
  rationale: z.string(),
  validFrom: day,
  validTo: day.nullable(),
});
export const codeCheckResult = z.object({
  code: z.string(),
  codeType,
  date: day,
  /** Unchecked: no file of this kind is loaded for the day. */
  status: z.enum(['valid', 'notYetValid', 'ended', 'heading', 'unknown', 'unchecked']),
  /** The status in words. */
  message: z.string(),
  statements: z.array(codeStatement),
  /** Pairs with codes of the catalog that count on the day, at most 200, and how many there are with all codes. */
  pairs: z.array(codePair),
  pairCount: z.int(),
  /** The edition of the pairs; null: none is loaded, so there may be others. */
  pairSource: factSource.nullable(),
});
export type CodeCheckResult = z.output<typeof codeCheckResult>;

export const codeCheck = reads(
  '/code-check',
  { tag, guard: signedIn, healthData: false },
  {
    summary: 'Get what the loaded files say about a code on a day: dates, indicators, unit limit, pairs',
    query: z.strictObject({
      code: requiredText('Code', 20),
      date: dateOnly('Date').optional(),
      /** Without it, as the catalog has the code, or as it looks. */
      codeType: codeType.optional(),
    }),
    response: codeCheckResult,
    audit: null,
    allowedForKeys: true,
  },
);

/** The modifier indicator of a pair: 0 never, 1 with a modifier, 9 deleted. */
const pairIndicator = z.literal([0, 1, 9]);
/** A number from 1 to 3, as the files have it. */
const oneToThree = z.literal([1, 2, 3]);

/** What the loaded files say on a day about codes, and the pairs among them. */
const official = z.object({
  /** The edition of the day, by kind of file. A kind without one is not checked against a current file. */
  editions: z
    .array(
      z.object({ kind: z.enum(CODE_FILE_KINDS), title: z.string(), validFrom: day, validTo: day.nullable() }),
    )
    .readonly(),
  /** Null: the edition does not list the code, or none is loaded. */
  codes: z
    .array(
      z.object({
        code: z.string(),
        hcpcs: z
          .object({
            description: z.string(),
            isModifier: z.boolean(),
            coverage: z.string(),
            action: z.string(),
            ...validity,
          })
          .nullable(),
        feeSchedule: z
          .object({
            status: z.string(),
            pcTc: z.string(),
            globalDays: z.string(),
            multiple: z.string(),
            bilateral: z.literal(BILATERAL_INDICATORS),
            assistant: z.string(),
            coSurgeons: z.string(),
            team: z.string(),
          })
          .nullable(),
        mue: z.object({ units: z.number(), adjudication: oneToThree, rationale: z.string() }).nullable(),
        addOn: z.object({ type: oneToThree, primaries: z.array(z.string()).readonly() }).nullable(),
        icd10: z
          .object({
            description: z.string(),
            isBillable: z.boolean(),
            /** Of a heading: a billable code below it. */
            longerCode: z.string().nullable(),
          })
          .nullable(),
      }),
    )
    .readonly(),
  pairs: z
    .array(
      z.object({
        /** The code that is paid. */
        column1: z.string(),
        column2: z.string(),
        validFrom: day,
        validTo: day.nullable(),
        indicator: pairIndicator,
        rationale: z.string(),
      }),
    )
    .readonly(),
});

/** Most codes that are looked up at once. */
export const MAX_OFFICIAL_CODES = 200;
export const officialCodes = acts('/dictation/official-codes', {
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'Get what the loaded code files say on a day about codes, and the pairs among them',
  body: z.strictObject({
    date: dateOnly('Date'),
    codes: z
      .array(requiredText('Code', 20))
      .min(1, 'Send at least one code')
      .max(MAX_OFFICIAL_CODES, `At most ${MAX_OFFICIAL_CODES} codes at once`),
  }),
  response: official,
  audit: null,
});
