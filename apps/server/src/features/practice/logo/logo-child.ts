import { serveProcess } from '#platform/process-work.ts';
import { drawLogo } from './draw-logo.ts';
import { LogoRefused } from './picture-header.ts';

// The entry of a process of its own: a picture on standard input becomes a logo on standard output.
await serveProcess(drawLogo, LogoRefused);
