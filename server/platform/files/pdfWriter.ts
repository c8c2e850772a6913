import { once } from 'node:events'
import { withoutMisleading } from '#domain/platform/direction'

/** Characters of PDF's standard fonts beyond Latin-1 (WinAnsi). */
const beyond = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
/** Replacements for European letters that do not decompose into a letter and an accent. */
const letters: Record<string, string> = {
  '−': '-',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  '\u00a0': '\u00a0',
}

const shown = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || beyond.has(sign)
}

/** A text in WinAnsi: other characters lose their accents or become a question mark; direction marks are removed. */
function winAnsi(text: string): string {
  return [...withoutMisleading(text).normalize('NFC')]
    .map((sign) => {
      if (shown(sign)) return sign
      const plain = letters[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, '')
      return plain === '' || [...plain].every(shown) ? plain : '?'
    })
    .join('')
}

export type PdfDoc = PDFKit.PDFDocument

/** A4 and its margins, in points. */
export const paper = { width: 595.28, left: 40, right: 555.28, top: 40, bottom: 790, footer: 805 } as const
export const ink = { dark: '#16161d', grey: '#5b5b66', rule: '#c9c9d1' } as const
/** Height of a table row, in points. */
export const rowHeight = 13

/** An open document; `take` returns the bytes written since the last call. */
type OpenPdf = { doc: PdfDoc; take(): Uint8Array[]; end(): Promise<Uint8Array[]> }

/** Opens a document without pages; equal content gives equal bytes. Uses the standard fonts, which cover Spanish. */
export async function openPdf(info: { title: string; author: string; createdAt: Date }): Promise<OpenPdf> {
  // Loaded on demand, so that the server starts faster.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'es',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.createdAt },
  })
  let ready: Uint8Array[] = []
  doc.on('data', (piece: Uint8Array) => void ready.push(piece))
  const ended = once(doc, 'end')
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  return {
    doc,
    take,
    end: async () => {
      doc.end()
      await ended
      return take()
    },
  }
}

/** Writes a text on one line, truncated with an ellipsis. */
export const write = (doc: PdfDoc, words: string, x: number, y: number, width: number, align: 'left' | 'right' = 'left') =>
  doc.text(winAnsi(words), x, y, { width, align, lineBreak: false, height: rowHeight, ellipsis: true })

/** Height of a line of running text, in points. */
export const lineHeight = 13

/** Wraps a text into lines of at most `width` points, in the document's current font. */
export function wrapped(doc: PdfDoc, words: string, width: number): string[] {
  const lines: string[] = []
  for (const word of winAnsi(words).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && doc.widthOfString(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Writes a text on as many lines as needed; returns their height in points. */
export function writeAll(doc: PdfDoc, words: string, x: number, y: number, width: number): number {
  const lines = wrapped(doc, words, width)
  lines.forEach((line, at) => write(doc, line, x, y + at * lineHeight, width))
  return lines.length * lineHeight
}

/** Draws a thin line across the page. */
export const rule = (doc: PdfDoc, y: number) =>
  doc.moveTo(paper.left, y).lineTo(paper.right, y).lineWidth(0.5).strokeColor(ink.rule).stroke()
