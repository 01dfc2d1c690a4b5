/* Collects the microphone's samples as 16-bit integers, a fifth of a second at a time. */
const SAMPLES = 3200;

class Samples extends AudioWorkletProcessor {
  #part = new Int16Array(SAMPLES);
  #count = 0;

  process([[samples = []]]) {
    for (const sample of samples) {
      this.#part[this.#count] = Math.max(-1, Math.min(1, sample)) * 32767;
      this.#count += 1;
      if (this.#count === SAMPLES) {
        this.port.postMessage(this.#part.buffer, [this.#part.buffer]);
        this.#part = new Int16Array(SAMPLES);
        this.#count = 0;
      }
    }
    return true;
  }
}

registerProcessor('samples', Samples);
