import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { date, emailText, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

const roles = z.array(z.enum(staffRoles)).check(z.minLength(1), z.maxLength(staffRoles.length))

const staffPerson = z.strictObject({ id: hexId, email: z.string(), firstName: z.string(), lastName: z.string(), roles })

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

/** A member of staff as admins see them. `invited`: their link waits until `linkExpiresAt`, null when it has expired. */
export const staffMember = z.strictObject({
  ...staffPerson.shape,
  state: z.enum(['invited', 'active', 'disabled']),
  self: z.boolean(),
  invitedAt: z.nullable(instant),
  linkExpiresAt: z.nullable(instant),
  joinedAt: z.nullable(instant),
  disabledAt: z.nullable(instant),
  /** Last use of any session. */
  activeAt: z.nullable(instant),
  openSessions: z.int(),
  recoveryCodesLeft: z.int(),
})

const path = '/console/v1/staff'
const admins = { roles: ['admin'], secondPerson: 'never' } as const
const adminsByTwo = { roles: ['admin'], secondPerson: 'configured' } as const
const ofAccess = { refusals: ['StaffChangeNotAllowed'] } as const

export const staffList = consoleCall({
  name: 'staffList',
  method: 'GET',
  path,
  summary: 'Personas del proveedor',
  policy: admins,
  answers: { 200: z.strictObject({ results: z.array(staffMember) }) },
  refusals: [],
})

/** A link to set password and authenticator, by e-mail, valid for seven days. While there is only one active admin nobody has to confirm it. */
export const staffInvite = consoleCall({
  name: 'staffInvite',
  method: 'POST',
  path,
  summary: 'Invitar a una persona del proveedor',
  policy: adminsByTwo,
  body: z.strictObject({ email: emailText, firstName: typedText(80), lastName: typedText(80), roles }),
  answers: { 201: staffMember },
  ...ofAccess,
})

/** A new link in place of the earlier one. */
export const staffInvitationResend = consoleCall({
  name: 'staffInvitationResend',
  method: 'POST',
  path: `${path}/{staffId}/invitation`,
  summary: 'Volver a invitar a una persona del proveedor',
  policy: admins,
  answers: { 200: staffMember },
  ...ofAccess,
})

export const staffInvitationRevoke = consoleCall({
  name: 'staffInvitationRevoke',
  method: 'DELETE',
  path: `${path}/{staffId}/invitation`,
  summary: 'Anular la invitación de una persona del proveedor',
  policy: admins,
  answers: { 204: null },
  ...ofAccess,
})

export const staffRolesChange = consoleCall({
  name: 'staffRolesChange',
  method: 'PATCH',
  path: `${path}/{staffId}/roles`,
  summary: 'Cambiar los perfiles de una persona del proveedor',
  policy: adminsByTwo,
  body: z.strictObject({ roles }),
  answers: { 200: staffMember },
  ...ofAccess,
})

/** Ends their sessions at once. A second admin confirms it for an admin; those that the second person needs cannot be disabled. */
export const staffDisable = consoleCall({
  name: 'staffDisable',
  method: 'POST',
  path: `${path}/{staffId}/disable`,
  summary: 'Quitar el acceso a una persona del proveedor',
  policy: adminsByTwo,
  body: z.strictObject({ reason: typedText(300) }),
  answers: { 200: staffMember },
  ...ofAccess,
})

/** Their open sessions; they may sign in again. */
export const staffMemberSessionsEnd = consoleCall({
  name: 'staffMemberSessionsEnd',
  method: 'POST',
  path: `${path}/{staffId}/sessions-end`,
  summary: 'Cerrar las sesiones de una persona del proveedor',
  policy: admins,
  body: z.strictObject({ reason: typedText(300) }),
  answers: { 200: staffMember },
  refusals: [],
})

/** A link by e-mail to set password and authenticator anew, after they were lost or after the person was disabled; ends their sessions. */
export const staffAccessReset = consoleCall({
  name: 'staffAccessReset',
  method: 'POST',
  path: `${path}/{staffId}/reset`,
  summary: 'Enviar un acceso nuevo a una persona del proveedor',
  policy: adminsByTwo,
  answers: { 200: staffMember },
  ...ofAccess,
})

const auditPerson = z.strictObject({ id: hexId, name: z.string() })

/** An entry of the audit log: what staff, an operator or a key did. */
export const auditEntry = z.strictObject({
  /** Of the account's audit log, which has no gaps. */
  number: z.int(),
  at: instant,
  /** Null: a key, an operator at the terminal, or a sign-in of an unknown address. */
  staff: z.nullable(auditPerson),
  /** The key of one of the provider's own systems. */
  key: z.nullable(auditPerson),
  call: z.string(),
  /** The call in words. */
  action: z.string(),
  /** `done`, `requested`, or the type of the refusal. */
  outcome: z.string(),
  /** Null: the provider's own. */
  account: z.nullable(auditPerson),
  merchant: z.nullable(auditPerson),
  entity: z.nullable(z.string()),
  entityId: z.nullable(hexId),
  before: z.unknown(),
  after: z.unknown(),
  confirmedBy: z.nullable(auditPerson),
  ip: z.nullable(z.string()),
})

/**
 * What staff and operators did, opened or were refused, newest first, 50 an answer: in the provider's own audit log and in the accounts'. `next` is the
 * `cursor` of the following ones.
 */
export const staffAuditList = consoleCall({
  name: 'staffAuditList',
  method: 'GET',
  path: '/console/v1/audit',
  summary: 'Registro de la consola',
  policy: admins,
  query: z.object({
    staffId: z.optional(hexId),
    /** A call's name, as in the contract. */
    call: z.optional(z.string().check(z.maxLength(80))),
    /** A day of Madrid. */
    day: z.optional(date),
    cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,120}$/))),
  }),
  answers: {
    200: z.strictObject({
      /** `operation`: the one that the entry is about or names, and where its page is. */
      results: z.array(z.extend(auditEntry, { operation: z.nullable(z.strictObject({ id: hexId, accountId: hexId, merchantId: hexId })) })),
      next: z.nullable(z.string()),
    }),
  },
  refusals: [],
})
