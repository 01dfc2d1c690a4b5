import type { CodeFileDifferences } from '@portal/contract/code-files';
import { DATED_KINDS, type CodeFileKind } from '@portal/domain/code-files/kinds';
import { formatDateUs } from '@portal/domain/date';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { compareFiles, type DifferenceKind, type FoundDifference } from './code-difference-repo.ts';
import { listLoaded, type CodeFileRow } from './code-file-repo.ts';

const EXAMPLES = 20;

/** What facts are called. Those without a label are too long to show. */
const LABELS: Readonly<Record<string, string>> = {
  coverage: 'coverage',
  status: 'status',
  pcTc: 'PC/TC indicator',
  globalDays: 'global days',
  multiple: 'multiple procedures indicator',
  bilateral: 'bilateral indicator',
  assistant: 'assistant indicator',
  coSurgeons: 'co-surgeons indicator',
  team: 'team indicator',
  units: 'units',
  adjudication: 'adjudication indicator',
  type: 'type',
  dosage: 'dosage',
  billingUnits: 'billing units',
  modifier: 'modifier indicator',
};
const OTHER_TEXTS: Readonly<Record<string, string>> = {
  description: 'another description',
  drug: 'another name of the drug',
  rationale: 'another reason',
  isModifier: 'changed between code and modifier',
};

const none = (): CodeFileDifferences['added'] => ({ count: 0, examples: [] });

/**
 * Says how the rows of a file differ from the loaded edition that counts before it, with examples. `from`: the first day of its edition.
 * `onRange`: called after each part of the work.
 */
export async function describeDifferences(
  db: Db,
  { kind, file_no: fileNo }: Pick<CodeFileRow, 'kind' | 'file_no'>,
  from: string,
  onRange: () => Promise<void>,
): Promise<CodeFileDifferences> {
  const earlier = (await listLoaded(db, kind)).filter(({ edition_from: first }) => (first ?? '') < from);
  const edition = earlier[0]?.edition_from ?? null;
  const found = { added: none(), changed: none(), ended: none() };
  if (edition === null) return { comparedWith: null, ...found };
  const others = earlier.filter((row) => row.edition_from === edition).map((row) => row.file_no);
  for await (const differences of compareFiles(db, kind, { fileNo, others, examples: EXAMPLES })) {
    for (const { kind: how, count, first } of differences) {
      found[how].count += count;
      const missing = EXAMPLES - found[how].examples.length;
      found[how].examples.push(...first.slice(0, missing).map((each) => textOf(kind, how, each)));
    }
    await onRange();
  }
  return { comparedWith: `the edition from ${formatDateUs(edition)}`, ...found };
}

function textOf(kind: CodeFileKind, how: DifferenceKind, { key, now, before }: FoundDifference): string {
  const name = nameOf(kind, key);
  if (now === null) return `${name}: no longer listed`;
  if (how === 'ended') return `${name}: ended ${formatDateUs(now.validTo)}`;
  if (before === null)
    return DATED_KINDS.has(kind) && now.validFrom !== null
      ? `${name}: from ${formatDateUs(now.validFrom)}`
      : name;
  const [values, former] = [valuesOf(kind, now.facts), valuesOf(kind, before.facts)];
  const changes = Object.keys(values).flatMap((fact) =>
    values[fact] === former[fact] ? [] : [changeOf(fact, values[fact], former[fact])],
  );
  if (now.validFrom !== before.validFrom)
    changes.push(dayChange('valid from', now.validFrom, before.validFrom));
  if (now.validTo !== before.validTo) changes.push(dayChange('valid until', now.validTo, before.validTo));
  return `${name}: ${changes.join(', ')}`;
}

/** "64483", "64483-26", "64483 with 64479", "J1030 (NDC 00009-0280-02)". */
function nameOf(kind: CodeFileKind, [code, part]: FoundDifference['key']): string {
  if (part === '') return code;
  if (kind === 'feeSchedule') return `${code}-${part}`;
  return kind === 'asp' ? `${code} (NDC ${part})` : `${code} with ${part}`;
}

const pairFacts = z.tuple([z.int(), z.int()]);
const value = z.union([z.string(), z.number(), z.boolean()]);
type Value = z.output<typeof value>;
const otherFacts = z.record(z.string(), value);

function valuesOf(kind: CodeFileKind, facts: unknown): Readonly<Record<string, Value>> {
  if (kind !== 'ptp') return otherFacts.parse(facts);
  const [modifier, rationale] = pairFacts.parse(facts);
  return { modifier, rationale };
}

const shown = (given: Value | undefined) => (given === '' || given === undefined ? 'none' : String(given));

function changeOf(fact: string, now: Value | undefined, before: Value | undefined): string {
  if (fact === 'isBillable')
    return now === true ? 'billable instead of a heading' : 'a heading instead of billable';
  const label = LABELS[fact];
  return label === undefined
    ? (OTHER_TEXTS[fact] ?? `another ${fact}`)
    : `${label} ${shown(now)} instead of ${shown(before)}`;
}

const dayChange = (label: string, now: string | null, before: string | null): string =>
  `${label} ${now === null ? 'without a day' : formatDateUs(now)} instead of ${before === null ? 'without one' : formatDateUs(before)}`;
