import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { Document, Page } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import { PageControls } from './PageControls.tsx';
import { PDF_OPTIONS } from './pdf-engine.ts';
import { useRoom, useZoom } from './use-zoom.ts';
import { ViewerFrame } from './ViewerFrame.tsx';

interface PdfViewerProps {
  readonly blob: Blob;
  readonly onDamaged: () => void;
  /** Called if the PDF is password-protected. */
  readonly onProtected: () => void;
}

/** CSS px per PDF point, so that 100% matches the size on paper. */
const PX_PER_POINT = 96 / 72;
const LOADING = <Skeleton variant="rectangular" width="100%" height={480} aria-label="Loading" />;

/** Shows a PDF page by page, with zoom. Links and forms are disabled, because stored files are not trusted content. */
export function PdfViewer({ blob, onDamaged, onProtected }: PdfViewerProps) {
  const [pageCount, setPageCount] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [pageWidth, setPageWidth] = useState<number | null>(null);
  const [room, space] = useRoom();
  const zoom = useZoom(pageWidth, space);
  const turn = (to: number) => {
    setPage(to);
    room.current?.parentElement?.scrollTo({ top: 0 });
  };
  return (
    <ViewerFrame
      zoom={zoom}
      room={room}
      controls={<PageControls page={page} pageCount={pageCount} onTurn={turn} />}
    >
      <Document
        file={blob}
        options={PDF_OPTIONS}
        loading={LOADING}
        error=""
        onLoadSuccess={({ numPages }) => setPageCount(numPages)}
        onLoadError={onDamaged}
        onSourceError={onDamaged}
        // Prevents react-pdf's password prompt.
        onPassword={onProtected}
      >
        <Page
          pageNumber={page}
          loading={LOADING}
          error=""
          renderAnnotationLayer={false}
          onLoadError={onDamaged}
          onRenderError={onDamaged}
          onLoadSuccess={({ originalWidth }) => setPageWidth(originalWidth * PX_PER_POINT)}
          {...(zoom.width === null ? {} : { width: zoom.width })}
        />
      </Document>
    </ViewerFrame>
  );
}
