import type { PaperLine } from '../merchants/company/paperText.ts'

/** Lines of a one-page document, for tests. */
export const paperOf = (...texts: string[]): PaperLine[] =>
  texts.map((text, index) => ({ page: 1, line: index + 1, text, box: { x: 0.1, y: index / 40, width: 0.5, height: 0.02 }, shape: 0.7 }))
