import type { Role } from '#domain/access/roles'
import { bigShopName, personas } from './personas.ts'

/** A shop of the demo. `live` and `sandbox` count operations. */
export type ShopPlan = {
  name: string
  url: string | null
  status: 'active' | 'pending'
  categories: readonly string[]
  live: number
  sandbox: number
  /** This shop captures by hand when it ships, and asks for a first payment. */
  manual?: boolean
  openingFeeBps?: number
  /** Paid once a week. */
  weekly?: true
  /** Share of each settlement that is held back for ninety days, in basis points. */
  reserveBps?: number
}

/** An account of the demo with its people and shops. `people` are personas by the first part of their address, or others. */
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

/** All accounts of the demo: thirteen, with twenty shops. `operations` is the size of the big shop. */
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
