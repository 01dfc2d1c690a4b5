import {
  BOTH_SIDES,
  chosen,
  diagnosisRules,
  drugField,
  drugRules,
  indication,
  otherwise,
  outcome,
  procedureNote,
  safety,
  SEDATION_RULES,
  showWhen,
  when,
  type StarterTemplate,
  type FieldDraft,
} from './parts.ts';

const CATEGORY = 'Facet and sacroiliac procedures';
const FACET = {
  'Lumbar spondylosis': ['M47.816'],
  'Lumbosacral spondylosis': ['M47.817'],
  'Cervical spondylosis': ['M47.812'],
} as const;

const LEVELS = {
  Lumbar: ['L3-L4', 'L4-L5', 'L5-S1'],
  Cervical: ['C3-C4', 'C4-C5', 'C5-C6', 'C6-C7'],
} as const;

/** The region comes first: it decides which diagnoses and joints there are. */
const facetIndication = indication(['Lumbar spondylosis', 'Lumbosacral spondylosis'], {
  first: [
    {
      id: 'region',
      label: 'Region',
      type: 'radio',
      required: true,
      options: Object.keys(LEVELS),
      defaultValue: 'Lumbar',
    },
  ],
  optionRules: [{ ...when('region', 'equals', 'Cervical'), options: ['Cervical spondylosis'] }],
});

/** The joints of the selected region; the second one is never the first one again. */
const REGION: FieldDraft[] = [
  ...BOTH_SIDES,
  {
    id: 'level',
    label: 'First joint',
    type: 'select',
    required: true,
    options: [...LEVELS.Lumbar],
    optionRules: [{ ...when('region', 'equals', 'Cervical'), options: [...LEVELS.Cervical] }],
  },
  {
    id: 'second_level',
    label: 'Second joint',
    type: 'select',
    options: ['None', ...LEVELS.Lumbar],
    optionRules: [
      ...Object.values(LEVELS).flatMap((levels) =>
        levels.map((first) => ({
          ...when('level', 'equals', first),
          options: ['None', ...levels.filter((other) => other !== first)],
        })),
      ),
      { ...when('region', 'equals', 'Cervical'), options: ['None', ...LEVELS.Cervical] },
    ],
    defaultValue: 'None',
    helpText: 'A second joint on the same side is billed as an add-on.',
  },
  {
    id: 'other_side_level',
    label: 'First joint on the other side',
    type: 'text',
    dependsOn: 'level',
    dependencyType: 'copy',
    helpText: 'Follows the first joint until you change it.',
    ...showWhen('side', 'equals', 'Bilateral'),
  },
];

const levels = '{{level}}{{#if second_joint}} and {{second_joint}}{{/if}}';
/** The second joint for texts; blank if there is none. */
const SECOND_JOINT: FieldDraft = {
  id: 'second_joint',
  label: 'Second joint in words',
  type: 'hidden',
  includeInReport: false,
  dependencyType: 'dynamic_text',
  dynamicTextRules: [{ ...when('second_level', 'not_equals', 'None'), text: '{{second_level}}' }],
};

const joints = (
  region: 'Lumbar' | 'Cervical',
  [first, second]: readonly [string, string],
): readonly { on: readonly [string, string]; codes: ReturnType<typeof chosen> }[] => [
  { on: ['region', region], codes: chosen(first) },
  ...LEVELS[region].map((level) => ({ on: ['second_level', level] as const, codes: chosen(second) })),
];

