export const SAVE_AS = 'Save it as “CSV UTF-8” and try again.';
export const NO_TEXT = 'The file is not text. Export the patients as CSV, Excel workbook (.xlsx) or FHIR.';
const EXPORT_CSV = 'Export the patients as CSV or FHIR R4 instead.';
const UTF_16 = `The file is UTF-16. ${SAVE_AS}`;

const COMPRESSED = 'The file is compressed. Unpack it and choose the file with the patients.';
const DATABASE = `The file is a database. ${EXPORT_CSV}`;
const IMAGE = `The file is an image. ${EXPORT_CSV}`;
const OLD_WORKBOOK =
  'The file is an Excel workbook of the old format (.xls) or with a password. Open it in Excel, save it as “Excel Workbook (.xlsx)” without a password, and try again.';

/** The first bytes of binary files, in hexadecimal, as in the file-type library (read 2026-11-27). */
const BINARY: readonly (readonly [string, string])[] = [
  ['fffe', UTF_16],
  ['feff', UTF_16],
  ['d0cf11e0a1b11ae1', OLD_WORKBOOK],
  ['25504446', `The file is a PDF. It cannot be read as a table. ${EXPORT_CSV}`],
  ['1f8b', COMPRESSED],
  ['377abcaf', COMPRESSED],
  ['52617221', COMPRESSED],
  ['fd377a585a', COMPRESSED],
  ['53514c69746520666f726d6174', DATABASE],
  ['000100005374616e64617264', DATABASE],
  ['89504e47', IMAGE],
  ['ffd8ff', IMAGE],
  ['49492a00', IMAGE],
  ['4d4d002a', IMAGE],
];

/**
 * The starts of text files that are no CSV or FHIR. HL7 v2 begins with MSH, or FHS or BHS for a batch (HL7 v2.5.1, chapter 2, unchecked),
 * X12 with ISA.
 */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^\{\\rtf/, `The file is a text document (RTF). ${EXPORT_CSV}`],
  [/^[\s\v]*(?:MSH|FHS|BHS)([^\w\s])[^\w\s]{3,5}\1/, `The file has HL7 v2 messages. ${EXPORT_CSV}`],
  [/^\s*ISA([^\w\s])\d{2}\1/, `The file has X12 (EDI) transactions. ${EXPORT_CSV}`],
  [/^\s*BEGIN:VCARD/i, `The file has vCards. ${EXPORT_CSV}`],
  [
    /^\s*<[^]*<(?:\w+:)?ClinicalDocument[\s>]|^\s*<(?:\w+:)?ClinicalDocument[\s>]/,
    `The file is a C-CDA document (ClinicalDocument) of one patient. ${EXPORT_CSV}`,
  ],
  [
    /^\s*<[^]*http:\/\/hl7\.org\/fhir/,
    'The file is FHIR in XML. Export the patients as FHIR in JSON or NDJSON.',
  ],
  [
    /^\s*(?:<[^]*urn:schemas-microsoft-com:office:(?:spreadsheet|excel)|<(?:!doctype\s+html|html|head|meta|style|table)[\s>])/i,
    'The file is a web page or XML that Excel can open, also if its name ends with .xls. Open it in Excel, save it as “Excel Workbook (.xlsx)” or “CSV UTF-8”, and try again.',
  ],
  [/^\s*<\?xml/, `The file is XML. ${EXPORT_CSV}`],
];

/** Says what a file is that cannot be read, by its start, and what to do; null for text. */
export function otherFormat(start: Buffer): string | null {
  const text = start.toString('latin1').replace(/^\xEF\xBB\xBF/, '');
  const hex = start.subarray(0, 16).toString('hex');
  const found =
    BINARY.find(([bytes]) => hex.startsWith(bytes)) ?? OTHERS.find(([pattern]) => pattern.test(text));
  if (found !== undefined) return found[1];
  if (!start.includes(0)) return null;
  const zeros = start.filter((byte) => byte === 0).length;
  return zeros > start.length / 3 ? UTF_16 : NO_TEXT;
}
