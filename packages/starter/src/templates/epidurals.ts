import {
  BOTH_SIDES,
  chosen,
  diagnosisRules,
  counted,
  drugField,
  drugRules,
  entry,
  indication,
  otherwise,
  outcome,
  procedureNote,
  safety,
  SEDATION_RULES,
  showWhen,
  spinalDrugs,
  when,
  type StarterTemplate,
  type FieldDraft,
} from './parts.ts';

const LUMBAR = {
  'Lumbar radiculopathy': ['M54.16'],
  'Lumbosacral radiculopathy': ['M54.17'],
  'Lumbar disc disorder with radiculopathy': ['M51.16', 'M54.16'],
  'Lumbar stenosis with neurogenic claudication': ['M48.062'],
  'Postlaminectomy syndrome': ['M96.1', 'G89.29'],
} as const;
const CERVICAL = {
  'Cervical radiculopathy': ['M54.12'],
  'Cervical disc disorder with radiculopathy': ['M50.122', 'M54.12'],
  'Cervical spinal stenosis': ['M48.02'],
} as const;
const CATEGORY = 'Epidural injections';

const STEROIDS = ['Dexamethasone 10 mg', 'Methylprednisolone 80 mg', 'Triamcinolone 40 mg'];
const steroid = (defaultValue: string): FieldDraft =>
  drugField('steroid', 'Steroid in total', { per: 'note', options: STEROIDS }, { defaultValue });
const steroidRules = drugRules('steroid', STEROIDS);

const LUMBAR_TRANSFORAMINAL: StarterTemplate = {
  name: 'Lumbar Transforaminal Epidural',
  procedureType: 'Transforaminal epidural steroid injection',
  shortDescription: 'One or more lumbar or sacral levels under fluoroscopy',
  category: CATEGORY,
  quickAccessOrder: 1,
  sections: [
    indication(Object.keys(LUMBAR)),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        { id: 'approach', label: 'Approach', type: 'hidden', defaultValue: 'Transforaminal' },
        ...BOTH_SIDES,
        {
          id: 'level',
          label: 'Level',
          type: 'checkbox',
          required: true,
          options: ['L2-L3', 'L3-L4', 'L4-L5', 'L5-S1', 'S1'],
          helpText: 'Each level after the first is billed as an add-on. With both sides, each level on both.',
        },
        {
          id: 'needle_path',
          label: 'Needle path',
          type: 'select',
          required: true,
          options: ['supraneural, through the safe triangle', 'infraneural, through Kambin’s triangle'],
          optionRules: [
            {
              ...when('level', 'contains', 'S1'),
              options: [
                'supraneural, through the safe triangle',
                'infraneural, through Kambin’s triangle',
                'dorsal, through the first sacral foramen',
              ],
            },
          ],
          defaultValue: 'supraneural, through the safe triangle',
        },
        ...spinalDrugs('22'),
        steroid('Dexamethasone 10 mg'),
        {
          id: 'local_anesthetic',
          label: 'Local anesthetic with the steroid',
          type: 'text',
          defaultValue: '1 mL of lidocaine 1% at each level',
          maxLength: 100,
        },
      ],
    },
    procedureNote(
      10,
      {
        defaultTemplate:
          'The patient was positioned prone. Each level treated ({{level}}) was identified under {{fluoroscopy_type}} fluoroscopy. After infiltration of the skin, a {{needle_gauge}}-gauge spinal needle was advanced by a {{approach_description}}, {{needle_path}}. No paresthesia was provoked. {{contrast_description}} {{steroid}} in total, with {{local_anesthetic}}, was then injected slowly without resistance. {{#if sedation_minutes}}Moderate sedation was given under continuous monitoring (minutes: {{sedation_minutes}}); the patient could answer at all times. {{/if}}The needle was removed and a dressing applied.',
      },
      {
        id: 'approach_description',
        label: 'Approach in words',
        type: 'hidden',
        includeInReport: false,
        dependencyType: 'dynamic_text',
        dynamicTextRules: [
          {
            ...when('side', 'equals', 'Bilateral'),
            text: 'bilateral transforaminal approach, each side through its own skin entry',
          },
          { ...when('side', 'in', ['Left', 'Right']), text: '{{side_words}} transforaminal approach' },
        ],
        defaultTemplate: 'transforaminal approach',
      },
    ),
    outcome(
      'Physical therapy continues. The injection may be repeated if relief is at least 50% for two weeks.',
    ),
  ],
  rules: [
    { on: ['level', '*'], codes: [...chosen('64483'), counted('level', '64484', { from: 2, step: 1 })] },
    ...SEDATION_RULES,
    ...steroidRules,
    ...diagnosisRules(LUMBAR),
  ],
};

