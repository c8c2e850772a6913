import { isCif, isNif } from '#domain/platform/identifiers'
import type { AccountPlan } from './accountPlans.ts'

/** What invoices say about an account of the demo: tax number and address. */
type Company = { taxId: string; street: string; addition: string | null; postcode: string; city: string; province: string }

type Place = readonly [street: string, addition: string | null, postcode: string, city: string, province: string]

/** Addresses by the account's owner; towns and postcodes are real, streets and numbers are not anybody's. */
const places: Readonly<Record<string, Place>> = {
  'owner.empresa@demo.test': ['Polígono Los Ejemplos, nave 14', null, '46980', 'Paterna', 'Valencia'],
  'owner.autonomo@demo.test': ['Calle del Ejemplo, 27', 'bajo', '50001', 'Zaragoza', 'Zaragoza'],
  'pendiente@demo.test': ['Paseo del Ejemplo, 8', null, '30004', 'Murcia', 'Murcia'],
  'desactivada@demo.test': ['Calle de la Muestra, 101', '1.º', '29002', 'Málaga', 'Málaga'],
  'sintiendas@demo.test': ['Carrer de la Mostra, 5', null, '08001', 'Barcelona', 'Barcelona'],
  'dostiendas@demo.test': ['Calle de la Muestra, 44', null, '33201', 'Gijón', 'Asturias'],
  'direccion@sonrisadelturia.example': ['Calle del Ejemplo, 12', 'entresuelo', '46006', 'Valencia', 'Valencia'],
  'administracion@academiameridiano.example': ['Calle de la Muestra, 3', null, '28004', 'Madrid', 'Madrid'],
  'hola@mimoymas.example': ['Rúa do Exemplo, 19', 'bajo', '36202', 'Vigo', 'Pontevedra'],
  'taller@hermanosquinones.example': ['Carretera del Ejemplo, km 2', null, '13001', 'Ciudad Real', 'Ciudad Real'],
  'onboarding.empresa@demo.test': ['Calle del Ejemplo, 33', null, '47001', 'Valladolid', 'Valladolid'],
  'cuentas@viajerolevante.example': ['Explanada de la Muestra, 60', '4.º A', '03001', 'Alicante', 'Alicante'],
}

/** The letter of a company's number says its form (Orden EHA/451/2008). */
const letterOf = (name: string): string =>
  name.endsWith('C.B.') ? 'E' : name.endsWith('Coop.') ? 'F' : /S\.A\.U?\.?$/.test(name) ? 'A' : 'B'

const controlled = (head: string, controls: string, isRight: (text: string) => boolean): string => {
  const control = [...controls].find((one) => isRight(head + one))
  if (control === undefined) throw new RangeError(`no control for ${head}`)
  return head + control
}

/** The company data of an account, invented: no register gives out companies of province 00. Null for one that still has to give them. */
export function companyOf(account: AccountPlan, index: number): Company | null {
  const place = places[account.people[0]?.email ?? '']
  if (!place) return null
  const [street, addition, postcode, city, province] = place
  const serial = String(index + 1).padStart(3, '0')
  const taxId = account.companyName
    ? controlled(`${letterOf(account.companyName)}0000${serial}`, '0123456789ABCDEFGHIJ', isCif)
    : controlled(`99999${serial}`, 'TRWAGMYFPDXBNJZSQVHLCKE', isNif)
  return { taxId, street, addition, postcode, city, province }
}
