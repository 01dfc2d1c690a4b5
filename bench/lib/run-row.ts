import type { Row } from '../areas/area.ts';
import type { HttpClient } from './http.ts';
import { cpuOfTrees } from './cpu.ts';
import { measure, WARM_UP, type Figures } from './measure.ts';
import type { PortalWithin } from './within.ts';

export const MANY = 16;

/** Results of a row for one practice, with one and with many connections. */
export interface RowFigures {
  readonly one: Figures;
  readonly many: Figures;
  /** The server’s share: one connection, without a network or a separate client process. */
  readonly within: Figures;
  /** CPU time of portal and database per call in milliseconds (one connection), if available. */
  readonly cpu: number | undefined;
}

export interface Surroundings {
  readonly one: HttpClient;
  readonly many: HttpClient;
  readonly within: PortalWithin;
  readonly seconds: number;
  /** Ids of the portal and database processes. */
  readonly servers: readonly number[];
}

export async function runRow(
  row: Row,
  { one, many, within, seconds, servers }: Surroundings,
): Promise<RowFigures> {
  const cpuBefore = await cpuOfTrees(servers);
  const byOne = await measure({ connections: 1, seconds }, (turn) => one.call(row.call(turn)));
  const cpuAfter = await cpuOfTrees(servers);
  return {
    one: byOne,
    cpu:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : (cpuAfter - cpuBefore) / (byOne.calls + WARM_UP),
    within: await measure({ connections: 1, seconds }, (turn) => within.answer(row.call(turn))),
    many: await measure({ connections: MANY, seconds }, (turn) => many.call(row.call(turn))),
  };
}
