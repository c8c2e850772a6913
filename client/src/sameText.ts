/** Constant-time comparison of two texts. */
export function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at % (other.length || 1))
  return difference === 0
}
