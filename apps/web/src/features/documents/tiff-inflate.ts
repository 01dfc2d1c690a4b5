import { inflateSync } from 'fflate';

// The TIFF library looks for this global where there is no `require`, as in a worker.
Object.assign(globalThis, { pako: { inflateRaw: (bytes: Uint8Array) => inflateSync(bytes) } });
