import type { Order } from '@portal/contract/orders';
import type { PracticeClock } from '@portal/domain/clock';
import { ageOn, formatDateUs } from '@portal/domain/date';
import type { LetterheadOffice } from '@portal/domain/letterhead';
import { ORDER_CONTRAST_LABELS, orderTypeLabel } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { displayNameWithTitle, fullName, lastFirst } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';
import {
  contentBottom,
  contentLeft,
  contentWidth,
  INK,
  createPdf,
  MARGIN,
  rule,
  write,
  type Pdf,
} from '#pdf/document.ts';
import { documentHead, heading, itemGrid, signatureLine } from '#pdf/parts.ts';
import type { PrintRow } from './print-repo.ts';

interface OrderSheet {
  readonly order: Order;
  readonly sheet: PrintRow;
  readonly practice: PracticeClock & { readonly name: string };
  readonly logo: Uint8Array | null;
  /** The practice's current date (YYYY-MM-DD), used for the patient's age. */
  readonly today: string;
  readonly now: Date;
}

const SIGNATURE_HEIGHT = 46;
/** Space for the continuation note below the text. */
const CONTINUED_HEIGHT = 16;
/** Text sizes. The smaller one is used only if it saves a page; anything smaller is unreadable on a fax. */
const SIZES = [9.5, 8.5] as const;

/** Creates the order as a PDF of letter pages. Every page identifies the order and the patient. */
export function createOrderPdf(data: OrderSheet): Promise<Uint8Array> {
  const { order, practice, now } = data;
  return createPdf(
    {
      title: `Medical order ${order.orderNumber}`,
      footer: identityOf(data).join('   '),
      now,
      clock: practice,
    },
    (doc) => drawOrder(doc, data),
  );
}

/** The name comes last because a very long one is truncated. */
const identityOf = ({ order: { orderNumber, patient }, sheet }: OrderSheet): readonly string[] => [
  orderNumber,
  `MRN ${patient.medicalRecordNumber}`,
  `DOB ${formatDateUs(sheet.date_of_birth)}`,
  lastFirst(patient),
];

function drawOrder(doc: Pdf, data: OrderSheet): void {
  const { order, sheet, practice, logo, today } = data;
  const provider = displayNameWithTitle(
    order.orderedByUser.firstName,
    order.orderedByUser.lastName,
    sheet.provider_title,
  );
  documentHead(doc, {
    letterhead: { practice: practice.name, office: officeOf(sheet), logo },
    title: 'Medical Order',
    lines: [`${order.orderNumber}   Order date ${formatDateUs(order.orderDate)}`],
  });
  drawWarning(doc, order);
  heading(doc, 'Patient');
  itemGrid(doc, patientItems(order, sheet, today));
  heading(doc, 'Order');
  itemGrid(doc, orderItems(order, provider, sheet.provider_npi));
  if (order.instructions !== null)
    drawInstructions(doc, order.instructions, () => drawContinuedHead(doc, data));
  signatureLine(doc, provider, contentBottom(doc) - 18);
}

/** Draws the instructions, on further pages if needed. The last page keeps room for the signature. */
function drawInstructions(doc: Pdf, text: string, drawHead: () => void): void {
  heading(doc, 'Instructions');
  const width = contentWidth(doc);
  const room = contentBottom(doc) - SIGNATURE_HEIGHT - doc.y;
  const fitting = SIZES.find((size) => write(doc, { size }).heightOfString(text, { width }) <= room);
  const size = fitting ?? SIZES[0];
  if (fitting === undefined) doc.page.margins.bottom += CONTINUED_HEIGHT;
  const beginPage = () => {
    doc.page.margins.bottom += CONTINUED_HEIGHT;
    drawHead();
    write(doc, { size });
  };
  doc.on('pageAdded', beginPage);
  write(doc, { size }).text(text, contentLeft(doc), doc.y, { width });
  if (doc.y > contentBottom(doc) - SIGNATURE_HEIGHT) doc.addPage();
  doc.off('pageAdded', beginPage);
  if (fitting === undefined) noteContinuation(doc);
}

