import type { SignedInContext } from './context.ts';
import { recordRead } from './record-read.ts';

interface Shown {
  readonly id: string;
}
interface ShownOfPatient extends Shown {
  readonly patient: Shown | null;
}

/** Records in one entry which records of several kinds were shown, and their patients. */
export function recordShown(
  context: SignedInContext,
  found: {
    readonly patients: readonly Shown[];
    readonly orders: readonly ShownOfPatient[];
    readonly messages: readonly ShownOfPatient[];
    readonly documents: readonly ShownOfPatient[];
  },
): Promise<void> {
  const { patients, orders, messages, documents } = found;
  const named = [...orders, ...messages, ...documents].flatMap(({ patient }) => patient ?? []);
  return recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: {
      patientIds: [...new Set(ids([...patients, ...named]))],
      orderIds: ids(orders),
      messageIds: ids(messages),
      documentIds: ids(documents),
    },
  });
}

const ids = (rows: readonly Shown[]) => rows.map(({ id }) => id);
