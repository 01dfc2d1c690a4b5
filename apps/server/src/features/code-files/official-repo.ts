import { DATED_KINDS } from '@portal/domain/code-files/kinds';
import {
  isPairCode,
  type Edition,
  type Official,
  type OfficialCode,
} from '@portal/domain/code-files/official';
import type { PairRow } from '@portal/domain/code-files/rows';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** The files of each row of `days` (place, day), as `files`: several files can be one edition. */
export const FILES_OF_DAYS = sql`files as materialized (
    select place, day, file_no, kind, title, edition_from, edition_to from (
      select d.place, d.day, f.file_no, f.kind, f.title, f.edition_from, f.edition_to, rank() over (
        partition by d.place, f.kind
        -- The newest edition of the day; without one, the oldest.
        order by greatest(f.edition_from - d.day, 0), f.edition_from desc
      ) as rank
      from days d join code_files f
      on f.state = 'Loaded' and (f.edition_from <= d.day or f.kind = any(${[...DATED_KINDS]}))
    ) ranked where rank = 1
  )`;

/** Codes to look up for a day, YYYY-MM-DD. */
export interface DayCodes {
  readonly day: string;
  /** As in the catalog: uppercase, diagnoses with their dot. */
  readonly codes: readonly string[];
}

interface DayRow {
  readonly editions: readonly Edition[];
  readonly codes: readonly OfficialCode[];
  readonly pairs: readonly PairRow[];
}

/**
 * Finds what the loaded files say on each day about its codes and the pairs among them, in the order of the days. One statement for all
 * days: each pair of codes is one step down the index of millions of pairs. `hasPairs`: false for a whole catalog.
 */
export async function findOfficial(
  db: Db,
  days: readonly DayCodes[],
  { hasPairs = true }: { readonly hasPairs?: boolean } = {},
): Promise<readonly Official[]> {
  if (days.length === 0) return [];
  const wanted = days.flatMap(({ codes }, place) => [...new Set(codes)].map((code) => ({ place, code })));
  const procedures = hasPairs ? wanted.filter(({ code }) => isPairCode(code)) : [];
  // Lists are selected, so that no plan is made for their lengths: planning takes as long as the look-up.
  const { rows } = await sql<DayRow>`
    with days as (
      select day, place from unnest((select ${days.map(({ day }) => day)}::date[])) with ordinality as d(day, place)
    ),
    ${FILES_OF_DAYS},
    wanted as materialized (
      select place + 1 as place, code
      from unnest((select ${wanted.map(({ place }) => place)}::int[]), (select ${wanted.map(({ code }) => code)}::text[])) as w(place, code)
    ),
    procedures as materialized (
      select place + 1 as place, code
      from unnest((select ${procedures.map(({ place }) => place)}::int[]), (select ${procedures.map(({ code }) => code)}::text[])) as w(place, code)
    )
    select
      (
        select coalesce(json_agg(json_build_object(
          'kind', kind, 'title', title, 'validFrom', edition_from, 'validTo', edition_to
        ) order by kind), '[]') from (
          select kind, min(title) as title, edition_from, max(edition_to) as edition_to
          from files f where f.place = d.place group by kind, edition_from
        ) e
      ) as editions,
      (
        select coalesce(json_agg(json_build_object(
          'code', w.code,
          'hcpcs', ${newestOf('hcpcs', sql`facts || jsonb_build_object('validFrom', valid_from, 'validTo', valid_to)`)},
          'feeSchedule', ${newestOf('feeSchedule')},
          'mue', ${newestOf('mue')},
          'addOn', ${addOn},
          'icd10', ${newestOf('icd10', sql`facts || jsonb_build_object('longerCode', ${longerCode})`)}
        )), '[]') from wanted w where w.place = d.place
      ) as codes,
      (
        select coalesce(json_agg(json_build_object(
          'column1', p.column1, 'column2', p.column2, 'validFrom', p.valid_from, 'validTo', p.valid_to,
          'indicator', p.indicator, 'rationale', r.text
        )), '[]')
        from procedures a
        join procedures b on b.place = a.place and b.code <> a.code
        join files f on f.place = a.place and f.kind = 'ptp'
        join lateral (
          select * from code_file_pairs c
          where c.file_no = f.file_no and c.column1 = a.code and c.column2 = b.code
            and c.valid_from <= d.day and (c.valid_to is null or c.valid_to >= d.day)
          offset 0
        ) p on true
        join code_file_rationales r on r.rationale = p.rationale
        where a.place = d.place
      ) as pairs
    from days d order by d.place ${PREPARED}`.execute(db);
  return rows;
}

/** Rows about the wanted code in the files of the day. Those that are valid on the day come first, then the latest. */
const rowsOf = (kind: OfficialFactsKind) => sql`
  from files f join lateral (
    select * from code_file_codes c where c.file_no = f.file_no and c.code = w.code offset 0
  ) c on true
  where f.place = w.place and f.kind = ${sql.lit(kind)}`;

const isValid = sql`(valid_from is null or valid_from <= day) and (valid_to is null or valid_to >= day)`;

type OfficialFactsKind = 'hcpcs' | 'feeSchedule' | 'mue' | 'addOn' | 'icd10';

/** The whole service comes before its parts. */
const newestOf = (kind: OfficialFactsKind, facts = sql`facts`) => sql`(
  select ${facts} ${rowsOf(kind)} order by ${isValid} desc, part, valid_from desc nulls last limit 1
)`;

const addOn = sql`(
  select jsonb_build_object(
    'type', min((facts->>'type')::int),
    'primaries', coalesce(jsonb_agg(part order by part) filter (where part <> ''), '[]')
  ) ${rowsOf('addOn')} and ${isValid} having count(*) > 0
)`;

/** A billable code below a heading. */
const longerCode = sql`(
  select l.code from code_file_codes l
  where not (c.facts->>'isBillable')::boolean and l.file_no = c.file_no
    and l.code > c.code and l.code < c.code || 'ZZZZZZZ'
    and starts_with(l.code, c.code) and (l.facts->>'isBillable')::boolean
  order by l.code limit 1
)`;
