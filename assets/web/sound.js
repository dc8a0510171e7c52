// Sound through Web Audio. Browsers allow none before the first press.

let context;

function open() {
  context ??= new AudioContext();
  if (context.state === "suspended") {
    context.resume();
  }
}

for (const type of ["pointerdown", "keydown", "touchend"]) {
  addEventListener(type, open, { capture: true, passive: true });
}

// Plays interleaved stereo samples at `rate` frames per second.
export function playSound(samples, rate) {
  if (context?.state !== "running" || samples.length < 2) {
    return;
  }
  const length = samples.length / 2;
  const buffer = context.createBuffer(2, length, rate);
  for (const ear of [0, 1]) {
    const channel = buffer.getChannelData(ear);
    for (let at = 0; at < length; at += 1) {
      channel[at] = samples[2 * at + ear];
    }
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}
