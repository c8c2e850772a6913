import { isCif, isNif } from '#domain/platform/identifiers'
import type { Role } from '#domain/access/roles'
import { bigShopName, personas } from './personas.ts'

/** A demo shop. `live` and `sandbox` are numbers of operations. */
export type ShopPlan = {
  name: string
  url: string | null
  status: 'active' | 'pending'
  categories: readonly string[]
  live: number
  sandbox: number
  /** This shop captures manually on shipping, and requires a first payment. */
  manual?: boolean
  openingFeeBps?: number
  /** Weekly payouts. */
  weekly?: true
  /** Share of each settlement that is held in reserve for ninety days, in basis points. */
  reserveBps?: number
}

/** A demo account with its members and shops. `people` are personas by the local part of their address, or others. */
export type AccountPlan = {
  type: 'enterprise' | 'self_employed'
  companyName?: string
  ownership?: 'full' | 'majority' | 'minority'
  disabled?: true
  requiresOnboarding?: true
  people: readonly { email: string; role: Role; firstName: string; lastName: string; onlyShop?: string; prefers?: string }[]
  shops: readonly ShopPlan[]
}

const persona = (name: string, extra: { prefers?: string } = {}) => {
  const found = personas.find(({ email }) => email === `${name}@demo.test`)
  if (!found) throw new RangeError(`no persona ${name}`)
  return { email: found.email, role: found.role, firstName: found.firstName, lastName: found.lastName, ...extra }
}
const owner = (email: string, firstName: string, lastName: string) => [{ email, role: 'owner' as const, firstName, lastName }]
const shop = (
  name: string,
  host: string | null,
  categories: string,
  live: number,
  sandbox = 0,
  more: Partial<ShopPlan> = {},
): ShopPlan => ({
  name,
  url: host && `https://${host}`,
  status: 'active',
  categories: categories.split('; '),
  live,
  sandbox,
  ...more,
})

const home =
  'Muebles y decoración; Colchones y descanso; Electrodomésticos; Electrónica e informática; Energía solar y climatización; Cosmética y perfumería'

