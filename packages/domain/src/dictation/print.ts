import { formatDateTimeZone, type PracticeClock } from '../clock.ts';
import { ageOn, dateIn, formatDateUs, type Instant } from '../date.ts';
import { plainLine, plainNote } from '../text.ts';
import { coSignerName } from './co-signature.ts';
import type { DictationStatus } from '../dictation.ts';
import { CONTENT_VERSION, fieldsOf, type TemplateContent } from '../template/content.ts';
import { evaluateTemplate, type Evaluation } from '../template/evaluate.ts';
import { isNoShow, type BillingOption } from '../template/billing-option.ts';
import { isOneSidedEntry } from '../template/modifiers.ts';
import { reportOf, type ReportSection } from '../template/report.ts';
import { sourcesIn } from '../template/sources.ts';
import type { FieldValues } from '../template/value.ts';
import { buildBillingSheet, type BillingSheet, type PrintedCode } from './billing-sheet.ts';

/** The data needed to print a dictation, from the contract's `Dictation` or from the editor. Dates are YYYY-MM-DD. */
export interface PrintSource {
  readonly templateName: string;
  readonly patientName: string;
  readonly patientMRN: string;
  readonly patientDOB: string;
  readonly patientGender: string;
  readonly procedureDate: string;
  readonly procedureLocation: string;
  readonly providerName: string;
  readonly status: DictationStatus;
  readonly billingCodes: readonly PrintedCode[];
  readonly billingOption: BillingOption;
  readonly complications: string | null;
  readonly signature: PrintedSignature | null;
  readonly coSignature: PrintedCoSignature | null;
  readonly addendums: readonly PrintedAddendum[];
}

/** Who signed and when. */
export interface PrintedSignature {
  readonly name: string;
  readonly title: string | null;
  readonly signedAt: Instant;
}

/** The co-signature that a signed dictation needs: who is asked, and who gave it. */
export interface PrintedCoSignature {
  readonly supervisor: { readonly firstName: string; readonly lastName: string } | null;
  readonly signature: PrintedSignature | null;
}

export interface PrintedAddendum {
  readonly text: string;
  readonly reason: string | null;
  readonly authorName: string;
  readonly authorTitle: string | null;
  readonly createdAt: Instant;
}

export interface PrintedItem {
  readonly label: string;
  readonly value: string;
}

/** A formatted addendum. */
export interface PrintedNote {
  /** "Addendum 1 by Jane Roe, MD on 11/21/2026 2:05 PM EST". */
  readonly title: string;
  readonly reason: string | null;
  readonly text: string;
}

/**
 * A dictation formatted for print, in page order: `banner`, `patient`, `sections`, `closing`, `addenda`, and the billing sheet on a
 * new page. A no-show has no sections; its sheet follows the patient on the same page and comes before `closing`.
 */
export interface PrintedDictation {
  /** What kind of report it is, above the title; null for none. */
  readonly heading: string | null;
  readonly title: string;
  /** MRN and patient name, printed on every page. A very long name is truncated, so it comes last. */
  readonly identity: string;
  /** For the footer of each page: "Signed 11/21/2026". Null until it is signed; then the time of printing is there. */
  readonly signedOn: string | null;
  /** Cancellation banner; null unless it is a no-show. */
  readonly banner: { readonly title: string; readonly text: string } | null;
  /** Watermark on unsigned dictations; null once signed. */
  readonly watermark: string | null;
  readonly isNoShow: boolean;
  readonly patient: readonly PrintedItem[];
  readonly sections: readonly ReportSection[];
  /** The signature, and the co-signature below if it needs one, each on a line; or a notice that the dictation is not signed. */
  readonly closing: { readonly isSigned: boolean; readonly text: string };
  readonly addenda: readonly PrintedNote[];
  readonly sheet: BillingSheet;
}

/** The report of a dictation's form entries. */
export interface PrintedReport {
  readonly sections: readonly ReportSection[];
  readonly isOneSidedEntry: boolean;
  /** Printed above the title, if there is one. */
  readonly heading?: string | undefined;
  /** Printed instead of the template's name, if there is one. */
  readonly title?: string | undefined;
}

