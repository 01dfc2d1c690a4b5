import { useEffect, useRef, useState } from 'react';
import { PageControls } from './PageControls.tsx';
import { drawTiffPage, openTiffFile, screenWidth } from './tiff-file.ts';
import type { TiffFile } from './tiff-file.ts';
import { useRoom, useZoom } from './use-zoom.ts';
import { ViewerFrame } from './ViewerFrame.tsx';

interface TiffViewerProps {
  readonly blob: Blob;
  readonly fileName: string;
  readonly onDamaged: () => void;
}

/** Shows a scan or fax page by page, with zoom. */
export function TiffViewer({ blob, fileName, onDamaged }: TiffViewerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<TiffFile | null>(null);
  const [page, setPage] = useState(1);
  const [naturalWidth, setNaturalWidth] = useState<number | null>(null);
  const [room, space] = useRoom();
  const zoom = useZoom(naturalWidth, space);

  useEffect(() => {
    const left = new AbortController();
    const open = async () => {
      try {
        setFile(await openTiffFile(blob, left.signal));
      } catch {
        if (!left.signal.aborted) onDamaged();
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
      } catch {
        if (isCurrent) onDamaged();
      }
    };
    if (file !== null) void show(file);
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a page is decoded once, regardless of the callback
  }, [file, page]);

  const turn = (to: number) => {
    setPage(to);
    room.current?.parentElement?.scrollTo({ top: 0 });
  };
  return (
    <ViewerFrame
      zoom={zoom}
      room={room}
      controls={<PageControls page={page} pageCount={file?.pageCount ?? null} onTurn={turn} />}
    >
      <canvas
        ref={canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot be drawn on
        role="img"
        aria-label={`${fileName}, page ${page}`}
        style={{ display: 'block', width: zoom.width ?? '100%', height: 'auto' }}
      />
    </ViewerFrame>
  );
}
