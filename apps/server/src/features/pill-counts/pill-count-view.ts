import type { PillCount } from '@portal/contract/pill-counts';
import { fullName } from '@portal/domain/person-name';
import { calculatePillCount } from '@portal/domain/pill-count';
import { patientOfRow } from '#request/patient-of-row.ts';
import type { PillCountRow } from './pill-count-repo.ts';

/** Converts a row to the API shape. The figures are calculated for the day it was counted. */
export function presentPillCount(row: PillCountRow): PillCount {
  const count = {
    prescriptionDate: row.prescription_date,
    pillsGiven: row.pills_given,
    pillsCarriedOver: row.pills_carried_over,
    pillsPerDay: row.tenths_per_day / 10,
    pillsRemaining: row.pills_remaining,
  };
  const name = fullName(row.provider_first_name, row.provider_last_name);
  return {
    id: row.id,
    ...count,
    ...calculatePillCount(count, row.counted_on),
    prescriptionName: row.prescription_name,
    notes: row.notes,
    calculatedAt: row.calculated_at.toISOString(),
    patient: patientOfRow(row),
    provider: {
      id: row.provider_id,
      firstName: row.provider_first_name,
      lastName: row.provider_last_name,
    },
    providerName: row.provider_title === null ? name : `${name}, ${row.provider_title}`,
  };
}