const MEDIAL_BRANCH_BLOCK: StarterTemplate = {
  name: 'Medial Branch Block',
  procedureType: 'Diagnostic facet block',
  shortDescription: 'Lumbar or cervical, before radiofrequency ablation',
  category: CATEGORY,
  quickAccessOrder: 4,
  sections: [
    facetIndication,
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        {
          id: 'block_number',
          label: 'Block',
          type: 'radio',
          required: true,
          options: ['First diagnostic', 'Second diagnostic (confirming)'],
          defaultValue: 'First diagnostic',
        },
        {
          id: 'first_block_relief',
          label: 'Relief after the first block in percent',
          type: 'select',
          required: true,
          options: ['Less than 50', '50–79', '80 or more'],
          ...showWhen('block_number', 'startsWith', 'Second'),
          validationRules: [
            {
              ...when('first_block_relief', 'equals', 'Less than 50'),
              message: 'A second block is covered only after at least 80% relief from the first one.',
            },
          ],
        },
        ...REGION,
        SECOND_JOINT,
        {
          id: 'needle_gauge',
          label: 'Needle gauge',
          type: 'select',
          options: ['22', '25'],
          defaultValue: '25',
        },
        {
          id: 'local_anesthetic',
          label: 'Local anesthetic at each nerve',
          type: 'select',
          required: true,
          options: ['0.5 mL lidocaine 2%', '0.5 mL bupivacaine 0.5%'],
          dependsOn: 'block_number',
          dependencyType: 'dynamic_default',
          defaultValueRules: [
            { ...when('block_number', 'contains', 'confirming'), defaultValue: '0.5 mL bupivacaine 0.5%' },
            { ...otherwise, defaultValue: '0.5 mL lidocaine 2%' },
          ],
        },
      ],
    },
    procedureNote(8, {
      dynamicTextRules: [
        {
          ...when('region', 'equals', 'Cervical'),
          text: `The patient was positioned on the side. The articular pillars were identified under lateral fluoroscopy. {{needle_gauge}}-gauge needles were advanced to the centroid of the pillars for the medial branches of the {{side_words}} ${levels} facet {{#if second_joint}}joints{{else}}joint{{/if}}{{#if other_side_level}}, on the other side for {{other_side_level}}{{/if}}. After negative aspiration {{local_anesthetic}} was placed at each nerve.`,
        },
        {
          ...otherwise,
          text: `The patient was positioned prone. The junctions of the superior articular and transverse processes were identified under oblique fluoroscopy. {{needle_gauge}}-gauge needles were advanced to the medial branches of the {{side_words}} ${levels} facet {{#if second_joint}}joints{{else}}joint{{/if}}{{#if other_side_level}}, on the other side for {{other_side_level}}{{/if}}. After negative aspiration {{local_anesthetic}} was placed at each nerve.`,
        },
      ],
    }),
    outcome(
      'Pain diary for the next eight hours. Radiofrequency ablation if relief is at least 80% after two blocks.',
    ),
  ],
  rules: [
    ...joints('Lumbar', ['64493', '64494']),
    ...joints('Cervical', ['64490', '64491']),
    ...SEDATION_RULES,
    ...diagnosisRules(FACET),
  ],
};

const RADIOFREQUENCY: StarterTemplate = {
  name: 'Radiofrequency Ablation of Medial Branches',
  procedureType: 'Radiofrequency ablation',
  shortDescription: 'Lumbar or cervical facet denervation',
  category: CATEGORY,
  quickAccessOrder: 5,
  sections: [
    facetIndication,
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        {
          id: 'prior_relief',
          label: 'Two diagnostic blocks with at least 80% relief on record',
          type: 'checkbox',
          required: true,
        },
        { id: 'last_block', label: 'Last block on', type: 'date', required: true },
        ...REGION,
        SECOND_JOINT,
        {
          id: 'cannula',
          label: 'Cannula',
          type: 'select',
          required: true,
          options: ['18 gauge, 10 mm active tip', '20 gauge, 10 mm active tip', '22 gauge, 5 mm active tip'],
          dependsOn: 'region',
          dependencyType: 'dynamic_default',
          defaultValueRules: [
            { ...when('region', 'equals', 'Cervical'), defaultValue: '20 gauge, 10 mm active tip' },
            { ...otherwise, defaultValue: '18 gauge, 10 mm active tip' },
          ],
        },
        { id: 'lesion', label: 'Lesion', type: 'text', defaultValue: '80 °C for 90 seconds', maxLength: 60 },
        {
          id: 'stimulation',
          label: 'Stimulation before lesioning',
          type: 'checkbox',
          required: true,
          options: ['Sensory 50 Hz below 0.5 V', 'Motor 2 Hz to 2 V without limb movement'],
        },
      ],
    },
    procedureNote(8, {
      defaultTemplate: `{{region}} radiofrequency ablation, {{side_words}}, ${levels}. A grounding pad was placed. Cannulae ({{cannula}}) were advanced under fluoroscopy in line with the medial branches{{#if other_side_level}}, on the other side for {{other_side_level}}{{/if}}. Stimulation: {{stimulation}}. After 1 mL of lidocaine 2% at each nerve, lesions of {{lesion}} were made with rotation of the cannula. There was no radicular pain at any time.`,
    }),
    outcome('Soreness for one to two weeks is expected. Relief is judged at six weeks.', true),
  ],
  rules: [
    ...joints('Lumbar', ['64635', '64636']),
    ...joints('Cervical', ['64633', '64634']),
    ...SEDATION_RULES,
    ...diagnosisRules(FACET),
  ],
};

