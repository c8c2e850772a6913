import { problem } from './fieldProblem.ts'
import { Refusal } from './refusal.ts'

/** Deeper than any shape of ours; deeper JSON would be walked, level by level, by all that reads it. */
const deepest = 32

/** JSON that somebody sent. Refuses with ApiValidationException what is none, or what is nested too deeply, before it is parsed. */
export function readJson(text: string): unknown {
  if (isDeeperThan(deepest, text)) throw malformed()
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

export const malformed = () => new Refusal('ApiValidationException', { fields: [problem('', 'format')] })

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0))

/** Counts brackets outside texts, without making anything of them. */
function isDeeperThan(most: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfText(text, at)
    else if (sign === openList || sign === openObject) depth += 1
    else if (sign === closeList || sign === closeObject) depth -= 1
    if (depth > most) return true
  }
  return false
}

/** Where the text that begins here ends. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === backslash) at += 1
    else if (sign === quote) return at
  }
  return text.length
}
