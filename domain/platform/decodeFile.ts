/** Character encodings of files. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252' | 'CP850'
/** The decoded text, or why there is none: `workbook` a spreadsheet not saved as CSV, `binary` another binary file, `empty` no content. */
type Decoded = { text: string; encoding: Encoding } | { problem: 'workbook' | 'binary' | 'empty' }

/** Bytes inspected to detect UTF-16 without a byte order mark, and to distinguish code pages. */
const looked = 400
const lookedForPage = 200_000

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/**
 * Decodes a text file of programs in Spain: UTF-8 with or without byte order mark, UTF-16, or else Windows-1252 or, from old DOS programs,
 * CP850. The text has no byte order mark.
 */
export function decodeFile(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { problem: 'empty' }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'workbook' }
  const wide = startsWith(bytes, 0xff, 0xfe) ? 'utf-16le' : startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : wideWithoutMark(bytes)
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  if (bytes.includes(0)) return { problem: 'binary' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const sample = bytes.subarray(0, lookedForPage)
    const isDos = plausibility(decodeCp850(sample)) > plausibility(decodeWindows(sample))
    return isDos ? { text: decodeCp850(bytes), encoding: 'CP850' } : { text: decodeWindows(bytes), encoding: 'Windows-1252' }
  }
}

/** Every second byte of European text is zero in UTF-16; its position gives the byte order. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const first = bytes.subarray(0, looked)
  const zeros = (from: number) => first.filter((byte, at) => at % 2 === from && byte === 0).length
  const quarter = first.length / 4
  if (zeros(1) > quarter && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > quarter && zeros(1) === 0 ? 'utf-16be' : null
}

/** The upper half of code page 850, with the euro sign of its successor 858. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const decodeWindows = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)

function decodeCp850(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : cp850[byte - 0x80]
  return text
}

/** Accented letters next to letters of the same case, and ordinal or currency signs next to digits: frequent only in the right code page. */
const likely =
  /(?<=[a-záéíóúüñàèòïç])[áéíóúüñàèòïç]|[áéíóúüñàèòïç](?=[a-z])|(?<=[A-ZÁÉÍÓÚÜÑÀÈÒÏÇ])[ÁÉÍÓÚÜÑÀÈÒÏÇ]|[ÁÉÍÓÚÜÑÀÈÒÏÇ](?=[A-Z])|(?<=[\dNn])[ªº]|(?<=[\d ])€/g
const plausibility = (text: string): number => text.match(likely)?.length ?? 0
