import { LISTS, type Area } from './area.ts';

const budget = LISTS;
const ADDED = 'Measured';

const calculate = (patientId: string, saveToHistory: boolean) =>
  ({
    method: 'POST',
    path: '/pillcount/calculate',
    body: {
      patientId,
      prescriptionDate: '2026-10-05',
      pillsGiven: 90,
      pillsPerDay: 3,
      pillsRemaining: 12,
      prescriptionName: ADDED,
      saveToHistory,
    },
  }) as const;

/** A patient’s history, single records, and calculations with and without saving. */
export const pillCounts: Area = {
  name: 'pill counts',
  rows: async (pool) => {
    const { rows } = await pool.query<{ id: string; patient: string }>(
      `select id, patient_id as patient from pill_counts where deleted_at is null order by id limit 300`,
    );
    const some = (turn: number) => rows[turn % rows.length] ?? { id: '', patient: '' };
    return [
      {
        name: 'pill counts of a patient',
        call: (turn) => ({ method: 'GET', path: `/pillcount/patient/${some(turn).patient}` }),
        budget,
      },
      {
        name: 'pill count, read',
        call: (turn) => ({ method: 'GET', path: `/pillcount/${some(turn).id}` }),
        budget,
      },
      { name: 'pill count, calculate', call: (turn) => calculate(some(turn).patient, false), budget },
      { name: 'pill count, save', call: (turn) => calculate(some(turn).patient, true), budget },
    ];
  },
  cleanUp: async (pool) => {
    await pool.query(`delete from pill_counts where prescription_name = $1`, [ADDED]);
  },
};
