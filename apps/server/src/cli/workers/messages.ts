/** From a worker to its supervisor. */
export type WorkerMessage =
  | { readonly listening: string }
  /** The worker cannot start. A sentence for the operator. */
  | { readonly failed: string };

/** From the supervisor to a worker: finish running requests and end. */
export const STOP = 'stop';

/** Whether a worker is listening or failed; it also sends other messages. */
export const isWorkerMessage = (message: unknown): message is WorkerMessage =>
  typeof message === 'object' && message !== null && ('listening' in message || 'failed' in message);
