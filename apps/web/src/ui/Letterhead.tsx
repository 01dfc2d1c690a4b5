import { Box } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import type { practice as practiceEndpoint } from '@portal/contract/system';
import { fittedSize, letterheadLines } from '@portal/domain/letterhead';
import { logoAddress } from '#lib/practice-logo.ts';

/** The largest logo in CSS pixels: 18 mm high, three times as wide. */
const MOST = { width: 204, height: 68 };

export interface LetterheadProps {
  readonly practice: Pick<ResultOf<typeof practiceEndpoint>, 'name' | 'logo' | 'office'>;
}

/** The top of everything that the browser prints: the logo, the practice and its office, and a line below. PDFs have the same. */
export function Letterhead({ practice: { name, logo, office } }: LetterheadProps) {
  return (
    <Box data-letterhead translate="no" sx={LETTERHEAD}>
      {logo === undefined || logo === null ? null : (
        <img src={logoAddress(logo.id)} alt="" {...fittedSize(logo, MOST)} />
      )}
      <div>
        <strong>{name}</strong>
        {letterheadLines(name, office ?? null).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </Box>
  );
}

const LETTERHEAD = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: '14pt',
  mb: '10pt',
  pb: '8pt',
  borderBottom: '0.7pt solid #9aa7b4',
  overflowWrap: 'anywhere',
  breakInside: 'avoid',
  '& > img': { flex: 'none' },
  '& > div': { minWidth: 0 },
  '& strong': { display: 'block', color: '#12355b', fontSize: '14pt', fontWeight: 700, lineHeight: 1.25 },
  '& > div > div': { color: '#4d5b6b', fontSize: '9pt', lineHeight: 1.35, whiteSpace: 'pre-wrap' },
};
