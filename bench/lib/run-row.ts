import type { Row } from '../areas/area.ts';
import { Recording, type BareDriver } from './bare.ts';
import type { Call, HttpClient } from './http.ts';
import { measure, type Figures } from './measure.ts';

/** How many turns of a row are recorded and sent bare. */
const RECORDED_TURNS = 12;
export const MANY = 16;

/** A row's figures on one practice: through the portal and bare, by one and by many. */
export interface RowFigures {
  readonly one: Figures;
  readonly many: Figures;
  readonly bareOne: Figures;
  readonly bareMany: Figures;
}

export interface Surroundings {
  readonly one: HttpClient;
  readonly many: HttpClient;
  readonly bare: BareDriver;
  readonly record: (call: Call) => Promise<ConstructorParameters<typeof Recording>[0]>;
  readonly seconds: number;
}

export async function runRow(
  row: Row,
  { one, many, bare, record, seconds }: Surroundings,
): Promise<RowFigures> {
  const recordings: Recording[] = [];
  for (let turn = 0; turn < RECORDED_TURNS; turn += 1)
    recordings.push(new Recording(await record(row.call(turn)), await record(row.call(turn))));
  return {
    one: await measure({ connections: 1, seconds }, (turn) => one.call(row.call(turn))),
    bareOne: await bare.measure(recordings, { connections: 1, seconds }),
    many: await measure({ connections: MANY, seconds }, (turn) => many.call(row.call(turn))),
    bareMany: await bare.measure(recordings, { connections: MANY, seconds }),
  };
}
