import { catalogCode } from '@portal/domain/billing-code';
import { factsOf, isValidOn } from '@portal/domain/billing-code-facts';
import type { CodeFileKind } from '@portal/domain/code-files/kinds';
import type { CodeRow, FactsOfKind, PairRow } from '@portal/domain/code-files/rows';
import { primariesOf } from '@portal/domain/codes/add-on-codes';
import { EXCLUSIVE_PAIRS, isGuidanceIncluded } from '@portal/domain/codes/code-edits';
import { unitLimit } from '@portal/domain/codes/unit-limits';
import { findLayout } from '@portal/domain/code-files/layouts';
import { STARTER_CODES, starterFile } from '@portal/starter/starter';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODE_FILES, readCodeFile } from './code-files.ts';

/** What an edition of the small files says. */
interface Edition {
  readonly rows: { readonly [K in keyof FactsOfKind]: readonly CodeRow<K>[] };
  readonly pairs: readonly PairRow[];
}

async function readEdition(day: string): Promise<Edition> {
  const rows: Record<string, CodeRow[]> = {};
  const pairs: PairRow[] = [];
  for (const file of CODE_FILES.filter(({ days }) => days.includes(day))) {
    const text = await readCodeFile(file).then((bytes) => bytes.toString('latin1'));
    const layout = findLayout(text);
    if ('problem' in layout) throw new Error(`${file.name}: ${layout.problem}`);
    const ofKind: CodeRow[] = (rows[layout.kind] ??= []);
    const pieces = async function* () {
      yield text;
    };
    for await (const read of layout.read(pieces()))
      for (const row of read) {
        if ('problem' in row) throw new Error(`${file.name}:${row.line}: ${row.problem}`);
        if ('pair' in row) pairs.push(row.pair);
        else ofKind.push(row.row);
      }
  }
  return { rows: rows as unknown as Edition['rows'], pairs };
}
