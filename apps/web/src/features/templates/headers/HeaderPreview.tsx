import { Box } from '@mui/material';
import type { Office } from '@portal/contract/offices';
import { defaultReportHeader, escapeHtml, fillHeader } from '@portal/domain/report-header';
import { useLogoData } from '#lib/query/use-logo-data.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { previewValues } from './location-header-form.ts';

interface HeaderPreviewProps {
  readonly location: Office;
  readonly headerHTML: string;
  readonly footerHTML: string;
}

/** Preview of the printed report header and footer with the location's data in the placeholders. */
export function HeaderPreview({ location, headerHTML, footerHTML }: HeaderPreviewProps) {
  const user = useCurrentUser();
  const { data: practice } = usePractice();
  const logo = useLogoData(practice?.logo?.id);
  if (practice === undefined) return null;
  const html =
    headerHTML === '' && footerHTML === ''
      ? defaultReportHeader(practice.name, location)
      : { headerHTML, footerHTML };
  const values = previewValues(location, user, practice.today);
  return (
    <Box
      component="iframe"
      title="Report preview"
      // The content cannot run scripts or access the page.
      sandbox=""
      srcDoc={documentOf(logo, fillHeader(html.headerHTML, values), fillHeader(html.footerHTML, values))}
      sx={{
        display: 'block',
        width: 1,
        height: 560,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: '#fff',
      }}
    />
  );
}

/** A white sheet of paper in both color schemes. */
const documentOf = (logo: string | undefined, header: string, footer: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>
html { color-scheme: light; height: 100%; }
body { box-sizing: border-box; min-height: 100%; margin: 0; padding: 32px; display: flex; flex-direction: column;
  font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 24px; margin: 8px 0; } h2 { font-size: 20px; margin: 8px 0; } h3 { font-size: 17px; margin: 6px 0; } h4 { font-size: 15px; margin: 6px 0; }
p { margin: 4px 0; }
header { display: flex; align-items: flex-start; gap: 18px; border-bottom: 1px solid #9aa7b4; padding-bottom: 12px; }
header img { flex: none; max-width: 204px; max-height: 68px; }
header > div { flex: 1; min-width: 0; }
header hr:last-child { display: none; }
main { flex: 1; padding: 24px 0; color: #6b6b6b; text-align: center; }
footer { border-top: 1px solid #b8b8b8; padding-top: 12px; }
</style></head><body><header>${logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="">`}<div>${header}</div></header><main>Report content</main><footer>${footer}</footer></body></html>`;
