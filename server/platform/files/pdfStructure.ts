export type PdfDoc = PDFKit.PDFDocument

/** The structure elements of a document (PDF's own names), in the order in which screen readers and programs read them. */
type PartName = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure'
/** `alt`: the words of a figure; `scope`: what a heading of a table is of. */
type PartOptions = { alt?: string; scope?: 'Row' | 'Column' }

/** Parts that have text or drawings, all others have parts. */
const leaves: ReadonlySet<string> = new Set<PartName>(['H1', 'H2', 'P', 'TH', 'TD', 'Figure'])

/** Null: inside what is drawn nothing is a part of its own, as in lines and footers. */
type Open = { name: string; element: PDFKit.PDFStructureElement } | null
const structures = new WeakMap<PdfDoc, Open[]>()

const openParts = (doc: PdfDoc): Open[] => structures.get(doc) ?? []

/** Begins the structure of a document that is tagged; returns what ends it. */
export function beginStructure(doc: PdfDoc): () => void {
  const element = doc.struct('Document')
  doc.addStructure(element)
  structures.set(doc, [{ name: 'Document', element }])
  return () => void element.end()
}

/** Opens a part inside the one that is open; returns what ends it. */
export function beginPart(doc: PdfDoc, name: PartName, options: PartOptions = {}): () => void {
  const open = openParts(doc)
  const parent = open.at(-1)
  if (!parent) return () => {}
  const element = doc.struct(name, options)
  parent.element.add(element)
  open.push({ name, element })
  return () => {
    element.end()
    open.pop()
  }
}

/** Everything that `work` writes is one part. */
export function part<T>(doc: PdfDoc, name: PartName, work: () => T, options: PartOptions = {}): T {
  const end = beginPart(doc, name, options)
  const result = work()
  end()
  return result
}

/** What `work` draws is no content: a line, a logo beside its name, a footer, headings that a table repeats. */
export function decoration<T>(doc: PdfDoc, work: () => T): T {
  const open = openParts(doc)
  if (open.at(-1) === null) return work()
  doc.markContent('Artifact')
  open.push(null)
  const result = work()
  open.pop()
  doc.endMarkedContent()
  return result
}

/** What `draw` draws belongs to the open part; to a paragraph of its own where that one has none but parts. */
export function content<T>(doc: PdfDoc, draw: () => T): T {
  const open = openParts(doc).at(-1)
  if (!open) return draw()
  if (!leaves.has(open.name)) return part(doc, 'P', () => content(doc, draw))
  const marked = doc.markStructureContent(open.name)
  openParts(doc).push(null)
  const result = draw()
  openParts(doc).pop()
  doc.endMarkedContent()
  open.element.add(marked)
  return result
}

/** Several lines of text as one part: the open one, or a paragraph. */
export const paragraph = <T>(doc: PdfDoc, work: () => T): T => {
  const open = openParts(doc).at(-1)
  return open && !leaves.has(open.name) ? part(doc, 'P', work) : work()
}
