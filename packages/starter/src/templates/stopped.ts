import type { RuleOperator } from '@portal/domain/template/content';
import { otherwise, showWhen, when, type FieldDraft, type StarterCode, type StarterRule } from './parts.ts';

/** What was done if a procedure was stopped before anything was injected, and how it is billed. */
const STOPPED = 'Stopped early, nothing injected';
const STOPPED_BILLING = {
  'Discontinued for the patient’s safety (53)': '53',
  'Reduced by choice (52)': '52',
  'Not billed': null,
} as const;

/** Shown unless the procedure was stopped. */
export const unlessStopped = (operator: RuleOperator = 'default', source = '', value = '') => ({
  visibilityRules: [
    { ...when('tolerance', 'startsWith', 'Stopped'), action: 'hide' as const },
    { sourceFieldId: source, operator, value, action: 'show' as const },
  ],
});

/** How the procedure went, with the reason and the billing of one that was stopped. */
export const tolerance: readonly FieldDraft[] = [
  {
    id: 'tolerance',
    label: 'Tolerance',
    type: 'radio',
    required: true,
    options: ['Tolerated well', 'Vasovagal reaction, resolved', STOPPED],
    defaultValue: 'Tolerated well',
  },
  {
    id: 'stopped_reason',
    label: 'Why it was stopped',
    type: 'textarea',
    required: true,
    rows: 2,
    ...showWhen('tolerance', 'startsWith', 'Stopped'),
  },
  {
    id: 'stopped_billing',
    label: 'Bill the stopped procedure as',
    type: 'radio',
    required: true,
    options: Object.keys(STOPPED_BILLING),
    ...showWhen('tolerance', 'startsWith', 'Stopped'),
  },
];

/** What rules bill: the service as chosen in a field (or "Done"), with how a stopped one is billed. */
export const service = (field?: string): FieldDraft => {
  const what = field === undefined ? 'Done' : `{{${field}}}`;
  return {
    id: 'service',
    label: 'For billing code rules',
    type: 'hidden',
    includeInReport: false,
    dependencyType: 'dynamic_text',
    dynamicTextRules: [
      { ...when('tolerance', 'startsWith', 'Stopped'), text: `${what}: {{stopped_billing}}` },
      { ...otherwise, text: what },
    ],
  };
};

/** The rules of a service, for a complete and for a stopped procedure. */
export const serviceRules = (
  option: string,
  codes: readonly ((modifiers: string) => StarterCode)[],
): readonly StarterRule[] => [
  { on: ['service', option], codes: codes.map((code) => code('')) },
  ...Object.entries(STOPPED_BILLING).flatMap(([billing, modifier]): StarterRule[] =>
    modifier === null
      ? []
      : [{ on: ['service', `${option}: ${billing}`], codes: codes.map((code) => code(modifier)) }],
  ),
];

/** A code of a service. */
export const served =
  (code: string) =>
  (modifiers: string): StarterCode => ({ code, isDefault: true, modifiers });
