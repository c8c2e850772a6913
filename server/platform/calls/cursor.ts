import { problem, Refusal } from './refusal.ts'

/** The place in a list as opaque text. */
export const cursorOf = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor, each in its form. Refuses with ApiValidationException what {@link cursorOf} did not make. */
export function readCursor(cursor: string, forms: readonly RegExp[]): string[] {
  const parts = jsonOf(Buffer.from(cursor, 'base64url').toString())
  const isOurs = Array.isArray(parts) && parts.length === forms.length
  if (!isOurs || !forms.every((form, at) => typeof parts[at] === 'string' && form.test(parts[at])))
    throw new Refusal('ApiValidationException', { fields: [problem('cursor', 'format')] })
  return parts as string[] // as just checked
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
