import { readFileSync } from 'node:fs'
import { join } from 'node:path'

let list: Set<string> | undefined

function common(): Set<string> {
  list ??= new Set(
    readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return list
}

const lookAlikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const spelledOut = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)
/** What is left without digits and signs before and after the word. */
const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']
const runs = rows.flatMap((row) => [row.repeat(2), [...row].toReversed().join('').repeat(2)])

/** How much of a text goes along a keyboard row or the alphabet, in steps of at least three signs. */
function alongRuns(text: string): number {
  let along = 0
  for (let at = 0; at < text.length;) {
    let length = 0
    for (const run of runs) while (at + length < text.length && run.includes(text.slice(at, at + length + 1))) length += 1
    if (length >= 3) along += length
    at += Math.max(1, length)
  }
  return along
}

/** A piece said again and again: "abcabcabcabc", "passwordpassword". */
const repeated = (text: string) => /^(.{1,16}?)\1+$/su.exec(text)?.[1]

/**
 * Whether a password is one that everybody tries first: one of the 10 000 most used, such a one with digits and signs
 * around it or letters turned into look-alikes, a few signs repeated, or a walk along the keyboard.
 */
export function commonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 5 || alongRuns(text) > text.length - 4) return true
  const piece = repeated(text)
  if (piece !== undefined && piece.length <= 6) return true
  const spellings = [text, core(text), spelledOut(text), spelledOut(core(text)), core(spelledOut(text)), piece ?? '']
  return spellings.some((spelling) => spelling.length >= 4 && common().has(spelling))
}
