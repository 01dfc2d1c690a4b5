import { isIcd10 } from '@portal/domain/billing-code';
import type { BillingOption } from '@portal/domain/template/billing-option';
import type { CaseLine, CaseResult, TemplateCase } from '@portal/domain/template/cases';
import type { FieldValues } from '@portal/domain/template/value';
import expectedResults from './expected-results.json' with { type: 'json' };

/** A case without its result, which is in `expected-results.json`. */
export interface StarterCase {
  readonly name: string;
  readonly answers: FieldValues;
  readonly billingOption?: BillingOption;
}

const SAFE = { consent: true, time_out: true };
const INDICATION = { conservative_care: ['Physical therapy', 'NSAIDs'], pain_before: '7' };
/** The answers that every procedure needs. */
const procedure = (diagnosis: string, answers: FieldValues): FieldValues => ({
  diagnosis,
  ...INDICATION,
  ...SAFE,
  ...answers,
});
const visit = (diagnosis: string, answers: FieldValues): FieldValues => ({
  patient_name: 'Jane Sample',
  patient_age: '58',
  patient_gender: 'female',
  diagnosis,
  complaint: 'low back pain into the left leg',
  ...answers,
});
const ablation = (side: string, level: string): FieldValues => ({
  prior_relief: true,
  last_block: '2026-10-05',
  side,
  level,
  stimulation: ['Sensory 50 Hz below 0.5 V', 'Motor 2 Hz to 2 V without limb movement'],
});
const sacroiliac: FieldValues = { provocation_tests: ['Thigh thrust', 'Gaenslen', 'FABER'] };

