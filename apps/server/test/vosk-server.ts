import { once } from 'node:events';
import { WebSocketServer } from 'ws';

/** A small speech server in the network of a practice, with the protocol of Vosk's `websocket/asr_server.py`. */
export interface VoskServer {
  /** Such as ws://localhost:2700. */
  readonly address: string;
  /** What it got first. */
  readonly config: () => string | null;
  /** How many samples it got. */
  readonly samples: () => number;
  /** Ends all connections, like a crash. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

/** The server of Vosk compares the text of the end. */
const END = '{"eof" : 1}';

/** It hears `partial` in all audio, and `text` at the end of it, whatever was said. */
export async function startVoskServer(partial: string, text: string): Promise<VoskServer> {
  let config: string | null = null;
  let samples = 0;
  const server = new WebSocketServer({ port: 0, host: 'localhost' });
  server.on('connection', (socket) => {
    const answer = (what: object) => socket.send(JSON.stringify(what));
    socket.on('message', (data, isBinary) => {
      if (!(data instanceof Buffer)) return;
      if (isBinary) {
        samples += data.length / 2;
        answer({ partial });
      } else if (data.toString() === END) answer({ result: [], text });
      else config ??= data.toString();
    });
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const drop = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    address: `ws://localhost:${address.port}`,
    config: () => config,
    samples: () => samples,
    drop,
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
