import { useEffect, useRef, useState } from 'react';
import { PageControls } from './PageControls.tsx';
import {
  drawTiffPage,
  openTiffFile,
  PageError,
  screenWidth,
  TiffFileError,
  type TiffFile,
} from './tiff-file.ts';
import { useRoom, useZoom } from './use-zoom.ts';
import { missingPage, type ViewerProblem } from './viewer-problem.ts';
import { MissingPage, ViewerFrame } from './ViewerFrame.tsx';

interface TiffViewerProps {
  readonly blob: Blob;
  readonly fileName: string;
  readonly onProblem: (problem: ViewerProblem) => void;
}

/** Shows a scan or fax page by page, with zoom. */
export function TiffViewer({ blob, fileName, onProblem }: TiffViewerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<TiffFile | null>(null);
  const [page, setPage] = useState(1);
  /** Why the current page cannot be shown. */
  const [failure, setFailure] = useState<string | null>(null);
  const [naturalWidth, setNaturalWidth] = useState<number | null>(null);
  const [room, space] = useRoom();
  const zoom = useZoom(naturalWidth, space);

  useEffect(() => {
    const left = new AbortController();
    const open = async () => {
      try {
        setFile(await openTiffFile(blob, left.signal));
      } catch (error) {
        if (!left.signal.aborted) onProblem(error instanceof TiffFileError ? error.problem : 'browser');
      }
    };
    void open();
    return () => left.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the file is opened once, regardless of the callback
  }, [blob]);

  useEffect(() => {
    let isCurrent = true;
    const show = async (opened: TiffFile) => {
      try {
        const picture = await opened.page(page);
        if (!isCurrent || canvas.current === null) return;
        await drawTiffPage(canvas.current, picture);
        setNaturalWidth(screenWidth(canvas.current, picture));
      } catch (error) {
        if (isCurrent) setFailure(missingPage(page, error instanceof PageError ? error.reason : undefined));
      }
    };
    if (file !== null) void show(file);
    return () => {
      isCurrent = false;
    };
  }, [file, page]);

  const turn = (to: number) => {
    setPage(to);
    setFailure(null);
    room.current?.parentElement?.scrollTo({ top: 0 });
  };
  return (
    <ViewerFrame
      zoom={zoom}
      room={room}
      controls={<PageControls page={page} pageCount={file?.pageCount ?? null} onTurn={turn} />}
    >
      {failure === null ? (
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot be drawn on
          role="img"
          aria-label={`${fileName}, page ${page}`}
          style={{ display: 'block', width: zoom.width ?? '100%', height: 'auto' }}
        />
      ) : (
        <MissingPage text={failure} />
      )}
    </ViewerFrame>
  );
}
