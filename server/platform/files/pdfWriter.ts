import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutMisleading } from '#domain/platform/direction'
import { builtMark, markColours } from '../brand/builtMark.ts'
import type { Config } from '../config/config.ts'
import { beginStructure, content, decoration, paragraph, type PdfDoc } from './pdfStructure.ts'

/** What the embedded font (Hanken Grotesk) has: Latin letters of all European languages, punctuation, figures. */
const shown =
  /^[\u0020-\u007e\u00a0-\u017e\u0218-\u021b\u1e80-\u1e85\u1ea0-\u1ef9\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2116\u2122\u2190\u2192\u2212]$/u

/** A text in what the font has: other letters lose their accents, or become a question mark; direction marks are removed. */
function printable(text: string): string {
  return [...withoutMisleading(text).normalize('NFC')]
    .map((sign) => {
      if (shown.test(sign)) return sign
      const plain = sign.normalize('NFD').replace(/\p{M}/gu, '')
      return [...plain].every((one) => shown.test(one)) ? plain : '?'
    })
    .join('')
}

export type { PdfDoc }

/** A4 and its margins, in points. */
export const paper = { width: 595.28, left: 40, right: 555.28, top: 40, bottom: 790, footer: 805 } as const
export const ink = { dark: '#16161d', grey: '#5b5b66', rule: '#c9c9d1' } as const
/** Height of a table row, in points. */
export const rowHeight = 13

/** An open document; `take` returns the bytes written since the last call. */
type OpenPdf = { doc: PdfDoc; take(): Uint8Array[]; end(): Promise<Uint8Array[]> }

const fontFile = (weight: 'Regular' | 'SemiBold') => readFileSync(join(import.meta.dirname, 'fonts', `HankenGrotesk-${weight}.ttf`))
/** Read when the first document is made. */
let fonts: { regular: Buffer; bold: Buffer } | undefined

/** A file inside a document. */
type Attachment = { name: string; mediaType: string; description: string; content: string }

/** `archived`: the document is made as PDF/A-3a, for the archive, with this file inside, which says the same for machines. */
type PdfInfo = { title: string; author: string; createdAt: Date; keepsPages?: true; archived?: Attachment }

