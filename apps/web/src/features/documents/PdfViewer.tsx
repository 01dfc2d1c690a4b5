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
  /** It opens with a password only. */
  readonly onProtected: () => void;
}

/** CSS px per point of a PDF: what is 100 % is as large as on paper. */
const PX_PER_POINT = 96 / 72;
const LOADING = <Skeleton variant="rectangular" width="100%" height={480} aria-label="Loading" />;

/** A PDF, page by page, with zoom. Its links and forms are not live: what a stored file says is not the portal's. */
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
        // Without this the browser's own prompt would ask for it.
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
