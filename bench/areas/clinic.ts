import type { createPool } from '@portal/server/db/database';
import type { Call } from '../lib/http.ts';

type Pool = ReturnType<typeof createPool>;

const NAMES = ['harris', 'lee', 'maria', 'john', 'walker'];
const name = (turn: number) => NAMES[turn % NAMES.length];
const get = (path: string): Call => ({ method: 'GET', path });
const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body });

/**
 * The calls of a clinic's day, by turn, starting at 0: 20 calls in the proportions that an hour at the front desk has (the journey of that
 * name), three of them changes. The practice keeps the patients that they add.
 */
export async function clinicCalls(pool: Pool): Promise<(turn: number) => Call> {
  const { rows } = await pool.query<{ id: string }>('select id from patients order by random() limit 10000');
  const patient = (turn: number) => rows[turn % rows.length]?.id;
  const mix: readonly ((turn: number) => Call)[] = [
    (turn) => get(`/patient?pageSize=20&search=${name(turn)}`),
    (turn) => get(`/patient/${patient(turn)}`),
    (turn) => get(`/patient/${patient(turn)}/summary`),
    (turn) => post('/recent', { kind: 'Patient', id: patient(turn) }),
    () => get('/recent'),
    () => get('/phonemessage/mine'),
    () => get('/timecard/schedule/today'),
    () => get('/timecard/active'),
    (turn) => get(`/search?q=${name(turn)}`),
    (turn) => get(`/patient/${patient(turn)}`),
    () => get('/views?list=patients'),
    () => get('/patient?pageSize=20'),
    () => get('/dashboard/waiting'),
    () => get('/notifications'),
    () => get('/document?pageSize=20'),
    (turn) => get(`/patient/${patient(turn)}/summary`),
    () => get('/phonemessage?pageSize=20'),
    (turn) => post('/recent', { kind: 'Patient', id: patient(turn) }),
    () => get('/dashboard/stats'),
    (turn) =>
      post('/patient', {
        firstName: 'New',
        lastName: 'Sizing',
        dateOfBirth: '1980-01-05',
        phone: `410555${String(turn % 10_000).padStart(4, '0')}`,
      }),
  ];
  return (turn) => mix[turn % mix.length]?.(turn) ?? get('/health');
}
