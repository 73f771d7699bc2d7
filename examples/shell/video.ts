const SECONDS = 5;
const FRAMES_A_SECOND = 60;
/** Bits a second: scenes with thousands of small bodies have much to tell. */
const BITRATE = 12_000_000;
/** In the order of how many other programs can play them. */
const TYPES = ['video/mp4;codecs=avc1.42E01E', 'video/webm;codecs=vp9', 'video/webm'];

/** The first of the types that this browser records; nothing where it records no video. */
function recordedType(): string | undefined {
  const isThere = 'MediaRecorder' in globalThis && 'captureStream' in HTMLCanvasElement.prototype;
  return isThere ? TYPES.find((type) => MediaRecorder.isTypeSupported(type)) : undefined;
}

export function canSaveVideo(): boolean {
  return recordedType() !== undefined;
}

/**
 * Records what is drawn on a canvas for the next five seconds, and has the browser save it as a file.
 *
 * @throws Error where the browser records no video.
 */
export async function saveVideo(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const type = recordedType();
  if (type === undefined) throw new Error('This browser records no video.');
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITRATE });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.start();
  setTimeout(() => recorder.stop(), 1000 * SECONDS);
  await stopped;
  for (const track of stream.getTracks()) track.stop();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = `${name}.${type.startsWith('video/mp4') ? 'mp4' : 'webm'}`;
  link.click();
  // The browser reads it a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
