import type { SpeechProblem } from './engine.ts';
import { SAMPLE_RATE, type OpenAudio } from './vosk-engine.ts';

/** Runs beside the page's work; it is a file, because the content security policy allows no code from a text. */
const WORKLET = '/microphone-worklet.js';

/** Opens the microphone. The browser brings its audio to `SAMPLE_RATE`. */
export const openMicrophone: OpenAudio = async (onSamples, onEnd) => {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, noiseSuppression: true },
    });
  } catch (error) {
    return problemOf(error);
  }
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  try {
    await context.audioWorklet.addModule(WORKLET);
    const node = new AudioWorkletNode(context, 'samples', { numberOfOutputs: 0 });
    node.port.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) onSamples(new Int16Array(data));
    });
    node.port.start();
    // Some browsers cannot bring a microphone to another rate: they refuse here.
    context.createMediaStreamSource(stream).connect(node);
  } catch {
    stop();
    return 'failed';
  }
  // Unplugged, or no longer allowed.
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', () => onEnd('microphone'));
  return { stop };
};

function problemOf(error: unknown): SpeechProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'microphone' : 'failed';
}