const SACROILIAC = {
  Sacroiliitis: ['M46.1'],
  'Sacroiliac joint pain': ['M53.3'],
} as const;
const JOINT_STEROIDS = ['Triamcinolone 40 mg', 'Methylprednisolone 40 mg', 'Methylprednisolone 80 mg'];
const SACROILIAC_JOINT: StarterTemplate = {
  name: 'Sacroiliac Joint Injection',
  procedureType: 'Joint injection',
  shortDescription: 'Diagnostic or therapeutic, under fluoroscopy',
  category: CATEGORY,
  quickAccessOrder: 6,
  sections: [
    indication(Object.keys(SACROILIAC)),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        {
          id: 'provocation_tests',
          label: 'Positive provocation tests',
          type: 'checkbox',
          required: true,
          options: ['Distraction', 'Compression', 'Thigh thrust', 'Gaenslen', 'Sacral thrust', 'FABER'],
          helpText: 'Three or more support the joint as the source of pain.',
        },
        ...BOTH_SIDES,
        {
          id: 'purpose',
          label: 'Purpose',
          type: 'radio',
          required: true,
          options: ['Diagnostic', 'Therapeutic'],
          defaultValue: 'Therapeutic',
        },
        {
          id: 'arthrogram',
          label: 'Arthrogram',
          type: 'select',
          required: true,
          options: [
            'Intra-articular spread, capsule intact',
            'Intra-articular spread, ventral leak',
            'Not done (allergy)',
          ],
          defaultValue: 'Intra-articular spread, capsule intact',
        },
        drugField(
          'steroid',
          'Steroid into each joint',
          { per: 'joint', options: JOINT_STEROIDS },
          { defaultValue: 'Triamcinolone 40 mg', ...showWhen('purpose', 'equals', 'Therapeutic') },
        ),
        {
          id: 'local_anesthetic',
          label: 'Local anesthetic into each joint',
          type: 'text',
          required: true,
          maxLength: 80,
          dependsOn: 'purpose',
          dependencyType: 'dynamic_default',
          defaultValueRules: [
            { ...when('purpose', 'equals', 'Diagnostic'), defaultValue: '1.5 mL bupivacaine 0.5%' },
            { ...otherwise, defaultValue: '1 mL bupivacaine 0.5%' },
          ],
        },
      ],
    },
    procedureNote(7, {
      defaultTemplate:
        'The patient was positioned prone. The inferior third of each sacroiliac joint treated ({{side_words}}) was lined up under fluoroscopy. A 22-gauge needle was advanced into the joint. Arthrogram: {{arthrogram}}. {{#if steroid}}{{steroid}} with {{/if}}{{local_anesthetic}} was injected into each joint treated, without resistance.',
    }),
    outcome('Pain diary today. Physical therapy for pelvic stabilization from next week.'),
  ],
  rules: [
    { codes: chosen('27096') },
    ...SEDATION_RULES,
    ...drugRules('steroid', JOINT_STEROIDS),
    ...diagnosisRules(SACROILIAC),
  ],
};

export const FACETS: readonly StarterTemplate[] = [MEDIAL_BRANCH_BLOCK, RADIOFREQUENCY, SACROILIAC_JOINT];
