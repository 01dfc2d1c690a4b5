import type { TemplateFile, TemplateImportReport } from '@portal/contract/template-file';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { getHeadersIn, locationScope, saveHeader } from '../headers/header-service.ts';
import { listOfficeNames } from './import-repo.ts';
import { nameKey } from './import-template.ts';
import { sanitizeHeaderHtml } from '../headers/sanitize-html.ts';

type Imported = TemplateImportReport['headers'][number] & { readonly version: number };

/** Saves the headers of offices with the same name. `version` is the version before. */
export async function importHeaders(
  context: SignedInContext,
  tx: Tx,
  headers: TemplateFile['headers'],
): Promise<Imported[]> {
  const offices = new Map(
    (await listOfficeNames(tx.db, locationScope(context))).map(({ id, name }) => [nameKey(name), id]),
  );
  const existing = new Map((await getHeadersIn(context, tx.db)).map((each) => [each.locationId, each]));
  const imported: Imported[] = [];
  for (const { office, headerHTML, footerHTML } of headers) {
    const locationId = offices.get(nameKey(office));
    const before = existing.get(locationId ?? '');
    const version = before?.version ?? 0;
    if (locationId === undefined) imported.push({ office, outcome: 'noOffice', version });
    else if (
      before?.headerHTML === sanitizeHeaderHtml(headerHTML).html &&
      before.footerHTML === sanitizeHeaderHtml(footerHTML).html
    )
      imported.push({ office, outcome: 'unchanged', version });
    else {
      await saveHeader(context, { locationId, headerHTML, footerHTML, version });
      imported.push({ office, outcome: before === undefined ? 'create' : 'change', version });
    }
  }
  return imported;
}