/** All demo accounts: thirteen, with twenty shops. `operations` is the size of the big shop. */
export const accountPlans = (operations: number): readonly AccountPlan[] => [
  {
    type: 'enterprise',
    companyName: 'Casa Ribera Equipamiento del Hogar, S.L.',
    ownership: 'majority',
    people: [
      ...['owner.empresa', 'admin.empresa', 'editor.empresa', 'guest.empresa'].map((name) => persona(name)),
      {
        email: 'nuria.caja@casaribera.example',
        role: 'editor',
        firstName: 'Nuria',
        lastName: 'Lozano Ibáñez',
        onlyShop: 'Casa Ribera Outlet',
      },
    ],
    shops: [
      shop(bigShopName, 'casaribera.example', home, operations, Math.min(300, Math.ceil(operations / 10))),
      shop('Casa Ribera Outlet', 'outlet.casaribera.example', 'Muebles y decoración; Colchones y descanso', 120, 12, { manual: true }),
      shop('Casa Ribera Proyectos', null, 'Muebles y decoración', 0),
    ],
  },
  {
    type: 'self_employed',
    people: ['owner.autonomo', 'admin.autonomo', 'editor.autonomo', 'guest.autonomo'].map((name) => persona(name)),
    shops: [shop('Bicis Ñandú', 'bicisnandu.example', 'Deportes y bicicletas; Motocicletas y movilidad eléctrica', 400, 40)],
  },
  {
    type: 'enterprise',
    companyName: 'Óptica Mirador del Segura, S.L.',
    ownership: 'full',
    people: [persona('pendiente')],
    shops: [shop('Óptica Mirador', 'opticamirador.example', 'Óptica y audífonos', 0, 30, { status: 'pending' })],
  },
  {
    type: 'enterprise',
    companyName: 'Alameda Confecciones, S.A.',
    ownership: 'minority',
    disabled: true,
    people: [persona('desactivada')],
    shops: [shop('Moda Alameda', 'modaalameda.example', 'Moda y complementos; Calzado y marroquinería; Joyería y relojería', 150, 15)],
  },
  { type: 'self_employed', requiresOnboarding: true, people: [persona('onboarding')], shops: [] },
  { type: 'enterprise', companyName: 'Ferrer i Puig Comerç, S.L.', ownership: 'full', people: [persona('sintiendas')], shops: [] },
  { type: 'self_employed', people: [persona('rechazada')], shops: [] },
  {
    type: 'self_employed',
    people: [persona('dostiendas', { prefers: 'Patines del Norte' })],
    shops: [
      shop('Ferretería Peláez', 'ferreteriapelaez.example', 'Bricolaje, ferretería y jardín', 60, 6),
      shop('Patines del Norte', 'patinesdelnorte.example', 'Motocicletas y movilidad eléctrica; Deportes y bicicletas', 250, 20),
    ],
  },
  {
    type: 'enterprise',
    companyName: 'Clínicas Sonrisa del Turia, S.L.P.',
    ownership: 'majority',
    people: owner('direccion@sonrisadelturia.example', 'Amparo', 'Llorens Soler'),
    shops: [
      shop('Sonrisa del Turia · Ruzafa', 'ruzafa.sonrisadelturia.example', 'Clínicas dentales', 90, 5, { openingFeeBps: 150 }),
      shop('Sonrisa del Turia · Campanar', 'campanar.sonrisadelturia.example', 'Clínicas dentales; Medicina y cirugía estética', 70, 5, {
        openingFeeBps: 150,
      }),
    ],
  },
  {
    type: 'enterprise',
    companyName: 'Academia Meridiano, S. Coop.',
    ownership: 'minority',
    people: owner('administracion@academiameridiano.example', 'Fermín', 'Guerrero Ramos'),
    shops: [
      shop('Academia Meridiano', 'academiameridiano.example', 'Formación y cursos', 180, 10),
      shop('Librería Meridiano', 'libreriameridiano.example', 'Libros, papelería y música; Instrumentos musicales', 110, 8, {
        weekly: true,
      }),
    ],
  },
  {
    type: 'self_employed',
    people: owner('hola@mimoymas.example', 'Uxía', 'Piñeiro Castro'),
    shops: [
      shop('Mimo y más', 'mimoymas.example', 'Juguetes y puericultura', 140, 10),
      shop('Huella y bigote', 'huellaybigote.example', 'Mascotas', 35),
    ],
  },
  {
    type: 'enterprise',
    companyName: 'Talleres Hermanos Quiñones, C.B.',
    ownership: 'majority',
    people: owner('taller@hermanosquinones.example', 'Ramón', 'Quiñones Peláez'),
    shops: [
      shop('Neumáticos Quiñones', 'neumaticosquinones.example', 'Recambios y accesorios de vehículos', 220, 10),
      shop('Quiñones Movilidad', 'movilidad.hermanosquinones.example', 'Motocicletas y movilidad eléctrica', 80, 6, { manual: true }),
    ],
  },
  {
    type: 'enterprise',
    companyName: 'Grupo Viajero Levante, S.A.U.',
    ownership: 'minority',
    people: owner('cuentas@viajerolevante.example', 'Mònica', 'Bosch Vidal'),
    shops: [
      shop('Viajero Levante', 'viajerolevante.example', 'Viajes y agencias', 300, 12, { reserveBps: 1000 }),
      shop('Joyas Levante', 'joyaslevante.example', 'Joyería y relojería', 45, 4),
      shop('Perfumes Levante', 'perfumeslevante.example', 'Cosmética y perfumería', 65, 4),
      shop('Móviles Levante', 'movileslevante.example', 'Telefonía móvil; Electrónica e informática', 0, 9),
    ],
  },
  {
    type: 'enterprise',
    companyName: 'Cabanillas y Soto Decoración, S.L.',
    ownership: 'majority',
    requiresOnboarding: true,
    people: [persona('onboarding.empresa')],
    shops: [],
  },
]

/** Billing data of a demo account: tax number and address. */
type Company = { taxId: string; street: string; addition: string | null; postcode: string; city: string; province: string }

type Place = readonly [street: string, addition: string | null, postcode: string, city: string, province: string]

/** Addresses by the account's owner; towns and postcodes are real, streets and numbers are fictitious. */
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

/** The letter of a company's tax number gives its legal form (Orden EHA/451/2008). */
const formLetterOf = (name: string): string =>
  name.endsWith('C.B.') ? 'E' : name.endsWith('Coop.') ? 'F' : /S\.A\.U?\.?$/.test(name) ? 'A' : 'B'

const controlled = (head: string, controls: string, isRight: (text: string) => boolean): string => {
  const control = [...controls].find((one) => isRight(head + one))
  if (control === undefined) throw new RangeError(`no control for ${head}`)
  return head + control
}

/** The company data of an account, fictitious: no register assigns companies of province 00. Null if the account has not entered them yet. */
export function companyOf(account: AccountPlan, index: number): Company | null {
  const place = places[account.people[0]?.email ?? '']
  if (!place) return null
  const [street, addition, postcode, city, province] = place
  const serial = String(index + 1).padStart(3, '0')
  const taxId = account.companyName
    ? controlled(`${formLetterOf(account.companyName)}0000${serial}`, '0123456789ABCDEFGHIJ', isCif)
    : controlled(`99999${serial}`, 'TRWAGMYFPDXBNJZSQVHLCKE', isNif)
  return { taxId, street, addition, postcode, city, province }
}
