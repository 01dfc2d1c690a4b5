import { chosen, diagnosisRules, otherwise, SCORES, showWhen, when, type StarterTemplate } from './parts.ts';

const DIAGNOSES = {
  'Lumbar radiculopathy': ['M54.16'],
  'Low back pain': ['M54.50'],
  'Cervical radiculopathy': ['M54.12'],
  'Lumbar spondylosis': ['M47.816'],
  'Chronic pain syndrome': ['G89.4'],
} as const;

const FOLLOW_UP: StarterTemplate = {
  name: 'Office Visit, Follow-up',
  procedureType: 'Office visit',
  shortDescription: 'Established patient',
  category: 'Office visits',
  quickAccessOrder: 9,
  autoPopulate: {
    patient_name: 'patient.name',
    patient_age: 'patient.age',
    patient_gender: 'patient.gender',
    insurance: 'patient.insurance',
  },
  sections: [
    {
      id: 'history',
      title: 'History',
      fields: [
        { id: 'patient_name', label: 'Patient', type: 'hidden', includeInReport: false },
        { id: 'patient_age', label: 'Age', type: 'hidden', includeInReport: false },
        { id: 'patient_gender', label: 'Gender', type: 'hidden', includeInReport: false },
        { id: 'insurance', label: 'Insurance', type: 'text', isReadOnly: true, includeInReport: false },
        {
          id: 'complaint',
          label: 'Chief complaint',
          type: 'text',
          required: true,
          maxLength: 200,
          placeholder: 'e.g. low back pain into the left leg',
        },
        { id: 'pain_now', label: 'Pain today (0–10)', type: 'select', required: true, options: SCORES },
        {
          id: 'since_last',
          label: 'Since the last visit',
          type: 'radio',
          required: true,
          options: ['Better', 'Unchanged', 'Worse', 'Had a procedure'],
        },
        {
          id: 'last_procedure',
          label: 'Procedure and date',
          type: 'text',
          required: true,
          maxLength: 150,
          ...showWhen('since_last', 'equals', 'Had a procedure'),
        },
        {
          id: 'relief',
          label: 'Relief from it',
          type: 'select',
          required: true,
          options: ['None', 'Less than half', 'More than half', 'Nearly all'],
          ...showWhen('since_last', 'equals', 'Had a procedure'),
        },
        {
          id: 'history_text',
          label: 'History of present illness',
          type: 'textarea',
          rows: 4,
          dependencyType: 'dynamic_text',
          defaultTemplate:
            '{{patient_name}} is a {{patient_age}}-year-old {{patient_gender}} patient. Chief complaint: {{complaint}}. Pain today: {{pain_now}}/10. {{#if last_procedure}}Since the last visit: {{last_procedure}}, relief: {{relief}}.{{else}}Compared with the last visit: {{since_last}}.{{/if}}',
        },
      ],
    },
    {
      id: 'examination',
      title: 'Examination',
      description: 'Leave out what was not examined.',
      fields: [
        {
          id: 'exam_region',
          label: 'Region examined',
          type: 'radio',
          options: ['Lumbar spine', 'Cervical spine', 'Joint'],
          defaultValue: 'Lumbar spine',
        },
        {
          id: 'exam_findings',
          label: 'Findings',
          type: 'textarea',
          rows: 4,
          dependsOn: 'exam_region',
          dependencyType: 'dynamic_default',
          defaultValueRules: [
            {
              ...when('exam_region', 'startsWith', 'Lumbar'),
              defaultValue:
                'Gait steady. Flexion limited by pain. Straight leg raise negative on both sides. Strength 5/5 and sensation intact in both legs. Reflexes symmetric.',
            },
            {
              ...when('exam_region', 'startsWith', 'Cervical'),
              defaultValue:
                'Range of motion mildly reduced. Spurling test negative. Strength 5/5 and sensation intact in both arms. No hyperreflexia.',
            },
            {
              ...otherwise,
              defaultValue: 'No swelling or warmth. Range of motion full with pain at the end of it.',
            },
          ],
        },
      ],
    },
    {
      id: 'assessment',
      title: 'Assessment and Plan',
      fields: [
        {
          id: 'diagnosis',
          label: 'Diagnosis',
          type: 'select',
          required: true,
          options: Object.keys(DIAGNOSES),
        },
        {
          id: 'treated_diagnosis',
          label: 'Plan for',
          type: 'text',
          dependsOn: 'diagnosis',
          dependencyType: 'copy',
          helpText: 'Follows the diagnosis until you change it.',
        },
        {
          id: 'plan_items',
          label: 'Plan',
          type: 'checkbox',
          options: [
            'Continue medication',
            'Physical therapy',
            'Imaging ordered',
            'Injection scheduled',
            'Surgical opinion',
          ],
        },
        {
          id: 'injection',
          label: 'Which injection',
          type: 'select',
          required: true,
          options: [
            'Transforaminal epidural',
            'Interlaminar epidural',
            'Medial branch block',
            'Sacroiliac joint',
            'Other',
          ],
          ...showWhen('plan_items', 'contains', 'Injection scheduled'),
        },
        {
          id: 'pdmp',
          label: 'Prescription monitoring program checked',
          type: 'checkbox',
          ...showWhen('plan_items', 'in', ['Continue medication']),
        },
        {
          id: 'complexity',
          label: 'Medical decision making',
          type: 'radio',
          required: true,
          options: ['Straightforward', 'Low', 'Moderate', 'High'],
          defaultValue: 'Low',
        },
        { id: 'plan', label: 'Plan in words', type: 'textarea', rows: 3, maxLength: 2000 },
        { id: 'return_date', label: 'Return on', type: 'date' },
      ],
    },
  ],
  rules: [
    { on: ['complexity', 'Straightforward'], codes: chosen('99212') },
    { on: ['complexity', 'Low'], codes: chosen('99213') },
    { on: ['complexity', 'Moderate'], codes: chosen('99214') },
    { on: ['complexity', 'High'], codes: chosen('99215') },
    ...diagnosisRules(DIAGNOSES),
  ],
};

const PREOPERATIVE: StarterTemplate = {
  name: 'Preprocedure Call',
  procedureType: 'Telephone note',
  shortDescription: 'Fasting, driver and questions, by telephone before the procedure',
  category: 'Office visits',
  quickAccessOrder: null,
  sections: [
    {
      id: 'call',
      title: 'Procedure Details',
      fields: [
        { id: 'fasting', label: 'Fasting instructions given', type: 'checkbox' },
        { id: 'driver', label: 'Driver arranged', type: 'radio', options: ['Yes', 'No'] },
        { id: 'notes', label: 'Notes', type: 'textarea', rows: 3 },
      ],
    },
  ],
  rules: [],
};

export const VISITS: readonly StarterTemplate[] = [FOLLOW_UP, PREOPERATIVE];
