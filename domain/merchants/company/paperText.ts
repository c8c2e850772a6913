/** A line of a document's text and where it stands. */
export type PaperLine = {
  /** From 1. */
  page: number
  /** From 1, from the page's top. Columns of a line are two spaces apart. */
  line: number
  text: string
  /** Its place as shares of the page, from the upper left corner. */
  box: { x: number; y: number; width: number; height: number }
  /** The page's width by its height. */
  shape: number
}

/** Letters alone, without accents, in capitals: how names are compared. */
export const plainLetters = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** Something that stands behind a label, and where. */
type Labelled = { value: string; at: PaperLine }

/** What stands behind a label wherever it is: on its own line behind it, else the next line's beginning. */
export function allBehindLabel(lines: readonly PaperLine[], label: RegExp): Labelled[] {
  return lines.flatMap((at, index) => {
    const found = label.exec(at.text)
    if (!found) return []
    const rest = firstColumn(at.text.slice(found.index + found[0].length).replace(/^[\s:.·-]+/, ''))
    if (rest !== '') return [{ value: rest, at }]
    const below = lines[index + 1]
    const value = below?.page === at.page ? firstColumn(below.text.trim()) : ''
    return below && value !== '' ? [{ value, at: below }] : []
  })
}

/** The first of them; null when there is nothing. */
export const behindLabel = (lines: readonly PaperLine[], label: RegExp): Labelled | null => allBehindLabel(lines, label)[0] ?? null

const firstColumn = (text: string): string => (text.split(/\s{2,}/)[0] ?? '').trim()
