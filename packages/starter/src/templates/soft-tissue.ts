import {
  BOTH_SIDES,
  chosen,
  diagnosisRules,
  dosed,
  indication,
  JOINT_WORDS,
  offered,
  otherwise,
  procedureNote,
  safety,
  showWhen,
  together,
  when,
  type StarterRule,
  type StarterTemplate,
  type SectionDraft,
} from './parts.ts';

const CATEGORY = 'Joints and soft tissue';

const plan = (text: string): SectionDraft => ({
  id: 'outcome',
  title: 'Outcome and Plan',
  fields: [
    {
      id: 'tolerance',
      label: 'Tolerance',
      type: 'radio',
      options: ['Tolerated well', 'Vasovagal reaction, resolved', 'Stopped early'],
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
    { id: 'follow_up_date', label: 'Follow-up on', type: 'date' },
    { id: 'plan', label: 'Plan', type: 'textarea', rows: 3, defaultValue: text, maxLength: 2000 },
  ],
});

/** A diagnosis with its code for each side; most have no code for both. */
const sidedDiagnosis = (
  diagnosis: string,
  right: string,
  left: string,
  both: readonly string[] = [right, left],
): readonly StarterRule[] => [
  { on: ['sided_diagnosis', `${diagnosis}, Right`], codes: chosen(right) },
  { on: ['sided_diagnosis', `${diagnosis}, Left`], codes: chosen(left) },
  { on: ['sided_diagnosis', `${diagnosis}, Bilateral`], codes: chosen(...both) },
];

const LARGE_JOINT: StarterTemplate = {
  name: 'Large Joint Injection',
  procedureType: 'Joint injection',
  shortDescription: 'Knee, shoulder, hip or trochanteric bursa',
  category: CATEGORY,
  quickAccessOrder: 7,
  sections: [
    indication([
      'Osteoarthritis of the knee',
      'Osteoarthritis of the shoulder',
      'Shoulder pain',
      'Trochanteric bursitis',
    ]),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        {
          id: 'joint',
          label: 'Joint',
          type: 'select',
          required: true,
          options: ['Knee', 'Shoulder', 'Hip', 'Trochanteric bursa'],
        },
        JOINT_WORDS,
        ...BOTH_SIDES,
        together('sided_diagnosis', 'diagnosis', 'side'),
        {
          id: 'approach',
          label: 'Approach',
          type: 'select',
          required: true,
          options: ['Direct lateral'],
          optionRules: [
            {
              ...when('joint', 'equals', 'Knee'),
              options: ['Superolateral', 'Anterolateral', 'Anteromedial'],
            },
            { ...when('joint', 'equals', 'Shoulder'), options: ['Posterior glenohumeral', 'Subacromial'] },
            { ...when('joint', 'equals', 'Hip'), options: ['Anterior, in plane'] },
          ],
          defaultValueRules: [
            { ...when('joint', 'equals', 'Knee'), defaultValue: 'Superolateral' },
            { ...when('joint', 'equals', 'Hip'), defaultValue: 'Anterior, in plane' },
          ],
        },
        {
          id: 'guidance',
          label: 'Guidance',
          type: 'radio',
          required: true,
          options: ['Landmarks', 'Ultrasound'],
          dependsOn: 'joint',
          dependencyType: 'dynamic_default',
          defaultValueRules: [
            { ...when('joint', 'in', 'Hip'), defaultValue: 'Ultrasound' },
            { ...otherwise, defaultValue: 'Landmarks' },
          ],
        },
        {
          id: 'images_saved',
          label: 'Ultrasound images saved',
          type: 'checkbox',
          required: true,
          ...showWhen('guidance', 'equals', 'Ultrasound'),
        },
        {
          id: 'aspirate',
          label: 'Aspirate',
          type: 'text',
          placeholder: 'e.g. 8 mL, clear and straw-colored',
          maxLength: 100,
        },
        {
          id: 'injectate',
          label: 'Injected',
          type: 'select',
          required: true,
          options: ['Triamcinolone 40 mg', 'Methylprednisolone 80 mg', 'Hyaluronic acid'],
          optionRules: [
            {
              ...when('joint', 'not_equals', 'Knee'),
              options: ['Triamcinolone 40 mg', 'Methylprednisolone 80 mg'],
            },
          ],
          defaultValue: 'Triamcinolone 40 mg',
        },
      ],
    },
    procedureNote(6, {
      defaultTemplate:
        'The skin over the {{joint_words}} ({{side_words}}) was prepared in sterile fashion. After skin anesthesia a 22-gauge needle was advanced{{#if images_saved}} under ultrasound, images saved{{/if}}. Approach: {{approach}}. {{#if aspirate}}Aspirate: {{aspirate}}. {{else}}Aspiration was dry. {{/if}}{{injectate}} with 4 mL of lidocaine 1% was injected without resistance.',
    }),
    plan('Rest the joint for 48 hours. No more than three or four steroid injections a year into one joint.'),
  ],
  rules: [
    { on: ['guidance', 'Landmarks'], codes: chosen('20610') },
    { on: ['guidance', 'Ultrasound'], codes: chosen('20611') },
    { on: ['injectate', 'Triamcinolone 40 mg'], codes: dosed('injectate', 'J3301') },
    { on: ['injectate', 'Methylprednisolone 80 mg'], codes: dosed('injectate', 'J1040') },
    ...sidedDiagnosis('Osteoarthritis of the knee', 'M17.11', 'M17.12', ['M17.0']),
    ...sidedDiagnosis('Osteoarthritis of the shoulder', 'M19.011', 'M19.012'),
    ...sidedDiagnosis('Shoulder pain', 'M25.511', 'M25.512'),
    ...sidedDiagnosis('Trochanteric bursitis', 'M70.61', 'M70.62'),
  ],
};

