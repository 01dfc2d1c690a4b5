import { AppError, fieldError } from '#platform/app-error.ts';
import type { Db } from '#db/database.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { findOrderPatient } from './order-source-repo.ts';

/** Throws FORBIDDEN for callers who may not view orders, and VALIDATION unless the order exists and is for this patient. */
export async function requireOrderOf(
  context: SignedInContext,
  db: Db,
  { orderId, patientId }: { readonly orderId: string; readonly patientId: string | null },
): Promise<void> {
  if (!hasPermission(context, 'Order.View')) throw new AppError('FORBIDDEN');
  const ofOrder = await findOrderPatient(db, orderId);
  if (ofOrder === undefined) throw fieldError('orderId', 'This order does not exist');
  if (ofOrder !== patientId) throw fieldError('orderId', 'This order is for another patient');
}
