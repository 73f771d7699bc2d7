import { Rectangle, Texture } from 'pixi.js';

const CELL = 64;
const RADIUS = 28;

export type Piece = 'disc' | 'shard' | 'ring';

/** White pieces on one picture, since particles that are drawn in one call share it. All have this radius in pixels. */
export const PIECE_RADIUS = RADIUS;

const drawn: { pieces?: Record<Piece, Texture> } = {};

/** Returns the pictures particles are made of: drawn when first asked for, then kept. */
export function piecesOfAtlas(): Record<Piece, Texture> {
  drawn.pieces ??= drawPieces();
  return drawn.pieces;
}

function drawPieces(): Record<Piece, Texture> {
  const canvas = document.createElement('canvas');
  canvas.width = 3 * CELL;
  canvas.height = CELL;
  const pen = canvas.getContext('2d')!;
  const middle = CELL / 2;
  pen.fillStyle = pen.strokeStyle = '#fff';
  pen.beginPath();
  pen.arc(middle, middle, RADIUS, 0, 2 * Math.PI);
  pen.fill();
  pen.beginPath();
  pen.moveTo(CELL + middle + RADIUS, middle);
  pen.lineTo(CELL + middle - 0.7 * RADIUS, middle - 0.6 * RADIUS);
  pen.lineTo(CELL + middle - 0.4 * RADIUS, middle + 0.7 * RADIUS);
  pen.fill();
  pen.lineWidth = 5;
  pen.beginPath();
  pen.arc(2 * CELL + middle, middle, RADIUS - 2.5, 0, 2 * Math.PI);
  pen.stroke();
  const { source } = Texture.from(canvas);
  const piece = (column: number) => new Texture({ source, frame: new Rectangle(column * CELL, 0, CELL, CELL) });
  return { disc: piece(0), shard: piece(1), ring: piece(2) };
}
