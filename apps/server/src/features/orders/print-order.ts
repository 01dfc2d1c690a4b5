import { orderPrint } from '@portal/contract/orders';
import { fileTimestamp, todayIn } from '@portal/domain/date';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import type { createOrderPdf } from './order-pdf.ts';
import { readOrder } from './order-service.ts';
import { findForPrint } from './print-repo.ts';
import { currentLogo } from '#features/practice/index.ts';

const ORDER_PDF = { file: new URL('./order-pdf.ts', import.meta.url).href, name: 'createOrderPdf' };

/** Returns an order as a PDF of letter pages and audits the printing. Throws NOT_FOUND. */
export const printOrder = operation(orderPrint, async (context, { params: { id } }) => {
  const { db, config, threads } = context.deps;
  const order = await readOrder(db, id);
  const sheet = await findForPrint(db, id);
  if (sheet === undefined) throw notFound('This order does not exist.');
  const { practice } = config;
  const content = await threads.run<typeof createOrderPdf>(
    ORDER_PDF,
    {
      order,
      sheet,
      practice,
      logo: await currentLogo(db),
      today: todayIn(practice.timeZone, context.now),
      now: context.now,
    },
    context.signal,
  );
  await recordRead(context, {
    action: 'Printed',
    entityType: 'MedicalOrder',
    entityId: id,
    patientId: order.patient.id,
  });
  return {
    content,
    fileName: `order_${fileTimestamp(context.now, practice.timeZone)}.pdf`,
  };
});
