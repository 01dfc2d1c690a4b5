import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Document, Page } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import { PDF_OPTIONS } from './pdf-engine.ts';
import { useRoom, useZoom } from './use-zoom.ts';
import { ViewerFrame } from './ViewerFrame.tsx';

interface PdfViewerProps {
  readonly blob: Blob;
  readonly onUnreadable: () => void;
}

/** CSS px per point of a PDF: what is 100 % is as large as on paper. */
const PX_PER_POINT = 96 / 72;
const LOADING = <Skeleton variant="rectangular" width="100%" height={480} aria-label="Loading" />;

/** A PDF, page by page, with zoom. Its links and forms are not live: what a stored file says is not the portal's. */
export function PdfViewer({ blob, onUnreadable }: PdfViewerProps) {
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
      controls={
        pageCount === null ? null : (
          <>
            <IconButton
              size="small"
              aria-label="Previous page"
              disabled={page <= 1}
              onClick={() => turn(page - 1)}
            >
              <NavigateBeforeIcon fontSize="small" />
            </IconButton>
            <Typography component="output" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              Page {page} of {pageCount}
            </Typography>
            <IconButton
              size="small"
              aria-label="Next page"
              disabled={page >= pageCount}
              onClick={() => turn(page + 1)}
            >
              <NavigateNextIcon fontSize="small" />
            </IconButton>
          </>
        )
      }
    >
      <Document
        file={blob}
        options={PDF_OPTIONS}
        loading={LOADING}
        error=""
        onLoadSuccess={({ numPages }) => setPageCount(numPages)}
        onLoadError={onUnreadable}
        onSourceError={onUnreadable}
        // Without this the browser's own prompt would ask for it.
        onPassword={onUnreadable}
      >
        <Page
          pageNumber={page}
          loading={LOADING}
          renderAnnotationLayer={false}
          onLoadSuccess={({ originalWidth }) => setPageWidth(originalWidth * PX_PER_POINT)}
          {...(zoom.width === null ? {} : { width: zoom.width })}
        />
      </Document>
    </ViewerFrame>
  );
}
