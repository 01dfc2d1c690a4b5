import type { AutoPopulateSource } from '@portal/contract/templates';
import type { DosePer, RuleOperator, templateContent } from '@portal/domain/template/content';
import type { CountRange } from '@portal/domain/template/units';
import type { z } from 'zod';

export type SectionDraft = z.input<typeof templateContent>['sections'][number];
export type FieldDraft = SectionDraft['fields'][number];

/** A code that a rule assigns; it must be in the catalog. */
export interface StarterCode {
  readonly code: string;
  readonly isDefault?: boolean;
  readonly modifiers?: string;
  /** The field with the dose or the number that the units are computed from. */
  readonly doseFieldId?: string;
  readonly count?: CountRange;
}
export interface StarterRule {
  /** Absent: the template’s default. */
  readonly on?: readonly [fieldId: string, fieldValue: string];
  readonly codes: readonly StarterCode[];
}
export interface StarterTemplate {
  readonly name: string;
  readonly procedureType: string;
  readonly shortDescription: string;
  readonly category: string;
  readonly quickAccessOrder: number | null;
  readonly sections: readonly SectionDraft[];
  readonly autoPopulate?: Readonly<Record<string, AutoPopulateSource>>;
  readonly rules: readonly StarterRule[];
}

/** Codes that are selected by default. */
export const chosen = (...codes: readonly string[]): readonly StarterCode[] =>
  codes.map((code) => ({ code, isDefault: true }));
/** A code that is counted from the number in a field, or from its ticked options. */
export const counted = (
  doseFieldId: string,
  code: string,
  { from, to = null, step = null }: Partial<CountRange> & Pick<CountRange, 'from'>,
  modifiers = '',
): StarterCode => ({ code, isDefault: true, doseFieldId, count: { from, to, step }, modifiers });

/** Drugs with their code and their milligrams. */
const DRUGS: Readonly<Record<string, readonly [code: string, milligrams: number]>> = {
  'Dexamethasone 4 mg': ['J1100', 4],
  'Dexamethasone 10 mg': ['J1100', 10],
  'Methylprednisolone 40 mg': ['J1010', 40],
  'Methylprednisolone 80 mg': ['J1010', 80],
  'Triamcinolone 10 mg': ['J3301', 10],
  'Triamcinolone 20 mg': ['J3301', 20],
  'Triamcinolone 40 mg': ['J3301', 40],
  'Hylan G-F 20 (Synvisc-One) 48 mg': ['J7325', 48],
};

/** A choice of drugs with their doses: in total, or for each side, joint or level. */
export const drugField = (
  id: string,
  label: string,
  { per, options }: { readonly per: DosePer; readonly options: string[] },
  more: Partial<FieldDraft> = {},
): FieldDraft => ({
  id,
  label,
  type: 'select',
  required: true,
  options,
  dose: {
    per,
    amounts: options.flatMap((option) => {
      const drug = DRUGS[option];
      return drug === undefined ? [] : [{ option, amount: drug[1], unit: 'mg' }];
    }),
  },
  ...more,
});

/** The rules of a choice of drugs. */
export const drugRules = (id: string, options: readonly string[]): readonly StarterRule[] =>
  options.flatMap((option): StarterRule[] => {
    const drug = DRUGS[option];
    return drug === undefined
      ? []
      : [{ on: [id, option], codes: [{ code: drug[0], isDefault: true, doseFieldId: id }] }];
  });

/** Codes that are only suggested. */
export const offered = (...codes: readonly string[]): readonly StarterCode[] =>
  codes.map((code) => ({ code }));

export const when = (sourceFieldId: string, operator: RuleOperator, value: string | string[]) => ({
  sourceFieldId,
  operator,
  value,
});
export const otherwise = { sourceFieldId: '', operator: 'default' as const, value: '' };
export const showWhen = (sourceFieldId: string, operator: RuleOperator, value: string | string[]) => ({
  visibilityRules: [{ ...when(sourceFieldId, operator, value), action: 'show' as const }],
});

export const SCORES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** Indication for the procedure; each template has its own diagnoses, and some ask first where it was done. */
export const indication = (
  diagnoses: string[],
  { first = [], ...diagnosis }: Partial<FieldDraft> & { readonly first?: readonly FieldDraft[] } = {},
): SectionDraft => ({
  id: 'indication',
  title: 'Indication',
  fields: [
    ...first,
    { id: 'diagnosis', label: 'Diagnosis', type: 'select', required: true, options: diagnoses, ...diagnosis },
    {
      id: 'pain_duration',
      label: 'Duration of pain',
      type: 'text',
      placeholder: 'e.g. 4 months',
      maxLength: 60,
    },
    {
      id: 'conservative_care',
      label: 'Conservative care tried',
      type: 'checkbox',
      required: true,
      options: [
        'Physical therapy',
        'Home exercise program',
        'NSAIDs',
        'Neuropathic agents',
        'Activity modification',
      ],
      helpText: 'Payers ask for at least six weeks of it.',
    },
    {
      id: 'pain_before',
      label: 'Pain before the procedure (0–10)',
      type: 'select',
      required: true,
      options: SCORES,
    },
  ],
});

