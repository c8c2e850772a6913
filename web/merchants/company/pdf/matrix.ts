/** a b c d e f of ISO 32000-1, 8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number]

export const unit: Matrix = [1, 0, 0, 1, 0, 0]

export const move = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]

/** First `m`, then `n`. */
export const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
]

/** How a page of a width and height that is turned clockwise is read upright. */
export function turn(degrees: number, width: number, height: number): Matrix {
  const turns: Readonly<Record<number, Matrix>> = {
    90: [0, -1, 1, 0, 0, width],
    180: [-1, 0, 0, -1, width, height],
    270: [0, 1, -1, 0, height, 0],
  }
  return turns[((degrees % 360) + 360) % 360] ?? unit
}
