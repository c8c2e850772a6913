import { hash } from 'node:crypto'
import { base32 } from '#domain/access/totp'
import type { StaffRole } from '#domain/provider/staff'
import { idOf } from './accounts.ts'

/** A demo member of the provider's staff; `note` says in Spanish what they do. `secret` is that of their authenticator app. */
export type StaffPersona = {
  id: string
  email: string
  firstName: string
  lastName: string
  roles: readonly StaffRole[]
  note: string
  secret: Buffer
}

type Row = readonly [name: string, firstName: string, lastName: string, roles: readonly StaffRole[], note: string]

// Each right is held by two people, so that one can confirm what the other asks for.
const rows: readonly Row[] = [
  ['lucia.marin', 'Lucía', 'Marín Soto', ['support', 'reviewer'], 'Atiende a los comercios y revisa altas, documentos y cuentas'],
  ['marta.quiroga', 'Marta', 'Quiroga Rey', ['finance', 'admin'], 'Lleva el dinero y confirma lo que pide dirección'],
  ['ivan.soler', 'Iván', 'Soler Mas', ['risk'], 'Decide ventas a mano, retenciones y límites'],
  [
    'elena.duarte',
    'Elena',
    'Duarte Vidal',
    ['support', 'reviewer', 'finance', 'risk', 'admin'],
    'Dirige: puede con todo, con una segunda persona',
  ],
]

/** The secret of an authenticator app: fixed, because the sign-in page of the demo shows its codes. */
const secretOf = (email: string): Buffer => hash('sha1', `authenticator of ${email}`, 'buffer')

/** The demo's staff, in the order in which they are offered. */
export const staffPersonas: readonly StaffPersona[] = rows.map(([name, firstName, lastName, roles, note]) => {
  const email = `${name}@proveedor.test`
  return { id: idOf(`staff/${email}`), email, firstName, lastName, roles, note, secret: secretOf(email) }
})

/** The secret as authenticator apps read it. */
export const appSecretOf = ({ secret }: StaffPersona): string => base32(secret)
