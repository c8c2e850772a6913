import { z } from 'zod/mini'
import { date } from '../platform/values.ts'
import { auditEntry } from '../provider/staff.ts'
import { cursorPage, cursorText, providerCall } from './providerCall.ts'

/** What staff, operators at the terminal and keys changed, opened or were refused, newest first. */
export const providerAuditList = providerCall({
  name: 'providerAuditList',
  method: 'GET',
  path: '/provider/v1/audit',
  summary: 'Leer el registro del proveedor',
  policy: { scope: 'audit:read', secondPerson: 'never' },
  query: z.strictObject({
    /** A call's name, as in the contract. */
    call: z.optional(z.string().check(z.maxLength(80))),
    /** A day of Madrid. */
    day: z.optional(date),
    cursor: z.optional(cursorText),
  }),
  answers: { 200: cursorPage(auditEntry) },
  refusals: [],
})
