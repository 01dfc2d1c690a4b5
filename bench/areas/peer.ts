import type { createPool } from '@portal/server/db/database';
import type { Call } from '../lib/http.ts';
import { SIGN_IN } from '../lib/sign-in.ts';

/** An operation that most portals have. */
export interface PeerRow {
  readonly name: string;
  /** The call of a turn, starting at 0. */
  readonly call: (turn: number) => Call;
  /** Answered by the yardstick instead of the portal. */
  readonly isBare?: boolean;
  /** Required calls per second with many connections, as a share of the first row's. */
  readonly atLeast?: number;
  /** Maximum p50 with one connection, in milliseconds. */
  readonly p50?: number;
}

type Pool = ReturnType<typeof createPool>;

/** Parts of common names, the slowest ones to search for. */
const PARTS = ['mar', 'son', 'ann', 'ell', 'ber'];

const get = (path: string): Call => ({ method: 'GET', path });

/** The rows to compare with other portals, the yardstick first. The practice keeps the patients that they add. */
export async function peerRows(pool: Pool): Promise<readonly PeerRow[]> {
  const { rows: patients } = await pool.query<{ id: string }>(
    'select id from patients order by random() limit 10000',
  );
  const read = (turn: number) => get(`/patient/${patients[turn % patients.length]?.id}`);
  return [
    { name: 'bare', call: read, isBare: true },
    { name: 'health', call: () => get('/health') },
    { name: 'read a patient', call: read, atLeast: 0.5, p50: 2 },
    {
      name: 'search part of a name',
      call: (turn) => get(`/patient?pageSize=20&search=${PARTS[turn % PARTS.length]}`),
    },
    { name: 'search “smi”', call: () => get('/patient?pageSize=20&search=smi'), atLeast: 0.15 },
    {
      // Medical record numbers are given in order of creation.
      name: 'newest 20 patients',
      call: () => get('/patient?pageSize=20&orderBy=mrn&sortDirection=desc'),
      atLeast: 0.3,
    },
    {
      name: 'create a patient',
      call: (turn) => ({
        method: 'POST',
        path: '/patient',
        body: {
          firstName: 'New',
          lastName: 'Peer',
          dateOfBirth: '1980-01-05',
          phone: `410555${String(turn % 10_000).padStart(4, '0')}`,
          socialSecurityNumber: '851-23-4567',
        },
      }),
      atLeast: 0.1,
    },
    { name: 'sign in', call: () => SIGN_IN },
  ];
}
