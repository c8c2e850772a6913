import { z } from 'zod/mini'
import { setupItems, setupStates } from '#domain/provider/setup'
import { codeText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

const admins = { roles: ['admin'], secondPerson: 'never' } as const

/** What this installation still needs, each proved by a fact. Empty items: it runs with demo data, which needs nothing. */
export const consoleSetup = consoleCall({
  name: 'consoleSetup',
  method: 'GET',
  path: '/console/v1/setup',
  summary: 'Ver qué falta para empezar',
  policy: admins,
  answers: {
    200: z.strictObject({
      items: z.array(
        z.strictObject({
          item: z.enum(setupItems),
          state: z.enum(setupStates),
          /** The settings of the server that set it; none: it is done in the console. */
          settings: z.array(z.string()),
        }),
      ),
      isSetUp: z.boolean(),
      isProduction: z.boolean(),
    }),
  },
  refusals: [],
})

/** Sends an e-mail with a code to the caller's address. */
export const setupMailTest = consoleCall({
  name: 'setupMailTest',
  method: 'POST',
  path: '/console/v1/setup/mail',
  summary: 'Enviar un correo de prueba',
  policy: admins,
  answers: { 204: null },
  refusals: [],
})

/** The code of the e-mail proves that it arrived. */
export const setupMailConfirm = consoleCall({
  name: 'setupMailConfirm',
  method: 'POST',
  path: '/console/v1/setup/mail/confirm',
  summary: 'Confirmar que llegó el correo de prueba',
  policy: admins,
  body: z.strictObject({ code: codeText(12) }),
  answers: { 204: null },
  refusals: [],
})
