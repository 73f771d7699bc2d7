const SECONDS = 5;
const FRAMES_A_SECOND = 60;
/** Bits a second: scenes with thousands of small bodies have much to tell. */
const BITRATE = 12_000_000;
/**
 * In the order of how many other programs can play them. H.264 keeps colours for squares of two by two pixels, and
 * browsers record nothing by it of a picture with an odd width or height.
 */
const TYPES = [
  { type: 'video/mp4;codecs=avc1.640028', isOfPairs: true },
  { type: 'video/webm;codecs=vp8', isOfPairs: false },
  { type: 'video/webm', isOfPairs: false },
  { type: 'video/mp4', isOfPairs: false },
];

/** The first of the types in which this browser records a picture of a size; nothing where it records no video. */
function recordedType(width: number, height: number): string | undefined {
  if (!('MediaRecorder' in globalThis) || !('captureStream' in HTMLCanvasElement.prototype)) return undefined;
  const isEven = width % 2 === 0 && height % 2 === 0;
  return TYPES.find(({ type, isOfPairs }) => (isEven || !isOfPairs) && MediaRecorder.isTypeSupported(type))?.type;
}

/** Whether this browser records pictures of any size. */
export function canSaveVideo(): boolean {
  return recordedType(1, 1) !== undefined;
}

/**
 * Records what is drawn on a canvas for the next five seconds, and has the browser save it as a file.
 *
 * @throws Error where the browser records no video, or records nothing.
 */
export async function saveVideo(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const type = recordedType(canvas.width, canvas.height);
  if (type === undefined) throw new Error('This browser records no video.');
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITRATE });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  // A recorder that fails stops as well.
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.start();
  const timer = setTimeout(() => recorder.stop(), 1000 * SECONDS);
  await stopped;
  clearTimeout(timer);
  for (const track of stream.getTracks()) track.stop();
  const video = new Blob(parts, { type });
  if (video.size === 0) throw new Error('This browser has recorded nothing.');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(video);
  link.download = `${name}.${type.startsWith('video/mp4') ? 'mp4' : 'webm'}`;
  link.click();
  // The browser reads it a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
