import type { Row } from '../areas/area.ts';
import { withCpu, type FiguresWithCpu } from './cpu.ts';
import type { HttpClient } from './http.ts';
import { measure, type Figures } from './measure.ts';
import type { PortalWithin } from './within.ts';

export const MANY = 16;

/** Results of a row for one practice, with one and with many connections. */
export interface RowFigures {
  readonly one: FiguresWithCpu;
  readonly many: Figures;
  /** The server’s share: one connection, without a network or a separate client process. */
  readonly within: Figures;
  /** How many records its calls find, on average; undefined if they do not count them. */
  readonly matches: number | undefined;
}

export interface Surroundings {
  readonly one: HttpClient;
  readonly many: HttpClient;
  readonly within: PortalWithin;
  readonly seconds: number;
  readonly portalPid: number;
  readonly databasePid: number;
}

/** Measures a row in all ways. Throws if a call fails. */
export async function runRow(row: Row, around: Surroundings): Promise<RowFigures> {
  const { one, many, within, seconds } = around;
  const load = async (atOnce: number, send: (call: ReturnType<Row['call']>) => Promise<unknown>) => {
    await row.before?.();
    return measure({ connections: atOnce, seconds }, (turn) => send(row.call(turn)));
  };
  return {
    one: await withCpu(around.portalPid, around.databasePid, () => load(1, (call) => one.call(call))),
    within: await load(1, (call) => within.answer(call)),
    many: await load(MANY, (call) => many.call(call)),
    matches: await countMatches(row, within),
  };
}

/** The mean of the totals that the first calls of a list or search answer. */
async function countMatches(row: Row, within: PortalWithin): Promise<number | undefined> {
  const totals: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const call = row.call(turn);
    const total =
      call.method === 'GET' ? /"totalCount":(\d+)/.exec(await within.answer(call))?.[1] : undefined;
    if (total === undefined) return undefined;
    totals.push(Number(total));
  }
  return totals.reduce((sum, total) => sum + total, 0) / totals.length;
}
