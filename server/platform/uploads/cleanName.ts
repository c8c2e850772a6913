import { fileEnding, type FileKind } from './fileKind.ts'

const mostLetters = 80
/** Names that Windows keeps for its devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file's name as people read it: no folders, no control or direction marks, nothing that a shell or a header takes for its own, and the ending of
 * what the file is. `otherwise` is its name when nothing is left.
 */
export function cleanName(sent: string, kind: FileKind, otherwise: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .slice(0, 1_000)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_ .()+-]/gu, '_')
    .replace(/(?:\.[A-Za-z0-9]{1,5})+$/, '')
    .replace(/\.{2,}/g, '.')
    .replace(/\s+/g, ' ')
  const base = [...plain]
    .slice(0, mostLetters)
    .join('')
    .replace(/^[ ._-]+|[ .]+$/g, '')
  const safe = base === '' || devices.test(base) ? otherwise : base
  return `${safe}.${fileEnding[kind]}`
}

/** The same name for a header of an answer: letters without their marks, nothing but ASCII. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')
