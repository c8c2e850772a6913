import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { hexId } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

const staffPerson = z.strictObject({
  id: hexId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.enum(staffRoles)),
})

/** The signed-in member of staff. */
export const consoleMe = consoleCall({
  name: 'consoleMe',
  method: 'GET',
  path: '/console/v1/me',
  summary: 'Mis datos en la consola del proveedor',
  policy: { roles: staffRoles, secondPerson: 'never' },
  answers: { 200: z.strictObject({ staff: staffPerson, idleSeconds: z.int() }) },
  refusals: [],
})