/** What a report prints above and instead of the template's name: the heading of the template's category and its own title. */
export interface ReportTitles {
  readonly reportHeading: string | null;
  readonly reportTitle: string | null;
}
export const NO_TITLES: ReportTitles = { reportHeading: null, reportTitle: null };

/** Builds the report from an evaluated form. */
export const printedReport = (
  content: TemplateContent,
  evaluation: Evaluation,
  { reportHeading, reportTitle }: ReportTitles,
): PrintedReport => ({
  sections: reportOf(content, evaluation),
  isOneSidedEntry: isOneSidedEntry(evaluation),
  ...(reportHeading !== null && { heading: reportHeading }),
  ...(reportTitle !== null && { title: reportTitle }),
});

/**
 * Builds the report of a stored dictation. Nothing is generated: a field that was not stored was hidden or empty. A signed one reads as
 * it was signed.
 */
export function storedReport(
  { sections }: Pick<TemplateContent, 'sections'>,
  formData: FieldValues,
  {
    isSigned = false,
    titles = NO_TITLES,
  }: { readonly isSigned?: boolean; readonly titles?: ReportTitles } = {},
): PrintedReport {
  const content: TemplateContent = { version: CONTENT_VERSION, sections };
  const entered = {
    ...sourcesIn(formData),
    ...Object.fromEntries(
      fieldsOf(content).map(({ id }) => [id, (Object.hasOwn(formData, id) ? formData[id] : undefined) ?? '']),
    ),
  };
  return printedReport(content, evaluateTemplate(content, { entered, isSigned }), titles);
}

/** A stored dictation to print. A signed one has what was stored with the signature. */
interface StoredSource extends PrintSource, ReportTitles {
  readonly structure: Pick<TemplateContent, 'sections'>;
  readonly formData: FieldValues;
  readonly printed: { readonly report: PrintedReport; readonly letterhead: PracticeClock | null } | null;
}

/** Formats a stored dictation for print. A signed one prints as it was signed, whatever has changed since. */
export function printedStored(source: StoredSource, practice: PracticeClock): PrintedDictation {
  const { structure, formData, printed } = source;
  return printedDictation(
    source,
    printed?.report ??
      storedReport(structure, formData, { isSigned: source.signature !== null, titles: source }),
    printed?.letterhead ?? practice,
  );
}

/** Formats a dictation for print; times are in the practice's zone and on its clock. */
export function printedDictation(
  given: PrintSource,
  report: PrintedReport,
  practice: PracticeClock,
): PrintedDictation {
  const source = withPlainTexts(given);
  const noShow = isNoShow(source.billingOption);
  return {
    heading: report.heading === undefined ? null : plainLine(plainNote(report.heading)),
    title: report.title === undefined ? source.templateName : plainLine(plainNote(report.title)),
    identity: `MRN ${source.patientMRN}   ${source.patientName}`,
    signedOn:
      source.signature === null
        ? null
        : `Signed ${formatDateUs(dateIn(practice.timeZone, source.signature.signedAt))}`,
    banner: noShow ? cancellationBanner(source.billingOption) : null,
    watermark: watermarkOf(source),
    isNoShow: noShow,
    patient: patientItems(source),
    sections: noShow ? [] : [...report.sections, ...complicationsSection(source.complications)],
    closing: closingOf(source, practice),
    addenda: source.addendums.map((addendum, index) => noteOf(addendum, index + 1, practice)),
    sheet: buildBillingSheet({ ...source, isOneSidedEntry: report.isOneSidedEntry }),
  };
}

/** What was stored before texts were normalized prints like what is entered now: no character vanishes between two words. */
const withPlainTexts = (source: PrintSource): PrintSource => ({
  ...source,
  templateName: plainLine(plainNote(source.templateName)),
  patientName: plainLine(plainNote(source.patientName)),
  procedureLocation: plainLine(plainNote(source.procedureLocation)),
  providerName: plainLine(plainNote(source.providerName)),
  complications: source.complications === null ? null : plainNote(source.complications),
  billingCodes: source.billingCodes.map((line) => ({
    ...line,
    description: plainLine(plainNote(line.description)),
  })),
  addendums: source.addendums.map((addendum) => ({
    ...addendum,
    text: plainNote(addendum.text),
    reason: addendum.reason === null ? null : plainNote(addendum.reason),
  })),
});