const LUMBAR_INTERLAMINAR: StarterTemplate = {
  name: 'Lumbar Interlaminar Epidural',
  procedureType: 'Interlaminar epidural steroid injection',
  shortDescription: 'Lumbar or caudal, with or without imaging',
  category: CATEGORY,
  quickAccessOrder: 2,
  sections: [
    indication(Object.keys(LUMBAR)),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        {
          id: 'approach',
          label: 'Approach',
          type: 'radio',
          required: true,
          options: ['Interlaminar', 'Caudal'],
          defaultValue: 'Interlaminar',
        },
        ...entry({
          optionRules: [{ ...when('approach', 'equals', 'Caudal'), options: ['Midline'] }],
        }),
        {
          id: 'level',
          label: 'Level',
          type: 'select',
          required: true,
          options: ['L2-L3', 'L3-L4', 'L4-L5', 'L5-S1'],
          optionRules: [{ ...when('approach', 'equals', 'Caudal'), options: ['Sacral hiatus'] }],
          defaultValueRules: [{ ...when('approach', 'equals', 'Caudal'), defaultValue: 'Sacral hiatus' }],
        },
        {
          id: 'imaging',
          label: 'Imaging guidance',
          type: 'radio',
          required: true,
          options: ['Fluoroscopy', 'None'],
          defaultValue: 'Fluoroscopy',
        },
        {
          id: 'no_imaging_reason',
          label: 'Why without imaging',
          type: 'textarea',
          required: true,
          rows: 2,
          maxLength: 500,
          ...showWhen('imaging', 'equals', 'None'),
        },
        {
          id: 'loss_of_resistance',
          label: 'Loss of resistance',
          type: 'select',
          options: ['saline', 'air'],
          defaultValue: 'saline',
          visibilityRules: [
            { ...when('approach', 'equals', 'Caudal'), action: 'hide' },
            { ...otherwise, action: 'show' },
          ],
        },
        ...spinalDrugs('20').map((field) =>
          field.id === 'fluoroscopy_type' || field.id === 'contrast'
            ? { ...field, ...showWhen('imaging', 'equals', 'Fluoroscopy') }
            : field,
        ),
        steroid('Methylprednisolone 80 mg'),
      ],
    },
    procedureNote(10, {
      dependsOn: 'approach',
      dynamicTextRules: [
        {
          ...when('approach', 'equals', 'Caudal'),
          text: 'The patient was positioned prone. The sacral hiatus was identified{{#if no_imaging_reason}} by palpation{{else}} under {{fluoroscopy_type}} fluoroscopy{{/if}}. A {{needle_gauge}}-gauge needle was advanced through the sacrococcygeal ligament. {{contrast_description}} {{steroid}} diluted in preservative-free saline was injected in fractions.',
        },
        {
          ...otherwise,
          text: 'The patient was positioned prone. The {{level}} interlaminar space was identified{{#if no_imaging_reason}} by palpation{{else}} under {{fluoroscopy_type}} fluoroscopy{{/if}}. A {{needle_gauge}}-gauge Tuohy needle was advanced {{entry}}, and the epidural space was found by loss of resistance to {{loss_of_resistance}}. {{contrast_description}} {{steroid}} with 3 mL of preservative-free saline was injected in fractions.',
        },
      ],
    }),
    outcome('Return in two to three weeks to judge the effect.'),
  ],
  rules: [
    { on: ['imaging', 'Fluoroscopy'], codes: chosen('62323') },
    { on: ['imaging', 'None'], codes: chosen('62322') },
    ...SEDATION_RULES,
    ...steroidRules,
    ...diagnosisRules(LUMBAR),
  ],
};

const CERVICAL_INTERLAMINAR: StarterTemplate = {
  name: 'Cervical Interlaminar Epidural',
  procedureType: 'Interlaminar epidural steroid injection',
  shortDescription: 'C7-T1 or C6-C7 under fluoroscopy',
  category: CATEGORY,
  quickAccessOrder: 3,
  sections: [
    indication(Object.keys(CERVICAL)),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        { id: 'approach', label: 'Approach', type: 'hidden', defaultValue: 'Interlaminar' },
        ...entry(),
        {
          id: 'level',
          label: 'Level',
          type: 'select',
          required: true,
          options: ['C6-C7', 'C7-T1', 'T1-T2'],
          defaultValue: 'C7-T1',
        },
        {
          id: 'mri_reviewed',
          label: 'MRI reviewed, epidural space adequate at the level',
          type: 'checkbox',
          required: true,
        },
        ...spinalDrugs('20'),
        {
          ...steroid('Dexamethasone 10 mg'),
          validationRules: [
            {
              ...when('steroid', 'in', 'Methylprednisolone 80 mg, Triamcinolone 40 mg'),
              message: 'Particulate steroids are not used in the neck: choose dexamethasone.',
            },
          ],
        },
      ],
    },
    procedureNote(10, {
      defaultTemplate:
        'The patient was positioned prone with the neck slightly flexed. The {{level}} interspace was identified under {{fluoroscopy_type}} fluoroscopy. A {{needle_gauge}}-gauge Tuohy needle was advanced {{entry}}, and depth was followed in the contralateral oblique view. The epidural space was found by loss of resistance to saline. {{contrast_description}} {{steroid}} with 2 mL of preservative-free saline was injected slowly. There was no paresthesia, and strength in both arms was unchanged afterwards.',
    }),
    outcome('Call at once for new weakness, fever or headache. Return in two weeks.', true),
  ],
  rules: [{ codes: chosen('62321') }, ...SEDATION_RULES, ...steroidRules, ...diagnosisRules(CERVICAL)],
};

export const EPIDURALS: readonly StarterTemplate[] = [
  LUMBAR_TRANSFORAMINAL,
  LUMBAR_INTERLAMINAR,
  CERVICAL_INTERLAMINAR,
];
