import type { DocumentCategory, DocumentType } from '@portal/domain/document';

/** A kind of demo document: name, classification and content. */
export interface DocumentCase {
  /** Without extension; the date is appended. */
  readonly name: string;
  readonly type: DocumentType;
  readonly category: DocumentCategory;
  readonly title: string;
  /** Findings as pairs of label and text. */
  readonly items: readonly (readonly [label: string, value: string])[];
  readonly text: string;
  readonly note?: string;
}

export const PDF_CASES: readonly DocumentCase[] = [
  {
    name: 'CBC with differential',
    type: 'LabResult',
    category: 'Clinical',
    title: 'Laboratory report',
    items: [
      ['White blood cells', '7.2 K/uL (4.0-11.0)'],
      ['Hemoglobin', '13.4 g/dL (12.0-16.0)'],
      ['Hematocrit', '40.1 % (36-46)'],
      ['Platelets', '268 K/uL (150-400)'],
    ],
    text: 'All values within the reference ranges. Specimen received in good condition.',
  },
  {
    name: 'Comprehensive metabolic panel',
    type: 'LabResult',
    category: 'Clinical',
    title: 'Laboratory report',
    items: [
      ['Glucose', '104 mg/dL (70-99) high'],
      ['Creatinine', '0.9 mg/dL (0.6-1.2)'],
      ['Sodium', '139 mmol/L (136-145)'],
      ['ALT', '31 U/L (7-56)'],
    ],
    text: 'Glucose slightly above the reference range; the specimen was not marked as fasting.',
    note: 'Repeat fasting at the next visit.',
  },
  {
    name: 'Urine drug screen',
    type: 'LabResult',
    category: 'Clinical',
    title: 'Toxicology report',
    items: [
      ['Opiates', 'Positive, as prescribed'],
      ['Benzodiazepines', 'Negative'],
      ['Cocaine metabolite', 'Negative'],
      ['Creatinine', '86 mg/dL, valid specimen'],
    ],
    text: 'Results agree with the medication list that came with the specimen.',
  },
  {
    name: 'MRI lumbar spine',
    type: 'ImagingResult',
    category: 'Clinical',
    title: 'Radiology report',
    items: [
      ['Examination', 'MRI lumbar spine without contrast'],
      ['Comparison', 'None available'],
    ],
    text: 'L4-L5: moderate disc bulge with mild narrowing of the canal and of the left lateral recess. L5-S1: small central protrusion without nerve root contact. Vertebral heights and alignment are maintained. Impression: degenerative changes, most marked at L4-L5.',
  },
  {
    name: 'CT cervical spine',
    type: 'ImagingResult',
    category: 'Clinical',
    title: 'Radiology report',
    items: [
      ['Examination', 'CT cervical spine without contrast'],
      ['Comparison', 'Radiographs of last year'],
    ],
    text: 'No fracture or malalignment. Moderate facet arthropathy at C5-C6 with narrowing of the right foramen. Impression: no acute finding.',
  },
  {
    name: 'Consent epidural injection',
    type: 'Consent',
    category: 'Legal',
    title: 'Consent for procedure',
    items: [
      ['Procedure', 'Lumbar epidural steroid injection'],
      ['Anesthesia', 'Local, with light sedation if requested'],
    ],
    text: 'The procedure, its risks and the alternatives were explained to me, and my questions were answered. I may withdraw this consent at any time before the procedure begins.',
  },
  {
    name: 'Opioid treatment agreement',
    type: 'Consent',
    category: 'Legal',
    title: 'Treatment agreement',
    items: [
      ['Pharmacy', 'One pharmacy, chosen by the patient'],
      ['Pill counts', 'On request, within one working day'],
    ],
    text: 'I will take the medication as prescribed, keep it out of reach of others, and tell the practice about every other prescription. Early refills are not given.',
  },
  {
    name: 'Pre-op checklist',
    type: 'PreOpPaperwork',
    category: 'Clinical',
    title: 'Before the procedure',
    items: [
      ['Nothing to eat', 'From midnight'],
      ['Blood thinners', 'Stopped as agreed with the prescriber'],
      ['Driver', 'Named, phone on file'],
      ['Allergies', 'Reviewed with the patient'],
    ],
    text: 'Reviewed with the patient by phone the day before. Arrive one hour before the procedure.',
    note: 'Driver confirmed by phone.',
  },
  {
    name: 'Referral physical therapy',
    type: 'MedicalOrder',
    category: 'Clinical',
    title: 'Referral',
    items: [
      ['Service', 'Physical therapy, evaluate and treat'],
      ['Frequency', 'Twice a week for six weeks'],
      ['Diagnosis', 'M54.16 Radiculopathy, lumbar region'],
    ],
    text: 'Goals: less pain when sitting, return to work without restrictions. Please send a report after the sixth visit.',
  },
  {
    name: 'Prior authorization approval',
    type: 'Insurance',
    category: 'Financial',
    title: 'Prior authorization',
    items: [
      ['Service', '64483 Transforaminal epidural injection'],
      ['Units', '2 within 90 days'],
      ['Decision', 'Approved'],
    ],
    text: 'This approval does not guarantee payment, which depends on coverage on the date of service.',
  },
  {
    name: 'Records request',
    type: 'Other',
    category: 'Administrative',
    title: 'Request for records',
    items: [
      ['From', 'Chesapeake Family Medicine'],
      ['Period', 'The last 24 months'],
    ],
    text: 'Office notes, imaging reports and the current medication list are requested for continued care. An authorization signed by the patient is enclosed.',
  },
];