/** The signature line, in its required wording. */
export function signatureLine({ name, title, signedAt }: PrintedSignature, practice: PracticeClock): string {
  return `Electronically signed by ${withTitle(name, title)} on ${formatDateTimeZone(signedAt, practice)}`;
}

/** Placeholder values for a location's header and footer. `location` has the location's own values; dates are YYYY-MM-DD. */
export const headerValues = (
  location: Readonly<Record<string, string>>,
  {
    providerName,
    providerTitle,
    dictationDate,
    today,
  }: {
    readonly providerName: string;
    readonly providerTitle: string | null;
    /** The day the dictation was created. */
    readonly dictationDate: string;
    /** The day of the print; once signed, the day that what it prints was stored. */
    readonly today: string;
  },
): Readonly<Record<string, string>> => ({
  ...location,
  current_date: formatDateUs(today),
  provider_name: providerName,
  provider_title: providerTitle ?? '',
  dictation_date: formatDateUs(dictationDate),
});

/** The banner for a procedure that did not take place. */
const cancellationBanner = (option: BillingOption) => ({
  title: 'PROCEDURE CANCELLED',
  text:
    option === 'noshow-patient'
      ? 'The patient did not show. A no-show fee is charged.'
      : 'Cancelled by the provider. Do not charge.',
});

function watermarkOf({ status, signature }: PrintSource): string | null {
  if (signature !== null) return null;
  return status === 'Draft' ? 'DRAFT' : 'NOT SIGNED';
}

/** The line below the signature. Whether it was sent back is not printed. */
function coSignatureLine({ supervisor, signature }: PrintedCoSignature, practice: PracticeClock): string {
  if (signature === null) return plainLine(plainNote(`Awaits co-signature of ${coSignerName(supervisor)}`));
  const { name, title, signedAt } = signature;
  return `Electronically co-signed by ${withTitle(name, title)} on ${formatDateTimeZone(signedAt, practice)}`;
}

function closingOf(
  { status, signature, coSignature }: PrintSource,
  practice: PracticeClock,
): PrintedDictation['closing'] {
  if (signature !== null) {
    const second = coSignature === null ? [] : [coSignatureLine(coSignature, practice)];
    return { isSigned: true, text: [signatureLine(signature, practice), ...second].join('\n') };
  }
  if (status === 'Draft') return { isSigned: false, text: 'NOT SIGNED – draft' };
  const nextStep = status === 'Saved' ? 'physician review' : 'signature';
  return { isSigned: false, text: `NOT SIGNED – awaiting ${nextStep}` };
}

function patientItems(source: PrintSource): readonly PrintedItem[] {
  const age = ageOn(source.patientDOB, source.procedureDate);
  const born = formatDateUs(source.patientDOB);
  return [
    { label: 'Patient', value: source.patientName },
    { label: 'MRN', value: source.patientMRN },
    { label: 'Date of birth', value: age === null ? born : `${born} (age ${age})` },
    { label: 'Gender', value: source.patientGender },
    { label: 'Procedure date', value: formatDateUs(source.procedureDate) },
    { label: 'Provider', value: source.providerName },
    { label: 'Location', value: source.procedureLocation },
  ].filter(({ value }) => value.trim() !== '');
}

function complicationsSection(complications: string | null): readonly ReportSection[] {
  const text = complications?.trim() ?? '';
  return text === ''
    ? []
    : [{ title: 'Complications', entries: [{ kind: 'statement', label: 'Complications', text }] }];
}

function noteOf(addendum: PrintedAddendum, number: number, practice: PracticeClock): PrintedNote {
  const { authorName, authorTitle, createdAt, reason, text } = addendum;
  return {
    title: `Addendum ${number} by ${withTitle(authorName, authorTitle)} on ${formatDateTimeZone(createdAt, practice)}`,
    reason,
    text,
  };
}

const withTitle = (name: string, title: string | null) =>
  plainLine(plainNote(title === null || title.trim() === '' ? name : `${name}, ${title}`));
