/** The fields of a line of HCPCS Level II. */
interface HcpcsFields {
  readonly code: string;
  readonly sequence?: string;
  readonly kind?: string;
  readonly long?: string;
  readonly coverage?: string;
  readonly added?: string;
  readonly acted?: string;
  readonly ended?: string;
  readonly action?: string;
}

/** A line of HCPCS Level II. */
export const hcpcsLine = ({
  code,
  sequence = '00100',
  kind = '3',
  long = 'A drug, 1 mg',
  coverage = 'D',
  added = '20240101',
  acted = '20240101',
  ended = '',
  action = 'N',
}: HcpcsFields): string =>
  [
    code.padStart(5),
    sequence,
    kind,
    long.padEnd(80),
    long.slice(0, 28).padEnd(138),
    coverage.padEnd(39),
    added.padEnd(8),
    acted.padEnd(8),
    ended.padEnd(8),
    action,
  ]
    .join('')
    .padEnd(320);

export const PTP_HEADINGS = [
  'CPT only copyright of the AMA.\t\t\t\t\t\t',
  'Column1/Column2 Edits\t\t\t\t\t\t',
  'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale',
  '\t\tprior to 1996\tDate\tDate\t0=not allowed\t',
  '\t\t\t\t*=no data\t1=allowed\t',
  '\t\t\t\t\t9=not applicable\t',
];

/** The last two lines of the headings of the physician fee schedule, with and without the newest column. */
const feeHeadings = (isNew: boolean): string[] => [
  `,,,STATUS,MEDICARE,WORK,NON-FAC,NA,FACILITY,NA,MP,NON-FACILITY,FACILITY,PCTC,GLOB,PRE,INTRA,POST,MULT,BILAT,ASST,CO-,TEAM,${isNew ? 'PRIC,' : ''}ENDO,CONV,DIAGNOSTIC,CALCULATION,FAMILY,PAYMENT,PAYMENT,PAYMENT`,
  `HCPCS,MOD,DESCRIPTION,CODE,PAYMENT,RVU,PE RVU,INDICATOR,PE RVU,INDICATOR,RVU,TOTAL,TOTAL,IND,DAYS,OP,OP,OP,PROC,SURG,SURG,SURG,SURG,${isNew ? 'IND,' : ''}BASE,FACTOR,PROCEDURES,FLAG,INDICATOR,AMOUNT,AMOUNT,AMOUNT`,
];
export const feeBanner = (text: string): string[] => [
  `,,${text},,,`,
  ',,"CPT codes, and descriptions, are the AMA\'s",,,',
  ',,,,,,,,,,NON-FACILITY,FACILITY,',
];
export const FEE_HEADINGS = feeHeadings(true);
export const FEE_HEADINGS_BEFORE_2026 = feeHeadings(false);
/** A row of the physician fee schedule up to the indicators, and the rest. */
export const feeRow = (start: string, indicators: string, isNew = true): string =>
  `${start},,0.00,0.00,,0.00,,0.00,0.00,0.00,${indicators},${isNew ? '9,' : ''},33.4009,09,0,99,0.00,0.00,0.00`;

export const MUE_HEADINGS = [
  '"CPT codes are the AMA\'s.',
  '',
  'CPT® is a trademark, ""units"" are units.",,,',
  '"HCPCS/',
  'CPT Code",Practitioner Services MUE Values,MUE Adjudication Indicator,MUE Rationale',
];
export const ADD_ON_HEADINGS = [
  'CPT codes are of the AMA.,,,,,,,',
  'AOC_Edit_Type,Add-On_Code,AOC_DelDT,Primary_Code,Primary_Code_DelDT,AOC_Edit_EffDT,AOC_Edit_DelDT,Special_Instruction_Notes',
];
export const ASP_HEADINGS = [
  'July 2026 ASP NDC-HCPCS Crosswalk,,,,,,,,,',
  ',,,,,,,,,',
  '_2026_CODE,Short Description,LABELER NAME,NDC,Drug Name,HCPCS dosage,PKG SIZE,PKG QTY,BILLUNITS,BILLUNITSPKG',
];

const file = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** A good file of each layout. */
export const SAMPLES: Readonly<Record<string, string>> = {
  hcpcs: file(
    hcpcsLine({ code: 'LT', kind: '7', coverage: ' ', long: 'Left side' }),
    hcpcsLine({ code: 'J1010', long: 'Methylprednisolone acetate, 1 mg' }),
    hcpcsLine({ code: 'L8680', added: '20060101', long: 'Electrode of a neurostimulator,' }),
    hcpcsLine({ code: 'L8680', sequence: '00200', kind: '4', long: 'each' }).slice(0, 91),
  ),
  ptp: file(
    ...PTP_HEADINGS,
    '20604\t20600\t*\t19960101\t*\t1\tMutually exclusive procedures',
    '64483\t77003\t\t20110101\t*\t0\tMisuse of Column Two code with Column One code',
    '64490\t64505\t\t20100101\t20251231\t1\tMutually exclusive procedures',
  ),
  feeSchedule: file(
    ...feeBanner('2026 National Physician Fee Schedule Relative Value File July Release'),
    ...FEE_HEADINGS,
    feeRow('64483,,(AMA),A', '0,000,0.00,0.00,0.00,2,1,1,0,0'),
    feeRow('76942,,"(AMA, ""x"")",A', '1,XXX,0.00,0.00,0.00,0,0,0,0,0'),
    feeRow('76942,26,(AMA),A', '1,XXX,0.00,0.00,0.00,0,0,0,0,0'),
  ),
  mue: file(
    ...MUE_HEADINGS,
    '20552,1,3 Date of Service Edit: Clinical,Nature of Service/Procedure',
    '99213,2,2 Date of Service Edit: Policy,Nature of Service/Procedure',
    'J3301,16,1 Line Edit,"Prescribing, Information"',
  ),
  addOn: file(
    ...ADD_ON_HEADINGS,
    '1,64484,,64483,,2013091,,',
    '2,95873,,CCCCC,,2013091,,Contractor Defined',
    '1,64494,,64475,2009365,2010001,2010365,',
  ),
  addOnText: file(
    '164484       64483       2013091       ',
    '295873       CCCCC       2013091       Contractor Defined Primary Codes',
    '164494       644752009365201000120103650'.slice(0, 39),
  ),
  icd10: file(
    `00001 M54     0 ${'Dorsalgia'.padEnd(60)} Dorsalgia`,
    `00002 M5416   1 ${'Radiculopathy, lumbar'.padEnd(60)} Radiculopathy, lumbar region`,
    `00003 Z981    1 ${'Arthrodesis status'.padEnd(60)} Arthrodesis status`,
  ),
  asp: file(
    ...ASP_HEADINGS,
    'J1010,"Methylpred, 1 mg",Example Labs,99900-0100-01,"Drug, A",1 MG,1,1,80,80',
    'J1100,Dexa,Example Labs,99900-0200-25,Drug B,1 MG,1,25,5,125',
    'J7331,Device,Example Labs,12345678,Device C,1 MG,1,1,20,20',
  ),
};
