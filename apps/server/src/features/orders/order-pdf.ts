import type { Order } from '@portal/contract/orders';
import { ageOn, formatDateTimeUs, formatDateUs } from '@portal/domain/date';
import { ORDER_CONTRAST_LABELS, ORDER_TYPE_LABELS } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { displayNameWithTitle, fullName } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';
import { contentBottom, contentWidth, INK, makePdf, MARGIN, write, type Pdf } from '#pdf/document.ts';
import { boundedText, heading, itemGrid, practiceHead, signatureLine, type OfficeHead } from '#pdf/parts.ts';
import type { PrintRow } from './print-repo.ts';

interface OrderSheet {
  readonly order: Order;
  readonly sheet: PrintRow;
  /** The practice's name and IANA zone, and its today (YYYY-MM-DD), on which the age is counted. */
  readonly practice: string;
  readonly timeZone: string;
  readonly today: string;
  readonly now: Date;
}

const SIGNATURE_HEIGHT = 46;
const REST = 'Continued in the portal.';

/** The order on one letter page (spec 3 §7): whoever carries it out gets everything they need, and nothing runs over. */
export function makeOrderPdf(data: OrderSheet): Promise<Uint8Array> {
  const { order, now } = data;
  const { patient } = order;
  const who = `${patient.lastName}, ${patient.firstName}   MRN ${patient.medicalRecordNumber}   ${order.orderNumber}`;
  return makePdf({ title: `Medical order ${order.orderNumber}`, footer: who, now }, (doc) =>
    drawOrder(doc, data),
  );
}

function drawOrder(doc: Pdf, { order, sheet, practice, timeZone, today, now }: OrderSheet): void {
  const provider = displayNameWithTitle(
    order.orderedByUser.firstName,
    order.orderedByUser.lastName,
    sheet.provider_title,
  );
  practiceHead(doc, {
    practice,
    office: officeOf(sheet),
    title: 'Medical Order',
    lines: [
      order.orderNumber,
      `Order date ${formatDateUs(order.orderDate)}`,
      `Printed ${formatDateTimeUs(now, timeZone)}`,
    ],
  });
  if (order.status === 'Cancelled') banner(doc, 'CANCELLED – do not carry out', INK.alarm);
  else if (order.isStat) banner(doc, 'STAT – carry out at once', INK.alarm);
  heading(doc, 'Patient');
  itemGrid(doc, patientItems(order, sheet, today));
  heading(doc, 'Order');
  itemGrid(doc, orderItems(order, provider));
  const bottom = contentBottom(doc) - SIGNATURE_HEIGHT;
  if (order.instructions !== null) {
    heading(doc, 'Instructions');
    boundedText(doc, order.instructions, { height: bottom - doc.y, sizes: [9.5, 8.5, 7.5, 6.5], rest: REST });
  }
  signatureLine(doc, provider, contentBottom(doc) - 18);
}

function officeOf(sheet: PrintRow): OfficeHead | null {
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
    { label: 'Insurance', value: insurance.length === 0 ? 'None on file' : insurance.join(', policy ') },
  ];
}

function orderItems(order: Order, provider: string) {
  const contrast = order.contrast === null ? null : ORDER_CONTRAST_LABELS[order.contrast];
  return [
    { label: 'Type', value: ORDER_TYPE_LABELS[order.type] },
    { label: 'Priority', value: order.isStat ? `STAT, ${order.priority}` : order.priority },
    { label: 'Diagnosis', value: order.diagnosis, wide: true },
    { label: 'Body part', value: order.bodyPart },
    { label: 'Side', value: order.side },
    { label: 'Contrast', value: contrast },
    { label: 'Specialist', value: order.specialist },
    { label: 'Ordering provider', value: provider },
    { label: 'Status', value: ORDER_STATUS_LABELS[order.status] },
  ];
}

/** A frame across the page that nobody overlooks, also without colours. */
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