/** Three cases of each template, by its name. */
export const STARTER_CASES: Readonly<Record<string, readonly StarterCase[]>> = {
  'Lumbar Transforaminal Epidural': [
    {
      name: 'Both sides at L5-S1 with 20 minutes of sedation',
      answers: procedure('Lumbosacral radiculopathy', {
        side: 'Bilateral',
        level: ['L5-S1'],
        sedation: 'Moderate IV',
        sedation_minutes: '20',
        sedation_setting: 'Office',
      }),
    },
    {
      name: 'Left at two levels',
      answers: procedure('Lumbar radiculopathy', { side: 'Left', level: ['L4-L5', 'L5-S1'] }),
    },
    {
      name: 'The patient did not come',
      answers: procedure('Lumbar radiculopathy', { side: 'Left', level: ['L4-L5'] }),
      billingOption: 'noshow-patient',
    },
  ],
  'Lumbar Interlaminar Epidural': [
    {
      name: 'Midline at L4-L5 with fluoroscopy',
      answers: procedure('Lumbar stenosis with neurogenic claudication', { level: 'L4-L5' }),
    },
    {
      name: 'Caudal without imaging',
      answers: procedure('Postlaminectomy syndrome', {
        approach: 'Caudal',
        imaging: 'None',
        no_imaging_reason: 'The patient is pregnant.',
      }),
    },
    {
      name: 'Left of the midline, reduced service',
      answers: procedure('Lumbar radiculopathy', { level: 'L5-S1', side: 'Left' }),
      billingOption: 'reduced',
    },
  ],
  'Cervical Interlaminar Epidural': [
    {
      name: 'Midline at C7-T1',
      answers: procedure('Cervical radiculopathy', { mri_reviewed: true }),
    },
    {
      name: 'Right of the midline, anticoagulant held',
      answers: procedure('Cervical disc disorder with radiculopathy', {
        side: 'Right',
        mri_reviewed: true,
        anticoagulants: 'Held as directed',
        last_dose: '2026-11-02',
      }),
    },
    {
      name: 'Contrast allergy',
      answers: procedure('Cervical spinal stenosis', { mri_reviewed: true, contrast: 'None (allergy)' }),
    },
  ],
  'Medial Branch Block': [
    {
      name: 'Right lumbar, two joints',
      answers: procedure('Lumbar spondylosis', { side: 'Right', level: 'L4-L5', second_level: 'L5-S1' }),
    },
    {
      name: 'Both sides of the neck, one joint',
      answers: procedure('Cervical spondylosis', { region: 'Cervical', side: 'Bilateral', level: 'C4-C5' }),
    },
    {
      name: 'Left lumbar, confirming block',
      answers: procedure('Lumbosacral spondylosis', {
        side: 'Left',
        level: 'L5-S1',
        block_number: 'Second diagnostic (confirming)',
        first_block_relief: '80 or more',
      }),
    },
  ],
  'Radiofrequency Ablation of Medial Branches': [
    {
      name: 'Left lumbar, two joints',
      answers: procedure('Lumbar spondylosis', {
        ...ablation('Left', 'L4-L5'),
        second_level: 'L5-S1',
      }),
    },
    {
      name: 'Both sides of the neck with 40 minutes of sedation',
      answers: procedure('Cervical spondylosis', {
        ...ablation('Bilateral', 'C5-C6'),
        region: 'Cervical',
        sedation: 'Moderate IV',
        sedation_minutes: '40',
        sedation_setting: 'Office',
      }),
    },
    {
      name: 'Right lumbar, reduced service',
      answers: procedure('Lumbar spondylosis', ablation('Right', 'L3-L4')),
      billingOption: 'reduced',
    },
  ],
  'Sacroiliac Joint Injection': [
    {
      name: 'Right, therapeutic',
      answers: procedure('Sacroiliitis', { ...sacroiliac, side: 'Right' }),
    },
    {
      name: 'Both sides, therapeutic',
      answers: procedure('Sacroiliac joint pain', { ...sacroiliac, side: 'Bilateral' }),
    },
    {
      name: 'Left, diagnostic, contrast allergy',
      answers: procedure('Sacroiliitis', {
        ...sacroiliac,
        side: 'Left',
        purpose: 'Diagnostic',
        arthrogram: 'Not done (allergy)',
      }),
    },
  ],
  'Large Joint Injection': [
    {
      name: 'Right knee by landmarks, aspirated',
      answers: procedure('Osteoarthritis of the knee', {
        joint: 'Knee',
        side: 'Right',
        aspirate: '8 mL, clear and straw-colored',
      }),
    },
    {
      name: 'Left shoulder with ultrasound',
      answers: procedure('Osteoarthritis of the shoulder', {
        joint: 'Shoulder',
        side: 'Left',
        approach: 'Posterior glenohumeral',
        guidance: 'Ultrasound',
        images_saved: true,
      }),
    },
    {
      name: 'Right trochanteric bursa, stopped early',
      answers: procedure('Trochanteric bursitis', {
        joint: 'Trochanteric bursa',
        side: 'Right',
        approach: 'Direct lateral',
        tolerance: 'Stopped early, nothing injected',
        stopped_reason: 'The patient asked to stop because of pain.',
        stopped_billing: 'Reduced by choice (52)',
      }),
    },
  ],
  'Trigger Point Injections': [
    {
      name: 'Two muscles',
      answers: procedure('Myofascial pain', {
        muscles: ['Trapezius', 'Levator scapulae'],
        points: '4',
        twitch: true,
      }),
    },
    {
      name: 'Three muscles, dry needling',
      answers: procedure('Muscle spasm of the back', {
        muscles: ['Quadratus lumborum', 'Gluteus medius', 'Piriformis'],
        technique: 'Dry needling',
      }),
    },
    {
      name: 'One muscle with a steroid',
      answers: procedure('Cervicalgia', {
        muscles: ['Splenius capitis'],
        technique: 'Local anesthetic with steroid',
        steroid: 'Triamcinolone 10 mg',
      }),
    },
  ],
  'Greater Occipital Nerve Block': [
    {
      name: 'Left by landmarks',
      answers: procedure('Occipital neuralgia', { side: 'Left' }),
    },
    {
      name: 'Both sides with ultrasound',
      answers: procedure('Cervicogenic headache', { side: 'Bilateral', guidance: 'Ultrasound' }),
    },
    {
      name: 'Canceled by the provider',
      answers: procedure('Occipital neuralgia', { side: 'Left' }),
      billingOption: 'noshow-provider',
    },
  ],
  'Office Visit, Follow-up': [
    {
      name: 'Better, low complexity',
      answers: visit('Low back pain', { complaint: 'low back pain', pain_now: '3', since_last: 'Better' }),
    },
    {
      name: 'After a procedure, next one planned',
      answers: visit('Lumbar radiculopathy', {
        pain_now: '5',
        since_last: 'Had a procedure',
        last_procedure: 'left L4-L5 transforaminal epidural on 10/12/2026',
        relief: 'More than half',
        plan_items: ['Physical therapy', 'Injection scheduled'],
        injection: 'Transforaminal epidural',
        complexity: 'Moderate',
      }),
    },
    {
      name: 'Unchanged neck pain, straightforward',
      answers: visit('Cervical radiculopathy', {
        complaint: 'neck pain into the right arm',
        pain_now: '4',
        since_last: 'Unchanged',
        exam_region: 'Cervical spine',
        plan_items: ['Continue medication'],
        pdmp: true,
        complexity: 'Straightforward',
      }),
    },
  ],
  'Preprocedure Call': [
    { name: 'Everything arranged', answers: { fasting: true, driver: 'Yes', notes: 'Arrival at 7:30 AM.' } },
    {
      name: 'No driver',
      answers: { fasting: true, driver: 'No', notes: 'The patient will call back about a driver.' },
    },
    {
      name: 'Nothing arranged',
      answers: {
        notes:
          'Left a message on the phone; the nurse calls again in the morning before the patient leaves home.',
      },
    },
  ],
};

/** The expected results by template and case. Lines are like "64483-50, J1100*10". */
const EXPECTED: Readonly<
  Record<string, Readonly<Record<string, { readonly lines: string; readonly text: readonly string[] }>>>
> = expectedResults;

/** The cases of a template with what they expect. */
export const starterCases = (template: string): readonly TemplateCase[] =>
  (STARTER_CASES[template] ?? []).map(({ name, answers, billingOption = 'standard' }) => {
    const { lines, text } = EXPECTED[template]?.[name] ?? { lines: '', text: [] };
    return {
      name,
      answers,
      billingOption,
      expected: { text: text.join('\n'), lines: parseLines(lines) },
    };
  });

const parseLines = (text: string): readonly CaseLine[] =>
  text
    .split(', ')
    .filter((line) => line !== '')
    .map((line) => {
      const [full = '', units = '1'] = line.split('*');
      const [code = '', ...modifiers] = full.split('-');
      return {
        codeType: isIcd10(code) ? 'ICD10' : 'CPT',
        code,
        units: Number(units),
        modifiers: modifiers.join(','),
      };
    });

/** A result in the format of `expected-results.json`. */
export const formatResult = ({ text, lines }: CaseResult) => ({
  lines: lines
    .map(({ code, units, modifiers }) => {
      const full = [code, ...modifiers.split(',')].filter((part) => part !== '').join('-');
      return units === 1 ? full : `${full}*${units ?? '?'}`;
    })
    .join(', '),
  text: text === '' ? [] : text.split('\n'),
});
