/** So many bytes at once: a call takes no more arguments. */
const piece = 8_192

/** Bytes as text, one character each. The browser's own `latin1` is Windows' and changes some of them. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return text
}
