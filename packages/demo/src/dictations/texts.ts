/** Texts for text fields of the demo dictations by field id. The first ones are used more often. */
export const TEXTS: Readonly<Record<string, readonly string[]>> = {
  allergies: [
    'No known allergies to contrast, latex, steroids or local anesthetics',
    'Penicillin (rash); none to contrast, latex, steroids or local anesthetics',
  ],
  temperature: ['80', '80', '85'],
  seconds: ['90', '90', '120'],
  contacts: ['8', '16'],
  mg_per_day: ['20', '40', '60'],
  place: ['At home', 'At work'],
  minutes: ['14', '18', '8', '25'],
  antibiotic: ['cefazolin 2 g IV', 'vancomycin 1 g IV'],
  pain_duration: ['4 months', '8 months', 'over a year', '6 weeks', '3 years', '10 weeks'],
  points: ['3', '4', '5', '2', '6'],
  sedation_minutes: ['20', '15', '25', '12', '31', '40', '8'],
  complaint: [
    'Low back pain radiating into the left leg, worse with sitting and driving',
    'Axial low back pain, worse with extension and standing at work',
    'Neck pain with numbness of the right thumb and index finger',
    'Right knee pain that wakes the patient at night',
  ],
  history_text: [
    'Pain is stable on the present regimen. Sleep has improved, and the patient walks about 20 minutes a day.',
    'Relief of the last procedure is wearing off over the last three weeks. No new weakness, no bowel or bladder changes.',
  ],
  exam_findings: [
    'Straight leg raise positive at 40 degrees. Strength 5/5 throughout. Sensation reduced over the lateral calf.',
    'Tender over the facet joints, pain with extension and rotation. Gait normal, no focal deficit.',
  ],
  stopped_reason: ['Vasovagal reaction; the patient recovered within five minutes lying down.'],
  notes: ['Patient called the day before; arrival at 7:15, nothing to eat after midnight.'],
};

export const OTHER_TEXTS = ['As discussed with the patient.', 'Unchanged since the last visit.'] as const;

export const COMPLICATIONS = [
  'Brief vasovagal reaction, resolved with leg elevation.',
  'Transient numbness of the leg for 40 minutes; strength full at discharge.',
  'Small hematoma at the entry site, pressure held for five minutes.',
] as const;

export const ADDENDA: readonly { readonly text: string; readonly reason: string | null }[] = [
  {
    text: 'The patient called the next morning: pain reduced from 7/10 to 2/10, no fever, no headache.',
    reason: null,
  },
  {
    text: 'The level in the note should read L4-L5 on both sides, as marked on the consent form and on the saved images.',
    reason: 'Dictation error found during billing',
  },
  {
    text: 'Pathology of the aspirate: no crystals, no growth after five days.',
    reason: 'Result came after signing',
  },
  { text: 'Images were uploaded to the chart on the following day.', reason: null },
];

export const GROUP_NOTES = [
  'C-arm 2, staff as listed on the board.',
  'Fluoroscopy time is in the daily log.',
] as const;
