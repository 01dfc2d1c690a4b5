import { addDays } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';

const HOUR_MS = 3_600_000;

/** By the place of the patient among the adults: `days` until the end date, `ended` if a colleague ended it. */
const ALERTS: readonly {
  readonly patient: number;
  readonly text: string;
  readonly days?: number;
  readonly ended?: true;
}[] = [
  { patient: 0, text: 'Anticoagulant: ask before procedure' },
  { patient: 0, text: 'Driver required after sedation', days: 21 },
  { patient: 0, text: 'Use the ramp: wheelchair until the knee has healed', ended: true },
  { patient: 1, text: 'Latex allergy' },
  { patient: 2, text: 'Pacemaker: no MRI without cardiology' },
  { patient: 2, text: 'Sister has power of attorney; see Documents', days: 90 },
  { patient: 4, text: 'Hard of hearing: call the daughter first' },
  { patient: 6, text: 'Contrast allergy: premedicate' },
  { patient: 9, text: 'Spanish interpreter for each visit' },
  { patient: 12, text: 'Fall risk' },
];

/** Adds alerts of some patients, always the same relative to today. */
export async function insertDemoAlerts(tx: Transaction<Database>, zone: string, now: Date): Promise<void> {
  const patients = await tx
    .selectFrom('patients')
    .select('id')
    .where('is_active', '=', true)
    .where('is_deceased', '=', false)
    .where('date_of_birth', '<', '1990-01-01')
    .orderBy('created_at')
    .orderBy('medical_record_number')
    .limit(13)
    .execute();
  const colleagues = await tx
    .selectFrom('users')
    .select('id')
    .where('user_name', 'in', ['staff', 'assistant'])
    .orderBy('user_name')
    .execute();
  const by = (place: number) => colleagues[place % colleagues.length]?.id ?? '';
  await tx
    .insertInto('patient_alerts')
    .values(
      ALERTS.flatMap(({ patient, text, days, ended }, place) => {
        const id = patients[patient]?.id;
        if (id === undefined) return [];
        return [
          {
            patient_id: id,
            text,
            ends_on: days === undefined ? null : addDays(todayIn(zone, now), days),
            created_by: by(place),
            created_at: new Date(now.getTime() - (place + 3) * 60 * HOUR_MS),
            ...(ended === true && {
              ended_by: by(place + 1),
              ended_at: new Date(now.getTime() - 30 * HOUR_MS),
            }),
          },
        ];
      }),
    )
    .execute();
}
