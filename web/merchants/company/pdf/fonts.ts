import type { PdfFile } from './file.ts'
import { glyphText, macRoman, winAnsi } from './glyphs.ts'
import { isBytes, isDict, isList, isName, isWord, PdfTokens, type PdfDict, type PdfValue } from './tokens.ts'

/** A character as it is shown: what it says, empty where nobody knows, and how wide it is, in thousandths of the size. */
export type Glyph = { text: string; width: number; isSpace: boolean }
/** Bytes of a page into characters. */
export type PdfFont = (bytes: string) => Glyph[]

const usualWidth = 500
/** What one font tells of its characters: a file made to be slow is given up. */
const most = { entries: 200_000, letters: 64 }

/** How a font of a page writes. A font that does not tell what its characters mean gives characters without text. */
export async function readFont(file: PdfFile, font: PdfDict): Promise<PdfFont> {
  const unicode = readMap(await file.streamText(font.dict.get('ToUnicode')))
  const subtype = file.at(font, 'Subtype')
  if (isName(subtype) && subtype.name === 'Type0') return wideFont(file, font, unicode)
  const first = file.numberAt(font, 'FirstChar') ?? 0
  const widths = file.listAt(font, 'Widths').map((one) => file.resolve(one))
  const signs = encodingOf(file, font)
  return (bytes) =>
    [...bytes].map((byte) => {
      const code = byte.charCodeAt(0)
      const width = widths[code - first]
      return { text: unicode.get(code) ?? signs(code), width: typeof width === 'number' ? width : usualWidth, isSpace: code === 32 }
    })
}

/** What a font of single bytes says: its base encoding and what it puts in its place. */
function encodingOf(file: PdfFile, font: PdfDict): (code: number) => string {
  const encoding = file.at(font, 'Encoding')
  const base = isDict(encoding) ? file.at(encoding, 'BaseEncoding') : encoding
  const table = isName(base) && base.name === 'MacRomanEncoding' ? macRoman : winAnsi
  const differences = new Map<number, string>()
  let code = 0
  for (const one of isDict(encoding) ? file.listAt(encoding, 'Differences') : []) {
    if (typeof one === 'number') code = one
    else if (isName(one)) {
      differences.set(code, glyphText(one.name) ?? '')
      code += 1
    }
  }
  return (at) => differences.get(at) ?? table[at] ?? (at < 32 ? '' : String.fromCharCode(at))
}

/** A font of two bytes a character, as programs write that know all the world's letters. */
function wideFont(file: PdfFile, font: PdfDict, unicode: ReadonlyMap<number, string>): PdfFont {
  const below = file.resolve(file.listAt(font, 'DescendantFonts')[0])
  const usual = isDict(below) ? (file.numberAt(below, 'DW') ?? 1_000) : 1_000
  const widths = isDict(below) ? wideWidths(file, file.listAt(below, 'W')) : new Map<number, number>()
  return (bytes) => {
    const glyphs: Glyph[] = []
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      const code = bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1)
      glyphs.push({ text: unicode.get(code) ?? '', width: widths.get(code) ?? usual, isSpace: false })
    }
    return glyphs
  }
}

/** Widths of a wide font: `first [w w w]` and `first last w`, mixed. */
function wideWidths(file: PdfFile, list: readonly PdfValue[]): Map<number, number> {
  const widths = new Map<number, number>()
  for (let at = 0, left = most.entries; at < list.length && left > 0;) {
    const first = file.resolve(list[at])
    const second = file.resolve(list[at + 1])
    if (typeof first !== 'number') break
    if (isList(second)) {
      second.list.forEach((width, index) => typeof width === 'number' && widths.set(first + index, width))
      at += 2
      left -= second.list.length
    } else {
      const width = file.resolve(list[at + 2])
      if (typeof second !== 'number' || typeof width !== 'number') break
      const last = Math.min(second, 0xffff, first + left)
      for (let code = first; code <= last; code += 1) widths.set(code, width)
      at += 3
      left -= Math.max(1, last - first + 1)
    }
  }
  return widths
}

const codeOf = (bytes: string): number => Array.from(bytes.slice(0, 4)).reduce((code, byte) => code * 256 + byte.charCodeAt(0), 0)
const textOf = (bytes: string): string => {
  let text = ''
  for (let at = 0; at + 1 < Math.min(bytes.length, 2 * most.letters); at += 2)
    text += String.fromCharCode(bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1))
  return text
}
const plus = (text: string, more: number): string => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + more)

/** A font's own map from codes to Unicode (ISO 32000-1, 9.10.3). */
function readMap(text: string): Map<number, string> {
  const map = new Map<number, string>()
  const tokens = new PdfTokens(text)
  let kept: PdfValue[] = []
  let left = most.entries
  while (left > 0 && !tokens.ended) {
    const value = tokens.next()
    if (value === undefined) continue
    if (!isWord(value)) {
      kept.push(value)
      continue
    }
    if (value.word === 'endbfchar')
      for (let at = 0; at + 1 < kept.length && left > 0; at += 2) left -= setRange(map, kept[at], kept[at], kept[at + 1])
    if (value.word === 'endbfrange')
      for (let at = 0; at + 2 < kept.length && left > 0; at += 3) left -= setRange(map, kept[at], kept[at + 1], kept[at + 2])
    kept = []
  }
  return map
}

/** How many codes it has gone through. */
function setRange(map: Map<number, string>, from: PdfValue | undefined, to: PdfValue | undefined, target: PdfValue | undefined): number {
  if (!isBytes(from) || !isBytes(to)) return 1
  const first = codeOf(from.bytes)
  const many = Math.min(codeOf(to.bytes) - first, 0xffff)
  for (let step = 0; step <= many; step += 1) {
    const one = isList(target) ? target.list[step] : target
    if (isBytes(one)) map.set(first + step, isList(target) ? textOf(one.bytes) : plus(textOf(one.bytes), step))
  }
  return Math.max(0, many) + 1
}