/** Checks before the procedure. */
export const safety: SectionDraft = {
  id: 'safety',
  title: 'Safety',
  fields: [
    {
      id: 'consent',
      label: 'Risks, benefits and alternatives discussed, written consent signed',
      type: 'checkbox',
      required: true,
    },
    { id: 'time_out', label: 'Time-out for patient, procedure and site', type: 'checkbox', required: true },
    {
      id: 'anticoagulants',
      label: 'Anticoagulants',
      type: 'radio',
      required: true,
      options: ['None', 'Held as directed', 'Continued'],
      defaultValue: 'None',
    },
    {
      id: 'last_dose',
      label: 'Last anticoagulant dose',
      type: 'date',
      required: true,
      ...showWhen('anticoagulants', 'equals', 'Held as directed'),
    },
    {
      id: 'allergies',
      label: 'Allergies reviewed',
      type: 'text',
      defaultValue: 'No known allergies to contrast, latex, steroids or local anesthetics',
      maxLength: 200,
    },
    {
      id: 'infection_policy',
      label: 'Infection control statement',
      type: 'textarea',
      isReadOnly: true,
      rows: 2,
      defaultValue:
        'Skin prepared with chlorhexidine and draped; sterile gloves, mask and single-dose vials were used throughout.',
      helpText: 'Practice policy; administrators can change it.',
    },
  ],
};

/** An option as worded within a sentence. */
const inWords = (id: string, source: string, words: Readonly<Record<string, string>>): FieldDraft => ({
  id,
  label: `${source} in words`,
  type: 'hidden',
  includeInReport: false,
  dependencyType: 'dynamic_text',
  dynamicTextRules: Object.entries(words).map(([option, text]) => ({
    ...when(source, 'equals', option),
    text,
  })),
});
const SIDES = { Left: 'left', Right: 'right', Bilateral: 'bilateral' } as const;
/** Left, right or both sides, and their wording in sentences as `{{side_words}}`. */
export const BOTH_SIDES: FieldDraft[] = [
  { id: 'side', label: 'Side', type: 'radio', required: true, options: Object.keys(SIDES) },
  inWords('side_words', 'side', SIDES),
];
const ENTRIES = {
  Midline: 'in the midline',
  Left: 'left of the midline',
  Right: 'right of the midline',
} as const;
/** Entry point into the interlaminar space, and its wording in sentences as `{{entry}}`. */
export const entry = (more: Partial<FieldDraft> = {}): FieldDraft[] => [
  {
    id: 'side',
    label: 'Side of the needle',
    type: 'radio',
    required: true,
    options: Object.keys(ENTRIES),
    defaultValue: 'Midline',
    ...more,
  },
  inWords('entry', 'side', ENTRIES),
];
export const JOINT_WORDS = inWords('joint_words', 'joint', {
  Knee: 'knee',
  Shoulder: 'shoulder',
  Hip: 'hip',
  'Trochanteric bursa': 'trochanteric bursa',
});

/** A field that only rules see: the answers to other fields together, such as "Shoulder pain, Left". */
export const together = (id: string, ...fields: readonly string[]): FieldDraft => ({
  id,
  label: 'For billing code rules',
  type: 'hidden',
  includeInReport: false,
  dependencyType: 'dynamic_text',
  defaultTemplate: fields.map((field) => `{{${field}}}`).join(', '),
});

/** Guidance and drugs of a spinal injection, with the most common needle. */
export const spinalDrugs = (gauge: '20' | '22'): FieldDraft[] => [
  {
    id: 'needle_gauge',
    label: 'Needle gauge',
    type: 'select',
    options: ['20', '22', '25'],
    defaultValue: gauge,
  },
  {
    id: 'fluoroscopy_type',
    label: 'Fluoroscopy',
    type: 'select',
    required: true,
    options: ['AP and lateral', 'AP, oblique and lateral', 'AP with digital subtraction'],
    defaultValue: 'AP and lateral',
  },
  {
    id: 'contrast',
    label: 'Contrast',
    type: 'select',
    required: true,
    options: ['Iohexol 240', 'Iohexol 300', 'Gadolinium', 'None (allergy)'],
    defaultValue: 'Iohexol 240',
  },
  {
    id: 'contrast_volume',
    label: 'Contrast volume',
    type: 'text',
    defaultValue: '1 mL',
    maxLength: 20,
    ...showWhen('contrast', 'not_equals', 'None (allergy)'),
  },
  {
    id: 'contrast_description',
    label: 'Contrast pattern',
    type: 'hidden',
    includeInReport: false,
    dependencyType: 'dynamic_text',
    dynamicTextRules: [
      {
        ...when('contrast', 'startsWith', 'None'),
        text: 'Contrast was not used because of an allergy; negative aspiration for blood and cerebrospinal fluid was confirmed.',
      },
      {
        ...when('contrast', 'not_equals', 'None (allergy)'),
        text: '{{contrast}}{{#if contrast_volume}} ({{contrast_volume}}){{/if}} was injected under live fluoroscopy and outlined the target without vascular or intrathecal uptake.',
      },
    ],
    defaultTemplate: 'Aspiration for blood and cerebrospinal fluid was negative.',
  },
];

