import { dictationReportHeader } from '@portal/contract/dictation-print';
import type { SignedPrint } from '@portal/contract/signed-print';
import { practice } from '@portal/contract/system';
import { formatDateTime } from '@portal/domain/clock';
import { dateIn } from '@portal/domain/date';
import {
  headerValues,
  printedDictation,
  type PrintedReport,
  type PrintSource,
} from '@portal/domain/dictation/print';
import { fillHeader } from '@portal/domain/report-header';
import { useCallback } from 'react';
import { call } from '#lib/portal.ts';
import { logoData } from '#lib/practice-logo.ts';
import { serverNow } from '#lib/server-clock.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { PRINT_BUTTON_ID, printHtml } from './print-html.ts';

/** Delay and features of the preview window. */
const OPENS_AFTER_MS = 100;
const WINDOW = 'popup,width=850,height=1100';

/** The dictation to preview. `writtenAt` is when it was first saved (ISO 8601); null when it has not been saved. */
export interface Previewed {
  readonly source: PrintSource;
  readonly report: PrintedReport;
  readonly locationId: string;
  readonly providerTitle: string | null;
  readonly writtenAt: string | null;
  /** What a signed dictation prints; null until it is signed. */
  readonly printed: SignedPrint | null;
}

/** Returns a function that opens the print preview in a separate window. */
export function usePrintPreview(): (previewed: Previewed) => void {
  const toast = useToast();
  return useCallback(
    (previewed) => {
      setTimeout(() => {
        const popup = window.open('', '_blank', WINDOW);
        if (popup === null) {
          toast.error('Please allow popups to view the print preview');
          return;
        }
        pageOf(previewed).then(
          (html) => fill(popup, html),
          () => {
            popup.close();
            toast.error('Failed to generate print preview');
          },
        );
      }, OPENS_AFTER_MS);
    },
    [toast],
  );
}

async function pageOf({ source, report, locationId, printed, ...more }: Previewed): Promise<string> {
  const settings = await call(practice, {});
  const letterhead = printed?.letterhead ?? {
    ...(await call(dictationReportHeader, { params: { id: locationId } })),
    timeZone: settings.timeZone,
    clock: settings.clock,
    logo: settings.logo?.id,
  };
  const { headerHTML, footerHTML, values, timeZone, logo } = letterhead;
  const filled = headerValues(values, {
    providerName: source.providerName,
    providerTitle: more.providerTitle,
    dictationDate: more.writtenAt === null ? settings.today : dateIn(timeZone, more.writtenAt),
    today: printed === null ? settings.today : dateIn(timeZone, printed.takenAt),
  });
  return printHtml(printedDictation(source, report, letterhead), {
    headerHTML: fillHeader(headerHTML, filled),
    footerHTML: fillHeader(footerHTML, filled),
    logo: logo === undefined ? undefined : await logoData(logo),
    time: `Printed ${formatDateTime(serverNow(), settings)}`,
  });
}

function fill(popup: Window, html: string): void {
  // This also replaces the head with the document's own content policy, which blocks scripts and external resources.
  popup.document.open();
  popup.document.write(html);
  popup.document.close();
  popup.document.getElementById(PRINT_BUTTON_ID)?.addEventListener('click', () => popup.print());
  popup.focus();
}
