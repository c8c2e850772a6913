import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { hexId, instant, mode } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** A message that was given up after its last attempt: nobody is told unless it is sent again. */
const deadMessage = z.strictObject({
  id: hexId,
  kind: z.string(),
  /** The shop's name; null for a message of no shop. */
  merchant: z.nullable(z.string()),
  mode: z.nullable(mode),
  attempts: z.int(),
  /** Name and code of the last error, without its message. */
  lastError: z.nullable(z.string()),
  createdAt: instant,
  givenUpAt: instant,
})

const maintenance = z.strictObject({ reason: z.string(), endsAt: z.nullable(instant), statusUrl: z.nullable(z.string()) })

/** How the installation does: versions, maintenance, what waits and what was given up. */
export const systemView = consoleCall({
  name: 'systemView',
  method: 'GET',
  path: '/console/v1/system',
  summary: 'Ver cómo está la instalación',
  policy: { roles: staffRoles, secondPerson: 'never' },
  answers: {
    200: z.strictObject({
      versions: z.strictObject({ product: z.string(), node: z.string(), database: z.string() }),
      /** What checks uploaded files for viruses: its version, null while it does not answer. Null: nothing does. */
      viruses: z.nullable(z.strictObject({ version: z.nullable(z.string()) })),
      /** Whose certificate signs Facturae files, and until when it holds; null: they are not signed. */
      certificate: z.nullable(z.strictObject({ name: z.string(), validUntil: instant })),
      /** Null: the product is open. */
      maintenance: z.nullable(maintenance),
      /** What is due and waits, in the order of the list; `lateSeconds` of the oldest that should have been done. */
      queues: z.array(z.strictObject({ name: z.string(), waiting: z.int(), failed: z.int(), lateSeconds: z.int() })),
      /** The latest ones. */
      deadMessages: z.array(deadMessage),
      deadCount: z.int(),
    }),
  },
  refusals: [],
})

/** Sends a message again that was given up. */
export const deadMessageRetry = consoleCall({
  name: 'deadMessageRetry',
  method: 'POST',
  path: '/console/v1/system/dead-messages/{id}/retry',
  summary: 'Enviar otra vez un mensaje que no salió',
  policy: { roles: ['admin', 'support'], secondPerson: 'never' },
  answers: { 204: null },
  refusals: [],
})

/** Closes the product to merchants and customers within seconds, or changes what they read. The console stays open. */
export const maintenanceDeclare = consoleCall({
  name: 'maintenanceDeclare',
  method: 'POST',
  path: '/console/v1/system/maintenance',
  summary: 'Cerrar por mantenimiento',
  policy: { roles: ['admin'], secondPerson: 'never' },
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    endsAt: z.nullable(instant),
    statusUrl: z.nullable(z.url({ protocol: /^https?$/ })),
  }),
  answers: { 204: null },
  refusals: [],
})

/** Opens the product again. */
export const maintenanceEnd = consoleCall({
  name: 'maintenanceEnd',
  method: 'DELETE',
  path: '/console/v1/system/maintenance',
  summary: 'Volver a abrir',
  policy: { roles: ['admin'], secondPerson: 'never' },
  answers: { 204: null },
  refusals: [],
})
