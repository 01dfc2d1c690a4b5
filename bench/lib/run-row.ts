import type { Row } from '../areas/area.ts';
import { Recording, type BareDriver, type PortalWithin } from './bare.ts';
import type { HttpClient } from './http.ts';
import { cpuOfTree } from './cpu.ts';
import { measure, WARM_UP, type Figures } from './measure.ts';

/** Number of turns that are recorded and sent directly. */
const RECORDED_TURNS = 12;
export const MANY = 16;

/** Results of a row for one practice: through the portal and directly, with one and with many connections. */
export interface RowFigures {
  readonly one: Figures;
  readonly many: Figures;
  /** The server’s share: one connection, without a network or a separate client process. */
  readonly within: Figures;
  /** Undefined for calls without statements. */
  readonly bareOne: Figures | undefined;
  readonly bareMany: Figures | undefined;
  /** CPU time of portal and database per call in milliseconds (one connection), if available. */
  readonly cpu: number | undefined;
}

export interface Surroundings {
  readonly one: HttpClient;
  readonly many: HttpClient;
  readonly bare: BareDriver;
  readonly within: PortalWithin;
  readonly seconds: number;
  /** Ids of the portal and database processes. */
  readonly servers: readonly number[];
}

export async function runRow(
  row: Row,
  { one, many, bare, within, seconds, servers }: Surroundings,
): Promise<RowFigures> {
  const recordings: Recording[] = [];
  for (let turn = 0; turn < RECORDED_TURNS; turn += 1)
    recordings.push(new Recording(await within.record(row.call(turn)), await within.record(row.call(turn))));
  const cpuBefore = await cpuOfAll(servers);
  const byOne = await measure({ connections: 1, seconds }, (turn) => one.call(row.call(turn)));
  const cpuAfter = await cpuOfAll(servers);
  return {
    one: byOne,
    cpu:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : (cpuAfter - cpuBefore) / (byOne.calls + WARM_UP),
    within: await measure({ connections: 1, seconds }, (turn) => within.answer(row.call(turn))),
    bareOne: await bare.measure(recordings, { connections: 1, seconds }),
    many: await measure({ connections: MANY, seconds }, (turn) => many.call(row.call(turn))),
    bareMany: await bare.measure(recordings, { connections: MANY, seconds }),
  };
}

async function cpuOfAll(pids: readonly number[]): Promise<number | undefined> {
  let sum = 0;
  for (const pid of pids) {
    const used = await cpuOfTree(pid);
    if (used === undefined) return undefined;
    sum += used;
  }
  return sum;
}