/** Sedation and the patient’s condition at discharge. */
export const sedation = (longStay = false): FieldDraft[] => [
  {
    id: 'sedation',
    label: 'Sedation',
    type: 'radio',
    required: true,
    options: ['None', 'Oral anxiolytic', 'Moderate IV'],
    defaultValue: 'None',
  },
  {
    id: 'sedation_minutes',
    label: 'Sedation time in minutes',
    type: 'text',
    required: true,
    maxLength: 4,
    placeholder: 'e.g. 25',
    helpText:
      'From the first sedative until you leave the patient. Below 10 minutes nothing is billed; 99153 is added from 23 minutes on.',
    ...showWhen('sedation', 'startsWith', 'Moderate'),
  },
  {
    id: 'sedation_setting',
    label: 'Sedation given in',
    type: 'radio',
    required: true,
    options: ['Office', 'Surgery center or hospital'],
    helpText: 'A physician does not bill 99153 in a surgery center or hospital.',
    ...showWhen('sedation', 'startsWith', 'Moderate'),
  },
  {
    id: 'discharge',
    label: 'Discharge',
    type: 'textarea',
    rows: 3,
    dependsOn: 'sedation',
    dependencyType: 'dynamic_default',
    defaultValueRules: [
      {
        ...when('sedation', 'in', 'Oral anxiolytic, Moderate IV'),
        defaultTemplate: `The patient was observed for ${longStay ? 45 : 30} minutes after sedation, met discharge criteria and left with a driver. Written instructions were given.`,
      },
      {
        ...otherwise,
        defaultValue: `The patient was observed for ${longStay ? 30 : 15} minutes, walked without new weakness and left in good condition. Written instructions were given.`,
      },
    ],
  },
];

/** The note in words, made from the fields before it. */
export const procedureNote = (
  rows: number,
  text: Partial<FieldDraft>,
  ...before: FieldDraft[]
): SectionDraft => ({
  id: 'note',
  title: 'Procedure Note',
  fields: [
    ...before,
    {
      id: 'procedure_note',
      label: 'Procedure note',
      type: 'textarea',
      rows,
      dependencyType: 'dynamic_text',
      ...text,
    },
  ],
});

/** Outcome and follow-up. */
export const outcome = (followUp: string, longStay = false): SectionDraft => ({
  id: 'outcome',
  title: 'Outcome and Plan',
  fields: [
    { id: 'pain_after', label: 'Pain after the procedure (0–10)', type: 'select', options: SCORES },
    ...sedation(longStay),
    { id: 'follow_up_date', label: 'Follow-up on', type: 'date' },
    { id: 'plan', label: 'Plan', type: 'textarea', rows: 3, defaultValue: followUp, maxLength: 2000 },
  ],
});

/**
 * Rules of every template with sedation: the minutes decide. 99152 is billed from 10 minutes on, 99153 from 23 minutes on and again for
 * each further 15. Source: CPT, Moderate (Conscious) Sedation, table of times. 99153 has only a technical component (PC/TC indicator
 * 3), which a facility bears. Source: Palmetto GBA, Moderate Sedation Services (CMS Change Request 9780). Both looked up 2026-11-26.
 */
export const SEDATION_RULES: readonly StarterRule[] = [
  { on: ['sedation', 'Moderate IV'], codes: [counted('sedation_minutes', '99152', { from: 10 })] },
  {
    on: ['sedation_setting', 'Office'],
    codes: [counted('sedation_minutes', '99153', { from: 23, step: 15 })],
  },
];

/** Diagnoses with their codes and rules. */
export const diagnosisRules = (codes: Readonly<Record<string, readonly string[]>>): readonly StarterRule[] =>
  Object.entries(codes).map(([diagnosis, [first = '', ...others]]) => ({
    on: ['diagnosis', diagnosis],
    codes: [...chosen(first), ...offered(...others)],
  }));
