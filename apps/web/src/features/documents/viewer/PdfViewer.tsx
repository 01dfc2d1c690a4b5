import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { Document, Page } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import { Waiting } from '#ui/Waiting.tsx';
import { PageControls } from './PageControls.tsx';
import { isXfaOnly, lacksPictures, problemOf, watchCutPages } from './pdf-checks.ts';
import { LENIENT_PDF_OPTIONS, PDF_OPTIONS } from './pdf-engine.ts';
import { useRoom, useZoom } from './use-zoom.ts';
import { MISSING_PARTS, missingPage, type ViewerProblem } from './viewer-problem.ts';
import { MissingPage, ViewerFrame } from './ViewerFrame.tsx';
import { ViewerNotice } from './ViewerNotice.tsx';

interface PdfViewerProps {
  readonly blob: Blob;
  readonly onProblem: (problem: ViewerProblem) => void;
  readonly onDownload: () => void;
}

/** How a page is drawn if not as it is: without a picture, with errors left out, or not at all. */
type Flaw = 'incomplete' | 'lenient' | 'failed';

/** CSS px per PDF point, so that 100% matches the size on paper. */
const PX_PER_POINT = 96 / 72;
const LOADING = <Waiting shape="paper" />;

/**
 * Draws a page again from what the engine has read of it. react-pdf would have it read again, and the engine turns the values of an
 * uncompressed picture in place, so that it became its own negative (pdfjs-dist 6.5.438, `decodeBuffer`).
 */
function keepWhatWasRead(page: PDFPageProxy): void {
  page.cleanup = () => false;
}

/** Shows a PDF page by page, with zoom. Links and forms are disabled, because stored files are not trusted content. */
export function PdfViewer({ blob, onProblem, onDownload }: PdfViewerProps) {
  const [pageCount, setPageCount] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [flaws, setFlaws] = useState<ReadonlyMap<number, Flaw>>(new Map());
  const [paper, setPaper] = useState<{ readonly width: number; readonly ratio: number } | null>(null);
  const [room, space] = useRoom();
  const zoom = useZoom(paper?.width ?? null, space);
  const flaw = flaws.get(page);
  const setFlaw = (of: number, to: Flaw) => setFlaws((before) => new Map(before).set(of, to));
  const turn = (to: number) => {
    setPage(to);
    room.current?.parentElement?.scrollTo({ top: 0 });
  };
  // The page that is drawn; an error of another one can come late.
  const onCut = useEffectEvent(() => {
    if (flaw === undefined) setFlaw(page, 'lenient');
  });
  const [loaded, setLoaded] = useState<PDFDocumentProxy | null>(null);
  useEffect(() => {
    if (loaded !== null) watchCutPages(loaded.loadingTask, () => onCut());
  }, [loaded]);
  const open = async (pdf: PDFDocumentProxy) => {
    setLoaded(pdf);
    if (await isXfaOnly(pdf)) onProblem('form');
    else setPageCount(pdf.numPages);
  };
  const onPageError = () => setFlaw(page, flaw === 'lenient' ? 'failed' : 'lenient');
  const check = async (drawn: PDFPageProxy) => {
    if (flaw === undefined && (await lacksPictures(drawn))) setFlaw(drawn.pageNumber, 'incomplete');
  };
  return (
    <ViewerFrame
      zoom={zoom}
      room={room}
      ratio={flaw === 'failed' ? null : (paper?.ratio ?? null)}
      controls={<PageControls page={page} pageCount={pageCount} onTurn={turn} />}
      notice={
        (flaw === 'incomplete' || flaw === 'lenient') && (
          <ViewerNotice text={MISSING_PARTS} onDownload={onDownload} />
        )
      }
    >
      <Document
        file={blob}
        options={flaw === 'lenient' ? LENIENT_PDF_OPTIONS : PDF_OPTIONS}
        loading={LOADING}
        error=""
        // Otherwise, a text layer that fails takes the whole viewer with it.
        suspense={false}
        onLoadSuccess={(pdf) => void open(pdf).catch(() => onProblem('unreadable'))}
        onLoadError={(error) => onProblem(problemOf(error))}
        onSourceError={() => onProblem('browser')}
        // Prevents react-pdf's password prompt.
        onPassword={() => onProblem('protected')}
      >
        {flaw === 'failed' && <MissingPage text={missingPage(page)} />}
        {flaw !== 'failed' && pageCount !== null && (
          <Page
            key={page}
            pageNumber={page}
            loading={LOADING}
            error=""
            renderAnnotationLayer={false}
            onLoadError={onPageError}
            onRenderError={onPageError}
            onLoadSuccess={(read) => {
              keepWhatWasRead(read);
              const { originalWidth: width, originalHeight: height } = read;
              setPaper({ width: width * PX_PER_POINT, ratio: height / width });
            }}
            onRenderSuccess={(drawn) => void check(drawn).catch(onPageError)}
            {...(zoom.width === null ? {} : { width: zoom.width })}
          />
        )}
      </Document>
    </ViewerFrame>
  );
}