/** Adds a continuation note to every page but the last. */
function noteContinuation(doc: Pdf): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    doc.page.margins.bottom -= CONTINUED_HEIGHT;
    if (index < start + count - 1)
      write(doc, { font: 'bold', size: 8.5 }).text(
        'Instructions continue on the next page.',
        contentLeft(doc),
        contentBottom(doc) - 11,
        { lineBreak: false },
      );
  }
}

function drawContinuedHead(doc: Pdf, data: OrderSheet): void {
  const width = contentWidth(doc);
  const [number, ...patient] = identityOf(data);
  write(doc, { font: 'bold', size: 13, color: INK.brand }).text(
    `Medical Order ${number}, continued`,
    contentLeft(doc),
    doc.y,
    { width },
  );
  write(doc, { size: 9.5 }).text(patient.join('   '), { width });
  rule(doc);
  drawWarning(doc, data.order);
}

function drawWarning(doc: Pdf, order: Order): void {
  if (order.status === 'Cancelled') banner(doc, 'CANCELLED – do not perform', INK.alarm);
  else if (order.isStat) banner(doc, 'STAT – perform immediately', INK.alarm);
}

function officeOf(sheet: PrintRow): LetterheadOffice | null {
  const { office_name: name, address, city, state, zip_code: zipCode, office_phone: phone } = sheet;
  if (name === null || address === null || city === null) return null;
  return {
    name,
    address,
    city,
    state: state ?? '',
    zipCode: zipCode ?? '',
    phone: phone ?? '',
    fax: sheet.fax,
  };
}

function patientItems({ patient }: Order, sheet: PrintRow, today: string) {
  const age = ageOn(sheet.date_of_birth, today);
  const born = formatDateUs(sheet.date_of_birth);
  const insurance = [sheet.insurance_provider, sheet.insurance_policy_number].filter((part) => part !== null);
  return [
    { label: 'Name', value: fullName(patient.firstName, patient.lastName) },
    { label: 'MRN', value: patient.medicalRecordNumber },
    { label: 'Date of birth', value: age === null ? born : `${born} (age ${age})` },
    { label: 'Sex', value: sheet.gender ?? 'Not specified' },
    {
      label: 'Phone',
      value: sheet.patient_phone === null ? 'None on file' : formatPhone(sheet.patient_phone),
    },
    { label: 'Address', value: addressOf(sheet) ?? 'None on file', wide: true },
    { label: 'Insurance', value: insurance.length === 0 ? 'None on file' : insurance.join(', policy ') },
  ];
}

const onFile = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '');

/** The patient's address in one line; null if nothing of it is on file. */
function addressOf(sheet: PrintRow): string | null {
  const { patient_address: street, patient_city: city, patient_state: state, patient_zip_code: zip } = sheet;
  const line = onFile([street, city, onFile([state, zip]).join(' ')]).join(', ');
  return line === '' ? null : line;
}

function orderItems(order: Order, provider: string, npi: string | null) {
  const contrast = order.contrast === null ? null : ORDER_CONTRAST_LABELS[order.contrast];
  return [
    { label: 'Type', value: orderTypeLabel(order) },
    { label: 'Priority', value: order.isStat ? `STAT, ${order.priority}` : order.priority },
    { label: 'Diagnosis', value: order.diagnosis, wide: true },
    { label: 'Body part', value: order.bodyPart },
    { label: 'Side', value: order.side },
    { label: 'Levels', value: order.levels.join(', ') },
    { label: 'Codes', value: order.codes.join(', ') },
    { label: 'Place', value: order.locationName },
    { label: 'Contrast', value: contrast },
    { label: 'Specialist', value: order.specialist },
    { label: 'Ordering provider', value: provider },
    { label: 'Provider NPI', value: npi },
    { label: 'Status', value: ORDER_STATUS_LABELS[order.status] },
  ];
}

/** Draws a prominent frame across the page that is also noticed without color. */
function banner(doc: Pdf, text: string, color: string): void {
  const top = doc.y + 2;
  doc.lineWidth(2).strokeColor(color).rect(MARGIN, top, contentWidth(doc), 26).stroke();
  write(doc, { font: 'bold', size: 13, color }).text(text, MARGIN, top + 6, {
    width: contentWidth(doc),
    align: 'center',
  });
  doc.x = MARGIN;
  doc.y = top + 32;
}
