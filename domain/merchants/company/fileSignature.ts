/** Bytes that PDF readers skip at the beginning: whitespace and the UTF-8 byte order mark. */
const skipped = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf])
/** How far PDF readers look for the beginning. */
const maxSkipped = 1_024
const pdf = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** Whether PDF readers would open it, by its first bytes. */
export function hasPdfSignature(bytes: Uint8Array): boolean {
  let at = 0
  while (at < maxSkipped && skipped.has(bytes[at] ?? -1)) at += 1
  return pdf.every((byte, index) => bytes[at + index] === byte)
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])
const letters = (bytes: Uint8Array, from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))

/** Whether it is an iPhone photo (HEIF, ISO/IEC 23008-12). */
export const isHeic = (bytes: Uint8Array): boolean => letters(bytes, 4) === 'ftyp' && heicBrands.has(letters(bytes, 8))
