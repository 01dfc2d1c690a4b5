import type { Row } from '../areas/area.ts';
import { Recording, type BareDriver, type PortalWithin } from './bare.ts';
import type { HttpClient } from './http.ts';
import { cpuOfTree } from './cpu.ts';
import { measure, WARM_UP, type Figures } from './measure.ts';

/** How many turns of a row are recorded and sent bare. */
const RECORDED_TURNS = 12;
export const MANY = 16;

/** A row's figures on one practice: through the portal and bare, by one and by many. */
export interface RowFigures {
  readonly one: Figures;
  readonly many: Figures;
  /** What of that the server takes: by one, without a network and another process for the caller. */
  readonly within: Figures;
  /** Undefined for calls that ask the database nothing. */
  readonly bareOne: Figures | undefined;
  readonly bareMany: Figures | undefined;
  /** Milliseconds of processor time that portal and database take for a call, by one; where the system tells. */
  readonly cpu: number | undefined;
}

export interface Surroundings {
  readonly one: HttpClient;
  readonly many: HttpClient;
  readonly bare: BareDriver;
  readonly within: PortalWithin;
  readonly seconds: number;
  /** Processes of the portal and the database. */
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
