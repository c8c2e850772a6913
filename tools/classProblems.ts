import { compile } from 'tailwindcss'
import type { SourceFile } from './sourceProblems.ts'

/** A class of text, corners or font, possibly behind conditions such as `max-md:`. */
const utility = /(?:^|:)!?(?:text|leading|rounded|font|tracking)-[^:;{}<>$,]+$/

/** The classes of text, corners and font in the pages that neither `theme` makes nor a style sheet of the pages names: they would do nothing. */
export async function classProblems(files: readonly SourceFile[], theme: string): Promise<string[]> {
  const { build } = await compile(`${theme}\n@tailwind utilities;`)
  const sheets = files.filter(({ name }) => name.endsWith('.css')).map(({ text }) => text)
  const known = new Map<string, boolean>()
  let css = build([])
  function isKnown(token: string): boolean {
    const seen = known.get(token)
    if (seen !== undefined) return seen
    const next = build([token])
    const isUsed = next !== css || sheets.some((text) => text.includes(`.${token}`))
    css = next
    known.set(token, isUsed)
    return isUsed
  }
  return files
    .filter(({ name }) => /^web\/.*(\.tsx|Class\.ts)$/.test(name))
    .flatMap(({ name, text }) =>
      text
        .replace(/\bid="[^"]*"/g, '')
        .split(/[\s'"`]+/)
        .filter((token) => utility.test(token) && !isKnown(token))
        .map((token) => `${name}: the class "${token}" makes no style; take one of theme.css.`),
    )
}
