import type { OrderContrast, OrderSide, OrderType } from '@portal/domain/order';

/** Typical orders of an interventional pain practice with their reasons. */
export interface OrderCase {
  readonly type: OrderType;
  readonly diagnosis: string;
  readonly bodyPart?: string;
  readonly side?: OrderSide;
  readonly contrast?: OrderContrast;
  readonly specialist?: string;
  readonly instructions?: string;
}

/** Common cases first. */
export const ORDER_CASES: readonly OrderCase[] = [
  {
    type: 'MRI',
    diagnosis: 'M54.16 Radiculopathy, lumbar region',
    bodyPart: 'Lumbar spine',
    contrast: 'Without',
    instructions: 'Compare with the prior study if there is one. No metal implants known.',
  },
  {
    type: 'ReferralPT',
    diagnosis: 'M47.816 Spondylosis without myelopathy or radiculopathy, lumbar region',
    specialist: 'Bayside Physical Therapy',
    instructions:
      'Evaluate and treat, 2 times a week for 6 weeks.\nCore stabilization, home exercise program.',
  },
  {
    type: 'MRI',
    diagnosis: 'M48.062 Spinal stenosis, lumbar region with neurogenic claudication',
    bodyPart: 'Lumbar spine',
    contrast: 'Without',
  },
  {
    type: 'LabWork',
    diagnosis: 'Z79.891 Long term (current) use of opiate analgesic',
    instructions: 'Urine drug screen with confirmation; comprehensive metabolic panel.',
  },
  {
    type: 'XRay',
    diagnosis: 'M25.562 Pain in left knee',
    bodyPart: 'Knee, 3 views, weight bearing',
    side: 'Left',
  },
  {
    type: 'MRI',
    diagnosis: 'M50.122 Cervical disc disorder at C5-C6 level with radiculopathy',
    bodyPart: 'Cervical spine',
    contrast: 'Without',
    instructions: 'Claustrophobic: open scanner, or premedication by our office the day before.',
  },
  {
    type: 'XRay',
    diagnosis: 'Low back pain after a fall on the stairs',
    bodyPart: 'Lumbar spine, AP, lateral, flexion and extension',
  },
  {
    type: 'ReferralPT',
    diagnosis: 'M54.2 Cervicalgia',
    specialist: 'Severna Rehab Center',
    instructions: 'Cervical traction as tolerated, posture training, 8 visits.',
  },
  {
    type: 'CTScan',
    diagnosis: 'M96.1 Postlaminectomy syndrome, not elsewhere classified',
    bodyPart: 'Lumbar spine',
    contrast: 'WithAndWithout',
    instructions: 'Hardware L4–S1. Creatinine within 30 days before contrast.',
  },
  {
    type: 'ReferralNeurosurgery',
    diagnosis: 'M51.16 Intervertebral disc disorders with radiculopathy, lumbar region',
    specialist: 'Chesapeake Neurosurgery Associates',
    instructions: 'Two transforaminal injections without lasting relief. Patient will bring the MRI on disc.',
  },
  {
    type: 'Ultrasound',
    diagnosis: 'M25.511 Pain in right shoulder',
    bodyPart: 'Shoulder, rotator cuff',
    side: 'Right',
  },
  {
    type: 'LabWork',
    diagnosis: 'Before procedure: on anticoagulant',
    instructions: 'PT/INR and platelet count within 24 hours before the injection.',
  },
  {
    type: 'XRay',
    diagnosis: 'M46.1 Sacroiliitis, not elsewhere classified',
    bodyPart: 'Sacroiliac joints',
    side: 'Bilateral',
  },
  {
    type: 'ReferralOther',
    diagnosis: 'G89.4 Chronic pain syndrome',
    specialist: 'Behavioral Health Partners',
    instructions: 'Evaluation prior to spinal cord stimulator trial.',
  },
  {
    type: 'MRI',
    diagnosis: 'G90.511 Complex regional pain syndrome I of right upper limb',
    bodyPart: 'Wrist and hand',
    side: 'Right',
    contrast: 'WithAndWithout',
  },
  {
    type: 'Other',
    diagnosis: 'M17.11 Unilateral primary osteoarthritis, right knee',
    instructions: 'Unloader knee brace, right, fitted by the supplier.',
  },
  {
    type: 'CTScan',
    diagnosis: 'M80.08XA Age-related osteoporosis with current pathological fracture, vertebra(e)',
    bodyPart: 'Thoracic and lumbar spine',
    contrast: 'Without',
    instructions: 'Before kyphoplasty. Please call the office with the result.',
  },
  {
    type: 'Other',
    diagnosis: 'M79.7 Fibromyalgia',
    instructions: 'TENS unit with electrodes, 30-day trial.',
  },
];

/** Urgent cases. */
export const STAT_CASES: readonly OrderCase[] = [
  {
    type: 'MRI',
    diagnosis: 'G83.4 Cauda equina syndrome, suspected: new saddle numbness',
    bodyPart: 'Lumbar spine',
    contrast: 'WithAndWithout',
    instructions:
      'Call our office with the result at once. Patient was told to go to the emergency room if symptoms worsen.',
  },
  {
    type: 'LabWork',
    diagnosis: 'Fever two days after epidural injection',
    instructions: 'CBC with differential, CRP, ESR, blood cultures. Call the result.',
  },
  {
    type: 'Ultrasound',
    diagnosis: 'M79.661 Pain in right lower leg, swelling: rule out deep vein thrombosis',
    bodyPart: 'Lower extremity veins',
    side: 'Right',
    instructions: 'Call the result before the patient leaves.',
  },
  {
    type: 'CTScan',
    diagnosis: 'G97.1 Headache after spinal puncture, with double vision',
    bodyPart: 'Head',
    contrast: 'Without',
  },
];

export const SCHEDULED_NOTES = [
  'Bay Imaging, patient was called.',
  'Authorization came through; patient chose a morning.',
  'Left the date on the voicemail.',
];
export const DONE_NOTES = [
  'Report received; provider notified.',
  'Done, report is filed under Documents.',
  'Done; patient has a follow-up visit.',
];
export const CANCEL_REASONS = [
  'Insurance denied it; peer-to-peer was declined as well.',
  'Patient had the same study done elsewhere last month.',
  'Patient feels better and no longer wants it.',
  'Entered twice by mistake.',
];
