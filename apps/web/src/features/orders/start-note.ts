import type { OrderRow } from '@portal/contract/orders';
import { isOpen } from '@portal/domain/order-status';

/** Whether notes can be started from an order: it is an open procedure. */
export const canStartNote = ({ isProcedure, status }: OrderRow): boolean => isProcedure && isOpen(status);

/** Where the template of a note from the order is chosen. */
export const startNotePath = ({ id, patient }: OrderRow): string =>
  `/dictations/new?${new URLSearchParams({ order: id, patientId: patient.id }).toString()}`;
