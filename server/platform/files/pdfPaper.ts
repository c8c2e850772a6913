import { once } from 'node:events'
import { withoutMisleading } from '#domain/platform/direction'

/** What the standard fonts of PDF can show beyond Latin-1 (WinAnsi). */
const beyond = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
/** Letters of Europe that are no letter with an accent. */
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

/** A text in the signs that PDF's standard fonts have: others lose their accents, or become a question mark if that is not enough; marks of direction are left out. */
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

/** A4 in points, and where things stand on it. */
export const paper = { width: 595.28, left: 40, right: 555.28, top: 40, bottom: 790, footer: 805 } as const
export const ink = { dark: '#16161d', grey: '#5b5b66', rule: '#c9c9d1' } as const
/** Height of a table's row, in points. */
export const rowHeight = 13

/** An open document: what has been written so far is taken piece by piece. */
type OpenPdf = { doc: PdfDoc; take(): Uint8Array[]; end(): Promise<Uint8Array[]> }

/** Opens a document without pages, the same bytes for the same words. Standard fonts, whose signs cover Spanish. */
export async function openPdf(info: { title: string; author: string; createdAt: Date }): Promise<OpenPdf> {
  // A start without a PDF does not pay for the library.
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

/** Words on one line, cut with an ellipsis where they do not fit. */
export const write = (doc: PdfDoc, words: string, x: number, y: number, width: number, align: 'left' | 'right' = 'left') =>
  doc.text(winAnsi(words), x, y, { width, align, lineBreak: false, height: rowHeight, ellipsis: true })

/** Height of a line of running text, in points. */
export const lineHeight = 13

/** Words as lines no wider than so many points, in the document's present font. */
export function wrapped(doc: PdfDoc, words: string, width: number): string[] {
  const lines: string[] = []
  for (const word of winAnsi(words).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && doc.widthOfString(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Words over as many lines as they need; answers how high they are, in points. */
export function writeAll(doc: PdfDoc, words: string, x: number, y: number, width: number): number {
  const lines = wrapped(doc, words, width)
  lines.forEach((line, at) => write(doc, line, x, y + at * lineHeight, width))
  return lines.length * lineHeight
}

/** A thin line over the page's width. */
export const rule = (doc: PdfDoc, y: number) =>
  doc.moveTo(paper.left, y).lineTo(paper.right, y).lineWidth(0.5).strokeColor(ink.rule).stroke()
