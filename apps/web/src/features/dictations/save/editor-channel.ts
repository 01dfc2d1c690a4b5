/** A message between the editors in one browser. `note` is the dictation's ID, or the draft's if it is new. */
export interface EditorMessage {
  /** `open`: opened here; `here`: already being edited here; `mine`: this editor takes over. */
  readonly kind: 'open' | 'here' | 'mine';
  readonly note: string;
  readonly editorId: string;
}

/** Broadcast channel between the editors in the tabs of one browser. Nothing is stored. */
export interface EditorChannel {
  readonly post: (kind: EditorMessage['kind'], note: string) => void;
  readonly close: () => void;
}

/** Opens the channel. `listen` receives the messages of other editors. */
export function openEditorChannel(editorId: string, listen: (message: EditorMessage) => void): EditorChannel {
  const channel = new BroadcastChannel('portal-dictation-editors');
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (isEditorMessage(data) && data.editorId !== editorId) listen(data);
  };
  channel.addEventListener('message', receive);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within the origin
    post: (kind, note) => channel.postMessage({ kind, note, editorId }),
    close: () => {
      channel.removeEventListener('message', receive);
      channel.close();
    },
  };
}

// Tabs may run different versions of the portal for a while after an update.
function isEditorMessage(data: unknown): data is EditorMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'kind' in data &&
    (data.kind === 'open' || data.kind === 'here' || data.kind === 'mine') &&
    'note' in data &&
    typeof data.note === 'string' &&
    'editorId' in data &&
    typeof data.editorId === 'string'
  );
}
