/** A line of a document's text and where it is. */
export type PaperLine = {
  /** From 1. */
  page: number
  /** From 1, from the page's top. Columns of a line are two spaces apart. */
  line: number
  text: string
  /** Its position relative to the page size, from the upper left corner. */
  box: { x: number; y: number; width: number; height: number }
  /** The page's width divided by its height. */
  shape: number
}

/** Letters only, without accents, in capitals, to compare names. */
export const plainLetters = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** A value after a label, and where. */
type Labelled = { value: string; at: PaperLine }

/** The values after a label wherever it occurs: on its own line, else at the beginning of the next one. */
export function allBehindLabel(lines: readonly PaperLine[], label: RegExp): Labelled[] {
  return lines.flatMap((at, index) => {
    const match = label.exec(at.text)
    if (!match) return []
    const rest = firstColumn(at.text.slice(match.index + match[0].length).replace(/^[\s:.·-]+/, ''))
    if (rest !== '') return [{ value: rest, at }]
    const below = lines[index + 1]
    const value = below?.page === at.page ? firstColumn(below.text.trim()) : ''
    return below && value !== '' ? [{ value, at: below }] : []
  })
}

/** The first of them; null when there is none. */
export const behindLabel = (lines: readonly PaperLine[], label: RegExp): Labelled | null => allBehindLabel(lines, label)[0] ?? null

const firstColumn = (text: string): string => (text.split(/\s{2,}/)[0] ?? '').trim()
