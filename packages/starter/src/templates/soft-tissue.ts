import {
  BOTH_SIDES,
  chosen,
  counted,
  diagnosisRules,
  drugField,
  drugRules,
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
import { served, service, serviceRules, tolerance, unlessStopped } from './stopped.ts';

const CATEGORY = 'Joints and soft tissue';

const plan = (text: string): SectionDraft => ({
  id: 'outcome',
  title: 'Outcome and Plan',
  fields: [
    ...tolerance,
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

/** The diagnoses of each joint: a knee has no code of the shoulder. */
const JOINT_DIAGNOSES = {
  Knee: ['Osteoarthritis of the knee', 'Knee pain'],
  Shoulder: ['Osteoarthritis of the shoulder', 'Shoulder pain'],
  Hip: ['Osteoarthritis of the hip', 'Hip pain'],
  'Trochanteric bursa': ['Trochanteric bursitis'],
} as const;
const JOINT_DRUGS = ['Triamcinolone 40 mg', 'Methylprednisolone 80 mg', 'Hylan G-F 20 (Synvisc-One) 48 mg'];
const LARGE_JOINT: StarterTemplate = {
  name: 'Large Joint Injection',
  procedureType: 'Joint injection',
  shortDescription: 'Knee, shoulder, hip or trochanteric bursa',
  category: CATEGORY,
  quickAccessOrder: 7,
  sections: [
    indication(Object.values(JOINT_DIAGNOSES).flat(), {
      first: [
        {
          id: 'joint',
          label: 'Joint',
          type: 'select',
          required: true,
          options: Object.keys(JOINT_DIAGNOSES),
        },
        JOINT_WORDS,
      ],
      optionRules: Object.entries(JOINT_DIAGNOSES).map(([joint, options]) => ({
        ...when('joint', 'equals', joint),
        options: [...options],
      })),
    }),
    safety,
    {
      id: 'procedure',
      title: 'Procedure Details',
      fields: [
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
        drugField(
          'injectate',
          'Injected into each joint',
          { per: 'joint', options: JOINT_DRUGS },
          {
            optionRules: [{ ...when('joint', 'not_equals', 'Knee'), options: JOINT_DRUGS.slice(0, 2) }],
            defaultValue: 'Triamcinolone 40 mg',
            ...unlessStopped(),
          },
        ),
        service('guidance'),
      ],
    },
    procedureNote(6, {
      dynamicTextRules: [
        {
          ...when('tolerance', 'startsWith', 'Stopped'),
          text: 'The skin over the {{joint_words}} ({{side_words}}) was prepared in sterile fashion. Approach: {{approach}}. {{#if aspirate}}Aspirate: {{aspirate}}. {{/if}}The procedure was stopped early, and nothing was injected. Reason: {{stopped_reason}}',
        },
        {
          ...otherwise,
          text: 'The skin over the {{joint_words}} ({{side_words}}) was prepared in sterile fashion. After skin anesthesia a 22-gauge needle was advanced{{#if images_saved}} under ultrasound, images saved{{/if}}. Approach: {{approach}}. {{#if aspirate}}Aspirate: {{aspirate}}. {{else}}Aspiration was dry. {{/if}}{{injectate}} with 4 mL of lidocaine 1% was injected into each joint treated, without resistance.',
        },
      ],
    }),
    plan('Rest the joint for 48 hours. No more than three or four steroid injections a year into one joint.'),
  ],
  rules: [
    ...serviceRules('Landmarks', [served('20610')]),
    ...serviceRules('Ultrasound', [served('20611')]),
    ...drugRules('injectate', JOINT_DRUGS),
    ...sidedDiagnosis('Osteoarthritis of the knee', 'M17.11', 'M17.12', ['M17.0']),
    ...sidedDiagnosis('Knee pain', 'M25.561', 'M25.562'),
    ...sidedDiagnosis('Osteoarthritis of the hip', 'M16.11', 'M16.12', ['M16.0']),
    ...sidedDiagnosis('Hip pain', 'M25.551', 'M25.552'),
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
const BACK_MUSCLES = ['Quadratus lumborum', 'Gluteus medius', 'Piriformis'];
const MYOFASCIAL = {
  'Myofascial pain': ['M79.18'],
  'Muscle spasm of the back': ['M62.830'],
  Cervicalgia: ['M54.2'],
} as const;
/** One code for 1 or 2 muscles, another one for 3 or more: the ticked muscles decide. */
const muscleRules = (technique: string, [few, many]: readonly [string, string]): readonly StarterRule[] =>
  serviceRules(technique, [
    (modifiers) => counted('muscles', few, { from: 1, to: 2 }, modifiers),
    (modifiers) => counted('muscles', many, { from: 3 }, modifiers),
  ]);
const POINT_STEROIDS = ['Triamcinolone 10 mg', 'Triamcinolone 20 mg', 'Triamcinolone 40 mg'];
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
          helpText: 'Billing counts the muscles ticked, not needle sticks.',
          validationRules: BACK_MUSCLES.map((muscle) => ({
            ...when('neck_muscles', 'contains', muscle),
            message:
              'Cervicalgia is pain of the neck. Choose another diagnosis for muscles of the back or hip.',
          })),
        },
        {
          id: 'neck_muscles',
          label: 'Muscles of a neck diagnosis',
          type: 'hidden',
          includeInReport: false,
          dependencyType: 'dynamic_text',
          dynamicTextRules: [{ ...when('diagnosis', 'equals', 'Cervicalgia'), text: '{{muscles}}' }],
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
          label: 'Local anesthetic at each point',
          type: 'text',
          maxLength: 100,
          defaultValue: '1 mL bupivacaine 0.25%',
          ...unlessStopped('contains', 'technique', 'anesthetic'),
        },
        drugField(
          'steroid',
          'Steroid in total',
          { per: 'note', options: POINT_STEROIDS },
          { ...unlessStopped('contains', 'technique', 'with steroid') },
        ),
        service('technique'),
        { id: 'twitch', label: 'Local twitch response seen', type: 'checkbox' },
      ],
    },
    procedureNote(5, {
      dynamicTextRules: [
        {
          ...when('tolerance', 'startsWith', 'Stopped'),
          text: 'Taut bands with trigger points were palpated in: {{muscles}}. The procedure was stopped early, and nothing was injected. Reason: {{stopped_reason}}',
        },
        {
          ...otherwise,
          text: 'Taut bands with trigger points were palpated in: {{muscles}}. {{#if points}}Number of points treated: {{points}}. {{/if}}A 25-gauge needle was advanced and fanned at each point{{#if injectate}} with {{injectate}}{{else}}, without injection{{/if}}. {{#if steroid}}{{steroid}} in total was injected with it. {{/if}}{{#if twitch}}A local twitch response was seen. {{/if}}Passive stretch followed.',
        },
      ],
    }),
    plan('Stretching twice a day, heat as needed. Repeat in four weeks if relief lasted.'),
  ],
  rules: [
    ...muscleRules('Local anesthetic', ['20552', '20553']),
    ...muscleRules('Local anesthetic with steroid', ['20552', '20553']),
    ...muscleRules('Dry needling', ['20560', '20561']),
    ...drugRules('steroid', POINT_STEROIDS),
    ...diagnosisRules(MYOFASCIAL),
  ],
};

const NERVE_STEROIDS = ['Dexamethasone 4 mg', 'Triamcinolone 10 mg', 'None'];
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
          label: 'Local anesthetic on each side',
          type: 'text',
          required: true,
          defaultValue: '3 mL bupivacaine 0.25%',
          maxLength: 80,
          ...unlessStopped(),
        },
        drugField(
          'steroid',
          'Steroid on each side',
          { per: 'side', options: NERVE_STEROIDS },
          { defaultValue: 'Dexamethasone 4 mg', ...unlessStopped() },
        ),
        {
          id: 'steroid_words',
          label: 'Steroid in words',
          type: 'hidden',
          includeInReport: false,
          dependencyType: 'dynamic_text',
          dynamicTextRules: [{ ...when('steroid', 'not_equals', 'None'), text: '{{steroid}}' }],
        },
        service(),
      ],
    },
    procedureNote(4, {
      dynamicTextRules: [
        {
          ...when('tolerance', 'startsWith', 'Stopped'),
          text: 'A block of the greater occipital nerve ({{side_words}}) was prepared. The procedure was stopped early, and nothing was injected. Reason: {{stopped_reason}}',
        },
        {
          ...when('guidance', 'equals', 'Ultrasound'),
          text: 'Each greater occipital nerve treated ({{side_words}}) was seen on ultrasound between the inferior oblique and semispinalis capitis muscles. {{injectate}}{{#if steroid_words}} with {{steroid_words}}{{/if}} was placed beside it on each side treated, after negative aspiration.',
        },
        {
          ...otherwise,
          text: 'Each greater occipital nerve treated ({{side_words}}) was located medial to the occipital artery on the superior nuchal line. {{injectate}}{{#if steroid_words}} with {{steroid_words}}{{/if}} was injected in a fan on each side treated, after negative aspiration.',
        },
      ],
    }),
    plan('Headache diary. Repeat after four weeks at the earliest.'),
  ],
  rules: [
    ...serviceRules('Done', [served('64405')]),
    { on: ['guidance', 'Ultrasound'], codes: offered('76942') },
    ...drugRules('steroid', NERVE_STEROIDS),
    ...diagnosisRules({ 'Occipital neuralgia': ['M54.81'], 'Cervicogenic headache': ['G44.86'] }),
  ],
};

export const SOFT_TISSUE: readonly StarterTemplate[] = [LARGE_JOINT, TRIGGER_POINTS, OCCIPITAL];