const MUSCLES = [
  'Trapezius',
  'Levator scapulae',
  'Rhomboids',
  'Splenius capitis',
  'Quadratus lumborum',
  'Gluteus medius',
  'Piriformis',
];
const MYOFASCIAL = {
  'Myofascial pain': ['M79.18'],
  'Muscle spasm of the back': ['M62.830'],
  Cervicalgia: ['M54.2'],
} as const;
const TRIGGER_POINTS: StarterTemplate = {
  name: 'Trigger Point Injections',
  procedureType: 'Soft tissue injection',
  shortDescription: 'One or more muscles',
  category: CATEGORY,
  quickAccessOrder: 8,
  sections: [
    indication(Object.keys(MYOFASCIAL)),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        {
          id: 'muscles',
          label: 'Muscles',
          type: 'checkbox',
          required: true,
          options: MUSCLES,
        },
        {
          id: 'muscle_count',
          label: 'Number of muscles',
          type: 'radio',
          required: true,
          options: ['1 or 2', '3 or more'],
          helpText: 'Billing counts muscles, not needle sticks.',
        },
        { id: 'points', label: 'Trigger points', type: 'text', placeholder: 'e.g. 5', maxLength: 3 },
        {
          id: 'technique',
          label: 'Technique',
          type: 'radio',
          required: true,
          options: ['Local anesthetic', 'Dry needling', 'Local anesthetic with steroid'],
          defaultValue: 'Local anesthetic',
        },
        {
          id: 'injectate',
          label: 'Injected at each point',
          type: 'text',
          maxLength: 100,
          defaultValue: '1 mL bupivacaine 0.25%',
          visibilityRules: [
            { ...when('technique', 'equals', 'Dry needling'), action: 'hide' },
            { ...otherwise, action: 'show' },
          ],
          defaultValueRules: [
            {
              ...when('technique', 'contains', 'steroid'),
              defaultValue: '1 mL bupivacaine 0.25% with triamcinolone 4 mg',
            },
          ],
        },
        together('injected_muscles', 'technique', 'muscle_count'),
        { id: 'twitch', label: 'Local twitch response seen', type: 'checkbox' },
      ],
    },
    procedureNote(5, {
      defaultTemplate:
        'Taut bands with trigger points were palpated in: {{muscles}}. {{#if points}}{{points}} points were treated. {{/if}}A 25-gauge needle was advanced and fanned at each point{{#if injectate}}, {{injectate}}{{else}}, without injection{{/if}}. {{#if twitch}}A local twitch response was seen. {{/if}}Passive stretch followed.',
    }),
    plan('Stretching twice a day, heat as needed. Repeat in four weeks if relief lasted.'),
  ],
  rules: [
    ...['Local anesthetic', 'Local anesthetic with steroid'].flatMap((technique): StarterRule[] => [
      { on: ['injected_muscles', `${technique}, 1 or 2`], codes: chosen('20552') },
      { on: ['injected_muscles', `${technique}, 3 or more`], codes: chosen('20553') },
    ]),
    { on: ['injected_muscles', 'Dry needling, 1 or 2'], codes: chosen('20560') },
    { on: ['injected_muscles', 'Dry needling, 3 or more'], codes: chosen('20561') },
    ...diagnosisRules(MYOFASCIAL),
  ],
};

const OCCIPITAL: StarterTemplate = {
  name: 'Greater Occipital Nerve Block',
  procedureType: 'Nerve block',
  shortDescription: 'Landmarks or ultrasound',
  category: CATEGORY,
  quickAccessOrder: null,
  sections: [
    indication(['Occipital neuralgia', 'Cervicogenic headache']),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
        ...BOTH_SIDES,
        {
          id: 'guidance',
          label: 'Guidance',
          type: 'radio',
          required: true,
          options: ['Landmarks', 'Ultrasound'],
          defaultValue: 'Landmarks',
        },
        {
          id: 'injectate',
          label: 'Injected on each side',
          type: 'text',
          required: true,
          defaultValue: '3 mL bupivacaine 0.25% with dexamethasone 4 mg',
          maxLength: 120,
        },
      ],
    },
    procedureNote(4, {
      dynamicTextRules: [
        {
          ...when('guidance', 'equals', 'Ultrasound'),
          text: 'The greater occipital nerve ({{side_words}}) was seen on ultrasound between the inferior oblique and semispinalis capitis muscles. {{injectate}} was placed beside it after negative aspiration.',
        },
        {
          ...otherwise,
          text: 'The greater occipital nerve ({{side_words}}) was located medial to the occipital artery on the superior nuchal line. {{injectate}} was injected in a fan after negative aspiration.',
        },
      ],
    }),
    plan('Headache diary. Repeat after four weeks at the earliest.'),
  ],
  rules: [
    { codes: chosen('64405') },
    { on: ['guidance', 'Ultrasound'], codes: offered('76942') },
    ...diagnosisRules({ 'Occipital neuralgia': ['M54.81'], 'Cervicogenic headache': ['G44.86'] }),
  ],
};

export const SOFT_TISSUE: readonly StarterTemplate[] = [LARGE_JOINT, TRIGGER_POINTS, OCCIPITAL];
