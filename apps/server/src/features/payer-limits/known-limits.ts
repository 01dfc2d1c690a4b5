import type { payerLimitRecord } from '@portal/contract/payer-limits';
import type { ValuesOf } from '@portal/contract/record';

export type KnownLimit = ValuesOf<typeof payerLimitRecord.fields>;

/** All rules are switched off until an administrator has read them. */
const KNOWN = {
  payer: 'Medicare',
  withModifier: null,
  withoutModifier: null,
  sessions: 4,
  months: 12,
  isBySide: false,
  earlierCodes: null,
  earlierModifier: null,
  minimumRelief: 0,
  validTo: null,
  lookedUpOn: '2026-11-28',
  isActive: false,
} as const;

const linkOf = (lcd: string) =>
  `https://www.cms.gov/medicare-coverage-database/view/lcd.aspx?lcdid=${lcd.slice(1)}`;

// The four sessions and the codes: LCDs L33906, L36920, L39015, L39054 with their articles A56651, A56681, A58731, A58777. The first days:
// zotecpartners.com, 03/09/2022. Read in summaries on 2026-11-28, because cms.gov shows the texts only after a license is accepted.
const EPIDURAL = {
  ...KNOWN,
  policy: 'L33906',
  validFrom: '2021-12-05',
  source:
    'LCD L33906, article A56651: at most four sessions per spinal region in a rolling 12 months. The same in L36920, L39015, and L39054. ' +
    'From 12/05/2021 (CGS, NGS, Palmetto, WPS) or 12/12/2021 (First Coast, Novitas). Whether selective nerve root blocks (KX) count is unchecked: here they do.',
  sourceUrl: linkOf('L33906'),
};

// Article A59243 (version 3) on cms.gov, and the list of contractors at asipp.org, 02/08/2023; read on 2026-11-28.
const SACROILIAC = {
  ...KNOWN,
  policy: 'L39462',
  codes: '27096, 64451',
  validFrom: '2023-03-19',
  sourceUrl: 'https://www.cms.gov/medicare-coverage-database/view/article.aspx?articleid=59243',
};
const SACROILIAC_SIBLINGS =
  'Noridian (L39462, L39464, article A59243). The same for CGS (L39383), Palmetto (L39402), NGS (L39455), and WPS (L39475); not for First Coast and Novitas. A59244 is unchecked.';

// Questions and answers of Noridian, July 2022: med.noridianmedicare.com, article 10534; first day on cms.gov, L38765; read on 2026-11-28.
const FACET = { ...KNOWN, policy: 'L38803', validFrom: '2021-04-25', sourceUrl: linkOf('L38803') };
const FACET_SIBLINGS =
  'Noridian (L38803), questions and answers of July 2022. Siblings: L33930, L34892, L35936, L38765, L38841.';

const facetRules = (region: string, blocks: string, ablations: string): readonly KnownLimit[] => [
  {
    ...FACET,
    name: `${region} diagnostic facet block`,
    codes: blocks,
    withModifier: 'KX',
    source: `At most four diagnostic sessions (modifier KX) per region in a rolling 12 months. ${FACET_SIBLINGS}`,
  },
  {
    ...FACET,
    name: `${region} therapeutic facet injection`,
    codes: blocks,
    withoutModifier: 'KX',
    source: `At most four therapeutic sessions per region in a rolling 12 months. ${FACET_SIBLINGS}`,
  },
  {
    ...FACET,
    name: `${region} radiofrequency ablation`,
    codes: ablations,
    sessions: 2,
    source: `At most two sessions per region in 12 months. ${FACET_SIBLINGS}`,
  },
  {
    ...FACET,
    name: `${region} radiofrequency ablation`,
    codes: ablations,
    sessions: 2,
    months: 0,
    earlierCodes: blocks,
    earlierModifier: 'KX',
    minimumRelief: 80,
    source: `After two positive diagnostic blocks. At least 80% relief is what the LCD asks before therapeutic injections; for ablation, it is unchecked. ${FACET_SIBLINGS}`,
  },
];

/** Rules of Medicare's contractors about procedures in a time. Whether a practice's own contractor has the same rule is for it to check. */
export const KNOWN_LIMITS: readonly KnownLimit[] = [
  { ...EPIDURAL, name: 'Cervical or thoracic epidural', codes: '62321, 64479, 64480' },
  { ...EPIDURAL, name: 'Lumbar or sacral epidural', codes: '62323, 64483, 64484' },
  {
    ...SACROILIAC,
    name: 'Diagnostic sacroiliac injection',
    withModifier: 'KX',
    sessions: 2,
    months: 0,
    source: `At most two diagnostic sessions (modifier KX), on one side or both, before treatment. ${SACROILIAC_SIBLINGS}`,
  },
  {
    ...SACROILIAC,
    name: 'Therapeutic sacroiliac injection',
    withoutModifier: 'KX',
    source: `At most four therapeutic sessions in a rolling 12 months, on one side or both. ${SACROILIAC_SIBLINGS}`,
  },
  ...facetRules('Cervical or thoracic', '64490, 64491', '64633, 64634'),
  ...facetRules('Lumbar or sacral', '64493, 64494', '64635, 64636'),
];