const xmlSigns: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** PDFKit writes title and author into the metadata (XMP) without escaping: the author, which may have an ampersand, is written here. */
function attach(doc: PdfDoc, { author, createdAt }: PdfInfo, { name, mediaType, description, content }: Attachment): void {
  const creator = printable(author).replace(/[&<>]/g, (sign) => xmlSigns[sign] ?? '')
  // Not in its types.
  const archive = doc as PdfDoc & { appendXML(xml: string): void; file(content: Buffer, options: object): void }
  archive.appendXML(
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>${creator}</rdf:li></rdf:Seq></dc:creator></rdf:Description>`,
  )
  const dates = { creationDate: createdAt, modifiedDate: createdAt }
  archive.file(Buffer.from(content), { name, type: mediaType, description, relationship: 'Alternative', ...dates })
}

/**
 * Opens a tagged document without pages (what is written becomes its structure: pdfStructure.ts), with the fonts `regular` and `bold`, of which what is used is embedded; equal content gives equal bytes. `keepsPages`: its pages
 * can be written to until it ends, for footers that name how many there are.
 */
export async function openPdf(info: PdfInfo): Promise<OpenPdf> {
  // Loaded on demand, so that the server starts faster.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: info.keepsPages === true,
    // No standard font: the regular one is set below.
    font: '',
    lang: 'es',
    displayTitle: true,
    tagged: true,
    ...(info.archived === undefined ? {} : { subset: 'PDF/A-3a', pdfVersion: '1.7' }),
    info: { Title: info.title, CreationDate: info.createdAt, ...(info.archived === undefined && { Author: info.author }) },
  })
  const endStructure = beginStructure(doc)
  if (info.archived !== undefined) attach(doc, info, info.archived)
  fonts ??= { regular: fontFile('Regular'), bold: fontFile('SemiBold') }
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
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
      endStructure()
      doc.end()
      await ended
      return take()
    },
  }
}

type Align = 'left' | 'right'

/** Writes a line that fits its width. */
const line = (doc: PdfDoc, words: string, x: number, y: number, width: number, align: Align) =>
  content(doc, () => doc.text(words, x, y, { width, align, lineBreak: false }))

/** Writes a text on one line. One that is too wide is written smaller, on two lines if need be, and never cut. */
export function write(doc: PdfDoc, words: string, x: number, y: number, width: number, align: Align = 'left'): PdfDoc {
  const text = printable(words)
  if (doc.widthOfString(text) <= width) return line(doc, text, x, y, width, align)
  const usual = sizeOf(doc)
  const [size, lines] = smaller(doc, text, width, usual)
  doc.fontSize(size)
  paragraph(doc, () => lines.forEach((one, at) => line(doc, one, x, y + (lines.length === 1 ? 0 : at * size * 1.05 - 1), width, align)))
  return doc.fontSize(usual)
}

const sizeOf = (doc: PdfDoc): number => (doc as PdfDoc & { _fontSize: number })._fontSize // PDFKit has no reader for it

/** The largest size in which a text fits on one line, or below three quarters of the usual one on two. */
function smaller(doc: PdfDoc, text: string, width: number, usual: number): [size: number, lines: string[]] {
  for (let size = usual; size > 2; size *= 0.95) {
    doc.fontSize(size)
    const lines = breakLines(doc, text, width)
    if (lines.length === 1 || (lines.length === 2 && size <= usual * 0.78)) return [size, lines]
  }
  return [2, breakLines(doc, text, width)]
}

/** Height of a line of running text, in points. */
export const lineHeight = 13

function breakLines(doc: PdfDoc, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((one) => pieces(doc, one, width))) {
    const last = lines.at(-1)
    if (last !== undefined && doc.widthOfString(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A word in pieces that each fit the width. */
function pieces(doc: PdfDoc, word: string, width: number): string[] {
  if (doc.widthOfString(word) <= width) return [word]
  const chunks: string[] = []
  for (const sign of word) {
    const last = chunks.at(-1)
    if (last !== undefined && doc.widthOfString(last + sign) <= width) chunks[chunks.length - 1] = last + sign
    else chunks.push(sign)
  }
  return chunks
}

/** Wraps a text into lines of at most `width` points, in the document's current font. */
export const wrapped = (doc: PdfDoc, words: string, width: number): string[] => breakLines(doc, printable(words), width)

/** Writes a text on as many lines as needed; returns their height in points. `height`: of a line. */
export function writeAll(doc: PdfDoc, words: string, x: number, y: number, width: number, height: number = lineHeight): number {
  const lines = wrapped(doc, words, width)
  paragraph(doc, () => lines.forEach((one, at) => line(doc, one, x, y + at * height, width, 'left')))
  return lines.length * height
}

/** What a brand puts above its documents. */
export type Letterhead = Pick<Config['brand'], 'colours' | 'pictures'>

const logoHeight = 26
const maxLogoWidth = 200

/** The brand's logo, its icon, or the drawing that is built in. */
function writeLogo(doc: PdfDoc, { colours, pictures }: Letterhead): void {
  const top = paper.top - 14
  if (pictures) {
    const { png, width, height } = pictures.raster
    const shown = Math.min(maxLogoWidth, (logoHeight * width) / height)
    doc.image(png, paper.left, top, { fit: [shown, logoHeight], valign: 'center' })
    return
  }
  const { cloth, stripes, front } = markColours(colours)
  doc.save().translate(paper.left, top)
  doc.path(builtMark.cloth).fill(cloth)
  doc.path(builtMark.stripes).fill(stripes)
  doc.path(builtMark.front).lineWidth(2).lineCap('round').lineJoin('round').strokeColor(front).stroke()
  doc.restore()
}

/** The head of every document: the brand's logo and below it who issues the document; `tag` at the right. Returns the y below it. */
export function writeHead(doc: PdfDoc, { issuer, letterhead, tag = '' }: { issuer: string; letterhead: Letterhead; tag?: string }): number {
  const width = paper.right - paper.left
  decoration(doc, () => writeLogo(doc, letterhead))
  const top = paper.top + logoHeight - 6
  doc.font('bold').fontSize(12).fillColor(ink.dark)
  const height = writeAll(doc, issuer, paper.left, top, width - 190, 15)
  doc.font('bold').fontSize(10)
  if (tag !== '') write(doc, tag, paper.right - 180, top + 1, 180, 'right')
  return top + height + 14
}

/** Draws a thin line across the page. */
export const rule = (doc: PdfDoc, y: number) =>
  decoration(doc, () => doc.moveTo(paper.left, y).lineTo(paper.right, y).lineWidth(0.5).strokeColor(ink.rule).stroke())
