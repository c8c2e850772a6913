import { MAX_NOTE_LENGTH } from '#domain/sales/operations/note'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationPath } from './operations.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant, typedText } from '../platform/values.ts'

/** Internal notes on an operation; no customer and no plugin ever reads them. */
const path = `${operationPath}/notes` as const

const person = z.strictObject({ userId: hexId, name: z.string() })

export const note = z.strictObject({
  id: hexId,
  text: z.string(),
  createdAt: instant,
  /** The author; null when they were deleted. */
  author: z.nullable(person),
  /** Colleagues asked to look: the note is in their inbox. */
  mentions: z.array(person),
})
export type Note = z.output<typeof note>

export const noteList = endpoint({
  name: 'noteList',
  method: 'GET',
  path,
  summary: 'Notas internas de una operación',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'shop' },
  answers: {
    200: z.strictObject({
      /** Oldest first. */
      results: z.array(note),
      /** Colleagues who may be mentioned. */
      people: z.array(person),
    }),
  },
  refusals: [],
})

export const noteCreate = endpoint({
  name: 'noteCreate',
  method: 'POST',
  path,
  summary: 'Escribir una nota interna',
  policy: { ...changesShop, roles: operators, right: null, sharedTill: 'allowed', clock: 'shop' },
  body: z.strictObject({
    text: typedText(MAX_NOTE_LENGTH).check(z.minLength(1)),
    mentions: z._default(z.array(hexId).check(z.maxLength(10)), []),
  }),
  answers: { 201: note },
  refusals: [],
})

/** Only by its author. */
export const noteDelete = endpoint({
  name: 'noteDelete',
  method: 'DELETE',
  path: `${path}/{noteId}`,
  summary: 'Borrar una nota interna',
  policy: { ...changesShop, roles: operators, right: null, clock: 'shop' },
  answers: { 204: null },
  refusals: [],
})
